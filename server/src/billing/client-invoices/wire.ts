import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import type { Day } from '#kernel/time/day.ts'
import { Amount, amountMax, Currency, DayInput, rate } from '../prices/wire.ts'
import type { InvoiceInput, ListedInvoice, NewPayment, WholeInvoice } from './actions.ts'
import type { WantedPart } from './checkouts/checkout.ts'
import type { LinkView } from './checkouts/payment-links.ts'
import {
  type ClientInvoice,
  invoiceKinds,
  invoiceStates,
  openAmount,
  type Party,
  paymentWays,
  referenceOf,
  stateOf,
} from './client-invoice.ts'
import { CheckoutConsent, ConsentTexts } from './collection/collection-wire.ts'

const note = Nullable(Type.String({ maxLength: 2000, example: 'Thank you for your business.' }))

const input = {
  currency: Currency,
  due_on: like(Nullable(DayInput), null),
  note,
  lines: Type.Array(
    exact({
      description: visibleLine(1, 250, { example: 'Installation' }),
      quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, example: 2 }),
      unit_amount: Amount,
      discount_rate: rate('Discount', 0),
      tax_rate: rate('Tax', 1900),
    }),
    { minItems: 1, maxItems: 200 },
  ),
}

export const NewInvoiceBody = exact({
  account_id: Type.Integer({ description: 'Any client, of any application.' }),
  is_draft: Type.Boolean({
    description: 'A draft has no number and can be changed. Otherwise the invoice is open at once.',
  }),
  ...input,
})
export const DraftBody = exact(input)

export const toInput = (body: Static<typeof DraftBody>): InvoiceInput => ({
  currency: body.currency,
  dueOn: body.due_on,
  note: body.note,
  lines: body.lines.map((line) => ({
    description: line.description,
    quantity: line.quantity,
    unitAmount: line.unit_amount,
    discountRate: line.discount_rate,
    taxRate: line.tax_rate,
  })),
})

export const CreditBody = exact({
  lines: Type.Optional(
    Type.Array(
      exact({
        position: Type.Integer({
          minimum: 0,
          maximum: 10_000,
          example: 0,
          description: 'The position of the line, counted from 0.',
        }),
        net: Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          example: 1,
          description: 'How much of its net amount.',
        }),
      }),
      { minItems: 1, maxItems: 1000, description: 'If absent: everything that is not credited yet.' },
    ),
  ),
  note,
})

export const PaymentBody = exact({
  paid_on: like(DayInput, '2026-01-15'),
  way: EnumOf(paymentWays, 'How it was paid. `credit`: from the client’s advance payments and overpayments.'),
  amount: Type.Optional(
    Type.Integer({
      ...{ minimum: 1, maximum: amountMax * 1000, example: 1 },
      description: 'In the smallest unit of the currency; if absent: the open amount.',
    }),
  ),
  comment: Nullable(Type.String({ maxLength: 500, example: 'Statement 12' })),
})
export const toPayment = (body: Static<typeof PaymentBody>): NewPayment => ({
  paidOn: body.paid_on,
  way: body.way,
  amount: body.amount,
  comment: body.comment,
})

const line = Nullable(Type.String())
const PartyShape = Type.Object(
  {
    name: Type.String({ example: 'Baltic Freight' }),
    contact: line,
    email: line,
    tax_number: line,
    reg_number: line,
    address: Type.Object({ line1: line, line2: line, postal_code: line, city: line, state: line, country: line }),
  },
  { title: 'InvoiceParty' },
)

const day = Nullable(Type.String({ example: '2027-03-01' }))
const amount = Type.Integer({ example: 1250 })

