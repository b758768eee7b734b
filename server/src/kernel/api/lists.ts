/**
 * Lists of any length. A list is read in pages by key, each a short query, so memory stays flat and a slow reader holds
 * no database connection.
 */
import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { isUnfit } from '../db/connect.ts'
import { Refusal, refuse } from '../errors.ts'

export const pageSize = 1000

type SortValue = string | number | boolean

/** Where a page starts: after this value of the sort column and this id. */
export interface Position {
  readonly value: SortValue
  readonly id: string | number
}

export interface Page {
  readonly sort: Sort
  readonly isDescending: boolean
  readonly after: Position | undefined
  readonly size: number
}

/** A field to sort by. `column` is never null, because a null would be lost between two pages. */
export interface Sort {
  readonly column: RawBuilder<unknown>
  readonly type: 'string' | 'number' | 'boolean'
  readonly of: (row: never) => SortValue
}

export type Sorts = Readonly<Record<string, Sort>>

export interface Listing<Row = never> {
  readonly sorts: Sorts
  /** As in the query; `id` by default. */
  readonly sort?: string
  readonly read: (page: Page) => Promise<readonly Row[]>
  /** If something is computed; otherwise the row itself is projected. */
  readonly toWire?: (row: Row) => object
}

export const listing = <Row>(list: Listing<Row>): Listing => list as unknown as Listing

export const listParameters = {
  ids: Type.Optional(Type.String({ description: 'Only these ids, separated by commas.' })),
  fields: Type.Optional(Type.String({ description: 'Only these fields, separated by commas; `id` is always kept.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'At most this many items.' })),
  cursor: Type.Optional(Type.String({ description: 'Where to continue: `X-Next-Cursor` of the previous page.' })),
  sort: Type.Optional(Type.String({ description: 'A field name; `-` before it for descending order.' })),
}
export const search = {
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Text to search for.' })),
}

const ListQuery = Type.Object(listParameters)
export type ListQuery = Static<typeof ListQuery>

export function toPage(list: Listing, query: ListQuery, size: number): Page {
  const asked = query.sort ?? list.sort ?? 'id'
  const name = asked.replace(/^-/, '')
  const sort = Object.hasOwn(list.sorts, name) ? list.sorts[name] : undefined
  if (!sort) {
    return refuse('INVALID_QUERY', `sort must be one of ${Object.keys(list.sorts).join(', ')}.`, 'sort')
  }
  const isDescending = asked.startsWith('-')
  return {
    sort,
    isDescending,
    size,
    after: query.cursor === undefined ? undefined : readCursor(query.cursor, query, sort),
  }
}

export const positionOf = (page: Page, row: { id: string | number }): Position => ({
  value: page.sort.of(row as never),
  id: row.id,
})

/** All items of a list in the order of a key, read page by page. */
export async function* everyItem<Row extends { readonly id: string | number }>(
  sort: Sort,
  read: (page: Page) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after: Page['after']; ; ) {
    const page: Page = { sort, isDescending: false, after, size: pageSize }
    const some = await read(page)
    yield* some
    const last = some.at(-1)
    if (some.length < pageSize || !last) return
    after = positionOf(page, last)
  }
}

/** A JSON array, written while its items are read. */
export async function* arrayPieces<T>(
  pages: AsyncIterable<readonly T[]>,
  write: (item: T) => unknown,
): AsyncGenerator<string> {
  let before = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield `${before}${page.map((item) => JSON.stringify(write(item))).join(',\n')}`
    before = ',\n'
  }
  yield before === '[' ? '[]' : ']'
}

export const writeCursor = (query: ListQuery, { value, id }: Position): string =>
  Buffer.from(JSON.stringify([query.sort ?? 'id', value, id])).toString('base64url')

function readCursor(cursor: string, query: ListQuery, sort: Sort): Position {
  try {
    const [name, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isId = Number.isSafeInteger(id) || (typeof id === 'string' && isUuid(id))
    if (name === (query.sort ?? 'id') && typeof value === sort.type && isId) return { value, id }
  } catch {
    // Handled below: a cursor that cannot be read is not ours.
  }
  return refuseCursor()
}

const refuseCursor = () =>
  refuse('INVALID_QUERY', 'cursor must be the X-Next-Cursor of a page with the same sort.', 'cursor')

/** A forged cursor can have the right form and still hold values that its columns cannot: only the database knows. */
export async function readPage<Row>(list: Listing<Row>, page: Page): Promise<readonly Row[]> {
  try {
    return await list.read(page)
  } catch (error) {
    if (page.after && isUnfit(error)) refuseCursor()
    throw error
  }
}

/** The part of a query that selects one page. `id` is the column that makes every position unique. */
export function pageClauses(page: Page, id: RawBuilder<unknown>) {
  const direction = page.isDescending ? sql`desc` : sql`asc`
  const beyond = page.isDescending ? sql`<` : sql`>`
  const { column } = page.sort
  const isById = column === id
  const after = page.after
  return {
    where: !after
      ? sql<boolean>`true`
      : isById
        ? sql<boolean>`${id} ${beyond} ${after.id}`
        : sql<boolean>`(${column}, ${id}) ${beyond} (${after.value}, ${after.id})`,
    order: isById ? sql`${id} ${direction}` : sql`${column} ${direction}, ${id} ${direction}`,
    limit: page.size,
  }
}

/** The requested names, or undefined for all. */
export function chosenFields(query: ListQuery, known: readonly string[]): readonly string[] | undefined {
  if (query.fields === undefined) return undefined
  const names = query.fields.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) refuse('INVALID_QUERY', `fields has unknown names: ${unknown.join(', ')}.`, 'fields')
  return known.filter((name) => name === 'id' || names.includes(name))
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isUuid = (text: string): boolean => uuidPattern.test(text)

export function numberIds(text: string | undefined, field = 'ids'): readonly number[] | undefined {
  return text?.split(',').map((part) => {
    const id = Number(part)
    if (!/^\s*[1-9]\d*\s*$/.test(part) || !Number.isSafeInteger(id)) throw badIds(field)
    return id
  })
}

export function uuidIds(text: string | undefined, field = 'ids'): readonly string[] | undefined {
  return text?.split(',').map((part) => {
    const id = part.trim()
    if (!isUuid(id)) throw badIds(field)
    return id
  })
}

/** An application to filter by must be one the caller knows. */
export function appFilter(apps: readonly string[], app: string | undefined): string | undefined {
  if (app === undefined || apps.includes(app)) return app
  return refuse('INVALID_QUERY', 'app_id must be one of the applications.', 'app_id')
}

const badIds = (field: string) =>
  new Refusal({ code: 'INVALID_QUERY', message: `${field} must be ids separated by commas.`, field })

/** Free text matches anywhere, and wildcards of `like` are escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
