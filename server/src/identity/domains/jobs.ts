import { job } from '#kernel/jobs/job.ts'
import { checkDue, nextCheck } from './actions.ts'

export const domainJobs = [
  job({ name: 'domains.check', waitsForOthers: true, everySeconds: 60, nextDue: nextCheck, run: checkDue }),
]
