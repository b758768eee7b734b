import { forgetting, job } from '../jobs/job.ts'
import { expireOverdue } from './sandbox.ts'
import { forgetOldEvents, sendDueEvents } from './sandbox-events.ts'
import { nextExpiry, nextTry } from './sandbox-store.ts'

export const cardJobs = [
  job({ name: 'cards.expire-overdue', nextDue: ({ db }) => nextExpiry(db), run: expireOverdue }),
  job({ name: 'cards.send-events', endsNothing: true, nextDue: ({ db }) => nextTry(db), run: sendDueEvents }),
  forgetting({ name: 'cards.forget-events', everySeconds: 3600 }, forgetOldEvents),
]
