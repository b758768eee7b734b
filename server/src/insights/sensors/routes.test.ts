import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { routeStart } from '#testing/routes.ts'
import { computeConditions } from '../notifications/conditions/compute.ts'
import { computeTrips } from '../trips/compute.ts'
import { computeSensors } from './compute.ts'

const api = await openApi()
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer('provider')
let ask: Client['ask']
let accountId: number
let unit: { id: number; ident: string; name: string }
const tank = {
  ...{ name: 'Fuel tank', kind: 'fuel', measure: 'l', formula: 'ain.1 * 100' },
  calibration: [
    [0, 0],
    [250, 30],
    [500, 80],
  ],
}

before(async () => {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 100, geofence: 5, unit_storage: 204800 },
    modules: modulesOf(fleetApp).map(({ name }) => name),
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  accountId = account.id
  ask = await askFor(api, dealer, account.user)
  unit = await aUnit(dealer, account.id, { hw_id: 101 })
  const messages = Array.from({ length: 60 }, (_, index) => ({
    ...{ timestamp: routeStart + index * 60, 'ain.1': index / 12, 'position.speed': index },
  })) as unknown as Message[]
  await received(api, unit, messages)
})

const created = async (body: object, unitId = unit.id) => {
  const { status, body: made, text } = await ask('POST', `/units/${unitId}/sensors`, body)
  assert.equal(status, 201, text)
  return made
}

suite('a sensor', () => {
  test('has its values, once its history is computed, for the dealer too', async () => {
    const { id, ...made } = await created(tank)
    assert.deepEqual(
      [made.value, made.at, made.recomputing, made.outside, made.decimals],
      [null, null, true, 'clamp', 1],
    )
    await computeSensors(acting)
    const { body } = await ask('GET', `/unit-sensors/${id}`)
    // 491.67 of 500 is between 30 and 80.
    assert.deepEqual([body.value, body.at, body.recomputing], [78.3, routeStart + 59 * 60, false])
    const seen = await dealer.ask('GET', `/units/${unit.id}/sensors`)
    assert.deepEqual(seen.body, [body])
    assert.deepEqual((await ask('GET', '/unit-sensors')).body, [body])
    const graph = await ask('GET', `/unit-sensors/${id}/values?from=${routeStart}&to=${routeStart + 180}`)
    assert.deepEqual(
      graph.body.values.map(([t, value]: [number, number]) => [t - routeStart, Math.round(value * 1000) / 1000]),
      [
        [0, 0],
        [60, 1],
        [120, 2],
      ],
    )
    const hour = await ask('GET', `/unit-sensors/${id}/values?from=${routeStart}&to=${routeStart + 3600}`)
    const rough = (value: number) => Math.round(value * 1000) / 1000
    const { parts } = hour.body
    assert.deepEqual([parts.length, rough(parts[2].min), rough(parts[2].average)], [60, 2, 2])
    assert.equal(rough(parts.at(-1).max), 78.333)
    await ask('DELETE', `/unit-sensors/${id}`)
    assert.deepEqual((await ask('GET', `/units/${unit.id}/sensors`)).body, [])
  })

  test('is tried before it is saved', async () => {
    const range = { from: routeStart, to: routeStart + 3600, max: 40, smoothing: 'average', smoothing_count: 2 }
    const { body } = await ask('POST', `/units/${unit.id}/sensors/preview`, { ...tank, ...range })
    assert.deepEqual([body.messages, body.known, body.kept], [60, 60, 37])
    assert.deepEqual([body.inputs.length, body.values.length, body.values[1][1].toFixed(9)], [60, 37, '0.500000000'])
    assert.deepEqual((await ask('GET', `/units/${unit.id}/sensors`)).body, [])
  })

  for (const [name, body, field] of [
    ['a formula that does not compile', { ...tank, formula: 'while(1) ain.1' }, 'formula'],
    [
      'a formula that costs too much',
      { ...tank, formula: `ain.1${' + ain.1'.repeat(60)}+${'-'.repeat(30)}1` },
      'formula',
    ],
    ['one pair', { ...tank, calibration: [[0, 0]] }, 'calibration'],
    ['a range without anything in it', { ...tank, min: 5, max: 5 }, 'min'],
    ['fuel in degrees', { ...tank, measure: '°C' }, 'measure'],
  ] as const) {
    test(`with ${name} is refused`, async () => {
      assertRefused(await ask('POST', `/units/${unit.id}/sensors`, body), 400, `FAILED_VALIDATION ${field}`)
    })
  }

  test('has a unique name on its unit', async () => {
    const one = await created({ ...tank, name: 'Twice' })
    assertRefused(await ask('POST', `/units/${unit.id}/sensors`, { ...tank, name: 'TWICE' }), 409, 'CONFLICT name')
    const other = await created({ ...tank, name: 'Other' })
    assertRefused(await ask('PATCH', `/unit-sensors/${other.id}`, { name: 'twice' }), 409, 'CONFLICT name')
    await ask('DELETE', `/unit-sensors/${one.id}`)
    await ask('DELETE', `/unit-sensors/${other.id}`)
  })
})

