/** The files of the schema, and what their notes say. Rules and reasons: docs/decisions/0073. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly digest: string
  /** It removes something: only versions that know this migration can run with it. */
  readonly needs: string | undefined
  /** Its statements, each run outside a transaction; undefined: the file is one transaction. */
  readonly apart: readonly string[] | undefined
}

export function migrationOf(name: string, sql: string): Migration {
  const statements = statementsOf(sql)
  return {
    name,
    sql,
    digest: createHash('sha256').update(sql).digest('hex'),
    needs: /^-- contract: .*?(\d{4}-[a-z-]+\.sql)/m.exec(sql)?.[1],
    apart: statements.some((one) => isConcurrent.test(one)) ? statements : undefined,
  }
}

export function listMigrations(): readonly Migration[] {
  const folder = join(import.meta.dirname, '../../../../migrations')
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name))
    .sort()
    .map((name) => migrationOf(name, readFileSync(join(folder, name), 'utf8')))
}

const isConcurrent = /^(create (unique )?index|drop index|reindex \w+) concurrently/
/** An interrupted build leaves an unusable index of that name that slows every write. */
export const indexBuiltBy = (statement: string): string | undefined =>
  /^create (?:unique )?index concurrently if not exists (\w+) on/.exec(statement)?.[1]

/** Good enough for indexes: nothing in them is quoted. */
const statementsOf = (sql: string): readonly string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((one) => one.trim().replaceAll(/\s+/g, ' '))
    .filter((one) => one !== '')

/**
 * For a database that moved to a cluster before this file existed (docs/decisions/0121): its latest values are
 * distributed, and such a table has no triggers. There the data is in `unit_heard`. Later files check this themselves.
 */
export const sqlOnCluster = ({ name, sql }: Migration): string =>
  name === '0096-unit-counts.sql' ? sql.replace(' on telemetry\n', ' on unit_heard\n') : sql

/** The same result where nobody can be blocked, as in a restore. */
export const sqlInTransaction = ({ sql, apart }: Migration): string =>
  apart ? apart.map((one) => one.replace(' concurrently', '')).join(';') : sql
