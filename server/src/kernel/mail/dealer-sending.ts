/**
 * Emails of dealers with their own mail server. If that server itself fails, they leave through the installation's: a
 * dealer's wrong password must not stop notifications to its clients (docs/decisions/0132).
 */
import { sql } from 'kysely'
import { type DealerServer, isCheckDue } from './dealer-server.ts'
import { checkKey, noteRefusal, noteTrouble, noteWorks, openServer } from './dealer-server-actions.ts'
import * as store from './dealer-server-store.ts'
import {
  type Claimed,
  claim,
  giveUpMs,
  type Means,
  noteFailure,
  noteSent,
  release,
  type Sending,
  withFile,
} from './sending.ts'
import { type Line, NotTaken, type Patience, ServerDown } from './smtp.ts'

const dealersMax = 100
const dealersAtOnce = 8
/** Shorter than for the installation's own server: a dealer's may be anything. */
const usualPatience: Patience = { connectMs: 5_000, answerMs: 20_000, wholeMs: 40_000 }
/** Then others get their turn, and it gets another. */
const turnMs = 20_000

/** Returns how many were tried. */
export async function sendThroughDealers(ctx: Sending, means: Means = {}): Promise<number> {
  const left = [...(await store.listDue(ctx.db, ctx.clock.now(), dealersMax))]
  const ways = { patience: usualPatience, attachers: {}, ...means }
  let tried = 0
  const worker = async () => {
    for (let dealer = left.shift(); dealer !== undefined; dealer = left.shift()) {
      tried += await sendFor(ctx, dealer, ways)
    }
  }
  await Promise.all(Array.from({ length: dealersAtOnce }, worker))
  return tried
}

async function sendFor(ctx: Sending, dealer: number, ways: Required<Means>): Promise<number> {
  const known = await store.find(ctx.db, dealer)
  const now = ctx.clock.now()
  if (!known) return passOn(ctx, dealer)
  if (known.nextTryAt !== null && known.nextTryAt > now) {
    return passOn(ctx, dealer, { failure: known.failure ?? '', nextTryAt: known.nextTryAt })
  }
  const server = isCheckDue(known, now) ? await checkKey(ctx, known) : known
  let line: Line
  try {
    line = await openServer(ctx, server, ways.patience)
  } catch (error) {
    if (!(error instanceof ServerDown)) throw error
    return fallBack(ctx, server, error.message)
  }
  return sendOver(ctx, server, line, ways)
}

async function sendOver(ctx: Sending, server: DealerServer, line: Line, ways: Required<Means>): Promise<number> {
  const end = performance.now() + turnMs
  let tried = 0
  let known = server
  try {
    while (line.isOpen() && performance.now() < end) {
      const mail = await claim(ctx, server.dealerId)
      if (!mail) break
      tried++
      const whole = await withFile(ctx, ways.attachers, mail).catch(orNotTaken)
      if (whole instanceof NotTaken) {
        await noteFailure(ctx, mail, whole)
        continue
      }
      const refusal = await line.send(whole).catch(orNotTaken)
      if (refusal) return tried + (await leaveToUs(ctx, known, mail, refusal))
      ctx.meters.mailAttempts.inc({ result: 'sent' })
      await noteSent(ctx, mail)
      if (tried === 1) known = await noteWorks(ctx, known)
    }
    return tried
  } finally {
    line.close()
  }
}

const orNotTaken = (error: unknown): NotTaken => {
  if (error instanceof NotTaken) return error
  throw error
}

/**
 * It may refuse because of the email or because of itself ("relaying denied"): the installation's server decides. The
 * first refusal is about one email; a second one without a success in between, or any other failure, is about the
 * server.
 */
async function leaveToUs(ctx: Sending, server: DealerServer, mail: Claimed, refusal: NotTaken): Promise<number> {
  const isAlone = refusal.isFinal && ctx.config.smtpUrl === undefined
  if (isAlone) {
    await noteFailure(ctx, mail, refusal)
  } else {
    ctx.meters.mailAttempts.inc({ result: 'retrying' })
    await release(ctx, mail, refusal.isFinal ? { throughDealer: null } : {})
  }
  if (!refusal.isFinal || (server.failure !== null && !isAlone)) return fallBack(ctx, server, refusal.message)
  await noteRefusal(ctx, server, refusal.message)
  return 0
}

async function fallBack(ctx: Sending, server: DealerServer, failure: string): Promise<number> {
  ctx.log.warn({ dealer: server.dealerId, reason: failure }, 'The mail server of a dealer cannot be used.')
  const nextTryAt = await noteTrouble(ctx, server, failure)
  return passOn(ctx, server.dealerId, { failure, nextTryAt })
}

/** To the installation's server at once. If there is none, they wait for the dealer's, as long as any email waits. */
async function passOn(
  { db, clock, config }: Sending,
  dealer: number,
  trouble?: { readonly failure: string; readonly nextTryAt: Date },
): Promise<number> {
  const now = clock.now()
  const isTooOld = sql`at < ${new Date(now.getTime() - giveUpMs)}`
  const change =
    config.smtpUrl !== undefined
      ? sql`through_dealer = null`
      : trouble === undefined
        ? sql`through_dealer = null, state = 'kept', next_try_at = null`
        : sql`failure = ${trouble.failure}, state = case when ${isTooOld} then 'failed' else state end,
            next_try_at = case when ${isTooOld} then null else ${trouble.nextTryAt}::timestamptz end`
  const { rows } = await sql<{ id: number }>`
    update mails set ${change}
    where id in (
      select id from mails
      where state = 'waiting' and through_dealer = ${dealer} and next_try_at <= ${now}
        and (claimed_until is null or claimed_until < now())
      for update skip locked
    )
    returning id`.execute(db)
  return rows.length
}

export const nextTryThroughDealers = sql`
    select next_try_at from mails where state = 'waiting' and through_dealer is not null order by next_try_at limit 1`
