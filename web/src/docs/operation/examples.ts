/** Examples as the document gives them; where it gives none, one made from the schema. */
import type { Example, MediaType, OpenApiDocument, Reference, Schema, SchemaObject } from '../openapi.ts'
import { mapValueOf, resolve, resolveSchema } from '../references.ts'

export interface ShownExample {
  /** Only where the document has several and tells them apart. */
  readonly title?: string
  readonly value: unknown
}

const depthMax = 8

export function examplesOf(
  document: OpenApiDocument,
  media: MediaType,
  direction: 'request' | 'response',
): readonly ShownExample[] {
  const given = givenExamples(document, media)
  if (given.length > 0) return given
  if (media.schema === undefined) return []
  const value = exampleOf(document, media.schema, direction)
  return value === undefined ? [] : [{ value }]
}

export function givenExamples(
  document: OpenApiDocument,
  holder: { example?: unknown; examples?: Record<string, Example | Reference> },
): readonly ShownExample[] {
  if (holder.example !== undefined) return [{ value: holder.example }]
  return Object.entries(holder.examples ?? {}).flatMap(([name, node]) => {
    const example = resolve<Example>(document, node).value
    return example?.value === undefined ? [] : [{ title: example.summary ?? name, value: example.value }]
  })
}

/** A request shows what must be sent (or, if nothing must, all that may); an answer shows every field. */
export function exampleOf(
  document: OpenApiDocument,
  schema: Schema | undefined,
  direction: 'request' | 'response',
  depth = 0,
): unknown {
  const own = resolveSchema(document, schema).schema
  const given = [own.example, own.examples?.[0], own.const, own.default, own.enum?.[0]]
  const first = given.find((value) => value !== undefined)
  if (first !== undefined) return first
  const choices = own.anyOf ?? own.oneOf
  if (choices && !own.properties) return depth > depthMax ? null : exampleOf(document, choices[0], direction, depth + 1)
  const type = Array.isArray(own.type) ? own.type[0] : own.type
  if (type === 'object' || own.properties) return objectExample(document, own, direction, depth)
  if (type === 'array' || own.items) return arrayExample(document, own, direction, depth)
  if (type === 'string') return stringExample(own)
  if (type === 'integer' || type === 'number') return numberExample(own)
  if (type === 'boolean') return true
  return type === 'null' ? null : {}
}

function objectExample(
  document: OpenApiDocument,
  schema: SchemaObject,
  direction: 'request' | 'response',
  depth: number,
): Record<string, unknown> {
  if (depth > depthMax) return {}
  const required = new Set(schema.required)
  const all = Object.entries(schema.properties ?? {})
  const shown = direction === 'request' && required.size > 0 ? all.filter(([name]) => required.has(name)) : all
  const result: Record<string, unknown> = {}
  for (const [name, value] of shown) {
    const { readOnly, writeOnly } = resolveSchema(document, value).schema
    if (direction === 'request' ? readOnly : writeOnly) continue
    result[name] = exampleOf(document, value, direction, depth + 1)
  }
  const entry = mapValueOf(schema)
  if (all.length === 0 && entry) result.key = exampleOf(document, entry, direction, depth + 1)
  return result
}

function arrayExample(
  document: OpenApiDocument,
  schema: SchemaObject,
  direction: 'request' | 'response',
  depth: number,
): unknown[] {
  if (depth > depthMax) return []
  if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(document, item, direction, depth + 1))
  return schema.items === undefined ? [] : [exampleOf(document, schema.items, direction, depth + 1)]
}

const byFormat: Record<string, string> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  email: 'client@example.com',
  hostname: 'tracking.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  uuid: '00000000-0000-7000-8000-000000000000',
}

function stringExample({ format, minLength = 0, maxLength }: SchemaObject): string {
  const text = (format === undefined ? undefined : byFormat[format]) ?? 'text'
  return text.padEnd(minLength, '…').slice(0, maxLength)
}

function numberExample({ minimum, maximum, exclusiveMinimum, multipleOf }: SchemaObject): number {
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + (multipleOf ?? 1) : undefined
  return above ?? minimum ?? (maximum !== undefined && maximum < 1 ? maximum : (multipleOf ?? 1))
}
