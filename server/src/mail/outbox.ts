/** The outbox: a mail is written in the transaction of its cause, so that neither is ever without the other. */
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Whose doing it is, for the limits of one dealer. */
  readonly dealer?: number
  /** The same key is the same mail: posting it again does nothing. */
  readonly key?: string
}

/** With a mail server it waits to be sent; without one it is kept in the built-in mailbox. */
export async function postMail({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>, mail: Mail) {
  const { to, subject, text, html = null, dealer = null, key = randomUUID() } = mail
  const now = clock.now()
  const isSent = config.smtpUrl !== undefined
  await db
    .insertInto('mails')
    .values({
      to,
      subject,
      text,
      html,
      dealerId: dealer,
      key,
      at: now,
      state: isSent ? 'waiting' : 'kept',
      nextTryAt: isSent ? now : null,
    })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute()
}

/** The newest last. */
export const listMails = (ctx: Pick<Context, 'db'>) =>
  ctx.db.selectFrom('mails').select(['to', 'subject', 'text', 'at']).orderBy('id').execute()
