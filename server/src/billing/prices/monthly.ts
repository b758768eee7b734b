/** The monthly income from a price list, as long as nothing changes: recurring revenue. Net, rounded by line. Pure. */
import { amountsOf } from '#kernel/money/line.ts'
import { byTier, type ClientPrice, isByUnit, isOnce, type PriceItem, type PriceList } from './price.ts'

/** What an account is charged for. */
export interface Counted {
  readonly units: number
  /** Those that reported in the last days. */
  readonly activeUnits: number
  /** Those whose term has not ended. */
  readonly termUnits: number
}

export interface Monthly {
  /** Charged with the account's periods. */
  readonly byPeriod: number
  /** Charged when a unit is renewed. */
  readonly byTerm: number
}

/** Without one-time charges. */
export function monthlyOf(
  list: PriceList,
  own: Pick<ClientPrice, 'discountRate' | 'addOns'> | undefined,
  counted: Counted,
): Monthly {
  const discountRate = own?.discountRate ?? list.discountRate
  const net = (lines: readonly { unitAmount: number; quantity: number }[]) =>
    lines.reduce((sum, line) => sum + amountsOf({ ...line, months: 1, days: 1, discountRate, taxRate: 0 }).net, 0)
  const isByTerm = ({ kind }: PriceItem) => kind === 'unit' && Boolean(list.unitTerms)
  const countOf = (item: PriceItem) =>
    isByTerm(item) ? counted.termUnits : item.kind === 'unit' ? counted.units : counted.activeUnits
  const linesOf = (item: PriceItem) =>
    isByUnit(item.kind) ? byTier(item, [countOf(item)]) : [{ unitAmount: item.amount, quantity: 1 }]
  const repeated = list.items.filter(({ kind }) => !isOnce(kind))
  const addOns = (own?.addOns ?? []).map(({ amount, quantity }) => ({ unitAmount: amount, quantity }))
  return {
    byPeriod: net([...repeated.filter((item) => !isByTerm(item)).flatMap(linesOf), ...addOns]),
    byTerm: net(repeated.filter(isByTerm).flatMap(linesOf)),
  }
}
