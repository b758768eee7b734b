/** What to save: read from PostgreSQL itself, so that a new table is never forgotten. */
import pg from 'pg'
import { openPrimary } from '../db/hosts.ts'
import type { Sequence, TableHead } from './format.ts'

export const quote = pg.escapeIdentifier

// Installing an extension creates its objects; we do not.
const isOurs = "not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')"

/** A long-running job on its own connection, without the deadlines of requests. */
export async function openClient(url: string, signal?: AbortSignal): Promise<pg.Client> {
  const settings = { connectionTimeoutMillis: 10_000, keepAlive: true, application_name: 'waymark-cli' }
  // A broken connection fails the current statement. Without a listener it would end the process.
  const make = (connectionString: string) => new pg.Client({ connectionString, ...settings }).on('error', () => {})
  const client = await openPrimary(url, make)
  signal?.addEventListener('abort', () => void client.end(), { once: true })
  return client
}

/** Neither the text of a value nor the deadlines may depend on settings of the role or the database. */
export const settingsOfCopy = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/** Computed from what is restored, or by `cluster init` if the restored tables are distributed. */
const computed = [
  'message_parts',
  'unit_heard',
  'unit_counts',
  'unit_count_changes',
  'units_counted',
  'account_standings',
  'account_counts',
  'account_count_changes',
  'dealers_counted',
  'bill_counts',
  'bill_count_changes',
  'quiet_units',
  'quiet_units_entered',
]

/**
 * Partitions are saved with their parent; generated columns compute themselves again. So does `unit_heard`, which is a
 * table on a cluster only, so that a cluster's backup can be restored anywhere. Kept counts are computed from what is
 * restored.
 */
export async function listTables(client: pg.Client): Promise<readonly TableHead[]> {
  const { rows } = await client.query(`
    select c.relname as table, (
      select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and ${isOurs}
      and c.relname not in (${computed.map((name) => `'${name}'`).join(', ')})
    order by c.relname`)
  return rows
}

export async function listSequences(client: pg.Client): Promise<readonly Sequence[]> {
  const { rows } = await client.query(`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and ${isOurs} order by c.relname`)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query(
      `select last_value::text as last, is_called as "isCalled" from ${quote(name)}`,
    )
    sequences.push({ name, ...values[0] })
  }
  return sequences
}

const columnList = (columns: readonly string[]) => columns.map(quote).join(', ')

/** A query instead of the table's name: COPY accepts a partitioned table only this way. */
export const copyOutStatement = ({ table, columns }: TableHead): string =>
  `copy (select ${columnList(columns)} from ${quote(table)}) to stdout with (format text, encoding 'UTF8')`

export const copyInStatement = ({ table, columns }: TableHead): string =>
  `copy ${quote(table)} (${columnList(columns)}) from stdin with (format text, encoding 'UTF8')`
