/**
 * The accounts on the dashboard, from stored counts: accounts of one kind and one hour are one row. Hours in which
 * something changes during the reading are read account by account, and so are accounts that changed since they were
 * counted.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { current, hourOf, isCounted } from './standings-store.ts'
import { type Clients, type Expected, idsMax, type Some } from './today.ts'

/** The times that the queries compare with. They are whole days apart, and so are the offsets of plans. */
export interface AccountMoments {
  readonly now: Date
  readonly weekAhead: Date
  /** Accounts that were created before this and are not activated have waited long. */
  readonly waitingSince: Date
}

export interface AccountFacts extends Clients {
  readonly overdueIds: readonly number[]
  readonly blockedSoonIds: readonly number[]
  readonly waitingLong: Some<number>
  readonly expected: { readonly dueThisWeek: Expected; readonly overdue: Expected }
}

interface ExpectedRow {
  readonly isLate: boolean
  readonly currency: string | null
  readonly accounts: number
  readonly amount: number
}

interface Row extends Clients {
  readonly longCount: number
  readonly expected: readonly ExpectedRow[] | null
}

const days = (offset: RawBuilder<unknown>) => sql`${offset} * interval '24 hours'`

/** The offsets in effect for an account, as in `dunning/dunning.ts`; a test compares the two. */
const offset = (own: 'notify_offset' | 'block_offset') => sql`
  case when has_own_offsets then found.${sql.ref(own)} else plans.${sql.ref(own)} end`
const ofPlan = (name: 'payment_notify_offset' | 'block_offset') => sql`
  case when (lifecycle ->> 'payment_period') is not null then (lifecycle ->> ${sql.lit(name)})::integer end`

const plansOf = (dealer: number) => sql`
  plans as materialized (
    select id, ${ofPlan('payment_notify_offset')} as notify_offset, ${ofPlan('block_offset')} as block_offset
    from client_plans where dealer_id = ${dealer})`

const ends = ({ weekAhead }: AccountMoments) => sql`(state in ('open', 'reached') and coalesce(block_at <= ${weekAhead}
  or (state = 'open' and at + ${days(offset('block_offset'))} <= ${weekAhead}), false))`

/** Accounts that changed since they were counted. */
const changedOf = (dealer: number) => sql`select account_id from account_count_changes where dealer_id = ${dealer}`

/** Each row is a number of accounts, with the sum of their amounts. The rows are read once, so all parts agree. */
const kept = (dealer: number, { now, weekAhead, waitingSince }: AccountMoments) => {
  const facts = sql.raw(
    'reg_apps, client_plan_id, has_own_offsets, notify_offset, block_offset, state, block_at, currency',
  )
  const counted = sql`block_at is null and (hour is null or hour not in (select hour from edges))`
  return sql`
    changed as materialized (select distinct account_id from (${changedOf(dealer)}) as lines),
    edges as materialized (
      select ${hourOf(sql`moment`)} as hour from unnest(${[now, weekAhead, waitingSince]}::timestamptz[]) as moment
      union
      select ${hourOf(sql`moment`)} from (
        select notify_offset, block_offset from plans
        union select notify_offset, block_offset from account_counts where dealer_id = ${dealer} and has_own_offsets) as offsets
      cross join lateral (values (${now}::timestamptz + ${days(sql`notify_offset`)}),
        (${weekAhead}::timestamptz - ${days(sql`block_offset`)})) as reached (moment)
      where moment is not null),
    found as (
      select reg_apps, client_plan_id, has_own_offsets, notify_offset, block_offset, state, null::timestamptz as block_at,
        currency, hour as at, accounts, amount
      from account_counts where dealer_id = ${dealer} and (hour is null or hour not in (select hour from edges))
      union all
      select ${facts}, at, 1, amount from account_standings
      where dealer_id = ${dealer} and block_at is not null and account_id not in (select account_id from changed)
      union all
      select ${facts}, at, 1, amount from account_standings
      where dealer_id = ${dealer} and block_at is null and hour = any(array(select hour from edges))
        and account_id not in (select account_id from changed)
      union all
      select ${facts}, at, -1, -amount from account_standings
      where dealer_id = ${dealer} and account_id in (select account_id from changed) and ${counted}
      union all
      select ${facts}, at, 1, amount from (${current(dealer, sql`select account_id from changed`)}) as fresh)`
}

/** For a dealer that is not counted yet. */
const read = (dealer: number) => sql`found as (select *, 1 as accounts from (${current(dealer)}) as fresh)`

