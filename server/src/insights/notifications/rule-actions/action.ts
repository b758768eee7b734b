/** What a rule does in addition to notifying. Pure. */
import { type CommandKind, commandKinds, isDangerous } from '#tracking/commands/command.ts'

interface CommandAction {
  readonly type: 'command'
  readonly command: CommandKind
  /** Of `text`: the command in the tracker's own syntax. */
  readonly text?: string
  /** Of `interval`. */
  readonly seconds?: number
}

export type RuleAction =
  | CommandAction
  /** A link to the unit's live position, for this long. */
  | { readonly type: 'share'; readonly minutes: number }
  /** It leaves all other groups. */
  | { readonly type: 'group'; readonly groupId: string }
  /** At once, even in quiet hours: a call disturbs no program. */
  | { readonly type: 'webhook'; readonly channelId: string }

export const actionTypes = ['command', 'share', 'group', 'webhook'] as const satisfies RuleAction['type'][]

/** No rule may point a tracker to another server, from where no rule can get it back. */
export const ruleCommands = commandKinds.filter((kind) => kind !== 'server')

/** The modules of a plan that it needs. */
export const modulesOfAction = ({ type }: RuleAction): readonly string[] =>
  ({ command: ['command'], share: ['sharing'], group: ['unit'], webhook: ['extended_notification'] })[type]

export const needsConfirmation = (action: RuleAction): boolean =>
  action.type === 'command' && isDangerous(action.command)

/** `skipped`: not tried, because it was no longer to be run. */
export const actionStates = ['waiting', 'done', 'failed', 'skipped'] as const
export type ActionState = (typeof actionStates)[number]

/** Why it was skipped, or why it failed. */
export const actionReasons = [
  'late',
  'withdrawn',
  'blocked',
  'private',
  'repeated',
  'rule_gone',
  'rule_changed',
  'ahead',
  'untrusted',
  'module',
  'unit_gone',
  'unsupported',
  'queue_full',
  'links_full',
  'group_gone',
  'channel_gone',
  'channel_off',
] as const
export type ActionReason = (typeof actionReasons)[number]

export interface ActionResult {
  readonly commandId?: string
  readonly shareId?: string
  /** Of a link, in unix seconds. */
  readonly until?: number
  /** Of the group or the channel. */
  readonly name?: string
}

/** An action of one notification. */
export interface TakenAction {
  readonly notificationId: string
  readonly place: number
  readonly action: RuleAction
  readonly state: ActionState
  readonly reason: ActionReason | null
  readonly result: ActionResult | null
  readonly linkSealed: Buffer | null
  readonly dueBy: Date
  readonly endedAt: Date | null
}

export const linkLabel = ({ notificationId, place }: Pick<TakenAction, 'notificationId' | 'place'>): string =>
  `notification-actions.link:${notificationId}:${place}`
