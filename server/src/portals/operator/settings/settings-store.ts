import { sql } from 'kysely'
import type { Query } from '#kernel/backup/restore.ts'
import type { Db } from '#kernel/db/transaction.ts'

export interface StoredSetting {
  readonly name: string
  readonly value: string | null
  readonly sealed: Buffer | null
}

export const list = (db: Db): Promise<StoredSetting[]> =>
  db.selectFrom('settings').select(['name', 'value', 'sealed']).execute()

export async function put(db: Db, setting: StoredSetting, now: Date): Promise<void> {
  const { value, sealed } = setting
  await db
    .insertInto('settings')
    .values({ ...setting, updatedAt: now })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value, sealed, updatedAt: now }))
    .execute()
}

export const remove = (db: Db, name: string) => db.deleteFrom('settings').where('name', '=', name).execute()

/** Returns the time that was set. A backup of an old version has no settings. */
export async function removeBackupTime(query: Query): Promise<string | undefined> {
  const [table] = await query(`select to_regclass('settings') is not null as exists`)
  if (table?.exists !== true) return undefined
  const [removed] = await query(`delete from settings where name = 'WAYMARK_BACKUP_TIME' returning value`)
  return removed?.value as string | undefined
}

/** Serialises changes of settings: each is checked together with the current ones. */
export const lock = (db: Db) => sql`lock table settings in share row exclusive mode`.execute(db)

export const announce = (db: Db) => sql`select pg_notify('settings', '')`.execute(db)
