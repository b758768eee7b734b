/** Sizes and counts of the installation. Read-only. */
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

interface TableSize {
  readonly name: string
  readonly bytes: number
  /** The database's estimate: counting would read all rows. */
  readonly rows: number
}

export interface Storage {
  readonly databaseBytes: number
  readonly connections: number
  readonly connectionsMax: number
  readonly tables: readonly TableSize[]
}

const tablesShown = 12

export async function readStorage(db: Db): Promise<Storage> {
  const row = await firstRow<Omit<Storage, 'tables'>>(db)`
    select pg_database_size(current_database()) as database_bytes,
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::integer as connections_max`
  const tables = await rowsOf<TableSize>(db)`
    select relname as name, pg_total_relation_size(oid) as bytes, greatest(reltuples, 0)::bigint as rows from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by bytes desc, name limit ${tablesShown}`
  return { ...row!, tables }
}

export interface Ingest {
  readonly units: number
  readonly heardIn5Minutes: number
  readonly heardInADay: number
  readonly lastMessageAt: Date | null
  readonly quarantined: number
  readonly lobby: number
}

/** Reads the latest state of all units: fine for a page, too slow to poll every second. */
export async function readIngest(db: Db, now: Date): Promise<Ingest> {
  const row = await firstRow<Ingest>(db)`
    select (select count(*)::integer from units) as units,
      heard_in5_minutes, heard_in_a_day, last_message_at,
      (select count(*)::integer from quarantine) as quarantined, (select count(*)::integer from lobby) as lobby
    from (
      select count(*) filter (where last_active > ${now}::timestamptz - interval '5 minutes')::integer as heard_in5_minutes,
        count(*) filter (where last_active > ${now}::timestamptz - interval '1 day')::integer as heard_in_a_day,
        max(last_active) as last_message_at
      from unit_heard) heard`
  return row!
}

export interface Waiting {
  /** Frames that were acknowledged but not stored. */
  readonly quarantined: number
  readonly mailsWaiting: number
  /** When the oldest of them was written. */
  readonly mailsWaitingSince: Date | null
  readonly mailsFailed: number
  readonly webhooksWaiting: number
  readonly notificationsWaiting: number
}

/** Emails, webhooks and notifications that wait to be sent. */
export async function readWaiting(db: Db): Promise<Waiting> {
  const row = await firstRow<Waiting>(db)`
    select (select count(*)::integer from mails where state = 'waiting') as mails_waiting,
      (select min(at) from mails where state = 'waiting') as mails_waiting_since,
      (select count(*)::integer from mails where state = 'failed') as mails_failed,
      (select count(*)::integer from webhook_lanes) as webhooks_waiting,
      (select count(*)::integer from quarantine) as quarantined,
      (select count(*)::integer from notification_deliveries where next_try_at is not null) as notifications_waiting
  `
  return row!
}

export async function countByModel(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await rowsOf<{ hwId: number; units: number }>(db)`
    select hw_id, count(*)::integer as units from units group by hw_id`
  return new Map(rows.map(({ hwId, units }) => [hwId, units]))
}
