/** The second implementation of client invoices: it counts, day by day, what it remembers about an account. Pure. */
import type { AddOn, PriceList } from '#billing/prices/price.ts'
import { monthsLater } from './model.ts'

export const zone = 'Europe/Berlin'
const dayMs = 86_400_000

/** A different implementation of the calendar than the product's. */
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
export const dayOf = (at: number): string => calendar.format(at)
export const daysFrom = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

export interface Memory {
  readonly id: number
  activated: string | undefined
  activatedAt: number
  /** The state at the end of each day on which something changed. */
  readonly plans: { readonly day: string; readonly plan: number }[]
  readonly units: { readonly id: number; readonly from: string; until: string | undefined }[]
  readonly agreed: { readonly day: string; readonly terms: Terms }[]
}

export interface Terms {
  readonly list: PriceList | null
  readonly discountRate: number | null
  readonly addOns: readonly AddOn[]
}

export interface Remembered {
  readonly planIds: readonly string[]
  readonly prices: { readonly day: string; readonly plan: number; readonly list: PriceList }[]
  readonly accounts: readonly Memory[]
}

/** Rounds away from zero, with fractions of integers. */
const share = (of: bigint, parts: bigint): bigint => (of * 2n + parts) / (parts * 2n)

type LastOf = <T extends { readonly day: string }>(all: readonly T[], day: string) => T | undefined
/** The last entry for a day or before it. */
const lastOf: LastOf = (all, day) =>
  all.reduce<(typeof all)[number] | undefined>(
    (last, one) => (one.day <= day && (!last || one.day >= last.day) ? one : last),
    undefined,
  )

interface DayTerms {
  readonly list: PriceList
  readonly discountRate: number
  readonly addOns: readonly AddOn[]
  readonly key: string
}

type Price = Remembered['prices'][number]
/** Thousands of accounts need the same days. */
const known = new WeakMap<Remembered, Map<string, Price | undefined>>()

function priceOf(world: Remembered, plan: number, day: string): Price | undefined {
  const days = known.get(world) ?? new Map<string, Price | undefined>()
  known.set(world, days)
  const key = `${plan} ${day}`
  if (!days.has(key)) {
    days.set(
      key,
      lastOf(
        world.prices.filter((one) => one.plan === plan),
        day,
      ),
    )
  }
  return days.get(key)
}

function termsOf(world: Remembered, account: Memory, day: string): { terms: DayTerms; isFree: boolean } | undefined {
  const plan = lastOf(account.plans, day)?.plan
  const own = lastOf(account.agreed, day)
  const price = plan === undefined ? undefined : priceOf(world, plan, day)
  const list = own?.terms.list ?? price?.list
  if (!list || plan === undefined) return undefined
  const isFree = list.freeDays > 0 && day < daysFrom(account.activated as string, list.freeDays)
  const key = [
    plan,
    own?.terms.list ? 'own' : `plan ${world.prices.indexOf(price!)}`,
    own ? account.agreed.indexOf(own) : '',
  ].join()
  const discountRate = own?.terms.discountRate ?? list.discountRate
  return { isFree, terms: { list, discountRate, addOns: own?.terms.addOns ?? [], key } }
}

export interface PeriodRow {
  readonly starts: string
  readonly ends: string
  readonly months: number
  readonly days: number
  readonly dueAt: Date
}

/** Between the previous due date and this one if they are consecutive, or else before this one. In milliseconds. */
export function daysBefore(due: number, before: number, months: number): number {
  const midday = (day: string) => Date.parse(`${day}T12:00:00Z`)
  const end = midday(dayOf(due))
  const isNext = monthsLater(before / 1000, months) === due / 1000
  const begin = isNext ? midday(dayOf(before)) : monthsLater(end / 1000, -months) * 1000
  return Math.round((end - begin) / dayMs)
}

