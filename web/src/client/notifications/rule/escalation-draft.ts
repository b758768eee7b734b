/** Who is notified next, while the rule is edited, and in words. Pure. */
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { formatClock, formatDuration } from '../../measures.ts'
import type { EscalationStep, TakenStep } from '../../types.ts'
import type { Names } from './sentences.ts'

const words = ruleTexts.escalation

export interface StepDraft {
  readonly minutes: string
  readonly channels: ReadonlySet<string>
}

/** As many as the server accepts. */
export const stepsMax = 3
const minutesMax = 1440

export const stepDrafts = (steps: readonly EscalationStep[]): StepDraft[] =>
  steps.map((step) => ({ minutes: String(step.minutes), channels: new Set(step.channel_ids) }))

export const stepsBody = (steps: readonly StepDraft[]): EscalationStep[] =>
  steps.map(({ minutes, channels }) => ({ minutes: Number(minutes), channel_ids: [...channels] }))

/** The first problem. */
export function stepsFault(steps: readonly StepDraft[], first: ReadonlySet<string>): string | undefined {
  const known = new Set(first)
  let before = 0
  for (const { minutes, channels } of steps) {
    const value = Number(minutes)
    if (!Number.isInteger(value) || value < 1 || value > minutesMax) return words.faults.minutes
    if (value <= before) return words.faults.later
    if (channels.size === 0) return words.faults.channels
    if ([...channels].some((id) => known.has(id))) return words.faults.twice
    for (const id of channels) known.add(id)
    before = value
  }
  return undefined
}

/** Example: If nobody has seen it: after 15 min via Boss. Empty: nobody. */
export const escalationText = (steps: readonly EscalationStep[], names: Names): string =>
  steps.length === 0
    ? ''
    : words.all(
        steps
          .map(({ minutes, channel_ids }) =>
            words.after(formatDuration(minutes * 60), channel_ids.map(names.channel).join(', ') || '…'),
          )
          .join(', '),
      )

/** The next step, and past ones; none for a notification that was seen in time. */
export function stepText({ state, minutes, due_at, ended_at }: TakenStep): string | undefined {
  if (state === 'waiting') return words.waiting(formatClock(due_at))
  if (state === 'sent') return words.sent(formatDuration(minutes * 60), formatClock(ended_at ?? due_at))
  return state === 'skipped' ? words.skipped : undefined
}