test('a calibration table is exported and imported as CSV', async () => {
  const { id } = await created({ ...tank, name: 'By file' })
  const file = await ask('GET', `/unit-sensors/${id}/calibration`)
  assert.equal(file.text, 'input,value\r\n0,0\r\n250,30\r\n500,80\r\n')
  const set = await ask('PUT', `/unit-sensors/${id}/calibration`, { csv: 'x;y\n500;81,5\n0;0\n' })
  assert.deepEqual(set.body.calibration, [
    [0, 0],
    [500, 81.5],
  ])
  assertRefused(await ask('PUT', `/unit-sensors/${id}/calibration`, { csv: '0,0\nx,1' }), 400, 'FAILED_VALIDATION csv')
  await ask('DELETE', `/unit-sensors/${id}`)
})

test('a sensor is copied to many units, and replaces one of its name unless that should be kept', async () => {
  const source = await created({ ...tank, name: 'Copied', decimals: 2 })
  const units = [await aUnit(dealer, accountId), await aUnit(dealer, accountId), await aUnit(dealer, accountId)]
  await created({ ...tank, name: 'copied', decimals: 0 }, units[0]!.id)
  const unit_ids = [unit.id, ...units.slice(0, 2).map(({ id }) => id)]
  const copy = (body: object) => ask('POST', `/unit-sensors/${source.id}/copies`, body)
  assert.deepEqual((await copy({ unit_ids, existing: 'keep' })).body, { created: 1, replaced: 0, kept: 1 })
  assert.deepEqual((await copy({ unit_ids })).body, { created: 0, replaced: 2, kept: 0 })
  const all = (await ask('GET', '/unit-sensors')).body
  assert.deepEqual(
    all.filter(({ name }: { name: string }) => name === 'Copied').map((one: { decimals: number }) => one.decimals),
    [2, 2, 2],
  )
  const foreign = await aUnit(dealer, (await anActivatedAccount(api, dealer, (await aPlan(dealer)).id)).id)
  assertRefused(await copy({ unit_ids: [foreign.id] }), 404, 'NOT_FOUND')

  const { body: template } = await ask('POST', '/sensor-templates', { ...tank, name: 'Of a model', hw_id: 101 })
  assert.deepEqual([template.hw_id, template.formula], [101, tank.formula])
  assertRefused(await ask('POST', '/sensor-templates', { ...tank, hw_id: 99_999 }), 400, 'FAILED_VALIDATION hw_id')
  const { body: renamed } = await ask('PATCH', `/sensor-templates/${template.id}`, { name: 'Tank 2', hw_id: null })
  assert.deepEqual([renamed.name, renamed.hw_id, renamed.calibration], ['Tank 2', null, tank.calibration])
  const given = await ask('POST', `/sensor-templates/${template.id}/copies`, { unit_ids: [units[2]!.id] })
  assert.deepEqual(given.body, { created: 1, replaced: 0, kept: 0 })
  assert.equal((await ask('GET', `/units/${units[2]!.id}/sensors`)).body[0].name, 'Tank 2')
  assert.equal((await ask('DELETE', `/sensor-templates/${template.id}`)).status, 204)
  assert.deepEqual((await ask('GET', '/sensor-templates')).body, [])
})

