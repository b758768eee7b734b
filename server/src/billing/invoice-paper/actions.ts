/** Invoices as PDF files. */
import { readBrand, readInvoiceSettings } from '#identity/company/actions.ts'
import type { KeptFile } from '#kernel/api/route.ts'
import type { Call, Context } from '#kernel/context.ts'
import { conflict } from '#kernel/errors.ts'
import type { Attachment } from '#kernel/mail/outbox.ts'
import type { MailFile } from '#kernel/mail/smtp.ts'
import { findIssued, findOwnInvoice, listPayments, readInvoice, readOwnInvoice } from '../client-invoices/actions.ts'
import { findLinkOf } from '../client-invoices/checkouts/payment-links.ts'
import type { ClientInvoice } from '../client-invoices/client-invoice.ts'
import { findAttachment } from '../e-invoices/actions.ts'
import { type PaperInput, paperOf } from './paper.ts'
import { drawPaper } from './pdf.ts'
import * as store from './store.ts'

/** Where it can be paid online. */
type PaperOptions = Pick<PaperInput, 'payLink'>

/**
 * In the dealer's brand and the buyer's language, in its current state, with payments. If it has everything that an
 * e-invoice needs, it is one (Factur-X).
 */
async function invoicePdf(
  ctx: Pick<Context, 'db'>,
  invoice: ClientInvoice,
  options: PaperOptions = {},
): Promise<Buffer> {
  requireIssued(invoice)
  const seller = { db: ctx.db, dealer: invoice.dealerId }
  const paper = paperOf({
    ...options,
    invoice,
    payments: await listPayments(ctx, invoice.id),
    credits: (invoice.credits && (await findIssued(ctx, invoice.credits))?.number) || null,
    bank: await readInvoiceSettings(seller),
    lang: await store.findLanguage(ctx.db, invoice.accountId),
  })
  const issuedAt = new Date(`${invoice.issuedOn}T00:00:00Z`)
  return drawPaper(paper, await readBrand(seller), issuedAt, await findAttachment(ctx, invoice))
}

function requireIssued({ status }: ClientInvoice): void {
  if (status === 'draft') conflict('This invoice is a draft. Issue it first.')
}

/** Numbers may contain a slash. */
const pdfName = ({ kind, number, id }: ClientInvoice): string =>
  `${kind === 'credit' ? 'credit-note' : 'invoice'}-${(number ?? id).replace(/[^A-Za-z0-9-]/g, '-')}.pdf`

const asFile = async (ctx: Pick<Context, 'db'>, invoice: ClientInvoice): Promise<KeptFile> => ({
  file: await invoicePdf(ctx, invoice),
  contentType: 'application/pdf',
  fileName: pdfName(invoice),
})

export const readPaper = async (call: Call, id: string): Promise<KeptFile> => asFile(call, await readInvoice(call, id))

/** For the client. */
export const readOwnPaper = async (ctx: Pick<Context, 'db'>, accountId: number, id: string): Promise<KeptFile> =>
  asFile(ctx, await readOwnInvoice(ctx, accountId, id))

export const invoiceAttachment = 'client-invoice'

/** For an email about it. */
export const attachmentOf = ({ accountId: account, id: invoice }: ClientInvoice): Attachment => ({
  kind: invoiceAttachment,
  of: { account, invoice },
})

/** Called when such an email is sent. Undefined: its client was erased meanwhile. */
export async function attachInvoice(
  ctx: Pick<Context, 'db' | 'vault' | 'config' | 'sites'>,
  { account, invoice: id }: Attachment['of'],
): Promise<MailFile | undefined> {
  const invoice = await findOwnInvoice(ctx, Number(account), String(id))
  if (!invoice) return undefined
  const bytes = await invoicePdf(ctx, invoice, { payLink: await findLinkOf(ctx, invoice) })
  return { name: pdfName(invoice), contentType: 'application/pdf', bytes }
}
