import { type Job, job } from '../jobs/job.ts'
import { type Attachers, nextTry, sendDueMails } from './sending.ts'

export const mailJobs = (attachers: Attachers): readonly Job[] => [
  job({
    name: 'mail.send',
    waitsForOthers: true,
    endsNothing: true,
    nextDue: nextTry,
    run: (ctx) => sendDueMails(ctx, { attachers }),
  }),
]
