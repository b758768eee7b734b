import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listMigrations } from './db/migrations.ts'

let known: string | undefined

/** Differs after every upgrade that could change what can be stored. */
export function versionOfCode(): string {
  const packaged = () => JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')).version
  known ??= `${packaged()}, ${listMigrations().at(-1)!.name}`
  return known
}
