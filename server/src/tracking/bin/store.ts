import { sql } from 'kysely'
import type { Term } from '#billing/usage/terms.ts'
import type { Holder } from '#identity/access/access.ts'
import { likePattern, type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { Actor, Scope } from '#kernel/context.ts'
import { listBelongings, putBack } from '#kernel/db/belongings.ts'
import { removeSome } from '#kernel/db/pieces.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Unit } from '../units/unit.ts'
import type { BinnedUnit } from './binned-unit.ts'

export interface BinFilter {
  readonly ids: readonly number[] | undefined
  readonly accountIds: readonly number[] | undefined
  readonly q: string | undefined
}

const id = sql.ref('binned_units.unit_id')
export const sorts: Sorts = {
  id: { column: id, type: 'number', of: (unit: BinnedUnit) => unit.id },
  name: { column: sql.ref('binned_units.name'), type: 'string', of: (unit: BinnedUnit) => unit.name },
  deleted_at: {
    column: sql.ref('binned_units.deleted_at'),
    type: 'string',
    of: (unit: BinnedUnit) => unit.deletedAt.toISOString(),
  },
}

const columns = sql`unit_id as id, binned_units.account_id, binned_units.app_id, binned_units.name, ident, hw_id,
  binned_units.type, deleted_at, actor_kind, actor_id, ends_at`

const isOfDealer = ({ dealer, apps }: Scope) =>
  sql`binned_units.dealer_id = ${dealer} and binned_units.app_id = any(${[...apps]}::uuid[])`

export async function list(db: Db, scope: Scope, filter: BinFilter, page: Page, now: Date): Promise<BinnedUnit[]> {
  const { where, order, limit } = pageClauses(page, id)
  const pattern = filter.q === undefined ? undefined : likePattern(filter.q)
  const only = [
    isOfDealer(scope),
    sql`ends_at > ${now}`,
    where,
    ...(filter.ids ? [sql`unit_id = any(${[...filter.ids]}::bigint[])`] : []),
    ...(filter.accountIds ? [sql`binned_units.account_id = any(${[...filter.accountIds]}::bigint[])`] : []),
    ...(pattern === undefined ? [] : [sql`(binned_units.name ilike ${pattern} or ident ilike ${pattern})`]),
  ]
  return rowsOf<BinnedUnit>(db)`
    select ${columns}, coalesce(access_tokens.name, staff.name) as actor_name from binned_units
    left join access_tokens on access_tokens.id = case when actor_kind = 'token' then actor_id::uuid end
    left join staff on staff.id = case when actor_kind = 'staff' then actor_id::uuid end
    where ${sql.join(only, sql` and `)} order by ${order} limit ${limit}`
}

export type HeldUnit = Omit<BinnedUnit, 'actorName'> & {
  readonly holder: Holder
  /** The unit that has its paid days; null: it has them itself. */
  readonly termUnitId: number | null
}

/** Locked after its account: in the same order as deleting the account. */
export async function findForUpdate(db: Db, scope: Scope, unitId: number, now: Date): Promise<HeldUnit | undefined> {
  const { rows: accounts } = await sql<Holder>`
    select type, ack, service_apps, blocked from accounts
    where id = (select account_id from binned_units where unit_id = ${unitId} and ${isOfDealer(scope)}) for update`.execute(
    db,
  )
  const { rows } = await sql<Omit<HeldUnit, 'holder'>>`
    select ${columns}, term_unit_id from binned_units where unit_id = ${unitId} and ${isOfDealer(scope)} and ends_at > ${now} for update`.execute(
    db,
  )
  return accounts[0] && rows[0] ? { ...rows[0], holder: accounts[0] } : undefined
}

/** Pending work is not kept: after a restore nothing is sent weeks late. */
const isKept: Readonly<Record<string, ReturnType<typeof sql>>> = {
  // Sensor values do not refer to the unit; without checkpoints they are computed again from all messages.
  followed_checkpoints: sql`follower <> 'sensors'`,
  commands: sql`state not in ('queued', 'sent')`,
  notification_actions: sql`state <> 'waiting'`,
  notification_deliveries: sql`next_try_at is null`,
  notification_escalations: sql`state <> 'waiting'`,
}

/** The unit with every row that the database deletes with it. */
export async function insert(db: Db, unit: Unit, actor: Actor, deletedAt: Date, endsAt: Date): Promise<void> {
  const { accountId, appId, name, ident, hwId, type, dealerId } = unit
  await db
    .insertInto('binnedUnits')
    .values({
      ...{ unitId: unit.id, dealerId, accountId, appId, name, ident, hwId, type, deletedAt, endsAt },
      ...{ actorKind: actor.kind, actorId: actor.id },
    })
    .execute()
  const tables = [{ table: 'units', which: sql`id = ${unit.id}` }, ...(await listBelongings(db, 'units', unit.id))]
  // One statement: a table at a time, most of the work would be asking.
  const rows = tables.map(
    ({ table, which }, place) => sql`
      select ${unit.id}::bigint, ${place}::integer, ${table}::text, to_json(kept) from ${sql.raw(`"${table}"`)} as kept
      where ${which} and ${isKept[table] ?? sql`true`}`,
  )
  await sql`insert into binned_rows (unit_id, place, origin, body) ${sql.join(rows, sql` union all `)}`.execute(db)
}

/** The paid days of one unit, or of all whose days it had, now belong to another one. */
export async function passTerm(db: Db, dealer: number, from: number, to: number): Promise<void> {
  await sql`
    update binned_units set term_unit_id = ${to}
    where dealer_id = ${dealer} and (unit_id = ${from} or term_unit_id = ${from})`.execute(db)
}

/** Locked against deletion. It may have moved with its account to another dealer, who sells its own terms. */
export async function isThere(db: Db, dealer: number, unitId: number): Promise<boolean> {
  const { rows } = await sql`select from units where id = ${unitId} and dealer_id = ${dealer} for key share`.execute(db)
  return rows.length > 0
}

/** The stored term of a unit in the dealer's bin, locked. Undefined: the unit is not in the bin, or has no term. */
export async function findTerm(db: Db, dealer: number, unitId: number): Promise<Term | undefined> {
  const { rows: held } =
    await sql`select from binned_units where unit_id = ${unitId} and dealer_id = ${dealer} for update`.execute(db)
  if (held.length === 0) return undefined
  return firstRow<Term>(db)`
    select kept.* from binned_rows cross join lateral json_populate_record(null::unit_terms, body) as kept
    where binned_rows.unit_id = ${unitId} and origin = 'unit_terms'`
}

/** Units of an account are forgotten: units that gave them their paid days no longer name them. */
export async function forgetTakers(db: Db, accountId: number): Promise<void> {
  await sql`
    update binned_units set term_unit_id = null
    where term_unit_id in (select id from units where account_id = ${accountId})`.execute(db)
}

/** Everything except the unit's own row, which exists. */
export async function putRowsBack(db: Db, unitId: number): Promise<void> {
  const { rows } = await sql<{ place: number; origin: string }>`
    select distinct place, origin from binned_rows where unit_id = ${unitId} and place > 0 order by place`.execute(db)
  for (const { place, origin } of rows) {
    // A table that no longer exists has no rows to restore.
    const { rows: known } =
      await sql`select from pg_tables where schemaname = current_schema() and tablename = ${origin}`.execute(db)
    if (known.length === 0) continue
    await putBack(db, origin, sql`select body from binned_rows where unit_id = ${unitId} and place = ${place}`)
  }
}

export const remove = (db: Db, unitId: number) => db.deleteFrom('binnedUnits').where('unitId', '=', unitId).execute()

export const removeOfAccount = async (db: Db, accountId: number): Promise<number[]> =>
  (await db.deleteFrom('binnedUnits').where('accountId', '=', accountId).returning('unitId').execute()).map(
    ({ unitId }) => unitId,
  )

export const removeEndedRows = (db: Db, now: Date, most: number): Promise<number> =>
  removeSome(
    db,
    'binnedRows',
    sql`unit_id = any(array(select unit_id from binned_units where ends_at <= ${now}))`,
    most,
  )

export async function listEnded(db: Db, now: Date, most: number): Promise<number[]> {
  const ended = await db.selectFrom('binnedUnits').select('unitId').where('endsAt', '<=', now).limit(most).execute()
  return ended.map(({ unitId }) => unitId)
}

export const removeUnits = (db: Db, unitIds: readonly number[]) =>
  db
    .deleteFrom('binnedUnits')
    .where('unitId', '=', sql<number>`any(${[...unitIds]}::bigint[])`)
    .execute()

export async function nextEnd(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('binnedUnits').select('endsAt').orderBy('endsAt').limit(1).executeTakeFirst()
  return row?.endsAt
}
