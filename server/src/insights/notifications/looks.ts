/** What no message tells: who is silent, and what is due. A rule is looked at when something may have become true. */

import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import { servicesDue } from '../maintenance/actions.ts'
import { limits } from './limits.ts'
import { tell } from './matching.ts'
import type { Happening } from './notification.ts'
import type { Rule } from './rule.ts'
import * as store from './store.ts'

const rulesPerTurn = 100

/** `startedAt`: after a start trackers need a while to come back, and whoever has not yet is not silent. */
export async function lookAtRules(acting: ActorContext, startedAt: Date): Promise<number> {
  for (let total = 0; ; ) {
    const done = await inTransaction(acting, async (ctx) => {
      const now = ctx.clock.now()
      const rules = await store.takeDue(ctx.db, now, rulesPerTurn)
      for (const rule of rules) await look(ctx, rule, now, startedAt)
      return rules.length
    })
    total += done
    if (done < rulesPerTurn) return total
  }
}

async function look(ctx: ActorContext, rule: Rule, now: Date, startedAt: Date): Promise<void> {
  const latest = new Date(now.getTime() + limits.lookSeconds * 1000)
  const { happenings, next } =
    rule.condition.type === 'silence'
      ? await silent(ctx, rule, rule.condition.minutes, now, startedAt)
      : { happenings: await due(ctx, rule, now), next: latest }
  await tell(ctx, happenings)
  await store.lookAgain(ctx.db, rule.id, next < latest ? next : latest)
}

async function silent(ctx: ActorContext, rule: Rule, minutes: number, now: Date, startedAt: Date) {
  const graceMs = Math.min(minutes * 60, limits.graceSeconds) * 1000
  const judgedFrom = new Date(startedAt.getTime() + graceMs)
  if (judgedFrom > now) return { happenings: [], next: judgedFrom }
  const happenings: Happening[] = []
  let next = Number.POSITIVE_INFINITY
  for (const { unitId, lastActive } of await store.lastHeard(ctx.db, rule.id)) {
    const t = Math.floor(lastActive.getTime() / 1000)
    const shownAt = t + minutes * 60
    if (shownAt * 1000 > now.getTime()) next = Math.min(next, shownAt)
    else happenings.push(lookOf(rule, { unitId, kind: 'silence', what: String(t), t, shownAt, facts: {} }))
  }
  return { happenings, next: Number.isFinite(next) ? fromSeconds(next) : new Date(8.64e15) }
}

async function due(ctx: ActorContext, rule: Rule, now: Date): Promise<Happening[]> {
  if (rule.condition.type !== 'service') return []
  const states = rule.condition.state === 'soon' ? ['soon', 'due', 'overdue'] : ['due', 'overdue']
  const t = Math.floor(now.getTime() / 1000)
  return (await servicesDue(ctx, rule.accountId))
    .filter(({ due }) => states.includes(due.state))
    .map(({ service: { id, unitId, name, since } }) =>
      // Once for each time that it is done.
      lookOf(rule, {
        ...{ unitId, kind: 'service', what: `${id}:${since.getTime()}`, t, shownAt: t },
        facts: { serviceId: id, serviceName: name },
      }),
    )
}

type Look = Pick<Happening, 'unitId' | 'kind' | 't' | 'shownAt' | 'facts'> & { readonly what: string }

const lookOf = (rule: Rule, { what, ...look }: Look): Happening => ({
  ...look,
  ruleId: rule.id,
  eventId: null,
  key: `${look.kind}:${look.unitId}:${what}`,
})

export const nextLook = (acting: ActorContext): Promise<Date | undefined> => store.nextLook(acting.db)
