/** Share links: created and revoked by the client, opened by anyone who has one. */

import { heldModules } from '#billing/subscriptions/actions.ts'
import { mayDo } from '#identity/access/access.ts'
import { readBrand, readCompany } from '#identity/company/actions.ts'
import type { Brand } from '#identity/company/brand.ts'
import { linkHash, newLinkSecret } from '#identity/one-time-links/one-time-link.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import type { ShareFor } from '#insights/notifications/rule-actions/acting.ts'
import { thinned } from '#insights/trips/along/track.ts'
import { placeOf, type Values } from '#insights/trips/segments/point.ts'
import { pastProblem } from '#kernel/api/fields.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context, PublicCall } from '#kernel/context.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { publicUrlOf } from '#kernel/network/sites.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import { readStretch } from '#tracking/messages/actions.ts'
import { linkLabel, requireOwnUnits } from '#tracking/units/actions.ts'
import type { Journeys } from './journey.ts'
import {
  type Destination,
  daysMax,
  keptDays,
  type OwnShare,
  type Shared,
  type SharedNow,
  sharesMax,
  trailPointsMax,
  trailSeconds,
} from './share.ts'
import * as store from './store.ts'

export const module = 'sharing'
const daySeconds = 86_400

export interface LinkedShare extends OwnShare {
  readonly link: string
}

/** The fragment stays in the browser: no server, log or referrer sees it. */
const withLink = (call: ClientCall, share: OwnShare): LinkedShare => ({
  ...share,
  link: `${publicUrlOf(call, call.dealer)}/share#${call.vault.open(share.sealed, linkLabel(share.id))}`,
})

export const listShares = async (call: ClientCall): Promise<LinkedShare[]> =>
  (await store.list(call.db, call.account, call)).map((share) => withLink(call, share))

export const readShare = async (call: ClientCall, id: string): Promise<LinkedShare> =>
  withLink(call, (await store.find(call.db, call.account, call, id)) ?? notFound('share'))

export function untilProblems(call: Call, until: number | undefined): Problem[] {
  const now = seconds(call.clock.now())
  if (until !== undefined && until > now + daysMax * daySeconds) {
    return [invalidField('until', `until must be within ${daysMax} days.`)]
  }
  return pastProblem('until', until, now + 1)
}

export interface NewShare {
  readonly unitIds: readonly number[]
  readonly title: string | null
  readonly until: number
  readonly showTrail: boolean
  readonly showSpeed: boolean
  readonly destination: Destination | null
}

const hasRoom = async ({ db, clock }: Ctx, account: number): Promise<boolean> =>
  (await store.countLocked(db, account, clock.now())) < sharesMax

async function requireRoom(call: ClientCall): Promise<void> {
  if (!(await hasRoom(call, call.account))) conflict(`There are ${sharesMax} links, the maximum. Delete one first.`)
}

export const createShare = (caller: ClientCall, share: NewShare): Promise<LinkedShare> =>
  inTransaction(caller, async (call) => {
    const unitIds = [...new Set(share.unitIds)]
    await requireOwnUnits(call, unitIds)
    call.validate(untilProblems(call, share.until))
    await requireRoom(call)
    const { id } = await insertShare(call, call.account, { ...share, unitIds })
    const made = await readShare(call, id)
    await recordChange(call, { action: 'shares.create', subject: id, after: auditPart(made) })
    return made
  })

async function insertShare(ctx: ActorContext, accountId: number, share: NewShare) {
  const now = ctx.clock.now()
  const id = uuidv7(now)
  const secret = newLinkSecret()
  const { unitIds, title, showTrail, showSpeed, destination } = share
  const shown = { title, showTrail, showSpeed, destination }
  const row = { id, accountId, kind: 'share' as const, byDealer: false, ...shown }
  const secrets = { hash: linkHash(secret), sealed: ctx.vault.seal(secret, linkLabel(id)) }
  const times = { until: fromSeconds(share.until), createdAt: now, updatedAt: now }
  await store.removeEndedBeyond(ctx.db, accountId, now, sharesMax)
  await store.insert(ctx.db, { ...row, ...secrets, ...times }, unitIds)
  return { id, secret }
}

/** In the transaction that records it. The link is for those whom the rule notifies. */
export const shareByRule: ShareFor = async (ctx, { dealer, account, unitId, title, minutes }) => {
  if (!(await hasRoom(ctx, account))) return undefined
  const until = seconds(ctx.clock.now()) + minutes * 60
  const shown = { title, showTrail: true, showSpeed: true, destination: null }
  const share: NewShare = { unitIds: [unitId], until, ...shown }
  const { id, secret } = await insertShare(ctx, account, share)
  const after = auditPart({ ...shown, unitIds: [unitId], until: fromSeconds(until) })
  await recordChange(ctx, { dealer, action: 'shares.create', subject: id, after })
  return { id, link: `${publicUrlOf(ctx, dealer)}/share#${secret}`, until }
}

export interface ShareChange {
  readonly title?: string | null
  readonly until?: number
}

