/** The OpenAPI document of the client's side, made from its rows as the dealers' documents are from theirs. */

import type { PlainRoute } from '#kernel/api/route.ts'
import type { Json } from '#kernel/api/schemas.ts'
import { clientRoutes, publicClientRoutes } from './client.ts'
import { errorsSchema } from './openapi.ts'
import { plainDocument } from './openapi-plain.ts'
import { sharedRoutes } from './shared.ts'

export const clientDocument = (): Json =>
  plainDocument({
    title: 'Waymark client API',
    summary: "A client's own side: activation, login, units, service mode.",
    about,
    tags,
    rows: [
      ...publicClientRoutes.map((row) => ({ prefix: '/client', row: row as PlainRoute<never>, isPublic: true })),
      ...sharedRoutes.map((row) => ({ prefix: '', row: row as PlainRoute<never> })),
      ...clientRoutes.map((row) => ({ prefix: '/client', row: row as PlainRoute<never> })),
    ],
    more: { '/client/live': { get: live }, '/shared/live': { get: sharedLive } },
    bearerText: 'A session’s token, or the key of a service token; of what a link shows, the secret in the link.',
    cookie: 'waymark_session',
    errors: { ...errorsSchema, properties: errorProperties },
  })

const about = `\
Used by the pages of the installation, and open to any program of a client. Answers are never wrapped.

**Times** are whole unix seconds, except those of messages and telemetry (seconds with fraction) and \`expire\` (milliseconds).

**Bodies** are \`application/json\` in UTF-8, at most 1 MiB, except plans of floors, which are pictures. Nothing is converted, and every unknown field or parameter is refused.

**A dealer who visits** with a service token uses the same paths with the token's \`key\`. Some are closed to it, and every request of it is shown to the client in \`GET /client/visits?with=acts\`.

**Wrong tries** are counted: after ten in an hour a login or an activation link is closed for an hour, and answered as before.`

const tags: Readonly<Record<string, string>> = {
  Activation: 'An account becomes its client’s.',
  Sessions: 'Logging in and out, and who is logged in.',
  Invitations: 'Dealers who would like to have the account.',
  Login: 'The own password, e-mail address and second factor.',
  Account: 'The account, its plan, its bills, and who may look into it.',
  Units: 'The own units with what their trackers sent.',
  Commands: 'What trackers are told to do. With the module `command` of the plan.',
  Groups: 'The own groups of units.',
  Sharing: 'Links to live units, for people without a login. With the module `sharing`.',
  Tags: 'Gateways, the sensors that they hear, and assets that carry one. With the module `label`.',
  Labels: 'Words with a colour, put on gateways, sensors and assets. With the module `label`.',
  Buildings: 'Buildings with floors, their plans, and what is where on them. With the module `building`.',
  Reports: 'How long assets were where. With the module `report`.',
  Geofences: 'Places that are watched, who is inside, and who was. With the module `geofence`.',
  Events: 'Alarms of units, and who came to or left a geofence. With the module `unit_event`.',
  Premium:
    'Subscriptions of accounts of consumer_app and pet_app: what there is, what it costs, and buying it by card.',
  Notifications:
    'Rules that say what to be told of, what was told, and channels. With the modules `notification` and `extended_notification`.',
  Maintenance: 'Counters of units, and what is due by them. With the module `maintenance`.',
  Tools: 'For setting up trackers, and for finding out why one is silent. With the module `tools`.',
  Maps: 'Maps to choose from. With the module `google_maps`.',
  Timeline: 'Where units were: trips, stops, lines, files. With the module `timeline`.',
  Statistics: 'Distances, times, speeds and fuel. With the modules `statistics` and `fuel`.',
}

const errorProperties = {
  ...(errorsSchema.properties as Json),
  blocked: {
    type: 'object',
    description:
      'With `BLOCKED` only: since when, why (`person`, `schedule`, `automation`), whose client, and what to pay.',
    required: ['since', 'reason', 'company', 'bills'],
    properties: {
      since: { type: 'integer', description: 'Unix seconds.' },
      reason: { type: 'string' },
      company: { type: 'object' },
      brand: { type: 'object', description: 'Its logo and colour, as in `GET /client/me`.' },
      bills: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'name', 'amount_total', 'currency', 'url'],
          properties: {
            id: { type: 'string' },
            name: { type: 'string' },
            amount_total: { type: 'integer' },
            currency: { type: 'string' },
            url: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          },
        },
      },
    },
  },
}

const refusal = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

const live: Json = {
  operationId: 'getClientLive',
  tags: ['Units'],
  summary: 'Hear of positions as they come',
  description:
    'Server-sent events. First `snapshot`, an array of where the units are (`unit_id`, `position`, `timestamp`), then `begun`. ' +
    'From then on `positions`, an array of the same, has every position that is stored, each once. `history: true` marks what ' +
    'is older than where the unit is: it belongs to its trail and does not move it. Another `snapshot` says where units are ' +
    'that others hear, which is concluded.\n\n' +
    'Every event with an `id` stands for all before it. Whoever comes back with `Last-Event-ID` is told the positions that were ' +
    'stored meanwhile, each once, and then `resumed`; whether trips and events have changed meanwhile is to be asked. An id ' +
    'is good for ten minutes and fifty thousand positions; after that the stream says `reset` and begins anew. A visitor ' +
    'who may not read messages hears only where units are now: no `history`, no `trips` or `events`, and every id is a `reset`.\n\n' +
    '`trips` with `unit_id` and `from` comes when trips or stops of a unit have begun, ended or been revised since that time; ' +
    '`events` with the same when events of a unit have come or changed; `alive` every 15 seconds; `end` when the session ends.',
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the last event that was heard.',
      schema: { type: 'string' },
    },
    {
      name: 'last_event_id',
      in: 'query',
      description: 'The same, for who cannot send headers.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'A stream without end.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    400: refusal('BadRequest'),
    401: refusal('BadToken'),
    403: refusal('Forbidden'),
    429: refusal('TooManyRequests'),
    default: refusal('Refused'),
  },
}

const sharedLive: Json = {
  operationId: 'getSharedLive',
  tags: ['Sharing'],
  summary: 'Hear of the units of a link as they move',
  description:
    'Server-sent events: `units` with those of which something is new, each as in `GET /shared`; `gone` with `ids` of units ' +
    'that are not shown any more; `end` when the link ends. With `Last-Event-ID` only what is newer is told, and where the ' +
    'link shows trails, the way since then. Lines that begin with a colon only keep the connection open.',
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the last event that was heard, or `cursor` of `GET /shared`.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'A stream until the link ends.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    404: refusal('NotFound'),
    429: refusal('TooManyRequests'),
    default: refusal('Refused'),
  },
}

/** The text as it is committed and as it is served. */
export const clientDocumentText = (): string => `${JSON.stringify(clientDocument(), null, 2)}\n`
