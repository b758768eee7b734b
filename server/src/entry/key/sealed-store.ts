/** Each table has its writer; here all of them lose what nobody can open any more. */
import { type RawBuilder, sql } from 'kysely'
import { countOf, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Vault } from '#kernel/vault.ts'
import type { Sealed } from './sealed.ts'

/** Until the transaction ends: large tables take longer than a request may. */
export const waitAsLongAsItTakes = (db: Db) =>
  sql`select set_config(name, '0', true) from unnest(array[
    'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name`.execute(db)

const either = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`

const inTable = ({ columns, only }: Sealed) =>
  sql`${either(columns.map((column) => sql`${sql.id(column)} is not null`))} and ${only ?? sql`true`}`

/** Rows of a unit in the bin are kept as JSON, and are restored as they are. */
const bin = sql.table('binned_rows')
const inBin = ({ table, columns }: Sealed) =>
  sql`origin = ${table} and ${either(columns.map((column) => sql`body ->> ${column} is not null`))}`

export const count = (db: Db, one: Sealed): Promise<number> => countOf(db)`
  select ((select count(*) from ${sql.table(one.table)} where ${inTable(one)})
    + (select count(*) from ${bin} where ${inBin(one)}))::integer as count`

export async function forget(db: Db, one: Sealed, vault: Pick<Vault, 'seal'>): Promise<void> {
  const { table, columns, fate, also } = one
  if (fate === 'delete') {
    await sql`delete from ${sql.table(table)} where ${inTable(one)}`.execute(db)
    await sql`delete from ${bin} where ${inBin(one)}`.execute(db)
  } else if (fate === 'clear') {
    const cleared = sql.join([...columns.map((column) => sql`${sql.id(column)} = null`), ...(also ? [also] : [])])
    await sql`update ${sql.table(table)} set ${cleared} where ${inTable(one)}`.execute(db)
    await sql`update ${bin} set body = (body::jsonb - ${[...columns]}::text[])::json where ${inBin(one)}`.execute(db)
  } else {
    const column = columns[0] as string
    const seal = ({ id, bytes }: Row) =>
      vault.seal(bytes === emptyBytes ? '' : fate.newSecret(), fate.label(id)).toString('hex')
    const value = sql`jsonb_build_object(${column}::text, '\\x' || given.value)`
    await renew(
      db,
      sql.table(table),
      sql`${one.id ?? sql`id`} as id, octet_length(${sql.id(column)}) as bytes`,
      inTable(one),
      sql`${sql.id(column)} = decode(given.value, 'hex')`,
      seal,
    )
    await renew(
      db,
      bin,
      sql`body ->> 'id' as id, length(body ->> ${column}) / 2 - 1 as bytes`,
      inBin(one),
      sql`body = (body::jsonb || ${value})::json`,
      seal,
    )
  }
}

interface Row {
  readonly place: string
  readonly id: string
  /** Of the sealed value. */
  readonly bytes: number
}

/** Of a sealed empty text, which is only a nonce and a tag: a dealer has removed the password, and it stays removed. */
const emptyBytes = 28
const rowsAtOnce = 1_000

/** A place stays true until its row is written, which nobody else does meanwhile. */
async function renew(
  db: Db,
  table: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
  seal: (row: Row) => string,
): Promise<void> {
  const rows = await rowsOf<Row>(db)`select ctid::text as place, ${columns} from ${table} where ${which}`
  for (let done = 0; done < rows.length; done += rowsAtOnce) {
    const some = rows.slice(done, done + rowsAtOnce)
    await sql`
      update ${table} set ${change}
      from unnest(${some.map(({ place }) => place)}::text[], ${some.map(seal)}::text[]) as given (place, value)
      where ctid = given.place::tid`.execute(db)
  }
}
