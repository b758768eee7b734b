import Type, { type Static } from 'typebox'
import { exact, like, MapOf, Nullable, oneLine, Time, TimeInput } from '#kernel/api/fields.ts'
import { fleetApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import type { Bill, NewBill } from './bill.ts'
import type { SecretRecord } from './processor-keys.ts'

/** In a query, an unusable application is an invalid parameter. */
const FleetApp = Type.Literal(fleetApp, { meaning: 'the id of fleet_app', description: 'fleet_app.' })
const account = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The client account.' })

export const AppQuery = exact({ app_id: FleetApp })
export const ItemsQuery = exact({ app_id: FleetApp, account_id: account })
export const BillsQuery = exact({
  app_id: FleetApp,
  from: { ...TimeInput, description: 'The first second of the window.' },
  to: { ...TimeInput, description: 'The last second of the window; at most 31 days after `from` are listed.' },
  account_id: Type.Optional(account),
  fields: Type.Optional(Type.String({ description: 'Only these fields, separated by commas; `id` is always kept.' })),
})

const count = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

export const NewBillBody = exact({
  app_id: Type.String({ description: 'fleet_app.' }),
  account_id: Type.Integer({ description: 'An activated account of fleet_app.' }),
  prices: Type.Array(
    exact({
      quantity: like(Type.Integer(count), 2),
      currency: Type.String({ pattern: '^[a-z]{3}$', meaning: 'a currency code of three lower-case letters' }),
      unit_amount: Type.Integer({
        example: 1250,
        ...count,
        description: 'In the smallest unit of the currency: 2500 is 25.00 eur.',
      }),
      name: oneLine(1, 250, { example: 'Tracking of a van' }),
    }),
    { minItems: 1, maxItems: 100, description: 'All in one currency; the total is worth at least 50 US cents.' },
  ),
  name: Type.Optional(Type.String({ example: 'March', maxLength: 250, description: 'What the payment is for.' })),
})

export const toNewBill = (body: Static<typeof NewBillBody>): NewBill => ({
  appId: body.app_id,
  accountId: body.account_id,
  name: body.name,
  prices: body.prices.map(({ quantity, currency, unit_amount, name }) => ({
    quantity,
    currency,
    unitAmount: unit_amount,
    name,
  })),
})

export const ExpireBody = exact({ app_id: Type.String(), account_id: Type.Integer() })

export const BillShape = Type.Object(
  {
    id: Type.String({ example: 'cs_live_a1TRvAGReTWZWLMqZDASTWr7' }),
    status: Type.String({ example: 'open', description: '`open`, `expired` or `complete`' }),
    payment_status: Type.String({ example: 'unpaid', description: '`paid` or `unpaid`' }),
    created: Time,
    expires_at: Time,
    account_id: Type.Integer(),
    url: Nullable(
      Type.String({
        example: 'https://tracking.example.com/pay/cs_live_a1TRvAGReTWZWLMqZDASTWr7',
        description: 'Where it is paid; null once it is not open.',
      }),
    ),
    amount_total: Type.Integer({ example: 2500, description: "In the currency's smallest unit." }),
    metadata: Type.Object({
      app_id: Type.String(),
      cid: Type.String({ example: '481920573316', description: 'The client account.' }),
      email: Type.String({
        description: 'The email address of the client when the bill was issued; empty if there was none.',
      }),
      lang: Type.String(),
      name: Type.String({ example: 'March', description: 'What the payment is for.' }),
      td_cid: Type.String({ example: '105500372845', description: 'The dealer.' }),
    }),
  },
  { title: 'Bill' },
)

export const BillsShape = MapOf(BillShape)

export const toWire = (bill: Bill) => ({
  id: bill.sessionId,
  status: bill.status,
  payment_status: bill.paidAt === null ? 'unpaid' : 'paid',
  created: seconds(bill.createdAt),
  expires_at: seconds(bill.expiresAt),
  account_id: bill.accountId,
  url: bill.url,
  amount_total: bill.amountTotal,
  metadata: bill.metadata,
})

/** A bill in a list, which is an object with bills by their ids. Stored with the bill. */
export const entryOf = (bill: Bill): string => `${JSON.stringify(bill.sessionId)}:${JSON.stringify(toWire(bill))}`

export const billFields = Object.keys(BillShape.properties)

/** Entries with only these fields. */
export function chosenEntries(entries: string, fields: readonly string[]): string {
  const bills = JSON.parse(`{${entries}}`) as Record<string, Record<string, unknown>>
  const chosen = Object.entries(bills).map(([id, bill]) => [
    id,
    Object.fromEntries(fields.map((name) => [name, bill[name]])),
  ])
  return JSON.stringify(Object.fromEntries(chosen)).slice(1, -1)
}

const ObjectOrNull = Nullable(Type.Unsafe<object>({ type: 'object' }))

export const ItemShape = Type.Object(
  {
    id: Type.String({ example: 'li_7dkK41ESqnpYyFGn3zg7oZZ5' }),
    object: Type.String({ example: 'item' }),
    amount_discount: Type.Integer({ example: 0 }),
    amount_subtotal: Type.Integer({ example: 2500 }),
    amount_tax: Type.Integer({ example: 0 }),
    amount_total: Type.Integer({ example: 2500 }),
    currency: Type.String(),
    description: Type.String({ example: 'Tracking of a van' }),
    quantity: Type.Integer({ example: 2 }),
    price: Type.Object({
      id: Type.String({ example: 'price_ss5P69lCEv2LW2IuySmhUaUq' }),
      object: Type.String({ example: 'price' }),
      active: Type.Boolean({ example: false }),
      billing_scheme: Type.String({ example: 'per_unit' }),
      created: Time,
      currency: Type.String(),
      custom_unit_amount: ObjectOrNull,
      livemode: Type.Boolean({ example: false }),
      lookup_key: Nullable(Type.String()),
      metadata: MapOf(Type.String()),
      nickname: Nullable(Type.String()),
      product: Type.String({ example: 'prod_5k9eBcGQqhSn30' }),
      recurring: ObjectOrNull,
      tax_behavior: Type.String({ example: 'unspecified', description: '`inclusive`, `exclusive` or `unspecified`' }),
      tiers_mode: Nullable(Type.String()),
      transform_quantity: ObjectOrNull,
      type: Type.String({ example: 'one_time' }),
      unit_amount: Type.Integer({ example: 1250 }),
      unit_amount_decimal: Type.String({ example: '1250', description: 'At most 12 decimals.' }),
    }),
  },
  { title: 'BillItem' },
)

export const SentShape = Type.Object({ result: Type.Boolean() })

export const SecretKeyBody = exact({
  app_id: Type.String({ description: 'fleet_app.' }),
  secretKey: Type.String({
    example: 'sk_live_the_secret_key_of_the_account',
    minLength: 1,
    maxLength: 255,
    description: "The live secret key of the dealer's account at the card processor.",
  }),
})

const Secret = Nullable(
  Type.String({
    description: 'In full for a token with the right `secrets`; otherwise only the last four characters.',
  }),
)

export const SecretKeyShape = Type.Object(
  {
    id: Type.Integer({ description: "The dealer's account id." }),
    cardpay_partner: Type.Object({
      secret_key: like(Secret, '****4f2a'),
      webhook_id: Nullable(Type.String({ example: 'we_1PqKx2' })),
      webhook_secret: like(Secret, '****9c31'),
    }),
  },
  { title: 'ProcessorSecret' },
)

export const secretToWire = (record: SecretRecord) => ({ id: record.dealer, cardpay_partner: record })
