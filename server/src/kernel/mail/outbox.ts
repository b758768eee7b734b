/** The outbox: an email is written in the transaction of its cause, so that neither exists without the other. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { likePattern, type Page, pageClauses, type Sorts } from '../api/lists.ts'
import { recordChange } from '../audit/actions.ts'
import type { ActorContext, Context } from '../context.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { isAddress } from '../email-address.ts'
import { conflict, notFound } from '../errors.ts'
import type { Vault } from '../vault.ts'
import { openBody, sealBody } from './body.ts'

/** Which file is attached to an email. It is created when the email is sent, so that the outbox holds no files. */
export interface Attachment {
  /** What creates it: a name in `Attachers`. */
  readonly kind: string
  readonly of: Readonly<Record<string, string | number>>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The responsible dealer, for its limits. */
  readonly dealer?: number
  /** The dealer in whose name it is sent, and through whose server, if it has its own. */
  readonly inNameOf?: number
  /**
   * Reading it would let someone act as the recipient, so it leaves through the installation's server, never through
   * the dealer's.
   */
  readonly carriesSecret?: boolean
  /** The same key is the same email: posting it again does nothing. */
  readonly key?: string
  readonly attachment?: Attachment
  /** Someone requested it just now, and could do so repeatedly: it counts in `mayMail`. */
  readonly isAsked?: boolean
}

/** With a mail server it waits to be sent; without one it is kept in the built-in mailbox. */
export const postMail = (ctx: Posting, mail: Mail): Promise<void> => postMails(ctx, [mail])

type Posting = Pick<Context, 'db' | 'clock' | 'config' | 'vault'>

/** Many at once, for jobs that notify a thousand people in one run. */
export async function postMails({ db, clock, config, vault }: Posting, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return
  const now = clock.now()
  const rows = mails.map((mail) => rowOf(vault, mail, now, config.smtpUrl !== undefined))
  await db
    .insertInto('mails')
    .values(rows)
    .onConflict((oc) => oc.column('key').doNothing())
    .execute()
}

function rowOf(vault: Vault, mail: Mail, now: Date, isSent: boolean) {
  const { to, subject, text, html = null, dealer = null, inNameOf, key = randomUUID(), isAsked = false } = mail
  const { attachment, carriesSecret = false } = mail
  const through = inNameOf === undefined || carriesSecret ? null : throughOf(inNameOf)
  // A cause must not fail because of an old, invalid address; the email is stored for inspection.
  const failure = isAddress(to) ? null : 'Email cannot be sent to this address.'
  return {
    to,
    subject,
    bodySealed: sealBody(vault, key, { text, html }),
    dealerId: dealer,
    senderName: inNameOf === undefined ? null : senderNameOf(inNameOf),
    key,
    attachment: attachment ? JSON.stringify(attachment) : null,
    isAsked,
    at: now,
    failure,
    throughDealer: through,
    ...(failure
      ? { state: 'failed', nextTryAt: null }
      : isSent || through === null
        ? { state: isSent ? 'waiting' : 'kept', nextTryAt: isSent ? now : null }
        : // Without a mail server of the installation, the dealer's can still send it.
          {
            state: sql<string>`case when ${through} is null then 'kept' else 'waiting' end`,
            nextTryAt: sql<Date | null>`case when ${through} is not null then ${now}::timestamptz end`,
          }),
  }
}

const throughOf = (dealer: number) =>
  sql<number | null>`(select dealer_id from dealer_mail_servers where dealer_id = ${dealer})`

/** The name of its application if it has no other, but none that looks like an address. */
const senderNameOf = (dealer: number) =>
  sql<string | null>`(select coalesce(sender_name, case when app_name !~ '[<>@"]' then app_name end)
    from brands where dealer_id = ${dealer})`

const perMinute = { seconds: 60, max: 1 }
const perDay = { seconds: 86_400, max: 5 }
const perDealer = { seconds: 3600, max: 1000 }

/**
 * Whether one more requested email may go to this address. Call it in the transaction that then posts the email with
 * `isAsked`: until its end, requests for the same address or dealer wait. If no similar email is on its way
 * (`isRepeat`, checked under that lock) there is no waiting time, and only the daily limit applies.
 */
