/** Schemas as the reference shows them: plain JSON Schema, with every titled shape described once. */
import type { TSchema } from 'typebox'

export type Json = Record<string, unknown>
/** The titled shapes that were found, by title. */
export type Schemas = Map<string, Json>

export const schemaFor = (schema: TSchema, schemas: Schemas): unknown =>
  hoist(JSON.parse(JSON.stringify(schema)) as Json, schemas)

function hoist(schema: unknown, schemas: Schemas): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, schemas))
  if (schema === null || typeof schema !== 'object') return schema
  // `meaning` is our own word for error messages; for a reader it describes the field. The examples of all fields
  // together form the example of a body or an answer, and are not repeated here.
  const { meaning, example: _, ...rest } = schema as Json
  const meant: Json = typeof meaning === 'string' ? { description: sentence(meaning) } : {}
  const inside = Object.fromEntries(
    Object.entries({ ...meant, ...rest }).map(([key, value]) => [
      key,
      key === 'properties' ? hoistEach(value as Json, schemas) : hoist(value, schemas),
    ]),
  )
  const { title } = inside
  if (typeof title !== 'string') return inside
  const known = schemas.get(title)
  if (known && JSON.stringify(known) !== JSON.stringify(inside)) {
    throw new Error(`Two different shapes are called ${title}.`)
  }
  schemas.set(title, inside)
  return { $ref: `#/components/schemas/${title}` }
}

/** A property named `title` is a property, not the title of a shape. */
const hoistEach = (properties: Json, schemas: Schemas): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, hoist(schema, schemas)]))

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
