/** Payment pages that are checked until they end. Bills and pages of client invoices have the same columns for it. */
import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

interface Paid {
  readonly id: string
  readonly processor: string
  readonly paymentId: string | null
}

/** `read` reads the pages with these ids. */
export function watchedIn<P>(
  name: 'bills' | 'clientCheckouts',
  read: (db: Db, ids: readonly string[]) => Promise<P[]>,
) {
  const table = sql.table(name)
  return {
    /** True if this payment has settled another page. */
    async isPaymentUsed(db: Db, { id, processor, paymentId }: Paid): Promise<boolean> {
      const other = await firstRow<object>(db)`
        select from ${table} where processor = ${processor} and payment_id = ${paymentId} and id <> ${id} limit 1`
      return other !== undefined
    },

    /** Claims what is due for a minute, so that two workers do not check the same page. */
    async takeDue(db: Db, now: Date, most: number): Promise<P[]> {
      const due = await rowsOf<{ id: string }>(db)`
        update ${table} set next_look_at = ${new Date(now.getTime() + 60_000)}
        where id in (
          select id from ${table} where next_look_at <= ${now} order by next_look_at limit ${most}
          for update skip locked)
        returning id`
      if (due.length === 0) return []
      return read(
        db,
        due.map(({ id }) => id),
      )
    },

    nextCheck: sql`select min(next_look_at) from ${table} where next_look_at is not null`,

    /** Without the checks of pages that are merely open. */
    async nextEnd(db: Db): Promise<Date | undefined> {
      const row = await firstRow<{ at: Date | null }>(db)`
        select min(case when status = 'open' and not is_expiry_wanted then greatest(next_look_at, expires_at)
          else next_look_at end) as at
        from ${table} where next_look_at is not null`
      return row?.at ?? undefined
    },
  }
}
