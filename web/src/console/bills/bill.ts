/** Bills beyond the API: months to choose from, ages, and prices as people type them. Pure. */
import type { Bill } from '../../api/generated.ts'
import { minorOf } from '../../shared/format/money.ts'
import type { Tone } from '../blocks/StateBadge.tsx'

export const toneOf: Readonly<Record<string, Tone>> = { open: 'waiting', complete: 'good', expired: 'quiet' }

/** The API returns at most 31 days per request, which covers any month. */
export interface Month {
  /** `2026-11` */
  readonly name: string
  readonly from: number
  readonly to: number
}

export function monthOf(name: string): Month {
  const [year = 0, month = 1] = name.split('-').map(Number)
  const begin = (index: number) => Date.UTC(year, index, 1) / 1000
  return { name, from: begin(month - 1), to: begin(month) - 1 }
}

/** Newest first. */
export function lastMonths(now: Date, count: number): readonly Month[] {
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    return monthOf(first.toISOString().slice(0, 7))
  })
}

const day = 86_400

/** How long unpaid bills have been open. */
export function agesOf(bills: readonly Bill[], now: number): Readonly<Record<'day' | 'week' | 'older', number>> {
  const unpaid = bills.filter((bill) => bill.payment_status !== 'paid')
  const younger = (seconds: number) => unpaid.filter((bill) => now - bill.created < seconds).length
  return { day: younger(day), week: younger(7 * day) - younger(day), older: unpaid.length - younger(7 * day) }
}

export interface Item {
  readonly key: number
  readonly name: string
  readonly quantity: number | ''
  readonly price: string
}

/** Undefined until every item is a number. */
export function totalOf(items: readonly Item[], currency: string): number | undefined {
  let total = 0
  for (const { quantity, price } of items) {
    const each = minorOf(price, currency)
    if (quantity === '' || each === undefined) return undefined
    total += quantity * each
  }
  return total
}
