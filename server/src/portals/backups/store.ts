import { sql } from 'kysely'
import type { FoundBackup } from '#kernel/backup/places.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type KnownBackup, latestOf, type RestoreReport, type RestoreTest } from './backup.ts'

const alive = sql<Date>`clock_timestamp()`
/** No node has reported for this long that it is still working on it. */
const isAbandoned = sql<boolean>`alive_at < clock_timestamp() - interval '2 minutes'`

const columns = [
  ...(['name', 'place', 'isAutomatic', 'state', 'startedAt', 'finishedAt', 'verifiedAt'] as const),
  ...(['bytes', 'tableCount', 'rowCount', 'isEncrypted', 'failure'] as const),
] as const
const backups = (db: Db) =>
  db.selectFrom('backups').select(columns).where('goneAt', 'is', null).$narrowType<Pick<KnownBackup, 'state'>>()

export interface NewBackup {
  readonly name: string
  readonly place: string
  readonly isAutomatic: boolean
  readonly isEncrypted: boolean
  readonly startedAt: Date
}

/** What a vanished node had begun will never end. */
export async function releaseAbandoned(db: Db, now: Date): Promise<void> {
  const stopped = { state: 'stopped', finishedAt: now, failure: 'The server stopped before it was finished.' }
  await db.updateTable('backups').set(stopped).where('state', '=', 'running').where(isAbandoned).execute()
  await db.updateTable('restoreTests').set(stopped).where('state', '=', 'running').where(isAbandoned).execute()
}

/** Whether one is running. */
export async function isRunning(db: Db): Promise<boolean> {
  const row = await db.selectFrom('backups').select('name').where('state', '=', 'running').executeTakeFirst()
  return row !== undefined
}

/** False: another is running, or has this name. */
export async function claim(db: Db, backup: NewBackup): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('backups')
    .values({ ...backup, state: 'running', aliveAt: alive })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False: it counted as abandoned, and another may be running. */
export async function stayAlive(db: Db, name: string, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ aliveAt: alive, bytes })
    .where('name', '=', name)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface FinishedBackup {
  readonly finishedAt: Date
  readonly verifiedAt: Date
  readonly bytes: number
  readonly tableCount: number
  readonly rowCount: number
}

export const finish = (db: Db, name: string, backup: FinishedBackup) =>
  db
    .updateTable('backups')
    .set({ ...backup, state: 'done', failure: null })
    .where('name', '=', name)
    .execute()

/** False: it was no longer ours. */
export async function fail(db: Db, name: string, failure: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ state: 'failed', failure, finishedAt: now })
    .where('name', '=', name)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Newest first. */
export const list = (db: Db, most: number): Promise<KnownBackup[]> =>
  backups(db).orderBy('startedAt', 'desc').limit(most).execute()

/** Without those dated in the future, except one that is running. */
export const listAutomatic = (db: Db, now: Date, most: number): Promise<KnownBackup[]> =>
  backups(db)
    .where('isAutomatic', '=', true)
    .where((eb) => eb.or([eb('startedAt', '<=', latestOf(now)), eb('state', '=', 'running')]))
    .orderBy('startedAt', 'desc')
    .limit(most)
    .execute()

/** The last one that was made, or named, while a clock was wrong. */
export const findFuture = (db: Db, now: Date): Promise<KnownBackup | undefined> =>
  backups(db)
    .where('isAutomatic', '=', true)
    .where('state', '=', 'done')
    .where('startedAt', '>', latestOf(now))
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest that was read back. One dated in the future would stay the newest until then. */
export const findVerified = (db: Db, now: Date, place?: string): Promise<KnownBackup | undefined> => {
  const done = backups(db).where('isAutomatic', '=', true).where('state', '=', 'done')
  const verified = done.where('startedAt', '<=', latestOf(now))
  const inPlace = place === undefined ? verified : verified.where('place', '=', place)
  return inPlace.where('verifiedAt', 'is not', null).orderBy('startedAt', 'desc').limit(1).executeTakeFirst()
}

