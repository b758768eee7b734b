import type { ActorContext } from '#kernel/context.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { forgetting, type Job, job, whenever } from '#kernel/jobs/job.ts'
import { computing } from '../projections/computing.ts'
import { checkRules, nextCheck, nextMoment } from './conditions/checks.ts'
import { conditionProjection } from './conditions/compute.ts'
import { deliverDue, nextDelivery } from './delivery/delivery.ts'
import { escalateDue, nextEscalation } from './escalation/escalating.ts'
import { forgetOld, notifyNew, withdrawFalse } from './notify.ts'

/** The first run marks the start of this process. */
function checking(): Pick<Job, 'firstDue' | 'nextDue' | 'nextStop' | 'run'> {
  let startedAt: Date | undefined
  return {
    ...nextCheck,
    nextStop: (acting) => nextMoment(acting, startedAt),
    run(acting) {
      startedAt ??= acting.clock.now()
      return checkRules(acting, startedAt)
    },
  }
}

export const notificationJobs = [
  ...computing('conditions', conditionProjection),
  job({ name: 'notifications.tell', endsNothing: true, nextDue: whenever, run: notifyNew }),
  job({ name: 'notifications.look', ...checking() }),
  job({
    name: 'notifications.withdraw',
    everySeconds: 60,
    isForOneNode: true,
    endsNothing: true,
    nextDue: whenever,
    run: withdrawFalse,
  }),
  job({
    name: 'notifications.deliver',
    waitsForOthers: true,
    endsNothing: true,
    ...dueFrom(nextDelivery),
    run: (acting: ActorContext) => deliverDue(acting),
  }),
  job({ name: 'notifications.escalate', nextDue: nextEscalation, run: escalateDue }),
  forgetting({ name: 'notifications.forget', everySeconds: 600 }, forgetOld),
]
