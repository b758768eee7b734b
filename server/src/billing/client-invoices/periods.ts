/**
 * Automatic invoices. Billing automation ends a period on the day of its payment reminder; a job then charges its usage, once,
 * however many workers there are and whatever crashes in between (docs/decisions/0089).
 */
import { findProfiles } from '#identity/client-profiles/actions.ts'
import { type ClientProfile, emptyProfile } from '#identity/client-profiles/client-profile.ts'
import { readInvoiceSettings } from '#identity/company/actions.ts'
import { recordChanges } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { type Day, dayIn } from '#kernel/time/day.ts'
import { listCredited } from '../client-credit/actions.ts'
import { recordPayment } from '../dunning/actions.ts'
import { readPricesFor } from '../prices/actions.ts'
import { planReminders } from '../reminders/actions.ts'
import { readUsages, type Usage } from '../usage/actions.ts'
import { buyerOf, type ClientInvoice, linesFrom, withLines } from './client-invoice.ts'
import { type Charge, chargesFor, type Facts, isPriced } from './collection/charge.ts'
import { wakeCollections } from './collection/mandates.ts'
import { blankInvoice, numberedAll, recordPaidPeriod, settled } from './issue.ts'
import { payFromCredit } from './payments.ts'
import * as periods from './periods-store.ts'
import * as store from './store.ts'

/** Called in the transaction of the payment reminder, with the accounts locked. */
export const endPeriods = async (ctx: Pick<Context, 'db'>, ended: readonly periods.EndedPeriod[]): Promise<void> => {
  if (ended.length > 0) await periods.insertEnded(ctx.db, ended)
}

/** Called with the accounts locked, when they get their first due date. */
export const beginPeriods = async (
  ctx: Pick<Context, 'db' | 'clock'>,
  begun: readonly periods.BegunPeriod[],
  months: number,
): Promise<void> => {
  if (begun.length > 0) await periods.insertBefore(ctx.db, begun, months, ctx.clock.now())
}

/** A waiting period is due at once. */
export const nextCharge = async (ctx: Pick<Context, 'db' | 'clock'>): Promise<Date | undefined> =>
  (await periods.isWaiting(ctx.db)) ? ctx.clock.now() : undefined

/** Small enough that no one waits long for a number, large enough that each costs little. */
const batch = 50

/**
 * Charges several periods in one transaction: their invoices, the numbers, and the mark that they were charged. If one
 * of them cannot be charged, each is tried alone, so that no other client waits for it. If any remain, the job fails
 * and tries again.
 */
export async function chargeEndedPeriods(acting: ActorContext): Promise<number> {
  const failed = new Map<number, unknown>()
  let alone = 0
  for (let charged = 0; ; ) {
    let taken: readonly periods.WaitingPeriod[] = []
    try {
      await inTransaction(acting, async (ctx) => {
        taken = await periods.takeWaiting(ctx.db, alone > 0 ? 1 : batch, [...failed.keys()])
        await charge(ctx, taken)
      })
    } catch (error) {
      const [first, ...others] = taken
      if (!first || isUnavailable(error)) throw error
      if (others.length > 0) alone = taken.length
      else failed.set(first.accountId, error)
      continue
    }
    alone = Math.max(0, alone - 1)
    charged += taken.length
    if (taken.length > 0) continue
    for (const error of failed.values()) throw error
    return charged
  }
}

type Seller = ActorContext & Pick<Call, 'dealer'>
type Accounts = ReadonlyMap<number, store.BilledAccount>

/** Usually of one dealer. If several, always in the same order: two workers holding numbers of both would deadlock. */
async function charge(ctx: ActorContext, waiting: readonly periods.WaitingPeriod[]): Promise<void> {
  if (waiting.length === 0) return
  const held = await store.holdAccounts(ctx.db, idsOf(waiting))
  const accounts: Accounts = new Map(held.map((account) => [account.id, account]))
  const byDealer = Map.groupBy(waiting, ({ accountId }) => (accounts.get(accountId) as store.BilledAccount).dealerId)
  for (const [dealer, own] of [...byDealer].toSorted(([one], [other]) => one - other))
    await chargeOwn({ ...ctx, dealer }, own, accounts)
  await periods.markCharged(ctx.db, waiting, ctx.clock.now())
}

const idsOf = (all: readonly { readonly accountId: number }[]): number[] => [
  ...new Set(all.map(({ accountId }) => accountId)),
]