const head = {
  id: Type.String(),
  account_id: Type.Integer(),
  account_title: Nullable(Type.String({ description: 'Null once the account is deleted.' })),
  kind: EnumOf(invoiceKinds, '`period`: made by billing automation; `manual`: by hand; `credit`: a credit note.'),
  state: EnumOf(invoiceStates),
  number: Nullable(Type.String({ example: '2027-00001', description: 'Null while it is a draft.' })),
  reference: Nullable(
    Type.String({
      example: 'RF27202700001',
      description: 'For bank transfers (ISO 11649); null for drafts and credit notes.',
    }),
  ),
  credits: Nullable(Type.String({ description: 'The invoice that a credit note cancels.' })),
  issued_on: day,
  due_on: day,
  starts: day,
  ends: Nullable(Type.String({ example: '2027-04-01', description: 'The day after the last one.' })),
  currency: Type.String({ example: 'eur' }),
  buyer_name: line,
  net_total: amount,
  tax_total: amount,
  total: amount,
  credited_total: amount,
  paid_total: amount,
  open_amount: Type.Integer({ example: 1250, description: 'What is still to pay; negative: to be refunded.' }),
  created: Time,
  paid_at: TimeOrNull,
}

export const ListedInvoiceShape = Type.Object(head, { title: 'ListedClientInvoice' })

const LineShape = Type.Object({
  description: Type.String({ example: 'Fleet standard: Tracking' }),
  starts: day,
  ends: day,
  unit_amount: amount,
  quantity: Type.Integer({ example: 310, description: 'If `starts` is a day: the days of all units together.' }),
  months: Type.Integer({ example: 1 }),
  days: Type.Integer({ example: 31, description: '`unit_amount × months × quantity / days` is the subtotal.' }),
  discount_rate: Type.Integer({ example: 0 }),
  tax_rate: Type.Integer({ example: 1900 }),
  subtotal: amount,
  discount: amount,
  net: amount,
  tax: amount,
  total: amount,
  credits: Nullable(Type.Integer()),
})

const { account_title: _, ...ownHead } = head
const whole = {
  seller: Nullable(PartyShape),
  buyer: Nullable(PartyShape),
  is_reverse_charge: Type.Boolean({ example: false }),
  note: line,
  lines: Type.Array(LineShape),
}
export const OwnInvoiceShape = Type.Object({ ...ownHead, ...whole }, { title: 'OwnInvoice' })
export const InvoiceShape = Type.Object(
  {
    ...ownHead,
    ...whole,
    payments: Type.Array(
      Type.Object({
        id: Type.String(),
        paid_on: Type.String({ example: '2027-03-15' }),
        way: EnumOf(paymentWays),
        amount,
        comment: line,
        is_from_statement: Type.Boolean({ example: false, description: 'It comes from a bank statement.' }),
        created: Time,
      }),
    ),
    credit_notes: Type.Array(
      Type.Object({
        id: Type.String(),
        number: Type.String({ example: '2027-00002' }),
        issued_on: Type.String({ example: '2027-03-20' }),
        total: Type.Integer({ example: -1250 }),
      }),
    ),
  },
  { title: 'ClientInvoice' },
)

export const TotalsShape = Type.Array(
  Type.Object(
    {
      currency: Type.String({ example: 'eur' }),
      count: Type.Integer({ example: 12 }),
      total: amount,
      paid: amount,
      open: amount,
      overdue: amount,
    },
    { title: 'ClientInvoiceTotals' },
  ),
)

const headToWire = (invoice: Omit<ClientInvoice, 'lines'>, today: Day) => ({
  ...{
    id: invoice.id,
    account_id: invoice.accountId,
    kind: invoice.kind,
    number: invoice.number,
    reference: referenceOf(invoice),
    credits: invoice.credits,
  },
  ...{ issued_on: invoice.issuedOn, due_on: invoice.dueOn, starts: invoice.starts, ends: invoice.ends },
  ...{ currency: invoice.currency, net_total: invoice.netTotal, tax_total: invoice.taxTotal, total: invoice.total },
  ...{ credited_total: invoice.creditedTotal, paid_total: invoice.paidTotal, open_amount: openAmount(invoice) },
  ...{ created: invoice.createdAt, paid_at: invoice.paidAt, buyer_name: invoice.buyer?.name ?? null },
  state: stateOf(invoice, today),
})

export const listedToWire = (today: Day) => (invoice: ListedInvoice) => ({
  ...headToWire(invoice, today),
  account_title: invoice.accountTitle,
})

