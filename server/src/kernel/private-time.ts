/**
 * What a unit reports from the beginning of a private trip to the beginning of the next trip is only for the person
 * whose trip it is. Every reader of positions and of results computed from them asks here and nowhere else
 * (docs/decisions/0124).
 */
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from './db/rows.ts'
import type { Db } from './db/transaction.ts'

/** The reader's login. Null or absent: no person, such as a dealer, a link, or a file for several people. */
export interface Viewing {
  readonly viewer?: string | null
}

/** For sums that reveal no location: nothing is private to them. */
export const countsAll: Viewing = { viewer: '*' }

/** The trip of a driver with a login belongs to that person; any other to the unit's keeper. */
const owner = sql`coalesce((select user_id from drivers where drivers.id = secret.driver_id), secret.keeper_id)`

const isOthers = ({ viewer }: Viewing): RawBuilder<boolean> =>
  viewer ? sql`${owner} is distinct from ${viewer}::uuid` : sql`true`

type Moment = readonly [unitId: RawBuilder<unknown>, t: RawBuilder<unknown>, until?: RawBuilder<unknown>]

const stretchesAt = (viewing: Viewing, [unitId, t, until = t]: Moment) =>
  sql`from private_stretches as secret where secret.unit_id = ${unitId}
        and secret.t0 <= ${until} and coalesce(secret.t1, 'infinity') > ${t} and ${isOthers(viewing)}`

/** A condition: whether the reader must not see what a unit reported at a time, or in a time range. */
export const isPrivateAt = (viewing: Viewing, ...moment: Moment): RawBuilder<boolean> =>
  viewing.viewer === countsAll.viewer ? sql`false` : sql`exists (select ${stretchesAt(viewing, moment)})`

/** When that began; null: the reader sees all of it. */
export const privateSince = (viewing: Viewing, ...moment: Moment): RawBuilder<number | null> =>
  viewing.viewer === countsAll.viewer ? sql`null::float8` : sql`(select min(secret.t0) ${stretchesAt(viewing, moment)})`

/** Something that is still going on has no end: a time later than everything past. */
export const atLast = sql`1e15::float8`

interface PrivateStretch {
  readonly unitId: number
  readonly t0: number
  readonly t1: number | null
}

/** Whether a moment of a unit, or part of a time range, is hidden from the reader. */
export type IsHidden = (unitId: number, t: number, until?: number) => boolean

const nothing: IsHidden = () => false

/** For moments of units between two times. Undefined: none of them is hidden. */
export async function hiddenBetween(
  db: Db,
  viewing: Viewing,
  unitIds: readonly number[],
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): Promise<IsHidden | undefined> {
  if (viewing.viewer === countsAll.viewer || unitIds.length === 0) return undefined
  const { rows } = await sql<PrivateStretch>`
    select unit_id, t0, t1 from private_stretches as secret
    where unit_id = any(${[...unitIds]}::bigint[]) and t0 <= ${to} and coalesce(t1, 'infinity') > ${from}
      and ${isOthers(viewing)} order by unit_id, t0`.execute(db)
  return rows.length === 0 ? undefined : among(rows)
}

function among(rows: readonly PrivateStretch[]): IsHidden {
  const byUnit = Map.groupBy(rows, ({ unitId }) => unitId)
  return (unitId, t, until = t) => {
    const own = byUnit.get(unitId)
    if (!own) return false
    let [low, high] = [0, own.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (own[middle]!.t0 <= until) low = middle + 1
      else high = middle
    }
    const last = own[low - 1]
    return last !== undefined && (last.t1 ?? Number.POSITIVE_INFINITY) > t
  }
}

export interface OwnedStretch extends PrivateStretch {
  readonly ownerId: string | null
}

/**
 * For some units since a time, each with its login. If there are earlier ones, everything before is hidden from all.
 */
export async function listStretches(db: Db, unitIds: readonly number[], since: number): Promise<OwnedStretch[]> {
  if (unitIds.length === 0) return []
  return rowsOf<OwnedStretch>(db)`
    select unit_id, t0, t1, ${owner} as owner_id from private_stretches as secret
    where unit_id = any(${[...unitIds]}::bigint[]) and coalesce(t1, 'infinity') > ${since}
    union all select unit_id, '-infinity', ${since}, null from private_stretches
    where unit_id = any(${[...unitIds]}::bigint[]) and t1 <= ${since} group by unit_id
    order by unit_id, t0`
}

/** The same, as a function that can always be called. */
export const hiddenFrom = async (...asked: Parameters<typeof hiddenBetween>): Promise<IsHidden> =>
  (await hiddenBetween(...asked)) ?? nothing
