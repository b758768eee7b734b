/**
 * Units that have never connected and silent units (0111-quiet-units.sql). Triggers insert them; this counts them, and
 * inserts those from before the triggers.
 */
import { sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { idsMax, type Units } from './today.ts'

export interface UnitMoments {
  /** A unit that last reported before this time is silent. */
  readonly silentBefore: Date
  /** A unit that has existed since before this and has never connected should have by now. */
  readonly dayAgo: Date
}

export type QuietUnits = Pick<Units, 'silent' | 'neverHeard'> & { readonly silentIds: readonly number[] }

const first = sql`limit ${sql.lit(idsMax)})::bigint[] as silent_ids`

/** From the stored rows, once everything is inserted; before that, or to compare, from the units. */
export async function countQuiet(
  db: Db,
  scope: Scope,
  moments: UnitMoments,
  way: 'kept' | 'counted' = 'kept',
): Promise<QuietUnits> {
  const isEntered = way === 'kept' && (await areAllEntered(db))
  const { dealer, apps } = scope
  const { silentBefore, dayAgo } = moments
  const own = sql`dealer_id = ${dealer} and app_id = any(${[...apps]}::uuid[])`
  const silent = isEntered
    ? sql`select unit_id as id, since from quiet_units where ${own} and kind = 'silent' and since < ${silentBefore}`
    : sql`
      select units.id, unit_heard.last_active as since from unit_watch
      join units on units.id = unit_watch.unit_id join unit_heard on unit_heard.unit_id = units.id
      where silent_since is not null and ${own} and unit_heard.last_active < ${silentBefore}`
  const never = isEntered
    ? sql`select from quiet_units where ${own} and kind = 'never' and since < ${dayAgo}`
    : sql`
      select from units where ${own} and units.created_at < ${dayAgo} and (type is null or type = 'gateway')
        and not exists (select from unit_heard where unit_heard.unit_id = units.id)`
  const row = await firstRow<QuietUnits>(db)`
    select (select count(*)::integer from (${silent}) as silent) as silent,
      (select count(*)::integer from (${never}) as never) as never_heard,
      array(select id from (${silent}) as silent order by since, id ${first}`
  return row!
}

async function areAllEntered(db: Db): Promise<boolean> {
  return (await firstRow<object>(db)`select from quiet_units_entered where after_unit_id is null`) !== undefined
}

/**
 * Inserts the next ones from before the triggers; returns how many it checked. The units are locked first: new messages
 * wait, and earlier inserts are visible.
 */
export async function insertNext(db: Db, most: number): Promise<number> {
  const waiting = await firstRow<{ after: number }>(db)`
    select after_unit_id as after from quiet_units_entered where after_unit_id is not null for update`
  if (waiting === undefined) return 0
  const rows = await rowsOf<{ id: number }>(db)`
    select id from units where id > ${waiting.after} order by id limit ${most} for update`
  const ids = rows.map(({ id }) => id)
  const own = sql`units.id = any(${ids}::bigint[])`
  await sql`
    insert into quiet_units (unit_id, dealer_id, app_id, kind, since)
    select id, dealer_id, app_id, 'never', created_at from units
    where ${own} and (type is null or type = 'gateway') and not exists (select from unit_heard where unit_id = units.id)
    union all
    select units.id, dealer_id, app_id, 'silent', silent_since
    from units join unit_watch on unit_watch.unit_id = units.id join unit_heard on unit_heard.unit_id = units.id
    where ${own} and last_active < silent_since + interval '1 millisecond'
    on conflict (unit_id) do nothing`.execute(db)
  await sql`update quiet_units_entered set after_unit_id = ${ids.length < most ? null : ids.at(-1)}`.execute(db)
  return ids.length
}
