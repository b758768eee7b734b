/** Stored visits and events equal the result of the fold over the stored messages, in whatever order those arrive. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit } from '#testing/builders.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { day, drive, type Leg, routeStart } from '#testing/routes.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { forgetSome } from '../projections/actions.ts'
import { follow } from '../projections/follow.ts'
import { computeVisits, visitProjection } from './compute.ts'

const api = await openApi()
const { ctx } = api
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const account = await anActivatedAccount(api, dealer, plan.id)

let ask: Client['ask']
const metreLon = 1 / 111_195 / Math.cos((50 * Math.PI) / 180)
/** This many metres east of where routes start. */
const place = (metres: number, lat = 50) => ({ latitude: lat, longitude: 10 + metres * metreLon })
const circle = (metres: number, radius: number) => ({ type: 'circle', center: place(metres), radius })
const draw = async (name: string, shape: object, more: object = {}) => {
  const { status, body, text } = await ask('POST', '/geofences', { name, shape, since: routeStart, ...more })
  assert.equal(status, 201, text)
  return body.id as string
}
before(async () => {
  ask = await askFor(api, dealer, account.user)
  await draw('Home', circle(0, 300))
  await draw('Bridge', circle(6_000, 80))
  await draw('Road', { type: 'corridor', points: [place(3_000), place(9_000)], width: 60 })
  const box = [place(18_000, 49.99), place(25_000, 49.99), place(25_000, 50.01), place(18_000, 50.01)]
  await draw('Yard', { type: 'polygon', points: box })
})

async function send(unit: { id: number; ident: string; name: string }, batches: readonly (readonly Message[])[]) {
  const writer = startWriter(ctx)
  const { id, ident, name } = unit
  const tracked = { id, ident, name, deviceTypeId: 101, protocolId: 1 }
  for (const messages of batches) {
    await writer.append({ unit: tracked, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  }
  await writer.close()
}

const stored = (unitId: number) =>
  ctx.db.selectFrom('unitSpans').selectAll().where('unitId', '=', unitId).orderBy('t0').orderBy('geofenceId').execute()
const told = (unitId: number) =>
  ctx.db.selectFrom('unitEvents').selectAll().where('unitId', '=', unitId).orderBy('t').orderBy('kind').execute()

/** Without the time of computation. */
const content = async (unitId: number) => ({
  spans: (await stored(unitId)).map(({ id: _, unitId: __, createdAt: ___, revisedAt: ____, ...rest }) => rest),
  events: (await told(unitId)).map(({ kind, t }) => [kind, t]),
  checkpoints: await ctx.db
    .selectFrom('followedCheckpoints')
    .where('follower', '=', 'geofences')
    .select(['t', 'state'])
    .where('unitId', '=', unitId)
    .orderBy('t')
    .execute(),
})

async function computed(batches: readonly (readonly Message[])[], isEach = false): Promise<number> {
  const unit = await aUnit(dealer, account.id)
  for (const part of isEach ? batches.map((batch) => [batch]) : [batches]) {
    await send(unit, part)
    if (isEach) await follow(acting, [visitProjection])
    await computeVisits(acting)
  }
  return unit.id
}

const inBatches = (messages: readonly Message[], size: number) =>
  Array.from({ length: Math.ceil(messages.length / size) }, (_, index) =>
    messages.slice(index * size, (index + 1) * size),
  )

const kindsOf = async (unitId: number) => (await told(unitId)).map(({ kind }) => kind)

test('shuffled, duplicate, late and in any pieces: the visits and events of the ordered run', async () => {
  const leg: fc.Arbitrary<Leg> = fc.record({
    seconds: fc.integer({ min: 1, max: 60 }).map((n) => n * 60),
    kmh: fc.constantFrom(0, 0, 30, 90),
    silent: fc.constantFrom(false, false, false, true),
  })
  let visits = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 2, maxLength: 12 }),
      fc.integer({ min: 0, max: 60 }),
      fc.infiniteStream(fc.nat({ max: 1_000_000 })),
      fc.integer({ min: 1, max: 6 }),
      async (legs, drift, keys, parts) => {
        const key = () => keys.next().value as number
        const messages = drive(legs, { every: 30, drift }).map((message) =>
          key() % 9 === 0 ? { ...message, 'alarm.event': true, 'alarm.type': 'vibration' } : message,
        )
        if (messages.length === 0) return
        const shuffled = messages.map((message) => ({ message, key: key() })).sort((a, b) => a.key - b.key)
        const doubled = shuffled.flatMap(({ message }) => (key() % 5 === 0 ? [message, message] : [message]))
        const ordered = await content(await computed([messages]))
        const other = await content(await computed(inBatches(doubled, Math.ceil(doubled.length / parts)), true))
        assert.deepEqual(other, ordered)
        visits += ordered.spans.filter(({ geofenceId }) => geofenceId !== null).length
      },
    ),
    { numRuns: 12 },
  )
  assert.ok(visits > 10, String(visits))
})

