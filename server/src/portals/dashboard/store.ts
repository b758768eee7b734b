/** Few questions, each answered in one pass: accounts, money, units, and what went wrong. It writes nothing. */
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Amount, Clients, Expected, Some, Units } from './today.ts'
import { idsMax } from './today.ts'

/** The moments that the questions are about. */
export interface Moments {
  readonly now: Date
  readonly weekAhead: Date
  readonly weekAgo: Date
  readonly monthBegan: Date
  /** Accounts that were made before and are not activated have waited long. */
  readonly waitingSince: Date
  /** A unit that last reported before this time is silent. */
  readonly silentBefore: Date
  /** A unit that is there since and never connected should have by now. */
  readonly dayAgo: Date
}

/**
 * The offsets that hold for an account, as `dunning/dunning.ts` says it; a test lays the two side by side. In SQL,
 * because every request would otherwise read all of the dealer's accounts. Each plan is read once.
 */
const offset = (own: 'payment_notify_offset' | 'block_offset') => sql`
  case when use_fleet_lifecycle then accounts.${sql.ref(own)} else plans.${sql.ref(own)} end`
const ofPlan = (name: 'payment_notify_offset' | 'block_offset') => sql`
  case when (lifecycle ->> 'payment_period') is not null then (lifecycle ->> ${sql.lit(name)})::integer end as ${sql.ref(name)}`

/** Ids fit into a number, but arrays of bigint come as text. */
const ids = (list: RawBuilder<unknown>) => sql<number[]>`coalesce(${list}, '{}')::double precision[]`

export interface AccountFacts extends Clients {
  readonly overdueIds: readonly number[]
  readonly blockedSoonIds: readonly number[]
  readonly waitingLong: Some<number>
}

/** One pass over the dealer's accounts; what has its own index is asked apart. Nothing is sorted. */
export async function countAccounts(db: Db, { dealer, apps }: Scope, moments: Moments): Promise<AccountFacts> {
  const { now, weekAhead, waitingSince } = moments
  const first = sql.lit(idsMax)
  const own = sql`accounts.dealer_id = ${dealer} and reg_apps && ${[...apps]}::uuid[]`
  const { rows } = await sql<Omit<AccountFacts, 'waitingLong'> & { longCount: number; longIds: number[] }>`
    with plans as materialized (
      select id, ${ofPlan('payment_notify_offset')}, ${ofPlan('block_offset')}
      from client_plans where dealer_id = ${dealer}),
    judged as materialized (
      select accounts.id, blocked, ack is null as waits, ack is null and accounts.created_at <= ${waitingSince} as waits_long,
        ack is not null and payment_expected_at <= ${now} as late,
        ack is not null and not blocked and payment_expected_at > ${now}
          and payment_expected_at - ${offset('payment_notify_offset')} * interval '24 hours' <= ${now} as noticed,
        -- What was reached is asked last: only for the few of whom nothing else says no.
        ack is not null and not blocked and (blocked_at <= ${weekAhead} or (
          payment_expected_at + ${offset('block_offset')} * interval '24 hours' <= ${weekAhead} and not exists (
            select from milestones where account_id = accounts.id and due_at = payment_expected_at and kind = 'block'))) as ends
      from accounts left join plans on plans.id = accounts.client_plan_id
      where ${own})
    select count(*)::integer as total, count(*) filter (where waits)::integer as waiting,
      count(*) filter (where noticed)::integer as notice, count(*) filter (where late)::integer as overdue,
      count(*) filter (where blocked)::integer as blocked, count(*) filter (where ends)::integer as blocked_soon,
      ${ids(sql`array(
        select id from accounts where ${own} and ack is not null and payment_expected_at <= ${now}
        order by payment_expected_at limit ${first})`)} as overdue_ids,
      ${ids(sql`(array_agg(id) filter (where ends))[1:${first}]`)} as blocked_soon_ids,
      count(*) filter (where waits_long)::integer as long_count,
      ${ids(sql`(array_agg(id) filter (where waits_long))[1:${first}]`)} as long_ids
    from judged`.execute(db)
  const { longCount, longIds, ...facts } = rows[0] as (typeof rows)[number]
  return { ...facts, waitingLong: { count: longCount, ids: longIds } }
}

interface ExpectedRow {
  readonly isLate: boolean
  readonly currency: string | null
  readonly accounts: number
  readonly amount: number | null
}

