/** What the platform offers: provider plans, service plans and subscription plans, under /billing. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { assertKeys, assertRefused, payloadIn } from '#testing/checks/answers.ts'

const api = await openApi()
const dealers: Record<DialectName, Caller> = {
  provider: await api.dealer('provider'),
  partner: await api.dealer('partner'),
}
const fleetLimits = ['geofence', 'unit', 'unit_storage']
const tagsLimits = ['sensor', 'gateway', 'asset', 'geofence', 'unit_storage']

for (const dialect of dialectNames) {
  const dealer = dealers[dialect]
  const read = async (path: string) => payloadIn(dialect, await dealer.ask('GET', `/billing/${path}`))

  suite(`what the platform offers in ${dialect}`, () => {
    const managed: [app: string, limits: readonly string[]][] =
      dialect === 'provider'
        ? [
            [fleetApp, fleetLimits],
            [tagsApp, tagsLimits],
          ]
        : [[fleetApp, fleetLimits]]
    for (const [app, limits] of managed) {
      test(`provider plans of ${app === tagsApp ? 'tags_app' : 'fleet_app'} have every field`, async () => {
        const plans = await read(`managed-plans/${app}`)
        assert.ok(plans.length > 1)
        for (const plan of plans) {
          const fields = [
            'id',
            'name',
            'status',
            'description',
            'price',
            'currency',
            'period',
            'features',
            'data',
            'type',
          ]
          assertKeys(plan, fields)
          assertKeys(plan.features, ['limits', 'modules'])
          assertKeys(plan.features.limits, limits)
          for (const limit of Object.values<Record<string, number>>(plan.features.limits)) {
            assertKeys(limit, ['default', 'max', 'min', 'step'])
            const { min = 0, max = 0, step = 0, default: initial = 0 } = limit
            assert.ok(min <= initial && initial <= max && step >= 1)
          }
          assert.ok(plan.features.modules.every((name: unknown) => typeof name === 'string'))
          assertKeys(plan.data, ['time_begin'])
          assert.ok(Number.isInteger(plan.data.time_begin))
          assert.match(plan.currency, /^[a-z]{3}$/)
          assert.ok(['active', 'archived', 'new', 'expired', 'deprecated'].includes(plan.status))
          assert.ok(['managed', 'trial'].includes(plan.type))
          assert.equal(typeof plan.price, 'number')
        }
      })
    }

    test('fleet_app starts with the limits of its document', async () => {
      const plans: { name: string; type: string; features: { limits: object } }[] = await read(
        `managed-plans/${fleetApp}`,
      )
      for (const name of ['Starter', 'Lite', 'Lite+', 'Advanced']) {
        assert.equal(plans.find((plan) => plan.name === name)?.type, 'managed')
      }
      assert.ok(plans.some((plan) => plan.type === 'trial'))
      assert.deepEqual(plans.find((plan) => plan.name === 'Starter')?.features.limits, {
        geofence: { default: 10, max: 70, min: 0, step: 1 },
        unit: { default: 10, max: 70, min: 1, step: 1 },
        unit_storage: { default: 10240, max: 204800, min: 10240, step: 10240 },
      })
    })

    test('owned applications have no provider plans', async () => {
      assert.deepEqual(await read(`managed-plans/${consumerApp}`), [])
    })

    test('service plans of fleet_app have every field', async () => {
      const plans = await read(`service-plans/${fleetApp}`)
      assert.ok(plans.length > 0)
      for (const plan of plans) {
        assertKeys(plan, ['id', 'name', 'status', 'description', 'price', 'currency', 'period', 'features', 'data'])
        assertKeys(plan.data, ['time_begin', 'time_end'])
        assert.ok(['active', 'expired'].includes(plan.status))
        assert.equal(typeof plan.features, 'object')
      }
      assert.deepEqual(await read(`service-plans/${consumerApp}`), [])
    })

    const owned = dialect === 'partner' ? [consumerApp, petApp] : [consumerApp]
    for (const app of owned) {
      test(`subscription plans are keyed by name and have every field: ${app === petApp ? 'pet_app' : 'consumer_app'}`, async () => {
        const plans = await read(`plans/${app}`)
        assert.ok(['free', 'basic', 'premium'].every((name) => name in plans))
        for (const [name, plan] of Object.entries<Record<string, never>>(plans)) {
          assertKeys(plan, ['name', 'subscriptions', 'platforms', 'subscr_types', 'data'])
          assert.equal(plan.name, name)
          assertKeys(plan.data ?? {}, [
            ...['user', 'unit', 'geofence', 'calculator', 'unit_notify_settings'],
            ...['triggers', 'unit_storage', 'config_send_notifications'],
          ])
        }
      })
    }

    for (const app of dialect === 'provider' ? [fleetApp, tagsApp] : [fleetApp]) {
      test(`an application without premium has the free plan only: ${app === tagsApp ? 'tags_app' : 'fleet_app'}`, async () => {
        assert.deepEqual(Object.keys(await read(`plans/${app}`)), ['free'])
      })
    }

    for (const path of ['plans', 'managed-plans', 'service-plans']) {
      test(`an application the dialect does not know is not found: ${path}`, async () => {
        const outsider = dialect === 'provider' ? petApp : tagsApp
        for (const app of [outsider, 'nonsense', fleetApp.toUpperCase()]) {
          assertRefused(await dealer.ask('GET', `/billing/${path}/${app}`), 404, 'NOT_FOUND')
        }
      })
    }
  })
}
