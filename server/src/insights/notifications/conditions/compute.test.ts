/** The order of messages does not change the notifications. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit } from '#testing/builders.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { drive, type Leg, routeStart } from '#testing/routes.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { computeVisits, visitProjection } from '../../geofences/compute.ts'
import { follow } from '../../projections/follow.ts'
import { notifyNew, withdrawFalse } from '../notify.ts'
import { computeConditions, conditionProjection } from './compute.ts'

const api = await openApi()
const { ctx } = api
/** Roads of some kilometres each: with a limit, without one, and no road. */
const addresses: typeof ctx.addresses = {
  ...ctx.addresses,
  roadAt: async ({ lon }) =>
    [{ kind: 'primary', limit: 70, usual: 80 }, { kind: 'tertiary', usual: 60 }, undefined][Math.floor(lon * 20) % 3],
}
const acting = { ...ctx, addresses, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const account = await anActivatedAccount(api, dealer, plan.id)

let ask: Client['ask']
const rule = async (name: string, condition: object, more: object = {}) => {
  const { status, body, text } = await ask('POST', '/notification-rules', { name, condition, ...more })
  assert.equal(status, 201, text)
  return body.id as string
}
before(async () => {
  api.ctx.clock.set(new Date(routeStart * 1000))
  ask = await askFor(api, dealer, account.user)
  const circle = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  const { body: bridge } = await ask('POST', '/geofences', { name: 'Bridge', shape: circle, since: routeStart })
  const town = { ...circle, radius: 5_000 }
  const { body: area } = await ask('POST', '/geofences', { name: 'Town', shape: town, since: routeStart })
  const speed = { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 80, seconds: 60 }
  await rule('Too fast', speed)
  const { seconds: _, ...fast } = speed
  const place = (side: string, of = area) => ({ type: 'place', side, geofence_ids: [of.id] })
  const several = (match: string, conditions: object[]) => ({ type: 'combined', match, conditions, seconds: 60 })
  const ignition = { type: 'parameter', parameter: 'engine.ignition.status', comparison: 'is', value: true }
  await rule('Fast in town', several('all', [fast, place('inside')]))
  await rule('Fast or there', several('any', [{ ...fast, value: 85 }, place('inside', bridge)]))
  await rule(
    'On and far',
    several('all', [
      ignition,
      place('outside'),
      { type: 'parameter', sensor: 'speed', comparison: 'above', value: 20 },
    ]),
  )
  await rule('Fast on average', {
    ...{ type: 'parameter', sensor: 'speed' },
    comparison: 'above',
    value: 80,
    seconds: 60,
  })
  await rule('Over the limit', { type: 'speeding', over: 10, seconds: 30 })
  await rule('Faster than usual', { type: 'speeding', over: 10, seconds: 30, usual: true })
  await rule('Parked', { type: 'parked', minutes: 20 })
  await rule('Idling', { type: 'idle', minutes: 5 })
  await rule('Bridge', { type: 'geofence', crossings: ['enter', 'leave'] })
  await rule('Shaken', { type: 'alarm', alarms: ['vibration'] })
  const often = (times: number, minutes: number) => ({ times, within_minutes: minutes })
  await rule('Shaken often', { type: 'alarm', alarms: ['vibration'], ...often(3, 40) })
  await rule('Fast often', { ...speed, ...often(2, 240) })
  await rule('Fast or there often', { ...several('any', [fast, place('inside', bridge)]), ...often(2, 480) })
  await rule('Bridge often', { type: 'geofence', crossings: ['enter', 'leave'], ...often(2, 120) })
  await rule('Idling often', { type: 'idle', minutes: 5, ...often(2, 480) })
  api.ctx.clock.set(new Date((routeStart + 86_400) * 1000))
})

async function send(unit: { id: number; ident: string; name: string }, messages: readonly Message[]) {
  const writer = startWriter(ctx)
  const { id, ident, name } = unit
  const tracked = { id, ident, name, deviceTypeId: 101, protocolId: 1 }
  await writer.append({ unit: tracked, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  await writer.close()
}

/** Smoothing must not depend on the order either. */
const aUnitWithSensor = async () => {
  const unit = await aUnit(dealer, account.id)
  const sensor = { name: 'Speed', formula: 'position.speed', smoothing: 'average', smoothing_count: 4, decimals: 3 }
  assert.equal((await ask('POST', `/units/${unit.id}/sensors`, sensor)).status, 201)
  return unit
}

const turn = async () => {
  await follow(acting, [conditionProjection, visitProjection])
  await computeConditions(acting)
  await computeVisits(acting)
  await notifyNew(acting)
  await withdrawFalse(acting)
}

const notificationsOf = (unitId: number) =>
  ctx.db
    .selectFrom('notifications')
    .selectAll()
    .where('unitId', '=', unitId)
    .orderBy('ruleName')
    .orderBy('t')
    .orderBy('kind')
    .execute()

/** Notifications that were not withdrawn, with the time of their event: late data may have moved it. */
const alarms = (unitId: number) =>
  ctx.db
    .selectFrom('notifications')
    .innerJoin('unitEvents', 'unitEvents.id', 'notifications.eventId')
    .select(['ruleName', 'notifications.kind', 'unitEvents.t'])
    .where('notifications.unitId', '=', unitId)
    .where('withdrawnAt', 'is', null)
    .orderBy('ruleName')
    .orderBy('unitEvents.t')
    .orderBy('notifications.kind')
    .execute()

const inParts = (messages: readonly Message[], parts: number) => {
  const size = Math.ceil(messages.length / parts)
  return Array.from({ length: parts }, (_, index) => messages.slice(index * size, (index + 1) * size))
}

test('shuffled, duplicate, late and in any pieces: the notifications are those of the ordered run', async () => {
  const leg: fc.Arbitrary<Leg> = fc.record({
    seconds: fc.integer({ min: 1, max: 40 }).map((n) => n * 60),
    kmh: fc.constantFrom(0, 0, 30, 90),
    ignition: fc.constantFrom(undefined, true, false),
    silent: fc.constantFrom(false, false, false, true),
  })
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 2, maxLength: 12 }),
      fc.infiniteStream(fc.nat({ max: 1_000_000 })),
      fc.integer({ min: 1, max: 6 }),
      async (legs, keys, parts) => {
        const key = () => keys.next().value as number
        const messages = drive(legs, { every: 30, drift: 20 }).map((message) =>
          key() % 9 === 0 ? { ...message, 'alarm.event': true, 'alarm.type': 'vibration' } : message,
        )
        if (messages.length === 0) return
        const shuffled = messages.map((message) => ({ message, key: key() })).sort((a, b) => a.key - b.key)
        const doubled = shuffled.flatMap(({ message }) => (key() % 5 === 0 ? [message, message] : [message]))
        const [ordered, other] = [await aUnitWithSensor(), await aUnitWithSensor()]
        await send(ordered, messages)
        await turn()
        for (const part of inParts(doubled, parts)) {
          await send(other, part)
          await turn()
        }
        // Sent again, nothing is new.
        const before = await notificationsOf(other.id)
        await send(other, messages)
        await turn()
        assert.deepEqual(await notificationsOf(other.id), before)
        assert.deepEqual(await alarms(other.id), await alarms(ordered.id))
        for (const { ruleName } of await alarms(ordered.id)) seen.set(ruleName, (seen.get(ruleName) ?? 0) + 1)
        assert.equal(
          (await alarms(other.id)).length,
          (await notificationsOf(other.id)).filter((one) => !one.withdrawnAt).length,
        )
      },
    ),
    { numRuns: 12 },
  )
  // Some are rare: not every run has them.
  const rare = ['Fast often', 'Fast or there often', 'Idling often']
  assert.deepEqual(
    [...seen.keys()].filter((name) => !rare.includes(name)).sort(),
    [
      ...['Bridge', 'Bridge often', 'Fast in town', 'Fast on average', 'Fast or there', 'Faster than usual', 'Idling'],
      ...['On and far', 'Over the limit', 'Parked', 'Shaken', 'Shaken often', 'Too fast'],
    ],
    JSON.stringify([...seen]),
  )
})

