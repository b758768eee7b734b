import Type from 'typebox'
import { EnumOf, exact, Nullable } from '#kernel/api/fields.ts'
import { bare, byUuid, route } from '#kernel/api/route.ts'
import { eInvoiceFormats, listEInvoices, readEInvoice, xmlFormats } from './actions.ts'

const tag = 'Client invoices'
const params = byUuid('invoice')

const EInvoiceShape = Type.Object(
  {
    format: EnumOf(eInvoiceFormats, '`factur-x` (ZUGFeRD) is inside the PDF.'),
    problem: Nullable(
      Type.String({ example: 'it was issued without your country', description: 'Why it is not available.' }),
    ),
  },
  { title: 'EInvoice' },
)

/** Under `/console/client-invoices`. */
export const consoleEInvoiceRoutes = [
  route({
    method: 'GET',
    path: '/:id/e-invoices',
    tag,
    summary: 'List the e-invoice formats of an invoice',
    description: 'EN 16931 requires more than a paper invoice, such as the countries of both parties.',
    params,
    replies: { provider: bare(Type.Array(EInvoiceShape)), partner: bare(Type.Array(EInvoiceShape)) },
    handle: (call, { params }) => listEInvoices(call, params.id),
  }),
  route({
    method: 'GET',
    path: '/:id/e-invoice',
    tag,
    summary: 'Download an invoice or a credit note as an e-invoice',
    description: 'As it was issued: later payments are not included.',
    params,
    query: exact({
      format: Type.Optional(EnumOf(xmlFormats, '`xrechnung` (CII) by default; `ubl`: UBL 2.1, EN 16931.')),
    }),
    produces: ['application/xml; charset=utf-8'],
    replies: { provider: bare(Type.String()), partner: bare(Type.String()) },
    handle: (call, { params, query }) => readEInvoice(call, params.id, query.format ?? 'xrechnung'),
  }),
]
