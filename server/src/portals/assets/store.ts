import { sql } from 'kysely'
import { likePattern, type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Seen, seesUnit } from '#kernel/sight.ts'
import type { CategoryCount, Kind, Thing } from './asset.ts'

const id = sql.ref('units.id')
export const sorts: Sorts = {
  id: { column: id, type: 'number', of: (thing: Thing) => thing.id },
  name: { column: sql.ref('units.name'), type: 'string', of: (thing: Thing) => thing.name },
}

export interface ThingFilter {
  readonly accountId: number
  readonly seen: Seen
  readonly types: readonly Kind[]
  readonly ids: readonly number[] | undefined
  readonly q: string | undefined
  readonly category: string | undefined
  readonly labelId: string | undefined
  readonly gatewayId: number | undefined
  readonly floorId: string | undefined
  /** Floors are only for plans with their module. */
  readonly hasFloors: boolean
}

const number = (name: string, part = 'value') => sql`(parameters -> ${sql.lit(name)} ->> ${sql.lit(part)})::float8`

/** Where an account's items are, from their latest values and the floors of gateways. */
export async function list(db: Db, filter: ThingFilter, page: Page): Promise<Thing[]> {
  const { accountId, seen, types, ids, q, category, labelId, gatewayId, floorId, hasFloors } = filter
  const { where, order, limit } = pageClauses(page, id)
  const pattern = q === undefined ? undefined : likePattern(q)
  return rowsOf<Thing>(db)`
    select units.id, units.type, units.name, units.ident, units.description, units.category,
      units.device_link as sensor_id, units.linked_devices as asset_ids,
      ${number('battery.level')} as battery,
      (select coalesce(json_agg(label_id order by label_id), '[]') from label_units where unit_id = units.id) as label_ids,
      case when photo.unit_id is not null then json_build_object(
        'type', photo.type, 'width', photo.width, 'height', photo.height, 'version', photo.digest) end as photo,
      case when gateway.id is null then null else json_build_object(
        'gatewayId', gateway.id, 'gateway', gateway.name,
        'heardAt', case when units.type = 'gateway' then extract(epoch from last_active) else ${number('heard.timestamp')} end,
        'rssi', ${number('ble.rssi')},
        'position', case when parameters ? 'position' then json_build_object(
          'latitude', (parameters -> 'position' -> 'value' ->> 'latitude')::float8,
          'longitude', (parameters -> 'position' -> 'value' ->> 'longitude')::float8) end,
        'floor', case when floors.id is not null then json_build_object('id', floors.id, 'name', floors.name) end,
        'building', case when floors.id is not null then json_build_object('id', buildings.id, 'name', buildings.name) end,
        'room', coalesce(spot.room, '')) end as place
    from units left join (
      select * from telemetry where unit_id in (
        select id from units where account_id = ${accountId} and type = any(${[...types]}::text[]))) as telemetry
      on telemetry.unit_id = units.id
    left join units as gateway on gateway.account_id = units.account_id
      and gateway.id = case when units.type = 'gateway' then units.id else ${number('gateway.id')}::bigint end
    left join unit_photos as photo on photo.unit_id = units.id
    left join gateway_spots as spot on ${hasFloors} and spot.unit_id = gateway.id
    left join floors on floors.id = spot.floor_id left join buildings on buildings.id = floors.building_id
    where units.account_id = ${accountId} and ${seesUnit(seen)}
      and units.type = any(${[...types]}::text[])
      ${ids ? sql`and units.id = any(${[...ids]}::bigint[])` : sql``}
      ${pattern === undefined ? sql`` : sql`and (units.name ilike ${pattern} or units.ident ilike ${pattern})`}
      ${category === undefined ? sql`` : sql`and units.category = ${category}`}
      ${gatewayId === undefined ? sql`` : sql`and gateway.id = ${gatewayId}`}
      ${floorId === undefined ? sql`` : sql`and floors.id = ${floorId}`}
      ${
        labelId === undefined
          ? sql``
          : sql`and exists (select from label_units where unit_id = units.id and label_id = ${labelId})`
      }
      and ${where} order by ${order} limit ${limit}`
}

export const countCategories = (db: Db, accountId: number, seen: Seen) => rowsOf<CategoryCount>(db)`
    select category, count(*)::integer as count from units
    where account_id = ${accountId} and ${seesUnit(seen)} and type = 'asset'
    group by category order by category is null, count desc, category`
