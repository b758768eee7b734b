/** Whether the database accepts writes: reading proves nothing on a full disk, a standby or a fenced primary. */
import { sql } from 'kysely'
import { isUnavailable } from './connect.ts'
import type { Db } from './transaction.ts'

const patienceMs = 3_000
const freshMs = 1_000
const silent = 'The database is not responding.'

/** What prevents writing; undefined: nothing. Writes once a second at most, however many ask. */
export function writeProbe(db: Db): () => Promise<string | undefined> {
  let writing: Promise<string | undefined> | undefined
  let known: { readonly trouble: string | undefined; readonly until: number } | undefined
  const write = async () => {
    const trouble = await db
      .insertInto('writeProbe')
      .values({ id: 1, at: sql`clock_timestamp()` })
      .onConflict((oc) => oc.column('id').doUpdateSet({ at: sql`excluded.at` }))
      .execute()
      .then(() => undefined, writingTrouble)
    known = { trouble, until: performance.now() + freshMs }
    writing = undefined
    return trouble
  }
  return async () => {
    if (known && performance.now() < known.until) return known.trouble
    // If one hangs, all callers wait for it, so that they do not use up all connections.
    writing ??= write()
    return Promise.race([writing, new Promise<string>((resolve) => setTimeout(resolve, patienceMs, silent).unref())])
  }
}

/** In words for an operator: no statement and no address. */
export function writingTrouble(error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (code === '25006') return 'The database is read-only.'
  if (code === '53100') return 'The disk of the database is full.'
  if (code === '58030') return 'The disk of the database is failing.'
  if (code.startsWith('53')) return `The database is short of resources (${code}).`
  return isUnavailable(error) ? silent : `The database rejects writes (${code || 'unknown'}).`
}
