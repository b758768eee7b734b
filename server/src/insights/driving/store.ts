import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { isPrivateAt, type Viewing } from '#kernel/private-time.ts'
import { countsSince } from '#kernel/sight.ts'
import type { Oldest } from '../projections/actions.ts'
import type { DrivingSpan } from './span.ts'

/** The beacons that are keys in the accounts of units. */
export async function beaconsOf(db: Db, unitIds: readonly number[]): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ unitId: number; codes: string[] }>`
    select units.id as unit_id, array_agg(distinct plain_code) as codes
    from units join driver_keys on driver_keys.account_id = units.account_id and driver_keys.kind = 'beacon'
    where units.id = any(${[...unitIds]}::bigint[]) group by units.id`.execute(db)
  return new Map(rows.map(({ unitId, codes }) => [unitId, new Set(codes)]))
}

/** Since when each of several units counts for its account. */
export async function sinceOf(db: Db, unitIds: readonly number[]): Promise<(unitId: number) => number> {
  const { rows } = await sql<{ id: number; since: number }>`
    select id, ${countsSince} as since from units where id = any(${[...unitIds]}::bigint[])
      and moved_at is not null`.execute(db)
  const known = new Map(rows.map(({ id, since }) => [id, since]))
  return (unitId) => known.get(unitId) ?? 0
}

/** Recomputed spans of one unit: those settled from `from` on, and before `metAt` if the run stopped there. */
export interface Recomputed {
  readonly unitId: number
  readonly from: number
  readonly metAt: number | undefined
  readonly spans: readonly DrivingSpan[]
}

export async function save(db: Db, recomputed: readonly Recomputed[]): Promise<void> {
  const rows = JSON.stringify(
    recomputed.flatMap(({ unitId, spans }) =>
      spans.map(({ limitKmh, isPosted, ...span }) => ({
        ...{ ...span, unit_id: unitId, limit_kmh: limitKmh, is_posted: isPosted },
      })),
    ),
  )
  const fresh = sql`jsonb_to_recordset(${rows}::jsonb) as fresh (unit_id bigint, kind text, t0 float8, t1 float8, code text,
    lat float8, lon float8, kmh float8, limit_kmh float8, is_posted boolean, street text, settled float8)`
  await sql`
    delete from driving_spans as known using unnest(${recomputed.map(({ unitId }) => unitId)}::bigint[],
      ${recomputed.map(({ from }) => from)}::float8[], ${recomputed.map(({ metAt }) => metAt ?? null)}::float8[])
      as run (unit_id, t0, t1)
    where known.unit_id = run.unit_id
      and (known.settled >= run.t0 and (run.t1 is null or known.settled < run.t1)
        or known.settled is null and run.t1 is null)
      and not exists (select from ${fresh}
        where (fresh.unit_id, fresh.kind, fresh.t0) = (known.unit_id, known.kind, known.t0))`.execute(db)
  if (rows === '[]') return
  await sql`
    insert into driving_spans (unit_id, kind, t0, t1, code, lat, lon, kmh, limit_kmh, is_posted, street, settled)
    select unit_id, kind, t0, t1, code, lat, lon, kmh, limit_kmh, is_posted, street, settled from ${fresh}
    on conflict (unit_id, kind, t0) do update set t1 = excluded.t1, code = excluded.code, lat = excluded.lat,
      lon = excluded.lon, kmh = excluded.kmh, limit_kmh = excluded.limit_kmh, is_posted = excluded.is_posted,
      street = excluded.street, settled = excluded.settled`.execute(db)
}

export async function removeForgotten(db: Db, oldest: readonly Oldest[], most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from driving_spans where ctid = any(array(
      select known.ctid from driving_spans as known
      join unnest(${oldest.map(({ unitId }) => unitId)}::bigint[], ${oldest.map(({ t }) => t)}::float8[]) as one (unit_id, t)
        on known.unit_id = one.unit_id and known.t1 < one.t limit ${most}))`.execute(db)
  return Number(numAffectedRows)
}

export type UnitSpan = DrivingSpan & { readonly unitId: number }

/** Harsh driving and speeding of units that began between two times, in order of time. */
export const listEvents = (
  db: Db,
  viewing: Viewing,
  unitIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
) => rowsOf<UnitSpan>(db)`
    select * from driving_spans
    where unit_id = any(${[...unitIds]}::bigint[]) and kind <> 'key' and t0 >= ${from} and t0 < ${to}
      and not ${isPrivateAt(viewing, sql.ref('driving_spans.unit_id'), sql.ref('driving_spans.t0'))}
    order by t0, unit_id, kind`
