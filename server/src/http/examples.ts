/** Example values for the API reference, made from schemas: plausible, the same every time, and of no real customer. */
import type { TSchema } from 'typebox'
import { consumerApp, fleetApp } from '../applications.ts'
import type { DialectName } from './dialects.ts'

type Shape = TSchema & {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  minimum?: number
  additionalProperties?: boolean | Shape
  title?: string
  required?: string[]
}

/** Whose example it is: a row of the route table, in one dialect. */
export interface Place {
  readonly key: string
  readonly dialect: DialectName
}

type Values = Readonly<Record<string, unknown>>

const planId = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
const userId = '019a8f0e-6b20-7c44-8a15-9d3e7f60c2b1'
const dealerId = 105500372845
const accountId = 481920573316
const unitId = 730418265951
const created = 1788000000
const billId = 'cs_live_a1TRvAGReTWZWLMqZDASTWr7'
const time = 1790000000

const byName: Values = {
  pid: dealerId,
  creator_id: dealerId,
  account_id: accountId,
  cid: accountId,
  app_id: fleetApp,
  reg_apps: [fleetApp],
  service_apps: [],
  link_app: null,
  tariff_plans: { [fleetApp]: planId },
  tariff_plan_id: planId,
  managed_plan_id: '019a0000-0000-7000-8000-000000000101',
  user_id: userId,
  subscriptions: {},
  login_key: 'k7-otter-lamp',
  lang: 'en',
  ident: '352093081452251',
  hw_id: 101,
  device_type_id: 101,
  protocol_id: 1,
  channel_id: 1,
  new_password: 'a long pass phrase',
  repeat_password: 'a long pass phrase',
  password: '000000',
  quotas: { unit: 10, geofence: 10, unit_storage: 10240 },
  modules: ['notification', 'geofence', 'timeline'],
  currency: 'eur',
  period: 'month',
  blocked: true,
  is_attached: false,
  attached_at: null,
  is_premium: false,
  created_at: created,
  updated_at: time,
  added_time: created,
  ack: created,
  time_begin: created,
  time_end: null,
  expire: time * 1000,
  expiry: time,
  payment_expected_at: time,
  payment_period: 1,
  payment_id: billId,
  payment_notify_offset: 3,
  block_offset: 5,
  use_fleet_lifecycle: true,
  ttl: 3600,
  website: 'https://example.com',
  email: 'office@example.com',
  phones: ['+1 555 0100'],
  areas: ['company.areas.installation'],
  working_days: [1, 2, 3, 4, 5],
  schedule: '9:00 to 18:00',
  about: 'Installation and service of trackers.',
  shown: true,
}

const user: Values = { id: userId, name: 'north-depot', description: 'Dispatcher', email: null }

const webhook: Values = {
  ...{ id: '019a8f0e-8c11-7e55-a0b2-5c1d9e7f3a44', url: 'https://example.com/waymark', description: 'Our own program' },
  ...{ types: ['bill.paid'], enabled: true, disabled_reason: null, previous_secret_until: null },
}

