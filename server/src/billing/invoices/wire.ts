import Type from 'typebox'
import { Time, TimeOrNull } from '#kernel/api/fields.ts'
import { seconds, secondsOrNull } from '#kernel/time/clock.ts'
import { type Invoice, monthAfter, startOf } from './invoice.ts'
import type { PortalSession } from './portal.ts'

export const LatestInvoiceShape = Type.Object(
  { id: Type.String(), status: Type.String({ description: '`open`, `paid` or `void`.' }) },
  { title: 'LatestInvoice' },
)

export const latestToWire = ({ id, status }: Invoice) => ({ id, status })

export const PortalSessionShape = Type.Object(
  {
    id: Type.String(),
    object: Type.String(),
    configuration: Type.String(),
    created: Time,
    customer: Type.String({ description: 'The dealer.' }),
    flow: Type.Null(),
    livemode: Type.Boolean({ description: 'False in test mode: no real money is charged.' }),
    locale: Type.Null(),
    return_url: Type.String(),
    url: Type.String({ description: 'Opens the portal, for 15 minutes. Keep it to yourself.' }),
  },
  { title: 'PortalSession' },
)

export const portalToWire = (session: PortalSession) => ({
  id: session.id,
  object: 'billing_portal.session',
  configuration: 'bpc_waymark',
  created: seconds(session.created),
  customer: String(session.dealer),
  flow: null,
  livemode: session.livemode,
  locale: null,
  return_url: session.returnUrl,
  url: session.url,
})

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
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  period_start: seconds(startOf(invoice.month)),
  period_end: seconds(startOf(monthAfter(invoice.month))),
  currency: invoice.currency,
  amount_total: invoice.amountTotal,
  created: seconds(invoice.createdAt),
  paid_at: secondsOrNull(invoice.paidAt),
  lines: invoice.lines.map((line) => ({
    description: line.description,
    quantity: line.quantity,
    unit_amount: line.unitAmount,
    amount_total: line.amountTotal,
  })),
})
