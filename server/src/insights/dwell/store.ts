import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Seen, seesUnit } from '#kernel/sight.ts'
import type { Span } from '#kernel/time/zone.ts'
import type { Oldest } from '../projections/actions.ts'
import type { Carrier, Share, Station } from './report.ts'
import type { Stay } from './stay.ts'

/** Recomputed stays of one unit: those settled from `from` on, and before `metAt` if the run stopped there. */
export interface Recomputed {
  readonly unitId: number
  readonly from: number
  readonly metAt: number | undefined
  readonly stays: readonly Stay[]
}

export async function save(db: Db, recomputed: readonly Recomputed[]): Promise<void> {
  const rows = JSON.stringify(
    recomputed.flatMap(({ unitId, stays }) =>
      stays.map(({ gatewayId, t0, t1, settled }) => ({ unit_id: unitId, gateway_id: gatewayId, t0, t1, settled })),
    ),
  )
  const fresh = sql`jsonb_to_recordset(${rows}::jsonb)
    as fresh (unit_id bigint, t0 float8, t1 float8, gateway_id bigint, settled float8)`
  await sql`
    delete from stays using unnest(${recomputed.map(({ unitId }) => unitId)}::bigint[],
      ${recomputed.map(({ from }) => from)}::float8[], ${recomputed.map(({ metAt }) => metAt ?? null)}::float8[])
      as run (unit_id, t0, t1)
    where stays.unit_id = run.unit_id
      and (stays.settled >= run.t0 and (run.t1 is null or stays.settled < run.t1)
        or stays.settled is null and run.t1 is null)
      and not exists (select from ${fresh} where fresh.unit_id = stays.unit_id and fresh.t0 = stays.t0)`.execute(db)
  await sql`
    insert into stays (unit_id, t0, t1, gateway_id, settled)
    select unit_id, t0, t1, gateway_id, settled from ${fresh}
    on conflict (unit_id, t0) do update set t1 = excluded.t1, gateway_id = excluded.gateway_id, settled = excluded.settled`.execute(
    db,
  )
}

export async function removeForgotten(db: Db, oldest: readonly Oldest[], most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from stays where ctid = any(array(
      select known.ctid from stays as known
      join unnest(${oldest.map(({ unitId }) => unitId)}::bigint[], ${oldest.map(({ t }) => t)}::float8[]) as one (unit_id, t)
        on known.unit_id = one.unit_id and known.t1 < one.t limit ${most}))`.execute(db)
  return Number(numAffectedRows)
}

export interface CarrierFilter {
  readonly accountId: number
  readonly seen: Seen
  readonly category: string | undefined
  readonly labelId: string | undefined
}

/** The assets of a client, in the order of their names. */
export const listCarriers = (db: Db, { accountId, seen, category, labelId }: CarrierFilter) => rowsOf<Carrier>(db)`
    select id, name, category, (
      select coalesce(json_agg(label_id), '[]') from label_units where unit_id = units.id) as label_ids
    from units
    where account_id = ${accountId} and ${seesUnit(seen)} and type = 'asset'
      ${category === undefined ? sql`` : sql`and category = ${category}`}
      ${
        labelId === undefined
          ? sql``
          : sql`and exists (select from label_units where unit_id = units.id and label_id = ${labelId})`
      }
    order by lower(name), id`

/** Names of gateways, and where each hangs or stands. */
export interface GatewayPlace {
  readonly id: number
  readonly name: string
  readonly room: string | null
  readonly floorId: string | null
  readonly floor: string | null
  readonly buildingId: string | null
  readonly building: string | null
  readonly lat: number | null
  readonly lon: number | null
}

export const listGateways = (db: Db, accountId: number) => rowsOf<GatewayPlace>(db)`
    select units.id, units.name, room, floors.id as floor_id, floors.name as floor, buildings.id as building_id,
      buildings.name as building, latitude as lat, longitude as lon
    from units left join gateway_spots on gateway_spots.unit_id = units.id left join floors on floors.id = floor_id
    left join buildings on buildings.id = building_id left join anchors on anchors.unit_id = units.id
    where units.account_id = ${accountId} and units.type = 'gateway' order by lower(units.name), units.id`

/**
 * How long each asset was at each place on each day, and how often it came: the stays of the sensors that it carried,
 * while it carried them. Without stations each gateway is a place.
 */
export async function sumUp(
  db: Db,
  assetIds: readonly number[],
  days: readonly Span[],
  stations: readonly Station[] | undefined,
): Promise<Share[]> {
  const from = days[0]?.from ?? 0
  const to = days.at(-1)?.to ?? 0
  const [place, joined, t0, t1] = stations
    ? [
        sql`station.place`,
        sql`join unnest(${stations.map((one) => one.gatewayId)}::bigint[], ${stations.map((one) => one.place)}::text[],
          ${stations.map((one) => one.from)}::float8[], ${stations.map((one) => one.to)}::float8[])
          as station (gateway_id, place, t0, t1) on station.gateway_id = stays.gateway_id
          and station.t0 < stays.t1 and station.t1 > stays.t0`,
        sql`station.t0`,
        sql`station.t1`,
      ]
    : [sql`stays.gateway_id::text`, sql``, sql`stays.t0`, sql`stays.t1`]
  return (
    await rowsOf<Share>(db)`
    with spent as materialized (
      select link.asset_id, ${place} as place, greatest(stays.t0, link.since, ${t0}, ${from}::float8) as t0,
        least(stays.t1, link.until, ${t1}, ${to}::float8) as t1
      from asset_links link join stays on stays.unit_id = link.sensor_id and stays.t1 > link.since
        and stays.t0 < coalesce(link.until, 'infinity') and stays.t1 > ${from} and stays.t0 < ${to} ${joined}
      where link.asset_id = any(${[...assetIds]}::bigint[]))
    select asset_id, place, day.index::integer as day, sum(least(spent.t1, day.t1) - greatest(spent.t0, day.t0)) as seconds,
      (count(*) filter (where spent.t0 >= day.t0))::integer as stays
    from spent join unnest(${days.map((day) => day.from)}::float8[], ${days.map((day) => day.to)}::float8[])
      with ordinality as day (t0, t1, index) on day.t0 < spent.t1 and day.t1 > spent.t0
    where spent.t1 > spent.t0 group by 1, 2, 3 order by 1, 2, 3`
  ).map((row) => ({ ...row, day: row.day - 1 }))
}

export interface AssetStay extends Stay {
  readonly sensorId: number
  /** Null: it was deleted. */
  readonly gateway: string | null
}

/** An asset's stays that overlap a period, in chronological order. */
export const listOf = (
  db: Db,
  accountId: number,
  assetId: number,
  { from, to }: { readonly from: number; readonly to: number },
  most: number | null,
) => rowsOf<AssetStay>(db)`
    select greatest(stays.t0, link.since) as t0, least(stays.t1, link.until) as t1, stays.gateway_id, link.sensor_id,
      gateway.name as gateway, case when link.until < stays.t1 then link.until else stays.settled end as settled
    from asset_links link join stays on stays.unit_id = link.sensor_id and stays.t1 >= link.since
      and stays.t0 < coalesce(link.until, 'infinity')
    join units asset on asset.id = link.asset_id
    left join units gateway on gateway.id = stays.gateway_id and gateway.account_id = asset.account_id
    where link.asset_id = ${assetId} and asset.account_id = ${accountId} and stays.t1 >= ${from} and stays.t0 < ${to}
    order by 1 limit ${most}`
