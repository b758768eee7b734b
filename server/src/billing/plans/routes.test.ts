import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aTagsPlan, fresh, newPlan, starterPlanId, tagsPlanId } from '#testing/builders.ts'
import { assertRefused, payloadIn, payloadOf } from '#testing/checks/answers.ts'
import { walk } from '#testing/checks/lists.ts'

const api = await openApi()
const now = () => seconds(api.ctx.clock.now())
const dealers: Record<DialectName, Caller> = {
  provider: await api.dealer('provider'),
  partner: await api.dealer('partner'),
}
const archivedPlanId = '019a0000-0000-7000-8000-000000000106'
const missing = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const tagsBody = () => ({
  managed_plan_id: tagsPlanId,
  app_id: tagsApp,
  name: fresh('tags'),
  quotas: { sensor: 1, gateway: 2, asset: 3, geofence: 4, unit_storage: 20480 },
  modules: ['report'],
})

const shown = (
  dealer: Caller,
  id: string,
  body: { modules: unknown },
  modules: readonly string[],
  change: object = {},
) => ({
  id,
  description: null,
  creator_id: dealer.dealer,
  ...body,
  modules,
  ...(dealer.dialect === 'provider' && { client_payment_lifecycle: null }),
  created_at: now(),
  updated_at: now(),
  ...change,
})

