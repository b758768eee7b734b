import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Range, toMultirange } from '#kernel/slices/slice.ts'
import { among } from '../changes-store.ts'
import { type Chunk, smallCount } from '../chunk.ts'
import { askEach } from '../cluster/places.ts'
import { isDistributed } from '../cluster/shards.ts'

type Part = Pick<Context, 'db' | 'log'>

export const takenMax = 4096

/** At least 64 small chunks (migration 0037): the index is of units with so many. */
export async function unitsToMerge(
  ctx: Part,
  ranges: readonly Range[],
  smallChunks: number,
  most: number,
): Promise<number[]> {
  const within = toMultirange(ranges)
  if (await isDistributed(ctx.db)) {
    const list = `select unit_id from %s where is_to_merge and small_chunks >= ${smallChunks}
      and unit_id <@ '${within}'::int8multirange limit ${most}`
    const found = await askEach(ctx, (group) => listInShards(ctx.db, group, 'telemetry', list))
    // Some of each worker, so that none has to wait for another's to be done.
    const count = Math.min(found.length, most)
    return Array.from({ length: count }, (_, at) => found[Math.floor((at * found.length) / count)]!)
  }
  const rows = await ctx.db
    .selectFrom('telemetry')
    .select('unitId')
    .where('isToMerge', '=', sql.lit(true))
    .where('smallChunks', '>=', smallChunks)
    .where(sql<boolean>`unit_id <@ ${within}::int8multirange`)
    .limit(most)
    .execute()
  return rows.map((row) => row.unitId)
}

/** Units that have many small chunks, and how many the worst of them has. */
export const countUnmerged = async (db: Db): Promise<{ units: number; chunks: number }> =>
  (await firstRow<{ units: number; chunks: number }>(db)`
    select count(*) as units, coalesce(max(small_chunks), 0) as chunks from telemetry where is_to_merge`)!

/** The newest, if there are very many: the others come next time. */
export const takeSmallChunks = (db: Db, unitId: number) => rowsOf<Chunk>(db)`
    delete from message_chunks where unit_id = ${unitId} and (unit_id, t1, seq) in (
      select unit_id, t1, seq from message_chunks where unit_id = ${unitId} and count < ${smallCount}
      order by t1 desc, seq desc limit ${takenMax})
    returning t0, t1, count, bytes, is_packed, data`

export const takeOldestChunk = (db: Db, unitId: number) => firstRow<Chunk>(db)`
    delete from message_chunks where unit_id = ${unitId} and (unit_id, t1, seq) = (
      select unit_id, t1, seq from message_chunks where unit_id = ${unitId} order by t1, seq limit 1)
    returning t0, t1, count, bytes, is_packed, data`

export const insertChunk = (db: Db, unitId: number, chunk: Chunk) =>
  db
    .insertInto('messageChunks')
    .values({
      unitId,
      t0: chunk.t0,
      t1: chunk.t1,
      count: chunk.count,
      bytes: chunk.bytes,
      isPacked: chunk.isPacked,
      data: chunk.data,
    })
    .execute()

/** Chunks written meanwhile are counted at the next merge: too many small chunks only cost a little time. */
export const setMerged = (db: Db, unitId: number) =>
  db.updateTable('telemetry').set({ smallChunks: 0 }).where('unitId', '=', unitId).execute()

export interface OverfullUnit {
  readonly unitId: number
  readonly messagesTtl: number
  readonly messagesRotate: number
  readonly storageBytes: number
  readonly storedCount: number
  readonly storedBytes: number
}

/** Units that have reported, after one and before another, by id. */
export async function listUnits(
  { db }: Pick<Context, 'db'>,
  after: number,
  to: number,
  most: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('unitHeard')
    .select('unitId')
    .where('unitId', '>', after)
    .where('unitId', '<', to)
    .orderBy('unitId')
    .limit(most)
    .execute()
  return rows.map((row) => row.unitId as number)
}

export interface StoredSize {
  readonly unitId: number
  readonly storedCount: number
  readonly storedBytes: number
  /** Null: nothing is stored. */
  readonly tMin: number | null
}

