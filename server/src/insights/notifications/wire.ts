import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { scopeInput } from '../groups/wire.ts'
import type { RuleChange } from './actions.ts'
import {
  alarmNames,
  type Comparison,
  type Condition,
  type ConditionType,
  comparisons,
  conditionTypes,
  crossings,
  serviceStates,
} from './condition.ts'
import type { Quiet, Schedule } from './hours.ts'
import { limits } from './limits.ts'
import type { Rule } from './rule.ts'

const SaidInput = like(
  Type.Union([Type.Number(), Type.Boolean(), Type.String({ maxLength: 200 })], {
    meaning: 'a number, true or false, or a text of at most 200 characters',
  }),
  90,
)
export const ReportedValueShape = Nullable(Type.Union([Type.Number(), Type.Boolean(), Type.String()]))
const minutes = { minimum: 1, maximum: limits.silenceMinutes.max, description: 'For `silence`, `idle` and `parked`.' }

const typeText =
  '`alarm` that a unit reports, `geofence` that is entered or left, `parameter` of a message that is compared, `speeding` ' +
  '(faster than the limit posted on the road, where the map knows it), `silence`, ' +
  '`idle` (stands with the ignition on), `parked`, `service` that is due, `conflict` (another device uses its ident).'

/** One object for all types: which fields belong to which is judged by the action. */
const ConditionInput = exact({
  type: like(EnumOf(conditionTypes, typeText), 'parameter'),
  alarms: Type.Optional(
    Type.Array(EnumOf(alarmNames, 'A kind of alarm.'), {
      maxItems: 50,
      description: 'For `alarm`. Empty: any alarm.',
    }),
  ),
  crossings: Type.Optional(
    Type.Array(EnumOf(crossings, '`enter` or `leave`.'), { minItems: 1, maxItems: 2, description: 'For `geofence`.' }),
  ),
  geofence_ids: Type.Optional(
    Type.Array(UuidId, { maxItems: 200, description: 'For `geofence`. Empty: any geofence.' }),
  ),
  parameter: Type.Optional(
    Type.String({
      example: 'position.speed',
      pattern: '^[a-z][a-z0-9_.]{0,99}$',
      description: 'For `parameter`: its name in messages.',
    }),
  ),
  sensor: Type.Optional(
    visibleLine(1, 60, {
      example: 'Fuel tank',
      description: 'For `parameter`, instead of a parameter: the name of a sensor. Units without one are left out.',
    }),
  ),
  comparison: Type.Optional(
    like(EnumOf(comparisons, 'Of `parameter`: with `value`, or with `low` and `high`.'), 'above'),
  ),
  value: Type.Optional(SaidInput),
  low: Type.Optional(Type.Number()),
  high: Type.Optional(Type.Number()),
  seconds: Type.Optional(
    Type.Integer({
      example: 30,
      minimum: 0,
      maximum: limits.durationMaxSeconds,
      description: 'For `parameter` and `speeding`: minimum duration. Default: 0.',
    }),
  ),
  over: Type.Optional(
    Type.Number({
      example: 10,
      minimum: 0,
      maximum: limits.overMaxKmh,
      description: 'For `speeding`: by more than this, in km/h.',
    }),
  ),
  usual: Type.Optional(
    Type.Boolean({
      example: false,
      description:
        'For `speeding`: true also counts roads whose limit the map does not know, by the speed that is usual on such a road. Default: false.',
    }),
  ),
  minutes: Type.Optional(Type.Integer(minutes)),
  state: Type.Optional(EnumOf(serviceStates, 'For `service`: notify when it is due, or already when it is soon.')),
})
type ConditionInput = Static<typeof ConditionInput>