/** What a word means depends on whose it is: a shape's title, or the name of the field that holds it. */
const byOwner: Readonly<Record<string, Values>> = {
  Account: {
    id: accountId,
    title: 'North depot',
    description: 'Vans of the north depot',
    type: 10,
    blocked: false,
    blocked_at: null,
  },
  user,
  User: user,
  ChangedUser: user,
  UserWithEnabled: { ...user, enabled: true },
  UserWithExtras: user,
  Unit: {
    id: unitId,
    name: 'Van 1',
    description: 'White, with a rack',
    tls: false,
    last_active: time,
    messages_ttl: 31536000,
    messages_rotate: 0,
    extra_data: [],
    b_type: null,
    completed: null,
    ready: null,
    type: null,
    gw_type: null,
    technology: null,
    device_link: null,
    linked_devices: [],
    message_params: [],
    category: null,
  },
  UnitCount: { all: 12, active: 9 },
  LobbyEntry: {
    id: '019a8f0e-7f3a-7d02-b1c9-40e5a6d83f27',
    protocol: 'teltonika',
    address: '198.51.100.24',
    first_seen: created,
    last_seen: time,
    tries: 3,
    frames: ['000f333532303933303831343532323531'],
    preview: [],
    nearest: [{ id: unitId, ident: '352093081452215' }],
  },
  Event: { id: 118 },
  Webhook: webhook,
  WebhookWithSecret: { ...webhook, secret: 'whsec_shownOnceAndThenNeverAgain' },
  Replay: { after: 117, since: null },
  Replayed: { events: 3 },
  Delivery: {
    ...{ id: 118, state: 'retrying', tries: 2, status: 503, failure: 'It answered with status 503.' },
    ...{ duration_ms: 84, first_try_at: time - 5, last_try_at: time, next_try_at: time + 10 },
  },
  ClientPlan: {
    id: planId,
    name: 'Fleet standard',
    description: 'For small fleets',
    modules: ['account', 'unit', 'fuel', 'notification', 'geofence', 'timeline'],
  },
  Module: {
    default_included: false,
    name: 'extended_notification',
    hidden: false,
    required: false,
    depended_on: ['notification'],
    default_access: 15,
    access_list: [15],
  },
  ProviderPlan: {
    id: '019a0000-0000-7000-8000-000000000101',
    name: 'Starter',
    status: 'active',
    description: 'Fleet tracking for up to 70 units a client.',
    price: 19,
    type: 'managed',
  },
  features: {
    limits: { unit: { default: 10, max: 70, min: 1, step: 1 } },
    modules: ['account', 'unit', 'fuel', 'notification', 'geofence', 'timeline'],
  },
  ServicePlan: {
    id: '019a0000-0000-7000-8000-000000000301',
    name: 'Service fee',
    status: 'active',
    description: 'The monthly fee for the full fleet application.',
    price: 25,
    features: {},
  },
  Company: {
    account_id: dealerId,
    name: 'North Tracking',
    address: 'Harbour 1, Klaipeda',
    country_code: 'LT',
    approved: true,
  },
  coordinates: { lat: 55.7033, lon: 21.1443 },
  PaymentInfo: {
    id: dealerId,
    verified: true,
    agreement: true,
    name: 'North Tracking',
    vat: 'LT100001234567',
    reg_number: '300123456',
    calculated_at: null,
    invoiced_at: null,
    auto_send_invoice: false,
    auto_charge: false,
    data: {},
  },
  address: { city: 'Klaipeda', country: 'LT', line1: 'Harbour 1', line2: null, postal_code: '91001', state: null },
  AccountLimits: { unit: 10, geofence: 10, user: 5, triggers: 50, sensor: null, gateway: null, asset: null },
  Subscription: { app_id: consumerApp, active: true, type: 'custom', subscription_id: planId, data: {} },
  purchase_data: { order_id: planId, auto_renew: false },
  ServiceToken: {
    id: 8417,
    key: 'the-token-itself-shown-once',
    url: 'https://tracking.example.com/client#service_token=the-token-itself-shown-once',
  },
  info: { prefix: 'service', type: 'application' },
  Channel: { id: '1', host: 'tracking.example.com', port: '5027', ip: '192.0.2.10', shortLink: null },
  configuration: { protocol: 'teltonika', transport: 'both', any_port: '5000' },
  Bill: {
    id: billId,
    status: 'open',
    payment_status: 'unpaid',
    created,
    expires_at: created + 86_400,
    url: `https://tracking.example.com/pay/${billId}`,
    amount_total: 2500,
    metadata: {
      app_id: fleetApp,
      cid: String(accountId),
      email: 'office@example.com',
      lang: 'en',
      name: 'March',
      td_cid: String(dealerId),
    },
  },
  prices: { quantity: 2, unit_amount: 1250, name: 'Tracking of a van' },
  BillItem: {
    id: 'li_7dkK41ESqnpYyFGn3zg7oZZ5',
    object: 'item',
    amount_discount: 0,
    amount_subtotal: 2500,
    amount_tax: 0,
    amount_total: 2500,
    description: 'Tracking of a van',
    quantity: 2,
  },
  price: {
    id: 'price_ss5P69lCEv2LW2IuySmhUaUq',
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: 'prod_5k9eBcGQqhSn30',
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: 1250,
    unit_amount_decimal: '1250',
  },
  ProcessorSecret: { id: dealerId },
  cardpay_partner: { secret_key: '****4f2a', webhook_id: 'we_1PqKx2', webhook_secret: '****9c31' },
  Device: { tags: ['vehicle'], title: 'FMB001', id: 101, manufacturer_id: 1, is_image: false },
  Manufacturer: { id: 1, title: 'Teltonika' },
}

const ofNewAccount = { ack: 0, updated_at: created, blocked: false }
const newUnit: Values = { ...byOwner.Unit, last_active: null, updated_at: created }
const lifecycleOff = {
  payment_expected_at: null,
  payment_notify_offset: null,
  block_offset: null,
  use_fleet_lifecycle: false,
}
const owned: Values = {
  ...ofNewAccount,
  ...{ title: 'The Petrov family', description: 'One car', type: null, reg_apps: [consumerApp], tariff_plans: {} },
  ...{ client_payment_lifecycle: lifecycleOff, 'user.name': 'petrov', 'user.description': 'The mother' },
}

