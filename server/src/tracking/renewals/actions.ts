/** Renewing units: one or many at once, with an invoice for each client or without one (docs/decisions/0101). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createInvoice, type WantedLine } from '#billing/client-invoices/actions.ts'
import { linesFrom, withLines } from '#billing/client-invoices/client-invoice.ts'
import { readListOn, readPricesOfDealer } from '#billing/prices/actions.ts'
import { listOn, type UnitTerms, usualTerms } from '#billing/prices/price.ts'
import {
  bookRenewals,
  extensionOf,
  findWaiting,
  holdUnits,
  openCalendar,
  type Renewal,
  requireManaged,
  settleRenewals,
  type TermUnit,
} from '#billing/usage/terms.ts'
import { type Extension, extended, paidUntilProblems } from '#billing/usage/unit-term.ts'
import { findProfile } from '#identity/client-profiles/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { addMonths } from '#kernel/time/clock.ts'
import { type Day, dayIn } from '#kernel/time/day.ts'
import { stepsOf, tally } from './forecast.ts'
import { linesOf, onceLine } from './lines.ts'
import * as store from './store.ts'

export const invoiceChoices = ['none', 'draft', 'open'] as const

export interface RenewalRequest {
  readonly unitIds: readonly number[]
  /** One of both. */
  readonly months: number | null
  readonly paidUntil: Day | null
  readonly invoice: (typeof invoiceChoices)[number]
  readonly isDryRun: boolean
}

interface RenewedUnit {
  readonly unitId: number
  readonly accountId: number
  readonly name: string
  readonly previousPaidUntil: Day | null
  /** As it is, or as it would be if the invoice were paid today. */
  readonly paidUntil: Day
  readonly isApplied: boolean
}

interface RenewalInvoice {
  readonly accountId: number
  readonly id: string | null
  readonly number: string | null
  readonly currency: string
  readonly netTotal: number
  readonly taxTotal: number
  readonly total: number
}

export interface Renewed {
  readonly isDryRun: boolean
  readonly units: readonly RenewedUnit[]
  readonly invoices: readonly RenewalInvoice[]
}

function extensionProblems({ months, paidUntil }: RenewalRequest, today: Day): Problem[] {
  if ((months === null) === (paidUntil === null)) {
    return [invalidField('months', 'Either months or paid_until must be null.')]
  }
  return paidUntil === null ? [] : paidUntilProblems('paid_until', paidUntil, today, true)
}

/** Everything, or nothing. */
export const renewUnits = (caller: Call, request: RenewalRequest): Promise<Renewed> =>
  inTransaction(caller, async (call) => {
    const units = await holdUnits(call, request.unitIds)
    const { today } = await openCalendar(call, call.dealer)
    call.validate(extensionProblems(request, today))
    const extension = extensionOf({ months: request.months, until: request.paidUntil })
    requireManaged(units)
    await requireNoneWaiting(call, units)
    const terms = await store.listTerms(
      call.db,
      units.map(({ id }) => id),
    )
    const planned = units.map((unit): RenewedUnit => {
      const before = terms.get(unit.id) ?? null
      const { paidUntil } = extended(before, today, extension)
      const previousPaidUntil = before?.paidUntil ?? null
      return {
        unitId: unit.id,
        accountId: unit.accountId,
        name: unit.name,
        previousPaidUntil,
        paidUntil,
        isApplied: false,
      }
    })
    const invoices: RenewalInvoice[] = []
    const applied = new Set<number>()
    for (const [accountId, own] of Map.groupBy(units, (unit) => unit.accountId)) {
      const done = await renewOf(call, accountId, own, terms, { ...request, extension }, today)
      invoices.push(...done.invoices)
      if (done.isApplied) for (const { id } of own) applied.add(id)
    }
    return {
      isDryRun: request.isDryRun,
      units: planned.map((unit) => ({ ...unit, isApplied: applied.has(unit.unitId) })),
      invoices,
    }
  })

/** Whether clients may renew units themselves, according to the prices of their account. */
export async function mayRenewThemselves(call: ClientCall): Promise<boolean> {
  const { today } = await openCalendar(call, call.dealer)
  return (await readListOn(call, call.account, today))?.list.unitTerms?.isByClient ?? false
}

/** By the client itself: always with an invoice, which it pays then. */
export const renewOwnUnits = (
  caller: ClientCall,
  { unitIds, months, isDryRun }: { readonly unitIds: readonly number[]; months: number; isDryRun: boolean },
): Promise<Renewed> =>
  inTransaction(caller, async (call) => {
    const units = await holdUnits(call, unitIds)
    if (units.some(({ accountId }) => accountId !== call.account)) notFound('unit')
    call.validate()
    if (!(await mayRenewThemselves(call))) conflict('Your provider renews your units. Contact your provider.')
    return renewUnits(call, { unitIds, months, paidUntil: null, invoice: 'open', isDryRun })
  })