const fieldsOf: Readonly<Record<ConditionType, readonly [needed: readonly string[], possible: readonly string[]]>> = {
  alarm: [[], ['alarms']],
  geofence: [['crossings'], ['geofence_ids']],
  parameter: [
    ['parameter', 'comparison'],
    ['value', 'low', 'high', 'seconds'],
  ],
  speeding: [['over'], ['seconds', 'usual']],
  silence: [['minutes'], []],
  idle: [['minutes'], []],
  parked: [['minutes'], []],
  service: [['state'], []],
  conflict: [[], []],
}

const ofSensor = [['sensor', 'comparison'], fieldsOf.parameter[1]] as const

/** What a condition of its type needs, and nothing else. */
function toCondition(input: ConditionInput): { condition?: Condition; problems: Problem[] } {
  const fields = fieldsOf[input.type] as (typeof fieldsOf)[ConditionType] | undefined
  // The schema says so.
  if (!fields) return { problems: [] }
  const [needed, possible] = input.sensor !== undefined && input.type === 'parameter' ? ofSensor : fields
  const given = Object.keys(input).filter((name) => name !== 'type')
  const problems = [
    ...needed
      .filter((name) => !given.includes(name))
      .map((name) => invalidField(`condition.${name}`, `A condition of type ${input.type} needs ${name}.`)),
    ...given
      .filter((name) => !needed.includes(name) && !possible.includes(name))
      .map((name) => invalidField(`condition.${name}`, `A condition of type ${input.type} has no ${name}.`)),
  ]
  const least = limits.silenceMinutes.min
  if (input.type === 'silence' && (input.minutes ?? least) < least) {
    problems.push(invalidField('condition.minutes', `condition.minutes must be ${least} or more for silence.`))
  }
  return problems.length > 0 ? { problems } : { condition: conditionOf(input), problems }
}

function conditionOf(input: ConditionInput): Condition {
  const { type } = input
  if (type === 'alarm') return { type, alarms: [...new Set(input.alarms)] }
  if (type === 'geofence') {
    return { type, crossings: [...new Set(input.crossings)], geofenceIds: [...new Set(input.geofence_ids)] }
  }
  if (type === 'service') return { type, state: input.state ?? 'due' }
  if (type === 'conflict') return { type }
  if (type === 'speeding')
    return { type, over: input.over ?? 0, seconds: input.seconds ?? 0, usual: input.usual ?? false }
  if (type !== 'parameter') return { type, minutes: input.minutes ?? 0 }
  const { parameter = '', comparison, value = null, low = null, high = null, seconds = 0 } = input
  const compared = { comparison: comparison as Comparison, value, low, high, seconds }
  return { type, parameter, ...(input.sensor !== undefined && { sensor: input.sensor.trim() }), ...compared }
}

const hours = {
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    example: [1, 2, 3, 4, 5],
    minItems: 1,
    maxItems: 7,
    description: '1 is Monday. Hours past midnight belong to the day they start on.',
  }),
  from: Type.String({ example: '22:00', pattern: '^\\d\\d:\\d\\d$', description: 'Such as `08:00`.' }),
  to: Type.String({
    example: '06:00',
    pattern: '^\\d\\d:\\d\\d$',
    description: 'Such as `18:00`. Equal to `from`: the whole day.',
  }),
}
const ScheduleInput = exact({
  ...hours,
  outside: Type.Optional(Type.Boolean({ example: false, description: 'True: outside these hours.' })),
})
const quietMeanwhile = ['hold', 'page'] as const
const QuietInput = exact({
  ...hours,
  meanwhile: EnumOf(quietMeanwhile, '`hold`: sent when they are over. `page`: listed, and not sent.'),
})

const Name = visibleLine(1, 100, { example: 'Too fast' })
const optional = {
  enabled: Type.Optional(Type.Boolean()),
  tz: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Time zone of the hours and of times in messages. Default: UTC.',
    }),
  ),
  schedule: Type.Optional(Nullable(ScheduleInput)),
  quiet: Type.Optional(Nullable(QuietInput)),
  ...scopeInput,
  channel_ids: Type.Optional(
    Type.Array(UuidId, {
      maxItems: limits.channelsMax,
      description: 'Where it is sent besides the notification list. Requires the module `extended_notification`.',
    }),
  ),
}

