import { dueFrom } from '../jobs/due.ts'
import { forgetting, job } from '../jobs/job.ts'
import { expireOverdue } from './sandbox.ts'
import { forgetOldEvents, sendDueEvents } from './sandbox-events.ts'
import { nextExpiry, nextTry } from './sandbox-store.ts'

export const cardJobs = [
  job({ name: 'cards.expire-overdue', ...dueFrom(nextExpiry), run: expireOverdue }),
  job({ name: 'cards.send-events', endsNothing: true, ...dueFrom(nextTry), run: sendDueEvents }),
  forgetting({ name: 'cards.forget-events', everySeconds: 3600 }, forgetOldEvents),
]
