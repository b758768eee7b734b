import { seconds } from '../clock.ts'
import { listMails } from '../mail/outbox.ts'
import { command } from './command.ts'
import { harmless, moment } from './print.ts'

export const mailCommands = [
  command({
    name: 'mail list',
    about: 'Lists all mails with what became of them, the newest last. Without a mail server they are kept here.',
    async run(tool) {
      const { ctx } = await tool.open()
      return (await listMails(ctx)).map((mail) => ({ ...mail, at: seconds(mail.at) }))
    },
    show: (mails) => mails.map(showMail).join('\n') || 'The mailbox is empty.',
  }),
]

interface Listed {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: number
  readonly state: string
  readonly failure: string | null
}

/** A mail has lines; a table would spoil them. */
const showMail = (mail: Listed) =>
  [
    `To:      ${harmless(mail.to)}`,
    `Subject: ${harmless(mail.subject)}`,
    `At:      ${moment(mail.at)}`,
    ...(mail.state === 'kept'
      ? []
      : [`State:   ${[mail.state, harmless(mail.failure ?? '')].filter(Boolean).join(': ')}`]),
    '',
    ...mail.text.split('\n').map((line) => `  ${harmless(line)}`.trimEnd()),
    '',
  ].join('\n')
