/** What renewing a unit costs: a line for each price per unit (docs/decisions/0101). Pure. */

import type { WantedLine } from '#billing/client-invoices/actions.ts'
import type { ClientPrice, PriceItem, PriceList } from '#billing/prices/price.ts'
import { type Extension, nextAnchor, nextStart, shareOf, type Term } from '#billing/usage/unit-term.ts'
import type { Day } from '#kernel/time/day.ts'
import { dayAfter } from '#kernel/time/day.ts'

export interface RenewedUnit {
  readonly name: string
  /** Its position in the account, by age: prices may depend on it. */
  readonly place: number
  readonly term: Pick<Term, 'paidUntil' | 'anchor'> | null
}

const amountOf = ({ amount, tiers }: PriceItem, place: number): number =>
  tiers.reduce((found, tier) => (tier.from <= place ? tier.amount : found), amount)

/** In the form of an invoice line: bought once, unless it names its days. */
export const onceLine = (line: WantedLine) => ({ months: 1, days: 1, starts: null, ends: null, ...line })

export function linesOf(
  unit: RenewedUnit,
  { list, own }: { readonly list: PriceList; readonly own: ClientPrice | undefined },
  extension: Extension,
  today: Day,
): WantedLine[] {
  const rates = { discountRate: own?.discountRate ?? list.discountRate, taxRate: list.taxRate }
  return list.items
    .filter(({ kind }) => kind === 'unit')
    .flatMap((item): WantedLine[] => {
      const priced = { ...rates, description: `${item.name}: ${unit.name}`, unitAmount: amountOf(item, unit.place) }
      if ('months' in extension) return [{ ...priced, quantity: 1, months: extension.months }]
      const starts = nextStart(unit.term, today)
      const share = shareOf(starts, extension.until, nextAnchor(unit.term, today))
      return share.quantity > 0 ? [{ ...priced, ...share, starts, ends: dayAfter(extension.until) }] : []
    })
}