test('a notification that late data disproves is marked and undoes nothing; a confirmed one stays the same', async () => {
  const unit = await aUnit(dealer, account.id)
  const at = (seconds: number, kmh: number) => ({ timestamp: routeStart + seconds, 'position.speed': kmh })
  await send(unit, [at(0, 85), at(90, 85)])
  await turn()
  const [first] = await notificationsOf(unit.id)
  assert.equal(first?.withdrawnAt, null)
  await send(unit, [at(40, 84), at(45, 86)])
  await turn()
  assert.deepEqual(await notificationsOf(unit.id), [first])
  // It had slowed down in between.
  await send(unit, [at(50, 20)])
  await turn()
  const [wrong] = await notificationsOf(unit.id)
  assert.ok(wrong?.withdrawnAt)
  const { body } = await ask('GET', `/notifications/${wrong.id}`)
  assert.match(body.why, /Speed above .* 85 km\/h at .*Later data .* Rule: “Too fast”\./)
})

test('every event of a condition is in the feed of events, with its rule', async () => {
  const unit = await aUnit(dealer, account.id)
  await send(unit, drive([{ seconds: 300, kmh: 120 }], { every: 30 }))
  await turn()
  const { body } = await ask('GET', `/events?unit_ids=${unit.id}&kind=condition`)
  const notifications = (await ask('GET', `/notifications?unit_ids=${unit.id}`)).body
  for (const [name, limit, said] of [
    ['Too fast', null, 'speed above 80 km/h for 1 min'],
    ['Over the limit', 70, '120 km/h where the limit is 70 km/h for 30 s'],
    ['Faster than usual', 70, '120 km/h where the limit is 70 km/h for 30 s'],
  ]) {
    const [event, ...others] = body.filter(({ why }: { why: string }) => why.includes(`rule “${name}”`))
    assert.deepEqual(others, [])
    const { facts, headline } = notifications.find((one: { rule_id: string }) => one.rule_id === event.rule_id)
    assert.deepEqual([facts.first_value, facts.later_value, facts.limit], [120, 120, limit])
    assert.equal(headline, `${unit.name}: ${said}`)
  }
})

