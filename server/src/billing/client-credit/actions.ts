/** Credit of clients: what comes in, what invoices use, and what is paid back. Never below zero. */
import { readInvoiceSettings } from '#identity/company/actions.ts'
import { recordChange, requireAccount } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { formatMoney } from '#kernel/money/money.ts'
import { type Day, dayIn, isDay } from '#kernel/time/day.ts'
import { currencyProblems } from '../prices/price.ts'
import type { CreditEntry, DepositWay } from './client-credit.ts'
import * as store from './store.ts'

type Ctx = Pick<Context, 'db' | 'clock'>
type CreditKey = store.CreditKey

const blank = { way: null, paymentId: null, bankLineId: null, comment: null }

/** Called in the transaction of its cause. */
export async function bookCredit(
  ctx: Ctx,
  entry: CreditKey & Pick<CreditEntry, 'kind' | 'amount' | 'bookedOn'> & Partial<CreditEntry>,
): Promise<CreditEntry> {
  const now = ctx.clock.now()
  if (entry.amount < 0) await requireCredit(ctx, entry, -entry.amount)
  await store.change(ctx.db, entry, entry.amount)
  const booked = { ...blank, ...entry, id: uuidv7(now), createdAt: now }
  await store.insert(ctx.db, booked)
  return booked
}

async function requireCredit(ctx: Ctx, key: CreditKey, amount: number): Promise<void> {
  const there = await store.findForUpdate(ctx.db, key)
  if (there < amount) {
    conflict(`The client’s credit is ${formatMoney(there, key.currency)}. Enter that or less.`)
  }
}

/** The accounts among these with credit in any currency. */
export const listCredited = (ctx: Pick<Call, 'db' | 'dealer'>, accountIds: readonly number[]) =>
  store.listCredited(ctx.db, ctx.dealer, accountIds)

/** How much of the amount the credit covers; locks the row. */
export const coveredBy = async (ctx: Ctx, key: CreditKey, wanted: number): Promise<number> =>
  Math.min(wanted, await store.findForUpdate(ctx.db, key))

/** Reverts an entry. Credit that was used meanwhile cannot be removed. */
export async function unbook(ctx: Ctx, entry: CreditEntry): Promise<void> {
  if (!(await store.remove(ctx.db, entry.id, ctx.clock.now()))) notFound('credit')
  if (entry.amount > 0 && (await store.findForUpdate(ctx.db, entry)) < entry.amount) {
    conflict('The credit from this payment has been used for an invoice. Undo that payment first.')
  }
  await store.change(ctx.db, entry, -entry.amount)
}

export const findByPayment = (ctx: Ctx, paymentId: string) => store.findByPayment(ctx.db, paymentId)
export const findByLine = (ctx: Ctx, bankLineId: string) => store.findByLine(ctx.db, bankLineId)

export const pseudonymiseCredit = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  store.pseudonymise(ctx.db, accountId)

export interface NewCredit {
  readonly kind: 'deposit' | 'payout'
  readonly currency: string
  readonly amount: number
  readonly bookedOn: Day
  readonly way: DepositWay
  readonly comment: string | null
}

export const addCredit = (caller: Call, accountId: number, input: NewCredit): Promise<CreditEntry> =>
  inTransaction(caller, async (call) => {
    await requireAccount(call, accountId)
    const { timeZone } = await readInvoiceSettings(call)
    const today = dayIn(timeZone, call.clock.now())
    call.validate([
      ...currencyProblems('currency', input.currency, call.config.rates),
      ...(isDay(input.bookedOn) && input.bookedOn <= today
        ? []
        : [invalidField('booked_on', `booked_on must be a day up to today (${today}).`)]),
    ])
    const amount = input.kind === 'payout' ? -input.amount : input.amount
    const entry = await bookCredit(call, { ...input, dealerId: call.dealer, accountId, amount })
    await recordChange(call, { action: 'client-credit.add', subject: accountId, after: entry })
    return entry
  })

export const removeCredit = (caller: Call, accountId: number, id: string): Promise<string> =>
  inTransaction(caller, async (call) => {
    const entry = (await store.find(call.db, call, accountId, id)) ?? notFound('credit')
    if (entry.kind === 'used') conflict('This credit paid an invoice. Undo that payment instead.')
    if (entry.bankLineId !== null) conflict('This credit comes from a bank statement. Undo the match of its line.')
    await unbook(call, entry)
    await recordChange(call, { action: 'client-credit.undo', subject: accountId, before: entry })
    return id
  })
