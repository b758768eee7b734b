import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { eraseDue, nextErasure } from './actions.ts'

export const erasureJobs = [job({ name: 'accounts.erase', ...dueFrom(nextErasure), run: eraseDue })]
