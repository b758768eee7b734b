/** Prices as people type them, and as the API expects them. Pure. */
import type { PriceList } from '../../api/generated.ts'
import { minorOf, priceText } from '../../shared/format/money.ts'
import { dateAt } from '../../shared/format/zone.ts'

export type PriceKind = PriceList['items'][number]['kind']
export const priceKinds: readonly PriceKind[] = ['account', 'unit', 'active_unit', 'account_setup', 'unit_setup']
export const hasTiers = (kind: PriceKind): boolean => kind === 'unit' || kind === 'active_unit'

let lastKey = 0
export const nextKey = (): number => ++lastKey

interface TypedTier {
  readonly key: number
  readonly from: number | ''
  readonly price: string
}
export interface TypedItem {
  readonly key: number
  readonly kind: PriceKind
  readonly name: string
  readonly price: string
  readonly tiers: readonly TypedTier[]
}
export interface TypedList {
  readonly currency: string
  readonly tax: string
  readonly discount: string
  readonly free_days: number | ''
  readonly items: readonly TypedItem[]
  /** For the API: whether each unit has its own term. */
  readonly unit_terms: PriceList['unit_terms']
}

/** `7.7` as 770 hundredths of a percent; undefined if it is not a percentage. */
export function rateOf(text: string): number | undefined {
  const found = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (!found) return undefined
  const rate = Number((found[1] as string) + (found[2] ?? '').padEnd(2, '0'))
  return rate <= 10_000 ? rate : undefined
}

export const rateText = (rate: number): string => String(rate / 100)

export const typedList = (list: PriceList | undefined, currency: string): TypedList => ({
  currency: list?.currency ?? currency,
  tax: rateText(list?.tax_rate ?? 0),
  discount: rateText(list?.discount_rate ?? 0),
  free_days: list?.free_days ?? 0,
  unit_terms: list?.unit_terms ?? null,
  items: (list?.items ?? []).map(({ kind, name, amount, tiers }) => ({
    ...{ key: nextKey(), kind, name, price: priceText(amount, list?.currency ?? currency) },
    tiers: tiers.map((tier) => ({
      ...{ key: nextKey(), from: tier.from, price: priceText(tier.amount, list?.currency ?? currency) },
    })),
  })),
})

/** Undefined until every price is valid. */
export function listOf({ currency, tax, discount, free_days, items, unit_terms }: TypedList): PriceList | undefined {
  const rates = { tax_rate: rateOf(tax), discount_rate: rateOf(discount) }
  const read = items.map(({ kind, name, price, tiers }) => ({
    ...{ kind, name: name.trim(), amount: minorOf(price, currency) },
    tiers: (hasTiers(kind) ? tiers : []).map((tier) => ({ from: tier.from, amount: minorOf(tier.price, currency) })),
  }))
  const isWhole =
    rates.tax_rate !== undefined &&
    rates.discount_rate !== undefined &&
    read.every(({ name, amount, tiers }) => name && amount !== undefined && tiers.every(isTier))
  return isWhole
    ? ({ currency, ...rates, free_days: free_days === '' ? 0 : free_days, items: read, unit_terms } as PriceList)
    : undefined
}

const isTier = ({ from, amount }: { from: number | ''; amount: number | undefined }) =>
  from !== '' && amount !== undefined

/** Today in the viewer's time zone, which is where most dealers are. */
export const today = (): string => dateAt(Date.now() / 1000)
