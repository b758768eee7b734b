import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { modulesOf, modulesOfAll } from './modules.ts'
import {
  completeModules,
  mayFound,
  moduleName,
  moduleProblems,
  type ProviderPlan,
  type Quotas,
  quotaProblems,
  unitQuotaName,
} from './plan.ts'

const limit = (min: number, max: number, step = 1) => ({ default: min, min, max, step })
const aProviderPlan = (change: Partial<ProviderPlan> = {}): ProviderPlan => ({
  id: '019a0000-0000-7000-8000-000000000999',
  appId: fleetApp,
  name: 'Starter',
  status: 'active',
  type: 'managed',
  description: null,
  price: 1,
  currency: 'eur',
  period: 'month',
  limits: { geofence: limit(0, 70), unit: limit(1, 70), unit_storage: limit(10240, 204800, 10240) },
  modules: ['account', 'unit', 'fuel', 'notification', 'extended_notification', 'geofence'],
  timeBegin: new Date(0),
  ...change,
})
const say = (problems: readonly { code: string; field?: string }[]) =>
  problems.map(({ code, field }) => `${code} ${field}`)

suite('quotas of fleet_app', () => {
  const good: Quotas = { unit: 5, geofence: 5, unit_storage: 20480 }
  const table: [change: object, ...problems: string[]][] = [
    [{}],
    [{ unit: 1 }],
    [{ unit: 70 }],
    [{ unit: 0 }, 'FAILED_VALIDATION quotas.unit'],
    [{ unit: -1 }, 'FAILED_VALIDATION quotas.unit'],
    [{ unit: 71 }, 'FAILED_VALIDATION quotas.unit'],
    [{ unit: 1.5 }, 'FAILED_VALIDATION quotas.unit'],
    [{ geofence: 0 }],
    [{ geofence: 70 }],
    [{ geofence: 71 }, 'FAILED_VALIDATION quotas.geofence'],
    [{ unit_storage: 10240 }],
    [{ unit_storage: 204800 }],
    [{ unit_storage: 0 }, 'FAILED_VALIDATION quotas.unit_storage'],
    [{ unit_storage: 10239 }, 'FAILED_VALIDATION quotas.unit_storage'],
    [{ unit_storage: 10241 }, 'FAILED_VALIDATION quotas.unit_storage'],
    [{ unit_storage: 15360 }, 'FAILED_VALIDATION quotas.unit_storage'],
    [{ unit_storage: 215040 }, 'FAILED_VALIDATION quotas.unit_storage'],
    [{ unit: undefined }, 'INVALID_PAYLOAD quotas.unit'],
    [
      { unit_storage: undefined, geofence: 71 },
      'FAILED_VALIDATION quotas.geofence',
      'INVALID_PAYLOAD quotas.unit_storage',
    ],
    [{ sensor: 1 }, 'INVALID_PAYLOAD quotas.sensor'],
  ]
  for (const [change, ...problems] of table) {
    test(`${JSON.stringify(change)}: ${problems.length === 0 ? 'good' : 'refused'}`, () => {
      const quotas = Object.fromEntries(
        Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined),
      ) as Quotas
      assert.deepEqual(say(quotaProblems(fleetApp, quotas, aProviderPlan())), problems)
    })
  }

  test('storage stays within 10240 to 204800 in its steps, whatever a provider plan says', () => {
    const limits = { ...aProviderPlan().limits, unit_storage: limit(0, 1_000_000, 1) }
    const problemsOf = (unit_storage: number) =>
      say(quotaProblems(fleetApp, { ...good, unit_storage }, aProviderPlan({ limits })))
    assert.deepEqual(problemsOf(204800), [])
    for (const wrong of [0, 10241, 215040])
      assert.deepEqual(problemsOf(wrong), ['FAILED_VALIDATION quotas.unit_storage'])
  })

  test('a provider plan’s own limits and steps apply', () => {
    const limits = { geofence: limit(0, 70, 10), unit: limit(5, 25, 5), unit_storage: limit(20480, 40960, 10240) }
    const problemsOf = (change: object) =>
      say(quotaProblems(fleetApp, { unit: 5, geofence: 0, unit_storage: 20480, ...change }, aProviderPlan({ limits })))
    assert.deepEqual(problemsOf({ unit: 25, geofence: 70, unit_storage: 40960 }), [])
    assert.deepEqual(problemsOf({ unit: 6 }), ['FAILED_VALIDATION quotas.unit'])
    assert.deepEqual(problemsOf({ geofence: 5 }), ['FAILED_VALIDATION quotas.geofence'])
    assert.deepEqual(problemsOf({ unit_storage: 10240 }), ['FAILED_VALIDATION quotas.unit_storage'])
    assert.deepEqual(problemsOf({ unit_storage: 51200 }), ['FAILED_VALIDATION quotas.unit_storage'])
  })
})

