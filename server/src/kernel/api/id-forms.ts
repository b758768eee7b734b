/**
 * Values of a body are validated by the action, after it has looked up the items that the body names. Until then an id
 * of a wrong form counts as an id that does not exist: PostgreSQL would refuse to compare 1.5 with a bigint, or "x"
 * with a UUID.
 */
import type { TSchema } from 'typebox'
import { uuidPattern } from './route.ts'

type Shape = TSchema & {
  readonly type?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: boolean | Shape
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

const idOfNothing = { number: 0, uuid: '00000000-0000-0000-0000-000000000000' } as const

const uuid = new RegExp(uuidPattern)

/** The same value with every malformed id replaced by one that does not exist. */
export function withLookableIds(schema: TSchema, value: unknown): unknown {
  const shape = schema as Shape
  if (shape.anyOf) return shape.anyOf.reduce((given, choice) => withLookableIds(choice, given), value)
  if (typeof value === 'number') {
    return shape.type === 'integer' && !Number.isSafeInteger(value) ? idOfNothing.number : value
  }
  if (typeof value === 'string') return shape.pattern === uuidPattern && !uuid.test(value) ? idOfNothing.uuid : value
  if (Array.isArray(value))
    return shape.items ? value.map((item) => withLookableIds(shape.items as Shape, item)) : value
  if (value === null || typeof value !== 'object') return value
  const ofAny = Object.values(shape.patternProperties ?? {})[0] ?? shape.additionalProperties
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const of = shape.properties?.[name] ?? ofAny
      return [name, typeof of === 'object' ? withLookableIds(of, field) : field]
    }),
  )
}
