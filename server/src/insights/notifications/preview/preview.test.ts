/** Trying a rule finds what it would have notified, and leaves no trace. */
import assert from 'node:assert/strict'
import { before, mock, test } from 'node:test'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { drive, routeStart } from '#testing/routes.ts'
import { computeVisits } from '../../geofences/compute.ts'
import { computeTrips } from '../../trips/compute.ts'
import { computeConditions } from '../conditions/compute.ts'
import { limits } from '../limits.ts'
import { notifyNew } from '../notify.ts'

const api = await openApi()
const { ctx } = api
Object.assign(ctx.addresses, { roadAt: async () => ({ kind: 'primary', limit: 70, usual: 80 }) })
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const account = await anActivatedAccount(api, dealer, plan.id)
const circle = { type: 'circle', center: { latitude: 50, longitude: 10.05 }, radius: 1500 }

let ask: Client['ask']
before(async () => {
  ctx.clock.set(new Date(routeStart * 1000))
  ask = await askFor(api, dealer, account.user)
})

const turn = async () => {
  await computeConditions(acting)
  await computeVisits(acting)
  await computeTrips(acting)
  await notifyNew(acting)
}

interface Item {
  readonly kind: string
  readonly at: number
  readonly headline: string
  readonly facts: { readonly place: { readonly latitude: number } | null; readonly unit_name: string }
}

const preview = async (condition: object, more: object = {}) => {
  const { status, body, text } = await ask('POST', '/notification-rules/preview', { condition, ...more })
  assert.equal(status, 200, text)
  return body as {
    units: number
    tried: number
    data_from: number
    count: number
    listed: Item[]
    from: number
    to: number
  }
}

/** Fast, slow, standing with the ignition on, parked, fast again; and shaken on the way. */
const route = drive(
  [
    { seconds: 600, kmh: 0, ignition: false },
    { seconds: 900, kmh: 90, ignition: true },
    { seconds: 600, kmh: 30, ignition: true },
    { seconds: 900, kmh: 0, ignition: true },
    { seconds: 3600, kmh: 0, ignition: false },
    { seconds: 900, kmh: 95, ignition: true },
    { seconds: 600, kmh: 0, ignition: false },
  ],
  { every: 30, drift: 10 },
).map((message, index) =>
  index % 50 === 40 ? { ...message, 'alarm.event': true, 'alarm.type': 'vibration' } : message,
)