for (const dialect of dialectNames) {
  const dealer = dealers[dialect]
  const create = (change: object) => dealer.ask('POST', '/client-plans', newPlan(change))

  suite(`a client plan in ${dialect}`, () => {
    test('is answered with its default modules, and is read and listed as it was created', async () => {
      const own = await api.dealer(dialect)
      const body = newPlan({ modules: ['geofence', 'notifications'] })
      const plan = payloadIn(dialect, await own.ask('POST', '/client-plans', body), 201)
      assert.match(plan.id, uuid)
      const modules = ['account', 'unit', 'fuel', 'notification', 'geofence']
      assert.deepEqual(plan, shown(own, plan.id, body, modules))
      const read = payloadIn(dialect, await own.ask('GET', `/client-plans/${plan.id}`))
      // The partner dialect answers with an array that holds the plan.
      assert.deepEqual(read, dialect === 'partner' ? [plan] : plan)
      assert.deepEqual(payloadIn(dialect, await own.ask('GET', '/client-plans')), [plan])
    })

    test('keeps its description, and may have the name of another', async () => {
      const body = newPlan({ description: 'For couriers', modules: [] })
      for (let times = 0; times < 2; times++) {
        const plan = payloadIn(dialect, await dealer.ask('POST', '/client-plans', body), 201)
        assert.deepEqual(plan, shown(dealer, plan.id, body, ['account', 'unit', 'fuel']))
      }
    })

    const quotas = { unit: 5, geofence: 5, unit_storage: 10240 }
    const wrong: [what: string, change: object, ...problems: string[]][] = [
      [
        'more units than the provider plan allows',
        { quotas: { ...quotas, unit: 71 } },
        'FAILED_VALIDATION quotas.unit',
      ],
      ['no unit', { quotas: { ...quotas, unit: 0 } }, 'FAILED_VALIDATION quotas.unit'],
      ['too many geofences', { quotas: { ...quotas, geofence: 71 } }, 'FAILED_VALIDATION quotas.geofence'],
      ['a negative quota', { quotas: { ...quotas, geofence: -1 } }, 'FAILED_VALIDATION quotas.geofence'],
      ['half a unit', { quotas: { ...quotas, unit: 1.5 } }, 'FAILED_VALIDATION quotas.unit'],
      ['too little storage', { quotas: { ...quotas, unit_storage: 5120 } }, 'FAILED_VALIDATION quotas.unit_storage'],
      ['too much storage', { quotas: { ...quotas, unit_storage: 215040 } }, 'FAILED_VALIDATION quotas.unit_storage'],
      [
        'storage between the steps',
        { quotas: { ...quotas, unit_storage: 20000 } },
        'FAILED_VALIDATION quotas.unit_storage',
      ],
      ['a quota missing', { quotas: { unit: 5, geofence: 5 } }, 'INVALID_PAYLOAD quotas.unit_storage'],
      ['a quota of tags_app', { quotas: { ...quotas, sensor: 1 } }, 'INVALID_PAYLOAD quotas.sensor'],
      ['an unknown quota', { quotas: { ...quotas, users: 1 } }, 'INVALID_PAYLOAD quotas.users'],
      ['a quota as text', { quotas: { ...quotas, unit: '5' } }, 'INVALID_PAYLOAD quotas.unit'],
      ['an unknown module', { modules: ['geofence', 'nonsense'] }, 'FAILED_VALIDATION modules.1'],
      ['a module of tags_app', { modules: ['report'] }, 'FAILED_VALIDATION modules.0'],
      ['a module that the provider plan has not', { modules: ['maintenance'] }, 'FAILED_VALIDATION modules.0'],
      ['a number as module', { modules: [5] }, 'INVALID_PAYLOAD modules.0'],
      ['a text as modules', { modules: 'geofence' }, 'INVALID_PAYLOAD modules'],
      ['an empty name', { name: '' }, 'FAILED_VALIDATION name'],
      ['a missing provider plan', { managed_plan_id: missing }, 'FAILED_VALIDATION managed_plan_id'],
      ['an invalid provider plan', { managed_plan_id: 'x' }, 'FAILED_VALIDATION managed_plan_id'],
      ['a provider plan of tags_app', { managed_plan_id: tagsPlanId }, 'FAILED_VALIDATION managed_plan_id'],
      ['an owned application', { app_id: consumerApp }, 'FAILED_VALIDATION app_id'],
      ['an unknown application', { app_id: 'x' }, 'FAILED_VALIDATION app_id'],
      [
        'an application of the other dialect',
        { app_id: dialect === 'provider' ? petApp : tagsApp },
        'FAILED_VALIDATION app_id',
      ],
      [
        'automation, which is set later',
        { client_payment_lifecycle: null },
        'INVALID_PAYLOAD client_payment_lifecycle',
      ],
      [
        'several problems at once',
        { name: '', quotas: { ...quotas, unit: 0 }, modules: ['x'] },
        'FAILED_VALIDATION name',
        'FAILED_VALIDATION quotas.unit',
        'FAILED_VALIDATION modules.0',
      ],
    ]
    for (const [what, change, ...problems] of wrong) {
      test(`is refused with ${what}`, async () => assertRefused(await create(change), 400, ...problems))
    }
    for (const field of ['managed_plan_id', 'app_id', 'name', 'quotas', 'modules']) {
      test(`is refused without ${field}`, async () => {
        assertRefused(await create({ [field]: undefined }), 400, `INVALID_PAYLOAD ${field}`)
      })
    }

    test('needs the modules that its modules depend on', async () => {
      const advanced = { managed_plan_id: '019a0000-0000-7000-8000-000000000104' }
      const alone = await create({ ...advanced, modules: ['extended_notification'] })
      assertRefused(alone, 400, 'FAILED_VALIDATION modules.0')
      const both = await create({ ...advanced, modules: ['extended_notification', 'notifications'] })
      assert.ok(payloadIn(dialect, both, 201).modules.includes('extended_notification'))
    })

    test('cannot be based on a retired provider plan; existing ones continue', async () => {
      const { db } = api.ctx
      assertRefused(await create({ managed_plan_id: archivedPlanId }), 409, 'CONFLICT')
      const plan = await aPlan(dealer)
      for (const status of ['archived', 'expired', 'deprecated'] as const) {
        await db.updateTable('providerPlans').set({ status }).where('id', '=', starterPlanId).execute()
        assertRefused(await create({}), 409, 'CONFLICT')
        await aManagedAccount(dealer, plan.id)
      }
      for (const status of ['new', 'active'] as const) {
        await db.updateTable('providerPlans').set({ status }).where('id', '=', starterPlanId).execute()
        await aPlan(dealer)
      }
    })

    test('is deleted, and the answer is its id', async () => {
      const { id } = await aPlan(dealer)
      const answer = await dealer.ask('DELETE', `/client-plans/${id}`)
      assert.equal(payloadIn(dialect, answer), id)
      assertRefused(await dealer.ask('GET', `/client-plans/${id}`), 404, 'NOT_FOUND')
      assertRefused(await dealer.ask('DELETE', `/client-plans/${id}`), 404, 'NOT_FOUND')
    })

    test('is not deleted while an account uses it', async () => {
      const { id } = await aPlan(dealer)
      const account = await aManagedAccount(dealer, id)
      assertRefused(await dealer.ask('DELETE', `/client-plans/${id}`), 409, 'CONFLICT')
      await dealer.ask('DELETE', `/accounts/${account.id}`)
      assert.equal((await dealer.ask('DELETE', `/client-plans/${id}`)).status, 200)
    })
  })

  suite(`the list of client plans in ${dialect}`, () => {
    test('supports ids, fields, sort and pages', async () => {
      const own = await api.dealer(dialect)
      const plans: { id: string; name: string }[] = []
      for (const name of ['Bronze', 'Silver', 'Gold', 'Silver']) {
        api.ctx.clock.advance(10)
        plans.push(await aPlan(own, { name }))
      }
      const list = async (query: string) => payloadIn(dialect, await own.ask('GET', `/client-plans?${query}`))
      assert.deepEqual(await list(''), plans)
      assert.deepEqual(await list(`ids=${plans[2]?.id},${plans[0]?.id},${missing}`), [plans[0], plans[2]])
      assert.deepEqual(
        await list('fields=name'),
        plans.map(({ id, name }) => ({ id, name })),
      )
      for (const sort of ['id', 'name', 'created_at', 'updated_at']) {
        for (const direction of ['', '-']) {
          const whole = await list(`sort=${direction}${sort}`)
          assert.equal(whole.length, plans.length)
          const pages = await walk(own, `/client-plans?sort=${direction}${sort}&limit=1`)
          assert.deepEqual(pages.flat(), whole)
          if (sort !== 'name') assert.deepEqual(whole, direction === '' ? plans : plans.toReversed())
        }
      }
    })

    for (const [query, field] of [
      ['ids=x', 'ids'],
      ['fields=dealer_id', 'fields'],
      ['sort=quotas', 'sort'],
      ['limit=0', 'limit'],
      ['cursor=x', 'cursor'],
      ['app_id=x', 'app_id'],
    ]) {
      test(`is refused with ${query}`, async () => {
        assertRefused(await dealer.ask('GET', `/client-plans?${query}`), 400, `INVALID_QUERY ${field}`)
      })
    }
  })

  suite(`the modules in ${dialect}`, () => {
    interface Module {
      readonly name: string
      readonly default_included: boolean
      readonly depended_on: readonly string[]
    }
    const modules = async (query = ''): Promise<Module[]> =>
      payloadIn(dialect, await dealer.ask('GET', `/client-plans/modules${query}`))

    test('have exactly the fields of their dialect', async () => {
      for (const { name, depended_on, default_included, ...rest } of await modules()) {
        assert.deepEqual(rest, {
          hidden: default_included,
          required: default_included,
          default_access: 15,
          ...(dialect === 'provider' && { access_list: [15] }),
        })
        assert.deepEqual(depended_on, name === 'extended_notification' ? ['notification'] : [])
      }
    })

    test('are those of the applications the dialect knows', async () => {
      const names = (await modules()).map(({ name }) => name)
      assert.equal(names.includes('building'), dialect === 'provider')
      assert.ok(names.includes('maintenance') && names.includes('notification') && !names.includes('notifications'))
      const fleet = await modules(`?app_id=${fleetApp}`)
      assert.deepEqual(
        fleet.filter((module) => module.default_included).map(({ name }) => name),
        ['account', 'unit', 'fuel'],
      )
      assert.deepEqual(await modules(`?app_id=${consumerApp}`), [])
    })

    for (const app of ['nonsense', dialect === 'provider' ? petApp : tagsApp]) {
      test(`do not exist for an unknown application: ${app}`, async () => {
        const answer = await dealer.ask('GET', `/client-plans/modules?app_id=${app}`)
        assertRefused(answer, 400, 'INVALID_QUERY app_id')
      })
    }
  })
}

