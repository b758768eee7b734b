/**
 * What a caller sees of an account's units: those of its applications and, for a person with an access list, those on
 * the list. If a unit's term has ended, a client sees that it exists and when it last reported, and nothing else. Every
 * query over units of an account asks here and nowhere else (docs/decisions/0063, 0101).
 */
import { type RawBuilder, sql } from 'kysely'
import type { AppId } from './applications.ts'
import { forbidden } from './errors.ts'
import type { Viewing } from './private-time.ts'

/** An access list; what is null is not limited. */
export interface Sight {
  /** Named units, and those of named groups. */
  readonly unitIds: readonly number[] | null
  readonly groupIds: readonly string[] | null
  readonly geofenceIds: readonly string[] | null
}

export interface Seen extends Viewing {
  readonly apps: readonly AppId[]
  readonly sight?: Sight | null
  /** The units of a client whose term has ended. Dealers have no such list. */
  readonly expired?: readonly number[]
}

/** A condition on a row of `units`: whether the caller sees what the unit reports. */
export const seesUnit = (seen: Seen): RawBuilder<boolean> =>
  seen.expired?.length ? sql`(${knowsUnit(seen)} and units.id <> all(${[...seen.expired]}::bigint[]))` : knowsUnit(seen)

/** The same for what shows no reports of a unit: its name, its settings, what refers to it. */
export const knowsUnit = ({ apps, sight }: Seen): RawBuilder<boolean> =>
  sight?.unitIds
    ? sql`(units.app_id = any(${[...apps]}::uuid[]) and units.id = any(${[...sight.unitIds]}::bigint[]))`
    : sql`units.app_id = any(${[...apps]}::uuid[])`

/** A condition on the id of a geofence; rows without a geofence are not hidden. */
export const seesGeofence = ({ sight }: Pick<Seen, 'sight'>, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sight?.geofenceIds ? sql`(${column} is null or ${column} = any(${[...sight.geofenceIds]}::uuid[]))` : sql`true`

interface SeenUnit {
  readonly id: number
  readonly appId: string
}

export const isSeen = (seen: Seen, unit: SeenUnit): boolean => isKnown(seen, unit) && !isExpired(seen, unit.id)
export const isExpired = ({ expired }: Seen, unitId: number): boolean => expired?.includes(unitId) ?? false
export const isKnown = ({ apps, sight }: Seen, unit: SeenUnit): boolean =>
  (apps as readonly string[]).includes(unit.appId) && (sight?.unitIds?.includes(unit.id) ?? true)

/** A new unit is on nobody's list: a person who sees only some would not see it. */
export function requireWholeSight({ sight }: Seen): void {
  if (sight?.unitIds) forbidden('You see only some of the units. Ask an owner of your account to add this one.')
}

/** For a unit that the caller knows: why its reports are hidden. */
export function requireTerm(seen: Seen, unitId: number): void {
  if (isExpired(seen, unitId)) forbidden('The term of this unit has ended. Ask your provider to renew it.')
}

/** A condition on a row of `units` without a caller: for public links, and for what is sent automatically. */
export const hasTerm: RawBuilder<boolean> = sql`not exists (
  select from unit_terms where unit_terms.unit_id = units.id and unit_terms.state = 'expired')`

/**
 * For a row of `units`: the device time from which it counts for its account. A unit that was moved there with its
 * history also has earlier messages (docs/decisions/0154).
 */
export const countsSince: RawBuilder<number> = sql`coalesce(extract(epoch from units.moved_at), 0)::float8`

/** The units of an account whose term has ended, for `Seen`. */
export const expiredOf = (accountId: RawBuilder<unknown>): RawBuilder<number[]> => sql`array(
  select unit_id from unit_terms where unit_terms.account_id = ${accountId} and state = 'expired' order by unit_id)`
