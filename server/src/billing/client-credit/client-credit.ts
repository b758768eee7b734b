/** Money that a dealer holds for a client, by currency: paid twice, too much, or in advance. Pure. */
import type { Day } from '#kernel/time/day.ts'

export const creditKinds = ['overpayment', 'deposit', 'used', 'payout'] as const
type CreditKind = (typeof creditKinds)[number]

/** How money is paid in advance, or paid back. */
export const depositWays = ['transfer', 'cash', 'card', 'voucher', 'other'] as const
export type DepositWay = (typeof depositWays)[number]

export interface CreditEntry {
  readonly id: string
  readonly dealerId: number
  readonly accountId: number
  readonly currency: string
  readonly kind: CreditKind
  /** Below zero for outgoing credit. */
  readonly amount: number
  readonly bookedOn: Day
  readonly way: DepositWay | null
  readonly paymentId: string | null
  readonly bankLineId: string | null
  readonly comment: string | null
  readonly createdAt: Date
}
