/** Addresses match the positions of units, in whatever order messages arrive. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Addresses } from '#kernel/geo/addresses.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { day, routeStart } from '#testing/routes.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { computeVisits } from '../geofences/compute.ts'
import { forgetSome } from '../projections/actions.ts'
import { computeTrips, tripProjection } from '../trips/compute.ts'
import { computeAddresses, wantFirstAddresses } from './actions.ts'

const api = await openApi()
const { ctx } = api
const dealer = await api.dealer()
const quotas = { unit: 1000, geofence: 10, unit_storage: 204800 }
const plan = await aPlan(dealer, {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  quotas,
  modules: ['timeline', 'geofence'],
})
const account = await anActivatedAccount(api, dealer, plan.id)
const passwords = { new_password: goodPassword, repeat_password: goodPassword }
await dealer.ask('PUT', `/users/${account.user.id}/password`, passwords)
const client = askAs(api, await logIn(api, account.user.name))

/** A street every hundred metres, with a number every ten. */
const source = (version: string, street = 'Road'): Addresses => ({
  ...ctx.addresses,
  at: async ({ lat, lon }) => {
    const [along, aside] = [Math.round((lon - 10) * 7_000), Math.round((lat - 50) * 10_000)]
    return { text: `${street} ${along}, ${aside}`, street, houseNumber: String(along), source: 'map' }
  },
  version: async () => version,
})
const actor = { kind: 'job', id: 'test', address: null, requestId: null } as const
const acting = { ...ctx, actor, addresses: source('1') }

async function compute(by = acting): Promise<number> {
  await computeTrips(by)
  await computeVisits(by)
  let count = 0
  for (let some = 1; some > 0; count += some) some = await computeAddresses(by)
  return count
}

type Unit = Awaited<ReturnType<typeof aUnit>>

async function send({ id, ident, name }: Unit, messages: readonly Message[]): Promise<void> {
  const writer = startWriter(ctx)
  const unit = { id, ident, name, deviceTypeId: 101, protocolId: 1 }
  await writer.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  await writer.close()
}

interface Told {
  kind: string
  from: number
  from_place: Named
  to_place: Named
}
interface Named {
  geofence: string | null
  address: { text: string } | null
}
const text = ({ geofence, address }: Named) => [geofence, address?.text ?? null]

/** Everything that its client reads. */
async function readBy({ id }: Unit) {
  const { body } = await client('GET', `/trips?unit_ids=${id}&from=${routeStart}&to=${routeStart + 86_400}`)
  const latest = (await client('GET', '/addresses')).body.find((one: { unit_id: number }) => one.unit_id === id)
  return {
    trips: (body as Told[]).map(({ kind, from, from_place, to_place }) => [
      kind,
      from,
      ...text(from_place),
      ...text(to_place),
    ]),
    latest: latest && text(latest.place),
  }
}

const messages = day()
const ordered = await aUnit(dealer, account.id)
const depot = {
  name: 'North depot',
  shape: { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 },
  since: routeStart,
}
assert.equal((await client('POST', '/geofences', depot)).status, 201)
await send(ordered, messages)
await compute()
const expected = await readBy(ordered)

test('trips begin and end at addresses, stops are at one, and the geofence is shown with it', () => {
  const [first, trip, second] = expected.trips
  assert.deepEqual(first?.slice(2, 4), first?.slice(4))
  assert.equal(first?.[2], 'North depot')
  assert.match(String(first?.[3]), /^Road 0, /)
  assert.equal(trip?.[2], 'North depot')
  assert.match(String(trip?.[5]), /^Road \d{4}, /)
  assert.deepEqual(second?.slice(2, 4), [null, trip?.[5]])
  assert.deepEqual(expected.latest, expected.trips.at(-1)?.slice(2, 4))
})

test('visits have the address where the border was crossed', async () => {
  const stretch = `unit_ids=${ordered.id}&from=${routeStart}&to=${routeStart + 86_400}`
  const [visit] = (await client('GET', `/geofence-visits?${stretch}`)).body
  const at = (crossing: { place: Named }) => crossing.place.address?.text
  assert.match(`${at(visit.came)} | ${at(visit.left)}`, /^Road -?\d, -?\d+ \| Road \d{2}, -?\d+$/)
})

