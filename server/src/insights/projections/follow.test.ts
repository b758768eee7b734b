/** Messages in order are computed for all projections at once; the rest is left to each projection. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { Pressure } from '#kernel/runtime/pressure.ts'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit } from '#testing/builders.ts'
import { askFor } from '#testing/people/client.ts'
import { day, routeStart } from '#testing/routes.ts'
import { insertChunk } from '#tracking/messages/upkeep/upkeep-store.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { stayProjection } from '../dwell/compute.ts'
import { visitProjection } from '../geofences/compute.ts'
import { conditionProjection } from '../notifications/conditions/compute.ts'
import { tripProjection } from '../trips/compute.ts'
import { type AnyProjection, compute, markAccount, markChanged } from './actions.ts'
import { follow } from './follow.ts'

const all: readonly AnyProjection[] = [conditionProjection, visitProjection, stayProjection, tripProjection]
const api = await openApi()
const { ctx } = api
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const account = await anActivatedAccount(api, dealer, plan.id)
type Unit = Awaited<ReturnType<typeof aUnit>>

before(async () => {
  const ask = await askFor(api, dealer, account.user)
  const home = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  assert.equal((await ask('POST', '/geofences', { name: 'Home', shape: home, since: routeStart })).status, 201)
  ctx.clock.set(new Date(routeStart * 1000))
  const parked = { name: 'Parked', condition: { type: 'parked', minutes: 20 } }
  assert.equal((await ask('POST', '/notification-rules', parked)).status, 201)
})

async function send({ id, ident, name }: Unit, messages: readonly Message[]): Promise<void> {
  const writer = startWriter(ctx)
  const unit = { id, ident, name, deviceTypeId: 101, protocolId: 1 }
  await writer.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  await writer.close()
}

/** Each at its own pace. */
async function computeEach(): Promise<void> {
  for (const projection of all) await compute(acting, projection)
}

async function computedAtOnce(messages: readonly Message[]): Promise<Unit> {
  const unit = await aUnit(dealer, account.id)
  await send(unit, messages)
  await computeEach()
  return unit
}

const followedOf = ({ id }: Unit) =>
  ctx.db
    .selectFrom('followedUnits')
    .select(['follower', 'state', 'marks', 'dirtyFrom'])
    .where('unitId', '=', id)
    .orderBy('follower')
    .execute()

/** All results, without when, how often and under which id they were computed. */
async function resultOf(unit: Unit) {
  const from = { trips: 't0', unitSpans: 't0', followedCheckpoints: 't' } as const
  const rows = await Promise.all(
    Object.entries(from).map(([table, time]) =>
      ctx.db
        .selectFrom(table as 'trips')
        .selectAll()
        .where('unitId', '=', unit.id)
        .orderBy(time as 't0')
        .execute(),
    ),
  )
  const states = (await followedOf(unit)).map(({ follower, state, dirtyFrom }) => ({ follower, state, dirtyFrom }))
  const content = ({ id: _, unitId: __, createdAt: ___, revisedAt: ____, ...rest }: Record<string, unknown>) =>
    JSON.stringify(rest)
  return [...rows.map((some) => some.map(content).sort()), states]
}

test('messages in order are computed for all projections, and nothing is marked', async () => {
  const messages = day()
  const unit = await aUnit(dealer, account.id)
  for (let at = 0; at < messages.length; at += 100) {
    await send(unit, messages.slice(at, at + 100))
    assert.equal(await follow(acting, all), 1)
    assert.equal(await follow(acting, all), 0)
  }
  assert.deepEqual(
    (await followedOf(unit)).map((one) => [one.follower, one.marks]),
    [
      ['conditions', 0],
      ['geofences', 0],
      ['trips', 0],
    ],
  )
  const result = await resultOf(unit)
  assert.deepEqual(result, await resultOf(await computedAtOnce(messages)))
  assert.deepEqual([result[0]!.length, result[1]!.length], [5, 3], 'trips and stops; a visit and two windows')
})

test('a damaged chunk of one unit keeps no other from being computed', async () => {
  const [broken, healthy] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const messages = day()
  const data = Buffer.from('damaged')
  const breakOne = (t: number) =>
    insertChunk(ctx.db, broken.id, { t0: t, t1: t, count: 1, bytes: 10, isPacked: true, data })
  const quiet = { ...acting, log: { ...acting.log, error: () => {} } }
  for (const unit of [broken, healthy]) await send(unit, messages.slice(0, 100))
  await breakOne(routeStart + 1)
  assert.equal(await follow(quiet, all), 2)
  assert.deepEqual([await markedOf(healthy), await markedOf(broken)], [[], ['conditions', 'geofences', 'trips']])

  // Each at its own pace, because messages are late.
  for (const unit of [broken, healthy]) await send(unit, [{ ...messages[0]!, timestamp: routeStart - 60 }])
  await markChanged(acting)
  for (const projection of all) await compute(quiet, projection)
  assert.deepEqual(await markedOf(healthy), [])
})

