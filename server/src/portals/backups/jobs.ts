import { job } from '#kernel/jobs/job.ts'
import { makeDueBackup, nextDue, nextPruning, pruneBackups } from './actions.ts'
import { nextTest, runDueTest } from './restore-test.ts'

// Each may take an hour, and delays no other job.
export const backupJobs = [
  job({
    ...{ name: 'backups.make', everySeconds: 15, waitsForOthers: true, isForOneNode: true, endsNothing: true },
    nextDue,
    run: makeDueBackup,
  }),
  job({
    ...{ name: 'backups.prune', everySeconds: 15, waitsForOthers: true, isForOneNode: true },
    nextDue: nextPruning,
    run: pruneBackups,
  }),
  job({
    ...{ name: 'backups.test', everySeconds: 60, waitsForOthers: true, isForOneNode: true, endsNothing: true },
    nextDue: nextTest,
    run: runDueTest,
  }),
]
