import { both, route } from '../api/route.ts'
import { changeKey, checkRecord, readServer, removeServer, setServer, testServer } from './dealer-server-actions.ts'
import { MailServerBody, MailServerShape, MailServerTestBody, MailServerTestShape, toInput, toWire } from './wire.ts'

const tag = 'Company'
const replies = both(MailServerShape)

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/brand/mail-server',
    tag,
    summary: 'Read your own mail server',
    replies,
    handle: async (call) => toWire(await readServer(call)),
  }),
  route({
    method: 'PUT',
    path: '/brand/mail-server',
    right: 'manage',
    tag,
    summary: 'Set the mail server for emails to your clients',
    description:
      'Emails to your clients are then sent through this server, from your address. Emails with a secret, such as a ' +
      'password reset link, are always sent through the server of the installation. Emails that your server does not accept ' +
      'are sent through it too, under your sender name. Create the `dkim.record` in DNS, so that emails are signed.',
    body: MailServerBody,
    replies,
    handle: async (call, { body }) => toWire(await setServer(call, toInput(body))),
  }),
  route({
    method: 'POST',
    path: '/brand/mail-server/test',
    right: 'manage',
    tag,
    summary: 'Send a test email through your mail server',
    body: MailServerTestBody,
    replies: both(MailServerTestShape),
    handle: (call, { body }) => testServer(call, body.email),
  }),
  route({
    method: 'POST',
    path: '/brand/mail-server/check',
    right: 'manage',
    tag,
    summary: 'Check the DKIM record now',
    replies,
    handle: async (call) => toWire(await checkRecord(call)),
  }),
  route({
    method: 'POST',
    path: '/brand/mail-server/key',
    right: 'manage',
    tag,
    summary: 'Create another DKIM key',
    description:
      'It has another selector. Emails are not signed until its record is in DNS. Leave the old record there for a week.',
    replies,
    handle: async (call) => toWire(await changeKey(call)),
  }),
  route({
    method: 'DELETE',
    path: '/brand/mail-server',
    right: 'manage',
    tag,
    summary: 'Remove your mail server',
    description: 'Emails to your clients are sent through the server of the installation again.',
    replies,
    handle: async (call) => {
      await removeServer(call)
      return toWire(undefined)
    },
  }),
]