export const changeShare = (caller: ClientCall, id: string, change: ShareChange): Promise<LinkedShare> =>
  inTransaction(caller, async (call) => {
    if (change.until !== undefined) await lockAccount(call.db, call.account)
    // Serialised: a new title must not restore an expiry that another request just changed.
    await store.lock(call.db, call.account, id)
    const before = await readShare(call, id)
    call.validate(untilProblems(call, change.until))
    // A link that had ended works again.
    if (change.until !== undefined && before.until <= call.clock.now()) await requireRoom(call)
    const until = change.until === undefined ? before.until : fromSeconds(change.until)
    const title = change.title === undefined ? before.title : change.title
    await store.save(call.db, id, { title, until, updatedAt: call.clock.now() })
    await store.announce(call.db, id)
    const after = await readShare(call, id)
    const parts = { before: auditPart(before), after: auditPart(after) }
    await recordChange(call, { action: 'shares.change', subject: id, ...parts })
    return after
  })

export const revokeShare = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const before = await readShare(call, id)
    await store.remove(call.db, id)
    await store.announce(call.db, id)
    await recordChange(call, { action: 'shares.revoke', subject: id, before: auditPart(before) })
  })

/** The audit log is read by others, so it must not contain the secret. */
type AuditedShare = Pick<OwnShare, 'title' | 'until' | 'showTrail' | 'showSpeed' | 'destination' | 'unitIds'>
const auditPart = ({ title, until, showTrail, showSpeed, destination, unitIds }: AuditedShare) => ({
  ...{ title, until, showTrail, showSpeed, destination: destination?.name ?? null, unitIds },
})

export const forgetShares = (ctx: Pick<Context, 'db' | 'clock'>, most = rowsPerPiece): Promise<number> =>
  store.removeEndedBefore(ctx.db, new Date(ctx.clock.now().getTime() - keptDays * daySeconds * 1000), most)

type Ctx = Pick<Context, 'db' | 'clock'>

/** Checked every time: whatever ends a link ends it for the next request. */
async function isShown(ctx: Ctx, share: Shared): Promise<boolean> {
  if (share.until <= ctx.clock.now() || (share.byDealer && !mayDo('units.share', share.holder))) return false
  // Trackers are installed before the client has activated, and while it does not pay.
  if (share.kind === 'toolbox' && share.byDealer) return true
  if (!mayDo('client.view', share.holder, undefined, 'client')) return false
  return share.kind === 'toolbox' || (await heldModules(ctx, share.accountId, share.regApps)).includes(module)
}

/** The links among these that show something, with what they show. */
export async function recheckShares(ctx: Ctx, ids: readonly string[]): Promise<Map<string, SharedNow>> {
  const shown: Shared[] = []
  for (const share of await store.findAgain(ctx.db, ids)) if (await isShown(ctx, share)) shown.push(share)
  const sightings = Map.groupBy(
    shown.length === 0
      ? []
      : await store.listSightings(
          ctx.db,
          shown.map(({ id }) => id),
        ),
    ({ shareId }) => shareId,
  )
  return new Map(
    shown.flatMap((share) => {
      const found = sightings.get(share.id)
      return found ? [[share.id, { share, sightings: found }] as const] : []
    }),
  )
}

/** The same answer for a link that is wrong, expired or revoked, and for one with nothing left to show. */
export const refuseLink = () => refuse('NOT_FOUND', 'This link doesn’t work: it is incomplete, expired or revoked.')

/** The share that the request's link opens. */
export interface SharedCall extends PublicCall {
  readonly shared: SharedNow
  readonly journeys: Journeys
}

/** How the dealer presents itself to those who open a link. */
export async function readProvider(ctx: Pick<Context, 'db'>, { dealer }: Shared): Promise<Provider> {
  const [{ name }, { logo, colour }] = [await readCompany({ ...ctx, dealer }), await readBrand({ ...ctx, dealer })]
  return { name, logo, colour }
}

export interface Provider extends Pick<Brand, 'logo' | 'colour'> {
  readonly name: string
}

/** A toolbox link shows no map, and a map link no toolbox. */
export async function followShare(ctx: Ctx, secret: string, isToolbox = false): Promise<SharedNow> {
  const share = /^[\w-]{43}$/.test(secret) ? await store.findByHash(ctx.db, linkHash(secret)) : undefined
  if (!share || (share.kind === 'toolbox') !== isToolbox) return refuseLink()
  return (await recheckShares(ctx, [share.id])).get(share.id) ?? refuseLink()
}

export const countOpening = (ctx: Ctx, share: Shared): Promise<void> =>
  store.countOpening(ctx.db, share.id, ctx.clock.now())

/** Time, latitude, longitude. */
export type TrailPoint = readonly [number, number, number]

/** Where a unit has been since then; not before the link was created, and not beyond the length of a trail. */
export async function readTrail(ctx: Ctx, share: Shared, unitId: number, since = 0): Promise<TrailPoint[]> {
  if (!share.showTrail) return []
  const now = ctx.clock.now().getTime() / 1000
  const from = Math.max(since, share.createdAt.getTime() / 1000, now - trailSeconds)
  const points = (await readStretch(ctx, unitId, { from, to: now + 1 })).flatMap(({ text, timestamp }) => {
    const place = placeOf(JSON.parse(text) as Values)
    return place && timestamp > since ? [{ t: timestamp, ...place }] : []
  })
  return thinned(points, trailPointsMax).map(({ t, lat, lon }) => [t, lat, lon] as const)
}
