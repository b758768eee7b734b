import { job } from '#kernel/jobs/job.ts'
import { eraseDue, nextErasure } from './actions.ts'

export const erasureJobs = [job({ name: 'accounts.erase', nextDue: nextErasure, run: eraseDue })]