export async function mayMail(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  address: string,
  dealer?: number,
  isRepeat: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const to = address.toLowerCase()
  // Always the dealer first, to avoid deadlocks.
  if (dealer !== undefined) await lock(db, `mails of ${dealer}`)
  await lock(db, `mails to ${to}`)
  const since = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000)
  const asked = db.selectFrom('mails').where('isAsked', '=', true)
  const count = sql<number>`count(*)::integer`.as('count')
  const isOver = async ({ seconds, max }: { seconds: number; max: number }, rows: typeof asked) =>
    (await rows.where('at', '>', since(seconds)).select(count).executeTakeFirstOrThrow()).count >= max
  for (const limit of (await isRepeat()) ? [perMinute, perDay] : [perDay]) {
    if (await isOver(limit, asked.where(sql<string>`lower("to")`, '=', to))) return false
  }
  return dealer === undefined || !(await isOver(perDealer, asked.where('dealerId', '=', dealer)))
}

const lock = (db: Db, what: string) => sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(db)

/** Newest last. */
export async function listMails({ db, vault }: Pick<Context, 'db' | 'vault'>): Promise<ListedMail[]> {
  const columns = ['id', 'to', 'subject', 'text', 'html', 'key', 'bodySealed', 'at', 'state', 'failure'] as const
  const rows = await db.selectFrom('mails').select(columns).orderBy('id').execute()
  return rows.map((row) => {
    const { id, to, subject, at, state, failure } = row
    return { id, to, subject, text: openBody(vault, row).text, at, state, failure }
  })
}

export interface ListedMail extends Pick<Mail, 'to' | 'subject' | 'text'> {
  readonly id: number
  readonly at: Date
  readonly state: string
  readonly failure: string | null
}

export const mailStates = ['waiting', 'sent', 'failed', 'kept'] as const

/** An email without its contents, which may include a one-time link. */
export interface PostedMail {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly state: (typeof mailStates)[number]
  readonly dealerId: number | null
  readonly at: Date
  readonly tries: number
  readonly nextTryAt: Date | null
  readonly sentAt: Date | null
  readonly failure: string | null
}

const postedColumns = [
  ...(['id', 'to', 'subject', 'state', 'dealerId', 'at', 'tries', 'nextTryAt', 'sentAt', 'failure'] as const),
]
const mailId = sql.ref('mails.id')
export const mailSorts: Sorts = { id: { column: mailId, type: 'number', of: (mail: PostedMail) => mail.id } }

export function listMailPage(
  { db }: Pick<Context, 'db'>,
  filter: { readonly state?: PostedMail['state'] | undefined; readonly q?: string | undefined },
  page: Page,
): Promise<PostedMail[]> {
  const { where, order, limit } = pageClauses(page, mailId)
  let query = db.selectFrom('mails').select(postedColumns).where(where).orderBy(order).limit(limit)
  if (filter.state !== undefined) query = query.where('state', '=', filter.state)
  if (filter.q !== undefined) {
    const pattern = likePattern(filter.q)
    query = query.where(sql<boolean>`("to" ilike ${pattern} or subject ilike ${pattern})`)
  }
  return query.execute() as unknown as Promise<PostedMail[]>
}

/** A failed email is tried again, at the next run. */
export const retryMail = (acting: ActorContext, id: number): Promise<PostedMail> =>
  inTransaction(acting, async (ctx) => {
    const mail = await ctx.db
      .selectFrom('mails')
      .select(['state', 'dealerId', 'failure', 'throughDealer'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!mail) return notFound('mail')
    if (ctx.config.smtpUrl === undefined && mail.throughDealer === null) {
      conflict('No mail server is set up, so emails stay in the built-in mailbox. Set WAYMARK_SMTP_URL first.')
    }
    if (mail.state !== 'failed') return conflict('Only a failed email can be resent. Check its state.')
    const tried = await ctx.db
      .updateTable('mails')
      .set({ state: 'waiting', nextTryAt: ctx.clock.now(), claimedUntil: null })
      .where('id', '=', id)
      .returning(postedColumns)
      .executeTakeFirstOrThrow()
    await recordChange(ctx, {
      dealer: mail.dealerId,
      action: 'mails.retry',
      subject: id,
      before: { state: mail.state, failure: mail.failure },
      after: { state: 'waiting' },
    })
    return tried as unknown as PostedMail
  })

/** The outcome of emails, by their keys. */
export async function mailStatesOf({ db }: Pick<Context, 'db'>, keys: readonly string[]) {
  const rows = await db.selectFrom('mails').select(['key', 'state', 'failure']).where('key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.key, row]))
}

/** How many emails wait, how many have failed, and since when the oldest waits. */
export const countMails = (ctx: Pick<Context, 'db'>) =>
  ctx.db
    .selectFrom('mails')
    .select(['state', sql<number>`count(*)::integer`.as('count'), sql<Date>`min(at)`.as('oldest')])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute()
