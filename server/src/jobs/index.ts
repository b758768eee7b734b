/** The timetable: every job of the installation. */
import { accountJobs } from '../accounts/jobs.ts'
import { billJobs } from '../bills/jobs.ts'
import { cardJobs } from '../cards/jobs.ts'
import { idempotencyJobs } from '../http/idempotency-jobs.ts'
import { lobbyJobs } from '../lobby/jobs.ts'
import { mailJobs } from '../mail/jobs.ts'
import { messageJobs } from '../messages/jobs.ts'
import type { Job } from './job.ts'

export const jobs: readonly Job[] = [
  ...accountJobs,
  ...billJobs,
  ...cardJobs,
  ...idempotencyJobs,
  ...mailJobs,
  ...messageJobs,
  ...lobbyJobs,
]
