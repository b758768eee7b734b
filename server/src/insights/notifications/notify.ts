/** Turns triggers into notifications with their deliveries, and withdraws those that later data disproved. */

import { heldModules } from '#billing/subscriptions/actions.ts'
import type { AppId } from '#kernel/applications.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { hiddenBetween, type Viewing } from '#kernel/private-time.ts'
import type { Seen } from '#kernel/sight.ts'
import { type PendingEvent, takePendingEvents } from '../geofences/actions.ts'
import { modulesOf } from './conditions/condition.ts'
import * as otherStore from './conditions/other-store.ts'
import * as deliveries from './delivery/delivery-store.ts'
import { planEscalation } from './escalation/escalating.ts'
import { limits } from './limits.ts'
import { type Facts, isFor, type Notification, passesBlock, planOf, type Trigger, toldAnyway } from './notification.ts'
import * as notificationStore from './notification-store.ts'
import * as actionStore from './rule-actions/action-store.ts'
import * as store from './store.ts'

const eventsPerTurn = 500

/** Handles all pending events; returns their number. */
export async function notifyNew(acting: ActorContext): Promise<number> {
  for (let total = 0; ; ) {
    const done = await inTransaction(acting, async (ctx) => {
      const pending = await takePendingEvents(ctx, eventsPerTurn)
      await notify(ctx, pending.map(triggerOf))
      return pending.length
    })
    total += done
    if (done < eventsPerTurn) return total
  }
}

export function triggerOf({ eventId, unitId, ruleId, kind, t, shownAt, ...one }: PendingEvent): Trigger {
  const { geofenceId, geofenceName, seenBefore, detail, count, lat, lon, speed } = one
  const ofGeofence = geofenceId !== null && {
    ...{ geofenceId, geofenceName: geofenceName ?? '', ...(ruleId === null && { seenBefore }) },
  }
  const facts = { ...detail, ...ofGeofence, ...(geofenceId === null && ruleId === null && { count }), lat, lon, speed }
  return { unitId, ruleId, kind, key: `event:${eventId}`, eventId, t, shownAt, facts }
}

/** In the transaction that found them. Returns the number of new notifications. */
export async function notify(ctx: ActorContext, found: readonly Trigger[]): Promise<number> {
  // A rule notifies several people, so it reveals to none of them where a private trip led.
  const triggers = await withoutPrivatePlaces(ctx, found, true)
  if (triggers.length === 0) return 0
  const unitIds = [...new Set(triggers.map(({ unitId }) => unitId))]
  const rules = Map.groupBy(await store.rulesFor(ctx.db, unitIds), ({ unitId }) => unitId)
  const modules = modulesOfAccounts(ctx)
  const now = ctx.clock.now()
  const ids: string[] = []
  const accountOf = ({ unitId }: Trigger) => rules.get(unitId)?.[0]?.accountId
  for (const trigger of await withOtherNames(ctx, triggers, accountOf)) {
    for (const rule of rules.get(trigger.unitId) ?? []) {
      if (!isFor(rule, trigger) || (rule.isBlocked && !passesBlock(trigger))) continue
      const held = await modules(rule.accountId, rule.appId)
      if (!['notification', ...modulesOf(rule.condition)].every((name) => held.includes(name))) continue
      const one = notificationOf(rule, trigger, now)
      const { leavesAt } = planOf(rule, trigger.shownAt, now.getTime() / 1000)
      if (!(await notificationStore.insert(ctx.db, one))) continue
      ids.push(one.id)
      const isActing = await plannedActions(ctx, rule, one, now)
      // Without the module nothing is sent, not even by channels created when the plan had it.
      if (leavesAt === null || !held.includes('extended_notification')) continue
      await planEscalation(ctx, rule, one.id, leavesAt)
      if (rule.channelIds.length === 0) continue
      const sentAt = leavesAt + (isActing ? limits.actionHoldSeconds : 0)
      await deliveries.insert(ctx.db, one.id, rule.channelIds, new Date(sentAt * 1000))
    }
  }
  if (ids.length > 0) await notificationStore.announce(ctx.db, ids)
  return ids.length
}

/** True: some must run, within a deadline by the tracker's clock and by ours. */
async function plannedActions(ctx: ActorContext, rule: store.OwnRule, one: Notification, now: Date): Promise<boolean> {
  if (rule.actions.length === 0) return false
  const [t, shownAt] = [now.getTime() / 1000, one.shownAt]
  const reason = t - shownAt > limits.actionSeconds ? 'late' : rule.isBlocked ? 'blocked' : null
  const dueBy = new Date((Math.min(shownAt, t) + limits.actionSeconds) * 1000)
  const state = reason === null ? 'waiting' : 'skipped'
  await actionStore.insert(ctx.db, one.id, rule.actions, { state, reason, dueBy, now })
  return reason === null
}

