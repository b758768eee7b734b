import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import {
  type Draft,
  type Invoice,
  type InvoiceKind,
  type Line,
  type Month,
  monthOf,
  type Payment,
  type Tariff,
  type Use,
} from './invoice.ts'

/** Units that connect are charged; tags that gateways detect and their assets are not (docs/decisions/0037). */
const isCharged = sql<boolean>`(units.type is null or units.type = 'gateway')`

/** Units of an activated account, or one of them, recorded before they are deleted or change their plan. */
export async function insertDeparted(
  db: Db,
  which: { readonly account: number } | { readonly unit: number },
  now: Date,
): Promise<void> {
  const those = 'unit' in which ? sql`units.id = ${which.unit}` : sql`units.account_id = ${which.account}`
  await sql`
    insert into departed_units (dealer_id, unit_id, provider_plan_id, active_from, departed_at, month)
    select units.dealer_id, units.id, client_plans.provider_plan_id, greatest(coalesce(units.joined_at, units.created_at), accounts.ack),
      ${now}, ${monthOf(now)}
    from units join accounts on accounts.id = units.account_id
    join client_plans on client_plans.id = accounts.client_plan_id
    where ${those} and accounts.ack is not null and ${isCharged}
    on conflict do nothing`.execute(db)
}

const nextMonthOf = sql<Month>`coalesce(
  (select (max(month) + interval '1 month')::date from counted_months where dealer_id = dealers.id),
  date_trunc('month', dealers.created_at at time zone 'utc')::date)`

/** Dealers with their first completed month that is not counted. */
export const listDue = (db: Db, thisMonth: Month, most: number) =>
  db
    .selectFrom('dealers')
    .select(['id as dealer', nextMonthOf.as('month')])
    .where(sql<boolean>`${nextMonthOf} < ${thisMonth}`)
    .orderBy('month')
    .orderBy('id')
    .limit(most)
    .execute()

/** The first uncounted month of any dealer. */
export const firstUncounted = async (db: Db): Promise<Month | null> =>
  (await db.selectFrom('dealers').select(sql<Month | null>`min(${nextMonthOf})`.as('month')).executeTakeFirst())
    ?.month ?? null

/**
 * One statement, so that a unit deleted at this moment is found in one place or the other. If counting is late, the
 * plan of a unit at the end of the month is the first one that it left afterwards. The most expensive plan of a month
 * counts.
 */
export const countUse = (db: Db, dealer: number, month: Month, end: Date) => rowsOf<Use>(db)`
    with at_end as (
      select distinct on (unit_id) unit_id, provider_plan_id from (
        select unit_id, provider_plan_id, departed_at from departed_units
        where dealer_id = ${dealer} and month > ${month} and active_from < ${end}
        union all
        select units.id, client_plans.provider_plan_id, 'infinity'
        from units join accounts on accounts.id = units.account_id
        join client_plans on client_plans.id = accounts.client_plan_id
        where units.dealer_id = ${dealer} and coalesce(units.joined_at, units.created_at) < ${end} and accounts.ack < ${end} and ${isCharged}
      ) as later order by unit_id, departed_at
    ), used as (
      select unit_id, provider_plan_id from at_end
      union all
      select unit_id, provider_plan_id from departed_units where dealer_id = ${dealer} and month = ${month}
    ), dearest as (
      select distinct on (unit_id) unit_id, provider_plan_id
      from used join provider_plans on provider_plans.id = provider_plan_id
      order by unit_id, provider_plans.price desc, provider_plan_id
    )
    select app_id as "appId", name, type, price, currency, period, count(*)::integer as units
    from dearest join provider_plans on provider_plans.id = provider_plan_id
    group by provider_plans.id order by position`

export const listFees = (db: Db, start: Date, end: Date): Promise<Tariff[]> =>
  db
    .selectFrom('servicePlans')
    .select(['appId', 'name', 'price', 'currency', 'period'])
    .where('timeBegin', '<', end)
    // One that has ended is not charged for the month in which it ended. A month before may be counted afterwards.
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'active'), eb.or([eb('timeEnd', 'is', null), eb('timeEnd', '>', start)])]),
        eb('timeEnd', '>=', end),
      ]),
    )
    .orderBy('timeBegin')
    .orderBy('id')
    .execute()

