/** The built-in mailbox: mails that were written while no mail server is set. */
import type { Context } from '../context.ts'

/** The newest last. */
export const listMails = (ctx: Pick<Context, 'db'>) =>
  ctx.db.selectFrom('mails').select(['to', 'subject', 'text', 'at']).orderBy('id').execute()
