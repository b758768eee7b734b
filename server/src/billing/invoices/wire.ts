import Type from 'typebox'
import { Time, TimeOrNull } from '#kernel/api/fields.ts'
import { type Invoice, monthAfter, startOf } from './invoice.ts'
import type { PortalSession } from './portal.ts'

export const LatestInvoiceShape = Type.Object(
  { id: Type.String(), status: Type.String({ example: 'open', description: '`open`, `paid` or `void`.' }) },
  { title: 'LatestInvoice' },
)

export const PortalSessionShape = Type.Object(
  {
    id: Type.String({ example: 'bps_9c642f1d5e8a7b30019a8f0e' }),
    object: Type.String({ example: 'billing_portal.session' }),
    configuration: Type.String({ example: 'bpc_waymark' }),
    created: Time,
    customer: Type.String({ example: '105500372845', description: 'The dealer.' }),
    flow: Type.Null(),
    livemode: Type.Boolean({ example: false, description: 'False in test mode: no real money is charged.' }),
    locale: Type.Null(),
    return_url: Type.String({ example: 'https://example.com' }),
    url: Type.String({
      example: 'https://example.com/portal#key=k7otterlamp',
      description: 'Opens the portal, for 15 minutes. Do not share it.',
    }),
  },
  { title: 'PortalSession' },
)

export const portalToWire = (session: PortalSession) => ({
  ...session,
  object: 'billing_portal.session',
  configuration: 'bpc_waymark',
  customer: String(session.dealer),
  flow: null,
  locale: null,
})

export const KeptCardShape = Type.Object(
  {
    brand: Type.String({ example: 'visa' }),
    last4: Type.String({ example: '4242' }),
    month: Type.Integer({ example: 12 }),
    year: Type.Integer({ example: 2035 }),
    kept_at: Time,
  },
  { title: 'KeptCard' },
)

const InvoiceShape = Type.Object(
  {
    id: Type.String(),
    number: Type.String(),
    status: Type.String(),
    period_start: Time,
    period_end: Time,
    currency: Type.String(),
    amount_total: Type.Integer(),
    created: Time,
    paid_at: TimeOrNull,
    lines: Type.Array(
      Type.Object({
        description: Type.String(),
        quantity: Type.Integer(),
        unit_amount: Type.Integer(),
        amount_total: Type.Integer(),
      }),
    ),
  },
  { title: 'Invoice' },
)

export const PortalShape = Type.Object({
  dealer: Type.Object({ name: Type.String() }),
  return_url: Type.String(),
  expires_at: Time,
  invoices: Type.Array(InvoiceShape),
})

export const invoiceToWire = (invoice: Invoice) => ({
  ...invoice,
  period_start: startOf(invoice.month),
  period_end: startOf(monthAfter(invoice.month)),
  created: invoice.createdAt,
})
