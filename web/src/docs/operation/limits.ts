/** What a schema demands of a value, as short phrases: "4 to 50 characters", "in steps of 10240". */
import type { SchemaObject } from '../openapi.ts'

export function limitsOf(schema: SchemaObject): string[] {
  const limits = [
    count(schema.minLength, schema.maxLength, 'character'),
    range(schema),
    schema.multipleOf === undefined || schema.multipleOf === 1 ? undefined : `in steps of ${schema.multipleOf}`,
    count(schema.minItems, schema.maxItems, 'item'),
    schema.uniqueItems ? 'no duplicates' : undefined,
    count(schema.minProperties, schema.maxProperties, 'field'),
    schema.format,
    schema.pattern === undefined ? undefined : `matches ${schema.pattern}`,
    schema.readOnly ? 'only in responses' : undefined,
    schema.writeOnly ? 'only in requests' : undefined,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ]
  return limits.filter((limit) => limit !== undefined)
}

function count(min: number | undefined, max: number | undefined, noun: string): string | undefined {
  const many = (amount: number) => `${amount} ${noun}${amount === 1 ? '' : 's'}`
  if (max === undefined) return min === undefined || min === 0 ? undefined : `at least ${many(min)}`
  if (min === max) return `exactly ${many(max)}`
  return min === undefined || min === 0 ? `at most ${many(max)}` : `${min} to ${many(max)}`
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject): string | undefined {
  // OpenAPI 3.0 wrote `exclusiveMinimum: true` next to `minimum`; 3.1 writes the bound itself.
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum === false ? undefined : exclusiveMinimum
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum === false ? undefined : exclusiveMaximum
  const from = above === undefined ? minimum : undefined
  // "At most 9007199254740991" is how JSON says "any number JavaScript can count": no news to a reader.
  const upTo = below === undefined && maximum !== Number.MAX_SAFE_INTEGER ? maximum : undefined
  if (from !== undefined && upTo !== undefined) return from === upTo ? `exactly ${from}` : `${from} to ${upTo}`
  const bounds = [
    from === undefined ? undefined : `at least ${from}`,
    above === undefined ? undefined : `more than ${above}`,
    upTo === undefined ? undefined : `at most ${upTo}`,
    below === undefined ? undefined : `less than ${below}`,
  ].filter((bound) => bound !== undefined)
  return bounds.length === 0 ? undefined : bounds.join(', ')
}
