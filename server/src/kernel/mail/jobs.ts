import { job } from '../jobs/job.ts'
import { nextTry, sendDueMails } from './sending.ts'

export const mailJobs = [
  job({
    name: 'mail.send',
    waitsForOthers: true,
    endsNothing: true,
    nextDue: nextTry,
    run: (ctx) => sendDueMails(ctx),
  }),
]
