import { sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'
import type { Receipt, Sale } from './journal.ts'

/** Includes invoices of deleted accounts; never drafts. */
const issued = ({ dealer, apps }: Scope) => sql<boolean>`invoice.dealer_id = ${dealer} and invoice.status <> 'draft'
  and not exists (select from accounts where accounts.id = invoice.account_id and not reg_apps && ${[...apps]}::uuid[])`

const named = sql`invoice.number, invoice.account_id as "accountId", invoice.buyer ->> 'name' as buyer, invoice.currency`

/** In the order of their numbers, highest rate first. */
export const listSales = (db: Db, scope: Scope, from: Day, to: Day) => rowsOf<Sale>(db)`
    select invoice.issued_on as day, ${named}, invoice.kind, invoice.due_on as "dueOn",
      invoice.is_reverse_charge as "isReverseCharge", line.tax_rate as "taxRate",
      sum(line.net)::bigint as net, sum(line.tax)::bigint as tax, sum(line.total)::bigint as total
    from client_invoices invoice join client_invoice_lines line on line.invoice_id = invoice.id
    where ${issued(scope)} and invoice.issued_on between ${from}::date and ${to}::date
    group by invoice.id, line.tax_rate
    order by invoice.year, invoice.sequence, line.tax_rate desc`

export const listReceipts = (db: Db, scope: Scope, from: Day, to: Day) => rowsOf<Receipt>(db)`
    select payment.paid_on as day, ${named}, payment.way, payment.amount, payment.comment
    from client_invoices invoice join client_invoice_payments payment on payment.invoice_id = invoice.id
    where ${issued(scope)} and payment.removed_at is null and payment.paid_on between ${from}::date and ${to}::date
    order by payment.paid_on, payment.id`
