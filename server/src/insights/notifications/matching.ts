/** Finds out what is to be told, writes it down with what has to leave, and takes back what was none. */

import { heldModules } from '#billing/subscriptions/actions.ts'
import type { AppId } from '#kernel/applications.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { takeNews } from '../geofences/actions.ts'
import { modulesOf } from './condition.ts'
import * as deliveries from './delivery-store.ts'
import { limits } from './limits.ts'
import { type Happening, isFor, type Notification, planOf } from './notification.ts'
import * as told from './notification-store.ts'
import * as store from './store.ts'

const newsPerTurn = 500

/** Everything that happened since the last time; says how much of it was looked at. */
export async function tellNews(acting: ActorContext): Promise<number> {
  for (let total = 0; ; ) {
    const done = await inTransaction(acting, async (ctx) => {
      const news = await takeNews(ctx, newsPerTurn)
      const happenings = news.map(({ eventId, unitId, ruleId, kind, t, shownAt, ...one }): Happening => {
        const { geofenceId, geofenceName, seenBefore, detail, count, lat, lon } = one
        const ofGeofence = geofenceId !== null && { geofenceId, geofenceName: geofenceName ?? '', seenBefore }
        const facts = { ...ofGeofence, ...detail, ...(geofenceId === null && ruleId === null && { count }), lat, lon }
        return { unitId, ruleId, kind, key: `event:${eventId}`, eventId, t, shownAt, facts }
      })
      await tell(ctx, happenings)
      return news.length
    })
    total += done
    if (done < newsPerTurn) return total
  }
}

/** In the transaction that has found them. Says how many notifications there are of it that were not there before. */
export async function tell(ctx: ActorContext, happenings: readonly Happening[]): Promise<number> {
  if (happenings.length === 0) return 0
  const unitIds = [...new Set(happenings.map(({ unitId }) => unitId))]
  const rules = Map.groupBy(await store.rulesFor(ctx.db, unitIds), ({ unitId }) => unitId)
  const modules = modulesOfAccounts(ctx)
  const now = ctx.clock.now()
  const ids: string[] = []
  for (const happening of happenings) {
    for (const rule of rules.get(happening.unitId) ?? []) {
      if (!isFor(rule, happening)) continue
      const held = await modules(rule.accountId, rule.appId)
      if (!['notification', ...modulesOf(rule.condition)].every((name) => held.includes(name))) continue
      const one = notificationOf(rule, happening, now)
      const { leavesAt } = planOf(rule, happening.shownAt, now.getTime() / 1000)
      if (!(await told.insert(ctx.db, one))) continue
      ids.push(one.id)
      // Without the module nothing leaves, also by channels that were set up when it was there.
      if (leavesAt === null || rule.channelIds.length === 0 || !held.includes('extended_notification')) continue
      await deliveries.insert(ctx.db, one.id, rule.channelIds, new Date(leavesAt * 1000), now)
    }
  }
  if (ids.length > 0) await told.announce(ctx.db, ids)
  return ids.length
}

function notificationOf(rule: store.OwnRule, happening: Happening, now: Date): Notification {
  const { unitId, kind, key, eventId, t, shownAt, facts } = happening
  const { telling } = planOf(rule, shownAt, now.getTime() / 1000)
  return {
    id: uuidv7(now),
    accountId: rule.accountId,
    ...{ unitId, kind, eventKey: key, eventId, t, shownAt, telling },
    ...{ ruleId: rule.id, ruleName: rule.name },
    facts: { condition: rule.condition, unitName: rule.unitName, ...facts },
    ...{ createdAt: now, acknowledgedAt: null, withdrawnAt: null },
  }
}

/** Asked once for each account and application in a turn. */
function modulesOfAccounts(ctx: Pick<Context, 'db' | 'clock'>) {
  const known = new Map<string, Promise<readonly string[]>>()
  return (accountId: number, appId: AppId): Promise<readonly string[]> => {
    const key = `${accountId} ${appId}`
    const held = known.get(key) ?? heldModules(ctx, accountId, [appId])
    known.set(key, held)
    return held
  }
}

const withdrawnDays = 2
const reason = 'Data that came later showed that it was not so.'

/** Of what was told lately: late data makes nothing older come or go unnoticed. */
export const withdrawFalse = (acting: ActorContext): Promise<number> =>
  inTransaction(acting, async ({ db, clock }) => {
    const now = clock.now()
    const ids = await told.withdraw(db, now, new Date(now.getTime() - withdrawnDays * 86_400_000))
    if (ids.length > 0) {
      await deliveries.dropOf(db, ids, reason)
      await told.announce(db, ids)
    }
    return ids.length
  })

export const forgetOld = (acting: ActorContext, most = rowsPerPiece): Promise<number> =>
  told.removeBefore(acting.db, new Date(acting.clock.now().getTime() - limits.keptDays * 86_400_000), most)
