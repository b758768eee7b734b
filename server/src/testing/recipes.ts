/**
 * How to make a valid request for every row of the route table. A test that runs over the whole table asks here,
 * and fails for a new row until its recipe is written.
 */
import { protocolByName } from '@waymark/devices'
import { consumerApp, fleetApp, tagsApp } from '../applications.ts'
import { operator } from '../audit/actions.ts'
import { fromSeconds, seconds } from '../clock.ts'
import { countEvents } from '../events/actions.ts'
import { connectionLog } from '../gateway/connections.ts'
import type { Outlet } from '../gateway/session.ts'
import { countMonth } from '../invoices/actions.ts'
import { monthOf } from '../invoices/invoice.ts'
import { noteStranger } from '../lobby/actions.ts'
import { startWriter } from '../messages/writer.ts'
import { createPerson } from '../staff/actions.ts'
import { giveSubscription } from '../subscriptions/actions.ts'
import type { Caller, TestApi } from './api.ts'
import {
  aBill,
  aManagedAccount,
  anActivatedAccount,
  anAddress,
  anAsset,
  anOwnedAccount,
  anUnclaimedAccount,
  aPlan,
  aSensor,
  aTagsPlan,
  aUnit,
  fresh,
  newBill,
  newPlan,
  newUnit,
  newUser,
  received,
} from './builders.ts'
import type { Row, Sample } from './rows.ts'
import { dataFrame } from './teltonika.ts'

/** What a dealer has when a recipe is cooked. */
export interface World {
  readonly api: TestApi
  readonly caller: Caller
  /** A plan with room for thousands of units, and another one beside it. */
  readonly plan: string
  readonly otherPlan: string
  readonly account: number
  readonly user: string
  readonly unit: number
  /** An account for its client to activate, with a subscription. */
  readonly unclaimed: number
  /** An account and a plan of tags_app; only the provider dialect has them. */
  readonly tags: { readonly account: number; readonly plan: string } | undefined
}

const roomyPlanId = '019a0000-0000-7000-8000-000000000104'

export async function aWorld(api: TestApi, caller: Caller): Promise<World> {
  const roomy = {
    managed_plan_id: roomyPlanId,
    quotas: { unit: 10_000, geofence: 5, unit_storage: 10240 },
    modules: ['notification', 'geofence', 'command'],
  }
  const plan = (await aPlan(caller, roomy)).id
  const account = await anActivatedAccount(api, caller, plan)
  const unit = await aUnit(caller, account.id)
  await received(api, unit, [{ timestamp: 1_772_000_000.5, 'position.latitude': 54.7, 'engine.ignition.status': true }])
  const unclaimed = await anUnclaimedAccount(caller)
  await aUnit(caller, unclaimed.id, { app_id: consumerApp })
  await giveSubscription(api.ctx, unclaimed.id, 'basic', fromSeconds(seconds(api.ctx.clock.now()) + 86_400))
  const tagsPlan = caller.dialect === 'provider' ? (await aTagsPlan(caller)).id : undefined
  const tags = tagsPlan && { account: (await aManagedAccount(caller, tagsPlan, tagsApp)).id, plan: tagsPlan }
  const otherPlan = (await aPlan(caller, roomy)).id
  return {
    api,
    caller,
    plan,
    otherPlan,
    account: account.id,
    user: account.user.id,
    unit: unit.id,
    unclaimed: unclaimed.id,
    tags,
  }
}

/** What a tracker would leave behind. */
/** A tracker that has called and that nobody has registered. */
async function aStranger({ api: { ctx } }: World): Promise<{ id: string; ident: string }> {
  const ident = fresh('stranger')
  const preview = [{ timestamp: 1_772_000_000, 'position.latitude': 54.7 }]
  const stranger = {
    ident,
    protocol: protocolByName('teltonika'),
    address: '192.0.2.7',
    frame: Buffer.from('hello'),
    preview,
  }
  await noteStranger(ctx, stranger)
  const { id } = await ctx.db.selectFrom('lobby').select('id').where('ident', '=', ident).executeTakeFirstOrThrow()
  return { id, ident }
}

