/** Finds every place of a schema that a caller fills in, so that each can be filled with something bad. */
import type { TSchema } from 'typebox'

export type Shape = TSchema & {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: boolean | Shape
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Slot {
  readonly path: readonly (string | number)[]
  readonly shape: Shape
}

/** Includes objects and arrays, outermost first. For an array the first item stands for all. */
export function slotsOf(shape: Shape, path: Slot['path'] = []): readonly Slot[] {
  const own = path.length > 0 ? [{ path, shape }] : []
  const fields = Object.entries(shape.properties ?? {}).flatMap(([name, field]) => slotsOf(field, [...path, name]))
  const items = shape.items ? slotsOf(shape.items, [...path, 0]) : []
  const choices = (shape.anyOf ?? []).flatMap((choice) =>
    slotsOf(choice, path).filter((slot) => slot.path.length > path.length),
  )
  const values =
    typeof shape.additionalProperties === 'object' ? slotsOf(shape.additionalProperties, [...path, 'any-key']) : []
  return [...own, ...fields, ...items, ...choices, ...values]
}

export const typesOf = (shape: Shape): readonly string[] =>
  shape.anyOf ? shape.anyOf.flatMap(typesOf) : shape.enum ? shape.enum.map((one) => typeof one) : [shape.type ?? 'any']

/** The same value with something else in one place; what is missing on the way is created. */
export function filled(value: unknown, [name, ...rest]: Slot['path'], filling: unknown): unknown {
  if (name === undefined) return filling
  const inside = (value as Record<string | number, unknown> | undefined)?.[name]
  if (typeof name === 'number') return [filled(inside, rest, filling), ...(Array.isArray(value) ? value.slice(1) : [])]
  const around = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
  return { ...around, [name]: filled(inside, rest, filling) }
}

/** Text that goes into JSON unchanged: numbers that JavaScript cannot hold, and keys that it would drop. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field)}`).join(',')}}`
}

/** The schema with nothing allowed except what it names, at every depth. */
export function exact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exact)
  if (schema === null || typeof schema !== 'object') return schema
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, exact(value)]))
  return 'properties' in schema ? { ...inside, additionalProperties: false } : inside
}
