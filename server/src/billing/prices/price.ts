/** What a dealer's clients pay for, and from which day. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import type { Rates } from '#kernel/money/money.ts'
import { type Day, dayAfter, isDay } from '#kernel/time/day.ts'
import type { Quotas } from '../plans/plan.ts'

/** Monthly: for the account, for each unit, for each unit that reported. Once: for a new account, for a new unit. */
export const priceKinds = ['account', 'unit', 'active_unit', 'account_setup', 'unit_setup'] as const
export type PriceKind = (typeof priceKinds)[number]

export const isByUnit = (kind: PriceKind): boolean => kind === 'unit' || kind === 'active_unit'
export const isOnce = (kind: PriceKind): boolean => kind === 'account_setup' || kind === 'unit_setup'

/** The price of each unit from this number on. */
interface Tier {
  readonly from: number
  readonly amount: number
}

export interface PriceItem {
  readonly kind: PriceKind
  readonly name: string
  /** Net, in the smallest unit of the currency. */
  readonly amount: number
  /** For units beyond the first ones, which cost `amount`. */
  readonly tiers: readonly Tier[]
}

export const termExtensions = ['payment', 'issue'] as const

/** How units with their own terms are sold. */
export interface UnitTerms {
  /** How many days before its end a term is due. */
  readonly dueDays: number
  /** What extends a term: the payment of its invoice, or the issue. */
  readonly extendsOn: (typeof termExtensions)[number]
  /** Clients may renew their units themselves; absent: the dealer does. */
  readonly isByClient?: boolean
}

export const usualTerms: UnitTerms = { dueDays: 14, extendsOn: 'payment' }

export interface PriceList {
  readonly currency: string
  /** In hundredths of a percent. */
  readonly taxRate: number
  readonly discountRate: number
  /** This many days from activation are free. */
  readonly freeDays: number
  readonly items: readonly PriceItem[]
  /**
   * Prices per unit are for terms, and are charged when a unit is renewed. Absent or null: they are charged with the
   * period.
   */
  readonly unitTerms?: UnitTerms | null
}

/** Booked by one client, by the month. */
export interface AddOn {
  readonly name: string
  readonly amount: number
  readonly quantity: number
  /** How much of each quota one add-on adds. */
  readonly quotas?: Quotas
  readonly modules?: readonly string[]
}

export interface PlanPrice {
  readonly id: string
  readonly dealerId: number
  readonly clientPlanId: string
  readonly validFrom: Day
  readonly list: PriceList
  readonly createdAt: Date
}

export interface ClientPrice {
  readonly id: string
  readonly dealerId: number
  readonly accountId: number
  readonly validFrom: Day
  /** Null: the plan's list applies. */
  readonly list: PriceList | null
  /** Null: the list's discount applies. */
  readonly discountRate: number | null
  readonly addOns: readonly AddOn[]
  readonly createdAt: Date
}

/** The version in effect on a day: the last that has begun. */
const validOn = <P extends { readonly validFrom: Day }>(versions: readonly P[], day: Day): P | undefined =>
  versions.reduce<P | undefined>(
    (last, one) => (one.validFrom <= day && (!last || one.validFrom > last.validFrom) ? one : last),
    undefined,
  )

/** The list in effect for an account on a day: its own, or its plan's. */
export function listOn(
  day: Day,
  planId: string | null,
  { plans, own }: { readonly plans: readonly PlanPrice[]; readonly own: readonly ClientPrice[] },
): { readonly list: PriceList; readonly own: ClientPrice | undefined } | undefined {
  if (planId === null) return undefined
  const agreed = validOn(own, day)
  const ofPlan = plans.filter(({ clientPlanId }) => clientPlanId === planId)
  const list = agreed?.list ?? validOn(ofPlan, day)?.list
  return list && { list, own: agreed }
}

/** How many of these counts have which price; with one count per day, it sums up the days. */
export function byTier({ amount, tiers }: Pick<PriceItem, 'amount' | 'tiers'>, counts: readonly number[]) {
  const steps = [{ from: 1, amount }, ...tiers]
  return steps.map((step, index) => {
    const next = steps[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const quantity = counts.reduce((sum, count) => sum + Math.max(0, Math.min(count, next - 1) - step.from + 1), 0)
    return { unitAmount: step.amount, quantity }
  })
}

export type Standing = 'past' | 'current' | 'coming'
export const standingOf = <P extends { readonly validFrom: Day }>(one: P, all: readonly P[], today: Day): Standing =>
  one.validFrom > today ? 'coming' : validOn(all, today) === one ? 'current' : 'past'

/** Prices for days that were charged or used already never change. */
export function validFromProblems(validFrom: string, today: Day): Problem[] {
  if (!isDay(validFrom)) return [invalidField('valid_from', 'valid_from must be a day, like 2026-03-01.')]
  if (validFrom < today) {
    return [invalidField('valid_from', `valid_from must be today (${today}) or later: past prices stay as they were.`)]
  }
  const last = dayAfter(today, 3660)
  return validFrom > last ? [invalidField('valid_from', `valid_from must be ${last} or earlier.`)] : []
}

export const currencyProblems = (field: string, currency: string, rates: Rates): Problem[] =>
  Object.hasOwn(rates.perDollar, currency)
    ? []
    : [invalidField(field, `${field} must be a currency that is known here.`)]

/** `at` is the path of the list in the body, with a dot at the end. */
export function listProblems({ currency, items }: PriceList, rates: Rates, at = ''): Problem[] {
  return [
    ...currencyProblems(`${at}currency`, currency, rates),
    ...items.flatMap(({ kind, tiers }, index) => {
      const field = `${at}items.${index}.tiers`
      if (tiers.length > 0 && !isByUnit(kind)) {
        return [invalidField(field, `${field} are only for prices per unit. Leave them out.`)]
      }
      const isRising = tiers.every((tier, place) => tier.from > (tiers[place - 1]?.from ?? 1))
      return isRising ? [] : [invalidField(field, `${field} must each begin at a higher unit than the one before.`)]
    }),
  ]
}
