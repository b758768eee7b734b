/** Follows `$ref`s inside one document. References to other files are not followed: the page reads one document. */
import type { OpenApiDocument, Reference, Schema, SchemaObject } from './openapi.ts'

/** More than any honest chain of references; a chain that bites its own tail ends here. */
const chainMax = 32

export interface Resolved<T> {
  /** Undefined when the reference leads nowhere. */
  readonly value: T | undefined
  /** The last word of the reference, which is what the document calls the thing. */
  readonly name?: string
}

export function resolve<T extends object>(document: OpenApiDocument, node: T | Reference | undefined): Resolved<T> {
  let current: unknown = node
  let name: string | undefined
  for (let step = 0; step < chainMax; step++) {
    if (!isReference(current)) return { value: current as T | undefined, name }
    name ??= nameOf(current.$ref)
    const { $ref, ...siblings } = current
    const target = lookUp(document, $ref)
    // A description or default next to a reference is about this use of it, and wins.
    current = isObject(target) && Object.keys(siblings).length > 0 ? { ...target, ...siblings } : target
  }
  return { value: undefined, name }
}

export interface ResolvedSchema {
  readonly schema: SchemaObject
  readonly name?: string
}

/** The references on the way to where we are: a schema may contain itself, and only through a reference. */
export type Trail = ReadonlySet<string>
export const startOfTrail: Trail = new Set()

/** The trail with this schema's reference added, or undefined if we have come around in a circle. */
export function follow(trail: Trail, schema: Schema | undefined): Trail | undefined {
  if (typeof schema !== 'object' || schema?.$ref === undefined) return trail
  return trail.has(schema.$ref) ? undefined : new Set(trail).add(schema.$ref)
}

/** A schema with its references followed and its `allOf` joined into one. */
export function resolveSchema(
  document: OpenApiDocument,
  schema: Schema | undefined,
  trail = startOfTrail,
): ResolvedSchema {
  if (typeof schema !== 'object' || schema === null) return { schema: {} }
  const { value, name } = resolve<SchemaObject>(document, schema)
  if (value === undefined) return { schema: { description: `Unknown reference ${schema.$ref}` }, name }
  if (typeof value !== 'object') return { schema: {}, name }
  const next = follow(trail, schema)
  if (!Array.isArray(value.allOf) || next === undefined) return { schema: value, name }
  const { allOf, ...own } = value
  const parts = allOf.map((part) => resolveSchema(document, part, next))
  const all = [...parts.map((part) => part.schema), own]
  const whole: SchemaObject = Object.assign({}, ...all)
  const properties = Object.assign({}, ...all.map((part) => part.properties))
  const required = all.flatMap((part) => part.required ?? [])
  if (Object.keys(properties).length > 0) whole.properties = properties
  if (required.length > 0) whole.required = [...new Set(required)]
  return { schema: whole, name: name ?? (parts.length === 1 ? parts[0]?.name : undefined) }
}

/** The schema of the values of a map, in either of the ways a schema can say "any key". */
export const mapValueOf = (schema: SchemaObject): SchemaObject | undefined =>
  [schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})].find(
    (value) => typeof value === 'object' && value !== null,
  ) as SchemaObject | undefined

function lookUp(document: OpenApiDocument, pointer: string): unknown {
  if (!pointer.startsWith('#')) return undefined
  let node: unknown = document
  for (const part of pointer.slice(1).split('/').slice(1)) {
    if (!isObject(node)) return undefined
    node = node[decodePointer(part)]
  }
  return node
}

const nameOf = (pointer: string): string => decodePointer(pointer.split('/').at(-1) ?? pointer)

function decodePointer(part: string): string {
  return decodePercent(part).replaceAll('~1', '/').replaceAll('~0', '~')
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isReference = (value: unknown): value is Reference => isObject(value) && typeof value.$ref === 'string'