/** A webhook that is switched on; old ones make room, because a dealer may have only so many. */
async function aWebhook({ caller }: World): Promise<string> {
  const { body } = await caller.ask('GET', '/webhooks')
  const old = (body.data ?? body) as { id: string }[]
  if (old.length >= 10) for (const { id } of old) await caller.ask('DELETE', `/webhooks/${id}`)
  const made = (await caller.ask('POST', '/webhooks', { url: 'https://hook.example/waymark' })).body
  return (made.data ?? made).id
}

async function anInvitation({ caller }: World): Promise<string> {
  const body = { email: `${fresh('owner')}@example.com`, app_id: consumerApp }
  const made = (await caller.ask('POST', '/invitations', body)).body
  return (made.data ?? made).id
}

/** Somebody who was invited to the dealer's team, without a mail. */
async function aColleague({ api, caller }: World): Promise<string> {
  const email = `${fresh('colleague')}@example.com`
  const person = { dealerId: caller.dealer, role: 'support', name: 'Anna', email } as const
  return (await createPerson(api.ctx, operator('test'), person)).personId
}

const newToken = (world: World) => ({
  name: fresh('token'),
  dialect: world.caller.dialect,
  level: 'read',
  expires_at: later(world, 1),
})

async function anotherToken(world: World): Promise<string> {
  const { body } = await world.caller.ask('POST', '/tokens', newToken(world))
  return (body.data ?? body).id
}

/** Old ones make room, because a dealer may have only so many. */
async function anIntakeToken({ caller }: World): Promise<string> {
  const { body } = await caller.ask('GET', '/intake-tokens')
  const old = (body.data ?? body) as { id: string }[]
  if (old.length >= 90) for (const { id } of old) await caller.ask('DELETE', `/intake-tokens/${id}`)
  const made = (await caller.ask('POST', '/intake-tokens', { name: fresh('token') })).body
  return (made.data ?? made).id
}

/** What happened so far can be read. */
async function counted({ api, caller }: World): Promise<void> {
  await countEvents(api.ctx, caller.dealer)
}

/** Of the one account of tags_app, which has place for few. */
async function aGateway({ caller, tags }: World): Promise<number> {
  const { body } = await caller.ask('GET', `/units?account_ids=${tags!.account}`)
  const found = body.find(({ type }: { type: string }) => type === 'gateway')
  return (found ?? (await aUnit(caller, tags!.account, { app_id: tagsApp }))).id
}

const ofWebhook = async (world: World) => [{ params: { id: await aWebhook(world) } }]

/** A command that waits for its tracker; the older ones make room. */
async function aCommand({ caller, account }: World): Promise<{ id: number; command_id: string }> {
  const { id } = await aUnit(caller, account)
  const { body } = await caller.ask('POST', `/units/${id}/commands`, { type: 'position', client_ref: 'order-7' })
  return { id, command_id: (body.data ?? body).id }
}

/** The first sample is the plainest; the others reach parts of the answer that the first leaves empty. */
type Recipe = (world: World) => readonly Sample[] | Promise<readonly Sample[]>

const later = ({ api }: World, days: number) => seconds(api.ctx.clock.now()) + days * 86_400

/** A dealer has entered this account, and looked. */
async function aVisited({ api, caller, account, user }: World): Promise<number> {
  const { body } = await caller.ask('PUT', `/users/${user}/appToken/${fleetApp}`)
  const { key } = body.data ?? body
  await api.ask('GET', '/client/units', undefined, { authorization: `Bearer ${key}` })
  return account
}

/** Its tracker has logged in and gone. */
const aConnectedUnit: Recipe = async ({ api, unit }) => {
  const log = connectionLog(api.ctx)
  const line = { peer: '192.0.2.7:4711', ageMs: 5_000, closeReason: null }
  const outlet = { isTls: false, line } as unknown as Outlet
  const admitted = { id: unit, ident: '1', name: 'Van', deviceTypeId: 101, protocolId: 1, model: 'FMB001', tls: false }
  log.loggedIn(admitted, outlet)
  log.closed(unit, outlet)
  await log.close()
  return [{ params: { id: unit } }]
}