test('fuel is read from the sensors of the tanks, and reports show sensor values', async () => {
  const van = await aUnit(dealer, accountId, { name: 'Van with two tanks' })
  await created({ ...tank, name: 'Tank 1' }, van.id)
  await created({ ...tank, name: 'Tank 2', formula: 'ain.2 * 100', decimals: 2 }, van.id)
  // It stands for two hours, and after one of them 40 litres are filled into the second tank.
  const messages = Array.from({ length: 120 }, (_, index) => ({
    timestamp: routeStart + index * 60,
    ...{ 'position.latitude': 50, 'position.longitude': 10, 'position.speed': 0, 'engine.ignition.status': false },
    ...(index % 2 === 0 ? { 'ain.1': 2.5 } : { 'ain.2': index < 60 ? 1 : 4.2 }),
  })) as unknown as Message[]
  await received(api, van, messages)
  await computeTrips(acting)
  await computeSensors(acting)
  const span = `from=${routeStart}&to=${routeStart + 86_400}`
  const { body: fuel } = await ask('GET', `/units/${van.id}/fuel?${span}`)
  assert.deepEqual([fuel.parameter, fuel.sensor, fuel.unit], [null, 'Tank 1 + Tank 2', 'l'])
  assert.deepEqual(fuel.level[0], [routeStart + 60, 42])
  const { body: report } = await ask('GET', `/report?kind=sensors&unit_ids=${van.id}&${span}`)
  const keys = report.columns.map(({ key }: { key: string }) => key)
  assert.deepEqual(keys, ['unit', 'date', 'sensor', 'min', 'average', 'max', 'measure', 'count'])
  const day = new Date(routeStart * 1000).toISOString().slice(0, 10)
  assert.deepEqual(
    report.lines.map(({ cells }: { cells: unknown[] }) => cells),
    [
      ['Van with two tanks', day, 'Tank 1', 30, 30, 30, 'l', 60],
      ['Van with two tanks', day, 'Tank 2', 12, 38, 64, 'l', 60],
    ],
  )
  const { body: values } = await ask('GET', `/report?kind=sensor_values&unit_ids=${van.id}&${span}`)
  assert.deepEqual([values.total.rows, values.lines[1].cells.slice(2)], [120, ['Tank 2', 12, 'l']])
})

test('a rule names a sensor, and a changed sensor is judged again', async () => {
  api.ctx.clock.set(new Date(routeStart * 1000))
  const rule = { type: 'parameter', sensor: 'cold store', comparison: 'above', value: 8 }
  const { status, body, text } = await ask('POST', '/notification-rules', { name: 'Warm', condition: rule })
  assert.equal(status, 201, text)
  assert.deepEqual(body.condition, { ...rule, low: null, high: null, seconds: 0 })
  const store = await aUnit(dealer, accountId)
  const { id } = await created({ name: 'Cold store', formula: 'ain.1', measure: '°C' }, store.id)
  await received(
    api,
    store,
    Array.from({ length: 30 }, (_, index) => ({ timestamp: routeStart + 60 + index * 60, 'ain.1': 5 }) as never),
  )
  const events = async () => {
    await computeConditions(acting)
    return (await ask('GET', `/events?unit_ids=${store.id}`)).body.map(({ kind }: { kind: string }) => kind)
  }
  assert.deepEqual(await events(), [])
  await ask('PATCH', `/unit-sensors/${id}`, { formula: 'ain.1 * 2' })
  assert.deepEqual(await events(), ['condition'])
  assertRefused(
    await ask('POST', '/notification-rules', { name: 'Both', condition: { ...rule, parameter: 'ain.1' } }),
    400,
    'FAILED_VALIDATION condition.parameter',
  )
})