test('a plan of tags_app has five quotas, and only in the provider dialect', async () => {
  const dealer = dealers.provider
  const body = tagsBody()
  const plan = payloadOf(await dealer.ask('POST', '/client-plans', body), 201, 'bare')
  const modules = ['account', 'unit', 'label', 'timeline', 'unit_event', 'report']
  assert.deepEqual(plan, shown(dealer, plan.id, body, modules))
  const partner = await api.tokenOf(dealer.dealer, 'partner')
  assertRefused(await partner.ask('GET', `/client-plans/${plan.id}`), 404, 'NOT_FOUND')
  assertRefused(await partner.ask('DELETE', `/client-plans/${plan.id}`), 404, 'NOT_FOUND')
  const { body: listed } = await partner.ask('GET', `/client-plans?ids=${plan.id}`)
  assert.deepEqual(listed, { data: [] })
  for (const [quotas, problem] of [
    [{ ...body.quotas, gateway: 101 }, 'FAILED_VALIDATION quotas.gateway'],
    [{ ...body.quotas, sensor: 1001 }, 'FAILED_VALIDATION quotas.sensor'],
    [{ ...body.quotas, unit: 5 }, 'INVALID_PAYLOAD quotas.unit'],
  ] as const) {
    assertRefused(await dealer.ask('POST', '/client-plans', { ...body, quotas }), 400, problem)
  }
})

