/** What a dealer does with invoices by hand. Invoices for periods are in `periods.ts`. */
import { findProfile } from '#identity/client-profiles/actions.ts'
import type { Page } from '#kernel/api/lists.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { amountsOf, type PricedLine, totalsOf } from '#kernel/money/line.ts'
import type { Day } from '#kernel/time/day.ts'
import { currencyProblems } from '../prices/price.ts'
import { planReminder } from '../reminders/actions.ts'
import { settleRenewals } from '../usage/terms.ts'
import { withdrawCheckouts } from './checkouts/checkouts.ts'
import { forget } from './checkouts/checkouts-store.ts'
import {
  type ClientInvoice,
  type CreditedLine,
  creditLines,
  creditProblems,
  dayProblems,
  type LineInput,
  leftOf,
  linesFrom,
  type Payment,
  withLines,
} from './client-invoice.ts'
import { wakeCollection } from './collection/mandates.ts'
import { forget as forgetCharges, listCharges } from './collection/mandates-store.ts'
import {
  balanceOf,
  blankInvoice,
  numbered,
  readInvoicing,
  recordPaidPeriod,
  saveBalance,
  settled,
  type WholeInvoice,
  whole,
} from './issue.ts'
import { payFromCredit } from './payments.ts'
import * as paymentsStore from './payments-store.ts'
import * as store from './store.ts'

export { forgetCollection } from './collection/mandates.ts'
export { openFee } from './fees.ts'
export { readInvoicing, type WholeInvoice } from './issue.ts'
export type { NewPayment } from './payments.ts'
export { listPayables, payFromCredit, payInvoice, removePayment, revertLine, takePayment } from './payments.ts'
export { beginPeriods, chargeEndedPeriods, closeAccount, endPeriods, nextCharge } from './periods.ts'
export type { InvoiceFilter, ListedInvoice, Reader } from './store.ts'

export const invoiceSorts = store.sorts

export const listInvoices = (call: Call, filter: store.InvoiceFilter, page: Page, today: Day) =>
  store.list(call.db, call, filter, page, today)
export const readTotals = async (call: Call, filter: store.InvoiceFilter) =>
  store.totals(call.db, call, filter, (await readInvoicing(call)).today)

export async function readInvoice(call: Call, id: string): Promise<WholeInvoice> {
  const invoice = (await store.find(call.db, call, id)) ?? notFound('invoice')
  return whole(call, invoice)
}

const shownMax = 500

/** For the client. */
export const listOwnInvoices = (ctx: Pick<Context, 'db'>, accountId: number): Promise<ClientInvoice[]> =>
  store.listOfAccount(ctx.db, accountId, shownMax)

export const findOwnInvoice = (ctx: Pick<Context, 'db'>, accountId: number, id: string) =>
  store.findOfAccount(ctx.db, accountId, id)

export const readOwnInvoice = async (ctx: Pick<Context, 'db'>, accountId: number, id: string): Promise<ClientInvoice> =>
  (await store.findOfAccount(ctx.db, accountId, id)) ?? notFound('invoice')

/** For callers that act on a single invoice; locks it until the transaction ends. */
export const holdInvoice = async (ctx: Pick<Context, 'db'>, id: string): Promise<ClientInvoice> =>
  (await store.lockMany(ctx.db, [id]))[0] ?? notFound('invoice')

/** Whether a charge to the client's card is still undecided. */
export const isBeingCharged = async (ctx: Pick<Context, 'db'>, id: string): Promise<boolean> =>
  (await listCharges(ctx.db, [id])).some(({ status }) => status === 'open')

/** Whom to email about invoices. */
export const findReader = (ctx: Pick<Context, 'db'>, dealer: number, accountId: number): Promise<store.Reader> =>
  store.findReader(ctx.db, dealer, accountId)

/** For callers that have already found the invoice. */
export const listPayments = (ctx: Pick<Context, 'db'>, id: string): Promise<Payment[]> =>
  paymentsStore.listPayments(ctx.db, id)
export const findIssued = (ctx: Pick<Context, 'db'>, id: string): Promise<store.Issued | undefined> =>
  store.findIssued(ctx.db, id)

export interface InvoiceInput {
  readonly currency: string
  readonly dueOn: Day | null
  readonly note: string | null
  readonly lines: readonly WantedLine[]
}

type Wanted = 'description' | 'quantity' | 'unitAmount' | 'discountRate' | 'taxRate'
/** Charged once, unless it has days. */
export type WantedLine = Pick<LineInput, Wanted> & Partial<Omit<LineInput, Wanted>>

const once = { months: 1, days: 1, starts: null, ends: null }

function inputProblems(call: Call, { currency, dueOn, lines }: InvoiceInput, today: Day): Problem[] {
  const due = dueOn === null ? [] : dayProblems('due_on', dueOn)
  return [
    ...currencyProblems('currency', currency, call.config.rates),
    ...due,
    ...(dueOn !== null && due.length === 0 && dueOn < today
      ? [invalidField('due_on', `due_on must be today (${today}) or later.`)]
      : []),
    ...(isTooMuch(lines) ? [invalidField('lines', 'The total is larger than an invoice can hold.')] : []),
  ]
}

