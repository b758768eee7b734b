import { seconds } from '../clock.ts'
import { listMails } from '../mail/outbox.ts'
import { command } from './command.ts'
import { harmless, moment } from './print.ts'

export const mailCommands = [
  command({
    name: 'mail list',
    about: 'Lists the mails in the built-in mailbox, the newest last.',
    async run(tool) {
      const { ctx } = await tool.open()
      return (await listMails(ctx)).map(({ to, subject, text, at }) => ({ to, subject, text, at: seconds(at) }))
    },
    show: (mails) => mails.map(showMail).join('\n') || 'The mailbox is empty.',
  }),
]

/** A mail has lines; a table would spoil them. */
const showMail = (mail: { to: string; subject: string; text: string; at: number }) =>
  [
    `To:      ${harmless(mail.to)}`,
    `Subject: ${harmless(mail.subject)}`,
    `At:      ${moment(mail.at)}`,
    '',
    ...mail.text.split('\n').map((line) => `  ${harmless(line)}`.trimEnd()),
    '',
  ].join('\n')
