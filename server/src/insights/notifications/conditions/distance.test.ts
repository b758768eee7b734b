/** Units that approach each other or part: in any order of their messages, and only by valid positions. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { createMeters } from '#kernel/runtime/meters.ts'
import { leaseSlices } from '#kernel/slices/leases.ts'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { drive, type Leg, routeStart } from '#testing/routes.ts'
import { visitProjection } from '../../geofences/compute.ts'
import { follow } from '../../projections/follow.ts'
import { limits } from '../limits.ts'
import { notifyNew, withdrawFalse } from '../notify.ts'
import { computeConditions, conditionProjection } from './compute.ts'
import type { DistanceCondition } from './condition.ts'
import { believed, distanceTo } from './distance.ts'
import { markNeighbours, withOthers } from './others.ts'

const api = await openApi()
const { ctx } = api
const { clock, db } = ctx
const actor = { kind: 'job', id: 'test', address: null, requestId: null } as const
const acting = { ...ctx, actor }
const dealer = await api.dealer('provider')
const account = await anActivatedAccount(api, dealer, (await aFleetPlan(dealer)).id)
type Unit = Awaited<ReturnType<typeof aUnit>>

let ask: Client['ask']
before(async () => {
  clock.set(new Date(routeStart * 1000))
  ask = await askFor(api, dealer, account.user)
})

/** Including the wait for reports of others. */
const turn = async (node = acting) => {
  await follow(node, [conditionProjection, visitProjection])
  clock.advance(limits.otherSettleSeconds + 1)
  await computeConditions(node)
  await notifyNew(node)
  await withdrawFalse(node)
}

const rule = async (name: string, unit: Unit, condition: object) => {
  const { status, body, text } = await ask('POST', '/notification-rules', { name, unit_ids: [unit.id], condition })
  assert.equal(status, 201, text)
  return body.id as string
}
const distance = (range: string, metres: number, other: Unit, more: object = {}) => ({
  ...{ type: 'distance', range, metres, unit_ids: [other.id] },
  ...more,
})

const alarms = (unit: Unit) =>
  db
    .selectFrom('notifications')
    .innerJoin('unitEvents', 'unitEvents.id', 'notifications.eventId')
    .select(['ruleName', 'unitEvents.t'])
    .where('notifications.unitId', '=', unit.id)
    .where('withdrawnAt', 'is', null)
    .orderBy('ruleName')
    .orderBy('unitEvents.t')
    .execute()
const times = async (unit: Unit) => (await alarms(unit)).map(({ t }) => t)

const metre = 1 / 111_195
/** This many metres north of a position. */
const at = (t: number, metres: number, more: Message | object = {}): Message => ({
  ...{ timestamp: t, 'position.latitude': 52 + metres * metre, 'position.longitude': 13, 'position.satellites': 9 },
  ...more,
})

/** A rule applies from now on. */
const now = () => {
  clock.set(new Date((Math.floor(clock.now().getTime() / 1000) + 3600) * 1000))
  return clock.now().getTime() / 1000
}

suite('a distance', () => {
  const condition: DistanceCondition = {
    ...{ type: 'distance', range: 'within', metres: 100, unitIds: [], groupIds: [], ageMinutes: 30, seconds: 0 },
  }
  const fix = (t: number, metres: number) => ({ t, lat: 52 + metres * metre, lon: 13 })
  const other = (unitId: number, t: number, metres: number) => ({ unitId, ...fix(t, metres) })
  const is = (range: 'within' | 'beyond', metres: number) =>
    distanceTo({ ...condition, range }, fix(1000, 0), [other(1, 990, metres)])?.is

  test('has a margin at its limit, which neither begins nor ends anything', () => {
    assert.deepEqual(
      [99, 110, 130].map((metres) => is('within', metres)),
      ['yes', 'between', 'no'],
    )
    assert.deepEqual(
      [101, 90, 60].map((metres) => is('beyond', metres)),
      ['yes', 'between', 'no'],
    )
  })

  test('is to the nearest with a recent position; the others are unknown', () => {
    const others = [other(1, 990, 500), other(2, 995, 300), other(3, 1000 - 1801, 10)]
    const beyond = distanceTo({ ...condition, range: 'beyond' }, fix(1000, 0), others)
    assert.deepEqual(beyond, {
      ...{ is: 'yes', metres: 300 },
      others: [
        { unitId: 2, t: 995 },
        { unitId: 1, t: 990 },
      ],
    })
    assert.deepEqual(distanceTo(condition, fix(1000, 0), others)?.is, 'no')
    assert.equal(distanceTo(condition, fix(1000, 0), others.slice(2)), undefined)
    assert.equal(distanceTo(condition, fix(1000, 0), []), undefined)
  })

  test('ignores a single outlier of a receiver', () => {
    const fixes = [fix(0, 0), fix(10, 10), fix(20, 90_000), fix(30, 20), fix(40, 30)]
    assert.deepEqual(
      believed(fixes).map(({ t }) => t),
      [0, 10, 40],
    )
    const moved = [fix(0, 0), fix(10, 90_000), fix(20, 90_010)]
    assert.deepEqual(
      believed(moved).map(({ t }) => t),
      [0, 20],
    )
  })
})

