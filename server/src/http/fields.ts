/** Small schema pieces that every feature's wire.ts uses. */
import Type, { type Static, type TSchema } from 'typebox'
import { badValue, type Fault } from '../errors.ts'

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Unix seconds. */
export const Time = Type.Integer({ description: 'Unix seconds.' })
export const TimeOrNull = Nullable(Time)

/** A map whose keys are ids: JSON Schema cannot say more. */
export const MapOf = <T extends TSchema>(value: T) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: value })

/** Beyond this a number of seconds would lie in the year 5138: the caller has sent milliseconds. */
const secondsMax = 1e11

/** A point in time given by a caller. Whether it may lie in the past is the action's business. */
const inSeconds = { minimum: 0, maximum: secondsMax, meaning: 'a time in unix seconds (not milliseconds)' }
export const TimeInput = Type.Integer(inSeconds)
export const timeInput = (description: string) => Type.Integer({ ...inSeconds, description })
/** As trackers tell time: with a fraction. */
export const fractionTimeInput = (description: string) => Type.Number({ ...inSeconds, description })

export const pastFault = (field: string, value: number | null | undefined, now: number): Fault[] =>
  typeof value === 'number' && value < now ? [badValue(field, `${field} must not lie in the past.`)] : []
