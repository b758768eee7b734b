/**
 * Validates bodies and queries against their schemas, bodies in two steps: shape first (types, required and unknown
 * fields), values later, because a foreign item must be a 404 before its new name is too short.
 */
import type { TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Problem, RefusalCode } from '../errors.ts'
import { linePatterns } from './fields.ts'
import { withLookableIds } from './id-forms.ts'

interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Record<string, unknown>
}

/** More than a person would read; without a limit a megabyte of wrong fields would be answered with ten. */
const problemsMax = 100
// Every problem is reported, and one problem can be several errors. TypeBox stops at 8 by default.
Settings.Set({ maxErrors: 10 * problemsMax })

/**
 * Errors that can mean "wrong type"; with the right type it is only a forbidden value (1.5 instead of a whole number).
 */
const shapeKeywords = new Set(['type', 'anyOf', 'enum', 'const'])
/** An empty object where at least one field is required counts as a missing field. */
const missingKeyword = 'minProperties'

export interface Validation {
  readonly shape: readonly Problem[]
  readonly values: readonly Problem[]
  /** In addition to the problems of values: a form of the body that is safe for looking up its items. */
  readonly lookable?: unknown
}

const nothing: Validation = { shape: [], values: [] }

const compiledSchemas = new WeakMap<TSchema, Validator>()

/** A schema is compiled once, however many dialects and servers of the process use it. */
export function compile(schema: TSchema): Validator {
  const compiled = compiledSchemas.get(schema) ?? Compile(schema)
  compiledSchemas.set(schema, compiled)
  return compiled
}

export function bodyValidator(schema: TObject): (body: unknown) => Validation {
  const compiled = compile(schema)
  return (body) => {
    if (compiled.Check(body)) return nothing
    const problems = toProblems(schema, compiled.Errors(body) as unknown as SchemaError[], body)
    return {
      shape: problems.filter((problem) => problem.code === 'INVALID_PAYLOAD'),
      values: problems.filter((problem) => problem.code === 'FAILED_VALIDATION'),
      lookable: withLookableIds(schema, body),
    }
  }
}

/** Query strings contain only text: numbers and booleans are read strictly, everything else stays text. */
export function queryValidator(
  schema: TObject,
): (query: Record<string, unknown>) => { value: unknown; problems: Problem[] } {
  const compiled = compile(schema)
  return (query) => {
    // Without a prototype, so that a parameter named __proto__ is just another unknown name.
    const value: Record<string, unknown> = Object.create(null)
    for (const [name, text] of Object.entries(query)) {
      value[name] = typeof text === 'string' ? readText(schema.properties[name], text) : text
    }
    if (compiled.Check(value)) return { value, problems: [] }
    const problems = toProblems(schema, compiled.Errors(value) as unknown as SchemaError[], value)
    return { value, problems: problems.map((problem) => ({ ...problem, code: 'INVALID_QUERY' as RefusalCode })) }
  }
}

