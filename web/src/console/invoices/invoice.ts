/** Invoices beyond the API: colours of their states, and amounts while typing. Pure. */
import type { ListedClientInvoice } from '../../api/generated.ts'
import { minorOf } from '../../shared/format/money.ts'
import type { Tone } from '../blocks/StateBadge.tsx'
import { nextKey, rateOf } from '../prices/price.ts'

export type InvoiceState = ListedClientInvoice['state']

export const toneOf: Readonly<Record<InvoiceState, Tone>> = {
  ...{ draft: 'quiet', open: 'waiting', part_paid: 'waiting', overdue: 'warning', paid: 'good', void: 'quiet' },
}

export interface TypedLine {
  readonly key: number
  readonly description: string
  readonly quantity: number | ''
  readonly price: string
  readonly discount: string
  readonly tax: string
}

export const newLine = (tax = '0'): TypedLine => ({
  ...{ key: nextKey(), description: '', quantity: 1, price: '', discount: '0', tax },
})

export interface Line {
  readonly description: string
  readonly quantity: number
  readonly unit_amount: number
  readonly discount_rate: number
  readonly tax_rate: number
}

/** Undefined until everything is complete. */
export function lineOf({ description, quantity, price, discount, tax }: TypedLine, currency: string): Line | undefined {
  const [unit_amount, discount_rate, tax_rate] = [minorOf(price, currency), rateOf(discount), rateOf(tax)]
  if (!description.trim() || quantity === '' || quantity < 1) return undefined
  if (unit_amount === undefined || discount_rate === undefined || tax_rate === undefined) return undefined
  return { description: description.trim(), quantity, unit_amount, discount_rate, tax_rate }
}

/** Rounds half up, as the server does; each line is rounded, never the sum. */
const share = (amount: number, rate: number): number => Math.floor((amount * rate * 2 + 10_000) / 20_000)

/** The sum of the lines so far. */
export function sumOf(lines: readonly TypedLine[], currency: string): { readonly net: number; readonly tax: number } {
  return lines.reduce(
    (sum, typed) => {
      const line = lineOf({ ...typed, description: typed.description || '…' }, currency)
      if (!line) return sum
      const subtotal = line.unit_amount * line.quantity
      const net = subtotal - share(subtotal, line.discount_rate)
      return { net: sum.net + net, tax: sum.tax + share(net, line.tax_rate) }
    },
    { net: 0, tax: 0 },
  )
}
