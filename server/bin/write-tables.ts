/** Writes tables.ts from a freshly migrated database: `npm run tables:write`. A test checks that the committed file is current. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { globalTeardown } from '#testing/postgres.ts'
import { createSeededDatabase } from '#testing/setup.ts'

export const tablesFile = join(import.meta.dirname, '../src/kernel/db/tables.ts')
const generator = join(import.meta.dirname, '../../node_modules/kysely-codegen/dist/cli/bin.js')

export async function generateTables(): Promise<string> {
  const database = await createSeededDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'waymark-tables-'))
  const file = join(folder, 'tables.ts')
  try {
    // Our bigints are ids and counters and are read as numbers (connect.ts).
    const options = ['--dialect', 'postgres', '--camel-case', '--type-mapping', '{"int8":"number"}', '--out-file', file]
    const done = spawnSync(process.execPath, [generator, '--url', database.url, ...options], { encoding: 'utf8' })
    if (done.status !== 0) throw new Error(done.stderr || done.stdout)
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
    await database.drop()
  }
}

if (import.meta.main) {
  writeFileSync(tablesFile, await generateTables())
  await globalTeardown()
}
