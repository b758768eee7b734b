import Type, { type TSchema } from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { bare, byNumber, byUuid, route as dealerRoute, plainRoute } from '#kernel/api/route.ts'
import { type TokenKind, tokenKinds } from '#tracking/units/unit.ts'
import { SetupQuery } from '#tracking/units/wire.ts'
import {
  changeShare,
  countOpening,
  createShare,
  listShares,
  module,
  readProvider,
  readShare,
  readTrail,
  revokeShare,
  type SharedCall,
} from './actions.ts'
import { keptDays, sharesMax, stateOf, writeCursor } from './share.ts'
import { listUnitLinks, makeUnitLink, readToolbox, revokeUnitLink } from './unit-links.ts'
import {
  destinationOf,
  NewShare,
  ShareChange,
  SharedShape,
  ShareShape,
  sharedToWire,
  ToolboxShape,
  toolboxToWire,
  toWire,
  UnitLinkBody,
  UnitLinkShape,
} from './wire.ts'

/** For the stream, which is not a route. */
export { sightingToWire } from './wire.ts'

export const clientRoutes = ownedRoutes({
  ...{ tag: 'Sharing', module, path: '/shares', params: byUuid('share'), shape: ShareShape },
  operations: { view: 'client.share', change: 'client.share' },
  toWire: (share, { clock }) => toWire(share, clock.now()),
  list: {
    summary: 'List share links, newest first',
    description: `Includes each link, to copy it again. Expired links stay for ${keptDays} days, the latest ${sharesMax} of them.`,
    handle: listShares,
  },
  create: {
    summary: 'Create a share link',
    description:
      'Anyone with the link sees names, states and positions of these units until it expires, without signing in. ' +
      `At most ${sharesMax} work at a time.`,
    body: NewShare,
    handle: (call, { units: unitIds, title = null, until, destination, ...shown }) => {
      const { show_trail: showTrail = false, show_speed: showSpeed = false } = shown
      return createShare(call, { unitIds, title, until, showTrail, showSpeed, destination: destinationOf(destination) })
    },
  },
  read: { summary: 'Read a share link', handle: readShare },
  change: { summary: 'Change the expiry or title of a share link', body: ShareChange, handle: changeShare },
  remove: {
    summary: 'Revoke a share link',
    description: 'Viewers lose access within a second.',
    handle: revokeShare,
  },
})

const route = plainRoute<ClientCall, Operation>()
const unit = byNumber('unit')
const unitModules = { locator: module, toolbox: 'tools' } as const
const revoked = 'Everyone with the link loses access within a second.'
const makes: Readonly<Record<TokenKind, string>> = {
  locator:
    'Anyone with the link sees the unit’s name, state and live position until it expires, without signing in. A new ' +
    'link replaces the previous one.',
  toolbox:
    'An installer sees its tracker’s set-up, connection log and current values until it expires, without signing in. ' +
    'It shows no history. A new link replaces the previous one.',
}

/** Links of one unit, for its client. */
export const unitLinkRoutes = [
  route({
    tag: 'Units',
    operation: 'client.share',
    method: 'GET',
    path: '/units/:id/tokens',
    summary: 'List the public links of a unit',
    params: unit,
    reply: bare(Type.Array(UnitLinkShape)),
    handle: (call, { params }) => listUnitLinks(call, params.id),
  }),
  ...tokenKinds.flatMap((kind) => [
    route({
      tag: 'Units',
      module: unitModules[kind],
      operation: 'client.share',
      method: 'PUT',
      path: `/units/:id/tokens/${kind}`,
      summary: `Create the ${kind} link of a unit`,
      description: makes[kind],
      params: unit,
      body: UnitLinkBody,
      reply: bare(UnitLinkShape),
      handle: (call, { params, body }) => makeUnitLink(call, params.id, kind, false, body.until),
    }),
    route({
      tag: 'Units',
      operation: 'client.share',
      method: 'DELETE',
      path: `/units/:id/tokens/${kind}`,
      summary: `Revoke the ${kind} link of a unit`,
      description: revoked,
      params: unit,
      reply: bare(Type.Null(), 204),
      handle: (call, { params }) => revokeUnitLink(call, params.id, kind),
    }),
  ]),
]

const inConsole = (shape: TSchema) => ({ provider: bare(shape), partner: bare(shape) })

/** The same for its dealer. */
export const consoleUnitRoutes = [
  dealerRoute({
    method: 'GET',
    path: '/:id/tokens',
    right: 'positions',
    tag: 'Units',
    summary: 'List the public links of a unit',
    description: 'Not for units of accounts that belong to their client.',
    params: unit,
    replies: inConsole(Type.Array(UnitLinkShape)),
    handle: (call, { params }) => listUnitLinks(call, params.id),
  }),
  ...tokenKinds.flatMap((kind) => [
    dealerRoute({
      method: 'PUT',
      path: `/:id/tokens/${kind}`,
      right: 'units',
      tag: 'Units',
      summary: `Create the ${kind} link of a unit`,
      description: `${makes[kind]} Not for units of accounts that belong to their client.`,
      params: unit,
      body: UnitLinkBody,
      replies: inConsole(UnitLinkShape),
      handle: (call, { params, body }) => makeUnitLink(call, params.id, kind, true, body.until),
    }),
    dealerRoute({
      method: 'DELETE',
      path: `/:id/tokens/${kind}`,
      right: 'units',
      tag: 'Units',
      summary: `Revoke the ${kind} link of a unit`,
      description: revoked,
      params: unit,
      replies: inConsole(Type.Integer({ description: 'The id of the unit.' })),
      handle: async (call, { params }) => {
        await revokeUnitLink(call, params.id, kind)
        return params.id
      },
    }),
  ]),
]

export const sharedRoutes = [
  plainRoute<SharedCall>()({
    tag: 'Sharing',
    method: 'GET',
    path: '/shared',
    /** Opening is counted, so a HEAD request would count too. */
    changes: true,
    summary: 'Read what a share link shows',
    description:
      'With the secret after `#` of a share or locator link as the bearer token. A link that is wrong, expired or ' +
      'revoked gets the same answer as a link of an account that is blocked or no longer has the module `sharing`.',
    reply: bare(SharedShape),
    handle: async (call) => {
      const { share, sightings } = call.shared
      const now = call.clock.now()
      await countOpening(call, share)
      const trails = await Promise.all(sightings.map(({ unitId }) => readTrail(call, share, unitId)))
      const sent = sightings.map((one) => {
        const state = stateOf(one, now.getTime() / 1000)
        return [one.place, { timestamp: one.timestamp, state }] as const
      })
      const [arrivals, provider] = [await call.journeys.of(call.shared), await readProvider(call, share)]
      return sharedToWire(call.shared, now, trails, writeCursor(new Map(sent)), arrivals, provider)
    },
  }),
]

export const toolboxRoutes = [
  plainRoute<SharedCall>()({
    tag: 'Sharing',
    method: 'GET',
    path: '/shared/toolbox',
    summary: 'Read what a toolbox link shows',
    description: 'With the secret after `#` as the bearer token.',
    query: SetupQuery,
    reply: bare(ToolboxShape),
    handle: async (call, { query }) => toolboxToWire(await readToolbox(call), call.config, query.apn),
  }),
]