function isTooMuch(lines: InvoiceInput['lines']): boolean {
  try {
    totalsOf(lines.map((line) => amountsOf({ ...once, ...line } satisfies PricedLine)))
    return false
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

async function filledIn(call: Call, invoice: ClientInvoice, input: InvoiceInput): Promise<ClientInvoice> {
  const { isReverseCharge } = await findProfile(call, invoice.accountId)
  const lines = input.lines.map((line) => ({ ...once, ...line }))
  const { currency, dueOn, note } = input
  return withLines({ ...invoice, currency, dueOn, note, isReverseCharge }, linesFrom(lines, isReverseCharge))
}

/** For any account, with or without a plan, activated or not. */
export const createInvoice = (
  caller: Call,
  accountId: number,
  input: InvoiceInput,
  isDraft: boolean,
): Promise<WholeInvoice> =>
  inTransaction(caller, async (call) => {
    const known = Number.isSafeInteger(accountId) ? await store.findAccount(call.db, call, accountId) : undefined
    const account = known ?? notFound('account')
    const { today } = await readInvoicing(call)
    call.validate(inputProblems(call, input, today))
    const blank = blankInvoice({ dealerId: call.dealer, accountId, kind: 'manual' }, call.clock.now())
    const draft = await filledIn(call, blank, input)
    const invoice = isDraft ? draft : settled(await numbered(call, draft, account.title), call.clock.now())
    await store.insert(call.db, invoice)
    if (!isDraft) await wakeCollection(call, invoice)
    const action = isDraft ? 'client-invoices.create' : 'client-invoices.open'
    await recordChange(call, { action, subject: invoice.id, after: invoice })
    await planReminder(call, invoice)
    return whole(call, await payFromCredit(call, invoice))
  })

const notDraft = 'This invoice is open and can no longer be changed. Create a credit note instead.'

async function findDraft(call: Call, id: string): Promise<ClientInvoice> {
  const invoice = (await store.findForUpdate(call.db, call, id)) ?? notFound('invoice')
  call.validate()
  return invoice.status === 'draft' ? invoice : conflict(notDraft)
}

export const changeDraft = (caller: Call, id: string, input: InvoiceInput): Promise<WholeInvoice> =>
  inTransaction(caller, async (call) => {
    const before = await findDraft(call, id)
    call.validate(inputProblems(call, input, (await readInvoicing(call)).today))
    const after = await filledIn(call, before, input)
    await store.saveDraft(call.db, after)
    await recordChange(call, { action: 'client-invoices.change', subject: id, before, after })
    return whole(call, after)
  })

export const removeDraft = (caller: Call, id: string): Promise<string> =>
  inTransaction(caller, async (call) => {
    const before = await findDraft(call, id)
    await store.remove(call.db, id)
    await recordChange(call, { action: 'client-invoices.remove', subject: id, before })
    return id
  })

/** Gives it a number; it never changes afterwards. */
export const openInvoice = (caller: Call, id: string): Promise<WholeInvoice> =>
  inTransaction(caller, async (call) => {
    const draft = await findDraft(call, id)
    const account = await store.findAccount(call.db, call, draft.accountId)
    const after = settled(await numbered(call, draft, account?.title ?? String(draft.accountId)), call.clock.now())
    await store.saveDraft(call.db, after)
    await wakeCollection(call, after)
    await recordChange(call, { action: 'client-invoices.open', subject: id, before: draft, after })
    await planReminder(call, after)
    await settleRenewals(call, after)
    return whole(call, await payFromCredit(call, after))
  })

/** A credit note for some of the lines, or for everything left of them. */
export const creditInvoice = (
  caller: Call,
  id: string,
  wanted: readonly CreditedLine[] | undefined,
  note: string | null,
): Promise<WholeInvoice> =>
  inTransaction(caller, async (call) => {
    const invoice = (await store.findForUpdate(call.db, call, id)) ?? notFound('invoice')
    const credited = (await store.listCredits(call.db, id)).flatMap(({ lines }) => lines)
    const left = leftOf(invoice.lines, credited)
    const asked = wanted ?? left.map(({ net }, position) => ({ position, net }))
    call.validate(creditProblems(left, asked))
    if (invoice.status === 'draft') conflict('This invoice is a draft. Change or delete it.')
    if (invoice.kind === 'credit') conflict('This is already a credit note. Create an invoice instead.')
    const lines = creditLines(invoice.lines, left, asked)
    if (lines.length === 0) conflict('The invoice was credited in full. Nothing is left to credit.')
    const now = call.clock.now()
    const { dealerId, accountId, currency, isReverseCharge, buyer } = invoice
    const blank = blankInvoice({ dealerId, accountId, kind: 'credit', credits: id }, now)
    const draft = withLines({ ...blank, currency, isReverseCharge, buyer, note }, lines)
    const numberedNote = await numbered(call, draft, buyer?.name ?? '')
    const creditNote: ClientInvoice = { ...numberedNote, status: 'paid', dueOn: null, paidAt: now }
    await store.insert(call.db, creditNote)
    await withdrawCheckouts(call, id)
    const after = settled({ ...invoice, creditedTotal: invoice.creditedTotal - creditNote.total }, now)
    await saveBalance(call, after)
    await recordPaidPeriod(call, after)
    await settleRenewals(call, after)
    const change = { dealer: call.dealer, subject: id, before: balanceOf(invoice) }
    await recordChange(call, {
      ...change,
      action: 'client-invoices.credit',
      after: { ...balanceOf(after), creditNote: creditNote.number, creditNoteId: creditNote.id },
    })
    return whole(call, after)
  })

/** Amounts, numbers and dates belong to the dealer's books; the client's identity is not kept (docs/decisions/0066). */
export async function pseudonymiseInvoices(ctx: Pick<Context, 'db'>, accountId: number): Promise<number> {
  await forget(ctx.db, accountId)
  await forgetCharges(ctx.db, accountId)
  return store.pseudonymise(ctx.db, accountId)
}
