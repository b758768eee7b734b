import { operator } from '#kernel/audit/actions.ts'
import { listMails, retryMail } from '#kernel/mail/outbox.ts'
import { seconds } from '#kernel/time/clock.ts'
import { command, required } from '../command.ts'
import { harmless, moment } from '../print.ts'
import { id } from '../values.ts'

export const mailCommands = [
  command({
    name: 'mail list',
    about: 'Lists emails and their state, newest last. Without a mail server they stay here.',
    async run(tool) {
      const { ctx } = await tool.open()
      return (await listMails(ctx)).map((mail) => ({ ...mail, at: seconds(mail.at) }))
    },
    show: (mails) => mails.map(showMail).join('\n') || 'No mails.',
  }),
  command({
    name: 'mail retry',
    about: 'Retries a failed email.',
    takes: { mail: required(id, 'The email’s id from mail list.') },
    async run(tool, { mail }) {
      const { ctx } = await tool.open()
      const tried = await retryMail({ ...ctx, actor: operator('mail retry') }, mail)
      return { id: tried.id, to: tried.to, state: tried.state }
    },
  }),
]

interface Listed {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: number
  readonly state: string
  readonly failure: string | null
}

/** An email has lines; a table would break them. */
const showMail = (mail: Listed) =>
  [
    `To:      ${harmless(mail.to)}`,
    `Subject: ${harmless(mail.subject)}`,
    `At:      ${moment(mail.at)}`,
    ...(mail.state === 'kept'
      ? []
      : [`State:   ${[mail.state, harmless(mail.failure ?? '')].filter(Boolean).join(': ')} (id ${mail.id})`]),
    '',
    ...mail.text.split('\n').map((line) => `  ${harmless(line)}`.trimEnd()),
    '',
  ].join('\n')
