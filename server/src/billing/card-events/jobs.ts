import { dueFrom } from '#kernel/jobs/due.ts'
import { forgetting, job } from '#kernel/jobs/job.ts'
import { applyWaiting, forgetOldEvents, nextWaiting } from './actions.ts'

export const cardEventJobs = [
  job({ name: 'bills.apply-events', endsNothing: true, ...dueFrom(nextWaiting), run: applyWaiting }),
  forgetting({ name: 'bills.forget-events', everySeconds: 3600 }, forgetOldEvents),
]
