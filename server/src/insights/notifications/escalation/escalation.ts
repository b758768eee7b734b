/** Who is notified next while nobody has seen a notification. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { quietUntil } from '../conditions/hours.ts'
import type { EscalationStep, Rule } from '../rule.ts'

export const escalationStates = ['waiting', 'sent', 'stopped', 'skipped'] as const
export type EscalationState = (typeof escalationStates)[number]

/** A step of one notification. */
export interface Escalation extends EscalationStep {
  readonly notificationId: string
  readonly step: number
  readonly state: EscalationState
  readonly dueAt: Date
  readonly endedAt: Date | null
}

export const stepsMax = 3
export const minutesMax = 24 * 60

/** Each step is later than the previous one, and notifies someone else: nobody gets the same notification twice. */
export function escalationProblems({ escalation = [], channelIds = [], actions = [] }: Partial<Rule>): Problem[] {
  const called = actions.flatMap((action) => (action.type === 'webhook' ? [action.channelId] : []))
  const known = new Set([...channelIds, ...called])
  const problems: Problem[] = []
  for (const [index, step] of escalation.entries()) {
    const field = `escalation.${index}`
    if (step.minutes <= (escalation[index - 1]?.minutes ?? 0)) {
      problems.push(invalidField(`${field}.minutes`, 'minutes must be greater than in the step before.'))
    }
    if (step.channelIds.some((id) => known.has(id))) {
      const said = 'channel_ids must name channels that neither the rule nor an earlier step uses.'
      problems.push(invalidField(`${field}.channel_ids`, said))
    }
    for (const id of step.channelIds) known.add(id)
  }
  return problems
}

/** In seconds. A step in quiet hours waits for their end. */
export function dueAtOf({ quiet, zone }: Pick<Rule, 'quiet' | 'zone'>, leavesAt: number, minutes: number): number {
  const due = leavesAt + minutes * 60
  return quietUntil(quiet, zone, due) ?? due
}
