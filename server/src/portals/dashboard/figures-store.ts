/** Each figure is a sum over an index or one pass over the dealer's accounts. Read-only. */
import { type RawBuilder, sql } from 'kysely'
import { overdueAges } from '#billing/client-invoices/client-invoice.ts'
import type { Scope } from '#kernel/context.ts'
import { countOf, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'
import type { DayAmount, Group, Moves, OverdueRow, PlanFacts, Prices } from './figures.ts'

/** The dealer's calendar. */
export interface Calendar {
  readonly zone: string
  readonly today: Day
}

const list = (apps: readonly string[]) => sql`${[...apps]}::uuid[]`

/** Money that came in or went back: payments of invoices, credit, bills. What credit pays came in with the credit. */
const received = ({ dealer, apps }: Scope, { zone }: Calendar, from: Day, until: Day | null) => {
  const within = (day: RawBuilder<unknown>) =>
    until === null ? sql`${day} >= ${from}::date` : sql`${day} >= ${from}::date and ${day} < ${until}::date`
  const start = (day: Day) => sql`(${day}::date::timestamp at time zone ${zone})`
  const paid =
    until === null ? sql`paid_at >= ${start(from)}` : sql`paid_at >= ${start(from)} and paid_at < ${start(until)}`
  return sql`
    select 'invoice' as kind, id::text, paid_on as day, income_currency as currency, amount, invoice_id, null::bigint as account_id, way
    from client_invoice_payments
    where income_dealer_id = ${dealer} and removed_at is null and way <> 'credit' and ${within(sql`paid_on`)}
    union all
    select 'invoice', payment.id::text, paid_on, currency, amount, invoice_id, null, way
    from client_invoice_payments payment join client_invoices invoice on invoice.id = invoice_id
    where income_dealer_id is null and invoice.dealer_id = ${dealer} and removed_at is null and way <> 'credit'
      and ${within(sql`paid_on`)}
    union all
    select 'credit', id::text, booked_on, currency, amount, null, account_id, way from client_credit_entries
    where dealer_id = ${dealer} and removed_at is null and kind <> 'used' and ${within(sql`booked_on`)}
    union all
    select 'bill', session_id, (paid_at at time zone ${zone})::date, currency, amount_total, null, account_id, 'card'
    from bills where dealer_id = ${dealer} and status = 'complete' and app_id = any(${list(apps)}) and ${paid}`
}

export const sumIncome = (db: Db, scope: Scope, calendar: Calendar, from: Day) => rowsOf<DayAmount>(db)`
    select day::text, currency, sum(amount)::bigint as amount from (${received(scope, calendar, from, null)}) as income
    group by day, currency order by day, currency`

export interface ReceivedPayment {
  readonly kind: 'invoice' | 'credit' | 'bill'
  readonly id: string
  readonly day: Day
  readonly currency: string
  readonly amount: number
  readonly invoiceId: string | null
  readonly number: string | null
  readonly accountId: number | null
  readonly title: string | null
  readonly way: string | null
}

/** Newest first. */
export const listPayments = (
  db: Db,
  scope: Scope,
  calendar: Calendar,
  { from, until, most }: { readonly from: Day; readonly until: Day | null; readonly most: number },
) => rowsOf<ReceivedPayment>(db)`
    with newest as (
      select * from (${received(scope, calendar, from, until)}) as income order by day desc, id desc limit ${most})
    select newest.kind, newest.id, day::text, newest.currency, amount, invoice_id, number, accounts.id as account_id,
      coalesce(accounts.title, client_invoices.buyer ->> 'name') as title, way
    from newest left join client_invoices on client_invoices.id = invoice_id
    left join accounts on accounts.id = coalesce(newest.account_id, client_invoices.account_id)
      and accounts.dealer_id = ${scope.dealer}
    order by day desc, newest.id desc`

/** The age group of an invoice; null: not overdue. */
const ageOf = (today: Day) =>
  sql`case ${sql.join(
    overdueAges.flatMap(({ name, to }) =>
      to === null ? [] : [sql`when ${today}::date - due_on <= ${sql.lit(to)} then ${sql.lit(name)}`],
    ),
    sql` `,
  )} else 'older' end`

export const sumOverdue = (db: Db, { dealer, apps }: Scope, { today }: Calendar) => rowsOf<OverdueRow>(db)`
    select currency, ${ageOf(today)} as age, count(*)::integer as invoices,
      sum(total - credited_total - paid_total)::bigint as amount
    from client_invoices
    where dealer_id = ${dealer} and status = 'open' and due_on < ${today}::date and not exists (
      select from accounts where accounts.id = account_id and not reg_apps && ${list(apps)})
    group by 1, 2`

/** Who has joined since and is still there, and who has left, by month in a time zone: of a dealer, or of all. */
export async function countMoves(
  db: Db,
  scope: Scope | undefined,
  { zone }: Pick<Calendar, 'zone'>,
  from: Day,
): Promise<{ clients: Moves[]; units: Moves[]; clientsNow: number; unitsNow: number }> {
  const mine = (table: string) => (scope ? sql`${sql.ref(`${table}.dealer_id`)} = ${scope.dealer}` : sql`true`)
  const has = (condition: RawBuilder<unknown>) => (scope ? condition : sql`true`)
  const apps = list(scope?.apps ?? [])
  const start = sql`(${from}::date::timestamp at time zone ${zone})`
  const month = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone ${zone}, 'YYYY-MM')`
  const moves = (kind: 'client' | 'unit', here: RawBuilder<unknown>) => sql<Moves>`
    select month, sum(joined)::integer as joined, sum("left")::integer as left from (
      select ${month(sql`joined_at`)} as month, count(*) as joined, 0 as "left"
      from (${here}) as here where joined_at >= ${start} group by 1
      union all
      select ${month(sql`joined_at`)}, count(*), 0 from departures
      where ${mine('departures')} and kind = ${kind} and left_at >= ${start} and joined_at >= ${start} group by 1
      union all
      select ${month(sql`left_at`)}, 0, count(*) from departures
      where ${mine('departures')} and kind = ${kind} and left_at >= ${start} group by 1
    ) as moves group by month`
  const clients = sql`
    select greatest(ack, added_at) as joined_at from accounts
    where ${mine('accounts')} and ${has(sql`reg_apps && ${apps}`)} and ack is not null`
  const units = sql`
    select greatest(coalesce(units.joined_at, units.created_at), accounts.added_at) as joined_at
    from units join accounts on accounts.id = units.account_id
    where ${mine('units')} and ${has(sql`units.app_id = any(${apps})`)}`
  const counted = sql<{ clientsNow: number; unitsNow: number }>`
    select (select count(*)::integer from accounts
        where ${mine('accounts')} and ${has(sql`reg_apps && ${apps}`)} and ack is not null) as clients_now,
      (select count(*)::integer from units where ${mine('units')} and ${has(sql`app_id = any(${apps})`)}) as units_now`
  const [ofClients, ofUnits, now] = await Promise.all([
    moves('client', clients).execute(db),
    moves('unit', units).execute(db),
    counted.execute(db),
  ])
  return { clients: ofClients.rows, units: ofUnits.rows, ...(now.rows[0] as (typeof now.rows)[number]) }
}

type PlanRow = Pick<PlanFacts, 'name' | 'list'> & PlanFacts['cost'] & { readonly id: string }

/** The prices in effect today: of each plan, and of each client with an agreement. */
export async function readPrices(db: Db, { dealer }: Scope, { today }: Calendar): Promise<Omit<Prices, 'rates'>> {
  const plans = await sql<PlanRow>`
    select client_plans.id, client_plans.name, provider_plans.price, provider_plans.currency, provider_plans.period,
      (select list from plan_prices where client_plan_id = client_plans.id and valid_from <= ${today}::date
       order by valid_from desc limit 1) as list
    from client_plans join provider_plans on provider_plans.id = provider_plan_id
    where client_plans.dealer_id = ${dealer}`.execute(db)
  const agreements = await sql<{ id: string } & NonNullable<ReturnType<Prices['agreements']['get']>>>`
    select distinct on (account_id) id, list, discount_rate, add_ons from client_prices
    where dealer_id = ${dealer} and valid_from <= ${today}::date order by account_id, valid_from desc`.execute(db)
  return {
    plans: new Map(
      plans.rows.map(({ id, name, list, price, currency, period }) => [
        id,
        { name, list, cost: { price, currency, period } },
      ]),
    ),
    agreements: new Map(agreements.rows.map(({ id, ...agreement }) => [id, agreement])),
  }
}

/**
 * The dealer's activated accounts on plans. Units come from the counters of their quotas. Active units and units with a
 * term are counted only if a price needs them.
 */
const judged = (
  { dealer, apps }: Scope,
  { zone, today }: Calendar,
  since: Day,
  { plans, agreements }: Omit<Prices, 'rates'>,
) => {
  const lists = [...plans.values(), ...agreements.values()].flatMap(({ list }) => list ?? [])
  const none = sql`select null::bigint as account_id, 0::bigint as count where false`
  const active = lists.some(({ items }) => items.some(({ kind }) => kind === 'active_unit'))
    ? sql`select units.account_id, count(*) from units join unit_heard on unit_heard.unit_id = units.id
        where units.dealer_id = ${dealer} and (units.type is null or units.type = 'gateway')
          and last_active >= (${since}::date::timestamp at time zone ${zone}) group by 1`
    : none
  const termed = lists.some(({ unitTerms }) => unitTerms)
    ? sql`select account_id, count(*) from unit_terms where dealer_id = ${dealer} and state <> 'expired' group by 1`
    : none
  return sql`
    select accounts.id as account_id, client_plan_id as plan_id, agreed.id as price_id, blocked,
      (lifecycle ->> 'payment_period') is not null and payment_expected_at is not null as is_periodic,
      coalesce(agreed.free_days, (lists.list ->> 'freeDays')::integer, 0)
        > ${today}::date - (ack at time zone ${zone})::date as is_free,
      coalesce((select sum(used) from unit_usage
        where unit_usage.account_id = accounts.id and quota in ('unit', 'gateway')), 0)::integer as units,
      coalesce(active.count, 0)::integer as active_units, coalesce(termed.count, 0)::integer as term_units
    from accounts join client_plans on client_plans.id = client_plan_id
    left join lateral (
      select list from plan_prices where plan_prices.client_plan_id = client_plans.id and valid_from <= ${today}::date
      order by valid_from desc limit 1) lists on true
    left join (
      select distinct on (account_id) id, account_id, (list ->> 'freeDays')::integer as free_days from client_prices
      where dealer_id = ${dealer} and valid_from <= ${today}::date order by account_id, valid_from desc
    ) agreed on agreed.account_id = accounts.id
    left join (${active}) as active (account_id, count) on active.account_id = accounts.id
    left join (${termed}) as termed (account_id, count) on termed.account_id = accounts.id
    where accounts.dealer_id = ${dealer} and reg_apps && ${list(apps)} and ack is not null`
}

type Known = Omit<Prices, 'rates'>

export const listGroups = (db: Db, scope: Scope, calendar: Calendar, since: Day, known: Known) => rowsOf<Group>(db)`
    select plan_id, price_id, blocked, is_periodic, is_free, units, active_units, term_units,
      count(*)::integer as accounts, min(account_id) as account_id
    from (${judged(scope, calendar, since, known)}) as judged group by 1, 2, 3, 4, 5, 6, 7, 8`

/** Each account is a separate group. */
export const listAccounts = (db: Db, scope: Scope, calendar: Calendar, since: Day, known: Known) => rowsOf<Group>(db)`
    select judged.*, 1 as accounts from (${judged(scope, calendar, since, known)}) as judged`

export async function titlesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('accounts').select(['id', 'title']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export interface SilentUnit {
  readonly id: number
  readonly name: string
  readonly accountId: number
  readonly title: string
  readonly lastActive: Date
}

/**
 * Paid units that have fallen silent, the longest first: of activated accounts that are not blocked and have prices
 * today. Units without a price or with an expired term are not paid for.
 */
const silent = ({ dealer, apps }: Scope, { today }: Calendar, silentBefore: Date) => sql`
  select units.id, units.name, accounts.id as account_id, title, unit_heard.last_active
  from unit_watch join units on units.id = unit_watch.unit_id join unit_heard on unit_heard.unit_id = units.id
  join accounts on accounts.id = units.account_id left join unit_terms on unit_terms.unit_id = units.id
  where silent_since is not null and units.dealer_id = ${dealer} and units.app_id = any(${list(apps)})
    and unit_heard.last_active < ${silentBefore} and (units.type is null or units.type = 'gateway')
    and ack is not null and not blocked and unit_terms.state is distinct from 'expired' and (
      exists (select from plan_prices
        where plan_prices.client_plan_id = accounts.client_plan_id and valid_from <= ${today}::date)
      or exists (select from client_prices
        where client_prices.account_id = accounts.id and list is not null and valid_from <= ${today}::date))`

export const countSilent = (db: Db, scope: Scope, calendar: Calendar, silentBefore: Date) =>
  countOf(db)`select count(*) from (${silent(scope, calendar, silentBefore)}) as silent`

export function listSilent(db: Db, scope: Scope, calendar: Calendar, silentBefore: Date, most: number) {
  return rowsOf<SilentUnit>(db)`
    ${silent(scope, calendar, silentBefore)} order by unit_heard.last_active, units.id limit ${most}`
}
