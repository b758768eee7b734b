/**
 * Creates reports when they are due and sends them. Each due time becomes one row; a worker that leases the row writes the
 * file, then marks it finished and posts its emails in one transaction. So however many nodes there are, and whenever
 * one of them dies, each person gets one email.
 */
import { linkHash, newLinkSecret } from '#identity/one-time-links/one-time-link.ts'
import { sessionOf } from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { appsOf, mayInside } from '#identity/sessions/session.ts'
import { habitsOf } from '#identity/users/people.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { Refusal, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMails } from '#kernel/mail/outbox.ts'
import { publicUrlOf } from '#kernel/network/sites.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import { firstWeekday, usualHabits } from '#kernel/time/habits.ts'
import { chosenUnits } from '../trips/actions.ts'
import { reportFile } from './actions.ts'
import { kindOf } from './kinds.ts'
import { reportMail } from './mail.ts'
import type { Line, Question } from './report.ts'
import { lastRun, nextRun, periodBefore, questionOf, type Run, type SavedReport } from './saved/saved.ts'
import { attachedBytesMax, reportAttachment } from './saved/saved-actions.ts'
import * as store from './saved/saved-store.ts'

const duePerTurn = 500
/** A run ends after this, so that a stopping node need not wait for hundreds of reports. */
const runsPerTurn = 20
/** Longer than the longest report takes, with its rests. */
const leaseMs = 15 * 60_000
const triesMax = 3
const retryMs = 5 * 60_000
const partBytes = 256 * 1024
const fileBytesMax = 100 * 1024 * 1024
const linkDays = 14
/** How long files are kept. */
const keepDays = 90
/** For the files of one account; then the oldest are deleted. Schedules cost a client nothing, and disks are finite. */
export const keptBytesMax = 1024 ** 3
const dayMs = 86_400_000

export const nextReport = store.nextMoment

export async function makeDueReports(acting: ActorContext): Promise<number> {
  let done = await planDue(acting)
  for (let turn = 0; turn < runsPerTurn && !acting.pressure.isHigh(); turn++) {
    const now = acting.clock.now()
    const claimed = await inTransaction(acting, ({ db }) => store.claim(db, now, new Date(now.getTime() + leaseMs)))
    if (!claimed) break
    await make(acting, claimed)
    done += 1
  }
  return done
}

/** What was missed while nothing ran is made once, for the period before the last due time. */
const planDue = (acting: ActorContext): Promise<number> =>
  inTransaction(acting, async ({ db, clock }) => {
    const now = clock.now()
    const due = await store.takeDue(db, now, duePerTurn)
    for (const report of due) {
      const habits = report.every === 'week' ? await habitsOf({ db }, report.userId) : usualHabits
      const schedule = { ...report, every: report.every!, firstWeekday: firstWeekday(habits) }
      const { from, to } = periodBefore(schedule, lastRun(schedule, seconds(now)))
      const run = { id: uuidv7(now), reportId: report.id, dueAt: report.nextAt!, t0: from, t1: to }
      await store.insertRun(db, run, now)
      await store.setNext(db, report.id, fromSeconds(nextRun(schedule, seconds(now))))
    }
    return due.length
  })

async function make(acting: ActorContext, { run, report }: store.ClaimedRun): Promise<void> {
  // Earlier workers left no failure: the report takes longer than a lease, or more memory than there is.
  if (run.attempt > triesMax) return fail(acting, run, 'The report takes too long. Choose fewer units.')
  try {
    const call = await callOf(acting, report)
    const question = questionOf(report, { from: run.t0, to: run.t1 }, await habitsOf(acting, report.userId))
    const unitIds = await leftOf(call, question.unitIds)
    const pace = (lines: AsyncIterable<Line[]>) => acting.pressure.resting(lines)
    const file = await reportFile(call, { ...question, unitIds }, report.format, pace)
    const bytes = await keep(acting, run, file.pieces)
    if (bytes > fileBytesMax) return await fail(acting, run, 'The file is too large. Choose fewer units.')
    await finish(acting, { run, report }, { ...file, bytes })
  } catch (error) {
    if (error instanceof Refusal) return fail(acting, run, error.message)
    acting.log.error({ err: error, run: run.id }, 'Failed to create a report.')
    return run.attempt < triesMax ? retry(acting, run) : fail(acting, run, 'Something went wrong on our side.')
  }
}