function readText(schema: TSchema | undefined, text: string): unknown {
  const type = (schema as { type?: string } | undefined)?.type
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function toProblems(schema: TSchema, errors: readonly SchemaError[], value: unknown): Problem[] {
  const problems = new Map<string, Problem>()
  const add = (code: RefusalCode, field: string, message: string) => {
    if (problems.size >= problemsMax || problems.has(field)) return
    problems.set(field, { code, message, ...(field !== '' && { field }) })
  }
  for (const { keyword, instancePath, params } of errors) {
    const path = instancePath.split('/').slice(1).map(unescapePointer)
    if (keyword === 'required') {
      for (const name of params.requiredProperties as string[]) {
        const field = [...path, name].join('.')
        add('INVALID_PAYLOAD', field, `${field} is required`)
      }
    } else if (keyword === 'boolean') {
      // The schema of an unknown field is `false`. The sum of these errors follows as `additionalProperties`, unless
      // there are so many that it does not come at all.
      const field = path.join('.')
      add('INVALID_PAYLOAD', field, `${field || 'A field without a name'} is not known here`)
    } else if (keyword !== 'additionalProperties') {
      const at = schemaAt(schema, path)
      if (!at) continue
      const field = path.join('.')
      const isShape =
        keyword === missingKeyword || (shapeKeywords.has(keyword) && !hasRightType(at, valueAt(value, path)))
      const isLine = keyword === 'pattern' && linePatterns.some((pattern) => pattern === at.pattern)
      add(
        isShape ? 'INVALID_PAYLOAD' : 'FAILED_VALIDATION',
        field,
        isLine
          ? `${field} must be one line of text, not blank and without control characters`
          : `${field || 'The body'} must be ${isShape && at.type === 'string' ? 'a string, ' : ''}${describe(at)}`,
      )
    }
  }
  // Called only for invalid values, so finding no problem must never mean that it is valid.
  if (problems.size === 0) add('INVALID_PAYLOAD', '', 'The request does not have the form this operation takes.')
  return [...problems.values()]
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

type AnySchema = TSchema & {
  type?: string | string[]
  properties?: Record<string, AnySchema>
  patternProperties?: Record<string, AnySchema>
  additionalProperties?: boolean | AnySchema
  items?: AnySchema
  anyOf?: AnySchema[]
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  meaning?: string
}

function schemaAt(schema: AnySchema, path: readonly string[]): AnySchema | undefined {
  let at: AnySchema | undefined = schema
  for (const part of path) {
    const object: AnySchema | undefined = at?.anyOf?.find((choice) => choice.properties) ?? at
    const ofAny: boolean | AnySchema | undefined =
      Object.values(object?.patternProperties ?? {})[0] ?? object?.additionalProperties
    at = object?.properties?.[part] ?? object?.items ?? (typeof ofAny === 'object' ? ofAny : undefined)
  }
  return at
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const part of path) at = (at as Record<string, unknown> | undefined)?.[part]
  return at
}

function typesOf(schema: AnySchema): readonly string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf)
  if (schema.const !== undefined) return [typeof schema.const]
  if (schema.enum) return [...new Set(schema.enum.map((choice) => (choice === null ? 'null' : typeof choice)))]
  return schema.type === undefined ? [] : [schema.type].flat()
}

function hasRightType(schema: AnySchema, value: unknown): boolean {
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return typesOf(schema).some((type) => type === actual || (type === 'integer' && actual === 'number'))
}

/** What a value must be, in words. A schema may bring its own words as `meaning`. */
function describe(schema: AnySchema): string {
  if (schema.meaning) return schema.meaning
  if (schema.anyOf) {
    const choices = schema.anyOf
    return choices.every((choice) => choice.const !== undefined)
      ? `one of ${choices.map((choice) => String(choice.const)).join(', ')}`
      : choices.map(describe).join(' or ')
  }
  if (schema.const !== undefined) return String(schema.const)
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  return [schema.type]
    .flat()
    .map((type) => describeType(type ?? 'value', schema))
    .join(' or ')
}

function describeType(type: string, schema: AnySchema): string {
  const from = schema.minLength ?? schema.minItems ?? schema.minimum
  const to = schema.maxLength ?? schema.maxItems ?? schema.maximum
  const range =
    from !== undefined && to !== undefined
      ? `${from} to ${to}`
      : from !== undefined
        ? `at least ${from}`
        : to !== undefined
          ? `at most ${to}`
          : ''
  switch (type) {
    case 'string':
      return range ? `${range} characters long` : 'a string'
    case 'array':
      return range ? `an array of ${range} items` : 'an array'
    case 'integer':
    case 'number': {
      const kind = type === 'integer' ? 'a whole number' : 'a number'
      const step = schema.multipleOf === undefined ? '' : ` in steps of ${schema.multipleOf}`
      return `${range && to !== Number.MAX_SAFE_INTEGER ? `${kind}, ${range}` : kind}${step}`
    }
    case 'object':
      return 'an object'
    case 'boolean':
      return 'true or false'
    default:
      return type
  }
}