export interface Walked {
  readonly day: string
  readonly terms: DayTerms | undefined
  /** The first day that costs something. */
  readonly isFirst: boolean
}

/** The days of an account since its activation, once nothing changes any more. */
export function walk(world: Remembered, account: Memory, until: string): Walked[] {
  const days: Walked[] = []
  const isPriced = termsOf(world, account, account.activated as string) !== undefined
  let isBefore = false
  for (let day = account.activated as string; day < until; day = daysFrom(day, 1)) {
    const found = termsOf(world, account, day)
    const terms = found && !found.isFree ? found.terms : undefined
    days.push({ day, terms, isFirst: terms !== undefined && !isBefore && isPriced })
    if (terms) isBefore = true
  }
  return days
}

/** The total of a period by currency: day by day and unit by unit, rounded where the price changes. */
export function expected(
  walked: readonly Walked[],
  account: Memory,
  { starts, ends, months, days }: PeriodRow,
): Map<string, number> {
  const runs: { terms: DayTerms; amounts: Map<string, bigint>; once: bigint[] }[] = []
  for (const { day, terms, isFirst } of walked) {
    if (day < starts || day >= ends) continue
    const last = runs.at(-1)
    if (!terms) {
      // A gap ends a run, even if the same terms apply after it.
      if (last) last.terms = { ...last.terms, key: 'over' }
      continue
    }
    const run = last?.terms.key === terms.key ? last : { terms, amounts: new Map<string, bigint>(), once: [] }
    if (run !== last) runs.push(run)
    addDay(run, account, day, isFirst)
  }
  const totals = new Map<string, number>()
  for (const { terms, amounts, once } of runs) {
    const { list, discountRate } = terms
    const subtotals = [...[...amounts.values()].map((sum) => share(sum * BigInt(months), BigInt(days))), ...once]
    for (const subtotal of subtotals) {
      const net = subtotal - share(subtotal * BigInt(discountRate), 10_000n)
      const total = net + share(net * BigInt(list.taxRate), 10_000n)
      if (subtotal >= 0n) totals.set(list.currency, (totals.get(list.currency) ?? 0) + Number(total))
    }
  }
  return totals
}

function addDay(
  { terms: { list, addOns }, amounts, once }: { terms: DayTerms; amounts: Map<string, bigint>; once: bigint[] },
  account: Memory,
  day: string,
  isFirst: boolean,
): void {
  const activated = account.activated as string
  const there = account.units.filter(({ from, until }) => from <= day && (until === undefined || until > day))
  const fresh = there.filter(({ from }) => (from > activated ? from : activated) === day).length
  const add = (key: string, amount: number) => amounts.set(key, (amounts.get(key) ?? 0n) + BigInt(amount))
  for (const [place, { kind, amount, tiers }] of list.items.entries()) {
    if (kind === 'account' && amount > 0) add(`${place}`, amount)
    // One by one, by its number.
    if (kind === 'unit') {
      for (let number = 1; number <= there.length; number++) {
        const tier = tiers.findLastIndex(({ from }) => from <= number)
        add(`${place} ${tier}`, tiers[tier]?.amount ?? amount)
      }
    }
    if (kind === 'account_setup' && isFirst && amount > 0) once.push(BigInt(amount))
    if (kind === 'unit_setup' && fresh > 0) add(`setup ${place}`, 0)
  }
  for (const [place, { amount, quantity }] of addOns.entries()) add(`add-on ${place}`, amount * quantity)
  countSetups(list, once, fresh)
}

/** New units of a run are one line, so they are collected in one place. */
function countSetups(list: PriceList, once: bigint[] & { units?: number }, fresh: number): void {
  const { amount } = list.items.find(({ kind }) => kind === 'unit_setup') ?? { amount: 0 }
  if (fresh === 0 || amount === 0) return
  if (once.units === undefined) once.units = once.push(0n) - 1
  once[once.units] = (once[once.units] as bigint) + BigInt(amount * fresh)
}