export const NewRuleBody = exact({ name: Name, condition: ConditionInput, ...optional })
export const RuleChangeBody = exact({
  name: Type.Optional(Name),
  condition: Type.Optional(ConditionInput),
  ...optional,
})

/** Values that the schema has refused may be of any kind: what is not an object is not looked into. */
export function toInput(body: Static<typeof RuleChangeBody>): { input: RuleChange; problems: readonly Problem[] } {
  const { name, enabled, tz, schedule, quiet, for_all, unit_ids, group_ids, channel_ids } = body
  const { condition, problems } = body.condition ? toCondition(body.condition) : { condition: undefined, problems: [] }
  const input: RuleChange = {
    ...(name !== undefined && { name }),
    ...(condition && { condition }),
    ...(enabled !== undefined && { isEnabled: enabled }),
    ...(tz !== undefined && { zone: tz }),
    ...(schedule !== undefined && { schedule: schedule && scheduleOf(schedule) }),
    ...(quiet !== undefined && { quiet: quiet && quietOf(quiet) }),
    ...(for_all !== undefined && { isForAll: for_all }),
    ...(unit_ids && { unitIds: [...new Set(unit_ids)] }),
    ...(group_ids && { groupIds: [...new Set(group_ids)] }),
    ...(channel_ids && { channelIds: [...new Set(channel_ids)] }),
  }
  return { input, problems }
}

const scheduleOf = ({ days, from, to, outside = false }: Static<typeof ScheduleInput>): Schedule => ({
  ...{ days, from, to, isOutside: outside },
})
const quietOf = ({ days, from, to, meanwhile }: Static<typeof QuietInput>): Quiet => ({ days, from, to, meanwhile })

export const ConditionShape = Type.Object(
  {
    type: Type.String({ example: 'parameter', description: typeText }),
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
  },
  { title: 'Condition' },
)

export const conditionToWire = (condition: Condition) => {
  if (condition.type === 'parameter' && condition.sensor !== undefined) {
    const { parameter: _, ...compared } = condition
    return compared
  }
  if (condition.type !== 'geofence') return condition
  const { type, crossings, geofenceIds } = condition
  return { type, crossings, geofence_ids: geofenceIds }
}

export const RuleShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'Too fast' }),
    enabled: Type.Boolean(),
    condition: ConditionShape,
    tz: Type.String(),
    schedule: Nullable(
      Type.Object(
        { ...hours, outside: Type.Boolean({ example: false }) },
        { title: 'Schedule', description: 'When it counts.' },
      ),
    ),
    quiet: Nullable(
      Type.Object(
        { ...hours, meanwhile: Type.String({ example: 'hold' }) },
        { title: 'QuietHours', description: 'When nobody is disturbed.' },
      ),
    ),
    for_all: Type.Boolean({ description: 'Applies to all units, including future ones.' }),
    unit_ids: Type.Array(Type.Integer(), { example: [] }),
    group_ids: Type.Array(Type.String(), { example: [] }),
    channel_ids: Type.Array(Type.String()),
    since: Type.Number({
      example: 1790000000,
      description: 'Tracker time from which the rule applies, in unix seconds.',
    }),
    resting: Type.Array(Type.String(), {
      example: [],
      description: 'Modules that it needs and the plan does not have: until they are there it tells nothing.',
    }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'NotificationRule' },
)

export const ruleToWire = (rule: Rule, resting: readonly string[]) => ({
  ...rule,
  condition: conditionToWire(rule.condition),
  enabled: rule.isEnabled,
  tz: rule.zone,
  schedule: rule.schedule && { ...rule.schedule, outside: rule.schedule.isOutside },
  for_all: rule.isForAll,
  resting,
})
