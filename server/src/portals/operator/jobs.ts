import { forgetting, job, whenever } from '#kernel/jobs/job.ts'
import { forgetDays, keepDay } from './figures/figures-actions.ts'

export const operatorJobs = [
  job({
    ...{ name: 'operator.count-day', everySeconds: 3600 },
    ...{ isForOneNode: true, endsNothing: true, givesWay: true },
    nextDue: whenever,
    run: keepDay,
  }),
  forgetting({ name: 'operator.forget-days', everySeconds: 86_400 }, forgetDays),
]
