/** Events as notifications need them: those without any yet, and past ones. */
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import { type Seen, seesGeofence } from '#kernel/sight.ts'
import type { Stretch } from '../projections/stretch.ts'

export interface PendingEvent {
  readonly eventId: string
  readonly unitId: number
  readonly accountId: number
  readonly kind: string
  readonly t: number
  /** Time of the message that revealed it, by the tracker's clock. */
  readonly shownAt: number
  readonly seenBefore: number | null
  readonly geofenceId: string | null
  readonly geofenceName: string | null
  readonly ruleId: string | null
  readonly detail: object | null
  readonly count: number
  readonly lat: number | null
  readonly lon: number | null
  readonly speed: number | null
}

/** For a visit its own; for a rule, the one that the unit was in. */
const placeOf = sql`coalesce(unit_spans.geofence_id, (detail ->> 'geofenceId')::uuid)`

const told = sql`unit_events.id as event_id, unit_events.unit_id, unit_events.account_id, unit_events.kind, unit_events.t,
      case unit_events.kind when 'leave' then coalesce(after1, unit_events.t) else after0 end as shown_at,
      case unit_events.kind when 'leave' then before1 else before0 end as seen_before,
      ${placeOf} as geofence_id, geofences.name as geofence_name, unit_spans.rule_id, unit_spans.detail, unit_spans.count,
      case unit_events.kind when 'leave' then lat1 else lat0 end as lat,
      case unit_events.kind when 'leave' then lon1 else lon0 end as lon,
      case unit_events.kind when 'leave' then speed1 else speed0 end as speed`

/** Takes each event once: call it in the transaction that stores the notifications. */
export const takePendingEvents = ({ db }: Pick<Context, 'db'>, most: number) => rowsOf<PendingEvent>(db)`
    update unit_events set is_told = true from unit_spans left join geofences on geofences.id = ${placeOf}
    where unit_spans.id = unit_events.span_id and unit_events.id = any(array(
      select id from unit_events where not is_told order by id limit ${most} for update skip locked))
    returning ${told}`

/** Crossings or alarms of some units within a time range, in order of time; takes nothing. */
export const pastEvents = (
  { db, sight }: Pick<Context, 'db'> & Pick<Seen, 'sight'>,
  unitIds: readonly number[],
  of: 'geofences' | 'alarms',
  { from, to }: Stretch,
  most: number,
) => rowsOf<PendingEvent>(db)`
    select ${told} from unit_events join unit_spans on unit_spans.id = unit_events.span_id
      left join geofences on geofences.id = ${placeOf}
    where unit_events.unit_id = any(${[...unitIds]}::bigint[]) and unit_events.t >= ${from} and unit_events.t < ${to}
      and unit_spans.${of === 'geofences' ? sql`geofence_id` : sql`alarm`} is not null
      and ${seesGeofence({ sight: sight ?? null }, sql.ref('unit_spans.geofence_id'))}
    order by unit_events.t, unit_events.id limit ${most}`
