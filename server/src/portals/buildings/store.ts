import { sql } from 'kysely'
import type { StoredPicture } from '#kernel/api/picture-body.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Seen, seesUnit } from '#kernel/sight.ts'
import type { Building, Floor, GatewaySpot, Spot } from './building.ts'

type FloorRow = Omit<Floor, 'gateways'>

/** Every query is limited to one account. */
const floorsOf = (accountId: number) => sql`
  select floors.id, building_id, floors.name, level, floors.created_at, floors.updated_at,
    case when floor_plans.floor_id is null then null else
      json_build_object('type', type, 'width', width, 'height', height, 'digest', digest) end as plan
  from floors join buildings on buildings.id = building_id left join floor_plans on floor_plans.floor_id = floors.id
  where account_id = ${accountId}`

async function withSpots(db: Db, { sight }: Seen, floors: readonly FloorRow[]): Promise<Floor[]> {
  const rows = await rowsOf<GatewaySpot & { floorId: string }>(db)`
    select unit_id, floor_id, x, y, room from gateway_spots
    where floor_id = any(${floors.map(({ id }) => id)}::uuid[])
      ${sight?.unitIds ? sql`and unit_id = any(${[...sight.unitIds]}::bigint[])` : sql``} order by unit_id`
  const byFloor = Map.groupBy(rows, ({ floorId }) => floorId)
  return floors.map((floor) => ({ ...floor, gateways: byFloor.get(floor.id) ?? [] }))
}

export async function list(db: Db, accountId: number, seen: Seen): Promise<Building[]> {
  const rows = await rowsOf<Omit<Building, 'floors'>>(db)`
    select * from buildings where account_id = ${accountId} order by lower(name)`
  const floors = await rowsOf<FloorRow>(db)`
    ${floorsOf(accountId)} order by level desc, lower(floors.name)`
  const byBuilding = Map.groupBy(await withSpots(db, seen, floors), ({ buildingId }) => buildingId)
  return rows.map((building) => ({ ...building, floors: byBuilding.get(building.id) ?? [] }))
}

export const find = async (db: Db, accountId: number, seen: Seen, id: string): Promise<Building | undefined> =>
  (await list(db, accountId, seen)).find((building) => building.id === id)

export async function findFloor(db: Db, accountId: number, seen: Seen, id: string): Promise<Floor | undefined> {
  const rows = await rowsOf<FloorRow>(db)`${floorsOf(accountId)} and floors.id = ${id}`
  return (await withSpots(db, seen, rows))[0]
}

export interface Counts {
  readonly buildings: number
  readonly floors: number
  readonly planBytes: number
}

/** Serialised, because the counts decide whether more are allowed. */
export async function countLocked(db: Db, accountId: number): Promise<Counts> {
  await lockAccount(db, accountId)
  return (await firstRow<Counts>(db)`
    select count(distinct buildings.id)::integer as buildings, count(floors.id)::integer as floors,
      coalesce(sum(length(data)), 0)::float8 as plan_bytes
    from buildings left join floors on building_id = buildings.id left join floor_plans on floor_id = floors.id
    where account_id = ${accountId}`)!
}

type BuildingRow = Omit<Building, 'floors'>

export const insert = (db: Db, building: BuildingRow) => db.insertInto('buildings').values(building).execute()

export const save = (db: Db, { id, name, address, updatedAt }: BuildingRow) =>
  db.updateTable('buildings').set({ name, address, updatedAt }).where('id', '=', id).execute()

export const remove = (db: Db, id: string) => db.deleteFrom('buildings').where('id', '=', id).execute()

type NewFloor = Omit<Floor, 'plan' | 'gateways'>

export const insertFloor = (db: Db, { id, buildingId, name, level, createdAt, updatedAt }: NewFloor) =>
  db.insertInto('floors').values({ id, buildingId, name, level, createdAt, updatedAt }).execute()

export const saveFloor = (db: Db, { id, name, level, updatedAt }: NewFloor) =>
  db.updateTable('floors').set({ name, level, updatedAt }).where('id', '=', id).execute()

export const removeFloor = (db: Db, id: string) => db.deleteFrom('floors').where('id', '=', id).execute()

export async function savePlan(db: Db, floorId: string, picture: StoredPicture, now: Date): Promise<void> {
  const plan = { ...picture, createdAt: now }
  await db
    .insertInto('floorPlans')
    .values({ floorId, ...plan })
    .onConflict((oc) => oc.column('floorId').doUpdateSet(plan))
    .execute()
}

export const removePlan = (db: Db, floorId: string) =>
  db.deleteFrom('floorPlans').where('floorId', '=', floorId).execute()

export const findPlan = (db: Db, accountId: number, floorId: string) => firstRow<StoredPicture>(db)`
    select floor_plans.type, width, height, digest, data
    from floor_plans join floors on floors.id = floor_id join buildings on buildings.id = building_id
    where account_id = ${accountId} and floor_id = ${floorId}`

/** The type of one of the account's units. */
export const findType = async (
  db: Db,
  accountId: number,
  seen: Seen,
  unitId: number,
): Promise<string | null | undefined> =>
  (
    await firstRow<{ type: string | null }>(db)`
    select type from units where id = ${unitId} and account_id = ${accountId} and ${seesUnit(seen)}`
  )?.type

export async function findSpot(db: Db, unitId: number): Promise<(Spot & { floorId: string }) | undefined> {
  return db
    .selectFrom('gatewaySpots')
    .select(['floorId', 'x', 'y', 'room'])
    .where('unitId', '=', unitId)
    .executeTakeFirst()
}

export const saveSpot = (db: Db, unitId: number, floorId: string, { x, y, room }: Spot) =>
  db
    .insertInto('gatewaySpots')
    .values({ unitId, floorId, x, y, room })
    .onConflict((oc) => oc.column('unitId').doUpdateSet({ floorId, x, y, room }))
    .execute()

export const removeSpot = (db: Db, unitId: number) =>
  db.deleteFrom('gatewaySpots').where('unitId', '=', unitId).execute()