test('late data revises a visit, which keeps its id; no event is repeated', async () => {
  const messages = drive([
    { seconds: 600, kmh: 0 },
    { seconds: 2_400, kmh: 60 },
    { seconds: 600, kmh: 0 },
  ])
  const unit = await aUnit(dealer, account.id)
  // Between 100 m before the bridge and 400 m after it nothing is received at first.
  const isMissing = ({ timestamp }: Message) =>
    (timestamp as number) >= routeStart + 940 && (timestamp as number) < routeStart + 990
  await send(unit, [messages.filter((message) => !isMissing(message))])
  await computeVisits(acting)
  const [first] = await stored(unit.id)
  const before = await told(unit.id)
  await send(unit, [messages.filter(isMissing), messages])
  await computeVisits(acting)
  const after = await told(unit.id)
  assert.equal(new Set(after.map(({ spanId, kind }) => `${spanId} ${kind}`)).size, after.length)
  for (const event of before) assert.ok(after.some(({ id }) => id === event.id))
  assert.deepEqual((await stored(unit.id))[0], first)
  await send(unit, [messages])
  await computeVisits(acting)
  assert.deepEqual(await told(unit.id), after)
})

test('a new geofence finds earlier visits; changed, it finds others; deleted, none', async () => {
  const unitId = await computed(inBatches(day(), 200))
  const had = await kindsOf(unitId)
  const id = await draw('Depot', circle(10_000, 400))
  await computeVisits(acting)
  const mine = async () => (await stored(unitId)).filter(({ geofenceId }) => geofenceId === id)
  const [visit] = await mine()
  assert.ok(visit && visit.t1! - visit.t0 < 60, 'in passing')
  await ask('PATCH', `/geofences/${id}`, { shape: circle(20_000, 200) })
  await computeVisits(acting)
  const [other] = await mine()
  assert.ok(other && other.t1! - other.t0 > 1_700, 'at the second stop')
  await ask('PATCH', `/geofences/${id}`, { since: routeStart + 30_000 })
  await computeVisits(acting)
  assert.deepEqual(await mine(), [])
  await ask('DELETE', `/geofences/${id}`)
  await computeVisits(acting)
  assert.deepEqual(await kindsOf(unitId), had)
})

test('only its units and groups are watched, including units that join a group', async () => {
  const [one, two] = [await computed([day()]), await computed([day()])]
  const { body: group } = await ask('POST', '/groups', { name: 'Watched', unit_ids: [one] })
  const id = await draw('Hall', circle(20_000, 200), { group_ids: [group.id] })
  const seen = async () => {
    await computeVisits(acting)
    const rows = await ctx.db.selectFrom('unitSpans').select('unitId').where('geofenceId', '=', id).execute()
    return [...new Set(rows.map(({ unitId }) => unitId))]
  }
  assert.deepEqual(await seen(), [one])
  await ask('PATCH', `/groups/${group.id}`, { unit_ids: [two] })
  assert.deepEqual(await seen(), [two])
  await ask('DELETE', `/groups/${group.id}`)
  assert.deepEqual(await seen(), [])
  await ask('PATCH', `/geofences/${id}`, { unit_ids: [one] })
  assert.deepEqual(await seen(), [one])
  await ask('DELETE', `/geofences/${id}`)
})

test('visits are deleted with the messages they were computed from, and with the unit', async () => {
  const unitId = await computed(inBatches(day(), 50))
  const all = await stored(unitId)
  const cut = all.find(({ t1 }) => t1 !== null)!
  await ctx.db
    .deleteFrom('messageChunks')
    .where('unitId', '=', unitId)
    .where('t0', '<=', cut.t1! + 1)
    .execute()
  for (let after = 0; ; ) {
    const { next } = await forgetSome(ctx, visitProjection, after)
    after = next
    if (after === 0) break
  }
  assert.ok(!(await stored(unitId)).some(({ id }) => id === cut.id))
  await dealer.ask('DELETE', `/units/${unitId}`)
  assert.deepEqual([await stored(unitId), await told(unitId)], [[], []])
})

test('a unit that cannot be computed does not stop the others', async () => {
  const [broken, fine] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const messages = day()
  for (const unit of [broken, fine]) await send(unit, [messages.slice(0, 100)])
  await computeVisits(acting)
  await ctx.db.updateTable('followedUnits').set({ state: '{"at":1}' }).where('unitId', '=', broken.id).execute()
  for (const unit of [broken, fine]) await send(unit, [messages.slice(100)])
  await computeVisits(acting)
  assert.ok((await kindsOf(fine.id)).length > 0)
  assert.ok(api.failures.length > 0)
})
