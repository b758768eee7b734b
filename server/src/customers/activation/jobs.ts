import { forgetting } from '#kernel/jobs/job.ts'
import { forgetSignUps } from './sign-up.ts'

export const signUpJobs = [forgetting({ name: 'sign-ups.forget', everySeconds: 600 }, forgetSignUps)]
