/**
 * What a period costs a client, from its plans, its units and the prices of each day. Days with the same prices make
 * one line per item that costs something. Pure.
 */
import { type Day, dayAfter, dayIn, dayNumber, daysBetween } from '#kernel/time/day.ts'
import {
  type AddOn,
  byTier,
  type ClientPrice,
  isByUnit,
  isOnce,
  listOn,
  type PlanPrice,
  type PriceItem,
  type PriceList,
} from '../../prices/price.ts'
import type { Usage } from '../../usage/actions.ts'
import type { LineInput } from '../client-invoice.ts'

export interface Period {
  readonly starts: Day
  /** Exclusive. */
  readonly ends: Day
  /** How many months the prices are for, and how many days those have: exactly that many days cost the price. */
  readonly months: number
  readonly days: number
}

export interface Facts {
  readonly zone: string
  readonly activatedAt: Date
  readonly usage: Usage
  readonly planPrices: readonly PlanPrice[]
  readonly clientPrices: readonly ClientPrice[]
  readonly planNames: ReadonlyMap<string, string>
}

/** The same facts with days of the dealer's calendar instead of times, each computed once. */
interface Dated extends Pick<Facts, 'planPrices' | 'clientPrices' | 'planNames'> {
  readonly activated: Day
  readonly plans: readonly { readonly planId: string; readonly leftOn: Day | null }[]
  /** From the first day to the day it was removed, which does not count. */
  readonly units: readonly DatedUnit[]
}

interface DatedUnit {
  readonly begin: Day
  readonly end: Day | null
  readonly lastActive: Day | null
  readonly isNew: boolean
}

function dated({ zone, activatedAt, usage, planPrices, clientPrices, planNames }: Facts): Dated {
  const day = (at: Date | null) => at && dayIn(zone, at)
  return {
    ...{ planPrices, clientPrices, planNames, activated: dayIn(zone, activatedAt) },
    plans: usage.plans.map(({ clientPlanId: planId, leftAt }) => ({ planId, leftOn: day(leftAt) })),
    units: usage.units.map(({ joinedAt, removedAt, lastActive, isNew }) => ({
      begin: dayIn(zone, joinedAt > activatedAt ? joinedAt : activatedAt),
      ...{ end: day(removedAt), lastActive: day(lastActive), isNew },
    })),
  }
}

export interface Charge {
  readonly currency: string
  readonly lines: readonly LineInput[]
}

/** What applies on a day. */
interface Terms {
  readonly planId: string
  readonly list: PriceList
  /** What was agreed with the client, if anything. */
  readonly own: ClientPrice | undefined
  readonly isFree: boolean
}

interface Stretch extends Terms {
  readonly from: Day
  readonly until: Day
}

/** One per currency with any cost; none if nothing costs anything. */
export function chargesFor(period: Period, facts: Facts): Charge[] {
  const known = dated(facts)
  const lines = stretchesOf(period, known).flatMap((stretch) =>
    linesOf(stretch, period, known).map((line) => ({
      currency: stretch.list.currency,
      line,
    })),
  )
  return [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    lines: own.map(({ line }) => line),
  }))
}

/** Whether a price applied on any of its days: then the period is settled by its invoice, or because it is free. */
export const isPriced = (period: Period, facts: Facts): boolean => stretchesOf(period, dated(facts), true).length > 0

function stretchesOf(period: Pick<Period, 'starts' | 'ends'>, facts: Dated, withFree = false): Stretch[] {
  const stretches: Stretch[] = []
  const first = period.starts > facts.activated ? period.starts : facts.activated
  for (const edge of edgesOf(first, period.ends, facts)) {
    const terms = termsOn(edge.from, facts)
    const last = stretches.at(-1)
    if (!terms || (terms.isFree && !withFree)) continue
    if (last?.until === edge.from && isSame(last, terms))
      stretches[stretches.length - 1] = { ...last, until: edge.until }
    else stretches.push({ ...terms, ...edge })
  }
  return stretches
}

const isSame = (one: Terms, other: Terms): boolean =>
  one.planId === other.planId && one.list === other.list && one.own === other.own && one.isFree === other.isFree

