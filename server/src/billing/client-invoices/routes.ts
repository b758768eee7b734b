import Type from 'typebox'
import { EnumOf, exact } from '#kernel/api/fields.ts'
import { listing, listParameters, numberIds, search, uuidIds } from '#kernel/api/lists.ts'
import { bare, bareList, byUuid, route, UuidId } from '#kernel/api/route.ts'
import { refuse } from '#kernel/errors.ts'
import { isDay } from '#kernel/time/day.ts'
import {
  changeDraft,
  createInvoice,
  creditInvoice,
  type InvoiceFilter,
  invoiceSorts,
  type ListedInvoice,
  listInvoices,
  openInvoice,
  payInvoice,
  readInvoice,
  readInvoicing,
  readTotals,
  removeDraft,
  removePayment,
} from './actions.ts'
import { type InvoiceState, invoiceStates, type OverdueAge, overdueAges } from './client-invoice.ts'
import {
  CreditBody,
  DraftBody,
  InvoiceShape,
  ListedInvoiceShape,
  listedToWire,
  NewInvoiceBody,
  PaymentBody,
  TotalsShape,
  toInput,
  toPayment,
  toWire,
} from './wire.ts'

const tag = 'Client invoices'
const params = byUuid('invoice')
const ofPayment = Type.Object({ id: UuidId, client_payment_id: UuidId }, { title: 'payment' })
const reply = (status = 200) => ({ provider: bare(InvoiceShape, status), partner: bare(InvoiceShape, status) })

const day = (what: string) => Type.Optional(Type.String({ maxLength: 10, example: '2027-01-01', description: what }))
const filters = {
  ...search,
  account_ids: Type.Optional(Type.String({ description: 'Only of these accounts, separated by commas.' })),
  state: Type.Optional(EnumOf(invoiceStates, 'Only invoices in this state.')),
  issued_from: day('Issued on this day or later.'),
  issued_to: day('Issued on this day or earlier.'),
  overdue: Type.Optional(
    EnumOf(
      overdueAges.map(({ name }) => name),
      'Only overdue invoices: up to 30 days, 31 to 60, 61 to 90, or older.',
    ),
  ),
}
interface Filters {
  readonly account_ids?: string
  readonly state?: InvoiceState
  readonly issued_from?: string
  readonly issued_to?: string
  readonly overdue?: OverdueAge
  readonly q?: string
}

function toFilter({ account_ids, state, issued_from: from, issued_to: to, overdue: age, q }: Filters): InvoiceFilter {
  for (const [name, value] of [
    ['issued_from', from],
    ['issued_to', to],
  ] as const) {
    if (value !== undefined && !isDay(value)) refuse('INVALID_QUERY', `${name} must be a day, like 2027-01-01.`, name)
  }
  return { accounts: numberIds(account_ids), state, from, to, age, q }
}

/** Under `/console/client-invoices`. */
export const consoleInvoiceRoutes = [
  route({
    method: 'GET',
    path: '',
    tag,
    summary: 'List the invoices to clients',
    query: exact({ ...listParameters, ...filters }),
    replies: { provider: bareList(ListedInvoiceShape), partner: bareList(ListedInvoiceShape) },
    handle: async (call, { query }) => {
      const filter = { ...toFilter(query), ids: uuidIds(query.ids) }
      const { today } = await readInvoicing(call)
      return listing<ListedInvoice>({
        sorts: invoiceSorts,
        sort: '-id',
        read: (page) => listInvoices(call, filter, page, today),
        toWire: listedToWire(today),
      })
    },
  }),
  route({
    method: 'GET',
    path: '/totals',
    tag,
    summary: 'Sum up the invoices to clients, by currency',
    description: 'Takes the filters of the list. Drafts are left out, and credit notes lower the total.',
    query: exact(filters),
    replies: { provider: bare(TotalsShape), partner: bare(TotalsShape) },
    handle: (call, { query }) => readTotals(call, toFilter(query)),
  }),
  route({
    method: 'POST',
    path: '',
    right: 'bills',
    tag,
    summary: 'Create an invoice by hand',
    body: NewInvoiceBody,
    replies: reply(201),
    handle: async (call, { body }) => toWire(await createInvoice(call, body.account_id, toInput(body), body.is_draft)),
  }),
  route({
    method: 'GET',
    path: '/:id',
    tag,
    summary: 'Read an invoice with its lines, payments and credit notes',
    params,
    replies: reply(),
    handle: async (call, { params }) => toWire(await readInvoice(call, params.id)),
  }),
  route({
    method: 'PUT',
    path: '/:id',
    right: 'bills',
    tag,
    summary: 'Change a draft',
    params,
    body: DraftBody,
    replies: reply(),
    handle: async (call, { params, body }) => toWire(await changeDraft(call, params.id, toInput(body))),
  }),
  route({
    method: 'DELETE',
    path: '/:id',
    right: 'bills',
    tag,
    summary: 'Delete a draft',
    params,
    replies: { provider: bare(Type.String()), partner: bare(Type.String()) },
    handle: (call, { params }) => removeDraft(call, params.id),
  }),
  route({
    method: 'POST',
    path: '/:id/open',
    right: 'bills',
    tag,
    summary: 'Open a draft',
    description: 'It gets the next number of the year. From then on it cannot be changed; a credit note cancels it.',
    params,
    replies: reply(),
    handle: async (call, { params }) => toWire(await openInvoice(call, params.id)),
  }),
  route({
    method: 'POST',
    path: '/:id/credit',
    right: 'bills',
    tag,
    summary: 'Credit an invoice, or a part of it',
    params,
    body: CreditBody,
    replies: reply(201),
    handle: async (call, { params, body }) => toWire(await creditInvoice(call, params.id, body.lines, body.note)),
  }),
  route({
    method: 'POST',
    path: '/:id/payments',
    right: 'bills',
    tag,
    summary: 'Mark an invoice as paid, or a part of it',
    description:
      'Once an invoice for a period is fully paid, the due date of its client moves on, as with a paid bill.',
    params,
    body: PaymentBody,
    replies: reply(201),
    handle: async (call, { params, body }) => toWire(await payInvoice(call, params.id, toPayment(body))),
  }),
  route({
    method: 'DELETE',
    path: '/:id/payments/:client_payment_id',
    right: 'bills',
    tag,
    summary: 'Undo a payment that was recorded by mistake',
    description: 'The invoice is open again. A due date that the payment has moved on stays where it is.',
    params: ofPayment,
    replies: reply(),
    handle: async (call, { params }) => toWire(await removePayment(call, params.id, params.client_payment_id)),
  }),
]
