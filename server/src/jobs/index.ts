/** The timetable: every job of the installation. */
import { accountJobs } from '../accounts/jobs.ts'
import { cardJobs } from '../cards/jobs.ts'
import { idempotencyJobs } from '../http/idempotency-jobs.ts'
import { lobbyJobs } from '../lobby/jobs.ts'
import { messageJobs } from '../messages/jobs.ts'
import type { Job } from './job.ts'

export const jobs: readonly Job[] = [...accountJobs, ...cardJobs, ...idempotencyJobs, ...messageJobs, ...lobbyJobs]
