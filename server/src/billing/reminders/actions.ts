/**
 * Reminders of open invoices: a dealer's steps, terms for single clients, and when to check an invoice next. Emails are
 * sent in `customers/reminder-mails` (docs/decisions/0100).
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
    await store.recheckAll(call.db, call.dealer, null, call.clock.now())
    const change = { dealer: call.dealer, subject: call.dealer, before: before ?? null, after }
    await recordChange(call, { ...change, action: 'reminders.set' })
    return after
  })

/** The database stores the fields of an object in its own order. */
const sortedKeys = (steps: ReminderSettings['steps']) =>
  steps.map(({ days, texts: { en, de }, fee, attachesPdf }) => ({
    ...{ days, fee, attachesPdf },
    texts: [en, de].map((words) => words && [words.subject, words.text]),
  }))

export async function readTerms(call: Call, accountId: number): Promise<ClientTerms> {
  await requireAccount(call, accountId)
  return (await store.findTerms(call.db, accountId)) ?? usualTerms
}

/** For clients without terms, the settings alone decide from which day reminders apply. */
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
    await store.recheckAll(call.db, call.dealer, accountId, call.clock.now())
    const change = { dealer: call.dealer, subject: accountId, before, after }
    await recordChange(call, { ...change, action: 'reminders.set-for-client' })
    return after
  })

/** The account moves to another dealer, so the terms no longer apply to anyone. */
export const forgetReminderTerms = async (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> => {
  await store.removeTerms(ctx.db, accountId)
}

/** What a reminder needs to know about an invoice. */
export interface Debt {
  readonly id: string
  readonly dealerId: number
  readonly accountId: number
  readonly status: string
  readonly issuedOn: Day | null
  readonly dueOn: Day | null
}

type Next = PlannedStep & { readonly currency: string | null }

/** The step to send now or next, and the currency of its fee. */
export const findNext = async (ctx: Ctx, debt: Debt): Promise<Next | undefined> =>
  (await listNext(ctx, debt.dealerId, [debt])).get(debt.id)

async function listNext(ctx: Ctx, dealer: number, debts: readonly Debt[]): Promise<ReadonlyMap<string, Next>> {
  const open = new Map(debts.filter(({ status }) => status === 'open').map((debt) => [debt.id, debt]))
  const all = open.size === 0 ? [] : await store.listRules(ctx.db, dealer, [...open.values()])
  if (all.length === 0) return new Map()
  const zone = await zoneOf(ctx, dealer)
  const found = new Map<string, Next>()
  for (const rules of all) {
    const { issuedOn, dueOn } = open.get(rules.id) as Debt
    if (rules.kind === 'none' || issuedOn === null || dueOn === null) continue
    const own = rules.kind === 'own' ? rules.ownSteps : null
    const since = rules.ownSince !== null && rules.ownSince > rules.since ? rules.ownSince : rules.since
    const calendar = { ...rules, steps: own ?? rules.steps, since, zone }
    const next = nextStep({ issuedOn, dueOn }, calendar, rules.lastSent, ctx.clock.now())
    if (next) found.set(rules.id, { ...next, currency: rules.currency })
  }
  return found
}

/** Called with the invoice locked, in the transaction in which it opens or its open amount changes. */
export const planReminder = (ctx: Ctx, debt: Debt): Promise<void> => planReminders(ctx, debt.dealerId, [debt])

/** The same for several invoices of a dealer. */
export async function planReminders(ctx: Ctx, dealer: number, debts: readonly Debt[]): Promise<void> {
  await store.holdRules(ctx.db, dealer)
  const next = await listNext(ctx, dealer, debts)
  await store.savePlans(
    ctx.db,
    [...next].map(([invoiceId, { at: lookAt }]) => ({ invoiceId, lookAt })),
  )
  await store.removePlans(
    ctx.db,
    debts.flatMap(({ id }) => (next.has(id) ? [] : id)),
  )
}

/** Its card is being charged: whether a reminder is needed is known when that has ended. */
const chargeMs = 10 * 60_000
export const recheckLater = (ctx: Ctx, id: string): Promise<void> =>
  store.savePlan(ctx.db, id, new Date(ctx.clock.now().getTime() + chargeMs))

/** For sending: locks the invoice and the rules that decide. */
export async function takeDue(ctx: Ctx, except: readonly string[]): Promise<string | undefined> {
  return store.takeDue(ctx.db, ctx.clock.now(), except)
}

export const holdRules = (ctx: Ctx, dealer: number) => store.holdRules(ctx.db, dealer)
export const nextCheck = store.nextCheck
export const recordReminder = (ctx: Pick<Context, 'db'>, sent: store.SentReminder) => store.insert(ctx.db, sent)
export const openFees = (ctx: Pick<Context, 'db'>, invoiceId: string) => store.openFees(ctx.db, invoiceId)

/** Each step of an invoice is one email. */
export const mailKeyOf = ({ invoiceId, days }: Pick<store.SentReminder, 'invoiceId' | 'days'>): string =>
  `reminder:${invoiceId}:${days}`

export const mailOutcomes = ['waiting', 'sent', 'failed', 'kept', 'no_address', 'unknown'] as const
export type ReportedReminder = store.ListedReminder & { readonly mail: (typeof mailOutcomes)[number] }

const shownMax = 100

export async function listReminders(
  call: Pick<Call, 'db' | 'dealer'>,
  of: { readonly invoice: string } | { readonly account: number },
): Promise<ReportedReminder[]> {
  const sent = await store.list(call.db, call, of, shownMax)
  const mails = sent.length === 0 ? new Map() : await mailStatesOf(call, sent.map(mailKeyOf))
  return sent.map((one) => ({
    ...one,
    mail: one.isMailed ? ((mails.get(mailKeyOf(one))?.state ?? 'unknown') as ReportedReminder['mail']) : 'no_address',
  }))
}
