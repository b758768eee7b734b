/** Why a rule did not notify: each reason, and no false one. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { routeStart } from '#testing/routes.ts'
import { computeVisits } from '../../geofences/compute.ts'
import { computeConditions } from '../conditions/compute.ts'
import { notifyNew } from '../notify.ts'

const api = await openApi()
const { ctx } = api
Object.assign(ctx.addresses, { roadAt: async () => ({ kind: 'primary', limit: 50, usual: 80 }) })
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const account = await anActivatedAccount(api, dealer, plan.id)
const unit = await aUnit(dealer, account.id)
const other = await aUnit(dealer, account.id)

/** A Tuesday at noon. */
const noon = Math.ceil(routeStart / 86_400) * 86_400 + 43_200
const at = (seconds: number, kmh: number, more: object = {}) => ({
  timestamp: noon + seconds,
  'position.latitude': 50,
  'position.longitude': 10 + seconds / 1e5,
  'position.speed': kmh,
  'position.satellites': 9,
  'engine.ignition.status': true,
  ...more,
})

let ask: Client['ask']
before(async () => {
  ctx.clock.set(new Date((noon - 7200) * 1000))
  ask = await askFor(api, dealer, account.user)
  const circle = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 400 }
  await ask('POST', '/geofences', { name: 'Yard', shape: circle, since: noon - 7200 })
})

const speed = (value: number, seconds = 0) => ({
  ...{ type: 'parameter', parameter: 'position.speed', comparison: 'above', value, seconds },
})

const rule = async (condition: object, more: object = {}) => {
  const { status, body, text } = await ask('POST', '/notification-rules', { name: 'Rule', condition, ...more })
  assert.equal(status, 201, text)
  return body.id as string
}

const explain = async (id: string, seconds: number, unitId = unit.id) => {
  const path = `/notification-rules/${id}/explanation?unit_id=${unitId}&at=${noon + seconds}`
  const { status, body, text } = await ask('GET', path)
  assert.equal(status, 200, text)
  return body as { notified: boolean; findings: Record<string, unknown>[] }
}

/** Without nulls, and without what applies to every rule here. */
const reasonsOf = async (id: string, seconds: number, unitId = unit.id) =>
  (await explain(id, seconds, unitId)).findings
    .filter(({ reason }) => reason !== 'no_channel')
    .map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)))

