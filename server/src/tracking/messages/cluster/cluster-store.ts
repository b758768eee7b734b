/** Queries and commands for Citus. */
import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Parts } from './shards.ts'

/** Distributed by unit, all rows of a unit on one worker. The first table decides where. */
const byUnit = ['message_chunks', 'frame_chunks', 'telemetry'] as const
/** Distributed by the key of a part, which is on the same worker as its units. */
const byPart = ['part_nodes', 'part_owners', 'part_losses', 'flush_notes'] as const
export const distributedTables: readonly string[] = [...byUnit, ...byPart]
/** What nodes ask workers. */
const functions = [
  'claim_part_units(bigint, bigint[], bigint[], bigint[])',
  'require_part_units(bigint, bigint[], bigint[], bigint[])',
  'read_part_losses(bigint, bigint[], bigint[])',
]

/** Undefined: a plain PostgreSQL. */
export const readVersion = async (db: Db): Promise<string | undefined> =>
  (
    await firstRow<{ version: string }>(db)`
    select extversion as version from pg_extension where extname = 'citus'`
  )?.version

export const isCoordinator = async (db: Db): Promise<boolean> =>
  (await firstRow<{ group: number }>(db)`select groupid as "group" from pg_dist_local_group`)?.group === 0

export interface Worker {
  readonly group: number
  readonly host: string
  readonly port: number
  readonly isActive: boolean
  /** It has the metadata, so it can be asked instead of the coordinator. */
  readonly hasMetadata: boolean
}

/** Workers that may have messages, including the coordinator if it was configured so. */
export const listWorkers = (db: Db) => rowsOf<Worker>(db)`
    select groupid as "group", nodename as host, nodeport as port, isactive as is_active, metadatasynced as has_metadata
    from pg_dist_node
    where noderole = 'primary' and shouldhaveshards order by groupid`

export interface Answer {
  readonly host: string
  readonly port: number
  readonly isThere: boolean
  readonly result: string
}

/** From each worker its answer, or why there is none. */
export const askWorkers = (db: Db, question: string) => rowsOf<Answer>(db)`
    select nodename as host, nodeport as port, success as is_there, result
    from run_command_on_workers(${question}) order by 1, 2`

/** Names of the distributed tables, and whether they are colocated. */
export async function readDistributed(db: Db): Promise<{ tables: string[]; isTogether: boolean }> {
  const { rows } = await sql<{ name: string; colocation: number; shards: number }>`
    select logicalrelid::text as name, colocationid as colocation from pg_dist_partition
    where partmethod = 'h' and logicalrelid::text = any(${[...distributedTables]})`.execute(db)
  return {
    tables: distributedTables.filter((table) => rows.some(({ name }) => name === table)),
    isTogether: new Set(rows.map(({ colocation }) => colocation)).size === 1,
  }
}

export interface Placement {
  readonly group: number
  readonly shards: number
}

export const listPlacements = (db: Db) => rowsOf<Placement>(db)`
    select groupid as "group", count(*)::integer as shards from pg_dist_placement join pg_dist_shard using (shardid)
    where logicalrelid::text = ${byUnit[0]} group by 1`

/** The part of a connection that is needed here. */
export interface Connection {
  query(text: string): Promise<unknown>
  end(): Promise<void>
}

/**
 * All or nothing. Moving stored rows to the workers may take hours, so this uses a connection without deadlines. Nobody
 * reads or writes these tables meanwhile.
 */
export async function distribute(
  client: Connection,
  tables: readonly string[],
  shards: number,
  report: (sentence: string) => void,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query('set local client_min_messages = warning')
    await client.query(`
      do $$ begin
        if (select relkind from pg_class where oid = 'unit_heard'::regclass) = 'v' then
          -- They count units and note which are quiet (0096-unit-counts.sql, 0111-quiet-units.sql), and a distributed table
          -- has no triggers.
          drop trigger unit_heard_first on telemetry;
          drop trigger unit_heard_quiet on telemetry;
          drop trigger unit_heard_again on telemetry;
          drop view unit_heard;
          create table unit_heard (unit_id bigint primary key, last_active timestamptz not null) with (fillfactor = 50);
          insert into unit_heard select unit_id, last_active from telemetry;
          create trigger unit_heard_first after insert or delete on unit_heard
            for each row execute function count_heard_unit();
          create trigger unit_heard_quiet after insert or delete on unit_heard
            for each row execute function enter_heard_unit();
          create trigger unit_heard_again after update on unit_heard for each row
            when (new.last_active >= old.last_active + interval '1 hour') execute function enter_heard_unit();
        end if;
      end $$`)
    for (const table of tables) {
      report(`Distributing ${table} …`)
      const place = table === byUnit[0] ? `shard_count := ${shards}` : `colocate_with := '${byUnit[0]}'`
      const column = byUnit.some((one) => one === table) ? 'unit_id' : 'part'
      await client.query(`select create_distributed_table('${table}', '${column}', ${place})`)
    }
    for (const one of functions) await client.query(`select create_distributed_function('${one}')`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  // Otherwise the coordinator would keep the rows that it has moved.
  for (const table of tables) await client.query(`select truncate_local_data_after_distributing_table('${table}')`)
  await client.query('analyze unit_heard')
}

/**
 * From now on nodes write to the workers. Owners of units are recorded in these parts, so this may change only while no
 * node runs. If a node is writing nevertheless, we wait for it, and what it writes later is refused (`refuse_parts`).
 */
export async function writeParts(db: Db, parts: Parts): Promise<void> {
  await sql`lock table message_parts in access exclusive mode`.execute(db)
  await sql`delete from part_owners`.execute(db)
  await sql`delete from part_nodes`.execute(db)
  await sql`delete from message_parts`.execute(db)
  await sql`
    insert into message_parts (key, hash_from)
    select * from unnest(${parts.map(({ key }) => key)}::bigint[], ${parts.map(({ from }) => from)}::integer[])`.execute(
    db,
  )
}

/** In the background. False: everything is already where it should be. */
export async function startRebalance(db: Db, mode: 'auto' | 'block_writes'): Promise<boolean> {
  const { rows } = await sql<{ job: number | null }>`
    select citus_rebalance_start(shard_transfer_mode := ${mode}::citus.shard_transfer_mode) as job`.execute(db)
  return (rows[0]?.job ?? 0) > 0
}

export interface Rebalance {
  readonly state: string
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** The last one that was started, if any. */
export const readRebalance = (db: Db) => firstRow<Rebalance>(db)`
    select state::text, started_at, finished_at from pg_dist_background_job
    where job_type = 'rebalance' order by job_id desc limit 1`
