/**
 * What a caller sees of an account's units: those of its applications and, for a person with an access list, those on
 * the list. Every query over units of an account asks here and nowhere else (docs/decisions/0063).
 */
import { type RawBuilder, sql } from 'kysely'
import type { AppId } from './applications.ts'
import { forbidden } from './errors.ts'

/** An access list; what is null is not limited. */
export interface Sight {
  /** Those named, and those of the groups named. */
  readonly unitIds: readonly number[] | null
  readonly groupIds: readonly string[] | null
  readonly geofenceIds: readonly string[] | null
}

export interface Seen {
  readonly apps: readonly AppId[]
  readonly sight?: Sight | null
}

/** A condition on a row of `units`. */
export const seesUnit = ({ apps, sight }: Seen): RawBuilder<boolean> =>
  sight?.unitIds
    ? sql`(units.app_id = any(${[...apps]}::uuid[]) and units.id = any(${[...sight.unitIds]}::bigint[]))`
    : sql`units.app_id = any(${[...apps]}::uuid[])`

/** A condition on the id of a geofence; what is of no geofence is not hidden by it. */
export const seesGeofence = ({ sight }: Pick<Seen, 'sight'>, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sight?.geofenceIds ? sql`(${column} is null or ${column} = any(${[...sight.geofenceIds]}::uuid[]))` : sql`true`

export const isSeen = ({ apps, sight }: Seen, unit: { readonly id: number; readonly appId: string }): boolean =>
  (apps as readonly string[]).includes(unit.appId) && (sight?.unitIds?.includes(unit.id) ?? true)

/** A new unit is on nobody's list: who sees only some would not see it. */
export function requireWholeSight({ sight }: Seen): void {
  if (sight?.unitIds) forbidden('You see only some of the units. Ask an owner of your account to add this one.')
}
