import { sql } from 'kysely'
import type { Term } from '#billing/usage/unit-term.ts'
import type { Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { knowsUnit } from '#kernel/sight.ts'
import type { ForecastUnit } from './forecast.ts'

export type Terms = ReadonlyMap<number, Pick<Term, 'paidUntil' | 'anchor'>>

export async function listTerms(db: Db, unitIds: readonly number[]): Promise<Terms> {
  const rows = await db
    .selectFrom('unitTerms')
    .select(['unitId', 'paidUntil', 'anchor'])
    .where('unitId', 'in', unitIds)
    .execute()
  return new Map((rows as unknown as Term[]).map(({ unitId, ...term }) => [unitId, term]))
}

/** The position of each unit in its account, oldest first, from 1. */
export async function placesOf(db: Db, accountId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; place: number }>`
    select id, row_number() over (order by created_at, id)::integer as place from units
    where account_id = ${accountId} and (type is null or type = 'gateway')`.execute(db)
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/** Every unit of the dealer with a term, as the forecast sees it. */
export const listForecast = (
  db: Db,
  scope: Scope,
  accountIds: readonly number[] | undefined,
): Promise<(Omit<ForecastUnit, 'dueOn'> & Pick<Term, 'dueAt'>)[]> => rowsOf<
  Omit<ForecastUnit, 'dueOn'> & Pick<Term, 'dueAt'>
>(db)`
    select unit_terms.unit_id, unit_terms.account_id, paid_until, anchor, state, due_at, units.name, units.place,
      accounts.client_plan_id, coalesce(client_profiles.is_reverse_charge, false) as is_reverse_charge,
      (select months from unit_renewals where unit_renewals.unit_id = unit_terms.unit_id and months is not null
       order by created_at desc, id desc limit 1) as months
    from (
      select units.id, units.app_id, units.name,
        row_number() over (partition by account_id order by created_at, id)::integer as place
      from units where dealer_id = ${scope.dealer} and (type is null or type = 'gateway')) units
      join unit_terms on unit_terms.unit_id = units.id
      join accounts on accounts.id = unit_terms.account_id
      left join client_profiles on client_profiles.account_id = accounts.id
    where unit_terms.dealer_id = ${scope.dealer} and ${knowsUnit(scope)}
      ${accountIds ? sql`and unit_terms.account_id = any(${[...accountIds]}::bigint[])` : sql``}
    order by unit_terms.unit_id`
