/** A tracker that was offline for long sends its backlog, with real connections and default limits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPlan } from '#testing/builders.ts'
import { openGateway } from '#testing/people/gateway.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'

const { api, dealer, teltonikaPort, now, aTracker } = await openGateway({}, (owner) =>
  aPlan(owner, { quotas: { unit: 50, geofence: 1, unit_storage: 204_800 } }),
)

async function loggedIn() {
  const unit = await aTracker()
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '01')
  return { unit, line }
}

const packet = (first: number, records: number) =>
  dataFrame(Array.from({ length: records }, (_, at) => ({ at: first + at })))

test('a week of records is stored without throttling, and another tracker is served meanwhile', async () => {
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
