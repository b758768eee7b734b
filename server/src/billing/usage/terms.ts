/** Terms of units: set, extended and removed, each in the transaction of its cause (docs/decisions/0101). */
import { readInvoiceSettings } from '#identity/company/actions.ts'
import { type Change, recordChanges } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound, type Problem } from '#kernel/errors.ts'
import { type OutgoingEvent, recordEvents } from '#kernel/outgoing-events/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Day, dayAfter, dayIn } from '#kernel/time/day.ts'
import { readListOn } from '../prices/actions.ts'
import { usualTerms } from '../prices/price.ts'
import * as store from './terms-store.ts'
import { anchorOf, begun, type Extension, extended, paidUntilProblems, type Term } from './unit-term.ts'

export { carryOutTerms } from './carry-out.ts'
export type { ListedTerm, Renewal, TermUnit } from './terms-store.ts'
export type { Term } from './unit-term.ts'

export const termsMax = 1000

export const listTerms = (call: Call, filter: store.TermFilter): Promise<store.ListedTerm[]> =>
  store.list(call.db, call, filter, termsMax)

/** For the client. */
export const listOwnTerms = (call: Call, accountId: number): Promise<store.ListedTerm[]> =>
  store.listOfAccount(call.db, accountId, call)

const renewalsShown = 50

export async function readTerm(call: Call, unitId: number) {
  const [term] = await store.list(call.db, call, { unitIds: [unitId] }, 1)
  return { term: term ?? notFound('unit'), renewals: await store.listRenewals(call.db, unitId, renewalsShown) }
}

/** Locked until the transaction ends. All belong to the dealer and to accounts that it manages. */
export async function holdUnits(call: Call, unitIds: readonly number[]): Promise<store.TermUnit[]> {
  const wanted = [...new Set(unitIds)]
  const units = wanted.every(Number.isSafeInteger) ? await store.holdUnits(call.db, call, wanted) : []
  if (units.length < wanted.length) notFound('unit')
  return units
}

export function requireManaged(units: readonly store.TermUnit[]): void {
  const own = units.find(({ accountType }) => accountType !== 10)
  if (own)
    conflict(`Unit ${own.id} belongs to its client, who has a subscription. Choose units of accounts you manage.`)
}

interface Calendar {
  readonly zone: string
  readonly today: Day
}

export async function openCalendar(ctx: Pick<Call, 'db' | 'clock'>, dealer: number): Promise<Calendar> {
  const { timeZone: zone } = await readInvoiceSettings({ db: ctx.db, dealer })
  return { zone, today: dayIn(zone, ctx.clock.now()) }
}

/** How many days before the end a term is due, by account. */
async function readDueDays(ctx: Pick<Context, 'db'>, accountIds: Iterable<number>, day: Day) {
  const days = new Map<number, number>()
  for (const id of new Set(accountIds)) {
    const held = await readListOn(ctx, id, day)
    days.set(id, (held?.list.unitTerms ?? usualTerms).dueDays)
  }
  return days
}

export interface WantedTerm {
  readonly unitId: number
  /** Null: the unit has no term. */
  readonly paidUntil: Day | null
}

const termProblems = (terms: readonly WantedTerm[], today: Day): Problem[] =>
  terms.flatMap(({ paidUntil }, index) =>
    paidUntil === null ? [] : paidUntilProblems(`terms.${index}.paid_until`, paidUntil, today),
  )