test('in any order of messages of both units, the notifications are those of the ordered run', async () => {
  const leg: fc.Arbitrary<Leg> = fc.record({
    seconds: fc.integer({ min: 1, max: 20 }).map((n) => n * 60),
    kmh: fc.constantFrom(0, 0, 40, 90),
    silent: fc.constantFrom(false, false, false, true),
  })
  const legs = fc.array(leg, { minLength: 2, maxLength: 6 })
  // Both stay where they are, which chance alone does not always bring.
  const standing = [1, 2].map(() => ({ seconds: 600, kmh: 0, silent: false }))
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      ...[legs, legs, fc.infiniteStream(fc.nat({ max: 1_000_000 })), fc.integer({ min: 1, max: 5 })],
      async (own, others, keys, parts) => {
        const key = () => keys.next().value as number
        const start = now()
        const pairs: [Unit, Unit][] = []
        for (let pair = 0; pair < 2; pair++) {
          const [unit, other] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
          pairs.push([unit, other])
          await rule('Near', unit, distance('within', 300, other, { seconds: 60 }))
          await rule('Far', unit, distance('beyond', 1000, other, { age_minutes: 10 }))
          const { seconds: _, ...far } = { ...distance('beyond', 500, other), seconds: 0 }
          const fast = { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 60 }
          await rule('Fast and far', unit, { type: 'combined', match: 'all', conditions: [far, fast], seconds: 30 })
          await rule('Near often', unit, { ...distance('within', 300, other), times: 2, within_minutes: 240 })
        }
        const [ordered, mixed] = pairs as [[Unit, Unit], [Unit, Unit]]
        const told = [own, others].map((one) => drive(one, { start, every: 30, drift: 15 }))
        for (const [index, messages] of told.entries()) await received(api, ordered[index]!, messages)
        clock.set(new Date((start + 30_000) * 1000))
        await turn()
        // All mixed up, or one of the two after the other.
        const last = key() % 3
        const late = (index: number) => (index === last ? 1_000_001 : 0)
        const all = told.flatMap((messages, index) =>
          messages.map((message) => ({ index, message, key: key() + late(index) })),
        )
        const doubled = all.flatMap((one) =>
          one.key % 5 === 0 ? [one, { ...one, key: key() + late(one.index) }] : [one],
        )
        doubled.sort((a, b) => a.key - b.key)
        const size = Math.max(1, Math.ceil(doubled.length / parts))
        for (let from = 0; from < doubled.length; from += size) {
          const some = doubled.slice(from, from + size)
          for (const index of [0, 1]) {
            const sent = some.filter((one) => one.index === index).map(({ message }) => message)
            if (sent.length === 0) continue
            await received(api, mixed[index]!, sent)
            await turn()
          }
        }
        assert.deepEqual(await alarms(mixed[0]), await alarms(ordered[0]))
        const before = await alarms(mixed[0])
        for (const [index, messages] of told.entries())
          if (messages.length > 0) await received(api, mixed[index]!, messages)
        await turn()
        assert.deepEqual(await alarms(mixed[0]), before)
        for (const { ruleName } of before) seen.set(ruleName, (seen.get(ruleName) ?? 0) + 1)
        await db.deleteFrom('notificationRules').where('accountId', '=', account.id).execute()
      },
    ),
    { numRuns: 12, examples: [[standing, standing, fc.stream(Array(10_000).keys()), 2]] },
  )
  for (const name of ['Near', 'Far', 'Fast and far']) assert.ok(seen.has(name), JSON.stringify([...seen]))
})

