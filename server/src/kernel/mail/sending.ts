/** Sends emails of the outbox through the mail server: at least once, and twice only if unavoidable. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Db } from '../db/transaction.ts'
import { dueFrom } from '../jobs/due.ts'
import { openBody } from './body.ts'
import type { Attachment } from './outbox.ts'
import {
  type Line,
  type MailFile,
  NotTaken,
  type Outgoing,
  openLine,
  type Patience,
  ServerDown,
  usualPatience,
} from './smtp.ts'

export type Sending = Pick<Context, 'db' | 'clock' | 'config' | 'log' | 'vault' | 'meters' | 'sites' | 'outbound'>

/** Creates attachments, by their kind. Undefined: its subject is gone, and the email goes without it. */
export type Attachers = Readonly<Record<string, (ctx: Sending, of: Attachment['of']) => Promise<MailFile | undefined>>>

export interface Means {
  readonly patience?: Patience
  readonly attachers?: Attachers
}
type Ways = Required<Means>

const linesMax = 5
/** Servers disconnect a connection that never ends. */
const mailsPerLine = 100
/** Longer than one email can take: only emails of a process that died are taken over. */
const claimSeconds = 150
export const giveUpMs = 3 * 24 * 3600 * 1000

const delayMs = (tries: number): number => Math.min(30_000 * 2 ** (tries - 1), 3600_000)

/**
 * Sends everything that is due, over one connection and then, if the server accepts us, over several. Returns how many
 * were tried.
 */
export async function sendDueMails(ctx: Sending, means: Means = {}): Promise<number> {
  const ways: Ways = { patience: usualPatience, attachers: {}, ...means }
  const first = ctx.config.smtpUrl === undefined ? undefined : await claim(ctx)
  if (!first) return 0
  const line = await tryToOpen(ctx, ways.patience)
  if (!(line instanceof ServerDown)) return sendOverLines(ctx, ways, line, first)
  return 1 + (await noteServerDown(ctx, first, line))
}

const tryToOpen = ({ config }: Sending, patience: Patience): Promise<Line | ServerDown> =>
  openLine(config, patience).catch((error) => {
    if (error instanceof ServerDown) return error
    throw error
  })

async function sendOverLines(ctx: Sending, ways: Ways, line: Line, first: Claimed): Promise<number> {
  const others = Array.from({ length: linesMax - 1 }, () => sendOverOne(ctx, ways))
  const ends = await Promise.allSettled([sendOverOne(ctx, ways, line, first), ...others])
  let tried = 0
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason
    tried += end.value
  }
  return tried
}

async function sendOverOne(ctx: Sending, ways: Ways, opened?: Line, first?: Claimed): Promise<number> {
  let line = opened
  let tried = 0
  try {
    for (let mail = first ?? (await claim(ctx)); mail; mail = await claim(ctx)) {
      if (line && (!line.isOpen() || tried % mailsPerLine === mailsPerLine - 1)) {
        line.close()
        line = undefined
      }
      if (!line) {
        const next = await tryToOpen(ctx, ways.patience)
        // It accepted others, so it may just want fewer connections at once. If it is down, the next run will find out.
        if (next instanceof ServerDown) {
          await release(ctx, mail)
          return tried
        }
        line = next
      }
      tried++
      try {
        await line.send(await withFile(ctx, ways.attachers, mail))
        ctx.meters.mailAttempts.inc({ result: 'sent' })
        await noteSent(ctx, mail)
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error
        await noteFailure(ctx, mail, error)
      }
    }
    return tried
  } finally {
    line?.close()
  }
}

export type Claimed = Outgoing & { readonly id: number; readonly tries: number; readonly attachment: Attachment | null }

/** A file that cannot be created holds up only its own email, and the operator sees why. */
export async function withFile(ctx: Sending, attachers: Attachers, mail: Claimed): Promise<Outgoing> {
  if (mail.attachment === null) return mail
  const { kind, of } = mail.attachment
  try {
    const attach = attachers[kind]
    if (!attach) throw new Error(`No function makes attachments of the kind ${kind}.`)
    return { ...mail, file: await attach(ctx, of) }
  } catch (error) {
    ctx.log.error({ mail: mail.id, err: error }, 'Failed to create the attachment of an email.')
    throw new NotTaken('The attachment could not be created.', false)
  }
}

