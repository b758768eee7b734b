import { nextCheck } from '#billing/dunning/actions.ts'
import { job } from '#kernel/jobs/job.ts'
import { blockDueAccounts, nextScheduledBlock } from './actions.ts'
import { runDunning } from './dunning-run.ts'

export const accountJobs = [
  job({ name: 'accounts.block-due', nextDue: nextScheduledBlock, run: blockDueAccounts }),
  job({ name: 'accounts.carry-out-dues', nextDue: nextCheck, run: runDunning }),
]