/** The newest, if pruning has not run since. */
export async function findUnpruned(db: Db, now: Date, place: string): Promise<KnownBackup | undefined> {
  const newest = await findVerified(db, now, place)
  if (!newest) return undefined
  const row = await db
    .selectFrom('backups')
    .select('prunedAt')
    .where('name', '=', newest.name)
    .executeTakeFirstOrThrow()
  return row.prunedAt === null ? newest : undefined
}

/** The ones among these that could not be read back. A stopped one is complete if it exists at all. */
export async function listUnusable(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('backups')
    .select('name')
    .where('name', 'in', ['', ...names])
    .where('state', '=', 'failed')
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * After a restore, the place has backups that the database does not know, and the restored one contains its own row as
 * running, later as stopped.
 */
export async function addFound(db: Db, place: string, found: readonly (FoundBackup & { startedAt: Date })[]) {
  if (found.length === 0) return
  const rows = found.map(({ name, bytes, startedAt }) => ({
    ...{ name, place, bytes, startedAt, finishedAt: startedAt, aliveAt: alive },
    ...{ isAutomatic: true, isEncrypted: true, state: 'done' },
  }))
  await db
    .insertInto('backups')
    .values(rows)
    .onConflict((oc) => oc.column('name').doUpdateSet({ goneAt: null }))
    .execute()
  for (const { name, bytes } of found) {
    const whole = { state: 'done', failure: null, bytes }
    await db.updateTable('backups').set(whole).where('name', '=', name).where('state', '=', 'stopped').execute()
  }
}

export const markOneGone = (db: Db, name: string, now: Date) =>
  db.updateTable('backups').set({ goneAt: now }).where('name', '=', name).execute()

/** All except those that exist; the place decides. */
export const markGone = (db: Db, place: string, there: readonly string[], now: Date) =>
  db
    .updateTable('backups')
    .set({ goneAt: now })
    .where('isAutomatic', '=', true)
    .where('place', '=', place)
    .where('state', '=', 'done')
    .where('goneAt', 'is', null)
    .where('name', 'not in', ['', ...there])
    .execute()

export const markPruned = (db: Db, name: string, now: Date) =>
  db.updateTable('backups').set({ prunedAt: now }).where('name', '=', name).execute()

const testColumns = ['id', 'backup', 'place', 'state', 'startedAt', 'finishedAt', 'report', 'failure'] as const
const tests = (db: Db) => db.selectFrom('restoreTests').select(testColumns).orderBy('id', 'desc').$castTo<RestoreTest>()

export const listTests = (db: Db, most: number): Promise<RestoreTest[]> => tests(db).limit(most).execute()

export const findGoodTest = (db: Db, now: Date): Promise<RestoreTest | undefined> =>
  tests(db).where('state', '=', 'done').where('startedAt', '<=', latestOf(now)).limit(1).executeTakeFirst()

/** Undefined: another is running. */
export async function claimTest(
  db: Db,
  { name, place }: Pick<KnownBackup, 'name' | 'place'>,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .insertInto('restoreTests')
    .values({ backup: name, place, state: 'running', startedAt: now, aliveAt: alive })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function keepTestAlive(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('restoreTests')
    .set({ aliveAt: alive })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function finishTest(
  db: Db,
  id: number,
  result: { readonly report: RestoreReport } | { readonly failure: string },
  now: Date,
): Promise<void> {
  const change =
    'report' in result
      ? { state: 'done', report: JSON.stringify(result.report) }
      : { state: 'failed', failure: result.failure }
  await db
    .updateTable('restoreTests')
    .set({ ...change, finishedAt: now })
    .where('id', '=', id)
    .execute()
}

export const databaseBytes = async (db: Db): Promise<number> =>
  (await firstRow<{ bytes: number }>(db)`select pg_database_size(current_database()) as bytes`)?.bytes ?? 0
