import { actDue } from '#insights/notifications/rule-actions/acting.ts'
import { forgetting, job, whenever } from '#kernel/jobs/job.ts'
import { forgetShares, shareByRule } from './actions.ts'

export const shareJobs = [
  // Here, because rules may create links.
  job({ name: 'notifications.act', nextDue: whenever, run: (acting) => actDue(acting, shareByRule) }),
  forgetting({ name: 'shares.forget', everySeconds: 3600 }, forgetShares),
]
