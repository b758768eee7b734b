/** Example values for the API reference, made from schemas: plausible, the same every time, and of no real customer. */
import type { TSchema } from 'typebox'
import type { DialectName } from '#kernel/api/dialects.ts'
import { accountId, byName, byOperation, byOwner, planId, unitId, userId } from './example-values.ts'
import { clientValues } from './example-values-client.ts'
import { notificationValues } from './example-values-notifications.ts'
import { operatorOperations, operatorValues } from './example-values-operator.ts'
import { consoleValues } from './example-values-staff.ts'

type Shape = TSchema & {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  minimum?: number
  additionalProperties?: boolean | Shape
  title?: string
  required?: string[]
}

/** Whose example it is: a row of the route table, in one dialect. */
export interface Place {
  readonly key: string
  readonly dialect: DialectName
}

const ofClients = { ...notificationValues, ...clientValues }

/** `id` means a number in some shapes and a text in others: the schema has the last word. */
const isOfClient = ({ key }: Place) => / \/(client\/(?!hardware\/)|shared)/.test(key)
const isOfOperator = ({ key }: Place) => / \/operator\//.test(key)
const isOfConsole = ({ key }: Place) => / \/console\//.test(key)

export function exampleOf(schema: TSchema, place: Place, name = '', owner = ''): unknown {
  const shape = schema as Shape
  if (name === 'dialect') return place.dialect
  const ofOperation =
    byOperation[place.key.replace('/platform/', '/client/')] ??
    operatorOperations[place.key] ??
    (isOfClient(place) ? ofClients : isOfConsole(place) ? consoleValues : isOfOperator(place) ? operatorValues : {})
  for (const [values, word] of [
    [ofOperation, `${owner}.${name}`],
    [owner === 'user' ? {} : ofOperation, name],
    [byOwner[owner] ?? {}, name],
    [byName, name],
  ] as const) {
    if (Object.hasOwn(values, word) && fits(shape, values[word])) return values[word]
  }
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return exampleOf(shape.anyOf[0] as Shape, place, name, owner)
  if (shape.properties) {
    const own = ownerOf(shape, name)
    return Object.fromEntries(
      Object.entries(shape.properties)
        .filter(([key, field]) => ofOperation[key] != null || !isLeftOut(shape, key, field, own))
        .map(([key, field]) => [key, exampleOf(field, place, key, own)]),
    )
  }
  switch (shape.type) {
    case 'array':
      return shape.items && Object.keys(shape.items).length > 0 ? [exampleOf(shape.items, place)] : []
    case 'integer':
    case 'number':
      return name === 'id' ? (place.key.includes('/units') ? unitId : accountId) : (shape.minimum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return name === 'id' ? (place.key.includes('/users') ? userId : planId) : 'text'
    case 'null':
      return null
    default:
      return {}
  }
}

/** A field that may be absent, and of which the example knows only that it has no value. */
const isLeftOut = ({ required = [] }: Shape, key: string, field: Shape, owner: string): boolean =>
  !required.includes(key) && byOwner[owner]?.[key] === null && !fits(field, null)

/** What a client sees of a thing has the example of the thing. */
const sameAs: Readonly<Record<string, string>> = {
  OwnAccount: 'Account',
  ScheduledAccount: 'Account',
  OwnBill: 'Bill',
  OwnPlan: 'ClientPlan',
  OwnPlanWithUsage: 'ClientPlan',
  DealerCard: 'Company',
  DealerBrand: 'Brand',
}

/** A created account is an account; a nested object without a title is known by the field that holds it. */
function ownerOf({ title = '' }: Shape, name: string): string {
  if (name === 'user') return name
  return /AccountWithUser$/.test(title) ? 'Account' : (sameAs[title] ?? (title || name))
}

function fits(shape: Shape, value: unknown): boolean {
  if (shape.anyOf) return shape.anyOf.some((choice) => fits(choice, value))
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (shape.properties) {
    return type === 'object' && Object.keys(value as object).every((key) => Object.hasOwn(shape.properties ?? {}, key))
  }
  return shape.type === type || (shape.type === 'integer' && Number.isInteger(value))
}
