/** Jobs that fail, remembered by the runner and noted in the database, where the doctor finds them. */
import { sql } from 'kysely'
import type { Db } from '../db/transaction.ts'

export interface Trouble {
  readonly job: string
  /** In a row, all of the same kind. */
  readonly failures: number
  /** A code of the database or of the system, or the name of the error: nothing that could hold a secret. */
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

/** Once may be chance; what fails twice in the same way will not go away by itself. */
const worthNoting = 2

const kindOf = (error: unknown): string => {
  const { code, name = 'Error' } = (error ?? {}) as { code?: unknown; name?: string }
  return typeof code === 'string' && code !== '' ? code : name
}

/** What cannot be noted is the database's trouble, and told as such. */
export function rememberTroubles(db: Db): Troubles {
  const known = new Map<string, Trouble>()
  // In their order, so that a job that works again is not noted as failing after it.
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

/** Those of the process before this one: what still fails comes back soon enough. */
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