type Placed = Pick<Trigger, 't' | 'shownAt'> &
  Pick<Notification, 'unitId'> & { readonly kind: string; readonly facts: Pick<Facts, 'others'> }

/**
 * For others, notifications of private trips have no position, or are left out unless they are always shown. What began
 * before such a trip and became certain within it has values of the trip. The same applies to what was near a unit that
 * has left the account.
 */
export async function withoutPrivatePlaces<T extends Placed>(
  ctx: Pick<Context, 'db'> & Viewing,
  all: readonly T[],
  leavesOut = false,
): Promise<readonly T[]> {
  const own = all.flatMap(({ unitId }) => unitId ?? [])
  const others = all.flatMap(({ facts }) => (facts.others ?? []).map(({ unitId }) => unitId))
  const isHidden = await hiddenBetween(ctx.db, ctx, [...new Set([...own, ...others])])
  if (!isHidden && others.length === 0) return all
  const accounts =
    others.length === 0 ? new Map() : await otherStore.accountsOf(ctx.db, [...new Set([...own, ...others])])
  return all.flatMap((one) => {
    const { others = [], ...facts } = one.facts
    const isGone = others.some(({ unitId }) => accounts.get(unitId) !== accounts.get(one.unitId))
    const isOfOther = others.some(({ unitId, t }) => isHidden?.(unitId, t))
    const isOwn = one.unitId !== null && isHidden?.(one.unitId, one.t, Math.max(one.t, one.shownAt))
    if (!isOwn && !isOfOther && !isGone) return [one]
    if (leavesOut && (isOwn || isOfOther) && !toldAnyway.includes(one.kind)) return []
    return [{ ...one, facts: { ...facts, otherName: undefined, lat: null, lon: null, speed: null } }]
  })
}

/** The nearest of the other units has its current name, if it is in the same account and the reader may know it. */
export async function withOtherNames<T extends { readonly facts: Pick<Facts, 'others'> }>(
  { db }: Pick<Context, 'db'>,
  all: readonly T[],
  accountOf: (one: T) => number | undefined,
  seen?: Seen,
): Promise<readonly T[]> {
  const nearestOf = ({ facts: { others } }: T) => others?.[0]?.unitId
  const ids = all.flatMap((one) => nearestOf(one) ?? [])
  if (ids.length === 0) return all
  const nameOf = await otherStore.namesOf(db, [...new Set(ids)], seen)
  return all.map((one) => {
    const id = nearestOf(one)
    return id === undefined ? one : { ...one, facts: { ...one.facts, otherName: nameOf(accountOf(one), id) } }
  })
}

function notificationOf(rule: store.OwnRule, trigger: Trigger, now: Date): Notification {
  const { unitId, kind, key, eventId, t, shownAt, facts } = trigger
  const { telling } = planOf(rule, shownAt, now.getTime() / 1000)
  return {
    id: uuidv7(now),
    accountId: rule.accountId,
    ...{ unitId, kind, eventKey: key, eventId, t, shownAt, telling },
    ...{ ruleId: rule.id, ruleName: rule.name },
    facts: {
      ...{ condition: rule.condition, unitName: rule.unitName, ...facts },
      ...(rule.isBlocked && { isBlocked: true }),
    },
    ...{ createdAt: now, acknowledgedAt: null, withdrawnAt: null },
  }
}

/** Read once per account and application in a run. */
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
const reason = 'Later data disproved it.'

/** Only recent notifications: late data older than that changes none. */
export const withdrawFalse = (acting: ActorContext): Promise<number> =>
  inTransaction(acting, async (ctx) => {
    const { db } = ctx
    const now = ctx.clock.now()
    const ids = await notificationStore.withdraw(ctx, now, new Date(now.getTime() - withdrawnDays * 86_400_000))
    if (ids.length > 0) {
      await deliveries.dropOf(db, ids, reason)
      await notificationStore.announce(db, ids)
    }
    return ids.length
  })

export const forgetOld = (acting: ActorContext, most = rowsPerPiece): Promise<number> =>
  notificationStore.removeBefore(acting.db, new Date(acting.clock.now().getTime() - limits.keptDays * 86_400_000), most)
