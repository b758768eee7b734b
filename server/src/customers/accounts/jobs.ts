import { nextLook } from '#billing/dunning/actions.ts'
import { job } from '#kernel/jobs/job.ts'
import { blockDueAccounts, nextScheduledBlock } from './actions.ts'
import { carryOutDues } from './dues.ts'

export const accountJobs = [
  job({ name: 'accounts.block-due', nextDue: nextScheduledBlock, run: blockDueAccounts }),
  job({ name: 'accounts.carry-out-dues', nextDue: nextLook, run: carryOutDues }),
]