test('a late position of the other unit disproves an alarm, or causes it', async () => {
  const start = now()
  const [truck, trailer] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const id = await rule('Left behind', truck, distance('beyond', 200, trailer))
  await received(api, trailer, [at(start + 10, 0)])
  await received(api, truck, [at(start + 20, 0), at(start + 60, 900), at(start + 120, 1800)])
  await turn()
  assert.deepEqual(await times(truck), [start + 60])
  const { body } = await ask('GET', `/notifications?rule_id=${id}`)
  assert.deepEqual(
    [body[0].headline, body[0].facts.other_unit_id, body[0].facts.other_unit_name, body[0].facts.later_value],
    [`${truck.name}: more than 200 m from ${trailer.name}`, trailer.id, trailer.name, 900],
  )
  assert.match(body[0].why, new RegExp(`At .*: 900 m from ${trailer.name}\\. Rule: “Left behind”\\.`))
  // It had been pulled all the way.
  await received(api, trailer, [at(start + 59, 890), at(start + 119, 1790)])
  await turn()
  assert.deepEqual(await times(truck), [])
  await received(api, trailer, [at(start + 100, 500)])
  await received(api, truck, [at(start + 101, 1500)])
  await turn()
  assert.deepEqual(await times(truck), [start + 101])
})

test('another node computes the other unit', async () => {
  const start = now()
  const aNode = () => ({ ...acting, slices: leaseSlices({ db, meters: createMeters() }, 0) })
  const nodes = [aNode(), aNode()]
  for (let round = 0; round < 3; round++) for (const { slices } of nodes) await slices.share()
  const units = await Promise.all(Array.from({ length: 6 }, () => aUnit(dealer, account.id)))
  const [other, ...own] = units as [Unit, ...Unit[]]
  for (const unit of own) await rule('Near', unit, distance('within', 100, other))
  for (const unit of own) await received(api, unit, [at(start + 50, 0), at(start + 100, 20)])
  for (const node of nodes) await turn(node)
  await received(api, other, [at(start + 40, 30)])
  for (const node of [...nodes, ...nodes]) await turn(node)
  for (const unit of own) assert.deepEqual(await times(unit), [start + 50])
  assert.deepEqual(await db.selectFrom('neighbourChanges').selectAll().execute(), [])
  for (const { slices } of nodes) await slices.release()
})

test('a unit on a private trip, with an ended term or of another account has no position', async () => {
  const start = now()
  const [unit, ...others] = await Promise.all(Array.from({ length: 4 }, () => aUnit(dealer, account.id)))
  const [away, ended, moved] = others as [Unit, Unit, Unit]
  for (const other of others) await rule('Near', unit!, distance('within', 100, other))
  const secret = { unitId: away.id, t0: start, t1: start + 1000, driverId: null, keeperId: null }
  await db.insertInto('privateStretches').values(secret).execute()
  const ends = new Date((start - 86_400) * 1000)
  await db
    .insertInto('unitTerms')
    .values({
      ...{ unitId: ended.id, accountId: account.id, dealerId: dealer.dealer, paidUntil: '2026-01-01', anchor: 1 },
      ...{ dueAt: ends, expiresAt: ends, state: 'expired', updatedAt: ends },
    } as never)
    .execute()
  const otherAccount = await anActivatedAccount(api, dealer, (await aFleetPlan(dealer)).id)
  for (const other of others) await received(api, other, [at(start + 10, 0)])
  await db.updateTable('units').set({ accountId: otherAccount.id }).where('id', '=', moved.id).execute()
  await received(api, unit!, [at(start + 20, 0), at(start + 80, 0)])
  await turn()
  assert.deepEqual(await times(unit!), [])
  await received(api, away, [at(start + 1010, 0)])
  await received(api, unit!, [at(start + 1020, 0)])
  await turn()
  assert.deepEqual(await times(unit!), [start + 1020])
})

