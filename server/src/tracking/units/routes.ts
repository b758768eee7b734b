import Type, { type Static } from 'typebox'
import { termStates } from '#billing/usage/unit-term.ts'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { EnumOf, exact, fractionTimeInput, SourceNetworksBody, SourceNetworksShape } from '#kernel/api/fields.ts'
import { appFilter, listing, listParameters, numberIds, search } from '#kernel/api/lists.ts'
import { bare, both, bothList, byNumber, data, plainRoute, route } from '#kernel/api/route.ts'
import type { Call, PublicCall } from '#kernel/context.ts'
import { seconds } from '#kernel/time/clock.ts'
import { FrameShape, frameToWire } from '../messages/wire.ts'
import {
  changeOwnUnit,
  changeUnit,
  countUnits,
  createUnit,
  listUnits,
  readSourceNetworks,
  readUnit,
  readUnitConnections,
  readUnitForChannel,
  readUnitForSetup,
  readUnitMessages,
  readUnitTelemetry,
  readUnitTraffic,
  removeOwnUnit,
  setExtraData,
  setSourceNetworks,
  unitSorts,
} from './actions.ts'
import { importUnits } from './import/import.ts'
import { ImportBody, ImportedShape, importedToWire, toImportRow } from './import/import-wire.ts'
import type { UnitFilter } from './store.ts'
import type { Unit } from './unit.ts'
import {
  ChannelShape,
  ConnectionShape,
  channelToWire,
  ExtraDataBody,
  LinkedSetupShape,
  MessagesShape,
  NewUnitBody,
  OwnUnitBody,
  SetupQuery,
  SetupShape,
  setupToWire,
  TelemetryShape,
  toNewUnit,
  toUnitChange,
  toWire,
  UnitChangeBody,
  UnitCount,
  UnitWire,
} from './wire.ts'

const tag = 'Units'
const params = byNumber('unit')
const sources = both(SourceNetworksShape)
const oneUnit = both(UnitWire)

const messagesMax = 10_000
const messagesDefault = 100

const filters = {
  account_ids: Type.Optional(Type.String({ description: 'Only units of these accounts, separated by commas.' })),
  app_id: Type.Optional(Type.String({ description: 'Only units of this application.' })),
  ack_active: Type.Optional(Type.Boolean({ description: 'Only units of accounts that are (or are not) activated.' })),
  is_attached: Type.Optional(
    Type.Boolean({ description: 'Only units of accounts that are (or are not) linked by a dealer.' }),
  ),
  state: Type.Optional(
    EnumOf(
      ['connected', 'silent', 'never'] as const,
      'Only units that have connected, that have become silent, or that have never connected.',
    ),
  ),
  term_state: Type.Optional(
    EnumOf(
      [...termStates, 'none'] as const,
      'Only units whose term is in this state (`/console/unit-terms`); `none`: units without a term.',
    ),
  ),
  ...search,
}
const ListQuery = exact({ ...listParameters, ...filters })
const CountQuery = exact({ ids: listParameters.ids, ...filters })
const MessagesQuery = exact({
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `How many of the most recent messages. Default: ${messagesDefault}, at most ${messagesMax}.`,
    }),
  ),
  reverse: Type.Optional(Type.Boolean({ description: 'True: newest first. Otherwise oldest first.' })),
})

const trafficMax = 50
const trafficDefault = 10
const TrafficQuery = exact({
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `How many of the most recent frames. Default: ${trafficDefault}, at most ${trafficMax}.`,
    }),
  ),
  before: Type.Optional(fractionTimeInput('Only frames received before, in seconds: for the next page.')),
})
const toFilter = (call: Call, query: Static<typeof CountQuery>): UnitFilter => ({
  ids: numberIds(query.ids),
  accountIds: numberIds(query.account_ids, 'account_ids'),
  appId: appFilter(call.apps, query.app_id),
  isOfActivated: query.ack_active,
  isOfAttached: query.is_attached,
  heard: query.state && heardIn(call, query.state),
  term: query.term_state,
  q: query.q,
})

const hourMs = 3_600_000
function heardIn({ clock, config }: Call, state: 'connected' | 'silent' | 'never'): UnitFilter['heard'] {
  if (state !== 'silent') return state === 'never' ? 'never' : 'ever'
  return { notSince: new Date(clock.now().getTime() - config.unitSilentHours * hourMs) }
}

