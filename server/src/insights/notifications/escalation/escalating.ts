/** Notifies the next people while nobody has seen a notification. */
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import * as deliveries from '../delivery/delivery-store.ts'
import * as notificationStore from '../notification-store.ts'
import type { Rule } from '../rule.ts'
import { dueAtOf } from './escalation.ts'
import * as store from './escalation-store.ts'

const perTurn = 100

/** In the transaction that created the notification, which is sent at `leavesAt`. */
export async function planEscalation(
  ctx: Pick<ActorContext, 'db'>,
  rule: Pick<Rule, 'escalation' | 'quiet' | 'zone'>,
  notificationId: string,
  leavesAt: number,
): Promise<void> {
  if (rule.escalation.length === 0) return
  const steps = rule.escalation.map(({ minutes, channelIds }, index) => ({
    ...{ notificationId, step: index + 1, minutes, channelIds, state: 'waiting' as const },
    dueAt: new Date(dueAtOf(rule, leavesAt, minutes) * 1000),
  }))
  await store.insert(ctx.db, steps)
}

/** A step and its deliveries are one transaction: it is sent once, by whichever node takes it. */
export async function escalateDue(acting: ActorContext): Promise<number> {
  for (let total = 0; ; ) {
    const done = await inTransaction(acting, async ({ db, clock }) => {
      const now = clock.now()
      const due = await store.takeDue(db, now, perTurn)
      for (const step of due) {
        const count = step.isOver ? 0 : await deliveries.insert(db, step.notificationId, step.channelIds, now)
        await store.end(db, step, step.isOver ? 'stopped' : count > 0 ? 'sent' : 'skipped', now)
      }
      if (due.length > 0) await notificationStore.announce(db, [...new Set(due.map((step) => step.notificationId))])
      return due.length
    })
    total += done
    if (done < perTurn) return total
  }
}

export const nextEscalation = ({ db }: Pick<ActorContext, 'db'>): Promise<Date | undefined> => store.nextDue(db)