const speed = { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 80, seconds: 60 }
const kinds: readonly (readonly [name: string, condition: object, more?: object])[] = [
  ['a value', speed],
  [
    'a value at certain hours',
    speed,
    { tz: 'UTC', schedule: { days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', to: '08:00' } },
  ],
  ['a sensor', { type: 'parameter', sensor: 'Speed', comparison: 'above', value: 60, seconds: 0 }],
  ['the limit of the road', { type: 'speeding', over: 15, seconds: 30 }],
  [
    'several conditions',
    {
      ...{ type: 'combined', match: 'all', seconds: 30 },
      conditions: [
        { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 60 },
        { type: 'place', side: 'inside', geofence_ids: [] },
        { type: 'speeding', over: 5 },
      ],
    },
  ],
  ['idling', { type: 'idle', minutes: 5 }],
  ['parking', { type: 'parked', minutes: 20 }],
  ['a geofence', { type: 'geofence', crossings: ['enter', 'leave'] }],
  ['an alarm', { type: 'alarm', alarms: ['vibration'] }],
  ['alarms that are counted', { type: 'alarm', alarms: ['vibration'], times: 2, within_minutes: 60 }],
  ['a value that is counted', { ...speed, times: 2, within_minutes: 120 }],
  ['crossings that are counted', { type: 'geofence', crossings: ['enter', 'leave'], times: 2, within_minutes: 600 }],
]

test('every kind that messages reveal would have notified like an existing rule', async () => {
  const unit = await aUnit(dealer, account.id)
  const sensor = { name: 'Speed', formula: 'position.speed', smoothing: 'average', smoothing_count: 3 }
  assert.equal((await ask('POST', `/units/${unit.id}/sensors`, sensor)).status, 201)
  await ask('POST', '/geofences', { name: 'Bridge', shape: circle, since: routeStart - 40 * 86_400 })
  const ids = new Map<string, string>()
  for (const [name, condition, more] of kinds) {
    const made = await ask('POST', '/notification-rules', { name, condition, ...more })
    assert.equal(made.status, 201, made.text)
    ids.set(name, made.body.id)
  }
  await received(api, unit, route)
  ctx.clock.set(new Date((routeStart + 20_000) * 1000))
  await turn()
  const before = await traces()
  for (const [name, condition, more] of kinds) {
    const { body } = await ask('GET', `/notifications?rule_id=${ids.get(name)}`)
    const real = (body as Item[]).map(({ kind, at, headline }) => [kind, at, headline])
    const tried = await preview(condition, { ...more, unit_ids: [unit.id] })
    assert.ok(real.length > 0 || name.includes('hours'), name)
    assert.deepEqual(tried.listed.map(({ kind, at, headline }) => [kind, at, headline]).sort(), real.sort(), name)
    assert.deepEqual([tried.units, tried.tried, tried.count], [1, 1, real.length], name)
    for (const { facts } of tried.listed) assert.ok(facts.place, name)
  }
  assert.deepEqual(await traces(), before)
})

/** Everything that the live computation stores. */
async function traces() {
  const counts: Record<string, unknown> = {}
  for (const table of ['unitEvents', 'unitSpans', 'notifications', 'notificationRules', 'audit'] as const)
    counts[table] = await ctx.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirst()
  const followed = await ctx.db.selectFrom('followedUnits').selectAll().orderBy('unitId').orderBy('follower').execute()
  const checkpoints = await ctx.db.selectFrom('followedCheckpoints').selectAll().orderBy('unitId').execute()
  return { counts, followed, checkpoints }
}

test('a geofence that was drawn today is tried as if it had always existed', async () => {
  const unit = await aUnit(dealer, account.id)
  await received(api, unit, route)
  await turn()
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  const { body: fresh } = await ask('POST', '/geofences', { name: 'New bridge', shape: circle, since: now })
  await turn()
  const condition = { type: 'geofence', crossings: ['enter'], geofence_ids: [fresh.id] }
  const { listed, count } = await preview(condition, { unit_ids: [unit.id] })
  assert.deepEqual([count, listed[0]?.headline], [1, `${unit.name} has entered New bridge`])
})

test('silence is by arrival of messages, whatever the tracker’s clock says', async () => {
  const unit = await aUnit(dealer, account.id)
  const start = ctx.clock.now().getTime() / 1000
  for (const passed of [0, 1800, 1800 + 7200, 1800 + 7260]) {
    ctx.clock.set(new Date((start + passed) * 1000))
    // What was stored on the way arrives all at once.
    const stored = passed === 1800 + 7200 ? [start + 2400, start + 4800] : []
    await received(
      api,
      unit,
      [...stored, start + passed].map((timestamp) => ({ timestamp, 'battery.level': 50 })),
    )
  }
  ctx.clock.advance(5400)
  const { listed } = await preview({ type: 'silence', minutes: 60 }, { unit_ids: [unit.id] })
  assert.deepEqual(
    listed.map(({ at }) => at - Math.floor(start)),
    [9060, 1800],
  )
})

test('services count back by trips and by days, and start again when they are done', async () => {
  const unit = await aUnit(dealer, account.id)
  const start = Math.floor(ctx.clock.now().getTime() / 1000)
  const service = async (plan: object) => (await ask('POST', `/units/${unit.id}/services`, plan)).body.id as string
  await service({ name: 'Tyres', every_km: 20 })
  const oil = await service({ name: 'Oil', every_days: 4 })
  await received(
    api,
    unit,
    drive(
      [
        { seconds: 600, kmh: 0 },
        { seconds: 3600, kmh: 60 },
        { seconds: 600, kmh: 0 },
      ],
      { start },
    ),
  )
  ctx.clock.set(new Date((start + 5 * 86_400) * 1000))
  await turn()
  await ask('POST', `/services/${oil}/done`, {})
  ctx.clock.advance(86_400)
  const of = async (state: string) =>
    (await preview({ type: 'service', state }, { unit_ids: [unit.id] })).listed.map(({ at, headline }) => [
      headline.replace(`${unit.name}: `, ''),
      Math.round((at - start) / 60),
    ])
  // Twenty kilometres are driven after 20 minutes on the way, eighteen after 18.
  assert.deepEqual(await of('due'), [
    ['Oil is due', 4 * 1440],
    ['Tyres is due', 30],
  ])
  assert.deepEqual(await of('soon'), [
    ['Oil is due', 3.6 * 1440],
    ['Tyres is due', 28],
  ])
})

test('at the deadline it says how far it came', async () => {
  const units = [await aUnit(dealer, account.id), await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const unit_ids = units.map(({ id }) => id)
  for (const unit of units) await received(api, unit, route)
  const clock = performance.now.bind(performance)
  let jumped = 0
  const slow = mock.method(performance, 'now', () => clock() + jumped)
  const read = mock.method(ctx.addresses, 'roadAt', async () => {
    jumped += limits.previewMs
    return { kind: 'primary', limit: 70, usual: 80 }
  })
  try {
    const { units: all, tried, count } = await preview({ type: 'speeding', over: 15, seconds: 30 }, { unit_ids })
    assert.deepEqual([all, tried], [3, 0])
    assert.ok(count > 0)
  } finally {
    slow.mock.restore()
    read.mock.restore()
  }
  assert.equal((await preview(speed, { unit_ids })).tried, 3)
})

test('it says since when there is data to try it on', async () => {
  const unit = await aUnit(dealer, account.id)
  const unit_ids = [unit.id]
  assert.equal((await preview(speed, { unit_ids })).data_from, null)
  const long = (limits.previewDays + 10) * 86_400
  await received(
    api,
    unit,
    route.map((message) => ({ ...message, timestamp: Number(message.timestamp) - long })),
  )
  assert.equal((await preview(speed, { unit_ids })).data_from, null)
  await received(api, unit, route)
  const { from, to, data_from } = await preview(speed, { unit_ids })
  assert.ok(from < data_from && data_from < to)
  assert.equal(data_from, route[0]?.timestamp)
})

test('one rule of an account is tried at a time', async () => {
  const asked = { condition: speed }
  const answers = await Promise.all([1, 2].map(() => ask('POST', '/notification-rules/preview', asked)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await ask('POST', '/notification-rules/preview', asked)).status, 200)
})

test('what could not be saved cannot be tried', async () => {
  const tryIt = (body: object) => ask('POST', '/notification-rules/preview', body)
  assertRefused(await tryIt({}), 400, 'INVALID_PAYLOAD condition')
  assertRefused(await tryIt({ condition: { type: 'idle' } }), 400, 'FAILED_VALIDATION condition.minutes')
  const other = await anActivatedAccount(api, dealer, plan.id)
  const foreign = await aUnit(dealer, other.id)
  assertRefused(await tryIt({ condition: speed, unit_ids: [foreign.id] }), 404, 'NOT_FOUND')
  const poor = await aPlan(dealer, { modules: ['notification'], app_id: fleetApp })
  const small = await anActivatedAccount(api, dealer, poor.id)
  const askSmall = await askFor(api, dealer, small.user)
  assertRefused(await askSmall('POST', '/notification-rules/preview', { condition: speed }), 403, 'FORBIDDEN')
})
