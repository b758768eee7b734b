/** Reports that clients save, and their files. */

import { linkHash } from '#identity/one-time-links/one-time-link.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { habitsOf } from '#identity/users/people.ts'
import type { StreamedJson } from '#kernel/api/route.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Context } from '#kernel/context.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { isAddress } from '#kernel/email-address.ts'
import { conflict, invalidField, notFound, type Problem, Refusal } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import type { Attachment } from '#kernel/mail/outbox.ts'
import type { MailFile } from '#kernel/mail/smtp.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import { firstWeekday, type Habits } from '#kernel/time/habits.ts'
import { isZone } from '#kernel/time/zone.ts'
import { openReport } from '../actions.ts'
import { nextRun, periodBefore, questionOf, type Run, type SavedReport, savedMax } from './saved.ts'
import * as store from './saved-store.ts'

/** What others have saved may show units outside a person's access list. */
const readerOf = (call: ClientCall): store.Reader => ({
  account: call.account,
  user: call.user,
  seesAll: !call.sight,
})

export const listSaved = (call: ClientCall): Promise<SavedReport[]> => store.list(call.db, readerOf(call))

export const readSaved = async (call: ClientCall, id: string): Promise<SavedReport> =>
  (await store.find(call.db, readerOf(call), id)) ?? notFound('report')

export type ReportChange = Partial<
  Pick<SavedReport, 'name' | 'kind' | 'settings' | 'format' | 'lang' | 'zone' | 'every' | 'hour' | 'emails'>
>

/** Validated like a request, over the period for which it will be made. */
async function problemsOf(call: ClientCall, report: SavedReport, habits: Habits): Promise<Problem[]> {
  // A malformed one must not reach a query.
  call.validate()
  const wrong = report.emails.filter((address) => !isAddress(address))
  const problems = [
    ...wrong.map((address) => invalidField('emails', `${address} is not an email address.`)),
    ...(report.every !== null && report.emails.length === 0
      ? [invalidField('emails', 'emails must have an address, because the report is sent on a schedule.')]
      : []),
    ...(isZone(report.zone) ? [] : [invalidField('tz', 'tz must be a time zone, such as Europe/Berlin.')]),
  ]
  if (problems.length > 0) return problems
  const now = seconds(call.clock.now())
  const period = periodBefore({ ...report, every: report.every ?? 'day', firstWeekday: firstWeekday(habits) }, now)
  try {
    await openReport(call, questionOf(report, period, habits))
    return []
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INVALID_QUERY') throw error
    return error.problems.map(({ field, message }) => invalidField(field ?? 'kind', message))
  }
}

const withNext = (report: SavedReport, habits: Habits, now: Date): SavedReport => {
  const { every } = report
  const schedule = { ...report, firstWeekday: firstWeekday(habits) }
  return { ...report, nextAt: every && fromSeconds(nextRun({ ...schedule, every }, seconds(now))) }
}

const initial: Pick<SavedReport, 'format' | 'lang' | 'every' | 'hour' | 'emails' | 'nextAt'> = {
  ...({ format: 'xlsx', lang: 'en' } as const),
  ...{ every: null, hour: 7, emails: [], nextAt: null },
}

export const saveReport = (
  caller: ClientCall,
  input: ReportChange & Pick<SavedReport, 'name' | 'kind' | 'settings'>,
): Promise<SavedReport> =>
  inTransaction(caller, async (call) => {
    const now = call.clock.now()
    const habits = await habitsOf(call, call.user)
    const made: SavedReport = {
      ...{ ...initial, zone: habits.zone ?? 'UTC' },
      ...input,
      ...{ id: uuidv7(now), accountId: call.account, userId: call.user, createdAt: now, updatedAt: now },
    }
    call.validate(await problemsOf(call, made, habits))
    await lockAccount(call.db, call.account)
    if ((await store.count(call.db, call.account)) >= savedMax) {
      conflict(`There are ${savedMax} saved reports, the maximum. Delete one first.`)
    }
    const report = withNext(made, habits, now)
    await store.insert(call.db, report)
    await recordChange(call, { dealer: call.dealer, action: 'reports.save', subject: report.id, after: report })
    return readSaved(call, report.id)
  })

/** The person who changes it takes it over: from then on it shows what that person may see. */
export const changeSaved = (caller: ClientCall, id: string, change: ReportChange): Promise<SavedReport> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readSaved(call, id)
    const now = call.clock.now()
    const changed = { ...before, ...change, userId: call.user, updatedAt: now }
    const habits = await habitsOf(call, call.user)
    call.validate(await problemsOf(call, changed, habits))
    // One that is due by the same schedule is made soon; its next time would leave it out.
    const isSame = (['every', 'hour', 'zone'] as const).every((name) => before[name] === changed[name])
    const isDue = before.nextAt !== null && before.nextAt <= now
    await store.save(call.db, isSame && isDue ? changed : withNext(changed, habits, now))
    const after = await readSaved(call, id)
    await recordChange(call, { dealer: call.dealer, action: 'reports.change', subject: id, before, after })
    return after
  })

/** With its runs and their files. */
export const removeSaved = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readSaved(call, id)
    await store.remove(call.db, id)
    await recordChange(call, { dealer: call.dealer, action: 'reports.remove', subject: id, before })
  })

const runsMax = 200

export const listRuns = (call: ClientCall): Promise<store.NamedRun[]> =>
  store.listRuns(call.db, readerOf(call), runsMax)

export async function runFile(call: ClientCall, id: string): Promise<StreamedJson> {
  const run = (await store.findRun(call.db, readerOf(call), id)) ?? notFound('run')
  if (run.state === 'waiting') conflict('This report is not finished yet. Try again in a few minutes.')
  if (run.state === 'failed') conflict('This report could not be created. Check its failure.')
  return fileOf(call, run)
}

/** For anyone who has the link from an email, as long as it works. */
export async function linkedFile(ctx: Pick<Context, 'db' | 'clock'>, secret: string): Promise<StreamedJson> {
  const run = await store.findRunByLink(ctx.db, linkHash(secret), ctx.clock.now())
  return run ? fileOf(ctx, run) : notFound('file')
}

export const reportAttachment = 'report'
/** A third larger in an email. Some mail servers refuse emails from 5 MB on, and then nobody gets the link either. */
export const attachedBytesMax = 3 * 1024 ** 2

/** Undefined: its file is no longer kept, or cannot be read now. The email has the link anyway, so it does not wait. */
export async function attachReport(
  ctx: Pick<Context, 'db' | 'log'>,
  { run: id }: Attachment['of'],
): Promise<MailFile | undefined> {
  try {
    const run = await store.findDoneRun(ctx.db, String(id))
    if (!run) return undefined
    const { pieces, contentType, fileName: name } = fileOf(ctx, run)
    const bytes = Buffer.concat(await Array.fromAsync(pieces))
    return bytes.length === run.bytes ? { name, contentType, bytes } : undefined
  } catch (error) {
    ctx.log.error({ err: error, run: id }, 'Failed to attach a report to its email. The email has only the link.')
    return undefined
  }
}

function fileOf(ctx: Pick<Context, 'db'>, run: Run) {
  return {
    pieces: partsOf(ctx, run),
    contentType: run.contentType ?? 'application/octet-stream',
    fileName: run.fileName ?? 'report',
  }
}

async function* partsOf({ db }: Pick<Context, 'db'>, run: Run): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const data = await store.readPart(db, run, part)
    if (!data) return
    yield data
  }
}
