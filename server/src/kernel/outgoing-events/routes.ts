import Type from 'typebox'
import { exact } from '../api/fields.ts'
import { listing, listParameters, numberIds, uuidIds } from '../api/lists.ts'
import { bare, both, bothList, byUuid, data, route } from '../api/route.ts'
import { refuse } from '../errors.ts'
import { eventSorts, listEvents } from './actions.ts'
import { type Event, eventTypes } from './event.ts'
import type { Delivery, Webhook } from './webhook.ts'
import {
  changeWebhook,
  createWebhook,
  deliverySorts,
  listDeliveries,
  listWebhooks,
  readWebhook,
  removeWebhook,
  replay,
  rotateSecret,
  testWebhook,
  webhookSorts,
} from './webhook-actions.ts'
import {
  DeliveryShape,
  DeliveryStateWire,
  EventShape,
  NewWebhookBody,
  ReplayBody,
  ReplayedShape,
  toInput,
  toReplay,
  WebhookChangeBody,
  WebhookShape,
  WebhookWithSecretShape,
  webhookToWire,
} from './wire.ts'

const eventsTag = 'Events'
const tag = 'Webhooks'
const params = byUuid('webhook')

/** Ids of events are each dealer's own count, so a list is requested by its first id. */
const { ids: _, ...paging } = listParameters
const after = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Only events after the one with this id.',
  }),
)

function typesIn(text: string | undefined): readonly string[] | undefined {
  const types = text?.split(',').map((part) => part.trim())
  if (types?.some((type) => !eventTypes.some((known) => known === type))) {
    refuse('INVALID_QUERY', 'types must be types of events, separated by commas.', 'types')
  }
  return types
}

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/events',
    tag: eventsTag,
    summary: 'List the events',
    description:
      'In the order of their ids, which have no gaps. A program that remembers the last `id` and requests the events ' +
      '`after` it misses none. An event appears about a second after it happened, and stays for 30 days.',
    query: exact({
      after,
      types: Type.Optional(Type.String({ description: 'Only events of these types, separated by commas.' })),
      account_ids: Type.Optional(Type.String({ description: 'Only events of these accounts, separated by commas.' })),
      ...paging,
    }),
    replies: bothList(EventShape),
    handle: (call, { query }) => {
      const filter = {
        after: query.after,
        accountIds: numberIds(query.account_ids, 'account_ids'),
        types: typesIn(query.types),
      }
      return listing<Event>({
        sorts: eventSorts,
        read: (page) => listEvents(call, filter, page),
      })
    },
  }),
  route({
    method: 'GET',
    path: '/webhooks',
    tag,
    summary: 'List the webhooks',
    query: exact(listParameters),
    replies: bothList(WebhookShape),
    handle: (call, { query }) => {
      const ids = uuidIds(query.ids)
      return listing<Webhook>({
        sorts: webhookSorts,
        read: (page) => listWebhooks(call, ids, page),
        toWire: webhookToWire,
      })
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks',
    right: 'manage',
    tag,
    summary: 'Create a webhook',
    description: 'Only this response, and that of a rotation, contains the signing secret.',
    body: NewWebhookBody,
    staged: true,
    isAnswerSecret: true,
    replies: { provider: bare(WebhookWithSecretShape), partner: data(WebhookWithSecretShape, 201) },
    handle: async (call, { body }) => webhookToWire(await createWebhook(call, toInput(body))),
  }),
  route({
    method: 'GET',
    path: '/webhooks/:id',
    tag,
    summary: 'Read a webhook',
    params,
    replies: both(WebhookShape),
    handle: async (call, { params }) => webhookToWire(await readWebhook(call, params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/webhooks/:id',
    right: 'manage',
    tag,
    summary: 'Change, enable or disable a webhook',
    description: 'While it is disabled, nothing is sent or queued. Use `replay` to send missed events.',
    params,
    body: WebhookChangeBody,
    replies: both(WebhookShape),
    handle: async (call, { params, body }) => webhookToWire(await changeWebhook(call, params.id, toInput(body))),
  }),
  route({
    method: 'DELETE',
    path: '/webhooks/:id',
    right: 'manage',
    tag,
    summary: 'Delete a webhook',
    params,
    replies: both(Type.String()),
    handle: (call, { params }) => removeWebhook(call, params.id),
  }),
  route({
    method: 'POST',
    path: '/webhooks/:id/rotate-secret',
    right: 'manage',
    tag,
    summary: 'Rotate the secret of a webhook',
    description: 'For 72 hours every delivery is signed with both secrets.',
    params,
    staged: true,
    isAnswerSecret: true,
    replies: both(WebhookWithSecretShape),
    handle: async (call, { params }) => webhookToWire(await rotateSecret(call, params.id)),
  }),
  route({
    method: 'POST',
    path: '/webhooks/:id/test',
    right: 'manage',
    tag,
    summary: 'Send a test event to a webhook',
    description: 'It is delivered like every event. The result is in the deliveries, under the id of this event.',
    params,
    replies: both(EventShape),
    handle: async (call, { params }) => testWebhook(call, params.id),
  }),
  route({
    method: 'POST',
    path: '/webhooks/:id/replay',
    right: 'manage',
    tag,
    summary: 'Resend events to a webhook',
    description: 'Either those `after` an id or those `since` a time, each account’s in order.',
    params,
    body: ReplayBody,
    replies: both(ReplayedShape),
    handle: async (call, { params, body }) => ({ events: await replay(call, params.id, toReplay(body)) }),
  }),
  route({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    tag,
    summary: 'List the deliveries to a webhook',
    description:
      'One entry for each event, with the last attempt. An event that waits for an earlier one of its account is not listed yet.',
    params,
    query: exact({ after, state: Type.Optional(DeliveryStateWire), ...paging }),
    replies: bothList(DeliveryShape),
    handle: async (call, { params, query }) => {
      const webhook = await readWebhook(call, params.id)
      const filter = { after: query.after, state: query.state }
      return listing<Delivery>({
        sorts: deliverySorts,
        read: (page) => listDeliveries(call, webhook, filter, page),
      })
    },
  }),
]