/** Expected payments of accounts due within a week or overdue: the amount of their last paid bill. */
export async function sumExpected(
  db: Db,
  { dealer, apps }: Scope,
  { now, weekAhead }: Moments,
): Promise<{ dueThisWeek: Expected; overdue: Expected }> {
  const { rows } = await sql<ExpectedRow>`
    select payment_expected_at <= ${now} as is_late, currency, count(*)::integer as accounts,
      sum(amount_total)::bigint as amount
    from accounts left join lateral (
      select currency, amount_total from bills
      where account_id = accounts.id and status = 'complete' order by created_at desc, id desc limit 1) last on true
    where accounts.dealer_id = ${dealer} and reg_apps && ${[...apps]}::uuid[] and ack is not null
      and payment_expected_at <= ${weekAhead}
    group by 1, 2 order by 1, 2`.execute(db)
  const sum = (own: readonly ExpectedRow[]): Expected => ({
    accounts: own.reduce((total, { accounts }) => total + accounts, 0),
    withoutAmount: own.find(({ currency }) => currency === null)?.accounts ?? 0,
    amounts: own.flatMap(({ currency, amount }) => (currency === null ? [] : [{ currency, amount: amount ?? 0 }])),
  })
  return {
    dueThisWeek: sum(rows.filter(({ isLate }) => !isLate)),
    overdue: sum(rows.filter(({ isLate }) => isLate)),
  }
}

/** Bills that were paid since the month began, and those that are open. */
export async function sumBills(db: Db, { dealer, apps }: Scope, { monthBegan }: Moments) {
  const { rows } = await sql<{ status: string; currency: string; bills: number; amount: number }>`
    select status, currency, count(*)::integer as bills, sum(amount_total)::bigint as amount from bills
    where dealer_id = ${dealer} and status = 'complete' and paid_at >= ${monthBegan} and app_id = any(${[...apps]}::uuid[])
    group by status, currency
    union all
    select status, currency, count(*)::integer, sum(amount_total)::bigint from bills
    where dealer_id = ${dealer} and status = 'open' and app_id = any(${[...apps]}::uuid[])
    group by status, currency order by 1, 2`.execute(db)
  const of = (status: string): { bills: number; amounts: Amount[] } => {
    const own = rows.filter((row) => row.status === status)
    return {
      bills: own.reduce((sum, { bills }) => sum + bills, 0),
      amounts: own.map(({ currency, amount }) => ({ currency, amount })),
    }
  }
  return { paidThisMonth: of('complete'), open: of('open') }
}

/**
 * All and connected as in `units/count`: the unit watch knows which have reported, and only for the others
 * the times are asked, which are written all the time. Those that are silent are few among many: they are noted too, and
 * asking each when it was last heard of leaves out those that have come back since.
 */
export async function countUnits(
  db: Db,
  { dealer, apps }: Scope,
  { silentBefore, dayAgo }: Moments,
): Promise<Units & { silentIds: readonly number[] }> {
  const own = sql`units.dealer_id = ${dealer} and units.app_id = any(${[...apps]}::uuid[])`
  const { rows } = await sql<Units & { silentIds: number[] }>`
    with silent as (
      select units.id, unit_heard.last_active from unit_watch
      join units on units.id = unit_watch.unit_id join unit_heard on unit_heard.unit_id = units.id
      where silent_since is not null and ${own} and unit_heard.last_active < ${silentBefore})
    select count(*)::integer as "all", count(*) filter (
        where heard.unit_id is not null or exists (select from unit_heard where unit_heard.unit_id = units.id))::integer as connected,
      count(*) filter (where heard.unit_id is null and units.created_at < ${dayAgo} and (type is null or type = 'gateway')
        and not exists (select from unit_heard where unit_heard.unit_id = units.id))::integer as never_heard,
      (select count(*)::integer from silent) as silent,
      ${ids(sql`array(select id from silent order by last_active, id limit ${sql.lit(idsMax)})`)} as silent_ids
    from units left join unit_watch heard on heard.unit_id = units.id and heard.heard_at is not null
    where ${own}`.execute(db)
  return rows[0] as (typeof rows)[number]
}

interface TroubleRow {
  readonly turnedAway: number
  readonly turnedAwayIds: readonly number[]
  readonly failedDeliveries: number
  readonly failedWebhookIds: readonly string[]
  readonly failedMails: number
}

/** Failures of the last week, and rejected trackers of the dealer's units. */
export async function countTroubles(db: Db, { dealer, apps }: Scope, { weekAgo }: Moments): Promise<TroubleRow> {
  const { rows } = await sql<TroubleRow>`
    with away as (
      select units.id from lobby join units on units.ident = lobby.ident
      where units.dealer_id = ${dealer} and units.app_id = any(${[...apps]}::uuid[]) and lobby.last_seen >= ${weekAgo}),
    failed as (
      select webhook_id from webhook_deliveries join webhooks on webhooks.id = webhook_id
      where webhooks.dealer_id = ${dealer} and state = 'failed' and last_try_at >= ${weekAgo})
    select
      (select count(distinct id)::integer from away) as turned_away,
      ${ids(sql`array(select distinct id from away order by id limit ${sql.lit(idsMax)})`)} as turned_away_ids,
      (select count(*)::integer from failed) as failed_deliveries,
      array(select distinct webhook_id from failed order by webhook_id limit ${sql.lit(idsMax)}) as failed_webhook_ids,
      (select count(*)::integer from mails
       where dealer_id = ${dealer} and state = 'failed' and at >= ${weekAgo}) as failed_mails`.execute(db)
  return rows[0] as TroubleRow
}
