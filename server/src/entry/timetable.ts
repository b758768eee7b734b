/** The timetable: every job of the installation. */

import { billJobs } from '#billing/bills/jobs.ts'
import { cardEventJobs } from '#billing/card-events/jobs.ts'
import { clientInvoiceJobs } from '#billing/client-invoices/jobs.ts'
import { attachInvoice, invoiceAttachment } from '#billing/invoice-paper/actions.ts'
import { invoiceJobs } from '#billing/invoices/jobs.ts'
import { priceJobs } from '#billing/prices/jobs.ts'
import { subscriptionJobs } from '#billing/subscriptions/jobs.ts'
import { unitTermJobs } from '#billing/usage/jobs.ts'
import { accountJobs } from '#customers/accounts/jobs.ts'
import { signUpJobs } from '#customers/activation/jobs.ts'
import { erasureJobs } from '#customers/erasure/jobs.ts'
import { invitationJobs } from '#customers/invitations/jobs.ts'
import { reminderJobs } from '#customers/reminder-mails/jobs.ts'
import { credentialJobs } from '#identity/credentials/jobs.ts'
import { domainJobs } from '#identity/domains/jobs.ts'
import { throttleJobs } from '#identity/login-throttle/jobs.ts'
import { linkJobs } from '#identity/one-time-links/jobs.ts'
import { sessionJobs } from '#identity/sessions/jobs.ts'
import { staffJobs } from '#identity/staff/jobs.ts'
import { addressJobs } from '#insights/addresses/jobs.ts'
import { drivingProjection } from '#insights/driving/compute.ts'
import { drivingJobs } from '#insights/driving/jobs.ts'
import { stayProjection } from '#insights/dwell/compute.ts'
import { stayJobs } from '#insights/dwell/jobs.ts'
import { visitProjection } from '#insights/geofences/compute.ts'
import { geofenceJobs } from '#insights/geofences/jobs.ts'
import { conditionProjection } from '#insights/notifications/conditions/compute.ts'
import { notificationJobs } from '#insights/notifications/jobs.ts'
import { projectionJobs } from '#insights/projections/jobs.ts'
import { reportJobs } from '#insights/reports/jobs.ts'
import { attachReport, reportAttachment } from '#insights/reports/saved/saved-actions.ts'
import { sensorProjection } from '#insights/sensors/compute.ts'
import { sensorJobs } from '#insights/sensors/jobs.ts'
import { tripProjection } from '#insights/trips/compute.ts'
import { tripJobs } from '#insights/trips/jobs.ts'
import { idempotencyJobs } from '#kernel/api/idempotency-jobs.ts'
import { cardJobs } from '#kernel/cards/jobs.ts'
import type { Job } from '#kernel/jobs/job.ts'
import { mailJobs } from '#kernel/mail/jobs.ts'
import { eventJobs } from '#kernel/outgoing-events/jobs.ts'
import { backupJobs } from '#portals/backups/jobs.ts'
import { dashboardJobs } from '#portals/dashboard/jobs.ts'
import { operatorJobs } from '#portals/operator/jobs.ts'
import { peopleJobs } from '#portals/people/jobs.ts'
import { shareJobs } from '#portals/shares/jobs.ts'
import { staffDeviceJobs } from '#portals/staff-devices/jobs.ts'
import { binJobs } from '#tracking/bin/jobs.ts'
import { commandJobs } from '#tracking/commands/jobs.ts'
import { messageJobs } from '#tracking/messages/jobs.ts'
import { unclaimedDeviceJobs } from '#tracking/unclaimed-devices/jobs.ts'
import { unitJobs } from '#tracking/units/jobs.ts'

export const jobs: readonly Job[] = [
  ...accountJobs,
  ...clientInvoiceJobs,
  ...reminderJobs,
  ...unitTermJobs,
  ...billJobs,
  ...cardEventJobs,
  ...cardJobs,
  ...commandJobs,
  ...credentialJobs,
  ...domainJobs,
  // First of those that compute from messages.
  ...projectionJobs([
    conditionProjection,
    visitProjection,
    stayProjection,
    sensorProjection,
    tripProjection,
    drivingProjection,
  ]),
  ...geofenceJobs,
  ...idempotencyJobs,
  ...invitationJobs,
  ...invoiceJobs,
  ...priceJobs,
  ...linkJobs,
  ...signUpJobs,
  ...erasureJobs,
  ...mailJobs({ [invoiceAttachment]: attachInvoice, [reportAttachment]: attachReport }),
  ...messageJobs,
  ...unclaimedDeviceJobs,
  ...unitJobs,
  ...binJobs,
  ...dashboardJobs,
  ...operatorJobs,
  ...staffDeviceJobs,
  ...notificationJobs,
  ...peopleJobs,
  ...sessionJobs,
  ...shareJobs,
  ...stayJobs,
  ...subscriptionJobs,
  ...staffJobs,
  ...throttleJobs,
  ...tripJobs,
  ...sensorJobs,
  ...drivingJobs,
  ...reportJobs,
  ...addressJobs,
  ...backupJobs,
  // Last: they send the events of the other jobs.
  ...eventJobs,
]
