import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time, TimeInput, TimeOrNull } from '../api/fields.ts'
import { projector } from '../api/project.ts'
import { fromSeconds } from '../time/clock.ts'
import { eventData, eventMeaning, eventTypes } from './event.ts'
import { deliveryStates, type Webhook } from './webhook.ts'
import type { ReplayFrom, WebhookInput } from './webhook-actions.ts'

/** `account.plan_changed` becomes `AccountPlanChanged`. */
const titleOf = (type: string) => type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

const EventTypeWire = EnumOf(eventTypes)

/** The data depends on the type: each has its shape in the reference, under the name of the type. */
const DataWire = Type.Unsafe<object>({
  example: { account_id: 481920573316, type: 1, reg_apps: ['b901da51-ce00-4af2-b978-8d0fca8ae1ea'] },
  anyOf: eventTypes.map((type) => ({ ...eventData[type], title: titleOf(type), description: eventMeaning[type] })),
})

export const EventShape = Type.Object(
  {
    id: Type.Integer({ example: 118, description: 'The number of the event, counted per dealer from 1 without gaps.' }),
    type: EventTypeWire,
    at: Time,
    account_id: Nullable(Type.Integer({ description: 'The account of the event.' })),
    data: DataWire,
  },
  { title: 'Event' },
)

/** The same object in a list and in the body of a webhook. */
export const eventToWire = projector(EventShape)

const fields = {
  url: Type.String({
    example: 'https://example.com/waymark',
    minLength: 1,
    maxLength: 2000,
    description: 'Where events are sent: https, port 443 or 8443.',
  }),
  description: Type.String({ example: 'Our own program', maxLength: 100 }),
  types: Nullable(
    Type.Array(EventTypeWire, {
      example: ['bill.paid'],
      minItems: 1,
      maxItems: 50,
      meaning: 'an array of 1 to 50 types of events',
      description: 'Only events of these types; null: all types, including future ones.',
    }),
  ),
  enabled: Type.Boolean({ description: 'Whether events are sent.' }),
}

const shape = {
  id: Type.String(),
  url: Type.String({ example: 'https://example.com/waymark' }),
  description: Type.String({ example: 'Our own program' }),
  types: Nullable(Type.Array(Type.String(), { example: ['bill.paid'] })),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(Type.String({ description: 'Why it was disabled automatically.' })),
  previous_secret_until: Nullable(
    Type.Integer({ description: 'Until when the previous secret also signs. Unix seconds.' }),
  ),
  created_at: Time,
  updated_at: Time,
}

export const WebhookShape = Type.Object(shape, { title: 'Webhook' })
export const WebhookWithSecretShape = Type.Object(
  {
    ...shape,
    secret: Type.String({
      example: 'whsec_shownOnceAndThenNeverAgain',
      description: 'The signing secret. It is shown only once.',
    }),
  },
  { title: 'WebhookWithSecret' },
)

export const webhookToWire = <W extends Webhook>(webhook: W) => ({
  ...webhook,
  previous_secret_until: webhook.previousUntil,
})

const { url, ...others } = fields
const optional = {
  description: Type.Optional(others.description),
  types: Type.Optional(others.types),
  enabled: Type.Optional(others.enabled),
}
export const NewWebhookBody = exact({ url, ...optional })
export const WebhookChangeBody = exact({ url: Type.Optional(url), ...optional })

export const toInput = <B extends Static<typeof WebhookChangeBody>>(body: B): B & WebhookInput => body

export const ReplayBody = exact(
  {
    after: Type.Optional(
      Type.Integer({
        example: 117,
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The events after this one; 0: all.',
      }),
    ),
    since: like(Type.Optional(TimeInput), undefined),
  },
  { title: 'Replay' },
)

export const toReplay = ({ after, since }: Static<typeof ReplayBody>): ReplayFrom => ({
  ...(after !== undefined && { after }),
  ...(since !== undefined && { since: fromSeconds(since) }),
})

export const ReplayedShape = Type.Object(
  { events: Type.Integer({ example: 3, description: 'The number of events to be resent.' }) },
  { title: 'Replayed' },
)

export const DeliveryStateWire = Type.Unsafe<string>({
  type: 'string',
  enum: [...deliveryStates],
  description: 'Whether it was delivered, is being retried, or failed.',
})

export const DeliveryShape = Type.Object(
  {
    id: Type.Integer({ example: 118, description: 'The id of the event.' }),
    type: EventTypeWire,
    account_id: Nullable(Type.Integer()),
    state: DeliveryStateWire,
    tries: Type.Integer({ example: 2 }),
    status: Nullable(
      Type.Integer({ example: 503, description: 'The HTTP status of the last response; null: there was none.' }),
    ),
    failure: Nullable(
      Type.String({ example: 'The endpoint answered with status 503.', description: 'The error of the last attempt.' }),
    ),
    duration_ms: Type.Integer({ example: 84, description: 'The duration of the last attempt, in milliseconds.' }),
    first_try_at: Time,
    last_try_at: Time,
    next_try_at: TimeOrNull,
  },
  { title: 'Delivery' },
)
