import { job } from '../jobs/job.ts'
import { forgetLinks } from './actions.ts'

export const linkJobs = [
  job({ name: 'links.forget', everySeconds: 600, nextDue: async () => undefined, run: forgetLinks }),
]
