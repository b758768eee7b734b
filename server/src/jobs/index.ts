/** The timetable: every job of the installation. */
import { accountJobs } from '../accounts/jobs.ts'
import { billJobs } from '../bills/jobs.ts'
import { cardJobs } from '../cards/jobs.ts'
import { commandJobs } from '../commands/jobs.ts'
import { credentialJobs } from '../credentials/jobs.ts'
import { eventJobs } from '../events/jobs.ts'
import { geofenceJobs } from '../geofences/jobs.ts'
import { idempotencyJobs } from '../http/idempotency-jobs.ts'
import { invitationJobs } from '../invitations/jobs.ts'
import { invoiceJobs } from '../invoices/jobs.ts'
import { linkJobs } from '../links/jobs.ts'
import { lobbyJobs } from '../lobby/jobs.ts'
import { mailJobs } from '../mail/jobs.ts'
import { messageJobs } from '../messages/jobs.ts'
import { notificationJobs } from '../notifications/jobs.ts'
import { sessionJobs } from '../sessions/jobs.ts'
import { shareJobs } from '../shares/jobs.ts'
import { staffJobs } from '../staff/jobs.ts'
import { stayJobs } from '../stays/jobs.ts'
import { subscriptionJobs } from '../subscriptions/jobs.ts'
import { triesJobs } from '../tries/jobs.ts'
import { tripJobs } from '../trips/jobs.ts'
import type { Job } from './job.ts'

export const jobs: readonly Job[] = [
  ...accountJobs,
  ...billJobs,
  ...cardJobs,
  ...commandJobs,
  ...credentialJobs,
  ...geofenceJobs,
  ...idempotencyJobs,
  ...invitationJobs,
  ...invoiceJobs,
  ...linkJobs,
  ...mailJobs,
  ...messageJobs,
  ...lobbyJobs,
  ...notificationJobs,
  ...sessionJobs,
  ...shareJobs,
  ...stayJobs,
  ...subscriptionJobs,
  ...staffJobs,
  ...triesJobs,
  ...tripJobs,
  // Last: they tell what the others have done.
  ...eventJobs,
]
