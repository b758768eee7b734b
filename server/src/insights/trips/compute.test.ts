/** Stored trips equal the result of segmenting the stored messages, in whatever order those arrive. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { day, drive, type Leg } from '#testing/routes.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { computeVisits } from '../geofences/compute.ts'
import { compute, forgetSome } from '../projections/actions.ts'
import { follow } from '../projections/follow.ts'
import { computeTrips, tripProjection } from './compute.ts'

const api = await openApi()
const { ctx } = api
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer()
const quotas = { unit: 1000, geofence: 0, unit_storage: 204800 }
const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', quotas })
const account = await anActivatedAccount(api, dealer, plan.id)

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
  ctx.db.selectFrom('trips').selectAll().where('unitId', '=', unitId).orderBy('t0').execute()

/** Without the time of computation. */
const content = async (unitId: number) =>
  (await stored(unitId)).map(({ id: _, unitId: __, createdAt: ___, revisedAt: ____, ...rest }) => rest)

const checkpoints = (unitId: number) =>
  ctx.db
    .selectFrom('followedCheckpoints')
    .select(['t', 'state'])
    .where('follower', '=', 'trips')
    .where('unitId', '=', unitId)
    .orderBy('t')
    .execute()

async function computed(batches: readonly (readonly Message[])[], isEach = false): Promise<number> {
  const unit = await aUnit(dealer, account.id)
  for (const part of isEach ? batches.map((batch) => [batch]) : [batches]) {
    await send(unit, part)
    if (isEach) await follow(acting, [tripProjection])
    await computeTrips(acting)
  }
  return unit.id
}

const inBatches = (messages: readonly Message[], size: number) =>
  Array.from({ length: Math.ceil(messages.length / size) }, (_, index) =>
    messages.slice(index * size, (index + 1) * size),
  )

test('a day becomes trips and stops with their distances', async () => {
  const unitId = await computed(inBatches(day(), 50))
  const trips = await stored(unitId)
  assert.deepEqual(
    trips.map(({ kind, metres, endedRule }) => [kind, Math.round(metres / 100) / 10, endedRule]),
    [
      ['stop', 0, 'ignition_on'],
      ['trip', 20, 'ignition_off'],
      ['stop', 0, 'ignition_on'],
      ['trip', 15, 'ignition_off'],
      ['stop', 0, null],
    ],
  )
})

test('computed in pieces it is the same as computed at once, and ids stay', async () => {
  const whole = await computed([day()])
  const unit = await aUnit(dealer, account.id)
  const seen = new Map<string, number>()
  for (const batch of inBatches(day(), 40)) {
    await send(unit, [batch])
    await computeTrips(acting)
    for (const { id, t0 } of await stored(unit.id)) {
      if (!seen.has(id)) seen.set(id, t0)
      assert.equal(seen.get(id), t0)
    }
  }
  assert.deepEqual(await content(unit.id), await content(whole))
  assert.deepEqual(await checkpoints(unit.id), await checkpoints(whole))
  assert.equal(seen.size, (await stored(unit.id)).length)
  assert.ok((await stored(unit.id)).every(({ revisedAt }) => revisedAt === null))
})

test('late data revises what it touches, keeps its id, and leaves the rest alone', async () => {
  const messages = day()
  const whole = await computed([messages])
  const unit = await aUnit(dealer, account.id)
  // Ten minutes of the first trip arrive a day later.
  const [from, to] = [100, 160]
  await send(unit, [[...messages.slice(0, from), ...messages.slice(to)]])
  await computeTrips(acting)
  const before = await stored(unit.id)
  assert.notDeepEqual(await content(unit.id), await content(whole))
  ctx.clock.advance(86_400)
  await send(unit, [messages.slice(from, to)])
  await computeTrips(acting)
  const after = await stored(unit.id)
  assert.deepEqual(await content(unit.id), await content(whole))
  assert.deepEqual(await checkpoints(unit.id), await checkpoints(whole))
  const touched = after.filter(({ revisedAt }) => revisedAt !== null)
  assert.deepEqual(
    touched.map(({ kind }) => kind),
    ['trip'],
  )
  assert.ok(before.some(({ id }) => id === touched[0]?.id))
  for (const one of after.filter(({ revisedAt }) => revisedAt === null)) {
    assert.deepEqual(
      before.find(({ id }) => id === one.id),
      one,
    )
  }
})

test('recomputation stops where nothing differs any more', async () => {
  const week = Array.from({ length: 7 }, (_, index) => day(index)).flat()
  const unit = await aUnit(dealer, account.id)
  const missing = 130
  await send(unit, inBatches([...week.slice(0, missing), ...week.slice(missing + 3)], 500))
  await computeTrips(acting)
  const before = await stored(unit.id)
  const kept = await checkpoints(unit.id)
  assert.ok(kept.length > 10)
  // An impossible state after the change: had the run continued, it would have been replaced.
  const mark = kept.at(-1)!
  await ctx.db
    .updateTable('followedCheckpoints')
    .set({ state: '{}' })
    .where('follower', '=', 'trips')
    .where('unitId', '=', unit.id)
    .where('t', '=', mark.t)
    .execute()
  await send(unit, [week.slice(missing, missing + 3)])
  await computeTrips(acting)
  const again = await checkpoints(unit.id)
  assert.equal(again.at(-1)?.state, '{}')
  const after = await stored(unit.id)
  assert.equal(after.length, before.length)
  assert.equal(after.filter(({ revisedAt }) => revisedAt !== null).length, 1)
})

