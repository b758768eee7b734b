import { sql } from 'kysely'
import { listMigrations } from '#kernel/db/migrations/migrations.ts'
import type { Db } from '#kernel/db/transaction.ts'

export interface SchemaState {
  /** Migrations that run at the next start. */
  readonly pending: readonly string[]
  /** Migrations of a newer Waymark. */
  readonly unknown: readonly string[]
}

export async function readSchemaState(db: Db): Promise<SchemaState> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const done = rows.map(({ name }) => name)
  const known = listMigrations().map(({ name }) => name)
  return {
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  }
}

/** On tables of another version a command might do the wrong thing unnoticed. */
export async function requireCurrentSchema(db: Db): Promise<void> {
  const { pending, unknown } = await readSchemaState(db)
  if (unknown.length > 0) throw new Error('The database belongs to a newer Waymark. Use that version’s command.')
  if (pending.length > 0) throw new Error('The database belongs to an older Waymark. Upgrade it: npx waymark upgrade')
}
