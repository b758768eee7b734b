import { forgetting } from '#kernel/jobs/job.ts'
import { forgetInvitations } from './actions.ts'

export const peopleJobs = [forgetting({ name: 'people.forget-invitations', everySeconds: 3600 }, forgetInvitations)]
