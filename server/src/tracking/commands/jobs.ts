import { dueFrom } from '#kernel/jobs/due.ts'
import { forgetting, job } from '#kernel/jobs/job.ts'
import { endOverdue, forgetOldCommands, nextOverdue } from './sending.ts'

export const commandJobs = [
  job({ name: 'commands.end', ...dueFrom(nextOverdue), run: endOverdue }),
  forgetting({ name: 'commands.forget', everySeconds: 3600 }, forgetOldCommands),
]