const partyToWire = ({ taxNumber, regNumber, ...party }: Party) => ({
  ...party,
  tax_number: taxNumber,
  reg_number: regNumber,
})

export const ownToWire = (today: Day) => (invoice: ClientInvoice) => ({
  ...headToWire(invoice, today),
  ...{ seller: invoice.seller && partyToWire(invoice.seller), buyer: invoice.buyer && partyToWire(invoice.buyer) },
  ...{ is_reverse_charge: invoice.isReverseCharge, note: invoice.note },
  lines: invoice.lines.map(({ unitAmount, discountRate, taxRate, ...one }) => ({
    ...one,
    unit_amount: unitAmount,
    discount_rate: discountRate,
    tax_rate: taxRate,
  })),
})

export const toWire = (invoice: WholeInvoice) => ({
  ...ownToWire(invoice.today)(invoice),
  payments: invoice.payments.map(({ paidOn, createdAt, bankLineId, ...payment }) => ({
    ...payment,
    is_from_statement: bankLineId !== null,
    paid_on: paidOn,
    created: createdAt,
  })),
  credit_notes: invoice.creditNotes.map(({ id, number, issuedOn, total }) => ({
    id,
    number,
    issued_on: issuedOn,
    total,
  })),
})

export const PaymentUrlShape = Type.Object(
  {
    url: Type.String({
      example: 'https://tracking.example.com/pay/nGQnOB5pjLhOrQzXBzqvZ0uTnFhGzqkH8J3dYv1TtLs',
      description: 'It does not expire. Anyone with the link can see and pay these invoices.',
    }),
  },
  { title: 'PaymentUrl' },
)

export const PaymentLinkShape = Type.Object(
  {
    is_all: Type.Boolean({ description: 'Every open invoice of the client; otherwise one invoice.' }),
    provider: Type.Object({ name: Type.String(), logo: line, colour: line }),
    client: line,
    lang: Nullable(Type.String({ description: 'The client’s language, if known.' })),
    takes_cards: Type.Boolean(),
    allows_part_payments: Type.Boolean(),
    consent_texts: Nullable(ConsentTexts),
    invoices: Type.Array(
      Type.Object({
        ...{ id: Type.String(), number: Type.String(), state: EnumOf(invoiceStates), issued_on: day, due_on: day },
        ...{ currency: Type.String(), total: amount, paid_total: amount, credited_total: amount, open_amount: amount },
        lines: Type.Array(Type.Object({ description: Type.String(), total: amount })),
        payments: Type.Array(
          Type.Object({ id: Type.String(), paid_on: Type.String(), way: EnumOf(paymentWays), amount }),
        ),
      }),
    ),
  },
  { title: 'PaymentLink' },
)

export const linkToWire = ({ link, today, provider, client, lang, invoices, ...view }: LinkView) => ({
  ...{ provider, client, lang, is_all: link.invoiceId === null },
  ...{ takes_cards: view.takesCards, allows_part_payments: view.allowsPartPayments },
  consent_texts: view.texts,
  invoices: invoices.map((invoice) => ({
    ...headToWire(invoice, today),
    lines: invoice.lines,
    payments: invoice.payments.map(({ paidOn, ...payment }) => ({ ...payment, paid_on: paidOn })),
  })),
})

export const CheckoutBody = exact({
  invoices: Type.Array(
    exact({
      id: UuidId,
      amount: Type.Optional(
        Type.Integer({
          ...{ minimum: 1, maximum: amountMax * 1000 },
          description: 'In the smallest unit of the currency; if absent: the open amount.',
        }),
      ),
    }),
    { minItems: 1, maxItems: 100, description: 'All in one currency.' },
  ),
  consent: Type.Optional(CheckoutConsent),
})
export const CheckoutShape = Type.Object(
  { url: Type.String({ description: 'The payment page. It is open for a day.' }) },
  { title: 'Checkout' },
)
export const toParts = ({ invoices }: Static<typeof CheckoutBody>): WantedPart[] =>
  invoices.map(({ id, amount }) => ({ id, amount }))
