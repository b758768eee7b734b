import { nextCheck } from '#billing/dunning/actions.ts'
import { job } from '#kernel/jobs/job.ts'
import { runDunning } from './dunning-run.ts'
import { blockDueAccounts, nextScheduledBlock } from './scheduled-blocks.ts'

export const accountJobs = [
  job({ name: 'accounts.block-due', nextDue: nextScheduledBlock, run: blockDueAccounts }),
  job({ name: 'accounts.carry-out-dues', nextDue: nextCheck, run: runDunning }),
]
