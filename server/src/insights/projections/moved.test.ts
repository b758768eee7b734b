/**
 * What an account computes of a unit that moved to it begins at the move, in any order of messages and whatever is
 * computed again.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import { sql } from 'kysely'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit, fresh, receivedAtOnce } from '#testing/builders.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { drive, type Leg, routeStart } from '#testing/routes.ts'
import { computeDriving, drivingProjection } from '../driving/compute.ts'
import { computeVisits, visitProjection } from '../geofences/compute.ts'
import { checkRules } from '../notifications/conditions/checks.ts'
import { computeConditions, conditionProjection } from '../notifications/conditions/compute.ts'
import { notifyNew, withdrawFalse } from '../notifications/notify.ts'
import { computeTrips, tripProjection } from '../trips/compute.ts'
import { markAccount } from './actions.ts'
import { follow } from './follow.ts'
import { claim, listDirty, markUnits } from './store.ts'

const api = await openApi()
const { clock, db } = api.ctx
const road = { kind: 'secondary', limit: 50, usual: 70, name: 'Harbour Street' }
const acting = {
  ...{ ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const },
  addresses: { ...api.ctx.addresses, roadAt: async () => road },
}
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const [seller, buyer] = [await anActivatedAccount(api, dealer, plan.id), await anActivatedAccount(api, dealer, plan.id)]
const key = 'C0FFEE01'

let ask: Client['ask']
const made = async (path: string, body: object) => {
  const answer = await ask('POST', path, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const since = routeStart - 86_400
before(async () => {
  clock.set(new Date(since * 1000))
  ask = await askFor(api, dealer, buyer.user)
  const home = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 900 }
  await made('/geofences', { name: 'Home', shape: home, since })
  for (const condition of [
    { type: 'parked', minutes: 5 },
    { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 60 },
    { type: 'geofence', crossings: ['enter', 'leave'], geofence_ids: [] },
    { type: 'alarm', alarms: [] },
  ])
    await made('/notification-rules', { name: fresh(condition.type), condition })
  const driver = await made('/drivers', { name: 'Anna' })
  await made(`/drivers/${driver.id}/keys`, { kind: 'ibutton', code: key, from: since })
})

type Unit = Awaited<ReturnType<typeof aUnit>>
const projections = [tripProjection, visitProjection, conditionProjection, drivingProjection]

async function turn(): Promise<void> {
  await follow(acting, projections)
  for (const compute of [computeTrips, computeVisits, computeConditions, computeDriving]) await compute(acting)
  await notifyNew(acting)
  await withdrawFalse(acting)
}

/** All results of an account, without ids. */
async function resultOf({ id }: Unit): Promise<Record<string, readonly object[]>> {
  const rows = async (table: string, columns: string, order: string) =>
    (
      await sql<object>`select ${sql.raw(columns)} from ${sql.table(table)} where unit_id = ${id}
        order by ${sql.raw(order)}`.execute(db)
    ).rows
  const { body } = await ask('GET', `/units/${id}/score?from=${routeStart}&to=${routeStart + 86_400}&tz=UTC`)
  const trips = (await ask('GET', `/trips?unit_ids=${id}&kind=trip&from=${routeStart}&to=${routeStart + 86_400}`)).body
  return {
    spans: await rows('unit_spans', 'geofence_id, alarm, rule_id, t0, t1, count', 't0, alarm, geofence_id, rule_id'),
    notifications: (
      await sql<object>`
        select rule_name, notifications.kind, coalesce(unit_events.t, notifications.t) as t from notifications
        left join unit_events on unit_events.id = event_id
        where notifications.unit_id = ${id} and withdrawn_at is null order by t, rule_name, kind`.execute(db)
    ).rows,
    driving: await rows('driving_spans', 'kind, t0, t1, code', 't0, kind'),
    lost: body.lost,
    drivers: trips.flatMap((trip: { to: number; driver: object | null }) => (trip.driver ? [trip.to] : [])),
  }
}

const leg: fc.Arbitrary<Leg> = fc.record({
  seconds: fc.integer({ min: 2, max: 20 }).map((n) => n * 60),
  kmh: fc.constantFrom(0, 0, 50, 90),
  ignition: fc.constant(undefined),
})

const told = (legs: readonly Leg[]): Message[] =>
  drive(legs, { every: 30, drift: 15 }).map((message, index): Message => {
    const alarm = index % 17 === 3 && { 'alarm.type': 'sos' }
    const harsh = index % 11 === 4 && { 'harsh.braking.event': true }
    return { ...message, ...alarm, ...harsh, ...(index % 7 === 1 && { 'ibutton.code': key }) }
  })

