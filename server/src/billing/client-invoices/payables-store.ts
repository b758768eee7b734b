/** SQL of what payments may be for. */
import type { Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'
import type { PayableInvoice, Payment } from './client-invoice.ts'

/** Only clients that still exist: a deleted one cannot be matched. */
export const list = (db: Db, { dealer, apps }: Scope, since: Day) => rowsOf<PayableInvoice>(db)`
    select invoices.id, account_id as "accountId", number, currency, total,
      case when status = 'open' then total - credited_total - paid_total else 0 end as open,
      due_on as "dueOn", buyer ->> 'name' as buyer
    from client_invoices as invoices
    join accounts on accounts.id = account_id and accounts.dealer_id = invoices.dealer_id
    where invoices.dealer_id = ${dealer} and reg_apps && ${[...apps]}::uuid[] and kind <> 'credit'
      and (status = 'open' or (status = 'paid' and issued_on >= ${since}::date))`

export const listOfLine = (db: Db, bankLineId: string): Promise<Payment[]> =>
  db
    .selectFrom('clientInvoicePayments')
    .select(['id', 'invoiceId', 'paidOn', 'way', 'amount', 'comment', 'bankLineId', 'createdAt'])
    .where('bankLineId', '=', bankLineId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute() as unknown as Promise<Payment[]>

export interface OpenSum {
  readonly dealerId: number
  readonly accountId: number
  readonly currency: string
  readonly amount: number
}

/** What accounts owe to their current dealer. */
export async function listOpenSums(db: Db, accountIds: readonly number[]): Promise<readonly OpenSum[]> {
  if (accountIds.length === 0) return []
  return rowsOf<OpenSum>(db)`
    select invoices.dealer_id, account_id, currency, sum(total - paid_total - credited_total)::bigint as amount
    from client_invoices invoices join accounts on accounts.id = account_id and accounts.dealer_id = invoices.dealer_id
    where account_id = any(${accountIds}::bigint[]) and status = 'open' and kind <> 'credit'
    group by invoices.dealer_id, account_id, currency order by account_id, currency`
}
