/** Steps of escalation as JSON. */
import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Time, TimeOrNull } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { limits } from '../limits.ts'
import type { EscalationStep } from '../rule.ts'
import { type Escalation, escalationStates, minutesMax, stepsMax } from './escalation.ts'

const minutes = Type.Integer({
  example: 15,
  minimum: 1,
  maximum: minutesMax,
  description: 'Minutes after the notification was sent.',
})

const StepInput = exact({
  minutes,
  channel_ids: Type.Array(UuidId, { minItems: 1, maxItems: limits.channelsMax }),
})

export const escalationInput = {
  escalation: Type.Optional(
    Type.Array(StepInput, {
      maxItems: stepsMax,
      description:
        'Who is notified next while nobody has acknowledged a notification. Each step is later than the one before and uses ' +
        'other channels. Requires the module `extended_notification`.',
    }),
  ),
}

export const toSteps = (input: readonly Static<typeof StepInput>[]): EscalationStep[] =>
  input.map((step) => ({ minutes: step.minutes, channelIds: [...new Set(step.channel_ids)] }))

const shape = { minutes: Type.Integer({ example: 15 }), channel_ids: Type.Array(Type.String()) }

export const StepShape = Type.Object(shape, { title: 'EscalationStep' })
export const stepToWire = (step: EscalationStep) => ({ minutes: step.minutes, channel_ids: step.channelIds })

export const EscalationShape = Type.Object(
  {
    ...shape,
    state: like(
      EnumOf(
        escalationStates,
        '`waiting`, `sent`, `stopped` because someone had seen it or it was withdrawn, or `skipped` because no channel was left.',
      ),
      'waiting',
    ),
    due_at: Time,
    ended_at: like(TimeOrNull, null),
  },
  { title: 'NotificationEscalation' },
)

/** Once seen, nothing waits, even before its time. */
export const escalationToWire = (one: Escalation, isOver: boolean) => ({
  ...stepToWire(one),
  state: one.state === 'waiting' && isOver ? 'stopped' : one.state,
  dueAt: one.dueAt,
  endedAt: one.endedAt,
})
