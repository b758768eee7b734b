/** Unidentified peers cannot affect others, over real sockets. Each network here is a /24 of 127.0.0.0/8. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openGateway } from '#testing/people/gateway.ts'
import { acceptedCount, dataFrame, datagram, loginFrame } from '#testing/people/teltonika.ts'
import { openLine, sendDatagram } from '#testing/people/tracker.ts'

const unidentifiedMax = 30
const unknownPerMinute = 20
const {
  api,
  dealer,
  anyPort,
  teltonikaPort: port,
  now,
  aTracker,
} = await openGateway({ WAYMARK_GATEWAY_UNIDENTIFIED_MAX: String(unidentifiedMax) })

const lineFrom = (address: string) => openLine(port, () => connect({ host: '127.0.0.1', port, localAddress: address }))

async function login(ident: string, address: string): Promise<string> {
  const line = await lineFrom(address)
  line.send(loginFrame(ident))
  const answer = await line.receive(1)
  line.socket.destroy()
  return answer
}

const lobbyCount = async () =>
  Number(
    (
      await api.ctx.db
        .selectFrom('lobby')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

test('idents cannot be enumerated: after twenty unknown ones a network learns nothing more', async () => {
  const [seen, unseen] = [await aTracker(), await aTracker()]
  assert.equal(await login(seen.ident, '127.0.1.1'), '01')
  // Fewer at once than slots for unidentified connections, so that none of them evicts another.
  for (let round = 0; round < 3; round++) {
    const guesses = Array.from({ length: 20 }, (_, at) =>
      login(`999000000000${round}${at + 10}`, `127.0.1.${2 + round}`),
    )
    assert.deepEqual([...new Set(await Promise.all(guesses))], ['00'])
  }
  assert.equal(await lobbyCount(), unknownPerMinute)
  assert.equal(await login(unseen.ident, '127.0.1.9'), '00', 'a known ident gets the answer of an unknown one')
  assert.equal(await login(seen.ident, '127.0.1.2'), '01', 'an ident that was admitted from there before still is')
  assert.equal(await login(unseen.ident, '127.0.2.1'), '01', 'another network is not blocked')
})

test('a flood of datagrams from one network causes few queries, and known trackers are served', async () => {
  const unit = await aTracker()
  const from = '127.0.3.1'
  assert.ok(await sendDatagram(port, datagram(unit.ident, 1, [{ at: now - 9 }]), undefined, from))
  const before = await lobbyCount()
  await Promise.all(
    Array.from({ length: 500 }, (_, at) =>
      sendDatagram(port, datagram(String(888_000_000_000_000 + at), 1, [{ at: now }]), 200, from),
    ),
  )
  assert.ok(await sendDatagram(port, datagram(unit.ident, 2, [{ at: now - 8 }]), undefined, from))
  assert.ok((await lobbyCount()) - before <= unknownPerMinute)
})

test('silent connections take all slots, and a tracker from another network still gets one', async () => {
  const unit = await aTracker()
  const silent = await Promise.all(
    Array.from({ length: unidentifiedMax + 5 }, (_, at) => lineFrom(`127.0.4.${2 + at}`)),
  )
  const line = await lineFrom('127.0.5.1')
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '01')
  line.send(dataFrame([{ at: now - 3 }]))
  assert.equal(await line.receive(4), acceptedCount(1))
  await Promise.any(silent.map((one) => one.closed()))
  for (const { socket } of [...silent, line]) socket.destroy()
})

test('the password of a tracker gets ten guesses an hour from one address, even beside the tracker itself', async () => {
  const unit = await aTracker(4101)
  assert.equal((await dealer.ask('PATCH', `/units/${unit.id}`, { password: 'the right one' })).status, 200)
  const tell = async (password: string, localAddress: string) => {
    const line = await openLine(port, () => connect({ host: '127.0.0.1', port: anyPort + 39, localAddress }))
    line.send(Buffer.from(`#L#${unit.ident};${password}\r\n`))
    const answer = Buffer.from(await line.receive(7), 'hex')
      .toString()
      .trim()
    line.socket.destroy()
    return answer
  }
  const [own, beside] = ['127.0.7.1', '127.0.7.2']
  assert.equal(await tell('the right one', own), '#AL#1')
  for (let guess = 0; guess < 10; guess++) {
    assert.equal(await tell(`guess ${guess}`, beside), '#AL#0')
    // The same again comes from a misconfigured tracker, and does not count.
    assert.equal(await tell('guess 0', beside), '#AL#0')
  }
  assert.equal(await tell('the right one', beside), '#AL#0')
  assert.equal(await tell('the right one', own), '#AL#1')
  api.ctx.clock.advance(3600)
  assert.equal(await tell('the right one', beside), '#AL#1')
})
