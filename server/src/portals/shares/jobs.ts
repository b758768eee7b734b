import { actDue } from '#insights/notifications/acting.ts'
import { forgetting, job, whenever } from '#kernel/jobs/job.ts'
import { forgetShares, shareByRule } from './actions.ts'

export const shareJobs = [
  // Here, because links are among what rules make.
  job({ name: 'notifications.act', nextDue: whenever, run: (acting) => actDue(acting, shareByRule) }),
  forgetting({ name: 'shares.forget', everySeconds: 3600 }, forgetShares),
]