test('a unit from before there were addresses gets its first without a new message', async () => {
  await ctx.db.deleteFrom('addresses').where('unitId', '=', ordered.id).where('isLatest', '=', true).execute()
  assert.equal((await readBy(ordered)).latest, undefined)
  assert.equal(await wantFirstAddresses(ctx), 1)
  assert.equal(await wantFirstAddresses(ctx), 0)
  await compute()
  assert.deepEqual((await readBy(ordered)).latest, expected.latest)
})

test('its dealer reads the address but not the name of the geofence', async () => {
  const path = `/console/units/${ordered.id}/address`
  assert.equal((await dealer.ask('GET', path)).body.address.text, expected.latest[1])
  assert.equal((await (await api.dealer()).ask('GET', path)).status, 404)
})

test('a file of positions has the address of each stop', async () => {
  const path = `/units/${ordered.id}/track?format=csv&from=${routeStart}&to=${routeStart + 86_400}`
  const lines = (await client('GET', path)).text.trim().split('\r\n')
  assert.equal(lines.length, messages.length + 1)
  assert.match(String(lines[1]), /,"North depot, Road 0, \d+"$/)
  assert.match(String(lines[120]), /,true,$/)
  assert.match(String(lines.at(-1)), /,"Road \d{4}, -?\d+"$/)
})

test('late, duplicate and unordered messages give the same addresses as the ordered run', async () => {
  const parts = Array.from({ length: 12 }, (_, index) => messages.slice(index * 260, (index + 1) * 260 + 20))
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(parts, { minLength: parts.length }), async (shuffled) => {
      const unit = await aUnit(dealer, account.id)
      for (const [index, part] of shuffled.entries()) {
        await send(unit, part)
        if (index % 3 === 0) await compute()
      }
      await compute()
      assert.deepEqual(await readBy(unit), expected)
    }),
    { numRuns: 4 },
  )
})

test('a unit that stays in place requests nothing again', async () => {
  const unit = await aUnit(dealer, account.id)
  await send(unit, messages)
  assert.ok((await compute()) > 0)
  const last = messages.at(-1) as Message
  await send(unit, [{ ...last, timestamp: Number(last.timestamp) + 60 }])
  assert.equal(await compute(), 0)
})

test('with another version of the sources everything is looked up again, and nothing twice', async () => {
  const better = { ...acting, addresses: source('2', 'New Road') }
  const [{ count }] = (await ctx.db
    .selectFrom('addresses')
    .select(ctx.db.fn.countAll<number>().as('count'))
    .execute()) as [{ count: number }]
  assert.equal(await compute(better), Number(count))
  assert.equal(await compute(better), 0)
  const { trips, latest } = await readBy(ordered)
  assert.ok(trips.every((trip) => String(trip[3]).startsWith('New Road ')))
  assert.match(latest[1], /^New Road /)
  // And back, even to a smaller version.
  assert.equal(await compute(), Number(count))
  assert.deepEqual(await readBy(ordered), expected)
})

test('trips from before there were addresses get theirs after the first reading', async () => {
  await ctx.db.deleteFrom('addresses').where('unitId', '=', ordered.id).where('isLatest', '=', false).execute()
  assert.ok((await readBy(ordered)).trips.every((trip) => trip[3] === null))
  await compute()
  assert.deepEqual((await readBy(ordered)).trips, expected.trips)
})

test('a tracker is acknowledged while the addresses are locked', async () => {
  const unit = await aUnit(dealer, account.id)
  await ctx.db.transaction().execute(async (db) => {
    await sql`lock table addresses in access exclusive mode`.execute(db)
    await send(unit, messages)
  })
  await compute()
  assert.deepEqual(await readBy(unit), expected)
})

test('addresses are deleted with the messages, and with the unit', async () => {
  const stored = (unitId: number) => ctx.db.selectFrom('addresses').selectAll().where('unitId', '=', unitId).execute()
  const [one, other] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  for (const unit of [one, other]) await send(unit, messages)
  await compute()
  assert.ok((await stored(one.id)).length > 3)
  await ctx.db.deleteFrom('messageChunks').where('unitId', '=', one.id).execute()
  for (let after = 0; ; ) {
    after = (await forgetSome(ctx, tripProjection, after)).next
    if (after === 0) break
  }
  assert.deepEqual(await stored(one.id), [])
  assert.equal((await dealer.ask('DELETE', `/units/${other.id}`)).status, 200)
  assert.deepEqual(await stored(other.id), [])
})
