import Type, { type Static } from 'typebox'
import { EnumOf, exact, Nullable, Time, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import type { Problem } from '#kernel/errors.ts'
import { scopeInput } from '../groups/wire.ts'
import type { RuleChange } from './actions.ts'
import { ConditionInput, ConditionShape, conditionToWire, toCondition } from './conditions/condition-wire.ts'
import type { Quiet, Schedule } from './conditions/hours.ts'
import { escalationInput, StepShape, stepToWire, toSteps } from './escalation/escalation-wire.ts'
import { limits } from './limits.ts'
import type { Rule } from './rule.ts'
import { actionsInput, actionToWire, RuleActionShape, toActions } from './rule-actions/action-wire.ts'

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
      description:
        'Where it is sent in addition to the notification list. Requires the module `extended_notification`.',
    }),
  ),
  ...actionsInput,
  ...escalationInput,
}

export const NewRuleBody = exact({ name: Name, condition: ConditionInput, ...optional })
export const RuleChangeBody = exact({
  name: Type.Optional(Name),
  condition: Type.Optional(ConditionInput),
  ...optional,
})

/** Values that the schema has refused may be of any kind: only objects are examined. */
export function toInput(body: Static<typeof RuleChangeBody>): { input: RuleChange; problems: readonly Problem[] } {
  const { name, enabled, tz, schedule, quiet, for_all, unit_ids, group_ids, channel_ids, confirm } = body
  const { condition, problems } = body.condition ? toCondition(body.condition) : { condition: undefined, problems: [] }
  const acts = Array.isArray(body.actions) ? toActions(body.actions) : { problems: [] }
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
    ...('actions' in acts && acts.actions && { actions: acts.actions }),
    ...(Array.isArray(body.escalation) && { escalation: toSteps(body.escalation) }),
    ...(confirm !== undefined && { isConfirmed: confirm }),
  }
  return { input, problems: [...problems, ...acts.problems] }
}

const scheduleOf = ({ days, from, to, outside = false }: Static<typeof ScheduleInput>): Schedule => ({
  ...{ days, from, to, isOutside: outside },
})
const quietOf = ({ days, from, to, meanwhile }: Static<typeof QuietInput>): Quiet => ({ days, from, to, meanwhile })

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
        { title: 'Schedule', description: 'The hours in which it applies.' },
      ),
    ),
    quiet: Nullable(
      Type.Object(
        { ...hours, meanwhile: Type.String({ example: 'hold' }) },
        { title: 'QuietHours', description: 'Hours without notifications.' },
      ),
    ),
    for_all: Type.Boolean({ description: 'Applies to all units, including future ones.' }),
    unit_ids: Type.Array(Type.Integer(), { example: [] }),
    group_ids: Type.Array(Type.String(), { example: [] }),
    channel_ids: Type.Array(Type.String()),
    actions: Type.Array(RuleActionShape, { description: 'What it does besides notifying.' }),
    escalation: Type.Array(StepShape, { description: 'Who is notified next while nobody has acknowledged it.' }),
    since: Type.Number({
      example: 1790000000,
      description: 'Tracker time from which the rule applies, in unix seconds.',
    }),
    resting: Type.Array(Type.String(), {
      example: [],
      description: 'Modules that it needs and the plan does not include. Until then it does not notify.',
    }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'NotificationRule' },
)

export const ruleToWire = (rule: Rule, resting: readonly string[], isReader: boolean) => ({
  ...rule,
  condition: conditionToWire(rule.condition),
  actions: rule.actions.map((one) => actionToWire(one, isReader)),
  escalation: rule.escalation.map(stepToWire),
  enabled: rule.isEnabled,
  tz: rule.zone,
  schedule: rule.schedule && { ...rule.schedule, outside: rule.schedule.isOutside },
  for_all: rule.isForAll,
  resting,
})
