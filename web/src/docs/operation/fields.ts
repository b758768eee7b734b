/**
 * Turns schemas into the rows of a table. Nested rows are made only when somebody opens them, so a schema that
 * contains itself needs no special care.
 */

import type { OpenApiDocument, Parameter, Schema, SchemaObject } from '../openapi.ts'
import { follow, mapValueOf, resolveSchema, startOfTrail, type Trail } from '../references.ts'
import { limitsOf } from './limits.ts'

export interface Field {
  readonly name: string
  /** `choice`: one of several shapes a value may take. `entry`: any key of a map. */
  readonly kind: 'field' | 'choice' | 'entry'
  readonly type: string
  readonly isRequired: boolean
  readonly isDeprecated: boolean
  readonly description?: string
  readonly limits: readonly string[]
  /** The closed list of values, each as JSON. */
  readonly values: readonly string[]
  readonly children?: () => readonly Field[]
}

export function fieldsOf(document: OpenApiDocument, schema: Schema | undefined): readonly Field[] {
  return childrenOf(document, schema)
}

export function fieldOf(
  document: OpenApiDocument,
  name: string,
  schema: Schema | undefined,
  isRequired: boolean,
): Field {
  return { ...describe(document, schema), name, kind: 'field', isRequired }
}

export function fieldOfParameter(document: OpenApiDocument, parameter: Parameter): Field {
  const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema
  const field = fieldOf(document, parameter.name, schema, parameter.required === true)
  return {
    ...field,
    description: parameter.description ?? field.description,
    isDeprecated: field.isDeprecated || parameter.deprecated === true,
  }
}

type Description = Omit<Field, 'name' | 'kind' | 'isRequired'>

function describe(document: OpenApiDocument, schema: Schema | undefined): Description {
  const own = resolveSchema(document, schema).schema
  const { choices } = split(document, own)
  // "A string or null" is described by its string; keywords next to the choice apply to both.
  const only = choices.length === 1 ? resolveSchema(document, choices[0]).schema : undefined
  const item = itemOf(document, only ?? own)
  return {
    type: typeOf(document, schema),
    isDeprecated: own.deprecated === true,
    description: own.description ?? only?.description,
    limits: [
      ...limitsOf(only ? { ...only, ...own } : own),
      ...(item ? limitsOf(item).map((limit) => `each ${limit}`) : []),
    ],
    values: valuesOf(document, schema),
    ...(hasChildren(document, schema) && { children: () => childrenOf(document, schema) }),
  }
}

/** The alternatives of a schema without `null`, which every table writes as "or null". */
function split(document: OpenApiDocument, schema: SchemaObject): { choices: Schema[]; isNullable: boolean } {
  const all = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(all)) return { choices: [], isNullable: schema.nullable === true }
  const choices = all.filter((choice) => !isNull(resolveSchema(document, choice).schema))
  return { choices, isNullable: schema.nullable === true || choices.length < all.length }
}

const isNull = (schema: SchemaObject): boolean => schema.type === 'null' || schema.const === null

function itemOf(document: OpenApiDocument, schema: SchemaObject): SchemaObject | undefined {
  return schema.items === undefined ? undefined : resolveSchema(document, schema.items).schema
}

export function typeOf(document: OpenApiDocument, schema: Schema | undefined, trail = startOfTrail): string {
  if (schema === false) return 'nothing'
  const { schema: own, name } = resolveSchema(document, schema)
  const next = follow(trail, schema)
  if (next === undefined) return name ?? 'any'
  const { choices, isNullable } = split(document, own)
  const names =
    choices.length > 0 ? choices.map((choice) => typeOf(document, choice, next)) : plainTypes(document, own, next)
  return [...new Set(isNullable ? [...names, 'null'] : names)].join(' or ')
}

function plainTypes(document: OpenApiDocument, schema: SchemaObject, trail: Trail): string[] {
  const literals = 'const' in schema ? [schema.const] : schema.enum
  const types = schema.type ?? (literals ? [...new Set(literals.map(jsonType))] : impliedType(schema))
  return (Array.isArray(types) ? types : [types]).map((type) => {
    if (type === 'array') return holderType(document, 'array', 'array of', schema.items, trail)
    if (type === 'object' && !schema.properties) return holderType(document, type, 'map to', mapValueOf(schema), trail)
    return type
  })
}

function holderType(
  document: OpenApiDocument,
  bare: string,
  of: string,
  held: Schema | undefined,
  trail: Trail,
): string {
  if (typeof held !== 'object') return bare
  const type = typeOf(document, held, trail)
  return type === 'any' ? bare : `${of} ${type}`
}

function impliedType(schema: SchemaObject): string {
  if (schema.properties || schema.additionalProperties || schema.patternProperties) return 'object'
  return schema.items || schema.prefixItems ? 'array' : 'any'
}

function jsonType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function valuesOf(document: OpenApiDocument, schema: Schema | undefined, trail = startOfTrail): string[] {
  const own = resolveSchema(document, schema).schema
  const next = follow(trail, schema)
  if ('const' in own) return [JSON.stringify(own.const)]
  if (own.enum) return own.enum.map((value) => JSON.stringify(value))
  if (next === undefined) return []
  if (own.items !== undefined) return valuesOf(document, own.items, next)
  const ofChoices = split(document, own).choices.map((choice) => valuesOf(document, choice, next))
  // Only when every choice is a closed list is their sum one.
  return ofChoices.every((values) => values.length > 0) ? ofChoices.flat() : []
}

/** Whether there is anything below this schema worth a row: a field with a name, at any depth. */
function hasChildren(document: OpenApiDocument, schema: Schema | undefined, trail = startOfTrail): boolean {
  const own = resolveSchema(document, schema).schema
  const next = follow(trail, schema)
  if (next === undefined) return false
  if (Object.keys(own.properties ?? {}).length > 0) return true
  const below = [own.items, mapValueOf(own), ...split(document, own).choices]
  return below.some((part) => part !== undefined && hasChildren(document, part, next))
}

function childrenOf(document: OpenApiDocument, schema: Schema | undefined, trail = startOfTrail): readonly Field[] {
  const own = resolveSchema(document, schema).schema
  const next = follow(trail, schema)
  if (next === undefined) return []
  const properties = Object.entries(own.properties ?? {})
  const { choices } = split(document, own)
  // An array of objects shows the object's fields at once, and so does "an object or null".
  if (properties.length === 0 && choices.length === 1) return childrenOf(document, choices[0], next)
  if (properties.length === 0 && own.items !== undefined) return itemChildren(document, own.items, next)
  const value = mapValueOf(own)
  return [
    ...properties.map(([name, property]) => fieldOf(document, name, property, isRequired(own, name))),
    ...(value ? [{ ...fieldOf(document, 'any key', value, false), kind: 'entry' as const }] : []),
    ...choices.map((choice, index) => choiceField(document, choice, index)),
  ]
}

function itemChildren(document: OpenApiDocument, items: Schema, trail: Trail): readonly Field[] {
  const item = resolveSchema(document, items).schema
  if (item.items === undefined) return childrenOf(document, items, trail)
  return [{ ...fieldOf(document, 'each item', items, false), kind: 'entry' }]
}

function choiceField(document: OpenApiDocument, choice: Schema, index: number): Field {
  const { schema, name } = resolveSchema(document, choice)
  return { ...fieldOf(document, schema.title ?? name ?? `choice ${index + 1}`, choice, false), kind: 'choice' }
}

const isRequired = (schema: SchemaObject, name: string): boolean =>
  Array.isArray(schema.required) && schema.required.includes(name)