export const readSizes = (db: Db, unitIds: readonly number[], isWorker: boolean) => rowsOf<StoredSize>(db)`
    select unit_id, stored_count, stored_bytes, (
      select min(t1) from message_chunks where message_chunks.unit_id = telemetry.unit_id ${among(unitIds, isWorker)}) as t_min
    from telemetry where unit_id = any(${[...unitIds]}::bigint[])`

/** Units that have more messages, more text or older messages than they may keep, including deleted units. */
export async function unitsToTrim(db: Db, kept: readonly StoredSize[], now: Date): Promise<OverfullUnit[]> {
  const unitIds = kept.map(({ unitId }) => unitId)
  return (
    await rowsOf<OverfullUnit>(db)`
    with kept as materialized (
      select * from unnest(${unitIds}::bigint[], ${kept.map((one) => one.storedCount)}::bigint[],
        ${kept.map((one) => one.storedBytes)}::bigint[], ${kept.map((one) => one.tMin)}::float8[])
        as one (unit_id, stored_count, stored_bytes, t_min)),
    units as (
      select id, account_id, app_id, messages_ttl, messages_rotate from units where id = any(${[...unitIds]}::bigint[])
      union all
      select unit_id, account_id, app_id, (body ->> 'messages_ttl')::bigint, (body ->> 'messages_rotate')::bigint
      from binned_units join binned_rows using (unit_id)
      where unit_id = any(${[...unitIds]}::bigint[]) and place = 0)
    select * from (
      select units.id as unit_id, units.messages_ttl, units.messages_rotate, stored_count, stored_bytes, t_min,
        1024::bigint * coalesce((client_plans.quotas ->> 'unit_storage')::bigint, (
          select (data ->> 'unit_storage')::bigint from subscription_plans
          where subscription_plans.app_id = units.app_id and name = coalesce((
            select plan from subscriptions where subscriptions.account_id = units.account_id
            and subscriptions.app_id = units.app_id and active and expires_at > ${now} limit 1), 'free'))) as storage_bytes
      from kept join units on units.id = kept.unit_id join accounts on accounts.id = units.account_id
      left join client_plans on client_plans.id = accounts.client_plan_id) as unit
    where stored_bytes > storage_bytes or (messages_rotate > 0 and stored_count > messages_rotate)
      or t_min < extract(epoch from ${now}::timestamptz) - messages_ttl
    order by unit_id`
  ).map((row) => ({
    ...row,
    storageBytes: row.storageBytes === null ? Number.POSITIVE_INFINITY : Number(row.storageBytes),
  }))
}

export interface ChunkKey {
  readonly t1: number
  readonly seq: number
}

/** Chunks whose messages are all from before a time, in order, after one of them. */
export const readBefore = (db: Db, unitId: number, after: ChunkKey, time: number, most: number) => rowsOf<
  ChunkKey & Chunk
>(db)`
    select t1, seq, t0, count, bytes, is_packed, data from message_chunks
    where unit_id = ${unitId} and (t1, seq) > (${after.t1}::float8, ${after.seq}::bigint) and t1 < ${time}
    order by t1, seq limit ${most}`

