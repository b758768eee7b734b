/** Units that rules compare others with. */
import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { countsSince, hasTerm, knowsUnit, type Seen } from '#kernel/sight.ts'
import { namesOther } from '../../projections/actions.ts'
import { asRead, isForUnit } from '../store.ts'
import type { Condition } from './condition.ts'

export interface OtherUnit {
  readonly id: number
  readonly accountId: number
  readonly hasTerm: boolean
  /** Earlier positions belonged to another account. */
  readonly since: number
  /** Those of the requested groups. */
  readonly groupIds: readonly string[]
}

/** Some units and those of some groups, in the order of their ids. */
export const list = (db: Db, unitIds: readonly number[], groupIds: readonly string[]) => rowsOf<OtherUnit>(db)`
    select id, account_id, ${hasTerm} as has_term, ${countsSince} as since, array(
      select group_id::text from group_units where unit_id = units.id and group_id = any(${[...groupIds]}::uuid[])) as group_ids
    from units where id = any(${[...unitIds]}::bigint[]) or id in (
      select unit_id from group_units where group_id = any(${[...groupIds]}::uuid[])) order by id`

/** For each of those others, the units that rules compare with it; locked, so that they can be marked. */
export const comparedWith = async (
  db: Db,
  otherIds: readonly number[],
): Promise<{ unitId: number; otherId: number; condition: Condition }[]> =>
  (
    await rowsOf<{ unitId: number; otherId: number; condition: Condition }>(db)`
    select units.id as unit_id, other.id as other_id, condition
    from units as other join notification_rules on notification_rules.account_id = other.account_id and is_enabled
        and ${namesOther(sql.ref('other.id'))}
      join units on units.account_id = other.account_id and units.id <> other.id and ${isForUnit}
    where other.id = any(${[...otherIds]}::bigint[]) order by units.id for key share of units`
  ).map(asRead)

/** Which of some units belong to which account. */
export async function accountsOf(db: Db, unitIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; accountId: number }>`
    select id, account_id from units where id = any(${[...unitIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, accountId }) => [id, accountId]))
}

/**
 * The names of those that the caller may know; without a caller: all. An account knows only its own units: one that
 * moved to another account keeps its id, and may have another name there.
 */
export async function namesOf(
  db: Db,
  unitIds: readonly number[],
  seen?: Seen,
): Promise<(accountId: number | undefined, unitId: number) => string | undefined> {
  if (unitIds.length === 0) return () => undefined
  const { rows } = await sql<{ id: number; accountId: number; name: string }>`
    select id, account_id, name from units
    where id = any(${[...unitIds]}::bigint[]) and ${seen ? knowsUnit(seen) : sql`true`}`.execute(db)
  const known = new Map(rows.map((one) => [one.id, one]))
  return (accountId, unitId) => {
    const unit = known.get(unitId)
    return unit?.accountId === accountId ? unit?.name : undefined
  }
}
