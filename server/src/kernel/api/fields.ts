/** Small schema pieces that every feature's wire.ts uses. */
import Type, { type Static, type TObjectOptions, type TProperties, type TSchema } from 'typebox'
import { invalidField, type Problem } from '../errors.ts'

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The same schema with its own example, where a shared or generated one would make no sense. */
export const like = <T extends TSchema>(schema: T, example: unknown): T =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(schema), example: { value: example, enumerable: true } },
  ) as T

export const EnumOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description && { description }) })

/** An object with these fields and no others: unknown fields are refused. */
export const exact = <P extends TProperties>(fields: P, more: TObjectOptions = {}) =>
  Type.Object(fields, { additionalProperties: false, ...more })

/** The same fields, each of which may be left out. */
export const optional = <P extends TProperties>(fields: P) => Type.Partial(Type.Object(fields)).properties

/** No control characters, line breaks or marks that change the writing direction: none of them belongs in a name. */
export const unwritable = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
export const linePatterns = [`^[^${unwritable}]*$`, `^(?=.*\\S)[^${unwritable}]*$`] as const

interface Described {
  readonly description?: string
  readonly example?: string
}

/** A name or title: one line of text that may appear in an email, a list or a file. */
export const oneLine = (minLength: number, maxLength: number, more: Described = {}) =>
  Type.String({ minLength, maxLength, pattern: linePatterns[0], ...more })
/** The same, with at least one visible character. */
export const visibleLine = (minLength: number, maxLength: number, more: Described = {}) =>
  oneLine(minLength, maxLength, { ...more, pattern: linePatterns[1] } as object)

const networks = Type.Array(Type.String({ maxLength: 50 }), {
  example: ['203.0.113.0/24', '2001:db8::/48'],
  maxItems: 20,
  description: 'Such as 203.0.113.0/24, 2001:db8::/48 or a single address. Empty: anywhere.',
})
export const SourceNetworksBody = exact({ networks })
export const SourceNetworksShape = Type.Object({ networks }, { title: 'SourceNetworks' })

/** Unix seconds. */
export const Time = Type.Integer({ description: 'Unix seconds.', example: 1790000000 })
export const TimeOrNull = Nullable(Time)

/** A map whose keys are ids: JSON Schema cannot say more. */
export const MapOf = <T extends TSchema>(value: T) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: value })

/** A larger number of seconds would be in the year 5138: the caller has sent milliseconds. */
const secondsMax = 1e11

/** A point in time given by a caller. The action decides whether it may be in the past. */
const inSeconds = {
  example: 1790000000,
  minimum: 0,
  maximum: secondsMax,
  meaning: 'a time in unix seconds (not milliseconds)',
}
export const TimeInput = Type.Integer(inSeconds)
export const timeInput = (description: string) => Type.Integer({ ...inSeconds, description })
/** As trackers report it: with a fraction. */
export const fractionTimeInput = (description: string) => Type.Number({ ...inSeconds, description })

export const pastProblem = (field: string, value: number | null | undefined, now: number): Problem[] =>
  typeof value === 'number' && value < now ? [invalidField(field, `${field} must not lie in the past.`)] : []
