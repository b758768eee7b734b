/**
 * What a migration did to tables that older nodes use at that moment, according to PostgreSQL before and after: what
 * they would miss, and what would have blocked them while it ran.
 */
import type pg from 'pg'
import { type Migration, sqlInTransaction } from '#kernel/db/migrations/migrations.ts'

export interface Finding {
  /** `contract`: an older version may fail on it. `scan`: it reads or writes a whole table while others wait. */
  readonly kind: 'contract' | 'scan'
  readonly table: string
  readonly what: string
}

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly isRequired: boolean
  readonly hasDefault: boolean
}

interface Rule {
  readonly table: string
  readonly name: string
  /** As in pg_constraint; `u` also for a unique index. */
  readonly kind: string
  readonly isChecked: boolean
  readonly oid: number
}

interface Schema {
  readonly columns: ReadonlyMap<string, Column>
  readonly rules: ReadonlyMap<string, Rule>
  readonly indexes: ReadonlyMap<string, { readonly table: string; readonly name: string }>
  readonly files: ReadonlyMap<string, number>
  readonly functions: ReadonlySet<string>
}

/** Runs it and ends the transaction as requested. */
export async function changesOf(
  client: pg.Client,
  migration: Migration,
  end: 'commit' | 'rollback',
): Promise<readonly Finding[]> {
  const before = await readSchema(client)
  await client.query('begin')
  const [written, after] = await inside(client, migration).catch(async (error) => {
    await client.query('rollback')
    throw error
  })
  await client.query(end)
  const findings = [...missing(before, after), ...narrowed(before, after)]
  return migration.apart ? findings : [...findings, ...scanned(before, after, written)]
}

async function inside(client: pg.Client, migration: Migration) {
  await client.query(sqlInTransaction(migration))
  return [await tablesWritten(client), await readSchema(client)] as const
}

function* missing(before: Schema, after: Schema): Generator<Finding> {
  const finding = (table: string, what: string): Finding => ({ kind: 'contract', table, what })
  for (const table of before.files.keys())
    if (!after.files.has(table)) yield finding(table, `the table ${table} is gone`)
  for (const [key, { table, type, isRequired, hasDefault }] of before.columns) {
    const now = after.columns.get(key)
    if (!now) {
      if (after.files.has(table)) yield finding(table, `the column ${key} is gone`)
      continue
    }
    if (now.type !== type) yield finding(table, `${key} was ${type} and is ${now.type}`)
    if (now.isRequired && !isRequired) yield finding(table, `${key} must not be null any more`)
    if (now.isRequired && hasDefault && !now.hasDefault) yield finding(table, `${key} has no default any more`)
  }
  for (const name of before.functions) if (!after.functions.has(name)) yield finding('', `the function ${name} is gone`)
  for (const [key, { table, kind }] of before.rules) {
    // The target of an `on conflict`.
    if ('pu'.includes(kind) && after.files.has(table) && !after.rules.has(key))
      yield finding(table, `the unique rule ${key} is gone`)
  }
}

function* narrowed(before: Schema, after: Schema): Generator<Finding> {
  for (const [key, { table, isRequired, hasDefault }] of after.columns) {
    if (before.files.has(table) && !before.columns.has(key) && isRequired && !hasDefault)
      yield { kind: 'contract', table, what: `${key} is required and has no default` }
  }
  for (const [key, { table }] of after.rules) {
    // One with the same name replaces it, and is assumed to allow more.
    if (before.files.has(table) && !before.rules.has(key))
      yield { kind: 'contract', table, what: `the rule ${key} refuses what older versions may write` }
  }
}

function* scanned(before: Schema, after: Schema, written: readonly string[]): Generator<Finding> {
  const finding = (table: string, what: string): Finding => ({ kind: 'scan', table, what })
  for (const [key, { table }] of after.indexes) {
    if (before.files.has(table) && !before.indexes.has(key)) yield finding(table, `the index ${key} is built`)
  }
  for (const [key, { table, isChecked, oid }] of after.rules) {
    if (isChecked && before.files.has(table) && before.rules.get(key)?.oid !== oid)
      yield finding(table, `the rule ${key} is checked`)
  }
  for (const [table, file] of before.files) {
    if (after.files.has(table) && after.files.get(table) !== file) yield finding(table, `${table} is rewritten`)
  }
  for (const table of written) if (before.files.has(table)) yield finding(table, `rows of ${table} are written`)
}

async function tablesWritten(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string }>(`
    select distinct relname as table from pg_locks join pg_class on pg_class.oid = relation
    where pid = pg_backend_pid() and mode = 'RowExclusiveLock' and relkind in ('r', 'p')
      and relnamespace = current_schema()::regnamespace order by 1`)
  return rows.map(({ table }) => table)
}

async function readSchema(client: pg.Client): Promise<Schema> {
  const ask = async <T extends object>(sql: string) => (await client.query<T>(sql)).rows
  const ours = 'c.relnamespace = current_schema()::regnamespace'
  const columns = await ask<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasDefault"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${ours} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`)
  const rules = await ask<Rule>(`
    select c.relname as table, k.conname as name, k.contype as kind, k.oid,
      k.convalidated and k.contype in ('c', 'f') as "isChecked"
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${ours} and k.contype <> 'n'
    union all
    select c.relname, i.indexrelid::regclass::text, 'u', i.indexrelid, false from pg_index i join pg_class c on c.oid = i.indrelid
    where ${ours} and i.indisunique and not exists (select from pg_constraint where conindid = i.indexrelid)`)
  const indexes = await ask<{ table: string; name: string }>(`
    select c.relname as table, i.indexrelid::regclass::text as name
    from pg_index i join pg_class c on c.oid = i.indrelid where ${ours}`)
  const files = await ask<{ table: string; file: number }>(
    `select c.relname as table, c.relfilenode as file from pg_class c where ${ours} and c.relkind in ('r', 'p', 'v')`,
  )
  const functions = await ask<{ name: string }>(`
    select oid::regprocedure::text || ' ' || prorettype::regtype as name from pg_proc
    where pronamespace = current_schema()::regnamespace`)
  return {
    columns: new Map(columns.map((one) => [`${one.table}.${one.column}`, one])),
    rules: new Map(rules.map((one) => [`${one.table}.${one.name}`, one])),
    indexes: new Map(indexes.map((one) => [one.name, one])),
    files: new Map(files.map(({ table, file }) => [table, file])),
    functions: new Set(functions.map(({ name }) => name)),
  }
}
