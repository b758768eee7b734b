/** A dealer's figures: income, recurring revenue, overdue amounts, clients and units over time. Pure. */
import { type OverdueAge, overdueAges } from '#billing/client-invoices/client-invoice.ts'
import { monthlyAmount } from '#billing/invoices/invoice.ts'
import { type Counted, monthlyOf } from '#billing/prices/monthly.ts'
import type { ClientPrice, PriceList } from '#billing/prices/price.ts'
import { exchanged, type Rates } from '#kernel/money/money.ts'
import { type Day, dayAfter, monthsAfter } from '#kernel/time/day.ts'
import type { Amount } from './today.ts'

/** `2026-11` */
export type Month = string
const monthOfDay = (day: Day): Month => day.slice(0, 7)

/** This month and this many before it. */
const monthsShown = 12
export const firstDay = (today: Day): Day => `${monthOfDay(monthsAfter(`${monthOfDay(today)}-01`, 1 - monthsShown))}-01`

export const monthsUntil = (today: Day): readonly Month[] =>
  Array.from({ length: monthsShown }, (_, index) => monthOfDay(monthsAfter(firstDay(today), index)))

export interface DayAmount {
  readonly day: Day
  readonly currency: string
  readonly amount: number
}

export interface Income {
  readonly currency: string
  readonly thisMonth: number
  readonly lastMonth: number
  /** Until the same day of last month: a fair comparison during the month. */
  readonly lastMonthToDate: number
  readonly months: readonly { readonly month: Month; readonly amount: number }[]
}

const byCurrency = <T extends { readonly currency: string }>(rows: readonly T[]) =>
  [...Map.groupBy(rows, ({ currency }) => currency)].toSorted(([one], [other]) => (one < other ? -1 : 1))

const sum = (amounts: readonly { readonly amount: number }[]) => amounts.reduce((all, { amount }) => all + amount, 0)

export function incomeOf(days: readonly DayAmount[], today: Day): Income[] {
  const months = monthsUntil(today)
  const last = months.at(-2) as Month
  return byCurrency(days).map(([currency, own]) => {
    const of = (month: Month) => own.filter(({ day }) => monthOfDay(day) === month)
    return {
      currency,
      thisMonth: sum(of(monthOfDay(today))),
      lastMonth: sum(of(last)),
      lastMonthToDate: sum(of(last).filter(({ day }) => day.slice(8) <= today.slice(8))),
      months: months.map((month) => ({ month, amount: sum(of(month)) })),
    }
  })
}

export interface Overdue extends Amount {
  readonly invoices: number
  readonly ages: readonly { readonly age: OverdueAge; readonly amount: number; readonly invoices: number }[]
}

export type OverdueRow = Amount & { readonly age: string; readonly invoices: number }

export const overdueOf = (rows: readonly OverdueRow[]): Overdue[] =>
  byCurrency(rows).map(([currency, own]) => ({
    currency,
    amount: sum(own),
    invoices: own.reduce((all, { invoices }) => all + invoices, 0),
    ages: overdueAges.map(({ name }) => {
      const { amount, invoices } = own.find(({ age }) => age === name) ?? { amount: 0, invoices: 0 }
      return { age: name, amount, invoices }
    }),
  }))

export interface Moves {
  readonly month: Month
  readonly joined: number
  readonly left: number
}

export interface Growth extends Moves {
  /** At the end of the month, or now. */
  readonly count: number
}

/** Counted back from now: without those who joined since, and with those who left since. */
export function growthOf(now: number, moves: readonly Moves[], today: Day): Growth[] {
  let count = now
  return monthsUntil(today)
    .toReversed()
    .map((month) => {
      const { joined, left } = moves.find((one) => one.month === month) ?? { joined: 0, left: 0 }
      const atEnd = { month, joined, left, count }
      count += left - joined
      return atEnd
    })
    .toReversed()
}

/** Accounts with the same plan, agreement and numbers, which therefore bring and cost the same. */
export interface Group extends Counted {
  readonly planId: string
  /** The agreement with this client, if any. */
  readonly priceId: string | null
  /** Billing automation charges its periods. */
  readonly isPeriodic: boolean
  readonly isFree: boolean
  readonly blocked: boolean
  readonly accounts: number
  readonly accountId: number
}

/** The prices in effect today. */
export interface Prices {
  readonly plans: ReadonlyMap<string, PlanFacts>
  readonly agreements: ReadonlyMap<string, Pick<ClientPrice, 'list' | 'discountRate' | 'addOns'>>
  readonly rates: Rates
}