export const dealerRoutes = [
  route({
    method: 'POST',
    path: '/units',
    right: 'units',
    tag,
    summary: 'Create a unit in an account',
    body: NewUnitBody,
    replies: both(UnitWire, 201),
    handle: async (call, { body }) => toWire(await createUnit(call, toNewUnit(body))),
  }),
  route({
    method: 'POST',
    path: '/units/import',
    right: 'units',
    tag,
    summary: 'Create many units at once',
    description:
      'Rows are checked in order, as `POST /units` would check them. Valid rows are created together; for the ' +
      'others, the answer says what is wrong. A dry run returns the same answer and writes nothing. Values that a ' +
      'spreadsheet has damaged are refused too: an ident in scientific notation, an IMEI with a wrong check digit, a name with lost letters.',
    body: ImportBody,
    replies: both(ImportedShape),
    handle: async (call, { body }) => {
      const [isDryRun, checksDigits] = [body.dry_run ?? false, body.check_digits ?? true]
      return importedToWire(await importUnits(call, body.rows.map(toImportRow), { isDryRun, checksDigits }), isDryRun)
    },
  }),
  route({
    method: 'GET',
    path: '/units',
    tag,
    summary: 'List the units',
    query: ListQuery,
    replies: bothList(UnitWire),
    handle: (call, { query }) => {
      const filter = toFilter(call, query)
      return listing<Unit>({ sorts: unitSorts, read: (page) => listUnits(call, filter, page), toWire })
    },
  }),
  route({
    method: 'GET',
    path: '/units/count',
    tag,
    summary: 'Count the units',
    query: CountQuery,
    replies: { provider: data(UnitCount), partner: data(UnitCount) },
    handle: (call, { query }) => countUnits(call, toFilter(call, query)),
  }),
  route({
    method: 'GET',
    path: '/units/:id',
    tag,
    summary: 'Read a unit',
    params,
    replies: oneUnit,
    handle: async (call, { params }) => toWire(await readUnit(call, params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/units/:id',
    right: 'units',
    tag,
    summary: 'Change a unit',
    description: 'Not for units of accounts that belong to their client.',
    params,
    body: UnitChangeBody,
    replies: oneUnit,
    handle: async (call, { params, body }) => toWire(await changeUnit(call, params.id, toUnitChange(body))),
  }),
  route({
    method: 'GET',
    path: '/units/:id/messages',
    right: 'positions',
    tag,
    summary: 'Read the most recent messages of a unit',
    description: 'Not for units of accounts that belong to their client.',
    params,
    query: MessagesQuery,
    replies: { provider: data(MessagesShape), partner: data(MessagesShape) },
    handle: async (call, { params, query }) => {
      const count = Math.min(query.count ?? messagesDefault, messagesMax)
      return { readyJson: await readUnitMessages(call, params.id, count, query.reverse ?? false) }
    },
  }),
  route({
    method: 'GET',
    path: '/units/:id/telemetry',
    right: 'positions',
    tag,
    summary: 'Read the latest value of each parameter of a unit',
    description: 'For a unit of an account that its client owns, only with support access.',
    params,
    replies: { provider: data(TelemetryShape), partner: data(TelemetryShape) },
    handle: (call, { params }) => readUnitTelemetry(call, params.id),
  }),
  route({
    method: 'GET',
    path: '/units/:id/connections',
    right: 'positions',
    tag,
    summary: 'Read a unit’s connection log',
    description:
      'The last hundred logins, refusals and disconnects, newest first, about a second after they happen. For ' +
      'trackers that use datagrams or HTTP, it shows only refusals. Models tagged `legacy` have none. For a unit of ' +
      'an account that its client owns, only with support access.',
    params,
    replies: both(Type.Array(ConnectionShape)),
    handle: (call, { params }) => readUnitConnections(call, params.id),
  }),
  route({
    method: 'GET',
    path: '/units/:id/channel',
    right: 'positions',
    tag,
    summary: 'Read the address a unit’s tracker sends to',
    description: 'For a unit of an account that its client owns, only with support access.',
    params,
    replies: { provider: data(ChannelShape), partner: data(ChannelShape) },
    handle: async (call, { params }) => channelToWire(await readUnitForChannel(call, params.id), call),
  }),
  route({
    method: 'GET',
    path: '/units/:id/source-networks',
    tag,
    summary: 'Read the source networks of a unit',
    description:
      'The networks from which its tracker may connect. Empty: those of `/company/source-networks`, or any if that is empty ' +
      'too. For a unit of an account that its client owns, only with support access.',
    params,
    replies: sources,
    handle: async (call, { params }) => ({ networks: await readSourceNetworks(call, params.id) }),
  }),
  route({
    method: 'PUT',
    path: '/units/:id/source-networks',
    right: 'units',
    tag,
    summary: 'Set the source networks of a unit',
    description:
      'Applies at once, and replaces `/company/source-networks`. A device with this ident in another network gets the answer ' +
      'of an unknown ident. Not for units of accounts that belong to their client, which may connect from anywhere.',
    params,
    body: SourceNetworksBody,
    replies: sources,
    handle: async (call, { params, body }) => ({ networks: await setSourceNetworks(call, params.id, body.networks) }),
  }),
  route({
    method: 'GET',
    path: '/units/:id/setup',
    tag,
    summary: 'Read the set-up SMS for a unit’s tracker',
    description:
      'Texts published for the model, filled in with the address of the channel. Models tagged `legacy` have none. For ' +
      'a unit of an account that its client owns, only with support access.',
    params,
    query: SetupQuery,
    replies: { provider: data(SetupShape), partner: data(SetupShape) },
    handle: async (call, { params, query }) =>
      setupToWire(await readUnitForSetup(call, params.id), call.config, query.apn),
  }),
  route({
    method: 'GET',
    path: '/units/:id/traffic',
    right: 'positions',
    tag,
    summary: 'Read the most recent frames of a unit, byte by byte',
    description:
      'As the tracker sent them, the newest first, decoded and explained byte by byte. Kept for a week. A frame ' +
      'includes the logins needed to decode it, with the same time. Not for units of accounts that belong to their client.',
    params,
    query: TrafficQuery,
    replies: { provider: data(Type.Array(FrameShape)), partner: data(Type.Array(FrameShape)) },
    handle: async (call, { params, query }) => {
      const count = Math.min(query.count ?? trafficDefault, trafficMax)
      const before = query.before ?? seconds(call.clock.now()) + 60
      return (await readUnitTraffic(call, params.id, count, before)).map(frameToWire)
    },
  }),
]

const clientRoute = plainRoute<ClientCall, Operation>()
const byOwner = { operation: 'client.manage-units', tag } as const

export const clientRoutes = [
  clientRoute({
    ...byOwner,
    method: 'POST',
    path: '/units',
    summary: 'Add a unit',
    description:
      'Within the `unit` quota of the subscription. Only for accounts that belong to their client: in a managed account, the dealer adds units.',
    body: OwnUnitBody,
    reply: bare(UnitWire.provider, 201),
    handle: async (call, { body }) => toWire(await createUnit(call, toNewUnit({ ...body, account_id: call.account }))),
  }),
  clientRoute({
    ...byOwner,
    method: 'PATCH',
    path: '/units/:id',
    summary: 'Change a unit',
    description: 'Name, ident, description, model and password. Not for managed accounts.',
    params,
    body: UnitChangeBody,
    reply: bare(UnitWire.provider),
    handle: async (call, { params, body }) => toWire(await changeOwnUnit(call, params.id, toUnitChange(body))),
  }),
  clientRoute({
    ...byOwner,
    method: 'DELETE',
    path: '/units/:id',
    summary: 'Delete a unit',
    description: 'Deletes its messages too. Its ident becomes free. Not for managed accounts.',
    params,
    reply: bare(Type.Null(), 204),
    handle: async (call, { params }) => {
      await removeOwnUnit(call, params.id)
    },
  }),
  clientRoute({
    method: 'PUT',
    path: '/units/:id/extra-data',
    operation: 'client.arrange',
    tag: 'Units',
    summary: 'Set the extra fields of a unit',
    description: 'Replaces all extra fields.',
    params,
    body: ExtraDataBody,
    reply: bare(UnitWire.provider),
    handle: async (call, { params, body }) => {
      const fields = body.extra_data.map(({ icon = null, showOnCard = false, ...rest }) => ({
        ...rest,
        icon,
        showOnCard,
      }))
      return toWire(await setExtraData(call, params.id, fields))
    },
  }),
]

/** A visitor who follows the short link of a channel. */
export interface SetupCall extends PublicCall {
  readonly linked: Unit
}

export const setupLinkRoutes = [
  plainRoute<SetupCall>()({
    method: 'GET',
    path: '/shared/setup',
    tag: 'Sharing',
    summary: 'Read the set-up of a tracker by the short link of its channel',
    description: 'With the part after `#` as the bearer token. It shows no data from the unit.',
    query: SetupQuery,
    reply: bare(LinkedSetupShape),
    handle: async (call, { query }) => ({
      ...setupToWire(call.linked, call.config, query.apn),
      ident: call.linked.ident,
      hw_id: call.linked.hwId,
    }),
  }),
]
