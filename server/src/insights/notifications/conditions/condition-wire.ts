/** Conditions of rules as JSON. */
import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { limits } from '../limits.ts'
import {
  alarmNames,
  type Comparison,
  type Condition,
  type ConditionType,
  type Countable,
  comparisons,
  conditionTypes,
  crossings,
  matches,
  type ParameterCondition,
  type Part,
  partTypes,
  type RepeatedCondition,
  type SpeedingCondition,
  serviceStates,
  sides,
} from './condition.ts'
import { distanceInput, distanceOf, distanceShape, distanceToWire } from './distance-wire.ts'

const SaidInput = like(
  Type.Union([Type.Number(), Type.Boolean(), Type.String({ maxLength: 200 })], {
    meaning: 'a number, true or false, or a text of at most 200 characters',
  }),
  90,
)
export const ReportedValueShape = Nullable(Type.Union([Type.Number(), Type.Boolean(), Type.String()]))
const minutes = { minimum: 1, maximum: limits.silenceMinutes.max, description: 'For `silence`, `idle` and `parked`.' }

const typeText =
  '`alarm` (the tracker reports one), `geofence` (entered or left), `parameter` (a value in messages), `speeding` ' +
  '(faster than the limit posted on the road, where the map knows it), `distance` (near other units or far from them), `combined` (several conditions), `silence`, ' +
  '`idle` (stands with the ignition on), `parked`, `service` (due), `conflict` (another device uses its ident), ' +
  '`document` (one of its documents expires: 30 and 7 days before, and on the day).'

const geofenceIds = Type.Array(UuidId, {
  maxItems: 200,
  description: 'For `geofence` and `place`. Empty: any geofence.',
})
const parameterName = Type.String({
  example: 'position.speed',
  pattern: '^[a-z][a-z0-9_.]{0,99}$',
  description: 'For `parameter`: its name in messages.',
})
const sensorName = visibleLine(1, 60, {
  example: 'Fuel tank',
  description: 'For `parameter`, instead of a parameter: the name of a sensor. Units without one are left out.',
})
const comparison = like(EnumOf(comparisons, 'Of `parameter`: with `value`, or with `low` and `high`.'), 'above')
const over = Type.Number({
  example: 10,
  minimum: 0,
  maximum: limits.overMaxKmh,
  description: 'For `speeding`: notify if faster than the limit by more than this, in km/h.',
})
const usual = Type.Boolean({
  example: false,
  description:
    'For `speeding`: true also includes roads without a limit in the map, by the usual speed of such a road. Default: false.',
})
const side = EnumOf(sides, 'For `place`: `inside` one of the geofences, or `outside` all of them.')

/** One of several conditions of a rule. */
const PartInput = exact({
  type: like(
    EnumOf(
      partTypes,
      '`parameter`, `speeding` and `distance` as in a rule with one condition; `place`: where the unit is.',
    ),
    'parameter',
  ),
  parameter: Type.Optional(parameterName),
  sensor: Type.Optional(sensorName),
  comparison: Type.Optional(comparison),
  value: Type.Optional(SaidInput),
  low: Type.Optional(Type.Number()),
  high: Type.Optional(Type.Number()),
  over: Type.Optional(over),
  usual: Type.Optional(usual),
  side: Type.Optional(side),
  geofence_ids: Type.Optional(geofenceIds),
  ...distanceInput,
})

/** One object for all types: the action checks which fields belong to which. */
export const ConditionInput = exact({
  type: like(EnumOf(conditionTypes, typeText), 'parameter'),
  match: Type.Optional(EnumOf(matches, 'For `combined`: `all` conditions must be met at once, or `any` of them.')),
  conditions: Type.Optional(
    Type.Array(PartInput, { minItems: 1, maxItems: limits.partsMax, description: 'For `combined`.' }),
  ),
  alarms: Type.Optional(
    Type.Array(EnumOf(alarmNames, 'A kind of alarm.'), {
      maxItems: 50,
      description: 'For `alarm`. Empty: any alarm.',
    }),
  ),
  crossings: Type.Optional(
    Type.Array(EnumOf(crossings, '`enter` or `leave`.'), { minItems: 1, maxItems: 2, description: 'For `geofence`.' }),
  ),
  geofence_ids: Type.Optional(geofenceIds),
  parameter: Type.Optional(parameterName),
  sensor: Type.Optional(sensorName),
  comparison: Type.Optional(comparison),
  value: Type.Optional(SaidInput),
  low: Type.Optional(Type.Number()),
  high: Type.Optional(Type.Number()),
  seconds: Type.Optional(
    Type.Integer({
      example: 30,
      minimum: 0,
      maximum: limits.durationMaxSeconds,
      description: 'For `parameter`, `speeding`, `distance` and `combined`: minimum duration. Default: 0.',
    }),
  ),
  ...distanceInput,
  over: Type.Optional(over),
  usual: Type.Optional(usual),
  minutes: Type.Optional(Type.Integer(minutes)),
  state: Type.Optional(EnumOf(serviceStates, 'For `service`: notify when it is due, or when it is due soon.')),
  times: Type.Optional(
    Type.Integer({
      example: 3,
      minimum: 2,
      maximum: limits.timesMax,
      description:
        'Together with `within_minutes`: notify only if it happens at least this many times within that time. Not for ' +
        '`silence`, `service`, `conflict` and `document`.',
    }),
  ),
  within_minutes: Type.Optional(Type.Integer({ example: 60, minimum: 1, maximum: limits.withinMaxMinutes })),
})
type ConditionInput = Static<typeof ConditionInput>
type PartInput = Static<typeof PartInput>

