import { sql } from 'kysely'
import type { Term } from '#billing/usage/unit-term.ts'
import type { Db } from '#kernel/db/transaction.ts'

export type Terms = ReadonlyMap<number, Pick<Term, 'paidUntil' | 'anchor'>>

export async function listTerms(db: Db, unitIds: readonly number[]): Promise<Terms> {
  const rows = await db
    .selectFrom('unitTerms')
    .select(['unitId', 'paidUntil', 'anchor'])
    .where('unitId', 'in', unitIds)
    .execute()
  return new Map((rows as unknown as Term[]).map(({ unitId, ...term }) => [unitId, term]))
}

/** Which unit of the account each is, the oldest first, from 1 on. */
export async function placesOf(db: Db, accountId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; place: number }>`
    select id, row_number() over (order by created_at, id)::integer as place from units
    where account_id = ${accountId} and (type is null or type = 'gateway')`.execute(db)
  return new Map(rows.map(({ id, place }) => [id, place]))
}
