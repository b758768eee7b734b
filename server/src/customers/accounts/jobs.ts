import { nextCheck } from '#billing/dunning/actions.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { runDunning } from './dunning/dunning-run.ts'
import { blockDueAccounts, nextScheduledBlock } from './dunning/scheduled-blocks.ts'

export const accountJobs = [
  job({ name: 'accounts.block-due', ...dueFrom(nextScheduledBlock), run: blockDueAccounts }),
  job({ name: 'accounts.carry-out-dues', ...dueFrom(nextCheck), run: runDunning }),
]