const fieldsOf: Readonly<Record<ConditionType, readonly [needed: readonly string[], possible: readonly string[]]>> = {
  alarm: [[], ['alarms']],
  geofence: [['crossings'], ['geofence_ids']],
  parameter: [
    ['parameter', 'comparison'],
    ['value', 'low', 'high', 'seconds'],
  ],
  speeding: [['over'], ['seconds', 'usual']],
  distance: [
    ['range', 'metres'],
    ['unit_ids', 'group_ids', 'age_minutes', 'seconds'],
  ],
  combined: [['match', 'conditions'], ['seconds']],
  silence: [['minutes'], []],
  idle: [['minutes'], []],
  parked: [['minutes'], []],
  service: [['state'], []],
  conflict: [[], []],
  document: [[], []],
}

/** For one of several: the duration applies to all together. */
const partFieldsOf: Readonly<Record<Part['type'], readonly [needed: readonly string[], possible: readonly string[]]>> =
  {
    parameter: [
      ['parameter', 'comparison'],
      ['value', 'low', 'high'],
    ],
    speeding: [['over'], ['usual']],
    place: [['side'], ['geofence_ids']],
    distance: [
      ['range', 'metres'],
      ['unit_ids', 'group_ids', 'age_minutes'],
    ],
  }

const uncountable: readonly ConditionType[] = ['silence', 'service', 'conflict', 'document']

/** Both or neither, and only for what messages show. */
function countProblems({ type, times, within_minutes: within }: ConditionInput): Problem[] {
  if (times === undefined && within === undefined) return []
  const field = `condition.${times === undefined ? 'within_minutes' : 'times'}`
  if (uncountable.includes(type)) return [invalidField(field, `A condition of type ${type} can’t be counted.`)]
  return times !== undefined && within !== undefined
    ? []
    : [invalidField(field, 'condition.times and condition.within_minutes need each other.')]
}

/** What a condition of its type needs, and nothing else. */
function fieldProblems(
  input: { readonly type: string; readonly sensor?: string },
  [asked, possible]: readonly [needed: readonly string[], possible: readonly string[]],
  field: string,
): Problem[] {
  const isOfSensor = input.sensor !== undefined && input.type === 'parameter'
  const needed = isOfSensor ? asked.map((name) => (name === 'parameter' ? 'sensor' : name)) : asked
  const given = Object.keys(input).filter((name) => !['type', 'times', 'within_minutes'].includes(name))
  return [
    ...needed
      .filter((name) => !given.includes(name))
      .map((name) => invalidField(`${field}.${name}`, `A condition of type ${input.type} needs ${name}.`)),
    ...given
      .filter((name) => !needed.includes(name) && !possible.includes(name))
      .map((name) => invalidField(`${field}.${name}`, `A condition of type ${input.type} has no ${name}.`)),
  ]
}

function partsProblems(parts: readonly PartInput[]): Problem[] {
  const isSeveral = parts.filter(({ type }) => type === 'speeding').length > 1
  return [
    ...parts.flatMap((part, index) => {
      const fields = partFieldsOf[part.type] as (typeof partFieldsOf)[Part['type']] | undefined
      return fields ? fieldProblems(part, fields, `condition.conditions.${index}`) : []
    }),
    ...(isSeveral
      ? [invalidField('condition.conditions', 'condition.conditions can include the type speeding only once.')]
      : []),
  ]
}

export function toCondition(input: ConditionInput): { condition?: Condition; problems: Problem[] } {
  const fields = fieldsOf[input.type] as (typeof fieldsOf)[ConditionType] | undefined
  // The schema says so.
  if (!fields) return { problems: [] }
  const problems = [
    ...fieldProblems(input, fields, 'condition'),
    ...countProblems(input),
    ...(Array.isArray(input.conditions) ? partsProblems(input.conditions) : []),
  ]
  const least = limits.silenceMinutes.min
  if (input.type === 'silence' && (input.minutes ?? least) < least) {
    problems.push(invalidField('condition.minutes', `condition.minutes must be ${least} or more for silence.`))
  }
  return problems.length > 0 ? { problems } : { condition: conditionOf(input), problems }
}

function conditionOf(input: ConditionInput): Condition {
  const { times, within_minutes: withinMinutes } = input
  const one = coreOf(input)
  // What can be counted was checked before.
  return times === undefined || withinMinutes === undefined
    ? one
    : { type: 'repeated', of: one as Countable, times, withinMinutes }
}

