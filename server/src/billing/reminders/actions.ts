/**
 * Reminders of open invoices: a dealer's steps, what holds for single clients, and when to look at an invoice next. What
 * is sent is in `customers/reminder-mails` (docs/decisions/0100).
 */
import { readInvoiceSettings } from '#identity/company/actions.ts'
import { recordChange, requireAccount } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { invalidField } from '#kernel/errors.ts'
import { mailStatesOf } from '#kernel/mail/outbox.ts'
import { type Day, dayIn, isDay } from '#kernel/time/day.ts'
import { currencyProblems } from '../prices/price.ts'
import {
  type ClientTerms,
  nextStep,
  noSettings,
  type PlannedStep,
  type ReminderSettings,
  stepProblems,
  usualTerms,
} from './reminder.ts'
import * as store from './store.ts'

type Ctx = Pick<Context, 'db' | 'clock'>

const zoneOf = async (ctx: Pick<Context, 'db'>, dealer: number) =>
  (await readInvoiceSettings({ db: ctx.db, dealer })).timeZone

const todayOf = async (call: Call): Promise<Day> => dayIn(await zoneOf(call, call.dealer), call.clock.now())

export const readSettings = async (call: Pick<Call, 'db' | 'dealer'>): Promise<ReminderSettings> =>
  (await store.findSettings(call.db, call.dealer)) ?? noSettings

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const setSettings = (caller: Call, after: ReminderSettings): Promise<ReminderSettings> =>
  inTransaction(caller, async (call) => {
    call.validate([
      ...(after.currency === null ? [] : currencyProblems('currency', after.currency, call.config.rates)),
      ...stepProblems(after.steps, after.currency),
    ])
    await store.lockRules(call.db, call.dealer)
    const before = await store.findSettings(call.db, call.dealer)
    const stays = before?.isActive && isSame(sortedKeys(before.steps), sortedKeys(after.steps))
    const since = stays ? before.since : await todayOf(call)
    await store.saveSettings(call.db, call.dealer, { ...after, since })
    await store.lookAgain(call.db, call.dealer, null, call.clock.now())
    const change = { dealer: call.dealer, subject: call.dealer, before: before ?? null, after }
    await recordChange(call, { ...change, action: 'reminders.set' })
    return after
  })

/** The database keeps the fields of an object in an order of its own. */
const sortedKeys = (steps: ReminderSettings['steps']) =>
  steps.map(({ days, texts: { en, de }, fee, attachesPdf }) => ({
    ...{ days, fee, attachesPdf },
    texts: [en, de].map((words) => words && [words.subject, words.text]),
  }))

export async function readTerms(call: Call, accountId: number): Promise<ClientTerms> {
  await requireAccount(call, accountId)
  return (await store.findTerms(call.db, accountId)) ?? usualTerms
}

/** The settings alone say since when. */
const everBefore: Day = '1970-01-01'

export const setTerms = (caller: Call, accountId: number, after: ClientTerms): Promise<ClientTerms> =>
  inTransaction(caller, async (call) => {
    await requireAccount(call, accountId)
    const { currency } = await readSettings(call)
    call.validate([
      ...(after.pausedUntil !== null && !isDay(after.pausedUntil)
        ? [invalidField('paused_until', 'paused_until must be a day, like 2027-03-01.')]
        : []),
      ...((after.kind === 'own') === (after.steps !== null)
        ? []
        : [invalidField('steps', 'steps must be a list if kind is own, and null otherwise.')]),
      ...stepProblems(after.steps ?? [], currency),
    ])
    await store.lockRules(call.db, call.dealer)
    const before = (await store.findTerms(call.db, accountId)) ?? { ...usualTerms, since: everBefore }
    const stays = before.kind === after.kind && isSame(sortedKeys(before.steps ?? []), sortedKeys(after.steps ?? []))
    await store.saveTerms(call.db, accountId, { ...after, since: stays ? before.since : await todayOf(call) })
    await store.lookAgain(call.db, call.dealer, accountId, call.clock.now())
    const change = { dealer: call.dealer, subject: accountId, before, after }
    await recordChange(call, { ...change, action: 'reminders.set-for-client' })
    return after
  })