test('a rule that is changed, disabled or deleted keeps its notifications and starts over', async () => {
  const now = routeStart + 90_000
  api.ctx.clock.set(new Date(now * 1000))
  const unit = await aUnit(dealer, account.id)
  const level = (value: number) => ({ type: 'parameter', parameter: 'battery.level', comparison: 'below', value })
  const id = await rule('Battery', level(20), { unit_ids: [unit.id] })
  const at = (seconds: number, percent: number) => ({ timestamp: now + seconds, 'battery.level': percent })
  const own = async () =>
    (await notificationsOf(unit.id)).filter(({ ruleName }) => ruleName === 'Battery').map(({ t }) => t - now)
  // Before the rule there is nothing to report.
  await send(unit, [at(-600, 10), at(0, 15)])
  await turn()
  assert.deepEqual(await own(), [0])
  await send(unit, [at(60, 14), at(120, 13)])
  await turn()
  assert.deepEqual(await own(), [0])
  api.ctx.clock.advance(200)
  assert.equal((await ask('PATCH', `/notification-rules/${id}`, { condition: level(30) })).status, 200)
  await send(unit, [at(210, 13)])
  await turn()
  assert.deepEqual(await own(), [0, 210])
  await ask('PATCH', `/notification-rules/${id}`, { enabled: false })
  await send(unit, [at(300, 80), at(400, 80), at(500, 10)])
  await turn()
  assert.deepEqual(await own(), [0, 210])
  assert.equal((await ask('DELETE', `/notification-rules/${id}`)).status, 204)
  await send(unit, [at(600, 5)])
  await turn()
  assert.deepEqual(await own(), [0, 210])
  assert.ok((await notificationsOf(unit.id)).every(({ withdrawnAt }) => withdrawnAt === null))
})

test('a rule ignores units outside its group', async () => {
  const now = routeStart + 100_000
  api.ctx.clock.set(new Date(now * 1000))
  const [one, two] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const { body: group } = await ask('POST', '/groups', { name: 'Cold', unit_ids: [one.id] })
  const band = { type: 'parameter', parameter: 'sensor.temperature', comparison: 'outside', low: 2, high: 8 }
  const id = await rule('Cold', band, { group_ids: [group.id] })
  for (const unit of [one, two]) await send(unit, [{ timestamp: now + 1, 'sensor.temperature': 12 }])
  await turn()
  const of = async () =>
    (await ask('GET', `/notifications?rule_id=${id}`)).body.map((n: { unit_id: number }) => n.unit_id)
  assert.deepEqual(await of(), [one.id])
  await ask('PATCH', `/groups/${group.id}`, { unit_ids: [two.id] })
  for (const unit of [one, two]) {
    await send(
      unit,
      [100, 200].map((t) => ({ timestamp: now + t, 'sensor.temperature': t === 100 ? 5 : 12 })),
    )
  }
  await turn()
  assert.deepEqual((await of()).sort(), [one.id, two.id].sort())
})

test('leaving the group of a geofence withdraws no notification about an earlier visit', async () => {
  const now = routeStart + 110_000
  api.ctx.clock.set(new Date(now * 1000))
  const unit = await aUnit(dealer, account.id)
  const { body: group } = await ask('POST', '/groups', { name: 'Depot', unit_ids: [unit.id] })
  const shape = { type: 'circle', center: { latitude: 51, longitude: 11 }, radius: 300 }
  await ask('POST', '/geofences', { name: 'Depot', shape, group_ids: [group.id] })
  await turn()
  const at = (seconds: number, latitude: number) => ({
    ...{ timestamp: now + seconds, 'position.latitude': latitude, 'position.longitude': 11, 'position.valid': true },
  })
  api.ctx.clock.advance(600)
  await send(unit, [at(60, 52), at(120, 51), at(300, 51), at(500, 51)])
  await turn()
  const ofDepot = async () => (await notificationsOf(unit.id)).filter(({ ruleName }) => ruleName === 'Bridge')
  const [entered] = await ofDepot()
  assert.deepEqual([entered?.kind, entered?.withdrawnAt], ['enter', null])
  api.ctx.clock.advance(600)
  await ask('PATCH', `/groups/${group.id}`, { unit_ids: [] })
  await turn()
  const visits = await ctx.db.selectFrom('unitEvents').select('id').where('unitId', '=', unit.id).execute()
  assert.deepEqual(visits, [])
  assert.deepEqual(await ofDepot(), [entered])
})
