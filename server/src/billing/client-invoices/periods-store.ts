/** SQL of periods: which days of an account are over, and which of those were charged. */
import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import type { Period } from './collection/charge.ts'

export interface EndedPeriod {
  readonly accountId: number
  /** It ends on the day of this time. */
  readonly endedAt: Date
  readonly months: number
  readonly dueAt: Date
}

/** Whether a price was ever set for the account. */
const isPriced = sql<boolean>`(
  exists (select from client_periods where client_periods.account_id = accounts.id)
  or exists (select from plan_prices where plan_prices.client_plan_id = accounts.client_plan_id)
  or exists (select from client_prices where client_prices.account_id = accounts.id))`

/**
 * Only for accounts with a price at any time. The caller has locked the accounts. A period follows the previous one
 * without a gap. Between two due dates that are one payment period apart there are as many days as the price is for; if
 * a due date was set by hand or came late, the days of that many months before it count.
 */
export async function insertEnded(db: Db, ended: readonly EndedPeriod[]): Promise<void> {
  const rows = ended.map((one) => ({
    account_id: one.accountId,
    ended_at: one.endedAt,
    months: one.months,
    due_at: one.dueAt,
  }))
  await sql`
    insert into client_periods (account_id, starts, ends, months, days, due_at)
    select account_id, starts, ends, months,
      case when due_before at time zone 'utc' + months * interval '1 month' = due_at at time zone 'utc'
        then due_on - (due_before at time zone zone)::date
        else due_on - (due_on - months * interval '1 month')::date end,
      due_at
    from (
      select accounts.id as account_id, months, ended.due_at, zone,
        coalesce(last.ends, (accounts.ack at time zone zone)::date) as starts,
        (ended_at at time zone zone)::date as ends,
        (ended.due_at at time zone zone)::date as due_on,
        coalesce(last.due_at, accounts.ack) as due_before
      from json_to_recordset(${JSON.stringify(rows)})
        as ended (account_id bigint, ended_at timestamptz, months integer, due_at timestamptz)
      join accounts on accounts.id = ended.account_id
      join lateral (select time_zone as zone from payment_infos where dealer_id = accounts.dealer_id) dealer on true
      left join lateral (
        select ends, due_at as last_due from client_periods where client_periods.account_id = accounts.id
        order by starts desc limit 1) as last (ends, due_at) on true
      where accounts.ack is not null and ${isPriced}
    ) as stretch
    where starts < ends
    on conflict do nothing`.execute(db)
}

export interface BegunPeriod {
  readonly accountId: number
  /** It begins on the day of this time. */
  readonly begins: Date
}

/** Records earlier days as charged, so that the first period begins where it should. The accounts are locked. */
export async function insertBefore(db: Db, begun: readonly BegunPeriod[], months: number, now: Date): Promise<void> {
  const rows = begun.map(({ accountId, begins }) => ({ account_id: accountId, begins }))
  await sql`
    insert into client_periods (account_id, starts, ends, months, days, due_at, charged_at)
    select account_id, starts, ends, ${months}::integer, ends - starts, begins, ${now}
    from (
      select accounts.id as account_id, begins,
        coalesce((select max(ends) from client_periods where client_periods.account_id = accounts.id),
          (accounts.ack at time zone time_zone)::date) as starts,
        (begins at time zone time_zone)::date as ends
      from json_to_recordset(${JSON.stringify(rows)}) as begun (account_id bigint, begins timestamptz)
      join accounts on accounts.id = begun.account_id
      join payment_infos on payment_infos.dealer_id = accounts.dealer_id
      where accounts.ack is not null and ${isPriced}
    ) as stretch
    where starts < ends
    on conflict do nothing`.execute(db)
}

export type WaitingPeriod = Period & { readonly accountId: number; readonly dueAt: Date }

const columns = ['accountId', 'starts', 'ends', 'months', 'days', 'dueAt'] as const

/**
 * Takes periods of one dealer that no one else has locked: the dealer of the one that has waited longest. Locked until
 * the transaction ends.
 */
export async function takeWaiting(db: Db, most: number, without: readonly number[]): Promise<WaitingPeriod[]> {
  const waiting = () =>
    db
      .selectFrom('clientPeriods')
      .select(columns)
      .where('chargedAt', 'is', null)
      .where(sql<boolean>`account_id <> all(${without})`)
      .orderBy('dueAt')
      .orderBy('accountId')
      .forUpdate()
      .skipLocked()
  const first = await waiting().limit(1).executeTakeFirst()
  if (!first) return []
  const others = await waiting()
    .where('accountId', 'in', (of) =>
      of
        .selectFrom('accounts')
        .select('id')
        .where('dealerId', '=', (one) =>
          one.selectFrom('accounts').select('dealerId').where('id', '=', first.accountId),
        ),
    )
    .limit(most)
    .execute()
  // The query also returns what this transaction has locked.
  return others as unknown as WaitingPeriod[]
}

export const listWaiting = (db: Db, accountId: number): Promise<WaitingPeriod[]> =>
  db
    .selectFrom('clientPeriods')
    .select(columns)
    .where('accountId', '=', accountId)
    .where('chargedAt', 'is', null)
    .orderBy('starts')
    .forUpdate()
    .execute() as unknown as Promise<WaitingPeriod[]>

export const markCharged = (db: Db, periods: readonly WaitingPeriod[], now: Date) =>
  sql`
    update client_periods set charged_at = ${now}
    from unnest(${periods.map(({ accountId }) => accountId)}::bigint[], ${periods.map(({ starts }) => starts)}::date[])
      as charged (account_id, starts)
    where client_periods.account_id = charged.account_id and client_periods.starts = charged.starts`.execute(db)

export const isWaiting = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('clientPeriods')
    .select('accountId')
    .where('chargedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Months between two payments of an account, by its plan; null: it has no automation. */
export const findMonths = async (db: Db, accountId: number): Promise<number | null> => {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('clientPlans', 'clientPlans.id', 'accounts.clientPlanId')
    .select(sql<number | null>`(lifecycle ->> 'payment_period')::integer`.as('months'))
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
  return row?.months ?? null
}

export const planNames = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('clientPlans').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
