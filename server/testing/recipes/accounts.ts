/** Accounts, their users and subscriptions, and owners who are invited. */
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { aManagedAccount, anOwnedAccount, anUnclaimedAccount, fresh, newUser } from '../builders.ts'
import { anyone, later, listed, type Recipe, type World } from '../world.ts'

async function anInvitation({ caller }: World): Promise<string> {
  const body = { email: `${fresh('owner')}@example.com`, app_id: consumerApp }
  const made = (await caller.ask('POST', '/invitations', body)).body
  return (made.data ?? made).id
}

/** A dealer has opened this account, and looked around. */
async function aVisited({ api, caller, account, user }: World): Promise<number> {
  const { body } = await caller.ask('PUT', `/users/${user}/appToken/${fleetApp}`)
  const { key } = body.data ?? body
  await api.ask('GET', '/client/units', undefined, { authorization: `Bearer ${key}` })
  return account
}

const planChange: Recipe = ({ account, otherPlan }) => [
  { params: { id: account }, body: { tariff_plan_id: otherPlan, app_id: fleetApp } },
]
const enter: Recipe = ({ user }) => [
  { params: { id: user, app_id: fleetApp } },
  { params: { id: user, app_id: fleetApp }, query: { token_type: 'service_as_user' } },
]

export const accountsRecipes: Readonly<Record<string, Recipe>> = {
  'POST /accounts': () => [
    { body: { reg_apps: [consumerApp], user: newUser() } },
    {
      body: {
        reg_apps: [consumerApp],
        title: 'A family',
        description: 'Two cars',
        user: { ...newUser(), description: 'Mother' },
        promo: true,
        profile: { email: `${fresh('family')}@example.com`, contact: 'Ona Petraitis', tags: ['family'] },
        invite: true,
      },
    },
  ],
  'POST /accounts/managed': ({ plan, tags }) => [
    { body: { reg_apps: [fleetApp], tariff_plans: { [fleetApp]: plan }, user: newUser() } },
    ...(tags ? [{ body: { reg_apps: [tagsApp], tariff_plans: { [tagsApp]: tags.plan }, user: newUser() } }] : []),
  ],
  'GET /accounts': ({ account, plan }) =>
    listed({
      app_id: fleetApp,
      ids: String(account),
      is_attached: 'false',
      ack_active: 'true',
      blocked: 'false',
      tariff_plan_ids: plan,
      q: 'a',
    }),
  'GET /accounts/count': ({ account, plan }) => [
    {},
    { query: { app_id: fleetApp, ids: String(account), ack_active: 'true', tariff_plan_ids: plan } },
    ...['notice', 'overdue', 'blocked_soon'].map((payment) => ({ query: { payment } })),
  ],
  'GET /accounts/usage': ({ account, unclaimed }) => [{ query: { ids: `${account},${unclaimed}` } }],
  'GET /accounts/:id': ({ account, unclaimed, tags }) =>
    [account, unclaimed, ...(tags ? [tags.account] : [])].map((id) => ({ params: { id } })),
  'GET /console/accounts/:id/people': ({ account, unclaimed }) =>
    [account, unclaimed].map((id) => ({ params: { id } })),
  'POST /console/accounts/:id/invitation': async ({ caller }) => [
    { params: { id: (await anUnclaimedAccount(caller)).id }, body: { email: `${fresh('client')}@example.com` } },
  ],
  'PATCH /accounts/:id': ({ account, unclaimed }) => [
    { params: { id: account }, body: { title: fresh('title') } },
    { params: { id: unclaimed }, body: { title: fresh('title'), description: 'New', reg_apps: [consumerApp] } },
  ],
  'DELETE /accounts/:id': async ({ caller }) => [{ params: { id: (await anUnclaimedAccount(caller)).id } }],
  'POST /accounts/:id/detach': async ({ api, caller }) => [{ params: { id: (await anOwnedAccount(api, caller)).id } }],
  'PUT /accounts/:id/activate': async ({ caller, plan }) => [
    { params: { id: (await aManagedAccount(caller, plan)).id } },
  ],
  'PUT /accounts/:id/client-plan': planChange,
  'POST /accounts/:id/client-plan': planChange,
  'PATCH /accounts/:id/set-blocked': ({ account }) =>
    [true, false].map((blocked) => ({ params: { id: account }, body: { blocked } })),
  'PATCH /accounts/:id/set-blocked-at': (world) =>
    [later(world, 2), null].map((blocked_at) => ({ params: { id: world.account }, body: { blocked_at } })),
  'PATCH /accounts/:id/set-payment-lifecycle': (world) => [
    { params: { id: world.account }, body: { payment_expected_at: later(world, 30), use_fleet_lifecycle: true } },
    {
      params: { id: world.account },
      body: { payment_notify_offset: 2, block_offset: null, payment_expected_at: null },
    },
  ],
  'GET /accounts/:id/explain': ({ account, unclaimed }) => [account, unclaimed].map((id) => ({ params: { id } })),
  'POST /lifecycle/simulate': ({ account, plan }) => [
    {
      body: {
        account_id: account,
        tariff_plan_id: plan,
        months: 24,
        payments: 'on_time',
        settings: { payment_period: 1, payment_notify_offset: 3, block_offset: 5 },
      },
    },
    { body: { months: 1 } },
  ],
  'GET /accounts/:id/visits': async (world) => [{ params: { id: await aVisited(world) } }],
  'GET /accounts/:id/limits': ({ account, unclaimed, tags }) => [
    { params: { id: account }, query: { app_id: fleetApp } },
    { params: { id: unclaimed }, query: { app_id: consumerApp } },
    ...(tags ? [{ params: { id: tags.account }, query: { app_id: tagsApp } }] : []),
  ],
  'GET /accounts/:id/subscriptions': ({ account, unclaimed }) => [account, unclaimed].map((id) => ({ params: { id } })),
  'POST /accounts/:id/subscriptions': async ({ api, caller }) => {
    const params = { id: (await anOwnedAccount(api, caller)).id }
    return [
      { params, body: { app_id: consumerApp, plan: 'basic' } },
      { params, body: { app_id: consumerApp, plan: 'premium', months: 12 } },
    ]
  },
  'GET /subscription-offers': anyone,
  'GET /sign-up-links': anyone,
  'PUT /sign-up-links': async ({ api, caller }) => {
    const dealers = api.ctx.db.selectFrom('dealers').select('signUpKey').where('id', '=', caller.dealer)
    const isOff = (await dealers.executeTakeFirstOrThrow()).signUpKey === null
    return [isOff, !isOff].map((enabled) => ({ body: { enabled } }))
  },
  'GET /invitations': async (world) => listed({ ids: await anInvitation(world) }),
  'POST /invitations': () => [{ body: { email: `${fresh('owner')}@example.com`, app_id: consumerApp } }],
  'DELETE /invitations/:id': async (world) => [{ params: { id: await anInvitation(world) } }],
  'GET /users': ({ user, account }) => listed({ ids: user, account_ids: String(account), q: 'user' }),
  'PATCH /users/:id': ({ user }) => [
    { params: { id: user }, body: { description: fresh('about') } },
    { params: { id: user }, body: { name: fresh('name'), login_key: 'another-key', lang: 'lt' } },
  ],
  'PUT /users/:id/password': ({ user }) => {
    const password = fresh('password')
    return [{ params: { id: user }, body: { new_password: password, repeat_password: password } }]
  },
  'PUT /users/:id/appToken/:app_id': enter,
  'GET /users/:id/appToken/:app_id': enter,
}
