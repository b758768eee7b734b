import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '#kernel/log.ts'
import { allowance, doorkeeper } from './limits.ts'
import { questions, sourceNetworkOf } from './questions.ts'

const limits = { unidentifiedMax: 6, unidentifiedPerAddressMax: 4 }

test('of an address only so many may be unidentified at once', () => {
  const door = doorkeeper(limits)
  const guests = Array.from({ length: 4 }, () => door.enter('192.0.2.1', assert.fail))
  assert.ok(guests.every(Boolean))
  assert.equal(door.enter('192.0.2.1', assert.fail), undefined)
  guests[0]?.leave()
  assert.ok(door.enter('192.0.2.1', assert.fail))
})

test('when all places are taken the most crowded network loses its oldest, and the newcomer has a place', () => {
  const door = doorkeeper(limits)
  const evicted: string[] = []
  const enter = (address: string) => door.enter(address, () => evicted.push(address))
  enter('198.51.100.1')
  for (const host of [1, 2, 3, 4, 5]) enter(`192.0.2.${host}`)
  assert.ok(enter('203.0.113.9'))
  assert.ok(enter('203.0.113.9'))
  assert.deepEqual(evicted, ['192.0.2.1', '192.0.2.2'])
})

test('a place that was given up twice is free once', () => {
  const door = doorkeeper({ unidentifiedMax: 2, unidentifiedPerAddressMax: 2 })
  const evicted: string[] = []
  const first = door.enter('192.0.2.1', () => evicted.push('first'))
  first?.leave()
  first?.leave()
  for (const name of ['second', 'third', 'fourth']) door.enter('192.0.2.2', () => evicted.push(name))
  assert.deepEqual(evicted, [])
  door.enter('192.0.2.1', () => {})
  assert.deepEqual(evicted, ['second'])
})

for (const [address, network] of [
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
] as const) {
  test(`${address} is one of ${network}`, () => assert.equal(sourceNetworkOf(address), network))
}

const from = (network: string, isFamiliar = false) => ({ network, isDatagram: false, isFamiliar })
const miss = async () => undefined

test('a network that named too many unknown idents is shut for the rest of the minute, others are not', async () => {
  let now = 1_000_000
  const { ask, isShut } = questions(3, silentLog, () => now)
  let asked = 0
  const guess = (ident: string, network = 'a') =>
    ask(from(network), ident, async () => {
      asked += 1
      return undefined
    })
  // The same ident again and again is one tracker that nobody has registered.
  for (const ident of ['1', '1', '1', '2', '3']) assert.equal(await guess(ident), undefined)
  assert.equal(isShut('a'), true)
  assert.equal(await guess('4'), 'shut')
  assert.equal(await ask(from('a'), '5', async () => 'known'), 'shut')
  assert.equal(asked, 5)
  assert.equal(await guess('4', 'b'), undefined)
  assert.equal(await ask(from('a', true), '6', async () => 'known'), 'known')
  now += 60_000
  assert.equal(await guess('4'), undefined)
})

test('guesses at the same moment are counted before they are answered', async () => {
  const { ask } = questions(20, silentLog)
  let answered = 0
  const guesses = Array.from({ length: 200 }, (_, ident) => ask(from('a'), String(ident), miss))
  for (const answer of await Promise.all(guesses)) if (answer !== 'shut') answered += 1
  assert.equal(answered, 20)
})

test('a whole network that comes back at once is let in, however few are asked at a time', async () => {
  const { ask } = questions(20, silentLog)
  let [now, most] = [0, 0]
  const logins = Array.from({ length: 500 }, (_, ident) =>
    ask(from('a'), String(ident), async () => {
      most = Math.max(most, ++now)
      await new Promise(setImmediate)
      now -= 1
      return ident
    }),
  )
  assert.deepEqual(
    await Promise.all(logins),
    Array.from({ length: 500 }, (_, ident) => ident),
  )
  assert.ok(most <= 20)
})

test('no more than fifty questions are asked at a time, of all networks together', async () => {
  const { ask } = questions(20, silentLog)
  let [now, most] = [0, 0]
  const asking = Array.from({ length: 1_000 }, (_, at) =>
    ask(from(`network ${at % 100}`), String(at), async () => {
      most = Math.max(most, ++now)
      await new Promise(setImmediate)
      now -= 1
      return at
    }),
  )
  await Promise.all(asking)
  assert.equal(most, 50)
})

test('a question that fails counts for nobody, and the next are asked', async () => {
  const { ask, isShut } = questions(1, silentLog)
  const fail = () => Promise.reject(new Error('away'))
  for (let time = 0; time < 3; time++) await assert.rejects(ask(from('a'), '1', fail), /away/)
  assert.equal(isShut('a'), false)
  assert.equal(await ask(from('a'), '1', async () => 'known'), 'known')
})

test('what a unit sends is counted only while others wait', () => {
  let isPressed = false
  const { spend } = allowance(10, 100, () => isPressed)
  assert.equal(spend(60_000, 1_000), 0)
  isPressed = true
  assert.equal(spend(100, 1_000), 0)
  assert.equal(spend(25, 1_000), 2_500)
  assert.equal(spend(0, 2_000), 1_500)
  isPressed = false
  assert.equal(spend(0, 2_000), 0)
})