test('tags_app has five different quotas', () => {
  const limits = {
    sensor: limit(0, 10),
    gateway: limit(1, 2),
    asset: limit(0, 10),
    geofence: limit(0, 1),
    unit_storage: limit(10240, 204800, 10240),
  }
  const plan = aProviderPlan({ appId: tagsApp, limits })
  const good = { sensor: 0, gateway: 1, asset: 10, geofence: 0, unit_storage: 10240 }
  assert.deepEqual(say(quotaProblems(tagsApp, good, plan)), [])
  assert.deepEqual(say(quotaProblems(tagsApp, { ...good, gateway: 3, sensor: 11 }, plan)), [
    'FAILED_VALIDATION quotas.sensor',
    'FAILED_VALIDATION quotas.gateway',
  ])
  assert.deepEqual(say(quotaProblems(tagsApp, { ...good, unit: 1 }, plan)), ['INVALID_PAYLOAD quotas.unit'])
})

suite('modules', () => {
  const table: [modules: string[], ...problems: string[]][] = [
    [[]],
    [['notification', 'geofence']],
    [['notifications']],
    [['notification', 'extended_notification']],
    [['extended_notification', 'notifications']],
    [['account', 'unit', 'fuel']],
    [['geofence', 'geofence']],
    [['extended_notification'], 'FAILED_VALIDATION modules.0'],
    [['geofence', 'maintenance'], 'FAILED_VALIDATION modules.1'],
    [['nonsense', 'report'], 'FAILED_VALIDATION modules.0', 'FAILED_VALIDATION modules.1'],
    [['Geofence', ''], 'FAILED_VALIDATION modules.0', 'FAILED_VALIDATION modules.1'],
  ]
  for (const [modules, ...problems] of table) {
    test(`${JSON.stringify(modules)}: ${problems.length === 0 ? 'good' : 'refused'}`, () => {
      assert.deepEqual(say(moduleProblems(fleetApp, modules, aProviderPlan())), problems)
    })
  }

  test('appear once each, with those that are always enabled', () => {
    assert.deepEqual(completeModules(fleetApp, ['geofence', 'notifications', 'geofence', 'account']), [
      'account',
      'unit',
      'fuel',
      'notification',
      'geofence',
    ])
    assert.deepEqual(completeModules(tagsApp, ['report']), [
      'account',
      'unit',
      'label',
      'timeline',
      'unit_event',
      'report',
    ])
  })

  test('accept notifications for notification', () => {
    assert.deepEqual(['notifications', 'notification', 'report'].map(moduleName), [
      'notification',
      'notification',
      'report',
    ])
  })

  test('of fleet_app and tags_app are those of their documents', () => {
    const names = (app: string, isDefault: boolean) =>
      modulesOf(app)
        .filter((module) => module.isDefault === isDefault)
        .map((module) => module.name)
        .toSorted()
    assert.deepEqual(names(fleetApp, true), ['account', 'fuel', 'unit'])
    assert.deepEqual(
      names(fleetApp, false),
      [
        'service_mode',
        'tools',
        'notification',
        'unit_event',
        'geofence',
        'timeline',
        'sharing',
        'command',
        'google_maps',
        'statistics',
        'extended_notification',
        'maintenance',
      ].toSorted(),
    )
    assert.deepEqual(names(tagsApp, true), ['account', 'label', 'timeline', 'unit', 'unit_event'])
    assert.deepEqual(names(tagsApp, false), ['building', 'geofence', 'report'])
    assert.deepEqual(modulesOf(consumerApp), [])
  })

  test('of several applications have each name once', () => {
    const names = modulesOfAll([consumerApp, fleetApp, tagsApp]).map((module) => module.name)
    assert.equal(new Set(names).size, names.length)
    assert.deepEqual(new Set(names), new Set([...modulesOf(fleetApp), ...modulesOf(tagsApp)].map(({ name }) => name)))
  })

  test('depend only on modules of their own application', () => {
    for (const app of [fleetApp, tagsApp]) {
      const names = modulesOf(app).map(({ name }) => name)
      for (const { dependsOn } of modulesOf(app)) assert.ok(dependsOn.every((name) => names.includes(name)))
    }
  })
})

suite('a provider plan allows new client plans', () => {
  for (const [status, may] of [
    ['active', true],
    ['new', true],
    ['archived', false],
    ['expired', false],
    ['deprecated', false],
  ] as const) {
    test(`${status}: ${may ? 'yes' : 'no'}`, () => assert.equal(mayFound(aProviderPlan({ status })), may))
  }
})

test('units count towards the unit quota, in tags_app towards the gateway quota', () => {
  assert.deepEqual(([fleetApp, consumerApp, petApp, tagsApp] as const).map(unitQuotaName), [
    'unit',
    'unit',
    'unit',
    'gateway',
  ])
})