/** Returns how many were still there. */
export async function removeChunks(db: Db, unitId: number, keys: readonly ChunkKey[]): Promise<number> {
  if (keys.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    delete from message_chunks where unit_id = ${unitId} and (t1, seq) in (
      select * from unnest(${keys.map(({ t1 }) => t1)}::float8[], ${keys.map(({ seq }) => seq)}::bigint[]))`.execute(db)
  return Number(numAffectedRows)
}

export async function sizeOf(db: Db, unitId: number): Promise<{ count: number; bytes: number }> {
  return db
    .selectFrom('messageChunks')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('count'), sql<number>`0`).as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('bytes'), sql<number>`0`).as('bytes'),
    ])
    .where('unitId', '=', unitId)
    .executeTakeFirstOrThrow()
}

export const setSize = (db: Db, unitId: number) =>
  sql`
    update telemetry set stored_count = size.count, stored_bytes = size.bytes
    from (select coalesce(sum(count), 0) as count, coalesce(sum(bytes), 0) as bytes from message_chunks where unit_id = ${unitId}) as size
    where unit_id = ${unitId}`.execute(db)

/** Unit by unit, in the order of the index: a table of millions is never scanned as a whole. */
export async function removeFramesBefore(
  db: Db,
  unitIds: readonly number[],
  time: Date,
  most: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from frame_chunks where unit_id = any(${[...unitIds]}::bigint[]) and (unit_id, received1, seq) in (
      select unit_id, received1, seq from frame_chunks
      where unit_id = any(${[...unitIds]}::bigint[]) and received1 < ${time} limit ${most})`.execute(db)
  return Number(numAffectedRows)
}

export async function removeStored(
  db: Db,
  table: 'messageChunks' | 'frameChunks',
  unitIds: readonly number[],
  most: number,
): Promise<number> {
  const key = sql.join(['unitId', table === 'messageChunks' ? 't1' : 'received1', 'seq'].map((name) => sql.ref(name)))
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where unit_id = any(${[...unitIds]}::bigint[]) and (${key}) in (
      select ${key} from ${sql.table(table)} where unit_id = any(${[...unitIds]}::bigint[]) limit ${most})`.execute(db)
  return Number(numAffectedRows)
}

/** The units in a table, after one and before another: each step asks its index for the next unit only. */
const nextUnits = (table: string, after: number, to: number, most: number) => `
    with recursive stored (unit_id) as (
      select ${after}::bigint
      union all
      select (select unit_id from ${table} where unit_id > stored.unit_id order by unit_id limit 1)
      from stored where stored.unit_id < ${to})
    select unit_id from stored where unit_id > ${after} and unit_id < ${to} limit ${most}`

/** A table on the coordinator of a cluster. Elsewhere it is a view of latest values. */
const heard = 'unit_heard'

/** Units in any of these tables, by id. Each worker of a cluster is asked for its shards, unless it is away. */
const listIn =
  (...tables: readonly string[]) =>
  async (ctx: Part, after: number, to: number, most: number): Promise<number[]> => {
    const isCluster = await isDistributed(ctx.db)
    const isHere = (table: string) => isCluster === (table === heard)
    const lists = tables.filter(isHere).map((table) => sql`(${sql.raw(nextUnits(table, after, to, most))})`)
    const { rows: here } =
      lists.length > 0
        ? await sql<{ unitId: number }>`${sql.join(lists, sql` union all `)}`.execute(ctx.db)
        : { rows: [] }
    const found = here.map(({ unitId }) => unitId)
    for (const table of isCluster ? tables.filter((one) => !isHere(one)) : []) {
      const list = nextUnits('%s', after, to, most)
      found.push(...(await askEach(ctx, (group) => listInShards(ctx.db, group, table, list))))
    }
    return [...new Set(found)].sort((a, b) => a - b).slice(0, most)
  }

/** Of the shards that a worker has; undefined: of all. */
async function listInShards(db: Db, group: number | undefined, table: string, list: string): Promise<number[]> {
  const command = `select coalesce(array_agg(unit_id), '{}') from (${list}) as own`
  const { rows } = await sql<{ isDone: boolean; result: string }>`
    select success as is_done, result from (
      select array_agg(nodename) as names, array_agg(nodeport) as ports,
        array_agg(format(${command}, shard_name(logicalrelid, shardid))) as commands
      from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
      where logicalrelid = ${table}::regclass and noderole = 'primary'
        and (${group === undefined} or groupid = ${group ?? 0})) as shards
      cross join lateral master_run_on_worker(names, ports, commands, true)`.execute(db)
  return rows.flatMap(({ isDone, result }) => {
    if (!isDone) throw Object.assign(new Error(result), { code: '08006' })
    return result.slice(1, -1).split(',').filter(Boolean).map(Number)
  })
}

/** Units with kept frames, after one and before another. */
export const listFramed = listIn('frame_chunks')

/** Units with anything stored, after one and before another. */
export const listStored = listIn('message_chunks', 'frame_chunks', 'telemetry', heard)

export const orphansAmong = async (db: Db, unitIds: readonly number[]): Promise<number[]> =>
  (
    await rowsOf<{ unitId: number }>(db)`
    select unit_id from unnest(${[...unitIds]}::bigint[]) as stored (unit_id)
    where not exists (select from units where id = unit_id)
      and not exists (select from binned_units where binned_units.unit_id = stored.unit_id)`
  ).map((row) => row.unitId)
