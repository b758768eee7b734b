/** Actions of rules, and their results, in the reader's language. Pure. */
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { formatDuration, formatShortTime } from '../../measures.ts'
import type { RuleAction, TakenAction } from '../../types.ts'
import type { Names } from './sentences.ts'

const words = ruleTexts.actions
const commandNames: Readonly<Record<string, string>> = texts.fleet.commands.types
const commandStates: Readonly<Record<string, string>> = texts.fleet.commands.states
const reasons: Readonly<Record<string, string>> = words.reasons

/** Example: Block engine, share link for 2 h. */
function actionText({ type, command, minutes, group_id, channel_id }: RuleAction, names: Names): string {
  if (type === 'command') return words.does.command(commandNames[command ?? ''] ?? '')
  if (type === 'share') return words.does.share(formatDuration((minutes ?? 0) * 60))
  if (type === 'group') return words.does.group(names.group(group_id ?? '') || '…')
  return words.does.webhook(channel_id ? names.channel(channel_id) : '…')
}

/** Empty: no actions. */
export const actionsText = (actions: readonly RuleAction[], names: Names): string =>
  actions.length === 0 ? '' : words.does.all(actions.map((action) => actionText(action, names)).join(', '))

function nameOf({ type, command, name }: TakenAction): string {
  if (type === 'command') return words.does.command(commandNames[command ?? ''] ?? '')
  if (type === 'share') return words.link
  return type === 'group' ? words.moved(name) : words.called(name)
}

function resultOf({ type, command_state, command_failure, until }: TakenAction): string {
  if (type === 'command') {
    const state = commandStates[command_state ?? ''] ?? words.done
    return command_failure === null ? state : `${state}. ${command_failure}`
  }
  return type === 'share' ? words.until(formatShortTime(until ?? 0)) : words.done
}

/** Example: Command “Block engine”: Sent. */
export function takenText(action: TakenAction): string {
  const { state, reason } = action
  const said = reasons[reason ?? ''] ?? ''
  if (state === 'waiting') return words.is(nameOf(action), words.waiting)
  if (state === 'done') return words.is(nameOf(action), resultOf(action))
  return words[state](nameOf(action), said)
}
