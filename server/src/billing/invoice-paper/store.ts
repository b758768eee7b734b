import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'

/** As the dealer noted it, or else that of the first person who sees the invoices. */
export async function findLanguage(db: Db, accountId: number): Promise<string | null> {
  const { rows } = await sql<{ lang: string | null }>`
    select coalesce(
      (select lang from client_profiles where account_id = ${accountId}),
      (select lang from users where account_id = ${accountId} and role in ('owner', 'accountant')
        order by not is_first, created_at limit 1)) as lang`.execute(db)
  return rows[0]?.lang ?? null
}
