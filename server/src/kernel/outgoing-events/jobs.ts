import type { ActorContext } from '../context.ts'
import { dueFrom } from '../jobs/due.ts'
import { forgetting, job, whenever } from '../jobs/job.ts'
import { countAllEvents, forgetOldEvents } from './actions.ts'
import { deliverDue, nextDelivery } from './delivery.ts'
import { emitFirstMessages, emitSilentUnits, nextSilence } from './watch.ts'

export const eventJobs = [
  job({ name: 'events.first-messages', everySeconds: 5, endsNothing: true, nextDue: whenever, run: emitFirstMessages }),
  job({ name: 'events.silent-units', nextDue: nextSilence, run: emitSilentUnits }),
  job({ name: 'events.count', isForOneNode: true, endsNothing: true, nextDue: whenever, run: countAllEvents }),
  job({
    name: 'events.deliver',
    waitsForOthers: true,
    endsNothing: true,
    ...dueFrom(nextDelivery),
    run: (acting: ActorContext) => deliverDue(acting),
  }),
  forgetting({ name: 'events.forget', everySeconds: 600 }, forgetOldEvents),
]
