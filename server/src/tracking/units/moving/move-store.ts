import { sql } from 'kysely'
import type { AppId } from '#kernel/applications.ts'
import type { Scope } from '#kernel/context.ts'
import { listBelongings } from '#kernel/db/belongings.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { accountQuota } from '../store.ts'
import { quotaNameOf, type Unit } from '../unit.ts'

const all = sql`true`
/** Projections that describe the unit; the others belong to an account (insights/projections). */
export const unitsOwn = ['trips', 'sensors'] as const
const ofUnit = sql`follower = any(${[...unitsOwn]}::text[])`

/** What describes the unit, its vehicle and its tracker. All other rows belong to the account that it leaves. */
export const following: Readonly<Record<string, ReturnType<typeof sql>>> = {
  addresses: all,
  counter_settings: all,
  followed_checkpoints: ofUnit,
  followed_units: ofUnit,
  // Fields that the client has added are its own.
  own_field_values: sql`field_id in (select id from own_fields where account_id is null)`,
  quiet_units: all,
  redecodings: all,
  service_visits: all,
  services: all,
  trips: all,
  unit_connections: all,
  unit_networks: all,
  unit_photos: all,
  unit_renewals: sql`applied_at is not null`,
  unit_sensors: all,
  unit_terms: all,
  unit_watch: all,
  vehicle_document_files: all,
  vehicle_documents: all,
  vehicles: all,
}

export async function leaveBehind(db: Db, unitId: number): Promise<void> {
  for (const { table, ways } of (await listBelongings(db, 'units', unitId)).toReversed()) {
    const stays = sql`(${following[table] ?? sql`false`}) is not true`
    for (const way of ways) await sql`delete from ${sql.raw(`"${table}"`)} where ${way} and ${stays}`.execute(db)
  }
}

/** Locks both in a fixed order; returns the applications of the second. */
export const holdAccounts = async (db: Db, { dealer, apps }: Scope, unitId: number, accountId: number) =>
  (
    await rowsOf<{ id: number; regApps: AppId[] }>(db)`
    select id, reg_apps from accounts where dealer_id = ${dealer} and (
      id = (select account_id from units where id = ${unitId}) or (id = ${accountId} and reg_apps && ${[...apps]}::uuid[]))
    order by id for update`
  ).find(({ id }) => id === accountId)

export interface Moved {
  readonly used: number
  readonly quota: number
}

/** Undefined: the plan of the account has no room. Links and notes of the former client stay behind. */
export async function move(db: Db, scope: Scope, unit: Unit, accountId: number, now: Date): Promise<Moved | undefined> {
  const quotaName = quotaNameOf(unit)
  const { dealer, apps } = scope
  return firstRow<Moved>(db)`
    with account_quota as (${accountQuota({ dealer, apps, accountId, app: unit.appId, quotaName, now })}),
    place as (
      insert into unit_usage (account_id, app_id, quota, used)
      select account_quota.id, ${unit.appId}::uuid, ${quotaName}::text, 1 from account_quota where quota >= 1
      on conflict (account_id, app_id, quota) do update set used = unit_usage.used + 1
        where unit_usage.used < (select quota from account_quota)
      returning account_id, used),
    freed as (
      update unit_usage set used = used - 1 where account_id = ${unit.accountId} and app_id = ${unit.appId}::uuid
        and quota = ${quotaName}::text and exists (select from place)),
    moved as (
      update units set account_id = place.account_id, joined_at = ${now}::timestamptz, moved_at = ${now}::timestamptz, updated_at = ${now}::timestamptz,
        extra_data = '[]', tokens = '{}', linked_devices = '{}', category = null
      from place where units.id = ${unit.id} returning units.id)
    select used, quota from place, account_quota, moved`
}

/** Settings of its tracker that lists do not show. */
export const findSettings = (db: Db, unitId: number) =>
  db
    .selectFrom('units')
    .select(['passwordSealed', 'protocolSettings', 'sourceNetworks'])
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()

export type Settings = Awaited<ReturnType<typeof findSettings>>

/** `passwordSealed`: sealed for this unit. It comes from another account, so nothing was set up. */
export async function copySettings(db: Db, unitId: number, from: Unit, given: Settings, now: Date): Promise<void> {
  const { messagesTtl, messagesRotate, bType, completed, gwType } = from
  const protocolSettings = given.protocolSettings === null ? null : JSON.stringify(given.protocolSettings)
  await db
    .updateTable('units')
    .set({ ...given, protocolSettings, messagesTtl, messagesRotate, bType, completed, gwType, joinedAt: now })
    .where('id', '=', unitId)
    .execute()
}
