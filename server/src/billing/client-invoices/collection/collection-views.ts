/** What clients and dealers see of collection: the card, the consent, the next charge, and every attempt. */
import { readCompany } from '#identity/company/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { requireAccount } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { notFound } from '#kernel/errors.ts'
import { type Day, dayIn } from '#kernel/time/day.ts'
import { findKeptCard, type KeptCardRow } from '../../invoices/actions.ts'
import { type ClientInvoice, openAmount } from '../client-invoice.ts'
import { readInvoicing } from '../issue.ts'
import * as store from '../store.ts'
import { momentFor, type Terms, termsOf } from './collection.ts'
import { consentTexts } from './collection-mail.ts'
import { type Charge, failedSince, isCovered, type Mandate, noMandate, retryDays } from './mandate.ts'
import { holderOf, isOffered, readSettings } from './mandates.ts'
import * as mandates from './mandates-store.ts'

export interface NumberedCharge extends Charge {
  readonly number: string
}

interface NextCharge {
  readonly invoice: ClientInvoice
  readonly amount: number
  readonly at: Date
}

export interface CollectionView {
  /** Whether the dealer charges cards, and this client's too. */
  readonly isOffered: boolean
  readonly mandate: Mandate
  readonly card: KeptCardRow | undefined
  readonly next: NextCharge | undefined
  /** Newest first. */
  readonly charges: readonly NumberedCharge[]
  readonly texts: ReturnType<typeof consentTexts>
}

const chargesMax = 50

async function view(ctx: Pick<Context, 'db' | 'clock'>, dealer: number, account: number): Promise<CollectionView> {
  const mandate = (await mandates.find(ctx.db, dealer, account)) ?? noMandate(dealer, account)
  const terms = await termsOf(ctx, mandate)
  const charges = await mandates.listOfAccount(ctx.db, dealer, account, chargesMax)
  const numbers = await mandates.numbersOf(
    ctx.db,
    charges.map(({ invoiceId }) => invoiceId),
  )
  return {
    ...{ mandate, isOffered: await isOffered(ctx, dealer, mandate), card: await findKeptCard(ctx, holderOf(mandate)) },
    next: terms && (await nextOf(ctx, terms)),
    charges: charges.map((charge) => ({ ...charge, number: numbers.get(charge.invoiceId) ?? '' })),
    texts: consentTexts((await readCompany({ ...ctx, dealer })).name),
  }
}

/** The first of them; what is already due is charged within seconds. */
async function nextOf(ctx: Pick<Context, 'db' | 'clock'>, terms: Terms): Promise<NextCharge | undefined> {
  const { dealerId, accountId } = terms.mandate
  let next: NextCharge | undefined
  for (const invoice of await store.listOfLink(ctx.db, { dealerId, accountId, invoiceId: null }, null)) {
    const at = await momentFor(ctx, terms, invoice)
    if (at && (!next || at < next.at)) next = { invoice, at, amount: openAmount(invoice) }
  }
  return next
}

export interface PlannedCharge {
  /** In the dealer's calendar. */
  readonly on: Day
  readonly last4: string
}

/** Whether an invoice will be charged to a card automatically. */
export async function findPlannedCharge(
  ctx: Pick<Context, 'db' | 'clock'>,
  invoice: ClientInvoice,
): Promise<PlannedCharge | undefined> {
  const { dealerId, accountId } = invoice
  const terms = await termsOf(ctx, await mandates.find(ctx.db, dealerId, accountId))
  const at = terms && (await momentFor(ctx, terms, invoice))
  if (!at) return undefined
  const { settings, today } = await readInvoicing({ ...ctx, dealer: dealerId })
  const on = dayIn(settings.timeZone, at)
  return { on: on < today ? today : on, last4: terms.card.last4 }
}

export const readOwnCollection = (call: ClientCall): Promise<CollectionView> => view(call, call.dealer, call.account)

export async function readClientCollection(call: Call, accountId: number): Promise<CollectionView> {
  await requireAccount(call, accountId)
  return view(call, call.dealer, accountId)
}

export const collectionStates = ['none', 'planned', 'charging', 'given_up'] as const

export interface InvoiceCollection {
  /** `none`: it is not charged to a card. */
  readonly state: (typeof collectionStates)[number]
  readonly nextAt: Date | null
  readonly charges: readonly NumberedCharge[]
}

export async function readInvoiceCollection(call: Call, id: string): Promise<InvoiceCollection> {
  const invoice = (await store.find(call.db, call, id)) ?? notFound('invoice')
  const charges = (await mandates.listCharges(call.db, [id])).toReversed()
  const numbered = charges.map((charge) => ({ ...charge, number: invoice.number ?? '' }))
  const seen = { nextAt: null, charges: numbered }
  if (charges.some(({ status }) => status === 'open')) return { ...seen, state: 'charging' }
  const terms = await termsOf(call, await mandates.find(call.db, invoice.dealerId, invoice.accountId))
  if (!terms || !isCovered(invoice, terms.mandate)) return { ...seen, state: 'none' }
  const nextAt = (await momentFor(call, terms, invoice)) ?? null
  const isGivenUp = failedSince(charges, terms.card.keptAt).length > retryDays.length
  return { ...seen, nextAt, state: isGivenUp ? 'given_up' : 'planned' }
}

export { readSettings }
