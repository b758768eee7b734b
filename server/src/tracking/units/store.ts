import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { unitQuotaName } from '#billing/plans/plan.ts'
import { bookedQuota } from '#billing/prices/booked.ts'
import type { TermState } from '#billing/usage/unit-term.ts'
import type { Holder } from '#identity/access/access.ts'
import { likePattern, type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { AppId } from '#kernel/applications.ts'
import { auditRow, type Change } from '#kernel/audit/actions.ts'
import type { Actor, Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import { statement } from '#kernel/db/statement.ts'
import type { DB } from '#kernel/db/tables.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type EventType, nearPercent } from '#kernel/outgoing-events/event.ts'
import { isKnown, knowsUnit, type Seen } from '#kernel/sight.ts'
import { quotaNameOf, type Unit } from './unit.ts'

export const columns = [
  'units.id',
  'units.dealerId',
  'units.accountId',
  'units.appId',
  'units.name',
  'units.ident',
  'units.description',
  'units.hwId',
  'units.tls',
  'units.messagesTtl',
  'units.messagesRotate',
  'units.extraData',
  'units.tokens',
  'units.bType',
  'units.completed',
  'units.type',
  'units.gwType',
  'units.technology',
  'units.deviceLink',
  'units.linkedDevices',
  'units.messageParams',
  'units.category',
  'units.createdAt',
  'units.updatedAt',
] as const

export interface UnitFilter {
  readonly ids?: readonly number[] | undefined
  readonly accountIds?: readonly number[] | undefined
  readonly appId?: string | undefined
  readonly isOfActivated?: boolean | undefined
  readonly isOfAttached?: boolean | undefined
  /** Connected ever, never, or not since a time. */
  readonly heard?: 'ever' | 'never' | { readonly notSince: Date } | undefined
  /** In this state of its term, or without a term. */
  readonly term?: TermState | 'none' | undefined
  readonly q?: string | undefined
}

const owned = (db: Db, scope: Scope) =>
  db.selectFrom('units').where('units.dealerId', '=', scope.dealer).where(knowsUnit(scope))

/** The time of the last data, which messages bring (docs/decisions/0121). */
const visible = (db: Db, scope: Scope) => owned(db, scope).leftJoin('unitHeard', 'unitHeard.unitId', 'units.id')

const findStatement = statement((db, { dealer, apps, id }: { dealer: number; apps: readonly AppId[]; id: number }) =>
  db
    .selectFrom('units')
    .leftJoin('unitHeard', 'unitHeard.unitId', 'units.id')
    .where('units.dealerId', '=', dealer)
    .where(sql<boolean>`units.app_id = any(${apps}::uuid[])`)
    .select(columns)
    .select('unitHeard.lastActive')
    .where('units.id', '=', id),
)
export const find = async (db: Db, { dealer, apps, sight }: Scope, id: number): Promise<Unit | undefined> => {
  const unit = (await findStatement(db, { dealer, apps, id }))[0] as Unit | undefined
  return unit && isKnown({ apps, sight }, unit) ? unit : undefined
}

/** The account, which decides who owns the unit. */
export type UnitAccount = { [K in keyof Holder as `account${Capitalize<K>}`]: Holder[K] }
const accountColumns = [
  'accounts.type as accountType',
  'accounts.ack as accountAck',
  'accounts.serviceApps as accountServiceApps',
  'accounts.blocked as accountBlocked',
] as const

export const findWithAccount = (db: Db, scope: Scope, id: number): Promise<(Unit & UnitAccount) | undefined> =>
  withAccount(db, scope).where('units.id', '=', id).executeTakeFirst() as Promise<(Unit & UnitAccount) | undefined>

/**
 * The account's row is locked too: it must not become its client's between the check and the change. It is locked
 * first, in the same order as deleting the account; the other way round would deadlock.
 */
export async function findForUpdate(db: Db, scope: Scope, id: number): Promise<(Unit & UnitAccount) | undefined> {
  await sql`
    select from accounts
    where id = (select account_id from units where id = ${id} and dealer_id = ${scope.dealer}) for update`.execute(db)
  const unit = await withAccount(db, scope).where('units.id', '=', id).forUpdate('units').executeTakeFirst()
  return unit as (Unit & UnitAccount) | undefined
}

const withAccount = (db: Db, scope: Scope) =>
  visible(db, scope)
    .innerJoin('accounts', 'accounts.id', 'units.accountId')
    .select([...columns, 'unitHeard.lastActive', ...accountColumns])

const id = sql.ref('units.id')
const column = (name: string) => sql.ref(`units.${name}`)
export const sorts: Sorts = {
  id: { column: id, type: 'number', of: (unit: Unit) => unit.id },
  name: { column: column('name'), type: 'string', of: (unit: Unit) => unit.name },
  ident: { column: column('ident'), type: 'string', of: (unit: Unit) => unit.ident },
  description: { column: column('description'), type: 'string', of: (unit: Unit) => unit.description },
  app_id: { column: column('app_id'), type: 'string', of: (unit: Unit) => unit.appId },
  messages_ttl: { column: column('messages_ttl'), type: 'number', of: (unit: Unit) => unit.messagesTtl },
  messages_rotate: { column: column('messages_rotate'), type: 'number', of: (unit: Unit) => unit.messagesRotate },
  account_id: { column: column('account_id'), type: 'number', of: (unit: Unit) => unit.accountId },
  hw_id: { column: column('hw_id'), type: 'number', of: (unit: Unit) => unit.hwId },
  last_active: {
    column: sql`coalesce(unit_heard.last_active, 'epoch')`,
    type: 'string',
    of: (unit: Unit) => (unit.lastActive ?? new Date(0)).toISOString(),
  },
  created_at: { column: column('created_at'), type: 'string', of: (unit: Unit) => unit.createdAt.toISOString() },
  updated_at: { column: column('updated_at'), type: 'string', of: (unit: Unit) => unit.updatedAt.toISOString() },
}

export function list(db: Db, scope: Scope, filter: UnitFilter, page: Page): Promise<Unit[]> {
  const { where, order, limit } = pageClauses(page, id)
  return narrow(owned(db, scope), filter)
    .leftJoin('unitHeard', 'unitHeard.unitId', 'units.id')
    .select(columns)
    .select('unitHeard.lastActive')
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute() as unknown as Promise<Unit[]>
}

/** Checks unit by unit which have connected: with a join PostgreSQL would read those of all dealers. */
export function count(db: Db, scope: Scope, filter: UnitFilter): Promise<{ all: number; active: number }> {
  const connected = sql<number>`count(*) filter (where exists (select from unit_heard where unit_heard.unit_id = units.id))`
  return narrow(owned(db, scope), filter)
    .select((eb) => [eb.fn.countAll<number>().as('all'), connected.as('active')])
    .executeTakeFirstOrThrow()
}

function narrow<O>(query: SelectQueryBuilder<DB, 'units', O>, filter: UnitFilter) {
  let narrowed = query
  if (filter.ids) narrowed = narrowed.where('units.id', 'in', filter.ids)
  if (filter.accountIds) narrowed = narrowed.where('units.accountId', 'in', filter.accountIds)
  if (filter.appId !== undefined) narrowed = narrowed.where('units.appId', '=', filter.appId)
  if (filter.isOfActivated !== undefined) {
    narrowed = narrowed.where(ofAccount(filter.isOfActivated ? sql`ack is not null` : sql`ack is null`))
  }
  if (filter.isOfAttached !== undefined) narrowed = narrowed.where(ofAccount(sql`is_attached = ${filter.isOfAttached}`))
  if (filter.heard !== undefined) narrowed = narrowed.where(isHeard(filter.heard))
  if (filter.term !== undefined) narrowed = narrowed.where(hasTermIn(filter.term))
  if (filter.q !== undefined) {
    const pattern = likePattern(filter.q)
    narrowed = narrowed.where(
      sql<boolean>`(units.name ilike ${pattern} or units.ident ilike ${pattern} or units.description ilike ${pattern})`,
    )
  }
  return narrowed
}

function isHeard(heard: NonNullable<UnitFilter['heard']>) {
  if (heard === 'never') return sql<boolean>`not exists (select from unit_heard where unit_heard.unit_id = units.id)`
  const since = heard === 'ever' ? sql`` : sql`and unit_heard.last_active < ${heard.notSince}`
  return sql<boolean>`exists (select from unit_heard where unit_heard.unit_id = units.id ${since})`
}

/** Tags and assets have no terms. */
const hasTermIn = (state: TermState | 'none') =>
  state === 'none'
    ? sql<boolean>`((units.type is null or units.type = 'gateway')
        and not exists (select from unit_terms where unit_terms.unit_id = units.id))`
    : sql<boolean>`exists (select from unit_terms where unit_terms.unit_id = units.id and state = ${state})`

const ofAccount = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from accounts where accounts.id = units.account_id and ${condition})`

export interface AccountQuota {
  readonly id: number
  readonly regApps: readonly AppId[]
  /** How many units the account may have in the application: by its client plan, or by its subscription. */
  readonly quota: number
}

interface QuotaQuery extends Scope {
  readonly accountId: number
  /** Null: an unknown application. */
  readonly app: AppId | null
  readonly quotaName: string
  readonly now: Date
}

/** How many units an account may have in an application. */
export const quotaOf = (quotaName: RawBuilder<unknown>, app: RawBuilder<unknown>, now: Date) => sql<number>`coalesce(
      (client_plans.quotas ->> ${quotaName})::integer + ${bookedQuota(quotaName, now)},
      (select (data ->> 'unit')::integer from subscription_plans
       where app_id = ${app} and name = coalesce(
         (select plan from subscriptions
          where account_id = accounts.id and app_id = ${app} and active and expires_at > ${now}::timestamptz limit 1),
         'free')),
      0)`

/** What creating a unit needs to know about its account. */
export const accountQuota = ({ dealer, apps, accountId, app, quotaName, now }: QuotaQuery) => sql<AccountQuota>`
    select accounts.id, accounts.reg_apps, ${quotaOf(sql`${quotaName}`, sql`${app}::uuid`, now)} as quota
    from accounts left join client_plans on client_plans.id = accounts.client_plan_id
    where accounts.id = ${accountId} and accounts.dealer_id = ${dealer} and accounts.reg_apps && ${apps}::uuid[]`

const findQuotaStatement = statement((_, query: QuotaQuery) => accountQuota(query))

export const findAccountQuota = async (
  db: Db,
  { dealer, apps }: Scope,
  accountId: number,
  app: AppId | null,
  now: Date,
  quotaName: string = app === null ? 'unit' : unitQuotaName(app),
): Promise<AccountQuota | undefined> =>
  (await findQuotaStatement(db, { dealer, apps, accountId, app, quotaName, now }))[0]

export interface NewUnitRow {
  readonly id: number
  readonly dealerId: number
  readonly accountId: number
  readonly appId: AppId
  readonly name: string
  readonly ident: string
  readonly description: string
  readonly hwId: number
  readonly type: Unit['type']
  readonly technology: string | null
  readonly category: string | null
  readonly createdAt: Date
}

const [created, near, exceeded] = ['unit.created', 'quota.near', 'quota.exceeded'] satisfies EventType[]

/**
 * Checks the account, uses its quota, adds the unit, the audit row and the events: one statement, so that two requests
 * for the last place meet in the counter's row and a creation costs one round trip. The account is locked before the
 * counter, in the same order as deleting it or its units; the other way round would deadlock.
 */
const insertStatement = statement((_, unit: QuotaQuery & NewUnitRow & ReturnType<typeof auditRow>) => {
  const { id, dealer, app, now } = unit
  return sql<Unit>`
    with account_quota as (${accountQuota(unit)} for share of accounts),
    place as (
      insert into unit_usage (account_id, app_id, quota, used)
      select account_quota.id, ${app}::uuid, ${unit.quotaName}::text, 1 from account_quota where quota >= 1 and ${app}::uuid = any(reg_apps)
      on conflict (account_id, app_id, quota) do update set used = unit_usage.used + 1
        where unit_usage.used < (select quota from account_quota)
      returning account_id, used),
    added as (
      insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, type, technology, category,
        created_at, updated_at)
      select ${id}::bigint, ${dealer}::bigint, account_id, ${app}::uuid, ${unit.name}::text, ${unit.ident}::text,
        ${unit.description}::text, ${unit.hwId}::integer, ${unit.type}::text, ${unit.technology}::text,
        ${unit.category}::text, ${now}::timestamptz, ${now}::timestamptz
      from place returning ${sql.join(columns.map((column) => sql.ref(column)))}),
    recorded as (
      insert into audit (dealer_id, account_id, at, actor_kind, actor_id, address, request_id, action, subject_id, after)
      select ${dealer}::bigint, account_id, ${now}::timestamptz, ${unit.actorKind}::text, ${unit.actorId}::text, ${unit.address}::text,
        ${unit.requestId}::text, ${unit.action}::text, ${unit.subjectId}::text, ${unit.after}::jsonb
      from added),
    told as (
      insert into events (dealer_id, account_id, type, at, data)
      select ${dealer}::bigint, account_id, ${created}::text, ${now}::timestamptz, jsonb_build_object(
        'account_id', account_id, 'unit_id', id, 'app_id', app_id, 'hw_id', hw_id) from added
      union all
      select ${dealer}::bigint, account_id, case when used >= quota then ${exceeded}::text else ${near}::text end,
        ${now}::timestamptz, jsonb_build_object(
        'account_id', account_id, 'app_id', ${app}::uuid, 'quota', ${unit.quotaName}::text, 'used', used, 'limit', quota)
      from place, account_quota where used >= quota or used = ceil(quota * ${nearPercent}::numeric / 100))
    select added.*, null::timestamptz as last_active from added`
})

/** Undefined: the account does not exist or lacks the application, or its quota is used up. */
export const insert = async (
  db: Db,
  { dealer, apps }: Scope,
  unit: NewUnitRow,
  actor: Actor,
  change: Change,
): Promise<Unit | undefined> => {
  const question = { dealer, apps, app: unit.appId, quotaName: quotaNameOf(unit), now: unit.createdAt }
  const values = { ...auditRow(actor, unit.createdAt, change), ...unit, ...question }
  return (await insertStatement(db, values))[0]
}

export interface UnitUpdate {
  /** As JSON. */
  readonly extraData?: string
  /** As JSON. */
  readonly tokens?: string
  readonly bType?: string | null
  readonly completed?: boolean | null
  readonly messagesTtl?: number
  readonly messagesRotate?: number
  readonly name?: string
  readonly ident?: string
  readonly description?: string
  readonly hwId?: number
  readonly passwordSealed?: Buffer
  readonly category?: string | null
  readonly gwType?: string | null
  readonly technology?: string
  readonly deviceLink?: number | null
  readonly linkedDevices?: number[]
}

export const save = (db: Db, unitId: number, update: UnitUpdate, now: Date): Promise<Omit<Unit, 'lastActive'>> =>
  db
    .updateTable('units')
    .set({ ...update, updatedAt: now })
    .where('id', '=', unitId)
    .returning(columns)
    .executeTakeFirstOrThrow() as unknown as Promise<Omit<Unit, 'lastActive'>>

export async function remove(db: Db, unit: Unit): Promise<void> {
  await db.deleteFrom('units').where('id', '=', unit.id).execute()
  await db
    .updateTable('unitUsage')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('accountId', '=', unit.accountId)
    .where('appId', '=', unit.appId)
    .where('quota', '=', quotaNameOf(unit))
    .execute()
}

export const listMiscounted = (db: Db) => rowsOf<{ accountId: number; appId: string; used: number; units: number }>(db)`
    select account_id, app_id, coalesce(unit_usage.used, 0) as used, coalesce(counted.units, 0) as units
    from unit_usage full join (
      select account_id, app_id, coalesce(type, 'unit') as quota, count(*) as units from units group by 1, 2, 3) as counted
      using (account_id, app_id, quota)
    where coalesce(unit_usage.used, 0) <> coalesce(counted.units, 0)
    order by account_id, app_id limit 100`

export const listModels = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('units').select('hwId').distinct().orderBy('hwId').execute()).map(({ hwId }) => hwId)

/** Any unit with a sealed password. */
export const findSealed = (db: Db) =>
  db
    .selectFrom('units')
    .select(['id', 'passwordSealed'])
    .where('passwordSealed', 'is not', null)
    .limit(1)
    .executeTakeFirst()

/** Notifies every gateway: they cache units for a few seconds. */
export const announceChange = (db: Db, unitId: number) => sql`select pg_notify('units', ${String(unitId)})`.execute(db)

export interface Usage {
  readonly appId: string
  /** `unit`, or the kind of units in tags_app. */
  readonly quota: string
  readonly units: number
  /** KiB of messages of the unit that has most. */
  readonly storageKib: number
}

export const usageOf = (db: Db, accountId: number, seen: Seen) => rowsOf<Usage>(db)`
    select app_id, coalesce(type, 'unit') as quota, count(*)::integer as units,
      ceil(coalesce(max(stored_bytes), 0) / 1024.0)::integer as storage_kib
    from units left join (
      select unit_id, stored_bytes from telemetry where unit_id in (select id from units where account_id = ${accountId})) as kept
      on kept.unit_id = units.id
    where account_id = ${accountId} and ${knowsUnit(seen)} group by 1, 2`

/** The owners of these units, among the units of some accounts. */
export const listUnitOwners = (db: Db, accountIds: readonly number[], unitIds: readonly number[] | undefined) => {
  const query = db
    .selectFrom('units')
    .select(['id', 'accountId', 'appId'])
    .where(sql<boolean>`account_id = any(${[...accountIds]}::bigint[])`)
  return (unitIds ? query.where(sql<boolean>`id = any(${[...unitIds]}::bigint[])`) : query).execute()
}

/** Notifies every gateway: the owner of a unit is part of what they cache. */
export async function move(db: Db, accountId: number, dealer: number, now: Date): Promise<void> {
  await db.updateTable('units').set({ dealerId: dealer, updatedAt: now }).where('accountId', '=', accountId).execute()
  await sql`select pg_notify('units', '')`.execute(db)
}
