import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

/** The language in the client profile, or else that of the first person who sees the invoices. */
export const findLanguage = async (db: Db, accountId: number): Promise<string | null> =>
  (
    await firstRow<{ lang: string | null }>(db)`
    select coalesce(
      (select lang from client_profiles where account_id = ${accountId}),
      (select lang from users where account_id = ${accountId} and role in ('owner', 'accountant')
        order by not is_first, created_at limit 1)) as lang`
  )?.lang ?? null
