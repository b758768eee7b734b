import { forgetting, job } from '#kernel/jobs/job.ts'
import { endOverdue, forgetOldCommands, nextOverdue } from './sending.ts'

export const commandJobs = [
  job({ name: 'commands.end', nextDue: nextOverdue, run: endOverdue }),
  forgetting({ name: 'commands.forget', everySeconds: 3600 }, forgetOldCommands),
]
