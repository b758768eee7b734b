import { job, whenever } from '#kernel/jobs/job.ts'
import { turnsOf } from '../projections/actions.ts'
import { stayFollower } from './compute.ts'

const turns = turnsOf(stayFollower)

export const stayJobs = [
  // In a loop of its own, as trips are.
  job({
    name: 'stays.compute',
    everySeconds: 5,
    waitsForOthers: true,
    endsNothing: true,
    nextDue: whenever,
    run: turns.compute,
  }),
  job({ name: 'stays.forget', everySeconds: 60, nextDue: whenever, run: turns.forget }),
]