/** From counts, once everything is counted; before that, or to compare, from the accounts. */
export async function readAccounts(
  db: Db,
  scope: Scope,
  moments: AccountMoments,
  way: 'kept' | 'counted' = 'kept',
): Promise<AccountFacts> {
  const { now, weekAhead, waitingSince } = moments
  const { dealer, apps } = scope
  const isKept = way === 'kept' && (await isCounted(db, dealer))
  const sum = (when: RawBuilder<unknown>) => sql<number>`coalesce(sum(accounts) filter (where ${when}), 0)::integer`
  const row = await firstRow<Row>(db)`
    with ${plansOf(dealer)}, ${isKept ? kept(dealer, moments) : read(dealer)},
    judged as materialized (
      select accounts, amount, currency, state, at, ${ends(moments)} as ends,
        state in ('open', 'reached') and at > ${now} and at - ${days(offset('notify_offset'))} <= ${now} as noticed
      from found left join plans on plans.id = client_plan_id where reg_apps && ${[...apps]}::uuid[])
    select ${sum(sql`true`)} as total, ${sum(sql`state = 'waiting'`)} as waiting, ${sum(sql`noticed`)} as notice,
      ${sum(sql`state <> 'waiting' and at <= ${now}`)} as overdue, ${sum(sql`state = 'blocked'`)} as blocked,
      ${sum(sql`ends`)} as blocked_soon, ${sum(sql`state = 'waiting' and at <= ${waitingSince}`)} as long_count,
      (select json_agg(json_build_object('isLate', is_late, 'currency', currency, 'accounts', accounts, 'amount', amount)
        order by currency) from (
          select at <= ${now} as is_late, currency, sum(accounts)::integer as accounts, coalesce(sum(amount), 0)::bigint as amount
          from judged where state <> 'waiting' and at <= ${weekAhead} group by 1, 2 having sum(accounts) > 0) as due) as expected
    from judged`
  const { longCount, expected, ...clients } = row as Row
  const [overdueIds, blockedSoonIds, longIds] = await Promise.all([
    clients.overdue > 0 ? listOverdue(db, scope, moments) : [],
    clients.blockedSoon > 0 ? list(db, scope, isKept, moments, ends(moments)) : [],
    longCount > 0 ? list(db, scope, isKept, moments, sql`state = 'waiting' and at <= ${waitingSince}`) : [],
  ])
  const sumOf = (isLate: boolean): Expected => {
    const own = (expected ?? []).filter((row) => row.isLate === isLate)
    return {
      accounts: own.reduce((total, { accounts }) => total + accounts, 0),
      withoutAmount: own.find(({ currency }) => currency === null)?.accounts ?? 0,
      amounts: own.flatMap(({ currency, amount }) => (currency === null ? [] : [{ currency, amount }])),
    }
  }
  return {
    ...clients,
    overdueIds,
    blockedSoonIds,
    waitingLong: { count: longCount, ids: longIds },
    expected: { dueThisWeek: sumOf(false), overdue: sumOf(true) },
  }
}

const listOverdue = async (db: Db, { dealer, apps }: Scope, { now }: AccountMoments): Promise<number[]> =>
  (
    await rowsOf<{ id: number }>(db)`
    select id from accounts
    where dealer_id = ${dealer} and reg_apps && ${[...apps]}::uuid[] and ack is not null and payment_expected_at <= ${now}
    order by payment_expected_at limit ${sql.lit(idsMax)}`
  ).map(({ id }) => id)

/** A few of them. Counted accounts come in the order of their hours, so only few are read. */
async function list(
  db: Db,
  { dealer, apps }: Scope,
  isKept: boolean,
  moments: AccountMoments,
  when: RawBuilder<unknown>,
): Promise<number[]> {
  const some = (from: RawBuilder<unknown>) => sql`
    select account_id as id from (${from}) as found left join plans on plans.id = client_plan_id
    where ${when} and reg_apps && ${[...apps]}::uuid[]`
  const most = sql.lit(idsMax)
  const standings = sql`
    select * from account_standings where dealer_id = ${dealer} and account_id not in (${changedOf(dealer)})`
  return (
    await rowsOf<{ id: number }>(db)`
    with ${plansOf(dealer)} ${
      isKept
        ? sql`
      (${some(current(dealer, changedOf(dealer)))} limit ${most})
      union all
      (${some(sql`${standings} and block_at is not null`)} limit ${most})
      union all
      (${some(sql`${standings} and block_at is null and hour <= ${moments.weekAhead}`)} order by hour limit ${most})`
        : some(current(dealer))
    } limit ${most}`
  ).map(({ id }) => id)
}