/** An account goes to another dealer: what was agreed stays with nobody. */
export const forgetReminderTerms = async (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> => {
  await store.removeTerms(ctx.db, accountId)
}

/** What has to be known of an invoice to remind of it. */
export interface Debt {
  readonly id: string
  readonly dealerId: number
  readonly accountId: number
  readonly status: string
  readonly issuedOn: Day | null
  readonly dueOn: Day | null
}

/** The step to send now or next, and the currency of its fee. */
export async function findNext(
  ctx: Ctx,
  { status, issuedOn, dueOn, ...target }: Debt,
): Promise<(PlannedStep & { readonly currency: string | null }) | undefined> {
  if (status !== 'open' || issuedOn === null || dueOn === null) return undefined
  const rules = await store.findRules(ctx.db, target)
  if (!rules || rules.kind === 'none') return undefined
  const own = rules.kind === 'own' ? rules.ownSteps : null
  const since = rules.ownSince !== null && rules.ownSince > rules.since ? rules.ownSince : rules.since
  const calendar = { ...rules, steps: own ?? rules.steps, since, zone: await zoneOf(ctx, target.dealerId) }
  const next = nextStep({ issuedOn, dueOn }, calendar, rules.lastSent, ctx.clock.now())
  return next && { ...next, currency: rules.currency }
}

/** In the transaction in which an invoice opens or its open amount changes, by the caller that has locked it. */
export async function planReminder(ctx: Ctx, debt: Debt): Promise<void> {
  await store.holdRules(ctx.db, debt.dealerId)
  const next = await findNext(ctx, debt)
  if (next) await store.savePlan(ctx.db, debt.id, next.at)
  else await store.removePlan(ctx.db, debt.id)
}

/** Its card is being charged: whether there is anything to remind of is known when that has ended. */
const chargeMs = 10 * 60_000
export const lookLater = (ctx: Ctx, id: string): Promise<void> =>
  store.savePlan(ctx.db, id, new Date(ctx.clock.now().getTime() + chargeMs))

/** For sending: the invoice is locked, and so are the rules that decide. */
export async function takeDue(ctx: Ctx, except: readonly string[]): Promise<string | undefined> {
  return store.takeDue(ctx.db, ctx.clock.now(), except)
}

export const holdRules = (ctx: Ctx, dealer: number) => store.holdRules(ctx.db, dealer)
export const nextLook = (ctx: Pick<Context, 'db'>) => store.nextLook(ctx.db)
export const noteReminder = (ctx: Pick<Context, 'db'>, sent: store.SentReminder) => store.insert(ctx.db, sent)
export const openFees = (ctx: Pick<Context, 'db'>, invoiceId: string) => store.openFees(ctx.db, invoiceId)

/** A step of an invoice is one mail. */
export const mailKeyOf = ({ invoiceId, days }: Pick<store.SentReminder, 'invoiceId' | 'days'>): string =>
  `reminder:${invoiceId}:${days}`

export const mailOutcomes = ['waiting', 'sent', 'failed', 'kept', 'no_address', 'unknown'] as const
export type ToldReminder = store.ListedReminder & { readonly mail: (typeof mailOutcomes)[number] }

const shownMax = 100

export async function listReminders(
  call: Pick<Call, 'db' | 'dealer'>,
  of: { readonly invoice: string } | { readonly account: number },
): Promise<ToldReminder[]> {
  const sent = await store.list(call.db, call, of, shownMax)
  const mails = sent.length === 0 ? new Map() : await mailStatesOf(call, sent.map(mailKeyOf))
  return sent.map((one) => ({
    ...one,
    mail: one.isMailed ? ((mails.get(mailKeyOf(one))?.state ?? 'unknown') as ToldReminder['mail']) : 'no_address',
  }))
}