async function chargeOwn(ctx: Seller, own: readonly periods.WaitingPeriod[], accounts: Accounts): Promise<void> {
  const now = ctx.clock.now()
  const factsOf = await readFacts(ctx, own, accounts)
  const profiles = await findProfiles(ctx, idsOf(own))
  const charged = own.map((period) => {
    const facts = factsOf(period.accountId)
    return { period, facts, charges: chargesFor(period, facts) }
  })
  const drafts = charged.flatMap(({ period, facts, charges }) => {
    const account = accounts.get(period.accountId) as store.BilledAccount
    const profile = profiles.get(period.accountId) ?? emptyProfile
    return charges.map((one) => draftOf(account, profile, period, one, facts.zone, now))
  })
  if (drafts.length > 0) await open(ctx, drafts)
  // No one is blocked for a period that costs nothing.
  for (const { period, facts, charges } of charged)
    if (charges.length === 0 && isPriced(period, facts)) await recordPayment(ctx, uuidv7(now), period.accountId)
}

async function readFacts(
  ctx: Seller,
  own: readonly periods.WaitingPeriod[],
  accounts: Accounts,
): Promise<(accountId: number) => Facts> {
  const { timeZone: zone } = await readInvoiceSettings(ctx)
  const wanted = [...Map.groupBy(own, ({ accountId }) => accountId)].map(([accountId, some]) => ({
    accountId,
    since: some.map(({ starts }) => starts).toSorted()[0] as Day,
  }))
  const usages = await readUsages(ctx, wanted)
  const planIds = [
    ...new Set([...usages.values()].flatMap(({ plans }) => plans.map(({ clientPlanId }) => clientPlanId))),
  ]
  const prices = await readPricesFor(ctx, idsOf(own), planIds)
  const planPrices = Map.groupBy(prices.plans, ({ clientPlanId }) => clientPlanId)
  const clientPrices = Map.groupBy(prices.own, ({ accountId }) => accountId)
  const planNames = await periods.planNames(ctx.db, planIds)
  return (accountId) => {
    const usage = usages.get(accountId) as Usage
    const ids = [...new Set(usage.plans.map(({ clientPlanId }) => clientPlanId))]
    return {
      ...{ zone, usage, planNames, activatedAt: accounts.get(accountId)?.ack as Date },
      planPrices: ids.flatMap((id) => planPrices.get(id) ?? []),
      clientPrices: clientPrices.get(accountId) ?? [],
    }
  }
}

function draftOf(
  { id: accountId, dealerId, title }: store.BilledAccount,
  profile: ClientProfile,
  { starts, ends, dueAt }: periods.WaitingPeriod,
  { currency, lines }: Charge,
  zone: string,
  now: Date,
): ClientInvoice {
  const { isReverseCharge } = profile
  const blank = blankInvoice({ dealerId, accountId, kind: 'period', buyer: buyerOf(profile, title) }, now)
  return withLines(
    { ...blank, starts, ends, currency, isReverseCharge, dueOn: dayIn(zone, dueAt) },
    linesFrom(lines, isReverseCharge),
  )
}

async function open(ctx: Seller, drafts: readonly ClientInvoice[]): Promise<void> {
  const { dealer } = ctx
  const invoices = (await numberedAll(ctx, drafts)).map((invoice) => settled(invoice, ctx.clock.now()))
  await store.insertAll(ctx.db, invoices)
  await wakeCollections(ctx, dealer, idsOf(invoices))
  await recordChanges(
    ctx,
    invoices.map((invoice) => ({ dealer, action: 'client-invoices.open', subject: invoice.id, after: invoice })),
  )
  await planReminders(ctx, dealer, invoices)
  const credited = await listCredited(ctx, idsOf(invoices))
  // Only now: the last payment settles the period, so all invoices must exist. A total of zero is already paid.
  for (const invoice of invoices)
    await recordPaidPeriod(ctx, credited.has(invoice.accountId) ? await payFromCredit(ctx, invoice) : invoice)
}

/** Called in the transaction that deletes an account: charges its usage until yesterday. */
export async function closeAccount(ctx: ActorContext, accountId: number): Promise<void> {
  const now = ctx.clock.now()
  const months = await periods.findMonths(ctx.db, accountId)
  if (months !== null) await endPeriods(ctx, [{ accountId, endedAt: now, months, dueAt: now }])
  await charge(ctx, await periods.listWaiting(ctx.db, accountId))
}
