/** The SQL of an import: each step is one statement, however many rows there are. */
import { sql } from 'kysely'
import type { AppId } from '#kernel/applications.ts'
import type { Scope } from '#kernel/context.ts'
import { countOf, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type NewUnitRow, quotaOf } from '../store.ts'

export interface ImportedRow extends NewUnitRow {
  /** As JSON. */
  readonly protocolSettings: string | null
}

/** The target of units: an account and one application. */
export interface Target {
  readonly accountId: number
  /** Null: an unknown application. */
  readonly app: AppId | null
  readonly quotaName: string
}

export interface ImportQuota extends Target {
  readonly dealerId: number
  readonly regApps: readonly AppId[]
  readonly type: 10 | null
  readonly quota: number
  readonly used: number
}

/**
 * Targets in accounts of this dealer. When locked, the accounts come first and their counters then, each in a fixed
 * order, as in creating a single unit: no deadlock, and the counts stay correct.
 */
export async function findQuotas(
  db: Db,
  { dealer, apps }: Scope,
  places: readonly Target[],
  now: Date,
  isHeld: boolean,
): Promise<ImportQuota[]> {
  const column = <K extends keyof Target>(key: K) => places.map((place) => place[key])
  const wanted = sql`
    unnest(${column('accountId')}::bigint[], ${column('app')}::uuid[], ${column('quotaName')}::text[])
      as place (account_id, app, quota_name)
    join accounts on accounts.id = place.account_id and accounts.dealer_id = ${dealer}
      and accounts.reg_apps && ${[...apps]}::uuid[]`
  if (isHeld) {
    await sql`
      select from accounts where id = any(${column('accountId')}::bigint[]) and dealer_id = ${dealer}
      order by id for share`.execute(db)
    await sql`
      insert into unit_usage (account_id, app_id, quota, used)
      select accounts.id, place.app, place.quota_name, 0 from ${wanted} where place.app = any(accounts.reg_apps)
      order by accounts.id, place.app
      on conflict (account_id, app_id, quota) do update set used = unit_usage.used`.execute(db)
  }
  return rowsOf<ImportQuota>(db)`
    select accounts.id as account_id, accounts.dealer_id, accounts.reg_apps, accounts.type, place.app, place.quota_name,
      coalesce(unit_usage.used, 0) as used, ${quotaOf(sql`place.quota_name`, sql`place.app`, now)} as quota
    from ${wanted}
    left join client_plans on client_plans.id = accounts.client_plan_id
    left join unit_usage on unit_usage.account_id = accounts.id and unit_usage.app_id = place.app
      and unit_usage.quota = place.quota_name`
}

export async function listTaken(db: Db, idents: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ident: string }>`
    select ident from units where ident = any(${[...idents]}::text[]) and (type is null or type = 'gateway')`.execute(
    db,
  )
  return rows.map(({ ident }) => ident)
}

/** The number of these idents that other dealers' units have. */
export async function countForeign(
  db: Db,
  dealer: number,
  idents: readonly string[],
  account?: number,
): Promise<number> {
  const isForeign = account === undefined ? sql`dealer_id <> ${dealer}` : sql`account_id <> ${account}`
  return countOf(db)`
    select count(*)::integer as count from units
    where ident = any(${[...idents]}::text[]) and (type is null or type = 'gateway') and ${isForeign}`
}

/** Returns how many were added: idents taken meanwhile are left out. Sorted by ident, so that two imports cannot deadlock. */
export async function insertAll(db: Db, units: readonly ImportedRow[]): Promise<number> {
  const column = <K extends keyof ImportedRow>(key: K) => units.map((unit) => unit[key])
  const { numAffectedRows } = await sql`
    insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, type, technology, created_at,
      updated_at, protocol_settings)
    select id, dealer_id, account_id, app_id, name, ident, description, hw_id, type, technology, created_at, created_at,
      protocol_settings
    from unnest(${column('id')}::bigint[], ${column('dealerId')}::bigint[], ${column('accountId')}::bigint[],
      ${column('appId')}::uuid[], ${column('name')}::text[], ${column('ident')}::text[], ${column('description')}::text[],
      ${column('hwId')}::integer[], ${column('type')}::text[], ${column('technology')}::text[],
      ${column('createdAt')}::timestamptz[], ${column('protocolSettings')}::jsonb[])
      as given (id, dealer_id, account_id, app_id, name, ident, description, hw_id, type, technology, created_at,
        protocol_settings)
    order by ident
    on conflict (ident) where type is null or type = 'gateway' do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function setUsed(db: Db, quotas: readonly ImportQuota[]): Promise<void> {
  await sql`
    update unit_usage set used = now.used
    from unnest(${quotas.map((one) => one.accountId)}::bigint[], ${quotas.map((one) => one.app)}::uuid[],
      ${quotas.map((one) => one.quotaName)}::text[], ${quotas.map((one) => one.used)}::integer[])
      as now (account_id, app_id, quota, used)
    where unit_usage.account_id = now.account_id and unit_usage.app_id = now.app_id and unit_usage.quota = now.quota`.execute(
    db,
  )
}
