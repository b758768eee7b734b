/** A provider plan in the units that people use. Pure. */
import type { OperatorOfferedPlan, UnitLimits } from '../../../api/generated.ts'
import { decimalsOf, formatMoney } from '../../../shared/format/money.ts'
import { words } from '../../../shared/texts/console.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { quotaText, unitLimitNames } from '../../plans/plan.ts'

const { offers } = operator

export interface Range {
  readonly min: number | ''
  readonly start: number | ''
  readonly max: number | ''
}

const isStorage = (quota: string) => quota === 'unit_storage'
/** Storage is kept in kilobytes, sold in steps of ten megabytes, and shown in megabytes. */
const storageStep = 10
const kilobytes = 1024

export const startRange = (quota: string): Range =>
  isStorage(quota) ? { min: storageStep, start: storageStep, max: 200 } : { min: 0, start: 10, max: 100 }

export function isRange(quota: string, { min, start, max }: Range): boolean {
  if (min === '' || start === '' || max === '') return false
  const all = [min, start, max]
  if (!all.every((value) => Number.isInteger(value) && value >= 0)) return false
  const isOnSteps = !isStorage(quota) || (min >= storageStep && all.every((value) => value % storageStep === 0))
  return min <= start && start <= max && isOnSteps
}

export function limitOf(quota: string, { min, start, max }: Range) {
  const size = isStorage(quota) ? kilobytes : 1
  return {
    min: Number(min) * size,
    default: Number(start) * size,
    max: Number(max) * size,
    step: isStorage(quota) ? storageStep * kilobytes : 1,
  }
}

/** Prices of plans are in whole units of their currency, unlike the amounts of bills. */
export const priceText = (price: number, currency: string): string =>
  price === 0 ? offers.free : offers.perMonth(formatMoney(Math.round(price * 10 ** decimalsOf(currency)), currency))

export const rangeText = (quota: string, { min, max }: OperatorOfferedPlan['features']['limits'][string]): string =>
  offers.range(quotaText(quota, min), quotaText(quota, max))

export const isOpen = (status: string): boolean => status === 'new' || status === 'active'

/** A limit of a subscription in words; empty for a switch that is off. */
export function limitText(name: string, value: unknown): readonly string[] {
  const title = offers.subscriptionLimits[name] ?? words.plans.quotas[name] ?? name
  if (typeof value === 'boolean') return value ? [title] : []
  return [`${title}: ${typeof value === 'number' ? quotaText(name, value) : String(value)}`]
}

/** Only those with a limit. */
export const unitLimitTexts = (plan: UnitLimits): readonly string[] =>
  unitLimitNames.flatMap((name) => (plan[name] === null ? [] : [`${words.plans.quotas[name]}: ${plan[name]}`]))
