import { sql } from 'kysely'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

export interface Held {
  readonly id: number
  readonly unitId: number
  readonly at: Date
  /** SQLSTATE; null in rows of earlier versions. */
  readonly code: string | null
  readonly reason: string
  readonly frame: Buffer
  /** Null in rows of earlier versions, which hold only the frame. */
  readonly delivery: Buffer | null
  /** The version that tried last. */
  readonly triedBy: string | null
}

export const insert = (db: Db, held: Omit<Held, 'id'>) => db.insertInto('quarantine').values(held).execute()

/** Rows of a deleted unit that can be restored wait for it, and are hidden meanwhile. */
const isOpen = sql<boolean>`not exists (select from binned_units where binned_units.unit_id = quarantine.unit_id)`

export interface Listed extends Omit<Held, 'frame' | 'delivery'> {
  /** Of the frame. */
  readonly bytes: number
}

/** Oldest first, without their contents. */
export const list = (db: Db, after: number, most: number): Promise<Listed[]> =>
  db
    .selectFrom('quarantine')
    .select(['id', 'unitId', 'at', 'code', 'reason', 'triedBy', sql<number>`octet_length(frame)`.as('bytes')])
    .where('id', '>', after)
    .where(isOpen)
    .orderBy('id')
    .limit(most)
    .execute()

export interface Count {
  readonly count: number
  readonly oldest: Date | null
  /** The most frequent first. */
  readonly reasons: readonly string[]
}

export const count = async (db: Db): Promise<Count> =>
  (await firstRow<Count>(db)`
    select count(*)::integer as count, min(at) as oldest, array(
      select reason from quarantine where ${isOpen} group by reason order by count(*) desc, reason limit 3) as reasons
    from quarantine where ${isOpen}`)!

/** Locked for replay: concurrent workers skip it. */
export async function take(db: Db, id: number): Promise<Held | undefined> {
  return db
    .selectFrom('quarantine')
    .selectAll()
    .where('id', '=', id)
    .where(isOpen)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Ids of those that this version has not tried, the oldest first. */
export async function untried(db: Db, version: string, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from quarantine where id > ${after} and tried_by is distinct from ${version} and ${isOpen} order by id limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export const markTried = (db: Db, id: number, version: string) =>
  db.updateTable('quarantine').set({ triedBy: version }).where('id', '=', id).execute()

export async function remove(db: Db, id: number): Promise<Pick<Held, 'id' | 'unitId' | 'reason'> | undefined> {
  return db
    .deleteFrom('quarantine')
    .where('id', '=', id)
    .where(isOpen)
    .returning(['id', 'unitId', 'reason'])
    .executeTakeFirst()
}

export async function removeOfUnits(db: Db, unitIds: readonly number[]): Promise<void> {
  await sql`delete from quarantine where unit_id = any(${[...unitIds]}::bigint[])`.execute(db)
}
