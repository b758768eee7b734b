/** What a dealer's bookkeeping imports: a row per invoice and tax rate, and one per payment. Pure. */
import type { Day } from '#kernel/time/day.ts'
import type { InvoiceKind, PaymentWay } from '../client-invoices/client-invoice.ts'

interface Entry {
  readonly day: Day
  readonly number: string
  readonly accountId: number
  readonly buyer: string | null
  readonly currency: string
}

/** A credit note has negative amounts, so a column can simply be added up. */
export interface Sale extends Entry {
  readonly kind: InvoiceKind
  readonly dueOn: Day | null
  readonly isReverseCharge: boolean
  readonly taxRate: number
  readonly net: number
  readonly tax: number
  readonly total: number
}

export interface Receipt extends Entry {
  readonly way: PaymentWay
  readonly amount: number
  readonly comment: string | null
}

export interface Journal {
  readonly from: Day
  readonly to: Day
  readonly sales: readonly Sale[]
  readonly receipts: readonly Receipt[]
}
