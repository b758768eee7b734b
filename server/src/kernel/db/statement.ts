import type { CompiledQuery } from 'kysely'
import type { Db } from './transaction.ts'

/** A query of the builder, or a text of `sql`. */
interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

/**
 * A query that is built and compiled once and then only filled with values, for the few that run all the time: building
 * and compiling takes longer than anything else that we do for a small read. `build` gets a placeholder for each value
 * and must pass it on untouched. Anything that depends on a value (an optional condition, a list spelled out item by
 * item) does not belong here.
 */
export function statement<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let prepared: { compiled: CompiledQuery<Row>; slots: readonly ((values: Values) => unknown)[] } | undefined
  return async (db, values) => {
    prepared ??= prepare(db, build)
    const { compiled, slots } = prepared
    const result = await db.executeQuery<Row>({ ...compiled, parameters: slots.map((slot) => slot(values)) })
    return result.rows
  }
}

/** A parameter, with its type if that is a single word. */
const mention =
  /\$(\d+)(::(?:bigint|boolean|date|float8|integer|jsonb|smallint|text|timestamptz|uuid)(?:\[\])?(?!\w))?/g

function prepare<Values extends object, Row>(db: Db, build: (db: Db, values: Values) => Compilable<Row>) {
  const keys = new Map<unknown, keyof Values>()
  const marks = new Proxy({} as Values, {
    get(_, key) {
      const mark = { mark: key }
      keys.set(mark, key as keyof Values)
      return mark
    },
  })
  const compiled = build(db, marks).compile(db)
  const slots: ((values: Values) => unknown)[] = []
  const places = new Map<string, number>()
  // A value that is needed as one type several times is sent once.
  const text = compiled.sql.replace(mention, (whole, at: string, type = '') => {
    if (Number(at) > compiled.parameters.length) return whole
    const parameter = compiled.parameters[Number(at) - 1]
    const key = keys.get(parameter)
    const one = key === undefined || type === '' ? at : `${String(key)}${type}`
    const place = places.get(one) ?? slots.push(key === undefined ? () => parameter : (values) => values[key])
    places.set(one, place)
    return `$${place}${type}`
  })
  return { compiled: { ...compiled, sql: text }, slots }
}
