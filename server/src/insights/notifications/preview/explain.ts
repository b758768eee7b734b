/**
 * Why a rule did or did not notify: facts about the rule, what its condition saw, and what became of the notification.
 */
import { heldModules } from '#billing/subscriptions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { forbidden } from '#kernel/errors.ts'
import { hiddenBetween } from '#kernel/private-time.ts'
import { seconds } from '#kernel/time/clock.ts'
import { readStretch } from '#tracking/messages/actions.ts'
import { requireUnit, type Stretch } from '../../trips/actions.ts'
import { readRule } from '../actions.ts'
import { isComputed, modulesOf } from '../conditions/condition.ts'
import { isWithin } from '../conditions/hours.ts'
import * as channels from '../delivery/channel-store.ts'
import * as deliveries from '../delivery/delivery-store.ts'
import { limits } from '../limits.ts'
import type { Notification } from '../notification.ts'
import * as notificationStore from '../notification-store.ts'
import type { Rule } from '../rule.ts'
import * as store from '../store.ts'
import { conditionFindings, heardBefore } from './explain-condition.ts'
import type { Finding } from './finding.ts'

export interface Explained extends Stretch {
  readonly unitId: number
  readonly isNotified: boolean
  readonly findings: readonly Finding[]
}

/** A moment is the minute that begins with it: people read clocks without seconds. */
const momentSeconds = 60
const daySeconds = 86_400
/** How far back the last message of a unit is searched. */
const searchDays = [1, 7] as const

export async function explainRule(call: ClientCall, id: string, unitId: number, at: number): Promise<Explained> {
  const rule = await readRule(call, id)
  const unit = await requireUnit(call, unitId)
  const isHidden = await hiddenBetween(call.db, call, [unitId], at, at + momentSeconds)
  if (isHidden?.(unitId, at)) forbidden('The unit was on a private trip then. Choose another time.')
  const moment: Stretch = { from: at, to: at + momentSeconds }
  const heardAt = rule.condition.type === 'silence' ? await heardBefore(call, unitId, moment, rule.condition) : null
  const of = { accountId: call.account, seen: call, ruleId: id, unitId: unit.id }
  const [newest, ...others] = await notificationStore.listAt(call.db, of, moment, limits.nearSeconds, heardAt)
  const notified = newest && [newest, ...others]
  const findings = [
    ...(await standingFindings(call, rule, unitId, at)),
    ...(notified ? [] : await momentFindings(call, rule, unitId, moment, heardAt)),
    ...(notified ?? []).flatMap((one) => notificationFindings(one, at)),
    ...(await channelFindings(call, rule, notified ?? [])),
  ]
  return { unitId, ...moment, isNotified: notified !== undefined, findings }
}

/** What applies whatever the unit did. */
async function standingFindings(call: ClientCall, rule: Rule, unitId: number, at: number): Promise<Finding[]> {
  const held = await heldModules(call, call.account, call.apps)
  const missing = ['notification', ...modulesOf(rule.condition)].filter((name) => !held.includes(name))
  const units = await store.unitsIn(call.db, call.account, { apps: call.apps }, rule)
  const own = units.find(({ id }) => id === unitId)
  const since = Math.max(rule.since, own?.since ?? 0)
  return [
    ...(rule.isEnabled ? [] : [{ reason: 'off' } as const]),
    ...(at + momentSeconds <= since ? [{ reason: 'later', at: since } as const] : []),
    ...missing.map((name) => ({ reason: 'resting', name }) as const),
    ...((await store.isBlocked(call.db, call.account)) ? [{ reason: 'blocked' } as const] : []),
    ...(own ? [] : [{ reason: 'other_units' } as const]),
    ...(isWithin(rule.schedule, rule.zone, at) ? [] : [{ reason: 'outside_hours', at } as const]),
  ]
}

/** What the unit did, unless it sent nothing at all. */
async function momentFindings(
  call: ClientCall,
  rule: Rule,
  unitId: number,
  moment: Stretch,
  heardAt: number | null,
): Promise<Finding[]> {
  const { type } = rule.condition
  const isOfMessages = isComputed(rule.condition) || type === 'alarm' || type === 'geofence'
  const isSilent = isOfMessages && (await isWithoutData(call, unitId, moment))
  if (isSilent && type !== 'parked') return [{ reason: 'no_data', at: await lastBefore(call, unitId, moment.from) }]
  return conditionFindings(call, rule, unitId, moment, heardAt)
}

const isWithoutData = async (call: ClientCall, unitId: number, { from, to }: Stretch): Promise<boolean> =>
  (await readStretch(call, unitId, { from: from - limits.gapSeconds, to })).length === 0

async function lastBefore(call: ClientCall, unitId: number, at: number): Promise<number | null> {
  for (const days of searchDays) {
    const last = (await readStretch(call, unitId, { from: at - days * daySeconds, to: at })).at(-1)
    if (last) return last.timestamp
  }
  return null
}

function notificationFindings(one: Notification, at: number): Finding[] {
  const { id: notificationId, t, kind, telling, withdrawnAt } = one
  const isBefore = at - t > momentSeconds
  return [
    { reason: 'notified', at: t, notificationId },
    ...(isBefore && kind === 'condition' ? [{ reason: 'lasting', at: t, notificationId } as const] : []),
    ...(withdrawnAt ? [{ reason: 'withdrawn', at: seconds(withdrawnAt), notificationId } as const] : []),
    ...(telling === 'late' || telling === 'held' || telling === 'page' ? [{ reason: telling, notificationId }] : []),
  ]
}

async function channelFindings(call: ClientCall, rule: Rule, notified: readonly Notification[]): Promise<Finding[]> {
  const own = (await channels.list(call.db, call.account)).filter(({ id }) => rule.channelIds.includes(id))
  if (own.length === 0) return [{ reason: 'no_channel' }]
  const findings: Finding[] = []
  for (const channel of own) {
    const { name, disabledReason: failure } = channel
    if (!channel.isEnabled) findings.push({ reason: 'channel_off', name, failure })
    if (channel.confirmedAt === null) findings.push({ reason: 'channel_unconfirmed', name })
    if (channel.kind === 'mail' && (await deliveries.isMuted(call.db, channel)))
      findings.push({ reason: 'channel_muted', name })
  }
  const sent = notified.length === 0 ? [] : await deliveries.listOf(call.db, [notified[0]!.id])
  return [
    ...findings,
    ...sent.map(
      ({ channelName: name, state: kind, failure }) => ({ reason: 'delivery', name, kind, failure }) as const,
    ),
  ]
}