/** False: another process has counted it. Departures in or before this month are no longer needed. */
export async function insertCounted(db: Db, dealer: number, month: Month, units: number, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('countedMonths')
    .values({ dealerId: dealer, month, units, countedAt: now })
    .onConflict((oc) => oc.doNothing())
    .returning('month')
    .executeTakeFirst()
  if (row)
    await db
      .deleteFrom('departedUnits')
      .where('dealerId', '=', dealer)
      .where('month', '<=', sql<never>`${month}::date`)
      .execute()
  return row !== undefined
}

async function nextNumber(db: Db, now: Date): Promise<string> {
  const year = now.getUTCFullYear()
  const row = await firstRow<{ last: number }>(db)`
    insert into invoice_numbers as numbers (year, last) values (${year}, 1)
    on conflict (year) do update set last = numbers.last + 1 returning last`
  return `${year}-${String(row?.last).padStart(6, '0')}`
}

export async function insert(
  db: Db,
  { lines, ...draft }: Draft,
  rest: Pick<Invoice, 'id' | 'dealerId' | 'month' | 'createdAt'>,
  kind: InvoiceKind = 'month',
): Promise<Invoice> {
  const invoice = {
    ...rest,
    ...draft,
    kind,
    number: await nextNumber(db, rest.createdAt),
    status: 'open' as const,
    paidAt: null,
  }
  await db.insertInto('invoices').values(invoice).execute()
  const rows = lines.map((line, position) => ({ ...line, invoiceId: invoice.id, position }))
  await db.insertInto('invoiceLines').values(rows).execute()
  return { ...invoice, lines }
}

const columns = [
  'id',
  'dealerId',
  'kind',
  'number',
  'month',
  'currency',
  'amountTotal',
  'status',
  'createdAt',
  'paidAt',
  sql<Line[]>`(select json_agg(json_build_object('description', description, 'quantity', quantity,
    'unitAmount', unit_amount, 'amountTotal', lines.amount_total) order by position)
    from invoice_lines lines where lines.invoice_id = invoices.id)`.as('lines'),
] as const

/** Newest first; invoices to a dealer do not include those to its clients. */
export function list(db: Db, dealer: number | undefined, most: number, kind?: InvoiceKind): Promise<Invoice[]> {
  const all = db.selectFrom('invoices').select(columns).orderBy('month', 'desc').orderBy('number', 'desc').limit(most)
  const own = dealer === undefined ? all : all.where('dealerId', '=', dealer).where('kind', '<>', 'client')
  const rows = kind === undefined ? own : own.where('kind', '=', kind)
  return rows.execute() as unknown as Promise<Invoice[]>
}

export const findForUpdate = (db: Db, id: string, dealer?: number): Promise<Invoice | undefined> => {
  const one = db.selectFrom('invoices').select(columns).where('id', '=', id).forUpdate()
  const own = dealer === undefined ? one : one.where('dealerId', '=', dealer)
  return own.executeTakeFirst() as Promise<Invoice | undefined>
}

export const saveStatus = (db: Db, { id, status, paidAt }: Pick<Invoice, 'id' | 'status' | 'paidAt'>) =>
  db.updateTable('invoices').set({ status, paidAt }).where('id', '=', id).execute()

const payments = (db: Db) =>
  db
    .selectFrom('invoicePayments')
    .select(['id', 'invoiceId', 'processor', 'livemode', 'sessionId', 'url', 'status', 'paymentId'])
    .select(['createdAt', 'expiresAt', 'nextLookAt as nextCheckAt', 'email', 'lang', 'returnUrl'])
    .select(['keepsCard', 'isCharge'])
    .select((eb) =>
      eb
        .selectFrom('purchases')
        .select('purchases.accountId')
        .whereRef('purchases.invoiceId', '=', 'invoicePayments.invoiceId')
        .as('accountId'),
    )

export const findPayment = (db: Db, id: string): Promise<Payment | undefined> =>
  payments(db).where('id', '=', id).executeTakeFirst() as Promise<Payment | undefined>

