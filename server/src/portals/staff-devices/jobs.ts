import { job } from '#kernel/jobs/job.ts'
import { nextPush, pushNews } from './actions.ts'

export const staffDeviceJobs = [
  job({ name: 'staff-devices.push', waitsForOthers: true, endsNothing: true, nextDue: nextPush, run: pushNews }),
]