/** Its tracker, a Teltonika, has sent a report. */
const aHeardUnit: Recipe = async ({ api, caller, account }) => {
  const unit = await aUnit(caller, account, { hw_id: 110 })
  const at = seconds(api.ctx.clock.now()) - 10
  const writer = startWriter(api.ctx)
  const tracked = { id: unit.id, ident: unit.ident, name: unit.name, deviceTypeId: 110, protocolId: 1 }
  await writer.append({
    unit: tracked,
    messages: [{ timestamp: at }],
    frame: dataFrame([{ at }]),
    peer: '192.0.2.1:4000',
  })
  await writer.close()
  const params = { id: unit.id }
  return [{ params }, { params, query: { count: '1', before: String(at + 60) } }]
}

/** The smallest picture there is. */
export const aLogo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const ofUnit: Recipe = ({ unit }) => [{ params: { id: unit } }]
const anyone: Recipe = () => [{}]
const planChange: Recipe = ({ account, otherPlan }) => [
  { params: { id: account }, body: { tariff_plan_id: otherPlan, app_id: fleetApp } },
]
const planLifecycle: Recipe = ({ plan }) =>
  [1, null].map((payment_period) => ({
    params: { id: plan },
    body: { payment_period, payment_notify_offset: 3, block_offset: 5 },
  }))
const enter: Recipe = ({ user }) => [
  { params: { id: user, app_id: fleetApp } },
  { params: { id: user, app_id: fleetApp }, query: { token_type: 'service_as_user' } },
]
const listed = (query: Record<string, string>): readonly Sample[] => [
  {},
  { query: { ...query, limit: '1', sort: '-id' } },
  { query: { fields: 'id' } },
]

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

