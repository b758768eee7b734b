/** What unidentified peers can do to others, over real sockets: nothing. Each network here is a /24 of 127.0.0.0/8. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { listen } from '#kernel/db/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { freePorts } from '#testing/ports.ts'
import { acceptedCount, dataFrame, datagram, loginFrame } from '#testing/teltonika.ts'
import { openLine, sendDatagram } from '#testing/tracker.ts'
import { startGateway } from './gateway.ts'

const unidentifiedMax = 30
const unknownPerMinute = 20
const api = await openApi({
  WAYMARK_GATEWAY_PORT: String(await freePorts()),
  WAYMARK_GATEWAY_UNIDENTIFIED_MAX: String(unidentifiedMax),
})
const port = api.ctx.config.gatewayPort + 27
const notifications = listen(api.databaseUrl)
const gateway = await startGateway(api.ctx, notifications)
after(async () => {
  await gateway.close()
  await notifications.close()
})
const dealer = await api.dealer()
const plan = await aPlan(dealer, { quotas: { unit: 50, geofence: 1, unit_storage: 10240 } })
const account = await aManagedAccount(dealer, plan.id)
const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
let imei = 356307042480000
const aTracker = () => aUnit(dealer, account.id, { ident: String(++imei) })

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
  // Fewer at once than there are places for unidentified connections: none of them must give way to another.
  for (let round = 0; round < 3; round++) {
    const guesses = Array.from({ length: 20 }, (_, at) =>
      login(`999000000000${round}${at + 10}`, `127.0.1.${2 + round}`),
    )
    assert.deepEqual([...new Set(await Promise.all(guesses))], ['00'])
  }
  assert.equal(await lobbyCount(), unknownPerMinute)
  assert.equal(await login(unseen.ident, '127.0.1.9'), '00', 'a known ident is answered as an unknown one')
  assert.equal(await login(seen.ident, '127.0.1.2'), '01', 'whoever was let in from there before still is')
  assert.equal(await login(unseen.ident, '127.0.2.1'), '01', 'another network is not shut')
})

test('a flood of datagrams from one network asks the database next to nothing, and known trackers are heard', async () => {
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

test('silent connections fill all places, and a tracker from elsewhere has one all the same', async () => {
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
