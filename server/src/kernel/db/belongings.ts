/**
 * Rows that the database deletes together with another, because they refer to it. They are found by the references
 * themselves, so a new table is never forgotten. They can be restored, as far as what they refer to still exists.
 */
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from './rows.ts'
import type { Db } from './transaction.ts'

interface Reference {
  readonly child: string
  readonly parent: string
  readonly columns: readonly string[]
  readonly parentColumns: readonly string[]
  /** `c`: its row is deleted too; `n`: its columns become null. */
  readonly onDelete: string
}

export interface Belonging {
  readonly table: string
  /** A condition that selects its rows. */
  readonly which: RawBuilder<boolean>
  /** The same as one condition per reference, for deleting: rows that change meanwhile are found too. */
  readonly ways: readonly RawBuilder<boolean>[]
}

const depthMax = 20
/** Names come from the catalogue. */
const name = (one: string) => sql.raw(`"${one}"`)
const names = (all: readonly string[], of = '') => sql.raw(all.map((one) => `${of}"${one}"`).join(', '))

async function listReferences(db: Db): Promise<Reference[]> {
  const columns = (table: string, keys: string) => sql`array(
    select attname::text from unnest(${sql.raw(keys)}) with ordinality as key (number, place)
    join pg_attribute on attrelid = ${sql.raw(table)} and attnum = key.number order by key.place)`
  return rowsOf<Reference>(db)`
    select child.relname as child, parent.relname as parent, confdeltype as on_delete,
      ${columns('conrelid', 'conkey')} as columns, ${columns('confrelid', 'confkey')} as parent_columns
    from pg_constraint join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
    order by 1, 2, conname`
}

/** Rows that belong to the row with this id; those of a table come after those of the tables it refers to. */
export async function listBelongings(db: Db, root: string, id: number): Promise<Belonging[]> {
  const going = (await listReferences(db)).filter(({ onDelete, child, parent }) => onDelete === 'c' && child !== parent)
  const depths = new Map([[root, 0]])
  const follow = (table: string, depth: number): void => {
    if (depth > depthMax) throw new Error(`References to ${root} run in a circle.`)
    for (const { child, parent } of going) {
      if (parent !== table || (depths.get(child) ?? 0) > depth) continue
      depths.set(child, depth + 1)
      follow(child, depth + 1)
    }
  }
  follow(root, 0)
  // Written so that an index finds them, however large the table is: with “or” or a join the whole table may be
  // scanned.
  const waysOf = (table: string): RawBuilder<boolean>[] =>
    going
      .filter(({ child, parent }) => child === table && depths.has(parent))
      .map(({ parent, columns, parentColumns }) => {
        if (parent === root) return sql`${names(columns)} = ${id}`
        const found = sql`select ${names(parentColumns)} from ${name(parent)} where ${conditionOf(parent)}`
        return columns.length === 1
          ? sql`${names(columns)} = any(array(${found}))`
          : sql`(${names(columns)}) in (${found})`
      })
  const conditionOf = (table: string): RawBuilder<boolean> => {
    const ways = waysOf(table)
    if (ways.length === 1) return ways[0]!
    const rows = ways.map((way) => sql`select ctid from ${name(table)} where ${way}`)
    return sql`ctid = any(array(${sql.join(rows, sql` union `)}))`
  }
  return [...depths]
    .filter(([table]) => table !== root)
    .sort(([, one], [, other]) => one - other)
    .map(([table]) => ({ table, which: conditionOf(table), ways: waysOf(table) }))
}

/** The columns that the table still has, of those that these rows (`body`, as JSON) had. */
export const columnsOf = async (db: Db, table: string, bodies: RawBuilder<unknown>): Promise<string[]> =>
  (
    await rowsOf<{ column: string }>(db)`
    select attname::text as column from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname in (select json_object_keys(body) from (select body from (${bodies}) as kept limit 1) as one)
    order by attnum`
  ).map(({ column }) => column)

/**
 * Rows that refer to something deleted are not restored, or refer to nothing, as if they had been there all the time.
 */
export async function putBack(db: Db, table: string, bodies: RawBuilder<unknown>): Promise<void> {
  const columns = await columnsOf(db, table, bodies)
  if (columns.length === 0) return
  const references = (await listReferences(db)).filter(({ child }) => child === table)
  const isThere = ({
    parent,
    columns: own,
    parentColumns,
  }: Reference) => sql`exists (select from ${name(parent)} as parent
    where (${names(parentColumns, 'parent.')}) = (${names(own, 'kept.')}))`
  const values = columns.map((column) => {
    const forgetting = references.filter((one) => one.onDelete === 'n' && one.columns.includes(column))
    if (forgetting.length === 0) return names([column], 'kept.')
    return sql`case when ${sql.join(forgetting.map(isThere), sql` and `)} then ${names([column], 'kept.')} end`
  })
  const holds = references
    .filter(({ onDelete }) => onDelete !== 'n')
    .map((one) => sql`(num_nulls(${names(one.columns, 'kept.')}) > 0 or ${isThere(one)})`)
  await sql`
    insert into ${name(table)} (${names(columns)}) overriding system value
    select ${sql.join(values)} from (${bodies}) as given
    cross join lateral json_populate_record(null::${name(table)}, given.body) as kept
    where ${sql.join([sql`true`, ...holds], sql` and `)}
    on conflict do nothing`.execute(db)
}
