import { job } from '../jobs/job.ts'
import { blockDueAccounts, nextScheduledBlock } from './actions.ts'

export const accountJobs = [job({ name: 'accounts.block-due', nextDue: nextScheduledBlock, run: blockDueAccounts })]