/** A unit is renewed once at a time: pressing the button again cannot charge again. */
async function requireNoneWaiting(call: Call, units: readonly TermUnit[]): Promise<void> {
  const [waiting] = await findWaiting(
    call,
    units.map(({ id }) => id),
  )
  if (!waiting) return
  const invoice = waiting.number === null ? 'a draft invoice' : `invoice ${waiting.number}`
  conflict(`Unit ${waiting.unitId} is already being renewed by ${invoice}. Pay it, or delete or credit it first.`)
}

async function renewOf(
  call: Call,
  accountId: number,
  units: readonly TermUnit[],
  terms: store.Terms,
  { extension, invoice, isDryRun }: RenewalRequest & { readonly extension: Extension },
  today: Day,
): Promise<{ invoices: RenewalInvoice[]; isApplied: boolean }> {
  const held = await readListOn(call, accountId, today)
  const how = held?.list.unitTerms ?? usualTerms
  if (invoice === 'none') {
    if (!isDryRun) await bookRenewals(call, units, renewalsOf(call, units, extension, how, null))
    return { invoices: [], isApplied: !isDryRun }
  }
  const sold = held?.list.unitTerms ? held : noTerms(accountId)
  const places = await store.placesOf(call.db, accountId)
  const lines = units.flatMap((unit) => {
    const renewed = { name: unit.name, place: places.get(unit.id) ?? 1, term: terms.get(unit.id) ?? null }
    return linesOf(renewed, sold, extension, today)
  })
  if (lines.length === 0)
    conflict('There is nothing to charge for these units. Choose to renew them without an invoice.')
  const { currency } = sold.list
  if (isDryRun) return { invoices: [await previewOf(call, accountId, currency, lines)], isApplied: false }
  const made = await createInvoice(call, accountId, { currency, dueOn: null, note: null, lines }, invoice === 'draft')
  await bookRenewals(call, units, renewalsOf(call, units, extension, how, made.id))
  await settleRenewals(call, made)
  const isApplied = made.status === 'paid' || (made.status === 'open' && how.extendsOn === 'issue')
  return { invoices: [{ ...made }], isApplied }
}

const noTerms = (accountId: number): never =>
  conflict(
    `The prices of account ${accountId} have no terms for units. Set prices with terms, or renew without an invoice.`,
  )

async function previewOf(call: Call, accountId: number, currency: string, lines: readonly WantedLine[]) {
  const { isReverseCharge } = await findProfile(call, accountId)
  return {
    accountId,
    id: null,
    number: null,
    currency,
    ...withLines({}, linesFrom(lines.map(onceLine), isReverseCharge)),
  }
}

function renewalsOf(
  call: Call,
  units: readonly TermUnit[],
  extension: Extension,
  { dueDays, extendsOn }: UnitTerms,
  invoiceId: string | null,
): Renewal[] {
  const now = call.clock.now()
  const by = 'until' in extension ? { months: null, until: extension.until } : { months: extension.months, until: null }
  return units.map(({ id }) => ({
    ...{ id: uuidv7(now), unitId: id, invoiceId, ...by, dueDays, extendsOn, createdAt: now },
    ...{ appliedAt: null, paidFrom: null, paidUntil: null },
  }))
}

export interface ForecastRequest {
  readonly months: number
  readonly isRenewed: boolean
  readonly accountIds: readonly number[] | undefined
}

export type TermForecast = ReturnType<ReturnType<typeof tally>['sum']> & { readonly from: Day; readonly until: Day }

/** Other requests are served between two slices of this many units. */
const slice = 1000
const listedMax = 1000

/** Simulates the coming months with the rules that will carry them out. Writes nothing. */
export async function forecastTerms(call: Call, request: ForecastRequest): Promise<TermForecast> {
  const { months, isRenewed, accountIds } = request
  call.validate()
  const { zone, today } = await openCalendar(call, call.dealer)
  const until = dayIn(zone, addMonths(call.clock.now(), months))
  const units = await store.listForecast(call.db, call, accountIds)
  const prices = await readPricesOfDealer(call)
  const counted = tally(listedMax)
  for (const [index, unit] of units.entries()) {
    if (index % slice === slice - 1) await nextTurn()
    const known = {
      plans: unit.clientPlanId === null ? [] : (prices.plans.get(unit.clientPlanId) ?? []),
      own: prices.own.get(unit.accountId) ?? [],
    }
    const heldOn = (day: Day) => listOn(day, unit.clientPlanId, known)
    const played = { ...unit, dueOn: dayIn(zone, unit.dueAt) }
    counted.add(played, stepsOf(played, { today, until, isRenewed }, heldOn))
  }
  return { from: today, until, ...counted.sum() }
}
