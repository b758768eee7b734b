/**
 * Examples for the API reference, generated from schemas: plausible, the same every time, and of no real customer. A
 * field has its own `example` if its type and name alone would give a senseless one.
 */
import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import { fleetApp } from '#kernel/applications.ts'

type Shape = TSchema & {
  example?: unknown
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  minimum?: number
  additionalProperties?: Shape | boolean
  title?: string
  required?: string[]
}

const accountId = 481920573316
const dealerId = 105500372845

/** Fields that mean the same wherever they appear. */
const byName: Readonly<Record<string, unknown>> = {
  account_id: accountId,
  app_id: fleetApp,
  cid: accountId,
  creator_id: dealerId,
  currency: 'eur',
  dealer_id: dealerId,
  email: 'office@example.com',
  lang: 'en',
  latitude: 50.0755,
  longitude: 14.4378,
  pid: dealerId,
  tz: 'Europe/Prague',
}

const isId = (name: string) => /(^|_)ids?$/.test(name)

/** `name` is the field's, `owner` the title of the object that has it. */
export function exampleOf(schema: TSchema, name = '', owner = ''): unknown {
  const shape = schema as Shape
  if (shape.properties) return exampleOfObject(shape, name)
  if ('example' in shape) return endOfSpan(name, shape.example)
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return exampleOfChoice(shape.anyOf, name, owner)
  if (shape.type === (Number.isInteger(byName[name]) ? 'integer' : typeof byName[name])) return byName[name]
  return exampleOfType(shape, name, owner)
}

/** The example of an object has only the fields that differ in it. */
function exampleOfObject({ properties = {}, required = [], title, example }: Shape, name: string): unknown {
  if (example === null) return null
  const fields = Object.entries(properties)
    .filter(([key, field]) => required.includes(key) || hasExample(field) || Object.hasOwn(byName, key))
    .map(([key, field]) => [key, exampleOf(field, key, title ?? name)])
  return { ...Object.fromEntries(fields), ...(example as object | undefined) }
}

/** An optional field is omitted, unless it or something in it has an example. */
const hasExample = (shape: Shape): boolean =>
  'example' in shape || [...(shape.anyOf ?? []), ...Object.values(shape.properties ?? {})].some(hasExample)

function exampleOfType(shape: Shape, name: string, owner: string): unknown {
  switch (shape.type) {
    case 'array':
      return shape.items && Object.keys(shape.items).length > 0 ? [exampleOf(shape.items, name)] : []
    case 'integer':
    case 'number':
      return isId(name) ? Number.parseInt(digest(name, owner).slice(0, 9), 16) + 1e11 : (shape.minimum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return isId(name) ? uuid(digest(name, owner)) : 'text'
    case 'null':
      return null
    default:
      return exampleOfMap(shape.additionalProperties)
  }
}

/** A map of things by their id or name. */
function exampleOfMap(value: Shape | boolean | undefined): unknown {
  if (typeof value !== 'object' || !value.properties) return {}
  const one = exampleOf(value) as { id?: string; name?: string }
  return { [one.id ?? one.name ?? 'key']: one }
}

function exampleOfChoice(choices: readonly Shape[], name: string, owner: string): unknown {
  const [first] = choices as [Shape]
  const isSenseless =
    !hasExample(first) && !first.enum && !first.properties && !isId(name) && !Object.hasOwn(byName, name)
  return isSenseless && choices.some(({ type }) => type === 'null') ? null : exampleOf(first, name, owner)
}

/** `geofence_id` and the `id` of a Geofence are the same. */
const digest = (name: string, owner: string): string =>
  createHash('sha256')
    .update((name === 'id' ? owner : name).replace(/_ids?$/, '').toLowerCase())
    .digest('hex')

const uuid = (hex: string) =>
  `019a8f0e-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`

/** Shared fields all have the same time; the end of a span is an hour later. */
const endOfSpan = (name: string, example: unknown): unknown =>
  /^(to|until|expires_at)$/.test(name) && example === 1790000000 ? example + 3600 : example
