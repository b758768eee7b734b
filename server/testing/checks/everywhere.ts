/** Searches the whole database for what should be nowhere. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'

/** Without views. */
export async function listTables(db: Db): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows
}

/** The tables in which a column of any row, as text, contains the word. */
export async function tablesWith(db: Db, words: readonly string[]): Promise<string[]> {
  const tables = await listTables(db)
  assert.ok(tables.length > 80)
  const found: string[] = []
  for (const { name } of tables) {
    for (const word of words) {
      const { rows } = await sql`
        select from ${sql.table(name)} as searched where strpos(searched::text, ${word}) > 0 limit 1`.execute(db)
      if (rows.length > 0) found.push(`${name}: ${word}`)
    }
  }
  return found
}
