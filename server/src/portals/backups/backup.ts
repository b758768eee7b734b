/** What is known about a backup and a test restore, and when the next one is due. Pure. */
import { lastSlot, nextSlot, type TimeOfDay } from '#kernel/backup/retention.ts'

/** `stopped`: the node that worked on it did not finish. */
type RunState = 'running' | 'done' | 'failed' | 'stopped'

export interface KnownBackup {
  readonly name: string
  readonly place: string
  readonly isAutomatic: boolean
  readonly state: RunState
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly verifiedAt: Date | null
  readonly bytes: number | null
  readonly tableCount: number | null
  readonly rowCount: number | null
  /** Null: a command made it, and it was not opened to check. */
  readonly isEncrypted: boolean | null
  readonly failure: string | null
}

/** The contents of a restored database. */
export interface RestoreReport {
  /** When the backup was made, ISO 8601. */
  readonly at: string
  readonly bytes: number
  readonly tables: number
  readonly rows: number
  /** Tables whose rows match the checksum from when they were saved. */
  readonly checksums: number
  readonly migrations: number
  /** Migrations that are newer than the backup. */
  readonly newMigrations: number
  readonly postgres: string
  readonly seconds: number
  /** Largest first. */
  readonly largest: readonly { readonly table: string; readonly rows: number }[]
}

export interface RestoreTest {
  readonly id: number
  readonly backup: string
  readonly place: string
  readonly state: RunState
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly report: RestoreReport | null
  readonly failure: string | null
}

const minuteMs = 60_000
const dayMs = 86_400_000
const retryMsMax = 2 * 60 * minuteMs

/** Clocks of nodes differ a little. A later date means that a clock was wrong. */
const aheadMsMax = 10 * minuteMs

/** What began after this does not count. */
export const latestOf = (now: Date): Date => new Date(now.getTime() + aheadMsMax)

type Run = Pick<KnownBackup, 'state' | 'startedAt' | 'finishedAt'>

/** `runs` are automatic ones; the newest are enough. Undefined: one is running. */
export function nextBackup(time: TimeOfDay, now: Date, runs: readonly Run[]): Date | undefined {
  const slot = lastSlot(time, now)
  const since = runs.filter(({ startedAt }) => startedAt >= slot && startedAt <= latestOf(now))
  if (runs.some(({ state }) => state === 'running')) return undefined
  if (since.some(({ state }) => state === 'done')) return nextSlot(time, now)
  const failed = since.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return slot
  const last = Math.max(...failed.map(({ finishedAt, startedAt }) => (finishedAt ?? startedAt).getTime()))
  return new Date(last + Math.min(5 * minuteMs * 2 ** (failed.length - 1), retryMsMax))
}

/** `newest` is the newest backup that can be tested, `last` the last test of any. */
export function nextRestoreTest(
  testDays: number | undefined,
  newest: Pick<KnownBackup, 'verifiedAt' | 'startedAt'> | undefined,
  last: Pick<RestoreTest, 'state' | 'startedAt' | 'finishedAt'> | undefined,
): Date | undefined {
  if (testDays === undefined || newest === undefined || last?.state === 'running') return undefined
  if (last === undefined) return newest.verifiedAt ?? newest.startedAt
  if (last.state === 'done') return new Date(last.startedAt.getTime() + testDays * dayMs)
  // A test that crashes its node must not repeat all day.
  return new Date((last.finishedAt ?? last.startedAt).getTime() + (last.state === 'stopped' ? 60 * minuteMs : dayMs))
}
