import { sql } from 'kysely'
import { bookedQuota } from '#billing/prices/booked.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Point } from './detection.ts'

export interface BeaconRow {
  readonly id: number
  readonly type: 'gateway' | 'sensor' | 'asset'
  readonly ident: string
  readonly name: string
  readonly hwId: number
  readonly deviceLink: number | null
  readonly messageParams: readonly string[]
}

/** The gateways, sensors and assets of an account. */
export const listUnits = (db: Db, accountId: number): Promise<BeaconRow[]> =>
  db
    .selectFrom('units')
    .select(['id', 'type', 'ident', 'name', 'hwId', 'deviceLink', 'messageParams'])
    .where('accountId', '=', accountId)
    .where('type', 'is not', null)
    .execute() as unknown as Promise<BeaconRow[]>

export const listUnwanted = async (db: Db, accountId: number): Promise<string[]> =>
  (await db.selectFrom('unwantedTags').select('ident').where('accountId', '=', accountId).execute()).map(
    ({ ident }) => ident,
  )

export const listAnchors = (db: Db, accountId: number): Promise<(Point & { readonly unitId: number })[]> =>
  db
    .selectFrom('anchors')
    .innerJoin('units', 'units.id', 'anchors.unitId')
    .select(['unitId', 'latitude', 'longitude'])
    .where('accountId', '=', accountId)
    .execute()

export const findAnchor = (db: Db, unitId: number): Promise<Point | undefined> =>
  db.selectFrom('anchors').select(['latitude', 'longitude']).where('unitId', '=', unitId).executeTakeFirst()

export const saveAnchor = (db: Db, unitId: number, { latitude, longitude }: Point) =>
  db
    .insertInto('anchors')
    .values({ unitId, latitude, longitude })
    .onConflict((oc) => oc.column('unitId').doUpdateSet({ latitude, longitude }))
    .execute()

export const removeAnchor = (db: Db, unitId: number) => db.deleteFrom('anchors').where('unitId', '=', unitId).execute()

/** From now on the asset has this sensor; null: none. */
export async function saveLink(db: Db, assetId: number, sensorId: number | null, now: number): Promise<void> {
  await sql`update asset_links set until = ${now} where asset_id = ${assetId} and until is null`.execute(db)
  if (sensorId === null) return
  await sql`
    insert into asset_links (asset_id, sensor_id, since) values (${assetId}, ${sensorId}, ${now})
    on conflict (asset_id, since) do update set sensor_id = excluded.sensor_id, until = null`.execute(db)
}

/** Notifies the gateways, which cache the beacons of an account. */
export const announce = (db: Db, accountId: number) => sql`select pg_notify('tags', ${String(accountId)})`.execute(db)

export interface SensorQuota {
  readonly used: number
  readonly limit: number
  /** Whether its dealer has had an event about it since then. */
  readonly isReported: boolean
}

export const findSensorQuota = (
  db: Db,
  dealer: number,
  accountId: number,
  app: string,
  since: Date,
  now: Date,
) => firstRow<SensorQuota>(db)`
    select coalesce(used, 0) as used, coalesce(
        (client_plans.quotas ->> 'sensor')::integer + ${bookedQuota(sql`'sensor'`, now)}, 0) as limit, exists (
      select from events where events.dealer_id = ${dealer} and events.account_id = ${accountId}
        and type = 'quota.exceeded' and at > ${since} and data ->> 'quota' = 'sensor') as is_reported
    from accounts left join client_plans on client_plans.id = client_plan_id
    left join unit_usage on unit_usage.account_id = accounts.id and unit_usage.app_id = ${app} and quota = 'sensor'
    where accounts.id = ${accountId} and accounts.dealer_id = ${dealer}`
