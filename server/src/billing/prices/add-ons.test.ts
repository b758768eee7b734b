/** Add-ons give more units and more modules for as long as they are booked. */
import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, newUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askFor } from '#testing/people/client.ts'
import { givenBy, type Offered } from './add-ons.ts'

const api = await openApi()
const { clock } = api.ctx
const at = (text: string) => clock.set(new Date(`${text}Z`))
beforeEach(() => at('2027-03-01T12:00'))
at('2027-03-01T12:00')
const dealer = await api.dealer('provider')
const ask = (method: string, path: string, body?: object) =>
  api.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })

const quotas = (unit: number) => ({ quotas: { unit, geofence: 2, unit_storage: 10240 }, modules: [] })
async function aClient(unit = 1) {
  const plan = await aPlan(dealer, quotas(unit))
  const account = await anActivatedAccount(api, dealer, plan.id)
  return { id: account.id as number, plan: plan.id as string, user: account.user }
}
const advanced = { managed_plan_id: '019a0000-0000-7000-8000-000000000104' }
const agree = (id: number, valid_from: string, add_ons: readonly object[]) =>
  ask('PUT', `/accounts/${id}/prices`, { valid_from, list: null, discount_rate: null, add_ons })
const extra = (unit: number, quantity = 1) => ({ name: 'Extra units', amount: 500, quantity, quotas: { unit } })
const limits = async (id: number) => (await dealer.ask('GET', `/accounts/${id}/limits?app_id=${fleetApp}`)).body
const create = (id: number) => dealer.ask('POST', '/units', newUnit(id))

suite('an add-on of extra units', () => {
  test('raises the quota while it is booked, and the next agreement lowers it again', async () => {
    const { id } = await aClient()
    await aUnit(dealer, id)
    assertRefused(await create(id), 409, 'QUOTA_EXCEEDED')
    assert.equal((await agree(id, '2027-03-02', [extra(2, 2)])).status, 200)
    assertRefused(await create(id), 409, 'QUOTA_EXCEEDED')
    at('2027-03-02T00:00')
    assert.equal((await limits(id)).unit, 5)
    const [use] = (await dealer.ask('GET', `/accounts/usage?ids=${id}`)).body
    assert.deepEqual([use.used, use.booked], [{ unit: 1 }, { unit: 4 }])
    for (let count = 0; count < 4; count += 1) assert.equal((await create(id)).status, 201)
    assertRefused(await create(id), 409, 'QUOTA_EXCEEDED')
    await agree(id, '2027-04-01', [])
    at('2027-03-31T23:59')
    assert.equal((await limits(id)).unit, 5)
    at('2027-04-01T00:00')
    assert.equal((await limits(id)).unit, 1)
    assertRefused(await create(id), 409, 'QUOTA_EXCEEDED')
    const units = (await dealer.ask('GET', `/units?account_ids=${id}`)).body
    assert.equal(units.length ?? units.data.length, 5, 'nothing is deleted')
  })

  test('begins and ends on the days of the dealer’s calendar', async () => {
    const settings = (await ask('GET', '/company/invoice-settings')).body
    const inZone = (time_zone: string) => ask('PUT', '/company/invoice-settings', { ...settings, time_zone })
    await inZone('Pacific/Auckland')
    const { id } = await aClient()
    await agree(id, '2027-03-03', [extra(1)])
    at('2027-03-02T10:59')
    assert.equal((await limits(id)).unit, 1)
    at('2027-03-02T11:00')
    assert.equal((await limits(id)).unit, 2)
    await aUnit(dealer, id)
    assert.equal((await create(id)).status, 201)
    await inZone('UTC')
  })

  test('counts in an import, and for the client itself', async () => {
    const { id, user } = await aClient()
    await agree(id, '2027-03-01', [extra(1), { ...extra(1), quotas: { unit: 1, geofence: 3 } }])
    const rows = Array.from({ length: 4 }, () => newUnit(id))
    const { body } = await dealer.ask('POST', '/units/import', { dry_run: true, rows })
    assert.deepEqual(
      (body.rows ?? body.data.rows).map((row: { id: number | null; errors?: unknown[] }) => (row.errors ?? []).length),
      [0, 0, 0, 1],
    )
    const { body: me } = await (await askFor(api, dealer, user))('GET', '/me')
    assert.deepEqual([me.plans[0].quotas.unit, me.plans[0].quotas.geofence], [3, 5])
  })

  test('stays within the provider plan, even after a change of plan', async () => {
    const { id } = await aClient(60)
    assertRefused(await agree(id, '2027-03-01', [extra(11)]), 400, 'FAILED_VALIDATION add_ons.0.quotas.unit')
    assertRefused(
      await agree(id, '2027-03-01', [extra(6), extra(5)]),
      400,
      'FAILED_VALIDATION add_ons.0.quotas.unit',
      'FAILED_VALIDATION add_ons.1.quotas.unit',
    )
    assert.equal((await agree(id, '2027-03-01', [extra(10)])).status, 200)
    const larger = await aPlan(dealer, quotas(65))
    await dealer.ask('PUT', `/accounts/${id}/client-plan`, { tariff_plan_id: larger.id, app_id: fleetApp })
    assert.equal((await limits(id)).unit, 70)
  })

  test('is refused with a quota that the application does not have', async () => {
    const { id } = await aClient()
    const wrong = { ...extra(1), quotas: { sensor: 1 } }
    assertRefused(await agree(id, '2027-03-01', [wrong]), 400, 'FAILED_VALIDATION add_ons.0.quotas.sensor')
    const storage = { ...extra(1), quotas: { unit_storage: 10240 } }
    assertRefused(await agree(id, '2027-03-01', [storage]), 400, 'INVALID_PAYLOAD add_ons.0.quotas.unit_storage')
  })
})