test('it is tried, explained, refused and read like other conditions', async () => {
  const start = now()
  const [unit, other] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const { body: group } = await ask('POST', '/groups', { name: 'Escort', unit_ids: [other.id] })
  const near = { type: 'distance', range: 'within', metres: 500, group_ids: [group.id], seconds: 30 }
  const id = await rule('Escorted', unit, near)
  const { body } = await ask('GET', `/notification-rules/${id}`)
  assert.deepEqual(body.condition, { ...near, unit_ids: [], age_minutes: 30 })
  await received(api, other, [at(start, 0), at(start + 600, 0), at(start + 1200, 0)])
  await received(api, unit, [at(start + 100, 3000), at(start + 900, 400), at(start + 960, 300), at(start + 1300, 5000)])
  await received(api, unit, [at(start + 9000, 5000), at(start + 6000, 5000)])
  await turn()
  clock.set(new Date((start + 7200) * 1000))
  assert.deepEqual(await times(unit), [start + 900])
  const tried = await ask('POST', '/notification-rules/preview', { condition: near, unit_ids: [unit.id] })
  assert.deepEqual(
    [tried.status, tried.body.count, tried.body.listed[0].at, tried.body.listed[0].headline],
    [200, 1, start + 900, `${unit.name}: within 500 m of ${other.name} for 30 s`],
  )
  const why = async (t: number) => {
    const { body: told } = await ask('GET', `/notification-rules/${id}/explanation?unit_id=${unit.id}&at=${t}`)
    const [first] = told.findings.filter(({ reason }: { reason: string }) => reason !== 'no_channel')
    return [first.reason, first.name, first.value]
  }
  assert.deepEqual(await why(start + 90), ['not_near', other.name, 3000])
  assert.deepEqual(await why(start + 6000), ['no_other', null, null])
  const refused = async (condition: object, more: object = {}) =>
    ask('POST', '/notification-rules', { name: 'X', unit_ids: [unit.id], condition, ...more })
  assertRefused(await refused({ ...near, group_ids: [] }), 400, 'FAILED_VALIDATION condition.unit_ids')
  assertRefused(await refused({ ...near, metres: 5 }), 400, 'FAILED_VALIDATION condition.metres')
  assert.equal((await refused({ ...near, unit_ids: [999_999] })).status, 404)
  const foreign = await aUnit(dealer, (await anActivatedAccount(api, dealer, (await aFleetPlan(dealer)).id)).id)
  assert.equal((await refused({ ...near, unit_ids: [foreign.id] })).status, 404)
  const many = await Promise.all(Array.from({ length: 21 }, () => aUnit(dealer, account.id)))
  const { body: all } = await ask('POST', '/groups', { name: 'All', unit_ids: many.map((one) => one.id) })
  assertRefused(await refused({ ...near, group_ids: [all.id] }), 409, 'CONFLICT condition')
  const ten = many.slice(0, 10).map((one) => one.id)
  assertRefused(
    await refused({ ...near, unit_ids: ten, group_ids: [] }, { unit_ids: many.map((one) => one.id) }),
    ...([409, 'CONFLICT condition'] as const),
  )
  // A node of the previous version knows no distances.
  const several = { type: 'combined', match: 'any', conditions: [{ ...near, seconds: undefined }] }
  const together = await rule('Together', unit, several)
  const stored = await db.selectFrom('notificationRules').select('condition').where('id', '=', together).execute()
  assert.equal((stored[0]!.condition as { type: string }).type, 'combined-distance')
  assert.equal((await ask('GET', `/notification-rules/${together}`)).body.condition.type, 'combined')
})

