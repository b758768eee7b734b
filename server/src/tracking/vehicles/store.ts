import { sql } from 'kysely'
import type { Holder } from '#identity/access/access.ts'
import type { StoredPicture } from '#kernel/api/picture-body.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Scope } from '#kernel/context.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { knowsUnit, type Seen } from '#kernel/sight.ts'
import { type JsonValue, valuesOfDealer, valuesOfUnit } from './field-store.ts'
import { typedValue } from './own-field.ts'
import type { Vehicle, VehicleDocument, VehicleFacts } from './vehicle.ts'

/** The account's units that the caller knows; one without any entries has nulls. */
export const list = async (db: Db, accountId: number, seen: Seen, ids?: readonly number[]): Promise<Vehicle[]> =>
  (
    await rowsOf<Omit<Vehicle, 'fields'> & { readonly fields: readonly JsonValue[] }>(db)`
    select units.id as unit_id, plate, vin, make, model, year, fuel, icon,
      case when unit_photos.unit_id is not null then json_build_object(
        'type', unit_photos.type, 'width', width, 'height', height, 'digest', digest) end as photo,
      (select min(expires_on)::text from vehicle_documents where unit_id = units.id) as next_expiry,
      ${valuesOfUnit} as fields
    from units left join vehicles on vehicles.unit_id = units.id left join unit_photos on unit_photos.unit_id = units.id
    where units.account_id = ${accountId} and ${knowsUnit(seen)}
      ${ids === undefined ? sql`` : sql`and units.id = any(${[...ids]}::bigint[])`}
    order by units.id`
  ).map(withValues)

const withValues = <T extends { readonly fields: readonly JsonValue[] }>(row: T) => ({
  ...row,
  fields: row.fields.map(({ fieldId, type, value }) => ({ fieldId, value: typedValue(type, value) })),
})

export interface DealerVehicle extends Pick<Vehicle, 'unitId' | 'plate' | 'make' | 'model' | 'fields'>, Holder {
  readonly appId: AppId
}

const dealerMax = 1000

/** Those with any entries. */
export const listOfDealer = async (
  db: Db,
  { dealer, apps }: Scope,
  ids?: readonly number[],
): Promise<DealerVehicle[]> =>
  (
    await rowsOf<Omit<DealerVehicle, 'fields'> & { readonly fields: readonly JsonValue[] }>(db)`
    select * from (
      select units.id as unit_id, plate, make, model, ${valuesOfDealer} as fields, units.app_id, accounts.type,
        accounts.ack, accounts.service_apps, accounts.blocked
      from units join accounts on accounts.id = units.account_id left join vehicles on vehicles.unit_id = units.id
      where units.dealer_id = ${dealer} and units.app_id = any(${[...apps]}::uuid[])
        ${ids === undefined ? sql`` : sql`and units.id = any(${[...ids]}::bigint[])`}) as found
    where plate is not null or make is not null or model is not null or json_array_length(fields) > 0
    order by unit_id limit ${dealerMax}`
  ).map(withValues)

/** One after the other, in the order of their ids, to avoid deadlocks between changes of many and of one. */
export const lockUnits = (db: Db, ids: readonly number[]) =>
  sql`select from units where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(db)

export async function save(db: Db, unitId: number, facts: VehicleFacts, updatedAt: Date): Promise<void> {
  const row = { ...facts, updatedAt }
  await db
    .insertInto('vehicles')
    .values({ unitId, ...row })
    .onConflict((known) => known.column('unitId').doUpdateSet(row))
    .execute()
}

export const findPhoto = async (db: Db, unitId: number): Promise<StoredPicture | undefined> =>
  (await db
    .selectFrom('unitPhotos')
    .select(['type', 'width', 'height', 'data', 'digest'])
    .where('unitId', '=', unitId)
    .executeTakeFirst()) as StoredPicture | undefined

/** How much the photos of an account's other units take. */
export const sizeOfOthers = async (db: Db, accountId: number, unitId: number): Promise<number> =>
  (await firstRow<{ bytes: number }>(db)`
    select coalesce(sum(octet_length(data)), 0)::float8 as bytes from unit_photos join units on units.id = unit_photos.unit_id
    where units.account_id = ${accountId} and units.id <> ${unitId}`)!.bytes

export async function savePhoto(db: Db, unitId: number, picture: StoredPicture, updatedAt: Date): Promise<void> {
  const row = { ...picture, updatedAt }
  await db
    .insertInto('unitPhotos')
    .values({ unitId, ...row })
    .onConflict((known) => known.column('unitId').doUpdateSet(row))
    .execute()
}

export const removePhoto = (db: Db, unitId: number) =>
  db.deleteFrom('unitPhotos').where('unitId', '=', unitId).execute()

/** Days are text: a calendar day has no zone. */
const documents = (accountId: number, seen: Seen) => sql`
  select vehicle_documents.id, unit_id, vehicle_documents.name, number, expires_on::text, note,
    vehicle_documents.created_at, vehicle_documents.updated_at,
    case when document_id is not null then json_build_object(
      'type', vehicle_document_files.type, 'bytes', octet_length(data), 'digest', digest) end as file
  from vehicle_documents join units on units.id = vehicle_documents.unit_id
    left join vehicle_document_files on document_id = vehicle_documents.id
  where units.account_id = ${accountId} and ${knowsUnit(seen)}`

/** Ordered by their end. */
export async function listDocuments(
  db: Db,
  accountId: number,
  seen: Seen,
  unitId?: number,
): Promise<VehicleDocument[]> {
  const ofUnit = unitId === undefined ? sql`` : sql`and unit_id = ${unitId}`
  return rowsOf<VehicleDocument>(db)`
    ${documents(accountId, seen)} ${ofUnit} order by expires_on nulls last, vehicle_documents.id`
}

export async function findDocument(db: Db, accountId: number, seen: Seen, id: string) {
  return firstRow<VehicleDocument>(db)`
    ${documents(accountId, seen)} and vehicle_documents.id = ${id}`
}

export const insertDocument = (db: Db, { file: _, ...document }: VehicleDocument) =>
  db.insertInto('vehicleDocuments').values(document).execute()

export const saveDocument = (db: Db, { id, unitId: _, createdAt: __, file: ___, ...rest }: VehicleDocument) =>
  db.updateTable('vehicleDocuments').set(rest).where('id', '=', id).execute()

export const removeDocument = (db: Db, id: string) => db.deleteFrom('vehicleDocuments').where('id', '=', id).execute()
