/** Failing jobs, remembered by the runner and recorded in the database, where the doctor finds them. */
import { sql } from 'kysely'
import type { Db } from '../db/transaction.ts'

export interface Trouble {
  readonly job: string
  /** Consecutive failures, all of the same kind. */
  readonly failures: number
  /** A code of the database or the system, or the name of the error: nothing that could contain a secret. */
  readonly kind: string
}

export interface NotedTrouble extends Trouble {
  readonly since: Date
}

export interface Troubles {
  failed(job: string, error: unknown): Trouble
  /** Undefined: it had not failed. */
  succeeded(job: string): Trouble | undefined
  list(): readonly Trouble[]
}

/** Once may be chance; what fails twice in the same way will not go away on its own. */
const worthNoting = 2

const kindOf = (error: unknown): string => {
  const { code, name = 'Error' } = (error ?? {}) as { code?: unknown; name?: string }
  return typeof code === 'string' && code !== '' ? code : name
}

/** If it cannot be recorded, the database is the problem, and is reported as such. */
export function rememberTroubles(db: Db): Troubles {
  const known = new Map<string, Trouble>()
  // In order, so that a job that works again is not recorded as failing afterwards.
  let noting: Promise<unknown> = forgetAll(db).catch(() => {})
  const note = (work: () => Promise<unknown>) => {
    noting = noting.then(work).catch(() => {})
  }
  return {
    failed(job, error) {
      const kind = kindOf(error)
      const before = known.get(job)
      const trouble = { job, kind, failures: before?.kind === kind ? before.failures + 1 : 1 }
      known.set(job, trouble)
      if (trouble.failures >= worthNoting) note(() => save(db, trouble))
      return trouble
    },
    succeeded(job) {
      const before = known.get(job)
      if (!known.delete(job)) return undefined
      note(() => db.deleteFrom('jobTroubles').where('job', '=', job).execute())
      return before
    },
    list: () => [...known.values()],
  }
}

/** Failures of the previous process: what still fails is soon recorded again. */
const forgetAll = (db: Db) => db.deleteFrom('jobTroubles').execute()

async function save(db: Db, { job, failures, kind }: Trouble): Promise<void> {
  await sql`
    insert into job_troubles as known (job, failures, kind, since, failed_at)
    values (${job}, ${failures}, ${kind}, clock_timestamp(), clock_timestamp())
    on conflict (job) do update set failures = excluded.failures, kind = excluded.kind, failed_at = excluded.failed_at`.execute(
    db,
  )
}

export const listTroubles = (db: Db): Promise<NotedTrouble[]> =>
  db.selectFrom('jobTroubles').select(['job', 'failures', 'kind', 'since']).orderBy('job').execute()
