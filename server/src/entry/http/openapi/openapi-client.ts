/** The OpenAPI document of the client's side, generated from its rows like the dealers' documents. */

import { publicRoutes as publicCompanyRoutes } from '#identity/company/routes.ts'
import type { PlainRoute } from '#kernel/api/route.ts'
import type { Json } from '#kernel/api/schemas.ts'
import { streamsPerUserMax } from '../live/live.ts'
import { clientRoutes, publicClientRoutes } from '../scopes/client.ts'
import { setupLinkRoutes, sharedRoutes, streamsPerShareMax, toolboxRoutes } from '../scopes/shared.ts'
import { errorsSchema } from './openapi.ts'
import { plainDocument } from './openapi-plain.ts'

const clientDocument = (): Json =>
  plainDocument({
    title: 'Waymark client API',
    summary: 'The client API: activation, sign-in, units and support access.',
    about,
    tags,
    rows: [
      ...publicClientRoutes.map((row) => ({ prefix: '/client', row: row as PlainRoute<never>, isPublic: true })),
      ...[...sharedRoutes, ...toolboxRoutes, ...setupLinkRoutes].map((row) => ({
        prefix: '',
        row: row as PlainRoute<never>,
      })),
      ...publicCompanyRoutes.map((row) => ({ prefix: '/public', row: row as PlainRoute<never>, isPublic: true })),
      ...clientRoutes.map((row) => ({ prefix: '/client', row: row as PlainRoute<never> })),
    ],
    more: { '/client/live': { get: live }, '/shared/live': { get: sharedLive } },
    bearerText: 'The token of a session, the key of a support token, or, for public links, the secret in the link.',
    cookie: 'waymark_session',
    errors: { ...errorsSchema, properties: errorProperties },
  })

const about = `\
Used by the pages of the installation, and open to clients’ own programs. Answers are never wrapped.

**Times** are whole unix seconds, except those of messages and telemetry (seconds with fraction) and \`expire\` (milliseconds).

**Bodies** are \`application/json\` in UTF-8, at most 1 MiB, except pictures and files. Nothing is converted, and every unknown field or parameter is refused.

**A dealer in a support session** uses the same paths, with the \`key\` of the support token. Some paths are closed to it, and the client sees every request in \`GET /client/visits?with=acts\`.

**Wrong attempts** are counted: after ten in an hour, a login or an activation link is closed for an hour. The answer stays the same.`

const tags: Readonly<Record<string, string>> = {
  Activation: 'Activating an account.',
  Sessions: 'Signing in and out, and open sessions.',
  Invitations: 'Invitations from dealers to take over the account.',
  Dealers: 'The public map of dealers.',
  Login: 'Password, email address and two-factor authentication.',
  Account: 'The account, its plan and bills, and who may access it.',
  People: 'The people of the account: roles, access lists, invitations, and who did what.',
  Units: 'Units and the data from their trackers.',
  Vehicles: 'The vehicles of units: plate, make, photo, and documents that expire.',
  Commands: 'Commands to trackers. Requires the plan module `command`.',
  Groups: 'Groups of units.',
  Sharing: 'Live links for people without a login. Requires the module `sharing`.',
  Tags: 'Gateways, the sensors they detect, and tagged assets. Requires the module `label`.',
  Drivers:
    'Drivers, their keys, assignments and plans, and their driving scores. Requires the module `timeline`, and `statistics` for scores.',
  Logbook: 'Business, private and commuting trips of units, and closed months. Requires the module `timeline`.',
  Labels: 'Coloured labels for gateways, sensors and assets. Requires the module `label`.',
  Buildings: 'Buildings, floors, floor plans and what is on them. Requires the module `building`.',
  Reports: 'Reports as pages and files. Each kind requires the module of its data; dwell times require `report`.',
  Geofences: 'Geofences, with current and past visits. Requires the module `geofence`.',
  Events: 'Alarms and geofence crossings. Requires the module `unit_event`.',
  Premium: 'Subscriptions for consumer_app and pet_app: offers, prices and payment by card.',
  Notifications: 'Rules, notifications and channels. Requires the modules `notification` and `extended_notification`.',
  Maintenance: 'Counters and due services. Requires the module `maintenance`.',
  Sensors:
    'Values computed from the parameters of units: formula, calibration, range and smoothing. Requires the module `fuel`.',
  Tools: 'Set up trackers and troubleshoot silent ones. Requires the module `tools`.',
  Maps: 'Search for addresses and places, and additional maps, which require the module `google_maps`.',
  Timeline: 'Trips, stops, tracks and files. Requires the module `timeline`.',
  Statistics: 'Distances, times, speeds and fuel. Requires the modules `statistics` and `fuel`.',
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
  summary: 'Stream live positions',
  description:
    'Server-sent events. First `snapshot`, an array of where the units are (`unit_id`, `position`, `timestamp`), then `begun`. ' +
    'After that, `positions` is an array of the same with every stored position, each once. `history: true` marks ' +
    'positions older than the current one: they belong to the trail and do not move the unit. A later `snapshot` has derived ' +
    'positions of units that gateways detect.\n\n' +
    'An event’s `id` covers everything before it. Reconnect with `Last-Event-ID` to receive each position stored in the ' +
    'meantime once, followed by `resumed`. Request trips and events again, as they may have changed. An id is valid for ten ' +
    'minutes and fifty thousand positions; after that the stream sends `reset` and starts over. A dealer in a ' +
    'support session who may not read messages receives current positions only: no `history`, no `trips` or ' +
    '`events`, and every id leads to `reset`.\n\n' +
    '`trips` with `unit_id` and `from` says that trips or stops of a unit started, ended or were revised since that time. ' +
    '`events` says the same about its events, and is sent again when their addresses are known. `addresses` says ' +
    'that the address of its latest position has changed. `alive` is sent every 15 seconds, and `end` when the session ends.\n\n' +
    `A user can have ${streamsPerUserMax} streams open at a time. One more is refused with 429; close another first.`,
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the last event received.',
      schema: { type: 'string' },
    },
    {
      name: 'last_event_id',
      in: 'query',
      description: 'The same, for clients that cannot send headers.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'A stream that stays open.',
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
  summary: 'Stream the units of a link as they move',
  description:
    'Server-sent events: `units` with the units that changed, each as in `GET /shared`; `gone` with the `ids` of units that are ' +
    'no longer shown; `end` when the link ends. With `Last-Event-ID` you receive only newer data and, if the link shows ' +
    'trails, the trail since then. Lines that start with a colon keep the connection open.\n\n' +
    `A link can have ${streamsPerShareMax} streams open at a time. One more is refused with 429.`,
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the last event received, or `cursor` from `GET /shared`.',
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