test('late messages from before the move, and recomputation, change nothing for the current account', async () => {
  const seen = { differs: 0, kinds: new Set<string>() }
  await fc.assert(
    fc.asyncProperty(
      ...[fc.array(leg, { minLength: 3, maxLength: 7 }), fc.nat({ max: 1000 })],
      ...[fc.infiniteStream(fc.nat({ max: 1_000_000 })), fc.integer({ min: 1, max: 4 })],
      async (legs, part, keys, parts) => {
        const all = told(legs)
        const cut = Number(all[Math.floor((all.length * part) / 1001)]!.timestamp) + 0.5
        const end = Number(all.at(-1)!.timestamp)
        const isAfter = ({ timestamp }: Message) => Number(timestamp) > cut
        clock.set(new Date(since * 1000))
        const [unit, only, always] = [
          await aUnit(dealer, seller.id),
          await aUnit(dealer, buyer.id),
          await aUnit(dealer, buyer.id),
        ]
        const early = all.filter((message) => !isAfter(message) && keys.next().value! % 2 === 0)
        if (early.length > 0) await receivedAtOnce(api, unit, early)
        await turn()
        clock.set(new Date(cut * 1000))
        const moving = { account_id: buyer.id, with_history: true }
        const moved = await dealer.ask('POST', `/console/units/${unit.id}/move`, moving)
        assert.equal(moved.status, 200, moved.text)
        clock.set(new Date((end + 60) * 1000))
        const rest = all
          .filter((message) => !early.includes(message))
          .map((message) => ({ message, key: keys.next().value! }))
          .sort((one, other) => one.key - other.key)
          .map(({ message }) => message)
        const size = Math.max(1, Math.ceil(rest.length / parts))
        for (let from = 0; from < rest.length; from += size) {
          await receivedAtOnce(api, unit, rest.slice(from, from + size))
          await turn()
        }
        const after = all.filter(isAfter)
        if (after.length > 0) await receivedAtOnce(api, only, after)
        await receivedAtOnce(api, always, all)
        await turn()
        const wanted = await resultOf(only)
        const { drivers: _, lost: __, ...stored } = wanted
        const found = await resultOf(unit)
        assert.deepEqual({ ...found, drivers: [], lost: [] }, { ...stored, drivers: [], lost: [] })
        assert.ok(
          found.drivers!.every((t) => Number(t) > cut),
          JSON.stringify([found.drivers, cut]),
        )
        for (const name of ['geofences', 'conditions', 'driving'] as const) await markAccount(acting, name, buyer.id, 0)
        await turn()
        assert.deepEqual(await resultOf(unit), found)
        const whole = await resultOf(always)
        if (JSON.stringify(whole.spans) !== JSON.stringify(wanted.spans)) seen.differs += 1
        for (const [kind, rows] of Object.entries(found)) if (rows.length > 0) seen.kinds.add(kind)
        // The account is computed again in every run, but not with the units of earlier runs.
        for (const { id } of [unit, only, always])
          assert.equal((await dealer.ask('DELETE', `/units/${id}`)).status, 200)
      },
    ),
    { numRuns: 15 },
  )
  assert.ok(seen.differs > 0, 'without the move there is more')
  for (const kind of ['spans', 'notifications', 'driving']) assert.ok(seen.kinds.has(kind), [...seen.kinds].join())
})

test('a result that was computed for the account before the move is not stored for the one after it', async () => {
  clock.set(new Date((routeStart + 3600) * 1000))
  const unit = await aUnit(dealer, seller.id)
  const mark = async () => {
    await markUnits(db, 'geofences', [unit.id], routeStart)
    return (await listDirty(db, 'geofences', unit.id - 1, unit.id + 1, 1))[0]!
  }
  const before = await mark()
  const moving = { account_id: buyer.id, with_history: true }
  assert.equal((await dealer.ask('POST', `/console/units/${unit.id}/move`, moving)).status, 200)
  const after = await mark()
  assert.equal(after.revision, before.revision)
  const save = (dirty: typeof before) =>
    claim(db, 'geofences', [{ dirty, state: '{}', from: 0, to: 0, checkpoints: [] }])
  assert.deepEqual(await save(before), new Set())
  assert.deepEqual(await save(after), new Set([unit.id]))
})

test('a rule is tried and explained from the move on, and earlier silence does not count', async () => {
  clock.set(new Date(since * 1000))
  const unit = await aUnit(dealer, seller.id)
  await receivedAtOnce(api, unit, told([{ seconds: 600, kmh: 90 }]))
  const at = routeStart + 3600
  clock.set(new Date(at * 1000))
  const moving = { account_id: buyer.id, with_history: true }
  assert.equal((await dealer.ask('POST', `/console/units/${unit.id}/move`, moving)).status, 200)
  const fast = { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 60 }
  const tried = async () =>
    (await ask('POST', '/notification-rules/preview', { condition: fast, unit_ids: [unit.id] })).body.count
  assert.equal(await tried(), 0)
  const quiet = { name: fresh('quiet'), condition: { type: 'silence', minutes: 10 }, unit_ids: [unit.id] }
  const silence = await made('/notification-rules', quiet)
  // It would apply to other units from the first day on.
  await db.updateTable('notificationRules').set({ since }).where('id', '=', silence.id).execute()
  const silences = async () => {
    await db.updateTable('notificationRules').set({ lookAt: clock.now() }).where('id', '=', silence.id).execute()
    await checkRules(acting, new Date(0))
    return (await ask('GET', `/notifications?rule_id=${silence.id}`)).body.length
  }
  assert.equal(await silences(), 0)
  const { id } = await made('/notification-rules', { name: fresh('fast'), condition: fast, unit_ids: [unit.id] })
  const why = await ask('GET', `/notification-rules/${id}/explanation?unit_id=${unit.id}&at=${routeStart + 60}`)
  assert.deepEqual(
    why.body.findings
      .filter(({ reason }: { reason: string }) => reason === 'later')
      .map((one: { at: number }) => one.at),
    [at],
  )
  clock.set(new Date((at + 700) * 1000))
  await receivedAtOnce(api, unit, drive([{ seconds: 600, kmh: 90 }], { start: at + 60, every: 30 }))
  assert.equal(await tried(), 1)
  clock.set(new Date((at + 1400) * 1000))
  assert.equal(await silences(), 1)
})
