/** The timetable: every job of the installation. */
import { accountJobs } from '../accounts/jobs.ts'
import { billJobs } from '../bills/jobs.ts'
import { cardJobs } from '../cards/jobs.ts'
import { credentialJobs } from '../credentials/jobs.ts'
import { eventJobs } from '../events/jobs.ts'
import { idempotencyJobs } from '../http/idempotency-jobs.ts'
import { invoiceJobs } from '../invoices/jobs.ts'
import { linkJobs } from '../links/jobs.ts'
import { lobbyJobs } from '../lobby/jobs.ts'
import { mailJobs } from '../mail/jobs.ts'
import { messageJobs } from '../messages/jobs.ts'
import { sessionJobs } from '../sessions/jobs.ts'
import { triesJobs } from '../tries/jobs.ts'
import type { Job } from './job.ts'

export const jobs: readonly Job[] = [
  ...accountJobs,
  ...billJobs,
  ...cardJobs,
  ...credentialJobs,
  ...idempotencyJobs,
  ...invoiceJobs,
  ...linkJobs,
  ...mailJobs,
  ...messageJobs,
  ...lobbyJobs,
  ...sessionJobs,
  ...triesJobs,
  // Last: they tell what the others have done.
  ...eventJobs,
]
