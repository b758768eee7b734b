/** The connection log, with real connections. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { consumerApp } from '#kernel/applications.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, anOwnedAccount, aPlan, aUnit, setServiceMode } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { datagram, loginFrame } from '#testing/people/teltonika.ts'
import { openLine, sendDatagram } from '#testing/people/tracker.ts'
import { freePorts } from '#testing/ports.ts'
import { until } from '#testing/until.ts'
import { startGateway } from '../gateway/gateway.ts'
import { connectionLog, connectionsKept } from './connections.ts'

const api = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const port = api.ctx.config.gatewayPort + 27
const notifications = listen(api.databaseUrl)
const gateway = await startGateway(api.ctx, notifications)
after(() => notifications.close())
const dealer = await api.dealer()
const plan = await aPlan(dealer, { quotas: { unit: 50, geofence: 1, unit_storage: 10240 } })
const account = await aManagedAccount(dealer, plan.id)
let imei = 356307042450000
const aTracker = (change: object = {}) => aUnit(dealer, account.id, { ident: String(++imei), ...change })

interface Entry {
  readonly at: number
  readonly event: string
  readonly connected_at: number | null
  readonly peer: string
  readonly protocol: string
  readonly tls: boolean
  readonly reason: string | null
}
const read = async (unit: { id: number }): Promise<Entry[]> =>
  (await dealer.ask('GET', `/units/${unit.id}/connections`)).body

/** The log is written a moment later: waits until it has this many entries. */
const readAtLeast = (unit: { id: number }, count: number): Promise<Entry[]> =>
  until(`entry ${count}`, async () => {
    const entries: Entry[] = await read(unit)
    return entries.length >= count && entries
  })

test('the log has a login, a second one that replaces it, and the end of each with its reason', async () => {
  const unit = await aTracker()
  const first = await openLine(port)
  first.send(loginFrame(unit.ident))
  await first.receive(1)
  const second = await openLine(port)
  second.send(loginFrame(unit.ident))
  await second.receive(1)
  await first.closed()
  second.socket.end()
  const entries = await readAtLeast(unit, 4)
  assert.deepEqual(entries.map(({ event, reason }) => `${event}: ${reason}`).toSorted(), [
    'closed: the tracker disconnected',
    'closed: the tracker has connected again',
    'login: null',
    'login: null',
  ])
  for (const entry of entries) {
    assert.deepEqual([entry.protocol, entry.tls], ['teltonika', false])
    assert.match(entry.peer, /^127\.0\.0\.1:\d+$/)
    assert.ok(entry.connected_at !== null && entry.connected_at <= entry.at)
  }
  assert.equal(new Set(entries.map(({ peer }) => peer)).size, 2)
})

test('a tracker with another protocol than its unit is refused, and the log of the unit shows it', async () => {
  const unit = await aTracker({ hw_id: 201 })
  const line = await openLine(port)
  line.send(loginFrame(unit.ident))
  await line.closed()
  const [entry] = await readAtLeast(unit, 1)
  assert.deepEqual([entry?.event, entry?.connected_at], ['refused', null])
  assert.match(entry?.reason ?? '', /^it uses teltonika, but the model of the unit uses \w+$/)
})

test('datagrams and unknown devices are not in the log', async () => {
  const unit = await aTracker()
  await sendDatagram(port, datagram(unit.ident, 1, [{ at: api.ctx.clock.now().getTime() / 1000 }]))
  const unknown = await openLine(port)
  unknown.send(loginFrame('999999999999999'))
  await unknown.closed()
  const known = await aTracker()
  const line = await openLine(port)
  line.send(loginFrame(known.ident))
  await line.receive(1)
  await readAtLeast(known, 1)
  assert.deepEqual(await read(unit), [])
  line.socket.destroy()
})

test('the last hundred entries of a unit are kept, and none when it is deleted', async () => {
  const unit = await aTracker()
  const log = connectionLog(api.ctx)
  for (let n = 1; n <= connectionsKept + 20; n++) {
    log.refused({ unitId: unit.id, peer: `192.0.2.1:${n}`, protocol: 'gt06', reason: 'a test' })
    if (n % 50 === 0) await log.flush()
  }
  log.refused({ unitId: 999_999_999, peer: '192.0.2.1:1', protocol: 'gt06', reason: 'gone' })
  await log.close()
  const entries = await read(unit)
  assert.deepEqual(
    [entries.length, entries[0]?.peer, entries.at(-1)?.peer],
    [connectionsKept, '192.0.2.1:120', '192.0.2.1:21'],
  )
  assert.equal((await dealer.ask('DELETE', `/units/${unit.id}`)).status, 200)
  const rows = await api.ctx.db.selectFrom('unitConnections').select('id').where('unitId', '=', unit.id).execute()
  assert.deepEqual(rows, [])
})

test('for a client’s own account it is shown with support access only: an address reveals where someone is', async () => {
  const owned = await anOwnedAccount(api, dealer)
  const unit = await aUnit(dealer, owned.id, { app_id: consumerApp })
  assertRefused(await dealer.ask('GET', `/units/${unit.id}/connections`), 403, 'FORBIDDEN')
  await setServiceMode(api, owned.id, [consumerApp])
  assert.equal((await dealer.ask('GET', `/units/${unit.id}/connections`)).status, 200)
})

test('a stopping server logs it, and loses no entry', async () => {
  const unit = await aTracker()
  const line = await openLine(port)
  line.send(loginFrame(unit.ident))
  await line.receive(1)
  await gateway.close()
  const [last] = await read(unit)
  assert.deepEqual([last?.event, last?.reason], ['closed', 'the server was stopped'])
})
