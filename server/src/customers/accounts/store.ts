import { type SelectQueryBuilder, sql } from 'kysely'
import { bookedQuota } from '#billing/prices/booked.ts'
import type { Account, AccountUse, PaymentState } from '#identity/access/account.ts'
import { likePattern, type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import { fleetApp, tagsApp } from '#kernel/applications.ts'
import type { Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import { statement } from '#kernel/db/statement.ts'
import type { DB } from '#kernel/db/tables.ts'
import type { Db } from '#kernel/db/transaction.ts'

const columns = [
  'accounts.id',
  'accounts.dealerId',
  'accounts.clientPlanId',
  'accounts.title',
  'accounts.description',
  'accounts.type',
  'accounts.linkApp',
  'accounts.regApps',
  'accounts.serviceApps',
  'accounts.ack',
  'accounts.isAttached',
  'accounts.attachedAt',
  'accounts.addedAt',
  'accounts.blocked',
  'accounts.blockedBy',
  'accounts.blockedAt',
  'accounts.blockedSince',
  'accounts.paymentExpectedAt',
  'accounts.paymentNotifyOffset',
  'accounts.blockOffset',
  'accounts.useFleetLifecycle',
  'accounts.createdAt',
  'accounts.updatedAt',
] as const

export interface AccountFilter {
  readonly ids?: readonly number[] | undefined
  readonly appId?: string | undefined
  readonly isAttached?: boolean | undefined
  readonly isActivated?: boolean | undefined
  readonly blocked?: boolean | undefined
  readonly q?: string | undefined
  readonly planIds?: readonly string[] | undefined
  readonly payment?: PaymentState | undefined
}

const appsOf = (apps: readonly string[]) => sql<boolean>`accounts.reg_apps && ${apps}::uuid[]`

const visible = (db: Db, { dealer, apps }: Scope) =>
  db.selectFrom('accounts').where('accounts.dealerId', '=', dealer).where(appsOf(apps))

const subscriptions = (now: Date) =>
  sql<Record<string, string>>`coalesce((
    select jsonb_object_agg(app_id, id) from subscriptions
    where account_id = accounts.id and active and expires_at > ${now}), '{}')`.as('subscriptions')

const findStatement = statement((db, { dealer, apps, id, now }: Scope & { id: number; now: Date }) =>
  visible(db, { dealer, apps }).select(columns).select(subscriptions(now)).where('accounts.id', '=', id),
)
export const find = async (db: Db, { dealer, apps }: Scope, id: number, now: Date): Promise<Account | undefined> =>
  (await findStatement(db, { dealer, apps, id, now }))[0] as Account | undefined

export const findForUpdate = (db: Db, scope: Scope, id: number, now: Date): Promise<Account | undefined> =>
  visible(db, scope)
    .select(columns)
    .select(subscriptions(now))
    .where('accounts.id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<Account | undefined>

const id = sql.ref('accounts.id')
const column = (name: string) => sql.ref(`accounts.${name}`)
const epoch = sql.lit('epoch')
export const sorts: Sorts = {
  id: { column: id, type: 'number', of: (account: Account) => account.id },
  title: { column: column('title'), type: 'string', of: (account: Account) => account.title },
  description: {
    column: column('description'),
    type: 'string',
    of: (account: Account) => account.description,
  },
  is_attached: { column: column('is_attached'), type: 'boolean', of: (account: Account) => account.isAttached },
  blocked: { column: column('blocked'), type: 'boolean', of: (account: Account) => account.blocked },
  ack: {
    column: sql`coalesce(${column('ack')}, ${epoch})`,
    type: 'string',
    of: (account: Account) => (account.ack ?? new Date(0)).toISOString(),
  },
  created_at: {
    column: column('created_at'),
    type: 'string',
    of: (account: Account) => account.createdAt.toISOString(),
  },
  updated_at: {
    column: column('updated_at'),
    type: 'string',
    of: (account: Account) => account.updatedAt.toISOString(),
  },
  // Accounts without a due date come last.
  payment_expected_at: {
    column: sql`coalesce(${column('payment_expected_at')}, 'infinity')`,
    type: 'string',
    of: (account: Account) => account.paymentExpectedAt?.toISOString() ?? 'infinity',
  },
  added_time: { column: column('added_at'), type: 'string', of: (account: Account) => account.addedAt.toISOString() },
}

export function list(db: Db, scope: Scope, filter: AccountFilter, page: Page, now: Date): Promise<Account[]> {
  const { where, order, limit } = pageClauses(page, id)
  return narrow(visible(db, scope), scope, filter, now)
    .select(columns)
    .select(subscriptions(now))
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute() as unknown as Promise<Account[]>
}

export async function count(db: Db, scope: Scope, filter: AccountFilter, now: Date): Promise<number> {
  const row = await narrow(visible(db, scope), scope, filter, now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** The offset in effect for an account: its own, or its plan's if the plan has a period. */
const offset = (name: 'payment_notify_offset' | 'block_offset') => sql`(
  case when accounts.use_fleet_lifecycle then ${column(name)} else (
    select (lifecycle ->> ${sql.lit(name)})::integer from client_plans
    where client_plans.id = accounts.client_plan_id and (lifecycle ->> 'payment_period') is not null) end
  * interval '24 hours')`

const soonDays = 7

function inPayment(state: PaymentState, now: Date) {
  const due = column('payment_expected_at')
  if (state === 'overdue') return sql<boolean>`accounts.ack is not null and ${due} <= ${now}`
  const open = sql`accounts.ack is not null and not accounts.blocked`
  if (state === 'notice') {
    return sql<boolean>`${open} and ${due} > ${now} and ${due} - ${offset('payment_notify_offset')} <= ${now}`
  }
  const weekAhead = new Date(now.getTime() + soonDays * 86_400_000)
  return sql<boolean>`${open} and (accounts.blocked_at <= ${weekAhead} or (
    ${due} + ${offset('block_offset')} <= ${weekAhead} and not exists (
      select from milestones where account_id = accounts.id and due_at = ${due} and kind = 'block')))`
}

function narrow<O>(query: SelectQueryBuilder<DB, 'accounts', O>, scope: Scope, filter: AccountFilter, now: Date) {
  let narrowed = query
  if (filter.ids) narrowed = narrowed.where('accounts.id', 'in', filter.ids)
  if (filter.appId !== undefined) narrowed = narrowed.where(appsOf([filter.appId]))
  if (filter.isAttached !== undefined) narrowed = narrowed.where('accounts.isAttached', '=', filter.isAttached)
  if (filter.isActivated !== undefined)
    narrowed = narrowed.where('accounts.ack', filter.isActivated ? 'is not' : 'is', null)
  if (filter.blocked !== undefined) narrowed = narrowed.where('accounts.blocked', '=', filter.blocked)
  if (filter.planIds) narrowed = narrowed.where('accounts.clientPlanId', 'in', filter.planIds)
  if (filter.payment) narrowed = narrowed.where(inPayment(filter.payment, now))
  if (filter.q !== undefined) {
    const pattern = likePattern(filter.q)
    // Scans the dealer's units once, not account by account.
    narrowed = narrowed.where(sql<boolean>`(
      accounts.title ilike ${pattern} or accounts.description ilike ${pattern} or exists (
        select from users where users.account_id = accounts.id and users.is_first
        and (users.name ilike ${pattern} or users.email ilike ${pattern}))
      or accounts.id in (
        select account_id from units where units.dealer_id = ${scope.dealer} and app_id = any(${[...scope.apps]}::uuid[])
        and (units.name ilike ${pattern} or units.ident ilike ${pattern})))`)
  }
  return narrowed
}

/** For the quota that its dealer's units count towards. */
const bookedUnits = (now: Date) =>
  sql<Record<string, number>>`case client_plans.app_id
    when ${fleetApp} then jsonb_build_object('unit', ${bookedQuota(sql`'unit'`, now)})
    when ${tagsApp} then jsonb_build_object('gateway', ${bookedQuota(sql`'gateway'`, now)})
    else '{}' end`

/** How much of their quotas accounts use, and when their clients were last active, for as many as a page shows. */
export const listUse = (db: Db, scope: Scope, ids: readonly number[], now: Date): Promise<AccountUse[]> =>
  visible(db, scope)
    .leftJoin('clientPlans', 'clientPlans.id', 'accounts.clientPlanId')
    .select('accounts.id')
    .select(bookedUnits(now).as('booked'))
    .select(
      sql<Record<string, number>>`coalesce((
        select jsonb_object_agg(quota, used) from (
          select quota, sum(used)::integer as used from unit_usage
          where account_id = accounts.id and app_id = any(${[...scope.apps]}::uuid[]) group by quota) taken), '{}')`.as(
        'used',
      ),
    )
    .select(sql<Date | null>`(select max(last_used_at) from sessions where account_id = accounts.id)`.as('lastSeenAt'))
    .where('accounts.id', 'in', ids)
    .orderBy('accounts.id')
    .execute()

const storedFields = (account: Account) => {
  const { subscriptions: _, ...row } = account
  return { ...row, regApps: [...row.regApps], serviceApps: [...row.serviceApps] }
}

export const insert = (db: Db, account: Account) => db.insertInto('accounts').values(storedFields(account)).execute()

export async function save(db: Db, account: Account): Promise<Account> {
  const { id: _, ...changed } = storedFields(account)
  await db.updateTable('accounts').set(changed).where('id', '=', account.id).execute()
  return account
}

/** Everything of the account, such as users and units, is deleted with it. */
export async function remove(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', accountId).execute()
  // Trackers of its units may be connected now, so every gateway checks them again.
  await sql`select pg_notify('units', '')`.execute(db)
}

export async function countUnits(db: Db, accountId: number, app: string, quota: string): Promise<number> {
  const row = await db
    .selectFrom('unitUsage')
    .select('used')
    .where('accountId', '=', accountId)
    .where('appId', '=', app)
    .where('quota', '=', quota)
    .executeTakeFirst()
  return row?.used ?? 0
}

export const unitAppsInUse = async (db: Db, accountId: number): Promise<readonly string[]> =>
  (await db.selectFrom('units').select('appId').distinct().where('accountId', '=', accountId).execute()).map(
    (row) => row.appId,
  )

/** Blocks due accounts, a batch at a time; concurrent workers find the rows done or locked. */
export const blockDue = (db: Db, now: Date, most: number) => rowsOf<{ id: number; dealerId: number }>(db)`
    update accounts set blocked = true, blocked_by = 'schedule', blocked_since = ${now}, updated_at = ${now}
    where id in (
      select id from accounts where blocked_at <= ${now} and not blocked order by blocked_at limit ${most} for update skip locked)
    returning id, dealer_id`

export const nextBlock = sql`
    select blocked_at from accounts where blocked_at is not null and not blocked order by blocked_at limit 1`
