import { forgetting, job } from '#kernel/jobs/job.ts'
import { applyWaiting, forgetOldEvents, nextWaiting } from './card-events.ts'
import { nextRetirement, retireKeys } from './processor-keys.ts'
import { nextBillCheck, nextBillEnd, reconcileBills } from './reconcile.ts'

export const billJobs = [
  job({
    name: 'bills.look',
    waitsForOthers: true,
    nextDue: nextBillCheck,
    nextStop: nextBillEnd,
    run: reconcileBills,
  }),
  job({ name: 'bills.apply-events', endsNothing: true, nextDue: nextWaiting, run: applyWaiting }),
  forgetting({ name: 'bills.forget-events', everySeconds: 3600 }, forgetOldEvents),
  job({ name: 'bills.retire-keys', waitsForOthers: true, nextDue: nextRetirement, run: retireKeys }),
]
