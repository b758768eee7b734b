import { nextCheck } from '#billing/reminders/actions.ts'
import { job } from '#kernel/jobs/job.ts'
import { sendDueReminders } from './actions.ts'

export const reminderJobs = [job({ name: 'reminders.send', nextDue: nextCheck, run: sendDueReminders })]
