/** Invoices as data, for the buyer's bookkeeping. */
import { readCompany, readInvoiceSettings } from '#identity/company/actions.ts'
import type { KeptFile } from '#kernel/api/route.ts'
import type { Call, Context } from '#kernel/context.ts'
import { conflict } from '#kernel/errors.ts'
import { findIssued, readInvoice, readOwnInvoice } from '../client-invoices/actions.ts'
import type { ClientInvoice } from '../client-invoices/client-invoice.ts'
import { ciiOf, xRechnung } from './cii.ts'
import { type EInvoiceInput, eInvoiceOf, figureProblem, missingFields } from './e-invoice.ts'
import { facturXOf } from './facturx.ts'
import { ublOf } from './ubl.ts'

/** Factur-X is the PDF itself. */
export const eInvoiceFormats = ['factur-x', 'xrechnung', 'ubl'] as const
type EInvoiceFormat = (typeof eInvoiceFormats)[number]
export const xmlFormats = ['xrechnung', 'ubl'] as const
export type XmlFormat = (typeof xmlFormats)[number]

async function inputOf(ctx: Pick<Context, 'db'>, invoice: ClientInvoice): Promise<EInvoiceInput> {
  const seller = { db: ctx.db, dealer: invoice.dealerId }
  return {
    invoice,
    credits: (invoice.credits && (await findIssued(ctx, invoice.credits))) || null,
    bank: await readInvoiceSettings(seller),
    phone: (await readCompany(seller)).marketingInfo.phones[0] ?? null,
  }
}

/** Why there is none, or null. An issued invoice never changes, so a missing field stays missing. */
function reasonOf(input: EInvoiceInput, format: EInvoiceFormat): string | null {
  if (input.invoice.status === 'draft') return 'it is a draft'
  const missing = missingFields(input, format === 'xrechnung')
  return missing.length === 0 ? (figureProblem(input.invoice) ?? null) : `it was issued without ${missing.join(', ')}`
}

export interface Readiness {
  readonly format: EInvoiceFormat
  readonly problem: string | null
}

export async function listEInvoices(call: Call, id: string): Promise<Readiness[]> {
  const input = await inputOf(call, await readInvoice(call, id))
  return eInvoiceFormats.map((format) => ({ format, problem: reasonOf(input, format) }))
}

/** For lists: whether there is a UBL document, which needs only the invoice itself. */
export const hasEInvoice = (invoice: ClientInvoice): boolean =>
  reasonOf({ invoice, credits: null, bank: { iban: null, bic: null, accountHolder: null }, phone: null }, 'ubl') ===
  null

async function fileOf(ctx: Pick<Context, 'db'>, invoice: ClientInvoice, format: XmlFormat): Promise<KeptFile> {
  const input = await inputOf(ctx, invoice)
  const reason = reasonOf(input, format)
  if (reason !== null)
    conflict(`No e-invoice is available: ${reason}. Use the PDF, or credit the invoice and issue a new one.`)
  const eInvoice = eInvoiceOf(input)
  return {
    file: format === 'ubl' ? ublOf(eInvoice) : ciiOf(eInvoice, xRechnung),
    contentType: 'application/xml; charset=utf-8',
    fileName: `${format}-${(invoice.number ?? invoice.id).replace(/[^A-Za-z0-9-]/g, '-')}.xml`,
  }
}

export const readEInvoice = async (call: Call, id: string, format: XmlFormat): Promise<KeptFile> =>
  fileOf(call, await readInvoice(call, id), format)

/** For the client. */
export const readOwnEInvoice = async (
  ctx: Pick<Context, 'db'>,
  accountId: number,
  id: string,
  format: XmlFormat,
): Promise<KeptFile> => fileOf(ctx, await readOwnInvoice(ctx, accountId, id), format)

/** The data inside a PDF, if the invoice has everything it needs. */
export async function findAttachment(ctx: Pick<Context, 'db'>, invoice: ClientInvoice) {
  const input = await inputOf(ctx, invoice)
  return reasonOf(input, 'factur-x') === null ? facturXOf(eInvoiceOf(input)) : undefined
}
