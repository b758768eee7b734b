import Type from 'typebox'
import { EnumOf, like, Nullable, Time, TimeOrNull } from '#kernel/api/fields.ts'
import type { KnownBackup, RestoreTest } from './backup.ts'

const Bytes = Type.Integer({ example: 912000000, description: 'Bytes.' })
const Count = (example: number, description: string) => Type.Integer({ example, description })
const States = EnumOf(['done', 'running', 'failed'])
const name = 'waymark-2026-09-21T03-15-00Z-1f3a9c02.backup'

export const BackupShape = Type.Object(
  {
    name: Type.String({ example: name, description: 'File name.' }),
    place: Type.String({ example: 's3://backups/waymark', description: 'Folder or storage that it is in.' }),
    automatic: Type.Boolean({
      description: 'True for automatic backups: they are deleted once the retention settings no longer keep them.',
    }),
    state: States,
    bytes: Bytes,
    at: Time,
    verified_at: like(TimeOrNull, 1790000000),
    rows: Nullable(Count(2400000, 'Rows in it.')),
    encrypted: Nullable(Type.Boolean({ description: 'Null if it was made by a command, so it is not known.' })),
    failure: Nullable(Type.String({ example: 'The storage refused the request (AccessDenied).' })),
  },
  { title: 'Backup' },
)

const shownState = ({ state }: Pick<KnownBackup, 'state'>) => (state === 'stopped' ? 'failed' : state)

export const backupToWire = (backup: KnownBackup) => ({
  ...backup,
  automatic: backup.isAutomatic,
  encrypted: backup.isEncrypted,
  state: shownState(backup),
  bytes: backup.bytes ?? 0,
  at: backup.startedAt,
  rows: backup.rowCount,
})

export const StartedBackupShape = Type.Object({ name: Type.String({ example: name }) }, { title: 'StartedBackup' })

export const BackupPlanShape = Type.Object(
  {
    time: Nullable(Type.String({ example: '03:15', description: 'Time of day in UTC. Null: no automatic backups.' })),
    place: Type.String({ example: 's3://backups/waymark', description: 'Where backups are stored.' }),
    next_at: like(TimeOrNull, 1790000000),
    keep_daily: Count(7, 'Number of days whose last backup is kept.'),
    keep_weekly: Count(4, 'Number of weeks whose last backup is kept.'),
    keep_monthly: Count(12, 'Number of months whose last backup is kept.'),
    encryption: EnumOf(['passphrase', 'master_key'], 'What automatic backups are encrypted with.'),
    test_days: Nullable(Count(7, 'Days between test restores. Null: none.')),
    next_test_at: like(TimeOrNull, 1790000000),
  },
  { title: 'BackupPlan' },
)

export const RestoreTestShape = Type.Object(
  {
    id: Type.Integer({ example: 12 }),
    backup: Type.String({ example: name, description: 'File name.' }),
    state: States,
    started_at: Time,
    finished_at: like(TimeOrNull, 1790000000),
    failure: Nullable(Type.String({ example: 'There is not enough disk space for a copy of the database.' })),
    report: Nullable(
      Type.Object({
        made_at: Type.String({ example: '2026-09-21T03:15:00.000Z', description: 'When the backup was made.' }),
        bytes: Bytes,
        tables: Count(118, 'Restored tables.'),
        rows: Count(2400000, 'Restored rows.'),
        checksums: Count(118, 'Tables whose rows have the same checksum as when they were saved.'),
        migrations: Count(96, 'Migrations of the backup.'),
        new_migrations: Count(0, 'Migrations that ran after it was restored.'),
        postgres: Type.String({ example: '18.0', description: 'Version of PostgreSQL that it was made with.' }),
        seconds: Type.Number({ example: 188.2, description: 'How long the restore took.' }),
        largest: Type.Array(
          Type.Object({
            table: Type.String({ example: 'message_chunks' }),
            rows: Type.Integer({ example: 2100000 }),
          }),
          { description: 'The tables with the most rows.' },
        ),
      }),
    ),
  },
  { title: 'RestoreTest' },
)

export const restoreTestToWire = (test: RestoreTest) => ({
  ...test,
  state: shownState(test),
  report: test.report && { ...test.report, made_at: test.report.at },
})

export const StartedTestShape = Type.Object(
  { id: Type.Integer({ example: 12 }), backup: Type.String({ example: name }) },
  { title: 'StartedRestoreTest' },
)
