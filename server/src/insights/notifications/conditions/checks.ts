/**
 * Conditions that no message reveals: silence, due services, expiring documents, another device with the ident. A rule
 * is checked when its condition may have become true.
 */

import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import { daysBetween } from '#kernel/time/day.ts'
import { dateOf } from '#kernel/time/zone.ts'
import { expiryHour, markOf } from '#tracking/vehicles/expiry.ts'
import { tasksDue } from '../../maintenance/actions.ts'
import { limits } from '../limits.ts'
import type { Trigger } from '../notification.ts'
import { notify } from '../notify.ts'
import type { Rule } from '../rule.ts'
import * as store from '../store.ts'

const rulesPerTurn = 100

/** `startedAt`: trackers need a while to reconnect after a start; until then they are not silent. */
export async function checkRules(acting: ActorContext, startedAt: Date): Promise<number> {
  for (let total = 0; ; ) {
    const done = await inTransaction(acting, async (ctx) => {
      const now = ctx.clock.now()
      const rules = await store.takeDue(ctx.db, now, rulesPerTurn)
      for (const rule of rules) await check(ctx, rule, now, startedAt)
      return rules.length
    })
    total += done
    if (done < rulesPerTurn) return total
  }
}

async function check(ctx: ActorContext, rule: Rule, now: Date, startedAt: Date): Promise<void> {
  const isSoon = rule.condition.type === 'conflict'
  const latest = new Date(now.getTime() + (isSoon ? limits.conflictCheckSeconds : limits.checkSeconds) * 1000)
  const { triggers, next } =
    rule.condition.type === 'silence'
      ? await silent(ctx, rule, rule.condition.minutes, now, startedAt)
      : { triggers: await due(ctx, rule, now), next: latest }
  await notify(ctx, triggers)
  await store.recheck(ctx.db, rule.id, next < latest ? next : latest)
}

async function silent(ctx: ActorContext, rule: Rule, minutes: number, now: Date, startedAt: Date) {
  const graceMs = Math.min(minutes * 60, limits.graceSeconds) * 1000
  const judgedFrom = new Date(startedAt.getTime() + graceMs)
  if (judgedFrom > now) return { triggers: [], next: judgedFrom }
  const triggers: Trigger[] = []
  let next = Number.POSITIVE_INFINITY
  for (const { unitId, lastActive } of await store.lastActivity(ctx.db, rule.id)) {
    const t = Math.floor(lastActive.getTime() / 1000)
    const shownAt = t + minutes * 60
    if (shownAt * 1000 > now.getTime()) next = Math.min(next, shownAt)
    else triggers.push(triggerOf(rule, { unitId, kind: 'silence', what: String(t), t, shownAt, facts: {} }))
  }
  return { triggers, next: Number.isFinite(next) ? fromSeconds(next) : new Date(8.64e15) }
}

async function due(ctx: ActorContext, rule: Rule, now: Date): Promise<Trigger[]> {
  if (rule.condition.type === 'conflict') return conflicts(ctx, rule, now)
  if (rule.condition.type === 'document') return documents(ctx, rule, now)
  if (rule.condition.type !== 'service') return []
  const states = rule.condition.state === 'soon' ? ['soon', 'due', 'overdue'] : ['due', 'overdue']
  const t = Math.floor(now.getTime() / 1000)
  return (await tasksDue(ctx, rule.accountId))
    .filter(({ due }) => states.includes(due.state))
    .map(({ service: { id, unitId, name, since } }) =>
      // One notification per interval.
      triggerOf(rule, {
        ...{ unitId, kind: 'service', what: `${id}:${since.getTime()}`, t, shownAt: t },
        facts: { serviceId: id, serviceName: name },
      }),
    )
}

/** Each mark once: the key contains it. A document that is added late has its last mark only. */
async function documents(ctx: ActorContext, rule: Rule, now: Date): Promise<Trigger[]> {
  const t = Math.floor(now.getTime() / 1000)
  const today = dateOf(rule.zone, t - expiryHour * 3600)
  return (await store.listDocuments(ctx.db, rule.id, today)).flatMap(({ id, unitId, name, expiresOn }) => {
    const mark = markOf(expiresOn, today)
    if (mark === undefined) return []
    const daysLeft = daysBetween(dateOf(rule.zone, t), expiresOn)
    const facts = { documentId: id, documentName: name, expiresOn, daysLeft }
    return [triggerOf(rule, { unitId, kind: 'document', what: `${id}:${expiresOn}:${mark}`, t, shownAt: t, facts })]
  })
}

/** The gateway records each at most once an hour per unit. */
async function conflicts(ctx: ActorContext, rule: Rule, now: Date): Promise<Trigger[]> {
  const since = new Date(now.getTime() - limits.conflictSeconds * 1000)
  return (await store.listConflicts(ctx.db, rule.id, since)).map(({ seq, unitId, at }) => {
    const t = Math.floor(at.getTime() / 1000)
    return triggerOf(rule, { unitId, kind: 'conflict', what: String(seq), t, shownAt: t, facts: {} })
  })
}

type CheckedFact = Pick<Trigger, 'unitId' | 'kind' | 't' | 'shownAt' | 'facts'> & { readonly what: string }

const triggerOf = (rule: Rule, { what, ...check }: CheckedFact): Trigger => ({
  ...check,
  ruleId: rule.id,
  eventId: null,
  key: `${check.kind}:${check.unitId}:${what}`,
})

export const nextCheck = dueFrom(store.nextCheck)

/**
 * During the grace period after a start every check counts: what was silent before is found by the first one after it.
 */
export function nextMoment(acting: ActorContext, startedAt: Date | undefined): Promise<Date | undefined> {
  const now = acting.clock.now()
  const isGrace = !startedAt || now.getTime() < startedAt.getTime() + limits.graceSeconds * 1000
  return isGrace ? nextCheck.nextDue(acting) : store.nextMoment(acting.db, now, limits.checkSeconds)
}