suite('the automation of a plan', () => {
  const dealer = dealers.provider
  const good = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }

  for (const method of ['PATCH', 'POST']) {
    test(`is answered with 201 and the plan: ${method}`, async () => {
      const plan = await aPlan(dealer)
      let expected = plan
      for (const change of [
        good,
        { payment_period: null, payment_notify_offset: 0, block_offset: 0 },
        { payment_period: 120, payment_notify_offset: 10, block_offset: 10 },
      ]) {
        api.ctx.clock.advance(10)
        const answer = await dealer.ask(method, `/client-plans/${plan.id}/payment-lifecycle`, change)
        expected = { ...plan, client_payment_lifecycle: change, updated_at: now() }
        assert.deepEqual(payloadOf(answer, 201, 'bare'), expected)
      }
      assert.deepEqual((await dealer.ask('GET', `/client-plans/${plan.id}`)).body, expected)
    })
  }

  test('works for plans of tags_app too', async () => {
    const { id } = await aTagsPlan(dealer)
    assert.equal((await dealer.ask('PATCH', `/client-plans/${id}/payment-lifecycle`, good)).status, 201)
  })

  const wrong: [change: object, ...problems: string[]][] = [
    [{ payment_period: 0 }, 'FAILED_VALIDATION payment_period'],
    [{ payment_period: 121 }, 'FAILED_VALIDATION payment_period'],
    [{ payment_period: 1.5 }, 'FAILED_VALIDATION payment_period'],
    [{ payment_period: '1' }, 'INVALID_PAYLOAD payment_period'],
    [{ payment_period: undefined }, 'INVALID_PAYLOAD payment_period'],
    [{ payment_notify_offset: 11 }, 'FAILED_VALIDATION payment_notify_offset'],
    [{ payment_notify_offset: -1 }, 'FAILED_VALIDATION payment_notify_offset'],
    [{ payment_notify_offset: null }, 'INVALID_PAYLOAD payment_notify_offset'],
    [{ payment_notify_offset: undefined }, 'INVALID_PAYLOAD payment_notify_offset'],
    [{ block_offset: 11 }, 'FAILED_VALIDATION block_offset'],
    [{ block_offset: -1 }, 'FAILED_VALIDATION block_offset'],
    [{ block_offset: null }, 'INVALID_PAYLOAD block_offset'],
    [{ block_offset: undefined }, 'INVALID_PAYLOAD block_offset'],
    [{ payment_period: 0, block_offset: 11 }, 'FAILED_VALIDATION payment_period', 'FAILED_VALIDATION block_offset'],
    [{ use_fleet_lifecycle: true }, 'INVALID_PAYLOAD use_fleet_lifecycle'],
  ]
  for (const [change, ...problems] of wrong) {
    const [name, value] = Object.entries(change)[0] ?? []
    test(`is refused with ${name} ${value}`, async () => {
      const { id } = await aPlan(dealer)
      const answer = await dealer.ask('PATCH', `/client-plans/${id}/payment-lifecycle`, { ...good, ...change })
      assertRefused(answer, 400, ...problems)
    })
  }

  test('does not exist in partner', async () => {
    const { id } = await aPlan(dealers.partner)
    for (const method of ['PATCH', 'POST']) {
      const answer = await dealers.partner.ask(method, `/client-plans/${id}/payment-lifecycle`, good)
      assertRefused(answer, 404, 'ROUTE_NOT_FOUND')
    }
  })
})
