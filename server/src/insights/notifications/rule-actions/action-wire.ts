/** Actions of rules, and their results, as JSON. */
import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, TimeOrNull } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { type CommandKind, commandStates } from '#tracking/commands/command.ts'
import type { ShownAction } from '../actions.ts'
import { limits } from '../limits.ts'
import { actionReasons, actionStates, actionTypes, type RuleAction, ruleCommands } from './action.ts'

const typeText =
  '`command` (to the tracker), `share` (a link to its live position, which is sent with the notification), `group` (moves ' +
  'the unit out of all other groups into this one), `webhook` (called immediately, also in quiet hours).'
const { min, max } = limits.actionShareMinutes

const ActionInput = exact({
  type: like(EnumOf(actionTypes, typeText), 'share'),
  command: Type.Optional(EnumOf<CommandKind>(ruleCommands, 'For `command`: its type.')),
  text: Type.Optional(
    Type.String({
      pattern: '^[^\\u0000-\\u001f\\u007f]{1,500}$',
      meaning: '1 to 500 characters without control characters',
      description: 'For the command `text`: what is sent, in the tracker’s own syntax.',
    }),
  ),
  seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description: 'For the command `interval`: seconds between positions.',
    }),
  ),
  minutes: Type.Optional(
    Type.Integer({ example: 120, minimum: min, maximum: max, description: 'For `share`: how long the link works.' }),
  ),
  group_id: Type.Optional(UuidId),
  channel_id: Type.Optional(UuidId),
})
type ActionInput = Static<typeof ActionInput>

export const actionsInput = {
  actions: Type.Optional(
    Type.Array(ActionInput, {
      maxItems: actionTypes.length,
      description:
        'What the rule does besides notifying: at most one action of each type, once for each event, and never for a message ' +
        `older than ${limits.actionSeconds / 60} minutes. Requires the modules \`command\`, \`sharing\`, \`unit\` or ` +
        '`extended_notification`.',
    }),
  ),
  confirm: Type.Optional(
    Type.Boolean({
      description: 'Confirms a dangerous command among the actions. Required for a new one, and for more units.',
    }),
  ),
}

const fieldsOf: Readonly<
  Record<RuleAction['type'], readonly [needed: readonly string[], possible: readonly string[]]>
> = {
  command: [['command'], ['text', 'seconds']],
  share: [['minutes'], []],
  group: [['group_id'], []],
  webhook: [['channel_id'], []],
}

function problemsOf(input: ActionInput, index: number): Problem[] {
  const fields = fieldsOf[input.type] as (typeof fieldsOf)[RuleAction['type']] | undefined
  // The schema says so.
  if (!fields) return []
  const isOf = (command: CommandKind) => input.type === 'command' && input.command === command
  const asked = [...fields[0], ...(isOf('text') ? ['text'] : []), ...(isOf('interval') ? ['seconds'] : [])]
  const given = Object.keys(input).filter((name) => name !== 'type')
  const path = `actions.${index}`
  return [
    ...asked
      .filter((name) => !given.includes(name))
      .map((name) => invalidField(`${path}.${name}`, `This ${input.type} action needs ${name}.`)),
    ...given
      .filter((name) => !asked.includes(name))
      .map((name) => invalidField(`${path}.${name}`, `This ${input.type} action does not use ${name}. Leave it out.`)),
  ]
}

export function toActions(inputs: readonly ActionInput[]): { actions?: readonly RuleAction[]; problems: Problem[] } {
  const types = inputs.map(({ type }) => type)
  const problems = [
    ...inputs.flatMap(problemsOf),
    ...(new Set(types).size < types.length
      ? [invalidField('actions', 'actions can include each type only once. Create another rule for a second one.')]
      : []),
  ]
  return problems.length > 0 ? { problems } : { actions: inputs.map(actionOf), problems }
}

function actionOf(input: ActionInput): RuleAction {
  const { type, text, seconds } = input
  if (type === 'share') return { type, minutes: input.minutes ?? min }
  if (type === 'group') return { type, groupId: input.group_id ?? '' }
  if (type === 'webhook') return { type, channelId: input.channel_id ?? '' }
  const command = input.command ?? 'position'
  return { type, command, ...(text !== undefined && { text }), ...(seconds !== undefined && { seconds }) }
}

const shape = {
  type: Type.String({ example: 'share', description: typeText }),
  command: Type.Optional(Type.String({ description: 'For `command`: its type.' })),
  text: Type.Optional(Type.String({ description: 'For the command `text`. Only for those who may read commands.' })),
  seconds: Type.Optional(Type.Integer({ description: 'For the command `interval`.' })),
  minutes: Type.Optional(Type.Integer({ example: 120, description: 'For `share`: how long the link works.' })),
  group_id: Type.Optional(Type.String({ description: 'For `group`.' })),
  channel_id: Type.Optional(Type.String({ description: 'For `webhook`.' })),
}

export const RuleActionShape = Type.Object(shape, { title: 'RuleAction' })

/** `isReader`: may read commands. Their texts may contain passwords. */
export function actionToWire(action: RuleAction, isReader: boolean) {
  if (action.type === 'group') return { type: action.type, group_id: action.groupId }
  if (action.type === 'webhook') return { type: action.type, channel_id: action.channelId }
  if (action.type === 'share' || isReader) return action
  const { text: _, ...shown } = action
  return shown
}

export const TakenActionShape = Type.Object(
  {
    ...shape,
    state: like(
      EnumOf(actionStates, '`waiting`, `done`, `failed`, or `skipped`: not tried. `reason` says why.'),
      'done',
    ),
    reason: Nullable(
      EnumOf(
        actionReasons,
        'Why it was skipped: `late` (the message was too old), `withdrawn`, `blocked` (the account is blocked, or the term of ' +
          'the unit has ended), `private` (a private ' +
          'trip), `repeated` (the rule has already acted on this event or on a later one), `rule_gone`, `rule_changed` (it was turned off or does this ' +
          'no longer), `ahead` (the tracker’s clock was too far ahead), `untrusted` (a message came from another ' +
          'network than the tracker’s). Why it failed: `module` (the plan does not include it), `unit_gone`, `unsupported` (by the tracker), `queue_full`, `links_full`, `group_gone`, ' +
          '`channel_gone`, `channel_off`.',
      ),
    ),
    name: Nullable(Type.String({ example: null, description: 'Of the group or the webhook.' })),
    command_id: Nullable(Type.String({ example: null })),
    command_state: Nullable(
      EnumOf(commandStates, 'The current state of the command. Null for those who may not read commands.'),
    ),
    command_failure: Nullable(Type.String({ description: 'Why the command failed.' })),
    share_id: Nullable(Type.String()),
    until: Nullable(Type.Integer({ example: 1790007270, description: 'When the link ends, in unix seconds.' })),
    ended_at: TimeOrNull,
  },
  { title: 'NotificationAction' },
)

export const takenToWire = ({ action, state, reason, result, command, endedAt }: ShownAction, isReader: boolean) => ({
  ...actionToWire(action, isReader),
  ...{ state, reason, name: result?.name ?? null },
  command_id: (isReader && result?.commandId) || null,
  command_state: (isReader && command?.state) || null,
  command_failure: (isReader && command?.failure) || null,
  share_id: result?.shareId ?? null,
  until: result?.until ?? null,
  endedAt,
})