/** Splits the period at the days on which something may change. */
function edgesOf(first: Day, ends: Day, facts: Dated): { from: Day; until: Day }[] {
  const frees = [...facts.planPrices, ...facts.clientPrices].flatMap(({ list }) =>
    list ? [dayAfter(facts.activated, list.freeDays)] : [],
  )
  const changes = [
    ...facts.plans.flatMap(({ leftOn }) => leftOn ?? []),
    ...facts.planPrices.map(({ validFrom }) => validFrom),
    ...facts.clientPrices.map(({ validFrom }) => validFrom),
    ...frees,
  ]
  const cuts = [first, ...changes.filter((day) => day > first && day < ends), ends]
  const days = [...new Set(cuts)].sort()
  return days.slice(0, -1).map((from, index) => ({ from, until: days[index + 1] as Day }))
}

function termsOn(day: Day, facts: Dated): Terms | undefined {
  // The plan of a day is the one that the account has at the end of the day.
  const plan = facts.plans.find(({ leftOn }) => leftOn === null || leftOn > day)
  if (!plan) return undefined
  const held = listOn(day, plan.planId, { plans: facts.planPrices, own: facts.clientPrices })
  if (!held) return undefined
  return { planId: plan.planId, ...held, isFree: daysBetween(facts.activated, day) < held.list.freeDays }
}

function linesOf(stretch: Stretch, period: Period, facts: Dated): LineInput[] {
  const { list, own, from, until, planId } = stretch
  const rates = { discountRate: own?.discountRate ?? list.discountRate, taxRate: list.taxRate }
  const addOns: readonly AddOn[] = own?.addOns ?? []
  const timed = { ...rates, months: period.months, days: period.days, starts: from, ends: until }
  const once = { ...rates, months: 1, days: 1, starts: null, ends: null }
  const length = daysBetween(from, until)
  const plan = facts.planNames.get(planId)
  const titled = (name: string) => (plan ? `${plan}: ${name}` : name)
  const lineOf = (item: PriceItem): LineInput[] => {
    const description = titled(item.name)
    // Units sold by the term are charged when they are renewed.
    if (item.kind === 'unit' && list.unitTerms) return []
    if (isOnce(item.kind)) {
      const quantity = item.kind === 'unit_setup' ? newUnits(stretch, facts) : isFirst(stretch, facts) ? 1 : 0
      return [{ ...once, description, unitAmount: item.amount, quantity }]
    }
    if (!isByUnit(item.kind)) return [{ ...timed, description, unitAmount: item.amount, quantity: length }]
    const units = item.kind === 'unit' ? facts.units : facts.units.filter(isActiveIn(period))
    return byTier(item, countsOf(units, stretch)).map((line) => ({ ...timed, ...line, description }))
  }
  return [
    ...list.items.flatMap(lineOf),
    ...addOns.map(({ name, amount, quantity }) => ({
      ...timed,
      description: name,
      unitAmount: amount,
      quantity: quantity * length,
    })),
  ].filter(({ unitAmount, quantity }) => unitAmount > 0 && quantity > 0)
}

/** How many units there were at the end of each day. */
function countsOf(units: Dated['units'], { from, until }: Stretch): number[] {
  const [first, last] = [dayNumber(from), dayNumber(until)]
  // Add one where a unit begins, subtract one where it ends; then sum up.
  const changes = new Array<number>(last - first + 1).fill(0)
  for (const { begin, end } of units) {
    if (begin >= until || (end !== null && end <= from)) continue
    const [a, b] = [Math.max(dayNumber(begin), first), end === null ? last : Math.min(dayNumber(end), last)]
    if (a >= b) continue
    changes[a - first]! += 1
    changes[b - first]! -= 1
  }
  let count = 0
  return changes.slice(0, -1).map((change) => {
    count += change
    return count
  })
}

/** A unit that has reported since the period began; for a removed unit this was recorded on removal. */
const isActiveIn =
  ({ starts }: Period) =>
  ({ lastActive }: Dated['units'][number]): boolean =>
    lastActive !== null && lastActive >= starts

/** Units added in these days that stayed at least one. Units from before activation count as added with it. */
const newUnits = ({ from, until }: Stretch, { units }: Dated): number =>
  units.filter(({ begin, end, isNew }) => isNew && begin >= from && begin < until && (end === null || end > begin))
    .length

/**
 * Whether the set-up fee falls into these days: on the first day that is not free. An account activated before there
 * was a price is already set up.
 */
function isFirst({ from, until }: Stretch, facts: Dated): boolean {
  if (!termsOn(facts.activated, facts)) return false
  const first = edgesOf(facts.activated, until, facts).find((edge) => termsOn(edge.from, facts)?.isFree === false)?.from
  return first !== undefined && first >= from && first < until
}