suite('a rule that did not notify says', () => {
  const made: Record<string, string> = {}
  before(async () => {
    made.fast = await rule(speed(60))
    made.lasting = await rule(speed(50, 600))
    made.off = await rule(speed(10), { enabled: false })
    made.elsewhere = await rule(speed(10), { unit_ids: [other.id] })
    const evening = { days: [1, 2, 3, 4, 5, 6, 7], from: '18:00', to: '20:00' }
    made.evening = await rule(speed(50), { schedule: evening, tz: 'UTC' })
    made.sensor = await rule({ type: 'parameter', sensor: 'Tank', comparison: 'below', value: 10 })
    made.fuel = await rule({ type: 'parameter', parameter: 'fuel.level', comparison: 'below', value: 10 })
    made.speeding = await rule({ type: 'speeding', over: 20 })
    const part = { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 60 }
    const fuel = { ...part, parameter: 'fuel.level' }
    const places = (['inside', 'outside'] as const).map((side) => ({ type: 'place', side, geofence_ids: [] }))
    made.several = await rule({ type: 'combined', match: 'all', conditions: [part, fuel, ...places] })
    made.idle = await rule({ type: 'idle', minutes: 5 })
    made.alarm = await rule({ type: 'alarm', alarms: ['sos'] })
    made.geofence = await rule({ type: 'geofence', crossings: ['enter'] })
    made.silence = await rule({ type: 'silence', minutes: 60 })
    made.service = await rule({ type: 'service', state: 'due' })
    made.conflict = await rule({ type: 'conflict' })
    made.often = await rule({ type: 'alarm', alarms: ['vibration'], times: 3, within_minutes: 60 })
    made.fastOften = await rule({ ...speed(60), times: 2, within_minutes: 10 })
    ctx.clock.set(new Date((noon + 600) * 1000))
    await received(api, unit, [
      ...[at(-60, 40), at(0, 52), at(10, 58), at(20, 55)],
      at(200, 55, { 'alarm.event': true, 'alarm.type': 'vibration' }),
    ])
    await computeVisits(acting)
    await computeConditions(acting)
    await notifyNew(acting)
  })

  const seconds = (reason: object[]) =>
    reason.map((one) => ({ ...one, ...('at' in one && { at: Number(one.at) - noon }) }))
  const says = (name: string, when: number, wanted: object[]) =>
    test(`${name}: ${wanted.map((one) => (one as { reason: string }).reason).join(', ')}`, async () => {
      assert.deepEqual(seconds(await reasonsOf(made[name]!, when)), wanted)
    })

  // The value that came nearest within the minute.
  says('fast', 0, [{ reason: 'not_met', at: 10, value: 58 }])
  says('fast', 30, [{ reason: 'not_met', at: 20, value: 55 }])
  says('lasting', 0, [{ reason: 'not_long', at: 0, value: 55, seconds: 20, needed_seconds: 600 }])
  says('off', 0, [{ reason: 'off' }, { reason: 'met', at: -60, value: 55 }])
  says('elsewhere', 0, [{ reason: 'other_units' }, { reason: 'met', at: -60, value: 55 }])
  says('evening', 0, [
    { reason: 'outside_hours', at: 0 },
    { reason: 'met', at: 20, value: 55 },
  ])
  says('sensor', 0, [{ reason: 'no_sensor', name: 'Tank' }])
  says('fuel', 0, [{ reason: 'no_value' }])
  says('speeding', 0, [{ reason: 'not_met', at: 10, value: 58, limit: 50, usual: false }])
  says('several', 0, [
    { reason: 'not_met', part: 0, at: 20, value: 55 },
    { reason: 'no_value', part: 1, at: 20 },
    { reason: 'not_outside', part: 3, at: 20, name: 'Yard' },
  ])
  says('idle', 0, [{ reason: 'moving', at: 20 }])
  says('alarm', 0, [{ reason: 'other_alarm', kind: 'vibration', at: 200 }])
  says('geofence', 0, [{ reason: 'inside', name: 'Yard', at: -60 }])
  says('silence', 600, [{ reason: 'heard', at: 600, seconds: 60, needed_seconds: 3600 }])
  says('service', 0, [{ reason: 'no_service' }])
  says('conflict', 0, [{ reason: 'no_conflict' }])
  says('often', 200, [
    { reason: 'not_often', count: 1, needed_count: 3, seconds: 3600 },
    { reason: 'met', kind: 'vibration', at: 200 },
  ])
  says('fastOften', 0, [
    { reason: 'not_often', count: 0, needed_count: 2, seconds: 600 },
    { reason: 'not_met', at: 10, value: 58 },
  ])
  says('fast', 5400, [{ reason: 'no_data', at: 200 }])
  says('fast', -9000, [{ reason: 'later', at: -7200 }, { reason: 'no_data' }])
})

suite('a rule that did notify says', () => {
  test('when, that it does so once, and the result at each channel', async () => {
    const hook = { kind: 'webhook', name: 'Office', url: 'https://hooks.example.com/x' }
    const { body: channel } = await ask('POST', '/notification-channels', hook)
    const { body: mute } = await ask('POST', '/notification-channels', { ...hook, name: 'Muted' })
    await ask('PATCH', `/notification-channels/${mute.id}`, { enabled: false })
    const now = noon + 10_000
    ctx.clock.set(new Date(now * 1000))
    const id = await rule(speed(60), { channel_ids: [channel.id, mute.id] })
    ctx.clock.advance(60)
    await received(api, unit, [at(10_010, 70), at(10_020, 71), at(10_200, 72)])
    await computeConditions(acting)
    await notifyNew(acting)
    const { notified, findings } = await explain(id, 10_140)
    assert.equal(notified, true)
    assert.deepEqual(
      findings.map(({ reason, at, name, kind }) => [reason, at === null ? null : Number(at) - noon, name, kind]),
      [
        ['notified', 10_010, null, null],
        ['lasting', 10_010, null, null],
        ['channel_off', null, 'Muted', null],
        ['delivery', null, 'Office', 'waiting'],
      ],
    )
    assert.ok(findings[0]!.notification_id)
  })

  test('nothing about foreign units and rules', async () => {
    const other = await anActivatedAccount(api, dealer, plan.id)
    const foreign = await aUnit(dealer, other.id)
    const id = await rule(speed(60))
    const asked = (rule: string, unitId: number) =>
      `/notification-rules/${rule}/explanation?unit_id=${unitId}&at=${noon}`
    assertRefused(await ask('GET', asked(id, foreign.id)), 404, 'NOT_FOUND')
    const askOther = await askFor(api, dealer, other.user)
    assertRefused(await askOther('GET', asked(id, foreign.id)), 404, 'NOT_FOUND')
  })
})