test('a person who does not see the other unit reads neither its id nor its name, and cannot change such a rule', async () => {
  const start = now()
  const [unit, other] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const near = distance('within', 100, other)
  const id = await rule('Hidden', unit, near)
  await received(api, other, [at(start + 10, 0)])
  await received(api, unit, [at(start + 20, 50)])
  await turn()
  const person = await aPersonOf(api, ask, 'dispatcher', { unit_ids: [unit.id] })
  const read = async (by: Client['ask']) => {
    const condition = (await by('GET', `/notification-rules/${id}`)).body.condition.unit_ids
    const { facts, headline } = (await by('GET', `/notifications?rule_id=${id}`)).body[0]
    return [condition, facts.condition.unit_ids, facts.other_unit_id, facts.other_unit_name, headline]
  }
  const said = (name: string) => `${unit.name}: within 100 m of ${name}`
  assert.deepEqual(await read(ask), [[other.id], [other.id], other.id, other.name, said(other.name)])
  assert.deepEqual(await read(person.ask), [[], [], null, null, said('another unit')])
  const mine = { name: 'Mine', unit_ids: [unit.id], condition: near }
  assert.equal((await person.ask('POST', '/notification-rules', mine)).status, 404)
  assertRefused(await person.ask('PATCH', `/notification-rules/${id}`, { name: 'Other' }), 403, 'FORBIDDEN')
})

test('a unit that moved to another account has neither name nor position in its former one', async () => {
  const start = now()
  const [truck, trailer] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const id = await rule('Sold', truck, distance('beyond', 200, trailer))
  await received(api, trailer, [at(start + 10, 0)])
  await received(api, truck, [at(start + 20, 0), at(start + 60, 900)])
  await turn()
  const placesOf = async (ruleId: string) => {
    const { facts } = (await ask('GET', `/notifications?rule_id=${ruleId}`)).body[0]
    const events = (await ask('GET', `/events?unit_ids=${truck.id}`)).body as {
      rule_id: string
      place: object | null
    }[]
    return [facts.place, events.find((one) => one.rule_id === ruleId)!.place].map((place) => place !== null)
  }
  assert.deepEqual(await placesOf(id), [true, true])
  const buyer = await anActivatedAccount(api, dealer, (await aFleetPlan(dealer)).id)
  const moving = { account_id: buyer.id, with_history: true }
  assert.equal((await dealer.ask('POST', `/console/units/${trailer.id}/move`, moving)).status, 200)
  const renamed = await dealer.ask('PATCH', `/units/${trailer.id}`, { name: 'Secret trailer' })
  assert.equal(renamed.status, 200, renamed.text)
  const { body, text } = await ask('GET', `/notifications?rule_id=${id}`)
  assert.deepEqual([body[0].facts.other_unit_id, body[0].facts.other_unit_name], [null, null])
  assert.equal(body[0].headline, `${truck.name}: more than 200 m from the other units`)
  assert.ok(!text.includes('Secret trailer'), text)
  assert.deepEqual(await placesOf(id), [false, false])
})

test('a unit that came from another account is compared from the move on', async () => {
  const start = now()
  const seller = await anActivatedAccount(api, dealer, (await aFleetPlan(dealer)).id)
  const [truck, trailer] = [await aUnit(dealer, account.id), await aUnit(dealer, seller.id)]
  await received(api, trailer, [at(start + 10, 0)])
  clock.set(new Date((start + 100) * 1000))
  const moving = { account_id: account.id, with_history: true }
  assert.equal((await dealer.ask('POST', `/console/units/${trailer.id}/move`, moving)).status, 200)
  clock.set(new Date(start * 1000))
  await rule('Near', truck, distance('within', 100, trailer))
  clock.set(new Date((start + 400) * 1000))
  await received(api, truck, [at(start + 20, 0), at(start + 120, 0)])
  await received(api, trailer, [at(start + 15, 0)])
  await turn()
  assert.deepEqual(await times(truck), [])
  await received(api, trailer, [at(start + 150, 0)])
  await received(api, truck, [at(start + 160, 0)])
  await turn()
  assert.deepEqual(await times(truck), [start + 160])
})