const recipes: Readonly<Record<string, Recipe>> = {
  'POST /accounts': () => [
    { body: { reg_apps: [consumerApp], user: newUser() } },
    {
      body: {
        reg_apps: [consumerApp],
        title: 'A family',
        description: 'Two cars',
        user: { ...newUser(), description: 'Mother' },
        promo: true,
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
  'GET /intake-tokens': async (world) => listed({ ids: await anIntakeToken(world) }),
  'POST /intake-tokens': async (world) => {
    await anIntakeToken(world)
    return [{ body: { name: fresh('token') } }]
  },
  'DELETE /intake-tokens/:id': async (world) => [{ params: { id: await anIntakeToken(world) } }],
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
  'POST /units': ({ account, unclaimed }) => [
    { body: newUnit(account) },
    { body: newUnit(unclaimed, { app_id: consumerApp, description: 'Red', ident: fresh('pet') }) },
  ],
  'POST /units/import': ({ account, unclaimed }) => [
    { body: { rows: [newUnit(account)] } },
    {
      body: {
        dry_run: false,
        rows: [newUnit(unclaimed, { app_id: consumerApp, hw_id: undefined, model: 'FMB920' }), { name: 1 }],
      },
    },
    { body: { dry_run: true, rows: [newUnit(account)] } },
  ],
  'GET /units': ({ unit, account }) =>
    listed({ ids: String(unit), account_ids: String(account), app_id: fleetApp, ack_active: 'true', q: 'van' }),
  'GET /units/count': ({ unit, account }) => [
    {},
    { query: { ids: String(unit), account_ids: String(account), is_attached: 'false', state: 'never' } },
  ],
  'GET /units/:id': ofUnit,
  'PATCH /units/:id': ({ unit }) => [
    { params: { id: unit }, body: { name: fresh('van') } },
    { params: { id: unit }, body: { ident: fresh('ident'), hw_id: 201, password: 'x', description: '' } },
  ],
  'DELETE /units/:id': async ({ caller, account }) => [{ params: { id: (await aUnit(caller, account)).id } }],
  'GET /units/:id/messages': ({ unit }) => [
    { params: { id: unit } },
    { params: { id: unit }, query: { count: '20000', reverse: 'true' } },
  ],
  'GET /units/:id/telemetry': ofUnit,
  'POST /units/sensors': ({ tags }) => [
    { body: { account_id: tags!.account, name: 'Tag', ident: fresh('tag') } },
    { body: { account_id: tags!.account, name: 'Tag', ident: fresh('TAG'), description: 'On a keyring' } },
  ],
  'POST /units/assets': async ({ caller, tags }) => [
    {
      body: {
        ...{ account_id: tags!.account, name: 'Forklift', ident: fresh('asset'), category: 'equipment' },
        ...{ device_link: (await aSensor(caller, tags!.account)).id, description: 'Hall 2' },
      },
    },
    { body: { account_id: tags!.account, name: 'Pallet jack' } },
  ],
  'PUT /units/:id/link': async ({ caller, tags }) => {
    const params = { id: (await anAsset(caller, tags!.account)).id }
    const sensor = await aSensor(caller, tags!.account)
    return [sensor.id, null].map((device_link) => ({ params, body: { device_link } }))
  },
  'PUT /units/:id/category': async ({ caller, tags }) => {
    const params = { id: (await anAsset(caller, tags!.account)).id }
    return ['equipment', null].map((category) => ({ params, body: { category } }))
  },
  'GET /units/:id/place': async (world) => [{ params: { id: await aGateway(world) } }],
  'PUT /units/:id/place': async (world) => {
    const params = { id: await aGateway(world) }
    return [
      { params, body: { latitude: 54.7, longitude: 25.3 } },
      { params, body: { latitude: null, longitude: null } },
    ]
  },
  'GET /units/:id/channel': ofUnit,
  'GET /units/:id/connections': aConnectedUnit,
  'GET /units/:id/setup': ({ unit }) => [
    { params: { id: unit } },
    { params: { id: unit }, query: { apn: 'internet' } },
  ],
  'GET /units/:id/traffic': aHeardUnit,
  'GET /units/:id/commands/available': ofUnit,
  'POST /units/:id/commands': async ({ caller, account }) => {
    const params = { id: (await aUnit(caller, account)).id }
    return [
      { params, body: { type: 'position' } },
      { params, body: { type: 'text', text: 'getinfo', confirm: true, expires_in: 60, client_ref: 'order-8' } },
      {
        params,
        body: { type: 'server', params: { host: 'track.example.com', port: 5027 }, queue: true, confirm: true },
      },
      { params, body: { type: 'interval', params: { seconds: 30 } } },
    ]
  },
  'GET /units/:id/commands': async (world) => {
    const { id, command_id } = await aCommand(world)
    return listed({ ids: command_id, state: 'queued' }).map((sample) => ({ ...sample, params: { id } }))
  },
  'GET /units/:id/commands/:command_id': async (world) => [{ params: await aCommand(world) }],
  'DELETE /units/:id/commands/:command_id': async (world) => [{ params: await aCommand(world) }],
  'GET /lobby': async (world) => [{ query: { ident: (await aStranger(world)).ident } }],
  'POST /lobby/:id/claim': async (world) => {
    const { ident: _, ...body } = newUnit(world.account)
    return [{ params: { id: (await aStranger(world)).id }, body }]
  },
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
  'PATCH /client-plans/:id/payment-lifecycle': planLifecycle,
  'POST /client-plans/:id/payment-lifecycle': planLifecycle,
  'GET /billing/cardpay-invoice': invoiced(anyone),
  'GET /billing/cardpay-invoice/:app_id': invoiced(ofApplication),
  'GET /billing/customer-portal': anyone,
  'GET /billing/customer-portal/:app_id': ofApplication,
  'GET /events': async (world) => {
    await counted(world)
    const query = { after: '0', types: 'account.created,unit.created', account_ids: String(world.account) }
    return listed(query)
  },
  'GET /webhooks': async (world) => listed({ ids: await aWebhook(world) }),
  'POST /webhooks': async (world) => {
    await aWebhook(world)
    const url = 'https://hook.example/waymark?token=1'
    return [{ body: { url } }, { body: { url, description: 'Ours', types: ['bill.paid'], enabled: false } }]
  },
  'GET /webhooks/:id': ofWebhook,
  'PATCH /webhooks/:id': async (world) => {
    const params = { id: await aWebhook(world) }
    return [
      { params, body: { description: fresh('about') } },
      { params, body: { url: 'https://hook.example/', types: null, enabled: false } },
    ]
  },
  'DELETE /webhooks/:id': ofWebhook,
  'POST /webhooks/:id/rotate-secret': ofWebhook,
  'POST /webhooks/:id/test': ofWebhook,
  'POST /webhooks/:id/replay': async (world) => {
    await counted(world)
    const params = { id: await aWebhook(world) }
    return [
      { params, body: { after: 0 } },
      { params, body: { since: seconds(world.api.ctx.clock.now()) - 60 } },
    ]
  },
  'GET /webhooks/:id/deliveries': async (world) => {
    const params = { id: await aWebhook(world) }
    return [{ params }, { params, query: { state: 'failed', after: '3', sort: '-id', limit: '1', fields: 'id' } }]
  },
  'GET /company': anyone,
  'PATCH /company': () => [
    { body: { name: fresh('Company') } },
    {
      body: {
        marketing_info: {
          website: 'https://example.com',
          email: 'office@example.com',
          working_days: [1, 7],
          phones: ['+370 600 00000'],
          areas: ['company.areas.soft'],
          schedule: '9-18',
          about: 'We install.',
          shown: true,
        },
      },
    },
  ],
  'GET /company/review': anyone,
  'GET /company/payment-info': anyone,
  'GET /payment-information': anyone,
  'PATCH /payment-information': () => [
    { body: { reg_number: fresh('number') } },
    {
      body: {
        ...{ name: 'A company', email: 'pay@example.com', vat: null, agreement: true, auto_send_invoice: false },
        address: { city: 'Vilnius', country: 'LT', line1: fresh('Street'), line2: null, postal_code: '1', state: null },
      },
    },
  ],
  'GET /brand': anyone,
  'PATCH /brand': () => [
    { body: { sender_name: fresh('Sender') } },
    { body: { logo: aLogo, colour: '#1D4ED8', sender_name: null } },
  ],
  'GET /staff': async (world) => listed({ ids: await aColleague(world) }),
  'POST /staff': () => [
    { body: { email: `${fresh('colleague')}@example.com`, role: 'support' } },
    { body: { email: `${fresh('colleague')}@example.com`, role: 'read_only', name: 'Anna' } },
  ],
  'PATCH /staff/:id': async (world) => {
    const params = { id: await aColleague(world) }
    return [
      { params, body: { name: fresh('name') } },
      { params, body: { role: 'billing', enabled: false } },
    ]
  },
  'DELETE /staff/:id': async (world) => [{ params: { id: await aColleague(world) } }],
  'GET /tokens': async (world) => listed({ ids: await anotherToken(world) }),
  'POST /tokens': (world) => [
    { body: newToken(world) },
    { body: { ...newToken(world), level: 'full', secrets: false } },
  ],
  'DELETE /tokens/:id': async (world) => [{ params: { id: await anotherToken(world) } }],
  'GET /audit': async ({ caller, account }) => {
    const { body } = await caller.ask('GET', `/audit?limit=1&account_id=${account}&action=accounts`)
    const ids = String((body.data ?? body)[0].id)
    return listed({
      ids,
      account_id: String(account),
      actor: 'token',
      action: 'accounts',
      from: '0',
      to: '99999999999',
    })
  },
  'GET /requests': () => listed({ failed: 'true', q: 'units' }),
  'GET /today': anyone,
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
    // An account of its own: a client gets one such mail a minute.
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
  'GET /client/hardware/devices': anyone,
  'GET /client/hardware/manufacturers': anyone,
  'GET /platform/hardware/devices': anyone,
  'GET /platform/hardware/manufacturers': anyone,
}

export const recipeKeys: readonly string[] = Object.keys(recipes)

/** Valid requests of a row, against things that exist in this world and, where a call uses them up, only for it. */
export async function samplesOf(row: Row, world: World): Promise<readonly [Sample, ...Sample[]]> {
  const recipe = recipes[row.key]
  if (!recipe) throw new Error(`${row.key} has no recipe. Write one in server/src/testing/recipes.ts.`)
  await verifyAgain(world)
  return (await recipe(world)) as readonly [Sample, ...Sample[]]
}

/** A recipe before may have changed the payment information, which takes its verification back. */
async function verifyAgain({ api: { ctx }, caller: { dealer } }: World): Promise<void> {
  await ctx.db.updateTable('paymentInfos').set({ verified: true }).where('dealerId', '=', dealer).execute()
}
