/** What the operator sees of the machine. */

import Type from 'typebox'
import { listFailingEvents } from '#billing/card-events/actions.ts'
import type { OperatorCall } from '#identity/staff/call.ts'
import { exact } from '#kernel/api/fields.ts'
import { listing, listParameters, search } from '#kernel/api/lists.ts'
import { bare, bareList, byNumber, plainRoute } from '#kernel/api/route.ts'
import { listMailPage, mailSorts, type PostedMail, retryMail } from '#kernel/mail/outbox.ts'
import { listUnclaimed } from '#tracking/unclaimed-devices/actions.ts'
import { LobbyShape, lobbyToWire } from '#tracking/unclaimed-devices/wire.ts'
import { readCatalogue, readHealth } from '../actions.ts'
import { readPlatformFigures } from '../figures/figures-actions.ts'
import { PlatformFiguresShape, platformFiguresToWire } from '../figures/figures-wire.ts'
import { readMap } from '../maps/map.ts'
import { mapCopyRows } from '../maps/map-copy-routes.ts'
import { MapShape, mapToWire } from '../maps/map-wire.ts'
import { settingRows } from '../settings/settings-routes.ts'
import {
  CatalogueShape,
  catalogueToWire,
  FailingCardEventShape,
  failingEventToWire,
  HealthShape,
  MailShape,
  MailState,
} from '../wire.ts'

const route = plainRoute<OperatorCall>()
const machine = 'Installation'
const lobbyMax = 1000

export const machineRows = [
  ...settingRows,
  ...mapCopyRows,
  route({
    method: 'GET',
    path: '/catalogue',
    tag: machine,
    summary: 'Read the device catalogue with unit counts',
    reply: bare(CatalogueShape),
    handle: async (call) => catalogueToWire(await readCatalogue(call)),
  }),
  route({
    method: 'GET',
    path: '/lobby',
    tag: machine,
    summary: 'List unclaimed devices, newest first',
    query: exact({
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: lobbyMax, description: `Maximum number. Default: ${lobbyMax}.` }),
      ),
    }),
    reply: bare(Type.Array(LobbyShape)),
    handle: async (call, { query }) =>
      (await listUnclaimed(call, query.limit ?? lobbyMax)).map((entry) => lobbyToWire({ ...entry, nearest: [] })),
  }),
  route({
    method: 'GET',
    path: '/card-events',
    tag: machine,
    summary: 'List card processor events that could not be processed',
    description:
      'Oldest first. Each is tried again, at growing intervals of up to six hours. Other events are not held up.',
    reply: bare(Type.Array(FailingCardEventShape)),
    handle: async (call) => (await listFailingEvents(call)).map(failingEventToWire),
  }),
  route({
    method: 'GET',
    path: '/mails',
    tag: machine,
    summary: 'List emails in the outbox',
    description: 'Never with their content: it may contain a one-time link. `sort=-id` starts with the newest.',
    query: exact({
      state: Type.Optional({ ...MailState, description: 'Only items in this state.' }),
      ...search,
      fields: listParameters.fields,
      limit: listParameters.limit,
      cursor: listParameters.cursor,
      sort: listParameters.sort,
    }),
    reply: bareList(MailShape),
    handle: (call, { query }) =>
      listing<PostedMail>({
        sorts: mailSorts,
        read: (page) => listMailPage(call, { state: query.state, q: query.q }, page),
      }),
  }),
  route({
    method: 'POST',
    path: '/mails/:id/retry',
    tag: machine,
    summary: 'Retry a failed email',
    params: byNumber('mail'),
    reply: bare(MailShape),
    handle: (call, { params }) => retryMail(call, params.id),
  }),
  route({
    method: 'GET',
    path: '/health',
    tag: machine,
    summary: 'Read the state of storage, ingest and email',
    reply: bare(HealthShape),
    handle: (call) => readHealth(call),
  }),
  route({
    method: 'GET',
    path: '/figures',
    tag: machine,
    summary: 'Read the figures of the installation over time',
    description: 'Clients and units by month, and what is stored, by day and by dealer, with a forecast.',
    reply: bare(PlatformFiguresShape),
    handle: async (call) => platformFiguresToWire(await readPlatformFigures(call)),
  }),
  route({
    method: 'GET',
    path: '/map',
    tag: machine,
    summary: 'Read which map is shown, and where streets are missing',
    reply: bare(MapShape),
    handle: async (call) => mapToWire(await readMap(call)),
  }),
]