test('for one message of a unit that reports often only minutes are read, and for one that sleeps the hours before', async () => {
  const start = now()
  const [unit, busy, asleep] = await Promise.all(Array.from({ length: 3 }, () => aUnit(dealer, account.id)))
  const day = { age_minutes: 1440 }
  await rule('Busy', unit!, distance('within', 100, busy!, day))
  await rule('Asleep', unit!, distance('within', 100, asleep!, day))
  await received(api, asleep!, [at(start, 0)])
  for (let hour = 0; hour < 20; hour++) await received(api, busy!, [at(start + hour * 3600, 0)])
  const counted = { rows: 0 }
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      counted.rows += result.rows.length
      return result
    },
  }
  const watched = await conditionProjection.rulesOf(acting, [unit!.id])
  const own = [{ t: start + 19 * 3600 + 60, texts: [{ timestamp: 0, text: '{}' }] }]
  const [sample] = await withOthers({ db: db.withPlugin(counting) }, own, watched(unit!.id))
  const seen = new Map(sample!.others?.map(({ unitId, t }) => [unitId, t]))
  assert.deepEqual([seen.get(busy!.id), seen.get(asleep!.id)], [start + 19 * 3600, start])
  assert.ok(counted.rows <= 3, String(counted.rows))
})

test('over hours of messages nothing is read twice, and each has the same result as alone', async () => {
  const start = now()
  const [unit, other, asleep] = await Promise.all(Array.from({ length: 3 }, () => aUnit(dealer, account.id)))
  await rule('Near', unit!, distance('within', 100, other!))
  await rule('Asleep', unit!, distance('within', 100, asleep!, { age_minutes: 1440 }))
  const minutes = Array.from({ length: 72 }, (_, index) => index * 10)
  // One of them is noise, and so is the way back.
  for (const minute of minutes) await received(api, other!, [at(start + minute * 60, minute === 370 ? 90_000 : 0)])
  await received(api, asleep!, [at(start, 0)])
  const counted = { chunks: 0 }
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      counted.chunks += result.rows.filter((row) => 'data' in row).length
      return result
    },
  }
  const watched = (await conditionProjection.rulesOf(acting, [unit!.id]))(unit!.id)
  const own = minutes.filter((minute) => minute < 300 || minute > 500).map((minute) => start + minute * 60 + 30.25)
  const samples = own.flatMap((t) => [t, t + 0.5]).map((t) => ({ t, texts: [{ timestamp: t, text: '{}' }] }))
  const together = await withOthers({ db: db.withPlugin(counting) }, samples, watched)
  // Those of its own hours, one before the gap's end, and the one that sleeps.
  assert.ok(counted.chunks <= own.length + 2, String([counted.chunks, own.length]))
  const alone = await Promise.all(samples.map(async (one) => (await withOthers({ db }, [one], watched))[0]!))
  assert.deepEqual(
    together.map(({ others }) => others),
    alone.map(({ others }) => others),
  )
})

test('old and current reports of another unit are computed separately', async () => {
  const start = now()
  const later = start + 2 * 86_400
  const [truck, trailer] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  await rule('Left', truck, distance('beyond', 200, trailer))
  clock.set(new Date((later + 600) * 1000))
  await received(api, trailer, [at(start, 0), at(later, 0)])
  await received(
    api,
    truck,
    [start, later].flatMap((t) => [at(t + 20, 0), at(t + 60, 900), at(t + 120, 1800)]),
  )
  await turn()
  await turn()
  assert.deepEqual(await times(truck), [start + 60, later + 60])
  for (const t of [start, later]) {
    await received(api, trailer, [at(t + 59, 890), at(t + 119, 1790)])
    await follow(acting, [conditionProjection, visitProjection])
  }
  clock.advance(limits.otherSettleSeconds + 1)
  const marked = async () => {
    await markNeighbours(acting)
    const { dirtyFrom, dirtyTo } = await db
      .selectFrom('followedUnits')
      .select(['dirtyFrom', 'dirtyTo'])
      .where('unitId', '=', truck.id)
      .where('follower', '=', 'conditions')
      .executeTakeFirstOrThrow()
    return [dirtyFrom, dirtyTo]
  }
  const lasts = 119 + limits.otherLeadSeconds + limits.otherAgeMinutes.usual * 60
  assert.deepEqual(await marked(), [start + 59, start + lasts])
  await computeConditions(acting)
  assert.deepEqual(await db.selectFrom('neighbourChanges').selectAll().execute(), [])
  await withdrawFalse(acting)
  assert.deepEqual(await times(truck), [])
})
