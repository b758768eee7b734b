/** Saved reports and their runs. */
import { sql } from 'kysely'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Run, SavedReport } from './saved.ts'

/** Those of a person and, for one who sees all units, everyone's. */
export interface Reader {
  readonly account: number
  readonly user: string
  readonly seesAll: boolean
}

const ofReader = ({ account, user, seesAll }: Reader) =>
  sql<boolean>`saved_reports.account_id = ${account} and (${seesAll} or saved_reports.user_id = ${user})`

export const list = (db: Db, reader: Reader) => rowsOf<SavedReport>(db)`
    select * from saved_reports where ${ofReader(reader)} order by lower(name), id`

export const find = (db: Db, reader: Reader, id: string) => firstRow<SavedReport>(db)`
    select * from saved_reports where ${ofReader(reader)} and id = ${id}`

export const count = (db: Db, account: number) =>
  countOf(db)`select count(*) from saved_reports where account_id = ${account}`

const columnsOf = ({ settings, emails, ...rest }: SavedReport) => ({
  ...rest,
  settings: JSON.stringify(settings),
  emails: [...emails],
})

export const insert = (db: Db, report: SavedReport) => db.insertInto('savedReports').values(columnsOf(report)).execute()

export async function save(db: Db, report: SavedReport): Promise<void> {
  const { id, ...rest } = columnsOf(report)
  await db.updateTable('savedReports').set(rest).where('id', '=', id).execute()
}

export const remove = (db: Db, id: string) => db.deleteFrom('savedReports').where('id', '=', id).execute()

const runColumns = sql`report_runs.id, report_id, due_at, t0, t1, state, attempt, bytes, file_name, content_type, failure,
  finished_at`

export interface NamedRun extends Run {
  readonly name: string
}

/** The newest first. */
export const listRuns = (db: Db, reader: Reader, most: number) => rowsOf<NamedRun>(db)`
    select ${runColumns}, saved_reports.name from report_runs join saved_reports on saved_reports.id = report_id
    where ${ofReader(reader)} order by due_at desc, report_runs.id desc limit ${most}`

export const findRun = (db: Db, reader: Reader, id: string) => firstRow<Run>(db)`
    select ${runColumns} from report_runs join saved_reports on saved_reports.id = report_id
    where ${ofReader(reader)} and report_runs.id = ${id}`

/** For the emails of its own schedule, which have the link to it. */
export const findDoneRun = (db: Db, id: string) =>
  firstRow<Run>(db)`select ${runColumns} from report_runs where id = ${id} and state = 'done'`

export const findRunByLink = (db: Db, hash: Buffer, now: Date) => firstRow<Run>(db)`
    select ${runColumns} from report_runs where link_hash = ${hash} and link_until > ${now}`

export const findDealer = async (db: Db, accountId: number): Promise<{ dealer: number }> =>
  (await firstRow<{ dealer: number }>(db)`
    select dealer_id as dealer from accounts where id = ${accountId}`)!

/** Reports that are due now, locked until the end of the transaction. */
export async function takeDue(db: Db, now: Date, most: number): Promise<SavedReport[]> {
  const { rows } = await sql<SavedReport>`
    select * from saved_reports where next_at <= ${now} order by next_at limit ${most} for update skip locked`.execute(
    db,
  )
  return rows
}

export const setNext = (db: Db, id: string, nextAt: Date) =>
  db.updateTable('savedReports').set({ nextAt }).where('id', '=', id).execute()

export const insertRun = (db: Db, run: Pick<Run, 'id' | 'reportId' | 'dueAt' | 't0' | 't1'>, now: Date) =>
  db
    .insertInto('reportRuns')
    .values({ ...run, state: 'waiting', attempt: 0, nextTryAt: now, createdAt: now })
    .onConflict((conflict) => conflict.columns(['reportId', 'dueAt']).doNothing())
    .execute()

/** The earliest pending one. */
export const nextMoment = sql`
    select least((select min(next_at) from saved_reports where next_at is not null),
      (select min(next_try_at) from report_runs where next_try_at is not null))`

export interface ClaimedRun {
  readonly run: Run
  readonly report: SavedReport
}

/** One that is due, for the length of the lease; when a worker dies, others take it after that. */
export async function claim(db: Db, now: Date, until: Date): Promise<ClaimedRun | undefined> {
  const { rows } = await sql<Run>`
    update report_runs set attempt = attempt + 1, next_try_at = ${until} where id = (
      select id from report_runs where next_try_at <= ${now} order by next_try_at limit 1 for update skip locked)
    returning ${runColumns}`.execute(db)
  const run = rows[0]
  if (!run) return undefined
  const found = await sql<SavedReport>`select * from saved_reports where id = ${run.reportId}`.execute(db)
  await sql`delete from report_files where run_id = ${run.id}`.execute(db)
  return { run, report: found.rows[0]! }
}

export const insertPart = (db: Db, { id, attempt }: Run, part: number, data: Buffer) =>
  db.insertInto('reportFiles').values({ runId: id, attempt, part, data }).execute()

export const readPart = async (db: Db, { id, attempt }: Run, part: number): Promise<Buffer | undefined> =>
  (
    await firstRow<{ data: Buffer }>(db)`
    select data from report_files where run_id = ${id} and attempt = ${attempt} and part = ${part}`
  )?.data

export interface Outcome {
  readonly state: 'waiting' | 'done' | 'failed'
  readonly nextTryAt: Date | null
  readonly bytes: number | null
  readonly fileName: string | null
  readonly contentType: string | null
  readonly failure: string | null
  readonly linkHash: Buffer | null
  readonly linkUntil: Date | null
  readonly finishedAt: Date | null
}

/** Returns whether this worker still held it. */
export async function finish(db: Db, { id, attempt }: Run, outcome: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reportRuns')
    .set(outcome)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** With their files. */
export async function removeOldRuns(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from report_runs where id = any(array(
      select id from report_runs where finished_at < ${before} limit ${most}))`.execute(db)
  return Number(numAffectedRows)
}

/** The oldest runs of an account, beyond this many bytes of files. */
export const removeBeyond = (db: Db, accountId: number, most: number) =>
  sql`
    delete from report_runs where id in (
      select id from (
        select report_runs.id, sum(bytes) over (order by finished_at desc, report_runs.id desc) as kept
        from report_runs join saved_reports on saved_reports.id = report_id
        where account_id = ${accountId} and bytes is not null) as files
      where kept > ${most})`.execute(db)
