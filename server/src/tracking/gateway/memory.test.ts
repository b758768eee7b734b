/** A tracker that was offline for long empties its memory, with real connections and the limits as they are by default. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listen } from '#kernel/db/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { freePorts } from '#testing/ports.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/teltonika.ts'
import { openLine } from '#testing/tracker.ts'
import { startGateway } from './gateway.ts'

const api = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const port = api.ctx.config.gatewayPort + 27
const notifications = listen(api.databaseUrl)
const gateway = await startGateway(api.ctx, notifications)
after(async () => {
  await gateway.close()
  await notifications.close()
})
const dealer = await api.dealer()
const plan = await aPlan(dealer, { quotas: { unit: 50, geofence: 1, unit_storage: 204_800 } })
const account = await aManagedAccount(dealer, plan.id)
const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
let imei = 356307042490000

async function loggedIn() {
  const unit = await aUnit(dealer, account.id, { ident: String(++imei) })
  const line = await openLine(port)
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '01')
  return { unit, line }
}

const packet = (first: number, records: number) =>
  dataFrame(Array.from({ length: records }, (_, at) => ({ at: first + at })))

test('a week of records flows without waiting for the minute to pass, and another tracker is served meanwhile', async () => {
  const [{ unit, line }, other] = [await loggedIn(), await loggedIn()]
  const [packets, records, atOnce] = [600, 25, 20]
  const begin = now - packets * records - 100
  // At ten messages a second the rest after the first thousand would take 23 minutes.
  for (let sent = 0; sent < packets; sent += atOnce) {
    for (let one = sent; one < sent + atOnce; one++) line.send(packet(begin + one * records, records))
    other.line.send(packet(begin + sent, 1))
    assert.equal(await other.line.receive(4), acceptedCount(1))
    for (let one = 0; one < atOnce; one++) assert.equal(await line.receive(4), acceptedCount(records))
  }
  const { stored } = await api.ctx.db
    .selectFrom('messageChunks')
    .select(({ fn }) => fn.sum<number>('count').as('stored'))
    .where('unitId', '=', unit.id)
    .executeTakeFirstOrThrow()
  assert.equal(Number(stored), packets * records)
  for (const { socket } of [line, other.line]) socket.destroy()
})

test('a packet of 250 records is stored whole', async () => {
  const { unit, line } = await loggedIn()
  line.send(packet(now - 300, 250))
  assert.equal(await line.receive(4), acceptedCount(250))
  assert.equal((await dealer.ask('GET', `/units/${unit.id}/messages?count=1000`)).body.data.length, 250)
  line.socket.destroy()
})