export const findOpenPayment = (db: Db, invoice: string): Promise<Payment | undefined> =>
  payments(db).where('invoiceId', '=', invoice).where('status', '=', 'open').executeTakeFirst() as Promise<
    Payment | undefined
  >

/** Whether a charge to the holder's card waits for its answer. */
export const isBeingCharged = async (
  db: Db,
  holder: { readonly dealer: number } | { readonly account: number },
): Promise<boolean> =>
  (await firstRow(db)`
    select from invoice_payments
      join invoices on invoices.id = invoice_payments.invoice_id
      left join purchases on purchases.invoice_id = invoices.id
    where is_charge and invoice_payments.status = 'open' and next_look_at is not null
      and ${
        'dealer' in holder
          ? sql`invoices.dealer_id = ${holder.dealer} and invoices.kind <> 'client'`
          : sql`purchases.account_id = ${holder.account} and invoices.kind = 'client'`
      }
    limit 1`) !== undefined

export const isPaymentUsed = async (db: Db, { id, processor, paymentId }: Payment): Promise<boolean> =>
  (await db
    .selectFrom('invoicePayments')
    .select('id')
    .where('processor', '=', processor)
    .where('paymentId', '=', paymentId)
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined

export async function insertPayment(db: Db, payment: Payment): Promise<Payment> {
  const { nextCheckAt, accountId: _, ...rest } = payment
  await db
    .insertInto('invoicePayments')
    .values({ ...rest, nextLookAt: nextCheckAt })
    .execute()
  return payment
}

export const savePayment = (
  db: Db,
  { id, sessionId, url, status, paymentId, nextCheckAt: nextLookAt, email, lang, returnUrl, keepsCard }: Payment,
) =>
  db
    .updateTable('invoicePayments')
    .set({ sessionId, url, status, paymentId, nextLookAt, email, lang, returnUrl, keepsCard })
    .where('id', '=', id)
    .execute()

export const listDuePayments = (db: Db, now: Date, most: number): Promise<Payment[]> =>
  payments(db).where('nextLookAt', '<=', now).orderBy('nextLookAt').limit(most).execute() as Promise<Payment[]>

export const firstCheck = sql`select min(next_look_at) from invoice_payments`

/** Without the checks of pages that are merely open. */
export const firstEnd = async (db: Db): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('invoicePayments')
      .select(
        sql<Date | null>`min(case when status = 'open' and not is_charge then greatest(next_look_at, expires_at)
          else next_look_at end)`.as('at'),
      )
      .where('nextLookAt', 'is not', null)
      .executeTakeFirst()
  )?.at ?? undefined

/** Whom an invoice goes to. */
export const findDealer = (db: Db, dealer: number) =>
  db
    .selectFrom('dealers')
    .innerJoin('companies', 'companies.dealerId', 'dealers.id')
    .innerJoin('paymentInfos', 'paymentInfos.dealerId', 'dealers.id')
    .select(['companies.name', 'paymentInfos.email', 'paymentInfos.autoSendInvoice', 'paymentInfos.autoCharge'])
    .where('dealers.id', '=', dealer)
    .executeTakeFirstOrThrow()

/** The access token that a link to the portal depends on. */
export const findToken = (db: Db, id: string) =>
  db
    .selectFrom('accessTokens')
    .select(['dealerId', 'level', 'expiresAt', 'revokedAt'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A member of staff who is neither removed nor disabled. */
export const findPerson = (db: Db, id: string) =>
  db
    .selectFrom('staff')
    .select(['dealerId', 'role'])
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .where('removedAt', 'is', null)
    .executeTakeFirst()

export const listEndpoints = (db: Db) => db.selectFrom('platformEndpoints').selectAll().execute()
export type Endpoint = Awaited<ReturnType<typeof listEndpoints>>[number]

/** False: another process was faster. */
export const insertEndpoint = async (db: Db, endpoint: Endpoint): Promise<boolean> =>
  (await db
    .insertInto('platformEndpoints')
    .values(endpoint)
    .onConflict((oc) => oc.doNothing())
    .returning('webhookId')
    .executeTakeFirst()) !== undefined