suite('an add-on with a module', () => {
  const module = (...modules: string[]) => ({ name: 'Module', amount: 900, quantity: 1, modules })

  test('enables it for the client, and disables it when it ends', async () => {
    const { id, user } = await aClient()
    const client = await askFor(api, dealer, user)
    const open = async () => (await client('GET', '/geofences')).status
    assert.equal(await open(), 403)
    await agree(id, '2027-03-01', [module('geofence')])
    assert.equal(await open(), 200)
    await agree(id, '2027-03-02', [])
    assert.equal(await open(), 200)
    at('2027-03-02T00:00')
    assert.equal(await open(), 403)
  })

  test('needs what the module depends on, and a module of the application', async () => {
    const { id } = await anActivatedAccount(api, dealer, (await aPlan(dealer, { ...quotas(5), ...advanced })).id)
    const needs = await agree(id, '2027-03-01', [module('extended_notification')])
    assertRefused(needs, 400, 'FAILED_VALIDATION add_ons.0.modules.0')
    assertRefused(await agree(id, '2027-03-01', [module('teleport')]), 400, 'FAILED_VALIDATION add_ons.0.modules.0')
    assert.equal((await agree(id, '2027-03-01', [module('extended_notification', 'notification')])).status, 200)
    const { id: starter } = await aClient()
    assertRefused(await agree(starter, '2027-03-01', [module('command')]), 400, 'FAILED_VALIDATION add_ons.0.modules.0')
  })
})

test('the SQL and the rule agree on every quota', async () => {
  const random = [3, 7, 0, 12, 1]
  for (const unit of random) {
    const { id } = await aClient(unit + 1)
    const addOns = [extra(unit + 1, 2), { name: 'SMS', amount: 1, quantity: 9 }]
    await agree(id, '2027-03-01', addOns)
    const plan = {
      appId: fleetApp,
      quotas: { unit: unit + 1 },
      modules: [],
      limits: {},
      offered: [],
    } as unknown as Offered
    const most = { ...plan, limits: { unit: { default: 1, min: 1, max: 70, step: 1 } } }
    const rule = givenBy(most, addOns).quotas.unit as number
    assert.equal((await limits(id)).unit, rule)
    const rows = Array.from({ length: rule + 1 }, () => newUnit(id))
    const { body } = await dealer.ask('POST', '/units/import', { dry_run: true, rows })
    const refused = (body.rows ?? body.data.rows).filter((row: { errors?: unknown[] }) => (row.errors ?? []).length > 0)
    assert.equal(refused.length, 1)
  }
})