test('shuffled, duplicate, late and in any pieces: the trips of the ordered run', async () => {
  const leg: fc.Arbitrary<Leg> = fc.record({
    seconds: fc.integer({ min: 1, max: 60 }).map((n) => n * 60),
    kmh: fc.constantFrom(0, 0, 30, 90),
    ignition: fc.constantFrom(true, false, undefined),
    silent: fc.constantFrom(false, false, false, true),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 2, maxLength: 10 }),
      fc.integer({ min: 0, max: 60 }),
      fc.infiniteStream(fc.nat({ max: 1_000_000 })),
      fc.integer({ min: 1, max: 6 }),
      async (legs, drift, keys, parts) => {
        const messages = drive(legs, { every: 30, drift })
        if (messages.length === 0) return
        const key = () => keys.next().value as number
        const shuffled = messages.map((message) => ({ message, key: key() })).sort((a, b) => a.key - b.key)
        const doubled = shuffled.flatMap(({ message }) => (key() % 5 === 0 ? [message, message] : [message]))
        const ordered = await computed([messages])
        const other = await computed(inBatches(doubled, Math.ceil(doubled.length / parts)), true)
        assert.deepEqual(await content(other), await content(ordered))
        assert.deepEqual(await checkpoints(other), await checkpoints(ordered))
      },
    ),
    { numRuns: 12 },
  )
})

test('trips are deleted with the messages they were computed from', async () => {
  const unitId = await computed(inBatches(day(), 50))
  const trips = await stored(unitId)
  const second = trips[2]!
  await ctx.db.deleteFrom('messageChunks').where('unitId', '=', unitId).where('t0', '<', second.t0).execute()
  for (let after = 0; ; ) {
    const { next } = await forgetSome(ctx, tripProjection, after)
    after = next
    if (after === 0) break
  }
  assert.deepEqual(await stored(unitId), trips.slice(2))
  await dealer.ask('DELETE', `/units/${unitId}`)
  assert.deepEqual(await stored(unitId), [])
})

test('trips stay whose messages arrived in one packet with later ones', async () => {
  const messages = day()
  const at = messages.length - 5
  // A tracker often sends its current record first, and then what it has collected, up to now.
  const unitId = await computed([[messages[at]!], messages.filter((_, index) => index !== at)])
  const trips = await stored(unitId)
  assert.equal(trips.length, 5)
  for (let after = 0; ; ) {
    const { next } = await forgetSome(ctx, tripProjection, after)
    after = next
    if (after === 0) break
  }
  assert.deepEqual(await stored(unitId), trips)
})

test('a unit that is deleted while it is computed leaves nothing', async () => {
  const unit = await aUnit(dealer, account.id)
  await send(unit, [day()])
  await dealer.ask('DELETE', `/units/${unit.id}`)
  await computeTrips(acting)
  assert.deepEqual(await stored(unit.id), [])
  assert.equal(await computeTrips(acting), 0)
})

test('a unit that cannot be computed does not stop the others', async () => {
  const [broken, fine] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const messages = day()
  for (const unit of [broken, fine]) await send(unit, [messages.slice(0, 100)])
  await computeTrips(acting)
  await ctx.db
    .updateTable('followedUnits')
    .set({ state: '{"at":1,"last":7}' })
    .where('follower', '=', 'trips')
    .where('unitId', '=', broken.id)
    .execute()
  for (const unit of [broken, fine]) await send(unit, [messages.slice(100)])
  await computeTrips(acting)
  assert.equal((await stored(fine.id)).length, 5)
  assert.ok(api.failures.length > 0)
})

test('messages that arrive while a unit is computed stay marked, and the result is kept', async () => {
  const unit = await aUnit(dealer, account.id)
  const messages = day()
  await send(unit, [messages.slice(0, 100)])
  let isLate = true
  const interrupted = {
    ...tripProjection,
    async rulesOf() {
      if (isLate) await send(unit, [messages.slice(100)])
      isLate = false
      // Another job takes the notes and marks the unit again.
      await computeVisits(acting)
      return () => undefined
    },
  }
  await compute(acting, interrupted)
  const followed = await ctx.db
    .selectFrom('followedUnits')
    .select(['state', 'dirtyTo'])
    .where('follower', '=', 'trips')
    .where('unitId', '=', unit.id)
    .executeTakeFirstOrThrow()
  assert.equal(JSON.parse(followed.state!).at, messages[99]!.timestamp)
  assert.equal(followed.dirtyTo, messages.at(-1)!.timestamp)
  await computeTrips(acting)
  assert.deepEqual(await content(unit.id), await content(await computed([messages])))
})

test('a unit that two nodes compute at once is computed once', async () => {
  const unit = await aUnit(dealer, account.id)
  await send(unit, [day()])
  const second = {
    ...tripProjection,
    async rulesOf() {
      await computeTrips(acting)
      return () => undefined
    },
  }
  await compute(acting, second)
  assert.deepEqual(await content(unit.id), await content(await computed([day()])))
})
