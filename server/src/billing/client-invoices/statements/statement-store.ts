import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'
import type { Movement } from './account-statement.ts'

/** In the order of days; on the same day a debt comes before its payment. */
export const listMovements = (db: Db, dealer: number, account: number) => rowsOf<Movement>(db)`
    with invoices as (
      select * from client_invoices where dealer_id = ${dealer} and account_id = ${account} and status <> 'draft'
    )
    select id, issued_on as day, case kind when 'credit' then 'credit_note' else 'invoice' end as kind, currency,
      total as amount, number, null as way, null as comment, 0 as place
    from invoices
    union all
    select payments.id, paid_on, 'payment', currency, -amount, number, way, comment, 1
    from client_invoice_payments as payments join invoices on invoices.id = invoice_id
    where removed_at is null and way <> 'credit'
    union all
    select id, booked_on, kind, currency, -amount, null, way, comment, 1
    from client_credit_entries
    where dealer_id = ${dealer} and account_id = ${account} and removed_at is null and kind <> 'used'
    order by day, place, id`

export interface Standing {
  readonly currency: string
  readonly open: number
  readonly overdue: number
  readonly credit: number
}

/** What is open now, and what was paid in advance. */
export const listStandings = (db: Db, dealer: number, account: number, today: Day) => rowsOf<Standing>(db)`
    select currency, sum(open)::bigint as open, sum(overdue)::bigint as overdue, sum(credit)::bigint as credit from (
      select currency, total - credited_total - paid_total as open,
        case when due_on < ${today}::date then total - credited_total - paid_total else 0 end as overdue, 0 as credit
      from client_invoices where dealer_id = ${dealer} and account_id = ${account} and status = 'open'
      union all
      select currency, 0, 0, amount from client_credits where dealer_id = ${dealer} and account_id = ${account}
    ) as sums group by currency order by currency`
