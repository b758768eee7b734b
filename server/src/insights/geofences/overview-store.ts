/** Queries of the client's pages over many geofences or events. */
import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Seen, seesGeofence, seesUnit } from '#kernel/sight.ts'
import type { Span } from './span.ts'
import { beganPrivately, isPrivateNow, isSecret } from './spans-store.ts'

/** Open visits of all of a client's geofences, longest first. */
export const listAllInside = (db: Db, accountId: number, seen: Seen) => rowsOf<Span>(db)`
    select unit_spans.* from geofences join unit_spans on unit_spans.geofence_id = geofences.id
      join units on units.id = unit_spans.unit_id
    where geofences.account_id = ${accountId} and unit_spans.t1 is null and units.account_id = ${accountId}
      and ${seesUnit(seen)} and ${seesGeofence(seen, sql.ref('geofences.id'))}
      and not ${beganPrivately(seen)} and not ${isPrivateNow(seen)}
    order by t0, unit_spans.id`

export interface Effect {
  readonly visits: number
  readonly events: number
}

/** What deleting a geofence removes, of what the caller sees. */
export async function countOf(db: Db, seen: Seen, geofenceId: string): Promise<Effect> {
  const { rows } = await sql<Effect>`
    select count(distinct unit_spans.id) filter (where not ${beganPrivately(seen)})::integer as visits,
      count(unit_events.id) filter (where not ${isSecret(seen)})::integer as events
    from unit_spans join units on units.id = unit_spans.unit_id
      left join unit_events on unit_events.span_id = unit_spans.id
    where geofence_id = ${geofenceId} and ${seesUnit(seen)}`.execute(db)
  return rows[0] as Effect
}

/** Returns the events not acknowledged before. Events that late data removed meanwhile are left out. */
export const acknowledgeAll = async (
  db: Db,
  { accountId, seen, ids }: { readonly accountId: number; readonly seen: Seen; ids: readonly string[] },
  now: Date,
  by: string | null,
): Promise<string[]> =>
  (
    await rowsOf<{ id: string }>(db)`
    update unit_events set acknowledged_at = ${now}, acknowledged_by = ${by} from units
    where unit_events.id = any(${[...ids]}::uuid[]) and unit_events.account_id = ${accountId}
      and units.id = unit_events.unit_id and ${seesUnit(seen)} and acknowledged_at is null
    returning unit_events.id`
  ).map(({ id }) => id)
