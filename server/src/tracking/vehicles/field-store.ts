import { type RawBuilder, sql } from 'kysely'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { FieldFacts, FieldType, OwnField } from './own-field.ts'

/** Either a dealer or an account. */
export type Owner =
  | { readonly dealerId: number; readonly accountId: null }
  | { readonly dealerId: null; readonly accountId: number }

/** Whose vehicles are counted: all of a dealer, or those of one account. */
export type Counted = { readonly dealer: number; readonly account?: number }

const fields = ({ dealer, account }: Counted) => sql`
  select own_fields.id, case when dealer_id is null then 'client' else 'provider' end as owner, name, type, choices,
    (select count(*)::integer from own_field_values join units on units.id = unit_id
      where field_id = own_fields.id ${account === undefined ? sql`` : sql`and units.account_id = ${account}`}) as values,
    created_at, updated_at
  from own_fields
  where ${account === undefined ? sql`dealer_id = ${dealer}` : sql`(dealer_id = ${dealer} or account_id = ${account})`}`

/** The dealer's come first, each by name. */
export const list = (db: Db, counted: Counted) => rowsOf<OwnField>(db)`
    ${fields(counted)} order by own_fields.account_id nulls first, lower(name)`

export const find = (db: Db, counted: Counted, id: string) =>
  firstRow<OwnField>(db)`${fields(counted)} and own_fields.id = ${id}`

export const insert = (db: Db, owner: Owner, { values: _, owner: __, ...field }: OwnField) =>
  db
    .insertInto('ownFields')
    .values({ ...owner, ...field, choices: [...field.choices] })
    .execute()

export const save = (db: Db, id: string, { name, choices }: FieldFacts, updatedAt: Date) =>
  db
    .updateTable('ownFields')
    .set({ name, choices: [...choices], updatedAt })
    .where('id', '=', id)
    .execute()

export const remove = (db: Db, id: string) => db.deleteFrom('ownFields').where('id', '=', id).execute()

/** How many vehicles have one of these choices. */
export const countChosen = (db: Db, fieldId: string, choices: readonly string[]) =>
  countOf(db)`
    select count(*)::integer as count from own_field_values
    where field_id = ${fieldId} and value = any(${[...choices]}::text[])`

/** Locks fields until the values are written. */
export const holdFields = (db: Db, ids: readonly string[]) =>
  sql`select from own_fields where id = any(${[...ids]}::uuid[]) order by id for share`.execute(db)

export interface StoredValue {
  readonly unitId: number
  readonly fieldId: string
  /** Null: it is removed. */
  readonly value: string | null
}

export async function saveValues(db: Db, values: readonly StoredValue[]): Promise<void> {
  const given = sql`unnest(${values.map((one) => one.unitId)}::bigint[], ${values.map((one) => one.fieldId)}::uuid[],
    ${values.map((one) => one.value)}::text[]) as given (unit_id, field_id, value)`
  await sql`
    delete from own_field_values using ${given}
    where own_field_values.unit_id = given.unit_id and own_field_values.field_id = given.field_id
      and given.value is null`.execute(db)
  await sql`
    insert into own_field_values (unit_id, field_id, value)
    select unit_id, field_id, value from ${given} where value is not null order by unit_id, field_id
    on conflict (unit_id, field_id) do update set value = excluded.value`.execute(db)
}

const valuesWhere = (condition: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('fieldId', own_fields.id, 'type', own_fields.type, 'value', value)
    order by own_fields.account_id nulls first, lower(own_fields.name))
  from own_field_values join own_fields on own_fields.id = field_id where unit_id = units.id and ${condition}), '[]')`

/** The values of units in fields, as JSON next to other columns of `units`. */
export const valuesOfUnit = valuesWhere(
  sql`(own_fields.dealer_id = units.dealer_id or own_fields.account_id = units.account_id)`,
)
/** Without those that clients define for themselves. */
export const valuesOfDealer = valuesWhere(sql`own_fields.dealer_id = units.dealer_id`)

export interface JsonValue {
  readonly fieldId: string
  readonly type: FieldType
  readonly value: string
}

/** Of an account that leaves its dealer. */
export async function removeOfDealer(db: Db, accountId: number): Promise<void> {
  await sql`
    delete from own_field_values using own_fields, units
    where field_id = own_fields.id and own_fields.dealer_id is not null
      and unit_id = units.id and units.account_id = ${accountId}`.execute(db)
}
