import { dueFrom } from '../jobs/due.ts'
import { type Job, job } from '../jobs/job.ts'
import { nextTryThroughDealers, sendThroughDealers } from './dealer-sending.ts'
import { type Attachers, firstTry, nextTry, sendDueMails } from './sending.ts'

export const mailJobs = (attachers: Attachers): readonly Job[] => [
  job({
    name: 'mail.send',
    waitsForOthers: true,
    endsNothing: true,
    firstDue: firstTry,
    nextDue: nextTry,
    run: (ctx) => sendDueMails(ctx, { attachers }),
  }),
  // A separate job, so that a slow server of one dealer delays nobody else.
  job({
    name: 'mail.send-through-dealers',
    waitsForOthers: true,
    endsNothing: true,
    ...dueFrom(nextTryThroughDealers),
    run: (ctx) => sendThroughDealers(ctx, { attachers }),
  }),
]
