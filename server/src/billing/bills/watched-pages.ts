/** Payment pages that are checked until they end. Bills and pages of client invoices have the same columns for it. */
import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

interface Paid {
  readonly id: string
  readonly processor: string
  readonly paymentId: string | null
}

export function watchedIn(name: 'bills' | 'clientCheckouts') {
  const table = sql.table(name)
  return {
    /** True if this payment has settled another page. */
    async isPaymentUsed(db: Db, { id, processor, paymentId }: Paid): Promise<boolean> {
      const { rows } = await sql`
        select from ${table} where processor = ${processor} and payment_id = ${paymentId} and id <> ${id} limit 1`.execute(
        db,
      )
      return rows.length > 0
    },

    /** Claims what is due for a minute, so that two workers do not check the same page. */
    async takeDue(db: Db, now: Date, most: number): Promise<readonly string[]> {
      return (
        await rowsOf<{ id: string }>(db)`
        update ${table} set next_look_at = ${new Date(now.getTime() + 60_000)}
        where id in (
          select id from ${table} where next_look_at <= ${now} order by next_look_at limit ${most}
          for update skip locked)
        returning id`
      ).map(({ id }) => id)
    },

    async nextCheck(db: Db): Promise<Date | undefined> {
      return (
        (
          await firstRow<{ at: Date | null }>(db)`
        select min(next_look_at) as at from ${table} where next_look_at is not null`
        )?.at ?? undefined
      )
    },

    /** Without the checks of pages that are merely open. */
    async nextEnd(db: Db): Promise<Date | undefined> {
      return (
        (
          await firstRow<{ at: Date | null }>(db)`
        select min(case when status = 'open' and not is_expiry_wanted then greatest(next_look_at, expires_at)
          else next_look_at end) as at
        from ${table} where next_look_at is not null`
        )?.at ?? undefined
      )
    },
  }
}
