import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, byUuid, plainRoute } from '#kernel/api/route.ts'
import {
  changeShare,
  countOpening,
  createShare,
  listShares,
  module,
  readShare,
  readTrail,
  revokeShare,
  type SharedCall,
} from './actions.ts'
import { keptDays, sharesMax, stateOf, writeCursor } from './share.ts'
import { NewShare, ShareChange, SharedShape, ShareShape, sharedToWire, toWire } from './wire.ts'

/** For the stream, which is no row. */
export { sightingToWire } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const share = { tag: 'Sharing', module, operation: 'client.share' } as const
const params = byUuid('share')

export const clientRoutes = [
  route({
    ...share,
    method: 'GET',
    path: '/shares',
    summary: 'List share links, newest first',
    description: `Includes each link, to copy it again. Expired links stay for ${keptDays} days.`,
    reply: bare(Type.Array(ShareShape)),
    handle: async (call) => {
      const now = call.clock.now()
      return (await listShares(call)).map((one) => toWire(one, now))
    },
  }),
  route({
    ...share,
    method: 'POST',
    path: '/shares',
    summary: 'Create a share link',
    description:
      'Anyone with the link sees names, states and positions of these units until it expires, without signing in. ' +
      `There are at most ${sharesMax}.`,
    body: NewShare,
    reply: bare(ShareShape, 201),
    handle: async (call, { body }) => {
      const { units: unitIds, title = null, until, show_trail: showTrail = false } = body
      return toWire(await createShare(call, { unitIds, title, until, showTrail }), call.clock.now())
    },
  }),
  route({
    ...share,
    method: 'GET',
    path: '/shares/:id',
    summary: 'Read a share link',
    params,
    reply: bare(ShareShape),
    handle: async (call, { params }) => toWire(await readShare(call, params.id), call.clock.now()),
  }),
  route({
    ...share,
    method: 'PATCH',
    path: '/shares/:id',
    summary: 'Change the expiry or title of a share link',
    params,
    body: ShareChange,
    reply: bare(ShareShape),
    handle: async (call, { params, body }) => toWire(await changeShare(call, params.id, body), call.clock.now()),
  }),
  route({
    ...share,
    method: 'DELETE',
    path: '/shares/:id',
    summary: 'Revoke a share link',
    description: 'Viewers lose access within a second.',
    params,
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => revokeShare(call, params.id),
  }),
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
      'With the secret after `#` as the bearer token. A link that is wrong, expired or revoked, and one of ' +
      'an account that is blocked or has no module `sharing` any more, are all answered alike.',
    reply: bare(SharedShape),
    handle: async (call) => {
      const { share, sightings } = call.shared
      const now = call.clock.now()
      await countOpening(call, share)
      const trails = await Promise.all(sightings.map(({ unitId }) => readTrail(call, share, unitId)))
      const told = sightings.map((one) => {
        const state = stateOf(one, now.getTime() / 1000)
        return [one.place, { timestamp: one.timestamp, state }] as const
      })
      return sharedToWire(call.shared, now, trails, writeCursor(new Map(told)))
    },
  }),
]