/** As in the dealer's books: corrections, imports, and earlier sales. */
export const setTerms = (caller: Call, wanted: readonly WantedTerm[]): Promise<store.ListedTerm[]> =>
  inTransaction(caller, async (call) => {
    const units = await holdUnits(
      call,
      wanted.map(({ unitId }) => unitId),
    )
    const { zone, today } = await openCalendar(call, call.dealer)
    call.validate(termProblems(wanted, today))
    requireManaged(units)
    const days = new Map(wanted.map(({ unitId, paidUntil }) => [unitId, paidUntil]))
    const before = await store.holdTerms(call.db, [...days.keys()])
    const changed = units.filter(({ id }) => (before.get(id)?.paidUntil ?? null) !== days.get(id))
    const dueDays = await readDueDays(
      call,
      changed.map(({ accountId }) => accountId),
      today,
    )
    const gone = changed.filter(({ id }) => days.get(id) === null)
    await store.remove(
      call.db,
      gone.map(({ id }) => id),
    )
    const terms = changed.flatMap((unit) => {
      const paidUntil = days.get(unit.id) ?? null
      if (paidUntil === null) return []
      const paid = { paidUntil, anchor: anchorOf(paidUntil) }
      return [begun({ ...unit, unitId: unit.id }, paid, zone, dueDays.get(unit.accountId) as number)]
    })
    await store.save(call.db, terms, call.clock.now())
    await recordChanges(
      call,
      changed.map(({ id, dealerId }) => ({
        ...{ dealer: dealerId, action: 'unit-terms.set', subject: id },
        ...{ before: paidOf(before.get(id)), after: { paidUntil: days.get(id) ?? null } },
      })),
    )
    const longer = terms.filter(({ unitId, paidUntil }) => paidUntil > (before.get(unitId)?.paidUntil ?? ''))
    await recordEvents(
      call,
      longer.map((term) => renewedEvent(term, before.get(term.unitId), null)),
    )
    await store.announce(call.db, [...new Set(changed.map(({ accountId }) => accountId))])
    return store.list(call.db, call, { unitIds: [...days.keys()] }, termsMax)
  })

const paidOf = (term: Term | undefined) => (term ? { paidUntil: term.paidUntil, state: term.state } : null)

const renewedEvent = (term: Term, before: Term | undefined, invoiceId: string | null): OutgoingEvent => ({
  dealer: term.dealerId,
  account: term.accountId,
  type: 'unit.term_renewed',
  data: {
    account_id: term.accountId,
    unit_id: term.unitId,
    paid_until: term.paidUntil,
    expires_at: seconds(term.expiresAt),
    previous_paid_until: before?.paidUntil ?? null,
    invoice_id: invoiceId,
  },
})

export const extensionOf = ({ months, until }: Pick<store.Renewal, 'months' | 'until'>): Extension =>
  until === null ? { months: months as number } : { until }

/** Called with the units locked. Each renewal is marked as applied, so that it cannot be applied again. */
async function apply(
  ctx: ActorContext,
  dealer: number,
  units: readonly store.TermUnit[],
  renewals: readonly store.Renewal[],
) {
  const { zone, today } = await openCalendar(ctx, dealer)
  const now = ctx.clock.now()
  const before = await store.holdTerms(
    ctx.db,
    units.map(({ id }) => id),
  )
  const byUnit = new Map(units.map((unit) => [unit.id, unit]))
  const done = renewals.flatMap((renewal) => {
    const unit = byUnit.get(renewal.unitId)
    if (!unit) return []
    const paid = extended(before.get(unit.id) ?? null, today, extensionOf(renewal))
    const term = begun({ ...unit, unitId: unit.id }, paid, zone, renewal.dueDays)
    return [{ term, renewal: { ...renewal, paidFrom: paid.paidFrom, paidUntil: paid.paidUntil } }]
  })
  await store.save(
    ctx.db,
    done.map(({ term }) => term),
    now,
  )
  await store.markApplied(
    ctx.db,
    done.map(({ renewal }) => renewal),
    now,
  )
  await recordChanges(
    ctx,
    done.map(({ term, renewal }): Change => {
      const after = { paidUntil: term.paidUntil, paidFrom: renewal.paidFrom, invoiceId: renewal.invoiceId }
      const subject = { dealer: term.dealerId, subject: term.unitId }
      return { ...subject, action: 'unit-terms.renew', before: paidOf(before.get(term.unitId)), after }
    }),
  )
  await recordEvents(
    ctx,
    done.map(({ term, renewal }) => renewedEvent(term, before.get(term.unitId), renewal.invoiceId)),
  )
  await store.announce(ctx.db, [...new Set(done.map(({ term }) => term.accountId))])
}