/** Where one operation's example must differ, body and answer alike: the documented request should work as it stands. */
const byOperation: Readonly<Record<string, Values>> = {
  'POST /accounts': owned,
  'POST /accounts/managed': {
    ...byOwner.Account,
    ...ofNewAccount,
    ...{ client_payment_lifecycle: lifecycleOff, 'user.description': 'Dispatcher' },
  },
  'PATCH /accounts/:id': { ...owned, ack: created, updated_at: time },
  'DELETE /accounts/:id': { '': accountId },
  'GET /accounts/count': { '': 42 },
  'PATCH /accounts/:id/set-blocked': { blocked: true },
  'PATCH /accounts/:id/set-blocked-at': { blocked_at: time },
  'PATCH /users/:id': user,
  'POST /units': newUnit,
  'POST /lobby/:id/claim': newUnit,
  'PATCH /units/:id': byOwner.Unit as Values,
  'DELETE /units/:id': { '': unitId },
  'GET /units/:id/messages': {
    '': [
      {
        ident: '352093081452251',
        timestamp: 1790000000.5,
        'server.timestamp': 1790000001.127,
        'position.latitude': 55.7033,
        'position.longitude': 21.1443,
        'position.speed': 48,
        'engine.ignition.status': true,
      },
    ],
  },
  'GET /units/:id/telemetry': {
    '': {
      'position.speed': { ts: 1790000000.5, value: 48 },
      'engine.ignition.status': { ts: 1790000000.5, value: true },
    },
  },
  'POST /client-plans': {
    ...{ name: 'Fleet standard', description: 'For small fleets', updated_at: created },
    client_payment_lifecycle: null,
  },
  'DELETE /client-plans/:id': { '': planId },
  'POST /billing/cardpay-payments': { name: 'March', prices: [{ ...byOwner.prices, currency: 'eur' }] },
  'GET /billing/cardpay-payments': {
    from: created,
    to: created + 30 * 86_400,
    '': { [billId]: { ...byOwner.Bill, account_id: accountId } },
  },
  'POST /billing/cardpay-payments/:payment_id/expire': { status: 'expired', url: null },
  'POST /billing/secret-key': { secretKey: 'sk_live_the_secret_key_of_the_account' },
  'POST /webhooks': webhook,
  'PATCH /webhooks/:id': webhook,
  'DELETE /webhooks/:id': { '': webhook.id },
  'PATCH /company': { name: 'North Tracking', approved: false },
  'GET /accounts/:id/subscriptions': { account_id: accountId },
  'GET /billing/plans/:app_id': {
    app_id: consumerApp,
    '': {
      free: {
        name: 'free',
        subscriptions: [],
        platforms: ['web', 'androidstore', 'iosstore'],
        subscr_types: [],
        data: {
          ...{ user: 1, unit: 5, geofence: 5, calculator: false, unit_notify_settings: false, triggers: 10 },
          ...{ unit_storage: 10240, config_send_notifications: false },
        },
      },
    },
  },
}

/** `id` means a number in some shapes and a text in others: the schema has the last word. */
export function exampleOf(schema: TSchema, place: Place, name = '', owner = ''): unknown {
  const shape = schema as Shape
  const ofOperation = byOperation[place.key.replace('/platform/', '/client/')] ?? {}
  for (const [values, word] of [
    [ofOperation, `${owner}.${name}`],
    [owner === 'user' ? {} : ofOperation, name],
    [byOwner[owner] ?? {}, name],
    [byName, name],
  ] as const) {
    if (Object.hasOwn(values, word) && fits(shape, values[word])) return values[word]
  }
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return exampleOf(shape.anyOf[0] as Shape, place, name, owner)
  if (shape.properties) {
    const own = ownerOf(shape, name)
    return Object.fromEntries(
      Object.entries(shape.properties)
        .filter(([key, field]) => ofOperation[key] != null || !isLeftOut(shape, key, field, own))
        .map(([key, field]) => [key, exampleOf(field, place, key, own)]),
    )
  }
  switch (shape.type) {
    case 'array':
      return shape.items && Object.keys(shape.items).length > 0 ? [exampleOf(shape.items, place)] : []
    case 'integer':
    case 'number':
      return name === 'id' ? (place.key.includes('/units') ? unitId : accountId) : (shape.minimum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return name === 'id' ? (place.key.includes('/users') ? userId : planId) : 'text'
    case 'null':
      return null
    default:
      return {}
  }
}

/** A field that may be absent, and of which the example knows only that it has no value. */
const isLeftOut = ({ required = [] }: Shape, key: string, field: Shape, owner: string): boolean =>
  !required.includes(key) && byOwner[owner]?.[key] === null && !fits(field, null)

/** A created account is an account; a nested object without a title is known by the field that holds it. */
function ownerOf({ title = '' }: Shape, name: string): string {
  if (name === 'user') return name
  return /AccountWithUser$/.test(title) ? 'Account' : title || name
}

function fits(shape: Shape, value: unknown): boolean {
  if (shape.anyOf) return shape.anyOf.some((choice) => fits(choice, value))
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (shape.properties) {
    return type === 'object' && Object.keys(value as object).every((key) => Object.hasOwn(shape.properties ?? {}, key))
  }
  return shape.type === type || (shape.type === 'integer' && Number.isInteger(value))
}
