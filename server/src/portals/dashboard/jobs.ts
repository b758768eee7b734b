import { job, whenever } from '#kernel/jobs/job.ts'
import { keepStandings } from './standings.ts'

export const dashboardJobs = [
  job({
    name: 'today.count',
    everySeconds: 5,
    isForOneNode: true,
    endsNothing: true,
    nextDue: whenever,
    run: keepStandings,
  }),
]
