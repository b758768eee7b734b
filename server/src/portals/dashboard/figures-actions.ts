import { readInvoicing } from '#billing/client-invoices/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import { dayIn } from '#kernel/time/day.ts'
import {
  activeSince,
  daysOf,
  firstDay,
  type Group,
  type Growth,
  growthOf,
  type Income,
  incomeOf,
  isMonth,
  type Margin,
  marginOf,
  type Overdue,
  overdueOf,
  type PlanFacts,
  type Prices,
  type Recurring,
  recurringOf,
} from './figures.ts'
import * as store from './figures-store.ts'

const hourMs = 3_600_000
/** A list behind a figure has its first rows; the figure counts all. */
const rowsMax = 200

export async function calendarOf(call: Call): Promise<store.Calendar> {
  const { today, settings } = await readInvoicing(call)
  return { today, zone: settings.timeZone }
}

const silentBefore = ({ clock, config }: Call) => new Date(clock.now().getTime() - config.unitSilentHours * hourMs)

export interface Figures {
  readonly day: string
  readonly timeZone: string
  readonly income: readonly Income[]
  readonly recurring: Recurring
  readonly overdue: readonly Overdue[]
  readonly clients: readonly Growth[]
  readonly units: readonly Growth[]
  readonly paidSilentUnits: number
}

/** The queries are independent and run at once, like those of `GET /today`. */
export async function readFigures(call: Call): Promise<Figures> {
  const calendar = await calendarOf(call)
  const { today, zone } = calendar
  const from = firstDay(today)
  const [income, overdue, moves, prices, paidSilentUnits] = await Promise.all([
    store.sumIncome(call.db, call, calendar, from),
    store.sumOverdue(call.db, call, calendar),
    store.countMoves(call.db, call, calendar, from),
    store.readPrices(call.db, call, calendar),
    store.countSilent(call.db, call, calendar, silentBefore(call)),
  ])
  const groups = await store.listGroups(call.db, call, calendar, activeSince(today), prices)
  return {
    ...{ day: today, timeZone: zone, paidSilentUnits },
    income: incomeOf(income, today),
    overdue: overdueOf(overdue),
    recurring: recurringOf(groups, { ...prices, rates: call.config.rates }),
    clients: growthOf(moves.clientsNow, moves.clients, today),
    units: growthOf(moves.unitsNow, moves.units, today),
  }
}

/** Clients and units of all dealers, by months in UTC: an installation has no time zone of its own. */
export async function readPlatformGrowth({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const today = dayIn('UTC', clock.now())
  const moves = await store.countMoves(db, undefined, { zone: 'UTC' }, firstDay(today))
  return {
    clients: growthOf(moves.clientsNow, moves.clients, today),
    units: growthOf(moves.unitsNow, moves.units, today),
  }
}

export const clientLists = ['recurring', 'not_charged', 'below_cost'] as const
export type ClientList = (typeof clientLists)[number]

export type ClientMargin = Margin & Pick<Group, 'accountId' | 'planId' | 'units'> & { title: string; planName: string }

const isIn: Readonly<Record<ClientList, (margin: Margin) => boolean>> = {
  recurring: ({ revenue }) => revenue > 0,
  not_charged: ({ notCharged }) => notCharged > 0,
  below_cost: ({ isBelow }) => isBelow,
}
const orderOf: Readonly<Record<ClientList, (margin: Margin) => number>> = {
  recurring: ({ revenue }) => -revenue,
  not_charged: ({ notCharged }) => -notCharged,
  below_cost: ({ revenue, cost }) => revenue - cost,
}

/** The clients behind a figure, the most important first. */
export async function listClients(
  call: Call,
  which: ClientList,
  planId: string | undefined,
): Promise<{ readonly total: number; readonly clients: readonly ClientMargin[] }> {
  const calendar = await calendarOf(call)
  const known = await store.readPrices(call.db, call, calendar)
  const prices: Prices = { ...known, rates: call.config.rates }
  const accounts = await store.listAccounts(call.db, call, calendar, activeSince(calendar.today), known)
  const wanted = accounts
    .filter((account) => planId === undefined || account.planId === planId)
    .map((account) => ({ ...account, ...marginOf(account, prices) }))
    .filter(isIn[which])
    .toSorted((one, other) => orderOf[which](one) - orderOf[which](other) || one.accountId - other.accountId)
  const shown = wanted.slice(0, rowsMax)
  const titles = await store.titlesOf(
    call.db,
    shown.map(({ accountId }) => accountId),
  )
  return {
    total: wanted.length,
    clients: shown.map((one) => ({
      ...one,
      title: titles.get(one.accountId) ?? String(one.accountId),
      planName: (prices.plans.get(one.planId) as PlanFacts).name,
    })),
  }
}

export async function listSilentUnits(call: Call): Promise<store.SilentUnit[]> {
  return store.listSilent(call.db, call, await calendarOf(call), silentBefore(call), rowsMax)
}

/** Of a month, or the newest of all months shown. */
export async function listReceived(
  call: Call,
  month: string | undefined,
  most = rowsMax,
): Promise<store.ReceivedPayment[]> {
  if (month !== undefined && !isMonth(month)) refuse('INVALID_QUERY', 'month must be a month, like 2026-11.', 'month')
  const calendar = await calendarOf(call)
  const days = month === undefined ? { from: firstDay(calendar.today), until: null } : daysOf(month)
  return store.listPayments(call.db, call, calendar, { ...days, most })
}
