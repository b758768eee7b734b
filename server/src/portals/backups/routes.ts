/** The backup routes of the operator's API. */
import Type from 'typebox'
import type { OperatorCall } from '#identity/staff/call.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import { listKnown, startBackup } from './actions.ts'
import { readPlan } from './plan.ts'
import { listRestoreTests, startRestoreTest } from './restore-test.ts'
import {
  BackupPlanShape,
  BackupShape,
  backupToWire,
  RestoreTestShape,
  restoreTestToWire,
  StartedBackupShape,
  StartedTestShape,
} from './wire.ts'

const route = plainRoute<OperatorCall>()
const tag = 'Installation'

export const backupRoutes = [
  route({
    method: 'GET',
    path: '/backups',
    tag,
    summary: 'List backups, newest first',
    description: 'Automatic backups, wherever they are stored, and backups in the data folder. At most 200 of each.',
    reply: bare(Type.Array(BackupShape)),
    handle: async (call) => (await listKnown(call)).map(backupToWire),
  }),
  route({
    method: 'POST',
    path: '/backups',
    tag,
    summary: 'Start a backup',
    description:
      'Answers when the backup has started; the list shows when it is done. It is stored where automatic backups are, or in ' +
      'the server’s data folder if automatic backups are off. It cannot be restored without the key of the installation.',
    reply: bare(StartedBackupShape, 202),
    handle: async (call) => ({ name: (await startBackup(call)).name }),
  }),
  route({
    method: 'GET',
    path: '/backup-plan',
    tag,
    summary: 'Read when backups are made, where they are stored and how long they are kept',
    description: 'To change it, change the settings of the page `backups`.',
    reply: bare(BackupPlanShape),
    handle: (call) => readPlan(call),
  }),
  route({
    method: 'GET',
    path: '/restore-tests',
    tag,
    summary: 'List test restores, newest first',
    description: 'The last 20.',
    reply: bare(Type.Array(RestoreTestShape)),
    handle: async (call) => (await listRestoreTests(call)).map(restoreTestToWire),
  }),
  route({
    method: 'POST',
    path: '/restore-tests',
    tag,
    summary: 'Start a test restore',
    description:
      'Restores the newest automatic backup into a separate database, compares every row with its checksum, and deletes ' +
      'the copy. Answers when it has started; the list shows when it is done.',
    reply: bare(StartedTestShape, 202),
    handle: async (call) => {
      const { id, backup } = await startRestoreTest(call)
      return { id, backup }
    },
  }),
]