const markedOf = async (unit: Unit) =>
  (await followedOf(unit)).flatMap(({ follower, dirtyFrom }) => (dirtyFrom === null ? [] : [follower]))

test('while trackers wait for their acknowledgements nothing is computed', async () => {
  const unit = await aUnit(dealer, account.id)
  await send(unit, day().slice(0, 100))
  const pressure = new Pressure()
  pressure.felt()
  assert.equal(await follow({ ...acting, pressure }, all), 0)
  assert.equal(await follow(acting, all), 1)
})

test('late messages are marked for the projections they are late for', async () => {
  const messages = day()
  const unit = await computedAtOnce([...messages.slice(0, 100), ...messages.slice(200)])
  await send(unit, messages.slice(100, 200))
  await follow(acting, all)
  assert.ok((await followedOf(unit)).every(({ dirtyFrom }) => dirtyFrom === messages[100]!.timestamp))
  await computeEach()
  assert.deepEqual(await resultOf(unit), await resultOf(await computedAtOnce(messages)))
})

test('a projection that fails does not stop the others', async () => {
  const messages = day()
  const unit = await computedAtOnce(messages.slice(0, 100))
  await send(unit, messages.slice(100))
  const fail = () => Promise.reject(new Error('The disk of visits is full.'))
  const errors: unknown[] = []
  const log = { ...ctx.log, error: (fields: object) => errors.push(fields) } as typeof ctx.log
  await follow(
    { ...acting, log },
    all.map((one) => (one === visitProjection ? { ...one, save: fail } : one)),
  )
  assert.equal(errors.length, 1)
  assert.ok((await followedOf(unit)).every(({ dirtyFrom }) => dirtyFrom === messages[100]!.timestamp))
  await computeEach()
  assert.deepEqual(await resultOf(unit), await resultOf(await computedAtOnce(messages)))
})

test('rules that change meanwhile invalidate the result, and the unit is computed again', async () => {
  const messages = day()
  const unit = await computedAtOnce(messages.slice(0, 100))
  await send(unit, messages.slice(100))
  const changing: AnyProjection = {
    ...visitProjection,
    async rulesOf(...of) {
      await markAccount(ctx, 'geofences', account.id, routeStart)
      return visitProjection.rulesOf(...of)
    },
  }
  await follow(acting, [tripProjection, changing])
  const dirty = (await followedOf(unit)).filter(({ dirtyFrom }) => dirtyFrom !== null)
  assert.deepEqual(
    dirty.map(({ follower, dirtyFrom }) => [follower, dirtyFrom]),
    [
      ['conditions', messages[100]!.timestamp],
      ['geofences', routeStart],
    ],
  )
  await computeEach()
  assert.deepEqual(await resultOf(unit), await resultOf(await computedAtOnce(messages)))
})

test('the first messages of a unit, marked by another process while earlier ones are computed, stay marked', async () => {
  const messages = day()
  const unit = await aUnit(dealer, account.id)
  await send(unit, messages.slice(0, 100))
  const meanwhile: AnyProjection = {
    ...tripProjection,
    async rulesOf(...of) {
      await send(unit, messages.slice(100))
      await markChanged(acting)
      return tripProjection.rulesOf(...of)
    },
  }
  await follow(
    acting,
    all.map((one) => (one === tripProjection ? meanwhile : one)),
  )
  assert.ok((await followedOf(unit)).every(({ dirtyFrom }) => dirtyFrom === messages[100]!.timestamp))
  await computeEach()
  assert.deepEqual(await resultOf(unit), await resultOf(await computedAtOnce(messages)))
})

test('rules that change while the first messages of a unit are computed invalidate the result', async () => {
  const messages = day()
  const unit = await aUnit(dealer, account.id)
  await send(unit, messages)
  const changing: AnyProjection = {
    ...visitProjection,
    async rulesOf(...of) {
      const rules = await visitProjection.rulesOf(...of)
      await markAccount(ctx, 'geofences', account.id, routeStart)
      return rules
    },
  }
  await follow(
    acting,
    all.map((one) => (one === visitProjection ? changing : one)),
  )
  const dirty = (await followedOf(unit)).filter(({ dirtyFrom }) => dirtyFrom !== null)
  assert.deepEqual(
    dirty.map(({ follower }) => follower),
    ['geofences'],
  )
  await computeEach()
  assert.deepEqual(await resultOf(unit), await resultOf(await computedAtOnce(messages)))
})

test('what arrives during a run waits for the next one, so that many are computed together', async () => {
  const messages = day()
  const unit = await computedAtOnce(messages.slice(0, 100))
  await send(unit, messages.slice(100, 200))
  let saves = 0
  const meanwhile: AnyProjection = {
    ...tripProjection,
    async save(...of) {
      if (saves++ === 0) await send(unit, messages.slice(200))
      return tripProjection.save(...of)
    },
  }
  const projections = all.map((one) => (one === tripProjection ? meanwhile : one))
  assert.equal(await follow(acting, projections), 1)
  assert.equal(saves, 1)
  assert.equal(await follow(acting, projections), 1)
  assert.equal(saves, 2)
  assert.deepEqual(await resultOf(unit), await resultOf(await computedAtOnce(messages)))
})

