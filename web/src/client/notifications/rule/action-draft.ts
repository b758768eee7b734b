/** The actions of a rule while it is edited. Pure. */
import type { Faults } from '../../../shared/forms/form.tsx'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import type { RuleAction } from '../../types.ts'

type Command = NonNullable<RuleAction['command']>

/** All that the server accepts here, which excludes moving a tracker to another server. */
export const commandTypes = [
  'position',
  'interval',
  'reboot',
  'engine.stop',
  'engine.resume',
  'text',
] as const satisfies Command[]
const dangerous: readonly Command[] = ['engine.stop', 'reboot', 'text']
export const isDangerous = (command: Command): boolean => dangerous.includes(command)

export interface ActionsDraft {
  readonly isCommand: boolean
  readonly command: Command
  readonly text: string
  readonly seconds: string
  /** That a dangerous command may be sent without supervision. */
  readonly isSure: boolean
  readonly isShare: boolean
  readonly hours: string
  readonly isGroup: boolean
  readonly group: string
  readonly isWebhook: boolean
  readonly webhook: string
}

export const noActions: ActionsDraft = {
  ...{ isCommand: false, command: 'position', text: '', seconds: '60', isSure: false },
  ...{ isShare: false, hours: '2', isGroup: false, group: '', isWebhook: false, webhook: '' },
}

export function actionsDraft(actions: readonly RuleAction[]): ActionsDraft {
  const one = (type: RuleAction['type']) => actions.find((action) => action.type === type)
  const [command, share, group, webhook] = [one('command'), one('share'), one('group'), one('webhook')]
  return {
    isCommand: command !== undefined,
    command: command?.command ?? noActions.command,
    text: command?.text ?? '',
    seconds: command?.seconds === undefined ? noActions.seconds : String(command.seconds),
    // It was confirmed by the person who saved it.
    isSure: command !== undefined,
    isShare: share !== undefined,
    hours: share?.minutes === undefined ? noActions.hours : String(share.minutes / 60),
    isGroup: group !== undefined,
    group: group?.group_id ?? '',
    isWebhook: webhook !== undefined,
    webhook: webhook?.channel_id ?? '',
  }
}

const numberOf = (text: string): number => Number(text.trim().replace(',', '.') || Number.NaN)

export function actionsBody(draft: ActionsDraft): RuleAction[] {
  const { command } = draft
  return [
    ...(draft.isCommand
      ? [
          {
            ...{ type: 'command' as const, command },
            ...(command === 'text' && { text: draft.text.trim() }),
            ...(command === 'interval' && { seconds: Math.round(numberOf(draft.seconds)) }),
          },
        ]
      : []),
    ...(draft.isShare ? [{ type: 'share' as const, minutes: Math.round(numberOf(draft.hours) * 60) }] : []),
    ...(draft.isGroup ? [{ type: 'group' as const, group_id: draft.group }] : []),
    ...(draft.isWebhook ? [{ type: 'webhook' as const, channel_id: draft.webhook }] : []),
  ]
}

const words = ruleTexts.actions.faults
const isWithin = (text: string, low: number, high: number) => {
  const value = numberOf(text)
  return value >= low && value <= high
}

/** By the field that is wrong. */
export function actionsFaults(draft: ActionsDraft): Faults<ActionsDraft> {
  const { isCommand, command } = draft
  return {
    ...(isCommand && command === 'text' && draft.text.trim() === '' && { text: words.text }),
    ...(isCommand && command === 'interval' && !isWithin(draft.seconds, 1, 86_400) && { seconds: words.seconds }),
    ...(isCommand && isDangerous(command) && !draft.isSure && { isSure: words.sure }),
    ...(draft.isShare && !isWithin(draft.hours, 5 / 60, 168) && { hours: words.hours }),
    ...(draft.isGroup && draft.group === '' && { group: words.group }),
    ...(draft.isWebhook && draft.webhook === '' && { webhook: words.webhook }),
  }
}
