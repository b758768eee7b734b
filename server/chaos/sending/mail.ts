import { setTimeout as wait } from 'node:timers/promises'
import { openForCommand } from '#entry/installation.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { type Stage, startMailServer } from '#testing/fakes/mail-server.ts'
import type { Check } from '../check.ts'
import { aSite, configOf } from '../machinery/site.ts'

/** The stages of a conversation without password and encryption. */
const stages: readonly Stage[] = ['connect', 'ehlo', 'mail', 'rcpt', 'data', 'dot', 'quit']
/** As many emails as are in progress at once. */
const lines = 5
const patienceMs = 600_000

export const mail: Check = {
  name: 'mail',
  about:
    'Sends mails while the connection to the mail server is cut at random stages, the server refuses for a while, and Waymark ' +
    'is killed. Every mail must arrive; it may arrive twice only if the cut or kill came after the final dot, and then with ' +
    'the same Message-ID.',
  numbers: { mails: 2000, kills: 5 },
  async run({ number, seed }, say) {
    const [mails, kills] = [number('mails'), number('kills')]
    const random = randomFrom(`mail ${seed}`)
    const server = await startMailServer()
    // The clock of a test installation can be moved, so that nobody waits for the next attempt.
    const site = await aSite({ settings: { WAYMARK_SMTP_URL: server.url, WAYMARK_CLOCK: 'test' } })
    const cuts = { total: 0, dot: 0 }
    let killed = 0
    try {
      await site.start()
      const visit = await openForCommand(configOf(site))
      try {
        const { ctx } = visit
        const post = async (at: number) =>
          postMail(ctx, {
            to: `client-${at}@example.com`,
            subject: `Mail ${at}`,
            text: `Number ${at}\n`,
            key: `mail-${at}`,
          })
        const left = async () =>
          (await ctx.db.selectFrom('mails').select('id').where('state', '<>', 'sent').execute()).length
        server.refuse = (stage) => (random() < (stage === 'rcpt' ? 0.02 : 0.005) ? 451 : undefined)
        for (let at = 0; at < mails; at++) {
          await post(at)
          // Posting it again changes nothing.
          if (random() < 0.1) await post(at)
          if (random() < 0.05) {
            const stage = stages[Math.floor(random() * stages.length)] as Stage
            server.cutAt(stage)
            cuts.total++
            if (stage === 'dot') cuts.dot++
          }
          if (killed < kills && random() < (2 * kills) / mails) {
            await site.killWaymark()
            killed++
            await site.start()
          }
        }
        server.refuse = () => undefined
        const deadline = Date.now() + patienceMs
        for (let waiting = await left(); waiting > 0 && Date.now() < deadline; waiting = await left()) {
          say(`${server.delivered.length} delivered, ${waiting} wait`)
          await ctx.db
            .updateTable('clock')
            .set((eb) => ({ advanceSeconds: eb('advanceSeconds', '+', 600) }))
            .execute()
          // Emails of a killed process are taken over when its claim expires, some minutes later.
          await wait(5000)
        }
        const wanting = await left()
        const arrived = new Map<string, Set<string>>()
        for (const { subject = '', messageId = '' } of server.delivered) {
          arrived.set(subject, (arrived.get(subject) ?? new Set()).add(messageId))
        }
        const lost = Array.from({ length: mails }, (_, at) => `Mail ${at}`).filter(
          (subject) => !arrived.has(subject),
        ).length
        const renamed = [...arrived.values()].filter((ids) => ids.size > 1).length
        const doubled = server.delivered.length - arrived.size
        const doubledMax = cuts.dot + killed * lines
        const pass = lost === 0 && wanting === 0 && renamed === 0 && doubled <= doubledMax
        return {
          mails,
          killed,
          cut: cuts.total,
          cut_after_dot: cuts.dot,
          lost,
          wanting,
          doubled,
          doubledMax,
          renamed,
          pass,
        }
      } finally {
        await visit.close()
      }
    } finally {
      await site.stop()
      site.remove()
      await server.close()
    }
  },
}
