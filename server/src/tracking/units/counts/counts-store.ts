/**
 * Kept counts of units. Triggers of `units` and of latest values add rows (0096-unit-counts.sql); here they are summed
 * up and read.
 */
import { sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

export interface UnitCount {
  readonly all: number
  readonly active: number
}

/** Undefined: units from before counts were kept are not counted yet. One statement, so it sees one state. */
export async function read(
  db: Db,
  { dealer, apps }: Pick<Scope, 'dealer' | 'apps'>,
  app?: string,
): Promise<UnitCount | undefined> {
  const asked = apps.filter((one) => app === undefined || one === app)
  const { rows } = await sql<UnitCount & { isCounted: boolean }>`
    select exists (select from units_counted) as is_counted,
      coalesce(sum(units), 0)::float8 as "all", coalesce(sum(heard), 0)::float8 as active
    from (
      select app_id, units, heard from unit_counts where dealer_id = ${dealer}
      union all
      select app_id, units, heard from unit_count_changes where dealer_id = ${dealer}) as parts
    where app_id = any(${asked}::uuid[])`.execute(db)
  const { isCounted, all, active } = rows[0]!
  return isCounted ? { all, active } : undefined
}

export async function isCounted(db: Db): Promise<boolean> {
  const { rows } = await sql`select from units_counted`.execute(db)
  return rows.length > 0
}

/**
 * What exists now, minus what was added since counts are kept: with the rows of any later moment that gives the count
 * of that moment. Counts and removes in one statement, so both see one state.
 */
export async function countAll(db: Db, now: Date): Promise<number> {
  const { rows: first } = await sql`
    insert into units_counted (is_counted, at) values (true, ${now}) on conflict do nothing returning 1`.execute(db)
  // Another node did.
  if (first.length === 0) return 0
  await sql`set local statement_timeout = '10min'`.execute(db)
  const { rows } = await sql`
    insert into unit_counts (dealer_id, app_id, units, heard)
    select dealer_id, app_id, sum(units), sum(heard) from (
      select dealer_id, app_id, count(*) as units, count(unit_heard.unit_id) as heard
      from units left join unit_heard on unit_heard.unit_id = units.id group by dealer_id, app_id
      union all
      select dealer_id, app_id, -units, -heard from unit_count_changes) as parts
    where dealer_id in (select id from dealers) group by dealer_id, app_id returning 1`.execute(db)
  return rows.length
}

/** Nobody asks about a deleted dealer. */
export const addUp = async (db: Db, most: number): Promise<number> =>
  (await firstRow<{ lines: number }>(db)`
    with taken as (
      delete from unit_count_changes
      where ctid = any(array(select ctid from unit_count_changes limit ${most} for update skip locked))
      returning dealer_id, app_id, units, heard),
    added as (
      insert into unit_counts as known (dealer_id, app_id, units, heard)
      select dealer_id, app_id, sum(units), sum(heard) from taken
      where dealer_id in (select id from dealers) group by dealer_id, app_id order by dealer_id, app_id
      on conflict (dealer_id, app_id) do update set units = known.units + excluded.units, heard = known.heard + excluded.heard)
    select count(*)::integer as lines from taken`)!.lines