test('an old message that arrives together with a current one leaves everything in between alone', async () => {
  const messages = [...day(), ...day(3)]
  const old = day().slice(100, 110)
  ctx.clock.set(new Date((routeStart + 4 * 86_400) * 1000))
  const now = day(3).slice(-10)
  const unit = await aUnit(dealer, account.id)
  await send(unit, messages.filter((one) => !old.some(({ timestamp }) => timestamp === one.timestamp)).slice(0, -10))
  await follow(acting, all)
  await computeEach()
  await send(unit, [...old, ...now])
  await follow(acting, all)
  const marked = await ctx.db
    .selectFrom('followedUnits')
    .select(['follower', 'dirtyFrom', 'dirtyTo'])
    .where('unitId', '=', unit.id)
    .where('dirtyFrom', 'is not', null)
    .execute()
  assert.ok(marked.length > 0)
  for (const { dirtyFrom, dirtyTo } of marked)
    assert.deepEqual([dirtyFrom, dirtyTo], [old[0]!.timestamp, old.at(-1)!.timestamp])
  await computeEach()
  assert.deepEqual(await resultOf(unit), await resultOf(await computedAtOnce(messages)))
})

test('while something old waits, current messages wait separately, and everything in between is left alone', async () => {
  const messages = [...day(), ...day(3)]
  const old = day().slice(100, 110)
  const now = day(3).slice(-10)
  const unit = await aUnit(dealer, account.id)
  await send(unit, messages.filter((one) => !old.some(({ timestamp }) => timestamp === one.timestamp)).slice(0, -10))
  await follow(acting, all)
  await computeEach()
  for (const some of [old, now.slice(0, 5), now.slice(5)]) {
    await send(unit, some)
    await follow(acting, all)
  }
  const waiting = await ctx.db
    .selectFrom('followedUnits')
    .select(['dirtyFrom', 'dirtyTo', 'nextFrom', 'nextTo'])
    .where('unitId', '=', unit.id)
    .where('dirtyFrom', 'is not', null)
    .execute()
  assert.ok(waiting.length > 0)
  const times = [old[0], old.at(-1), now[0], now.at(-1)].map((one) => one!.timestamp)
  for (const { dirtyFrom, dirtyTo, nextFrom, nextTo } of waiting)
    assert.deepEqual([dirtyFrom, dirtyTo, nextFrom, nextTo], times)
  await computeEach()
  assert.deepEqual(await resultOf(unit), await resultOf(await computedAtOnce(messages)))
})

test('the second range is next, even if a node of the previous version finishes the first', async () => {
  const unit = await aUnit(dealer, account.id)
  const added = { follower: 'trips', unitId: unit.id, dirtyFrom: 1, dirtyTo: 2, dirtySince: new Date() }
  await ctx.db
    .insertInto('followedUnits')
    .values({ ...added, nextFrom: 100_000, nextTo: 100_001 })
    .execute()
  const ended = ctx.db
    .updateTable('followedUnits')
    .set({ dirtyFrom: null, dirtyTo: null })
    .where('unitId', '=', unit.id)
  const left = await ended.returning(['dirtyFrom', 'dirtyTo', 'nextFrom', 'nextTo']).executeTakeFirst()
  assert.deepEqual(left, { dirtyFrom: 100_000, dirtyTo: 100_001, nextFrom: null, nextTo: null })
  await ended.execute()
  assert.equal((await ended.returning('dirtyFrom').executeTakeFirst())?.dirtyFrom, null)
})

test('what arrives while something old is computed is left for later, and the old is not computed again', async () => {
  const messages = [...day(), ...day(3)]
  const old = day().slice(100, 110)
  const now = day(3).slice(-10)
  const unit = await aUnit(dealer, account.id)
  await send(unit, messages.filter((one) => !old.some(({ timestamp }) => timestamp === one.timestamp)).slice(0, -10))
  await follow(acting, all)
  await computeEach()
  await send(unit, old)
  await follow(acting, all)
  let turns = 0
  const meanwhile: AnyProjection = {
    ...tripProjection,
    async rulesOf(...of) {
      if (turns++ === 0) {
        await send(unit, now)
        await follow(acting, all)
      }
      return tripProjection.rulesOf(...of)
    },
  }
  await compute(acting, meanwhile)
  const { dirtyFrom } = await ctx.db
    .selectFrom('followedUnits')
    .select('dirtyFrom')
    .where('unitId', '=', unit.id)
    .where('follower', '=', 'trips')
    .executeTakeFirstOrThrow()
  assert.equal(dirtyFrom, now[0]!.timestamp)
  await computeEach()
  assert.deepEqual(await resultOf(unit), await resultOf(await computedAtOnce(messages)))
})
