import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
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

export const clientRoutes = ownedRoutes({
  ...{ tag: 'Sharing', module, path: '/shares', params: byUuid('share'), shape: ShareShape },
  operations: { view: 'client.share', change: 'client.share' },
  toWire: (share, { clock }) => toWire(share, clock.now()),
  list: {
    summary: 'List share links, newest first',
    description: `Includes each link, to copy it again. Expired links stay for ${keptDays} days.`,
    handle: listShares,
  },
  create: {
    summary: 'Create a share link',
    description:
      'Anyone with the link sees names, states and positions of these units until it expires, without signing in. ' +
      `There are at most ${sharesMax}.`,
    body: NewShare,
    handle: (call, { units: unitIds, title = null, until, show_trail: showTrail = false }) =>
      createShare(call, { unitIds, title, until, showTrail }),
  },
  read: { summary: 'Read a share link', handle: readShare },
  change: { summary: 'Change the expiry or title of a share link', body: ShareChange, handle: changeShare },
  remove: {
    summary: 'Revoke a share link',
    description: 'Viewers lose access within a second.',
    handle: revokeShare,
  },
})

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
