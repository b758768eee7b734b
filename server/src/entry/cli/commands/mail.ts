import { operator } from '#kernel/audit/actions.ts'
import { type ListedMail, listMails, retryMail } from '#kernel/mail/outbox.ts'
import { seconds } from '#kernel/time/clock.ts'
import { command, required } from '../command.ts'
import { harmless, moment } from '../print.ts'
import { id } from '../values.ts'

export const mailCommands = [
  command({
    name: 'mail list',
    about: 'Lists emails and their state, newest last. Without a mail server, they stay in this list.',
    async run(tool) {
      const { ctx } = await tool.open()
      return (await listMails(ctx)).map(listed)
    },
    show: (mails) => mails.map(showMail).join('\n') || 'No emails.',
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

interface Listed extends Pick<ListedMail, 'to' | 'subject' | 'text'>, Partial<Delivery> {
  readonly at: number
}

/** Of an email that leaves through a mail server. */
type Delivery = Pick<ListedMail, 'id' | 'state' | 'failure'>

/** An email in the built-in mailbox stays there: it has exactly the fields of the contract. */
function listed({ to, subject, text, at, ...delivery }: ListedMail): Listed {
  const mail = { to, subject, text, at: seconds(at) }
  return delivery.state === 'kept' ? mail : { ...mail, ...delivery }
}

/** An email has lines; a table would break them. */
const showMail = (mail: Listed) =>
  [
    `To:      ${harmless(mail.to)}`,
    `Subject: ${harmless(mail.subject)}`,
    `At:      ${moment(mail.at)}`,
    ...(mail.state === undefined
      ? []
      : [`State:   ${[mail.state, harmless(mail.failure ?? '')].filter(Boolean).join(': ')} (id ${mail.id})`]),
    '',
    ...mail.text.split('\n').map((line) => `  ${harmless(line)}`.trimEnd()),
    '',
  ].join('\n')
