import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { nextRetirement, retireKeys } from './processor-keys.ts'
import { nextBillCheck, nextBillEnd, reconcileBills } from './reconcile.ts'

export const billJobs = [
  job({
    name: 'bills.look',
    waitsForOthers: true,
    ...dueFrom(nextBillCheck),
    nextStop: nextBillEnd,
    run: reconcileBills,
  }),
  job({ name: 'bills.retire-keys', waitsForOthers: true, nextDue: nextRetirement, run: retireKeys }),
]
