import type { ActorContext } from '#kernel/context.ts'
import { forgetting, job, whenever } from '#kernel/jobs/job.ts'
import { turnsOf } from '../projections/actions.ts'
import { conditionFollower } from './compute.ts'
import { deliverDue, nextDelivery } from './delivery.ts'
import { lookAtRules, nextLook } from './looks.ts'
import { forgetOld, tellNews, withdrawFalse } from './matching.ts'

const turns = turnsOf(conditionFollower)

/** The first turn of this process is when it was started. */
function looking(): (acting: ActorContext) => Promise<number> {
  let startedAt: Date | undefined
  return (acting) => {
    startedAt ??= acting.clock.now()
    return lookAtRules(acting, startedAt)
  }
}

export const notificationJobs = [
  // In a loop of its own, as trips are.
  job({
    name: 'conditions.compute',
    everySeconds: 5,
    waitsForOthers: true,
    endsNothing: true,
    nextDue: whenever,
    run: turns.compute,
  }),
  job({ name: 'conditions.forget', everySeconds: 60, nextDue: whenever, run: turns.forget }),
  job({ name: 'notifications.tell', endsNothing: true, nextDue: whenever, run: tellNews }),
  job({ name: 'notifications.look', nextDue: nextLook, run: looking() }),
  job({ name: 'notifications.withdraw', everySeconds: 60, endsNothing: true, nextDue: whenever, run: withdrawFalse }),
  job({
    name: 'notifications.deliver',
    waitsForOthers: true,
    endsNothing: true,
    nextDue: nextDelivery,
    run: (acting: ActorContext) => deliverDue(acting),
  }),
  forgetting({ name: 'notifications.forget', everySeconds: 600 }, forgetOld),
]
