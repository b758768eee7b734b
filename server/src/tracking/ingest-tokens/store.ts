import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import { lockDealer } from '#kernel/db/locks.ts'
import { countOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { IntakeToken } from './token.ts'

const columns = ['id', 'dealerId', 'name', 'createdAt'] as const

const ofDealer = (db: Db, dealer: number) =>
  db.selectFrom('intakeTokens').select(columns).where('dealerId', '=', dealer)

const id = sql.ref('intake_tokens.id')
export const sorts: Sorts = {
  id: { column: id, type: 'string', of: (token: IntakeToken) => token.id },
  name: { column: sql.ref('intake_tokens.name'), type: 'string', of: (token: IntakeToken) => token.name },
}

export function list(db: Db, dealer: number, ids: readonly string[] | undefined, page: Page): Promise<IntakeToken[]> {
  const { where, order, limit } = pageClauses(page, id)
  let rows = ofDealer(db, dealer).where(where)
  if (ids) rows = rows.where('id', 'in', ids)
  return rows.orderBy(order).limit(limit).execute()
}

/** Locks the dealer's row, so that two at once cannot exceed the limit. */
export async function countForUpdate(db: Db, dealer: number): Promise<number> {
  await lockDealer(db, dealer)
  return countOf(db)`select count(*) from intake_tokens where dealer_id = ${dealer}`
}

export const insert = (db: Db, token: IntakeToken, hash: Buffer) =>
  db
    .insertInto('intakeTokens')
    .values({ ...token, hash })
    .execute()

export const remove = (db: Db, dealer: number, token: string): Promise<IntakeToken | undefined> =>
  db
    .deleteFrom('intakeTokens')
    .where('id', '=', token)
    .where('dealerId', '=', dealer)
    .returning(columns)
    .executeTakeFirst()

export const findDealer = async (db: Db, hash: Buffer): Promise<number | undefined> =>
  (await db.selectFrom('intakeTokens').select('dealerId').where('hash', '=', hash).executeTakeFirst())?.dealerId
