/** What a client owes and has paid, day by day, with the balance after each. Pure. */
import type { Day } from '#kernel/time/day.ts'
import type { PaymentWay } from '../client-invoice.ts'

export const movementKinds = ['invoice', 'credit_note', 'payment', 'deposit', 'overpayment', 'payout'] as const
type MovementKind = (typeof movementKinds)[number]

export interface Movement {
  readonly id: string
  readonly day: Day
  readonly kind: MovementKind
  readonly currency: string
  /** Above zero: the client owes more. Below: it has paid or was credited. */
  readonly amount: number
  readonly number: string | null
  readonly way: PaymentWay | null
  readonly comment: string | null
}

export interface AccountStatement {
  readonly currency: string
  readonly opening: number
  readonly movements: readonly (Movement & { readonly balance: number })[]
  readonly closing: number
}

/** A payment from credit changes nothing: the credit was counted when it came in. */
export function statementsOf(movements: readonly Movement[], from?: Day, to?: Day): AccountStatement[] {
  const byCurrency = Map.groupBy(movements, ({ currency }) => currency)
  return [...byCurrency].toSorted().map(([currency, all]) => {
    const until = all.filter(({ day }) => to === undefined || day <= to)
    const before = until.filter(({ day }) => from !== undefined && day < from)
    const opening = before.reduce((sum, { amount }) => sum + amount, 0)
    let balance = opening
    const shown = until.slice(before.length).map((movement) => {
      balance += movement.amount
      return { ...movement, balance }
    })
    return { currency, opening, movements: shown, closing: balance }
  })
}
