import { sql } from 'kysely'
import { countOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { SetValues } from '../units/settings/protocol-settings.ts'

export async function findOfModel(db: Db, dealer: number, hwId: number): Promise<SetValues> {
  const row = await db
    .selectFrom('modelSettings')
    .select('settings')
    .where('dealerId', '=', dealer)
    .where('hwId', '=', hwId)
    .executeTakeFirst()
  return (row?.settings ?? {}) as SetValues
}

/** Requests change the settings of a model one after the other. */
export const lockModel = (db: Db, dealer: number, hwId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`model_settings ${dealer} ${hwId}`}, 0))`.execute(db)

export async function saveOfModel(db: Db, dealer: number, hwId: number, settings: SetValues, now: Date): Promise<void> {
  if (Object.keys(settings).length === 0) {
    await db.deleteFrom('modelSettings').where('dealerId', '=', dealer).where('hwId', '=', hwId).execute()
    return
  }
  const change = { settings: JSON.stringify(settings), updatedAt: now }
  await db
    .insertInto('modelSettings')
    .values({ dealerId: dealer, hwId, ...change })
    .onConflict((conflict) => conflict.columns(['dealerId', 'hwId']).doUpdateSet(change))
    .execute()
}

const announcedMost = 1000

/** Notifies every gateway. Beyond this many units it says that any unit may have changed, which costs them more. */
export async function announceModel(db: Db, dealer: number, hwId: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id::text from units where dealer_id = ${dealer} and hw_id = ${hwId} limit ${announcedMost + 1}`.execute(db)
  const ids = rows.length > announcedMost ? [''] : rows.map(({ id }) => String(id))
  await sql`select pg_notify('units', id) from unnest(${ids}::text[]) as id`.execute(db)
}

export const countOfModel = (db: Db, dealer: number, hwId: number) =>
  countOf(db)`select count(*) from units where dealer_id = ${dealer} and hw_id = ${hwId}`
