/** What happens to the terms of units in the coming months, and what renewals cost. Writes nothing. Pure. */
import { linesFrom } from '#billing/client-invoices/client-invoice.ts'
import type { ClientPrice, PriceList } from '#billing/prices/price.ts'
import { usualTerms } from '#billing/prices/price.ts'
import { extended, type Term } from '#billing/usage/unit-term.ts'
import { type Day, dayAfter } from '#kernel/time/day.ts'
import { linesOf, onceLine } from './lines.ts'

export interface ForecastUnit extends Pick<Term, 'unitId' | 'accountId' | 'paidUntil' | 'anchor' | 'state'> {
  readonly name: string
  /** Which unit of its account it is, by age. */
  readonly place: number
  readonly clientPlanId: string | null
  readonly isReverseCharge: boolean
  /** How many months its last renewal covered; null: it was never renewed. */
  readonly months: number | null
  readonly dueOn: Day
}

export const termSteps = ['due', 'expired', 'renewed'] as const
type TermStepKind = (typeof termSteps)[number]

export interface TermStep {
  readonly kind: TermStepKind
  readonly on: Day
  /** What the renewal costs; undefined: there is no price for it. */
  readonly price?: { readonly currency: string; readonly amount: number } | undefined
}

export interface ForecastWindow {
  readonly today: Day
  readonly until: Day
  /** Everybody pays on the last paid day; otherwise nobody renews. */
  readonly isRenewed: boolean
}

export type Held = { readonly list: PriceList; readonly own: ClientPrice | undefined } | undefined

/** A unit that was never renewed is renewed by the month, as its price is monthly. */
const usualMonths = 1

/** In order. What is overdue is due today. A unit that has ended and is not renewed has no more steps. */
export function stepsOf(
  unit: ForecastUnit,
  { today, until, isRenewed }: ForecastWindow,
  heldOn: (day: Day) => Held,
): TermStep[] {
  const steps: TermStep[] = []
  const months = unit.months ?? usualMonths
  let term: Pick<ForecastUnit, 'paidUntil' | 'anchor'> & { readonly dueOn: Day } = unit
  let isAnnounced = unit.state !== 'active'
  let hasEnded = unit.state === 'expired'
  for (;;) {
    const dueOn = term.dueOn > today ? term.dueOn : today
    if (!isAnnounced && dueOn <= until && term.dueOn <= term.paidUntil) steps.push({ kind: 'due', on: dueOn })
    const ends = dayAfter(term.paidUntil)
    const over = ends > today ? ends : today
    if (!isRenewed) {
      if (!hasEnded && over <= until) steps.push({ kind: 'expired', on: over })
      return steps
    }
    const on = term.paidUntil > today ? term.paidUntil : today
    if (on > until) return steps
    const held = heldOn(on)
    steps.push({ kind: 'renewed', on, price: priceOf(unit, held, months, on) })
    const next = extended(term, on, { months })
    const { dueDays } = held?.list.unitTerms ?? usualTerms
    term = { ...next, dueOn: dayAfter(next.paidUntil, 1 - dueDays) }
    isAnnounced = false
    hasEnded = false
  }
}

function priceOf(unit: ForecastUnit, held: Held, months: number, on: Day): TermStep['price'] {
  if (!held?.list.unitTerms) return undefined
  const lines = linesOf({ name: '', place: unit.place, term: unit }, held, { months }, on)
  if (lines.length === 0) return undefined
  const amounts = linesFrom(lines.map(onceLine), unit.isReverseCharge)
  return { currency: held.list.currency, amount: amounts.reduce((sum, { total }) => sum + total, 0) }
}

const noCounts = () => ({ due: 0, expired: 0, renewed: 0 })

interface ListedStep extends TermStep {
  readonly unitId: number
  readonly accountId: number
  readonly name: string
}

/** Counts while they are computed: millions of steps are not kept, only the first ones of each unit. */
export function tally(listedMax: number) {
  const days = new Map<Day, ReturnType<typeof noCounts>>()
  const totals = noCounts()
  const sums = new Map<string, number>()
  const listed: ListedStep[] = []
  let [units, withoutPrice] = [0, 0]
  return {
    add({ unitId, accountId, name }: ForecastUnit, steps: readonly TermStep[]) {
      units += 1
      for (const { kind, on, price } of steps) {
        const day = days.get(on) ?? noCounts()
        days.set(on, day)
        day[kind] += 1
        totals[kind] += 1
        if (kind !== 'renewed') continue
        if (price) sums.set(price.currency, (sums.get(price.currency) ?? 0) + price.amount)
        else withoutPrice += 1
      }
      for (const step of steps.slice(0, 2)) listed.push({ ...step, unitId, accountId, name })
    },
    sum: () => ({
      units,
      totals,
      withoutPrice,
      expected: [...sums].sort().map(([currency, amount]) => ({ currency, amount })),
      days: [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([date, counts]) => ({ date, ...counts })),
      steps: listed
        .sort((one, other) => (one.on === other.on ? one.unitId - other.unitId : one.on < other.on ? -1 : 1))
        .slice(0, listedMax),
    }),
  }
}
