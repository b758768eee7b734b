import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listMigrations } from '../db/migrations/migrations.ts'

let known: string | undefined

/** The number of the release. */
export const release = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')).version

/** Changes with every upgrade that could affect what can be stored. */
export function versionOfCode(): string {
  known ??= `${release()}, ${listMigrations().at(-1)!.name}`
  return known
}
