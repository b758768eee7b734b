import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { attentionOf, type Installation, isLate } from './overview.ts'

const now = 1_790_000_000
const job = { name: 'mail.send', every_seconds: 1, waits_for_others: false, next_due: null, lag_seconds: 0 }
const backup = {
  ...{ name: 'a.backup', place: '/backups', state: 'done' as const, bytes: 1, at: now - 3600, failure: null },
  ...{ automatic: false, verified_at: null, rows: null, encrypted: null },
}
const well: Installation = {
  health: {
    storage: {
      database_bytes: 1,
      disk: { free_bytes: 50, total_bytes: 100 },
      connections: 10,
      connections_max: 100,
      tables: [],
    },
    ingest: {
      units: 5,
      heard_in_5_minutes: 4,
      heard_in_a_day: 5,
      last_message_at: now,
      quarantined: 0,
      lobby: 3,
    },
    mail: { waiting: 2, failed: 0, oldest_waiting: now },
  },
  jobs: [job],
  backups: [backup],
  reviews: [],
  payments: [],
}
const { storage, ingest, mail } = well.health
const withHealth = (change: Partial<Installation['health']>): Installation => ({
  ...well,
  health: { ...well.health, ...change },
})

suite("what needs the operator's attention", () => {
  const cases: readonly [what: string, installation: Installation, needs: readonly string[]][] = [
    ['nothing, when all is well', well, []],
    [
      'a disk that fills',
      withHealth({ storage: { ...storage, disk: { free_bytes: 9, total_bytes: 100 } } }),
      ['disk 9'],
    ],
    ['a database elsewhere has no disk here', withHealth({ storage: { ...storage, disk: null } }), []],
    ['connections that run out', withHealth({ storage: { ...storage, connections: 81 } }), ['connections 81']],
    ['trackers that all fell silent', withHealth({ ingest: { ...ingest, heard_in_5_minutes: 0 } }), ['silence 0']],
    [
      'an installation that nobody has called is not silent',
      withHealth({ ingest: { ...ingest, heard_in_5_minutes: 0, heard_in_a_day: 0 } }),
      [],
    ],
    ['messages nobody could store', withHealth({ ingest: { ...ingest, quarantined: 2 } }), ['quarantine 2']],
    ['emails that failed', withHealth({ mail: { ...mail, failed: 3 } }), ['mails 3']],
    ['a job that lags', { ...well, jobs: [job, { ...job, lag_seconds: 61 }] }, ['jobs 1']],
    ['no backup', { ...well, backups: [] }, ['backupOld -1']],
    ['one that is being made is none yet', { ...well, backups: [{ ...backup, state: 'running' }] }, ['backupOld -1']],
    ['an old backup', { ...well, backups: [{ ...backup, at: now - 8 * 86_400 }] }, ['backupOld 8']],
    ['a backup that failed', { ...well, backups: [{ ...backup, state: 'failed' }, backup] }, ['backupFailed 1']],
    [
      'dealers, after what is broken',
      {
        ...withHealth({ mail: { ...mail, failed: 1 } }),
        reviews: [{ dealer_id: 1 }],
        payments: [{ id: 1 }, { id: 2 }],
      },
      ['mails 1', 'payments 2', 'reviews 1'],
    ],
  ]
  for (const [what, installation, expected] of cases) {
    test(what, () => {
      const needs = attentionOf(installation, now).map(({ kind, count }) => `${kind} ${count}`)
      assert.deepEqual(needs, expected)
    })
  }
})

test('a job is late after a minute, or after a few of its intervals if they are longer', () => {
  assert.equal(isLate({ lag_seconds: 60, every_seconds: 1 }), false)
  assert.equal(isLate({ lag_seconds: 61, every_seconds: 1 }), true)
  assert.equal(isLate({ lag_seconds: 300, every_seconds: 60 }), false)
  assert.equal(isLate({ lag_seconds: 301, every_seconds: 60 }), true)
})