function coreOf(input: ConditionInput): Exclude<Condition, RepeatedCondition> {
  const { type } = input
  if (type === 'alarm') return { type, alarms: [...new Set(input.alarms)] }
  if (type === 'geofence') {
    return { type, crossings: [...new Set(input.crossings)], geofenceIds: [...new Set(input.geofence_ids)] }
  }
  if (type === 'service') return { type, state: input.state ?? 'due' }
  if (type === 'conflict' || type === 'document') return { type }
  const { seconds = 0 } = input
  if (type === 'combined') {
    return { type, match: input.match ?? 'all', parts: (input.conditions ?? []).map(partOf), seconds }
  }
  if (type === 'distance') return distanceOf(input, seconds)
  if (type === 'speeding' || type === 'parameter') return measuredOf({ ...input, type }, seconds)
  return { type, minutes: input.minutes ?? 0 }
}

function partOf(input: PartInput): Part {
  const { type } = input
  if (type === 'distance') return distanceOf(input, 0)
  if (type !== 'place') return measuredOf({ ...input, type }, 0)
  return { type, side: input.side ?? 'inside', geofenceIds: [...new Set(input.geofence_ids)] }
}

type Measured = Omit<PartInput, 'type' | 'side' | 'geofence_ids'> & { readonly type: 'parameter' | 'speeding' }

function measuredOf(input: Measured, seconds: number): ParameterCondition | SpeedingCondition {
  const { type } = input
  if (type === 'speeding') return { type, over: input.over ?? 0, seconds, usual: input.usual ?? false }
  const { parameter = '', comparison, value = null, low = null, high = null } = input
  const compared = { comparison: comparison as Comparison, value, low, high, seconds }
  return { type, parameter, ...(input.sensor !== undefined && { sensor: input.sensor.trim() }), ...compared }
}

const PartShape = Type.Object(
  {
    type: Type.String({ example: 'parameter' }),
    parameter: Type.Optional(Type.String({ example: 'position.speed' })),
    sensor: Type.Optional(Type.String({ example: 'Fuel tank' })),
    comparison: Type.Optional(Type.String({ example: 'above' })),
    value: like(Type.Optional(ReportedValueShape), 90),
    low: Type.Optional(Nullable(Type.Number())),
    high: Type.Optional(Nullable(Type.Number())),
    over: Type.Optional(Type.Number({ example: 10 })),
    usual: Type.Optional(Type.Boolean({ example: false })),
    side: Type.Optional(Type.String()),
    geofence_ids: Type.Optional(Type.Array(Type.String())),
    ...distanceShape,
  },
  { title: 'ConditionPart' },
)

export const ConditionShape = Type.Object(
  {
    type: Type.String({ example: 'parameter', description: typeText }),
    match: Type.Optional(Type.String()),
    conditions: Type.Optional(Type.Array(PartShape)),
    alarms: Type.Optional(Type.Array(Type.String())),
    crossings: Type.Optional(Type.Array(Type.String())),
    geofence_ids: Type.Optional(Type.Array(Type.String())),
    parameter: Type.Optional(Type.String({ example: 'position.speed' })),
    sensor: Type.Optional(Type.String({ example: 'Fuel tank' })),
    comparison: Type.Optional(Type.String({ example: 'above' })),
    value: like(Type.Optional(ReportedValueShape), 90),
    low: Type.Optional(Nullable(Type.Number())),
    high: Type.Optional(Nullable(Type.Number())),
    seconds: Type.Optional(Type.Integer({ example: 30 })),
    over: Type.Optional(Type.Number({ example: 10 })),
    usual: Type.Optional(Type.Boolean({ example: false })),
    minutes: Type.Optional(Type.Integer()),
    state: Type.Optional(Type.String()),
    times: Type.Optional(Type.Integer()),
    within_minutes: Type.Optional(Type.Integer()),
    ...distanceShape,
  },
  { title: 'Condition' },
)

const partToWire = (part: Part) => {
  if (part.type === 'place') return { type: part.type, side: part.side, geofence_ids: part.geofenceIds }
  if (part.type === 'distance') return distanceToWire(part)
  const { seconds: _, ...measured } = part
  if (measured.type !== 'parameter' || measured.sensor === undefined) return measured
  const { parameter: __, ...compared } = measured
  return compared
}

export const conditionToWire = (condition: Condition) =>
  condition.type === 'repeated'
    ? { ...coreToWire(condition.of), times: condition.times, within_minutes: condition.withinMinutes }
    : coreToWire(condition)

const coreToWire = (condition: Exclude<Condition, RepeatedCondition>) => {
  if (condition.type === 'combined') {
    const { type, match, parts, seconds } = condition
    return { type, match, conditions: parts.map(partToWire), seconds }
  }
  if (condition.type === 'parameter' && condition.sensor !== undefined) {
    const { parameter: _, ...compared } = condition
    return compared
  }
  if (condition.type === 'distance') return { ...distanceToWire(condition), seconds: condition.seconds }
  if (condition.type !== 'geofence') return condition
  const { type, crossings, geofenceIds } = condition
  return { type, crossings, geofence_ids: geofenceIds }
}
