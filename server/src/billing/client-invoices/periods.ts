/**
 * Invoices that make themselves. Billing automation ends a period on the day of its notice; a job then charges what was
 * used in it, once, however many workers there are and whatever dies in between (docs/decisions/0089).
 */
import { findProfile } from '#identity/client-profiles/actions.ts'
import { readInvoiceSettings } from '#identity/company/actions.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { type Day, dayIn } from '#kernel/time/day.ts'
import { recordPayment } from '../dunning/actions.ts'
import { readPricesFor } from '../prices/actions.ts'
import { planReminder } from '../reminders/actions.ts'
import { readUsage } from '../usage/actions.ts'
import { type Charge, chargesFor, type Facts, isPriced } from './charge.ts'
import { type ClientInvoice, linesFrom, withLines } from './client-invoice.ts'
import { blankInvoice, numbered, settled, tellDunning } from './issue.ts'
import { wakeCollection } from './mandates.ts'
import { payFromCredit } from './payments.ts'
import * as periods from './periods-store.ts'
import * as store from './store.ts'

/** Called in the transaction of the notice, by who holds the accounts. */
export const endPeriods = async (ctx: Pick<Context, 'db'>, ended: readonly periods.EndedPeriod[]): Promise<void> => {
  if (ended.length > 0) await periods.insertEnded(ctx.db, ended)
}

/** Called by who holds the accounts and gives them their first due date. */
export const beginPeriods = async (
  ctx: Pick<Context, 'db' | 'clock'>,
  begun: readonly periods.BegunPeriod[],
  months: number,
): Promise<void> => {
  if (begun.length > 0) await periods.insertBefore(ctx.db, begun, months, ctx.clock.now())
}

/** What waits is due at once. */
export const nextCharge = async (ctx: Pick<Context, 'db' | 'clock'>): Promise<Date | undefined> =>
  (await periods.isWaiting(ctx.db)) ? ctx.clock.now() : undefined

/** One period in one transaction: its invoice, its number, and the note that it was charged. */
export async function chargeEndedPeriods(acting: ActorContext): Promise<number> {
  for (let charged = 0; ; charged++) {
    const isCharged = await inTransaction(acting, async (ctx) => {
      const period = await periods.takeWaiting(ctx.db)
      if (period) await charge(ctx, period)
      return period !== undefined
    })
    if (!isCharged) return charged
  }
}

async function charge(ctx: ActorContext, period: periods.WaitingPeriod): Promise<void> {
  const account = (await store.holdAccount(ctx.db, period.accountId)) as store.BilledAccount
  const facts = await readFacts(ctx, account, period.starts)
  const charges = chargesFor(period, facts)
  const invoices: ClientInvoice[] = []
  for (const one of charges) invoices.push(await open(ctx, account, period, one, facts.zone))
  // Only now: the last one that is paid settles the period, so all must be there. One over nothing is paid already.
  for (const invoice of invoices) await tellDunning(ctx, await payFromCredit(ctx, invoice))
  const now = ctx.clock.now()
  await periods.markCharged(ctx.db, period, now)
  // Nobody is blocked for a period that costs nothing.
  if (charges.length === 0 && isPriced(period, facts)) await recordPayment(ctx, uuidv7(now), account.id)
}

async function readFacts(ctx: ActorContext, account: store.BilledAccount, since: Day): Promise<Facts> {
  const { timeZone: zone } = await readInvoiceSettings({ ...ctx, dealer: account.dealerId })
  const usage = await readUsage(ctx, account.id, since)
  const planIds = [...new Set(usage.plans.map(({ clientPlanId }) => clientPlanId))]
  const { plans: planPrices, own: clientPrices } = await readPricesFor(ctx, account.id, planIds)
  const planNames = await periods.planNames(ctx.db, planIds)
  return { zone, activatedAt: account.ack as Date, usage, planPrices, clientPrices, planNames }
}

async function open(
  ctx: ActorContext,
  { id: accountId, dealerId, title }: store.BilledAccount,
  { starts, ends, dueAt }: periods.WaitingPeriod,
  { currency, lines }: Charge,
  zone: string,
): Promise<ClientInvoice> {
  const now = ctx.clock.now()
  const { isReverseCharge } = await findProfile({ ...ctx, dealer: dealerId }, accountId)
  const blank = blankInvoice({ dealerId, accountId, kind: 'period' }, now)
  const draft: ClientInvoice = withLines(
    { ...blank, starts, ends, currency, isReverseCharge, dueOn: dayIn(zone, dueAt) },
    linesFrom(lines, isReverseCharge),
  )
  const invoice = settled(await numbered({ ...ctx, dealer: dealerId }, draft, title), now)
  await store.insert(ctx.db, invoice)
  await wakeCollection(ctx, invoice)
  await recordChange(ctx, { dealer: dealerId, action: 'client-invoices.open', subject: invoice.id, after: invoice })
  await planReminder(ctx, invoice)
  return invoice
}

/** Before an account goes, in its transaction: what it used until yesterday is charged. */
export async function closeAccount(ctx: ActorContext, accountId: number): Promise<void> {
  const now = ctx.clock.now()
  const months = await periods.findMonths(ctx.db, accountId)
  if (months !== null) await endPeriods(ctx, [{ accountId, endedAt: now, months, dueAt: now }])
  for (const period of await periods.listWaiting(ctx.db, accountId)) await charge(ctx, period)
}