export interface PlanFacts {
  readonly name: string
  readonly list: PriceList | null
  readonly cost: { readonly price: number; readonly currency: string; readonly period: string }
}

/** What one account brings and costs in a month, in one currency. */
export interface Margin {
  readonly currency: string
  readonly revenue: number
  /** Priced but never charged: the account has no due date, or its plan no payment period. */
  readonly notCharged: number
  readonly cost: number
  readonly isBelow: boolean
}

/** A blocked account pays nothing, but the platform still charges for its units. */
export function marginOf(group: Group, { plans, agreements, rates }: Prices): Margin {
  const plan = plans.get(group.planId) as PlanFacts
  const own = group.priceId === null ? undefined : agreements.get(group.priceId)
  const list = own?.list ?? plan.list
  const paid = list && !group.isFree && !group.blocked ? monthlyOf(list, own, group) : { byPeriod: 0, byTerm: 0 }
  const currency = list?.currency ?? plan.cost.currency
  const platform = monthlyAmount(plan.cost) * group.units
  // Without a rate the two cannot be compared, and the cost is left out.
  const cost = exchanged(platform, plan.cost.currency, currency, rates) ?? 0
  const revenue = paid.byTerm + (group.isPeriodic ? paid.byPeriod : 0)
  const notCharged = group.isPeriodic ? 0 : paid.byPeriod
  return { currency, revenue, notCharged, cost, isBelow: revenue < cost }
}

interface PlanMargin extends Omit<Margin, 'isBelow'> {
  readonly planId: string
  readonly name: string
  readonly clients: number
  readonly units: number
  readonly clientsBelow: number
}

export interface Recurring {
  readonly amounts: readonly Amount[]
  /** Clients that contribute to it. */
  readonly clients: number
  readonly freeClients: number
  readonly notCharged: { readonly clients: number; readonly amounts: readonly Amount[] }
  readonly clientsBelow: number
  /** A plan whose clients pay in two currencies appears twice. */
  readonly plans: readonly PlanMargin[]
}

export function recurringOf(groups: readonly Group[], prices: Prices): Recurring {
  const judged = groups.map((group) => ({ ...group, ...marginOf(group, prices) }))
  const times = (of: (one: (typeof judged)[number]) => number, some: readonly (typeof judged)[number][]) =>
    some.reduce((all, one) => all + of(one) * one.accounts, 0)
  const clients = (some: readonly (typeof judged)[number][]) => times(() => 1, some)
  const amounts = (of: 'revenue' | 'notCharged') =>
    byCurrency(judged.filter((one) => one[of] > 0)).map(([currency, own]) => ({
      currency,
      amount: times((one) => one[of], own),
    }))
  const plans = [...Map.groupBy(judged, ({ planId, currency }) => `${planId} ${currency}`).values()].map((own) => {
    const [{ planId, currency }] = own as [(typeof judged)[number]]
    return {
      ...{ planId, currency, name: (prices.plans.get(planId) as PlanFacts).name, clients: clients(own) },
      units: times(({ units }) => units, own),
      revenue: times(({ revenue }) => revenue, own),
      notCharged: times(({ notCharged }) => notCharged, own),
      cost: times(({ cost }) => cost, own),
      clientsBelow: clients(own.filter(({ isBelow }) => isBelow)),
    }
  })
  return {
    amounts: amounts('revenue'),
    clients: clients(judged.filter(({ revenue }) => revenue > 0)),
    freeClients: clients(judged.filter(({ isFree, blocked }) => isFree && !blocked)),
    notCharged: {
      clients: clients(judged.filter(({ notCharged }) => notCharged > 0)),
      amounts: amounts('notCharged'),
    },
    clientsBelow: clients(judged.filter(({ isBelow }) => isBelow)),
    plans: plans.toSorted((one, other) => one.revenue - one.cost - (other.revenue - other.cost)),
  }
}

/** Whether it is a month of the calendar, like 2026-11. */
export const isMonth = (text: string): boolean => /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text)
export const daysOf = (month: Month): { from: Day; until: Day } => ({
  from: `${month}-01`,
  until: monthsAfter(`${month}-01`, 1),
})

/** How far back a unit counts as active for a price per active unit. */
export const activeSince = (today: Day): Day => dayAfter(today, -30)