/**
 * The time of the claim is the database's, because it concerns processes; when an email is due depends on the clock.
 */
export async function claim({ db, clock, vault }: Sending, dealer?: number): Promise<Claimed | undefined> {
  const through = dealer === undefined ? sql`through_dealer is null` : sql`through_dealer = ${dealer}`
  const { rows } = await sql<Omit<Claimed, 'key'> & Parameters<typeof openBody>[1]>`
    update mails set tries = tries + 1, claimed_until = now() + ${claimSeconds} * interval '1 second'
    where id = (
      select id from mails
      where state = 'waiting' and ${through} and next_try_at <= ${clock.now()}
        and (claimed_until is null or claimed_until < now())
      order by next_try_at limit 1 for update skip locked
    )
    returning id, "to", subject, sender_name, text, html, body_sealed as "bodySealed", at, tries, key, attachment`.execute(
    db,
  )
  const [row] = rows
  return row && { ...row, ...openBody(vault, row), key: row.key ?? String(row.id) }
}

export const release = ({ db }: Sending, mail: Claimed, change: { throughDealer?: null } = {}) =>
  db
    .updateTable('mails')
    .set({ ...change, claimedUntil: null })
    .where('id', '=', mail.id)
    .where('tries', '=', mail.tries)
    .execute()

/** A worker that got the server's acceptance may record it, even after its lease expired. */
export const noteSent = ({ db, clock }: Sending, mail: Claimed) =>
  db
    .updateTable('mails')
    .set({ state: 'sent', sentAt: clock.now(), nextTryAt: null, claimedUntil: null, failure: null })
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
    .execute()

export async function noteFailure({ db, clock, log, meters }: Sending, mail: Claimed, error: NotTaken): Promise<void> {
  const now = clock.now().getTime()
  const isFailed = error.isFinal || now - mail.at.getTime() > giveUpMs
  meters.mailAttempts.inc({ result: isFailed ? 'failed' : 'retrying' })
  if (isFailed) log.warn({ mail: mail.id, reason: error.message }, 'Failed to deliver an email.')
  await db
    .updateTable('mails')
    .set({
      state: isFailed ? 'failed' : 'waiting',
      failure: error.message,
      nextTryAt: isFailed ? null : new Date(now + delayMs(mail.tries)),
      claimedUntil: null,
    })
    .where('id', '=', mail.id)
    // The number of attempts shows whether the email is still ours: another process may have taken it over.
    .where('tries', '=', mail.tries)
    .where('state', '=', 'waiting')
    .execute()
}

/** What stops one email stops all: they wait together instead of failing one by one. Returns how many others. */
async function noteServerDown(ctx: Sending, mail: Claimed, error: ServerDown): Promise<number> {
  const { db, clock, log } = ctx
  log.warn({ reason: error.message }, 'The mail server does not answer, or rejects the login. Emails are waiting.')
  await noteFailure(ctx, mail, new NotTaken(error.message, false))
  const now = clock.now()
  const { rows } = await sql<{ id: number }>`
    update mails set tries = tries + 1, failure = ${error.message},
      state = case when at < ${new Date(now.getTime() - giveUpMs)} then 'failed' else 'waiting' end,
      next_try_at = case when at < ${new Date(now.getTime() - giveUpMs)} then null
        else ${now}::timestamptz + least(30 * power(2, least(tries, 10)), 3600) * interval '1 second' end
    where id in (
      select id from mails
      where state = 'waiting' and through_dealer is null and next_try_at <= ${now}
        and (claimed_until is null or claimed_until < now())
      for update skip locked
    )
    returning id`.execute(db)
  return rows.length
}

export const firstTry = sql`
    select next_try_at from mails where state = 'waiting' and through_dealer is null order by next_try_at limit 1`

export const nextTry = async ({ db, config }: { db: Db; config: Context['config'] }): Promise<Date | undefined> =>
  config.smtpUrl === undefined ? undefined : dueFrom(firstTry).nextDue({ db })
