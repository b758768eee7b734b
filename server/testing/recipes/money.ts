/** Plans, bills and invoices. */

import { countMonth } from '#billing/invoices/actions.ts'
import { monthOf } from '#billing/invoices/invoice.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { aBill, anActivatedAccount, anAddress, aPlan, newBill, newPlan } from '../builders.ts'
import { anyone, listed, type Recipe } from '../world.ts'

const planLifecycle: Recipe = ({ plan }) =>
  [1, null].map((payment_period) => ({
    params: { id: plan },
    body: { payment_period, payment_notify_offset: 3, block_offset: 5 },
  }))
const ofApplication: Recipe = ({ tags }) =>
  [fleetApp, consumerApp, ...(tags ? [tagsApp] : [])].map((app_id) => ({ params: { app_id } }))

/** The month is counted before it is over, so that there is an invoice now. */
const invoiced =
  (samples: Recipe): Recipe =>
  async (world) => {
    const { ctx } = world.api
    await countMonth({ ...ctx, actor: operator('test') }, world.caller.dealer, monthOf(ctx.clock.now()))
    return samples(world)
  }

export const moneyRecipes: Readonly<Record<string, Recipe>> = {
  'GET /client-plans/modules': () => [{}, { query: { app_id: fleetApp } }],
  'POST /client-plans': ({ tags }) => [
    { body: newPlan() },
    { body: newPlan({ description: 'All', modules: ['notifications'] }) },
    ...(tags
      ? [
          {
            body: newPlan({
              app_id: tagsApp,
              managed_plan_id: '019a0000-0000-7000-8000-000000000201',
              quotas: { sensor: 1, gateway: 2, asset: 3, geofence: 4, unit_storage: 20480 },
              modules: [],
            }),
          },
        ]
      : []),
  ],
  'GET /client-plans': ({ plan }) => listed({ ids: plan }),
  'GET /client-plans/:id': ({ plan, tags }) => [plan, ...(tags ? [tags.plan] : [])].map((id) => ({ params: { id } })),
  'DELETE /client-plans/:id': async ({ caller }) => [{ params: { id: (await aPlan(caller)).id } }],
  'GET /console/client-plans/:id/due-dates': ({ plan }) =>
    ['from_today', 'from_activation', 'leave'].map((due_dates) => ({
      ...{ params: { id: plan }, query: { payment_period: '1', due_dates } },
    })),
  'GET /console/client-plans/:id/unit-limits': ({ plan }) => [{ params: { id: plan } }],
  'PUT /console/client-plans/:id/unit-limits': async ({ caller }) => {
    const params = { id: (await aPlan(caller)).id }
    return [
      { params, body: { unit_extra_fields: 5, unit_notify_settings: 3 } },
      { params, body: { unit_extra_fields: null, unit_notify_settings: null } },
    ]
  },
  'PATCH /client-plans/:id/payment-lifecycle': planLifecycle,
  'POST /client-plans/:id/payment-lifecycle': planLifecycle,
  'GET /billing/cardpay-invoice': invoiced(anyone),
  'GET /billing/cardpay-invoice/:app_id': invoiced(ofApplication),
  'GET /billing/customer-portal': anyone,
  'GET /billing/customer-portal/:app_id': ofApplication,
  'GET /billing/plans/:app_id': ofApplication,
  'GET /billing/managed-plans/:app_id': ofApplication,
  'GET /billing/service-plans/:app_id': ofApplication,
  'GET /billing/cardpay-payments': async (world) => {
    const { created } = await aBill(world.caller, world.account)
    const window = { app_id: fleetApp, from: String(created), to: String(created) }
    return [
      { query: window },
      { query: { ...window, account_id: String(world.account), fields: 'id,status,url' } },
      { query: { ...window, from: '0', to: '1' } },
    ]
  },
  'POST /billing/cardpay-payments': ({ account }) => [
    { body: newBill(account) },
    { body: { app_id: fleetApp, account_id: account, prices: newBill(account).prices } },
  ],
  'POST /billing/cardpay-payments/:payment_id/send': async ({ api, caller, plan }) => {
    // In its own account: a client gets one such email a minute.
    const { id } = await anActivatedAccount(api, caller, plan)
    await anAddress(api, id)
    return [{ params: { payment_id: (await aBill(caller, id)).id }, query: { app_id: fleetApp } }]
  },
  'POST /billing/cardpay-payments/:payment_id/expire': async ({ caller, account }) => [
    { params: { payment_id: (await aBill(caller, account)).id }, body: { app_id: fleetApp, account_id: account } },
  ],
  'GET /billing/cardpay-payments/:payment_id/items': async ({ caller, account }) => [
    {
      params: { payment_id: (await aBill(caller, account)).id },
      query: { app_id: fleetApp, account_id: String(account) },
    },
  ],
  'GET /billing/secret-key': () => [{ query: { app_id: fleetApp } }],
  'POST /billing/secret-key': ({ api }) => [{ body: { app_id: fleetApp, secretKey: api.stripe.account('live') } }],
}