/** As a request of the person who saved it, with that person's current role, access list and applications. */
async function callOf(acting: ActorContext, report: SavedReport): Promise<ClientCall> {
  const session = await sessionOf(acting, report.userId)
  if (!session || !mayInside(session, 'client.read-messages') || !mayInside(session, 'client.share')) {
    throw new Refusal({
      code: 'FORBIDDEN',
      message: 'The person who saved this report may no longer read or share it. Create it again.',
    })
  }
  return {
    ...acting,
    dealer: session.dealerId,
    account: session.accountId,
    user: session.userId,
    apps: appsOf(session),
    sight: session.sight,
    expired: session.expired,
    // Its file goes to several people, so it hides all private trips.
    viewer: null,
    session,
    validate: () => {},
  }
}

/** A unit that was deleted, or is no longer on the access list, does not stop the report on the others. */
async function leftOf(call: ClientCall, unitIds: Question['unitIds']): Promise<Question['unitIds']> {
  if (unitIds === undefined) return undefined
  const seen = new Set(await chosenUnits(call, { unitIds: undefined, groupId: undefined }))
  const left = unitIds.filter((id) => seen.has(id))
  return left.length > 0
    ? left
    : refuse('INVALID_QUERY', 'This report has no units left. Choose other units.', 'unit_ids')
}

/** Stops at the maximum size of a file. Returns the length. */
async function keep({ db }: ActorContext, run: Run, pieces: AsyncIterable<string | Uint8Array>): Promise<number> {
  let waiting: Buffer[] = []
  let [size, part, bytes] = [0, 0, 0]
  const write = async () => {
    if (size > 0) await store.insertPart(db, run, part++, Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  for await (const piece of pieces) {
    const data = Buffer.from(piece)
    waiting.push(data)
    size += data.length
    bytes += data.length
    if (size >= partBytes) await write()
    if (bytes > fileBytesMax) return bytes
  }
  await write()
  return bytes
}

const nothing = {
  ...{ nextTryAt: null, bytes: null, fileName: null, contentType: null },
  ...{ failure: null, linkHash: null, linkUntil: null },
} as const

interface Made {
  readonly bytes: number
  readonly fileName: string
  readonly contentType: string
}

const finish = (acting: ActorContext, { run, report }: store.ClaimedRun, file: Made): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const now = ctx.clock.now()
    const secret = newLinkSecret()
    const { bytes, fileName, contentType } = file
    const isMine = await store.finish(ctx.db, run, {
      ...nothing,
      ...{ state: 'done', bytes, fileName, contentType, finishedAt: now },
      ...{ linkHash: linkHash(secret), linkUntil: new Date(now.getTime() + linkDays * dayMs) },
    })
    if (!isMine) return
    await store.removeBeyond(ctx.db, report.accountId, keptBytesMax)
    const kind = kindOf(report.kind)?.title[report.lang] ?? report.kind
    const { dealer } = await store.findDealer(ctx.db, report.accountId)
    const url = `${publicUrlOf(ctx, dealer)}/client/report-file?key=${secret}`
    const mail = reportMail({
      name: report.name,
      kind,
      from: run.t0,
      to: run.t1,
      zone: report.zone,
      url,
      lang: report.lang,
      habits: await habitsOf(ctx, report.userId),
    })
    const attachment = bytes <= attachedBytesMax && { attachment: { kind: reportAttachment, of: { run: run.id } } }
    const sender = { dealer, inNameOf: dealer, carriesSecret: true, ...attachment }
    await postMails(
      ctx,
      report.emails.map((to) => ({ ...mail, ...sender, to, key: `report ${run.id} ${to}` })),
    )
  })

const fail = async ({ db, clock }: ActorContext, run: Run, failure: string): Promise<void> => {
  await store.finish(db, run, { ...nothing, state: 'failed', failure, finishedAt: clock.now() })
}

const retry = async ({ db, clock }: ActorContext, run: Run): Promise<void> => {
  const nextTryAt = new Date(clock.now().getTime() + retryMs)
  await store.finish(db, run, { ...nothing, state: 'waiting', nextTryAt, finishedAt: null })
}

export const forgetRuns = ({ db, clock }: ActorContext, most: number): Promise<number> =>
  store.removeOldRuns(db, new Date(clock.now().getTime() - keepDays * dayMs), most)
