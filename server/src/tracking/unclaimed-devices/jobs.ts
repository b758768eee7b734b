import { forgetting } from '#kernel/jobs/job.ts'
import { trimUnclaimed } from './actions.ts'

export const unclaimedDeviceJobs = [
  { ...forgetting({ name: 'lobby.bound', everySeconds: 60 }, trimUnclaimed), endsNothing: true },
]
