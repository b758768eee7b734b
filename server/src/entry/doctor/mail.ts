/** Whether emails can be sent, and whether some failed. */
import type { Context } from '#kernel/context.ts'
import { countMails } from '#kernel/mail/outbox.ts'
import { openLine, ServerDown } from '#kernel/mail/smtp.ts'
import { bad, type Check, good, several } from './check.ts'

const patience = { connectMs: 5_000, answerMs: 5_000, wholeMs: 10_000 }

export const mailCheck: Check<Context> = {
  name: 'mail',
  async run({ db, config }) {
    if (config.smtpUrl === undefined) return undefined
    const host = new URL(config.smtpUrl).host
    try {
      const line = await openLine(config, patience)
      line.close()
    } catch (error) {
      if (!(error instanceof ServerDown)) throw error
      const what = error.isUnreachable ? 'does not answer' : 'rejected the sign-in'
      return bad(`The mail server at ${host} ${what}: ${error.message} Check WAYMARK_SMTP_URL.`)
    }
    const counts = new Map((await countMails({ db })).map(({ state, count }) => [state, count]))
    const failed = counts.get('failed') ?? 0
    if (failed > 0)
      return bad(`${several(failed, 'email')} could not be delivered. To see which, and why: npx waymark mail list`)
    return good(`The mail server at ${host} accepts emails. Emails waiting: ${counts.get('waiting') ?? 0}.`)
  },
}
