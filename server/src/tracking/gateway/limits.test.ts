import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '#kernel/runtime/log.ts'
import { allowance, connectionLimiter } from './limits.ts'
import { lookupLimiter, sourceNetworkOf } from './lookup-limiter.ts'

const limits = { unidentifiedMax: 6, unidentifiedPerAddressMax: 4 }

test('the number of unidentified connections per address is limited', () => {
  const limiter = connectionLimiter(limits)
  const slots = Array.from({ length: 4 }, () => limiter.acquire('192.0.2.1', assert.fail))
  assert.ok(slots.every(Boolean))
  assert.equal(limiter.acquire('192.0.2.1', assert.fail), undefined)
  slots[0]?.release()
  assert.ok(limiter.acquire('192.0.2.1', assert.fail))
})

test('when all slots are taken the network with the most loses its oldest connection, and the new one gets a slot', () => {
  const limiter = connectionLimiter(limits)
  const evicted: string[] = []
  const acquire = (address: string) => limiter.acquire(address, () => evicted.push(address))
  acquire('198.51.100.1')
  for (const host of [1, 2, 3, 4, 5]) acquire(`192.0.2.${host}`)
  assert.ok(acquire('203.0.113.9'))
  assert.ok(acquire('203.0.113.9'))
  assert.deepEqual(evicted, ['192.0.2.1', '192.0.2.2'])
})

test('a slot that is released twice is free once', () => {
  const limiter = connectionLimiter({ unidentifiedMax: 2, unidentifiedPerAddressMax: 2 })
  const evicted: string[] = []
  const first = limiter.acquire('192.0.2.1', () => evicted.push('first'))
  first?.release()
  first?.release()
  for (const name of ['second', 'third', 'fourth']) limiter.acquire('192.0.2.2', () => evicted.push(name))
  assert.deepEqual(evicted, [])
  limiter.acquire('192.0.2.1', () => {})
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
/** Lookups that count how many of them run at the same moment. */
function countedLookups() {
  let now = 0
  const seen = { most: 0 }
  const find = async <T>(found: T) => {
    seen.most = Math.max(seen.most, ++now)
    await new Promise(setImmediate)
    now -= 1
    return found
  }
  return { seen, find }
}

test('a network that sent too many unknown idents is blocked for the rest of the minute, others are not', async () => {
  let now = 1_000_000
  const { run, isBlocked } = lookupLimiter(3, silentLog, () => now)
  let asked = 0
  const guess = (ident: string, network = 'a') =>
    run(from(network), ident, async () => {
      asked += 1
      return undefined
    })
  // The same ident again and again is one unregistered tracker.
  for (const ident of ['1', '1', '1', '2', '3']) assert.equal(await guess(ident), undefined)
  assert.equal(isBlocked('a'), true)
  assert.equal(await guess('4'), 'blocked')
  assert.equal(await run(from('a'), '5', async () => 'known'), 'blocked')
  assert.equal(asked, 5)
  assert.equal(await guess('4', 'b'), undefined)
  assert.equal(await run(from('a', true), '6', async () => 'known'), 'known')
  now += 60_000
  assert.equal(await guess('4'), undefined)
})

for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
  test(`this machine itself has fifty times more: a proxy may show everyone as ${address}`, async () => {
    const { run, isBlocked } = lookupLimiter(1, silentLog)
    const own = sourceNetworkOf(address)
    for (let ident = 1; ident < 50; ident++) assert.equal(await run(from(own), String(ident), miss), undefined)
    assert.equal(isBlocked(own), false)
    assert.equal(await run(from(own), '0', async () => 'known'), 'known')
    await run(from(own), '50', miss)
    assert.equal(await run(from(own), '0', async () => 'known'), 'blocked')
  })
}

test('guesses at the same moment are counted before they are answered', async () => {
  const { run } = lookupLimiter(20, silentLog)
  let answered = 0
  const guesses = Array.from({ length: 200 }, (_, ident) => run(from('a'), String(ident), miss))
  for (const answer of await Promise.all(guesses)) if (answer !== 'blocked') answered += 1
  assert.equal(answered, 20)
})

test('a whole network that reconnects at once is admitted, however few lookups run at a time', async () => {
  const { run } = lookupLimiter(20, silentLog)
  const { seen, find } = countedLookups()
  const logins = Array.from({ length: 500 }, (_, ident) => run(from('a'), String(ident), () => find(ident)))
  assert.deepEqual(
    await Promise.all(logins),
    Array.from({ length: 500 }, (_, ident) => ident),
  )
  assert.ok(seen.most <= 20)
})

test('no more than fifty lookups run at a time, over all networks', async () => {
  const { run } = lookupLimiter(20, silentLog)
  const { seen, find } = countedLookups()
  const asking = Array.from({ length: 1_000 }, (_, at) => run(from(`network ${at % 100}`), String(at), () => find(at)))
  await Promise.all(asking)
  assert.equal(seen.most, 50)
})

test('a tracker that was admitted before does not wait behind unknown idents', async () => {
  const { run } = lookupLimiter(20, silentLog)
  let asked = 0
  let answer = (): void => {}
  const slow = new Promise<void>((resolve) => {
    answer = resolve
  })
  const unknown = Array.from({ length: 500 }, (_, at) =>
    run(from(`network ${at}`), String(at), async () => {
      asked += 1
      await slow
      return undefined
    }),
  )
  let found: string | undefined
  const familiar = run(from('a', true), 'familiar', async () => {
    found = 'known'
    return found
  })
  await new Promise(setImmediate)
  assert.deepEqual([found, asked], ['known', 50])
  answer()
  await Promise.all([familiar, ...unknown])
  assert.equal(asked, 500)
})

test('no more than fifty lookups of familiar trackers run at a time either', async () => {
  const { run } = lookupLimiter(20, silentLog)
  const { seen, find } = countedLookups()
  const asking = Array.from({ length: 500 }, (_, at) => run(from('a', true), String(at), () => find(at)))
  await Promise.all(asking)
  assert.equal(seen.most, 50)
})

test('a lookup that fails counts for nobody, and the next ones run', async () => {
  const { run, isBlocked } = lookupLimiter(1, silentLog)
  const fail = () => Promise.reject(new Error('away'))
  for (let time = 0; time < 3; time++) await assert.rejects(run(from('a'), '1', fail), /away/)
  assert.equal(isBlocked('a'), false)
  assert.equal(await run(from('a'), '1', async () => 'known'), 'known')
})

test('messages of a unit are counted only while others wait', () => {
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
