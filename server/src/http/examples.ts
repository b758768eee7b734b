/** Example values for the API reference, made from schemas: plausible, the same every time, and of no real customer. */
import type { TSchema } from 'typebox'
import { fleetApp } from '../applications.ts'

type Shape = TSchema & {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  minimum?: number
  additionalProperties?: unknown
  title?: string
}

const uuid = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
const accountId = 481920573316
const time = 1790000000

const byName: Readonly<Record<string, unknown>> = {
  id: accountId,
  pid: 105500372845,
  dealer_id: 105500372845,
  creator_id: 105500372845,
  account_id: accountId,
  cid: accountId,
  app_id: fleetApp,
  reg_apps: [fleetApp],
  service_apps: [],
  tariff_plans: { [fleetApp]: uuid },
  subscriptions: {},
  tariff_plan_id: uuid,
  managed_plan_id: '019a0000-0000-7000-8000-000000000101',
  user_id: uuid,
  subscription_id: uuid,
  title: 'North depot',
  name: 'North depot van 1',
  description: 'Vans of the north depot',
  login_key: 'k7-otter-lamp',
  email: 'office@example.com',
  ident: '352093081452251',
  hw_id: 101,
  type: null,
  lang: 'en',
  new_password: 'a long pass phrase',
  repeat_password: 'a long pass phrase',
  password: '000000',
  quotas: { unit: 10, geofence: 10, unit_storage: 10240 },
  modules: ['notification', 'geofence', 'timeline'],
  price: 19,
  currency: 'eur',
  period: 'month',
  status: 'active',
  blocked: false,
  is_attached: false,
  is_premium: false,
  created_at: time,
  updated_at: time,
  added_time: time,
  ack: time,
  expire: time * 1000,
  expiry: time,
  blocked_at: time,
  payment_expected_at: time,
  payment_period: 1,
  payment_notify_offset: 3,
  block_offset: 5,
  ttl: 3600,
  key: 'the token itself, shown once',
  url: 'https://tracking.example.com/client#service_token=…',
  host: 'tracking.example.com',
  ip: '192.0.2.10',
  port: '5027',
  any_port: '5000',
  protocol: 'teltonika',
  transport: 'both',
  website: 'https://example.com',
  phones: ['+1 555 0100'],
  areas: ['company.areas.installation'],
  working_days: [1, 2, 3, 4, 5],
  schedule: '9:00 to 18:00',
  about: 'Installation and service of trackers.',
  tags: ['vehicle'],
  country_code: 'LT',
  lat: 54.6872,
  lon: 25.2797,
  address: null,
}

/** `id` means a number in some shapes and a text in others: the schema has the last word. */
export function exampleOf(schema: TSchema, name = ''): unknown {
  const shape = schema as Shape
  const known = byName[name]
  if (known !== undefined && fits(shape, known)) return known
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return exampleOf(shape.anyOf[0] as Shape, name)
  if (shape.properties) {
    return Object.fromEntries(Object.entries(shape.properties).map(([key, field]) => [key, exampleOf(field, key)]))
  }
  switch (shape.type) {
    case 'array':
      return shape.items && Object.keys(shape.items).length > 0 ? [exampleOf(shape.items)] : []
    case 'integer':
    case 'number':
      return shape.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return name === 'id' || name.endsWith('_id') || shape.title === 'id' ? uuid : 'text'
    case 'null':
      return null
    default:
      return {}
  }
}

function fits(shape: Shape, value: unknown): boolean {
  if (shape.anyOf) return shape.anyOf.some((choice) => fits(choice, value))
  if (shape.properties) return false
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return shape.type === type || (shape.type === 'integer' && Number.isInteger(value))
}
