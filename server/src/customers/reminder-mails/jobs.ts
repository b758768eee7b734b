import { nextCheck } from '#billing/reminders/actions.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { sendDueReminders } from './actions.ts'

export const reminderJobs = [job({ name: 'reminders.send', ...dueFrom(nextCheck), run: sendDueReminders })]
