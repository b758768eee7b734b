import { forgetting } from '#kernel/jobs/job.ts'
import { forgetLinks } from './actions.ts'

export const linkJobs = [forgetting({ name: 'links.forget', everySeconds: 600 }, forgetLinks)]