/** Without an invoice the term is extended at once; with one, when the invoice is paid or issued. */
export async function bookRenewals(
  call: Call,
  units: readonly store.TermUnit[],
  renewals: readonly store.Renewal[],
): Promise<void> {
  await store.insertWaiting(call.db, renewals)
  const paid = renewals.filter(({ invoiceId }) => invoiceId === null)
  if (paid.length > 0) await apply(call, call.dealer, units, paid)
}

export const findWaiting = (call: Call, unitIds: readonly number[]) => store.waitingFor(call.db, unitIds)

interface Settling {
  readonly id: string
  readonly dealerId: number
  readonly status: 'draft' | 'open' | 'paid' | 'void'
}

/** Called with the invoice locked when it opens, is paid or is credited. An applied renewal stays in any case. */
export async function settleRenewals(ctx: ActorContext, { id, dealerId, status }: Settling): Promise<void> {
  if (status === 'draft' || !(await store.hasRenewals(ctx.db, id))) return
  if (status === 'void') return store.removeWaiting(ctx.db, id)
  const units = await store.holdRenewed(ctx.db, id)
  const waiting = await store.listWaiting(ctx.db, id)
  const ready = status === 'paid' ? waiting : waiting.filter(({ extendsOn }) => extendsOn === 'issue')
  const own = units.filter((unit) => unit.dealerId === dealerId)
  if (ready.length > 0) await apply(ctx, dealerId, own, ready)
}

/** A unit that moves to another account must not be renewed by the previous one. */
export async function requireNoUnpaidRenewal(ctx: Pick<Context, 'db'>, unitId: number): Promise<void> {
  if ((await store.waitingFor(ctx.db, [unitId])).length > 0)
    conflict('An unpaid invoice renews this unit. Wait until it is paid, or cancel it, then move the unit.')
}

/** Paid days stay with the unit when another client gets it. */
export const holdTerm = async (ctx: Pick<Context, 'db'>, unitId: number): Promise<Term | undefined> =>
  (await store.holdTerms(ctx.db, [unitId])).get(unitId)

export async function giveTerm(ctx: Pick<Context, 'db' | 'clock'>, term: Term): Promise<void> {
  await store.save(ctx.db, [term], ctx.clock.now())
  await store.announce(ctx.db, [term.accountId])
}

/** Another unit has had its paid days since this time: for this one they ended on the day before. */
export async function endTerm(ctx: Pick<ActorContext, 'db' | 'clock'>, unitId: number, at: Date): Promise<void> {
  const term = await holdTerm(ctx, unitId)
  if (!term) return
  const { zone, today } = await openCalendar(ctx, term.dealerId)
  const paidUntil = dayAfter(dayIn(zone, at), -1)
  if (term.paidUntil <= paidUntil) return
  const days = await readDueDays(ctx, [term.accountId], today)
  await giveTerm(ctx, begun(term, { paidUntil, anchor: anchorOf(paidUntil) }, zone, days.get(term.accountId) as number))
}

/** Records what happened to its paid days while it was deleted, and sends an event if it has more days. */
export async function recordRestored(
  ctx: ActorContext,
  before: Term | undefined,
  after: Term | undefined,
  otherUnitId: number,
): Promise<void> {
  if (!after || after.paidUntil === before?.paidUntil) return
  await recordChanges(ctx, [
    {
      ...{ dealer: after.dealerId, action: 'unit-terms.restore', subject: after.unitId },
      ...{ before: paidOf(before), after: { ...paidOf(after), otherUnitId } },
    },
  ])
  if (after.paidUntil > (before?.paidUntil ?? '')) await recordEvents(ctx, [renewedEvent(after, before, null)])
}

/** A unit was restored: the invoice that renews it may have been paid or credited meanwhile. */
export async function settleRestored(ctx: ActorContext, unitId: number): Promise<void> {
  for (const { invoiceId, dealerId, status } of await store.waitingFor(ctx.db, [unitId])) {
    await settleRenewals(ctx, { id: invoiceId, dealerId, status })
  }
}

/** The account now belongs to another dealer, who sells its own terms. */
export const forgetUnitTerms = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  store.removeOfAccount(ctx.db, accountId)

export const nextTermCheck = store.nextCheck
