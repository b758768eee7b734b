import { dueFrom } from '#kernel/jobs/due.ts'
import { forgetting, job } from '#kernel/jobs/job.ts'
import { forgetRuns, makeDueReports, nextReport } from './runs.ts'

export const reportJobs = [
  // A long report keeps no other job waiting.
  job({
    ...{ name: 'reports.make', waitsForOthers: true, givesWay: true, endsNothing: true },
    ...{ ...dueFrom(nextReport), run: makeDueReports },
  }),
  forgetting({ name: 'reports.forget', everySeconds: 600 }, forgetRuns),
]
