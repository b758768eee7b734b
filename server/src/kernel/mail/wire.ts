import Type from 'typebox'
import { EnumOf, exact, like, Nullable, TimeOrNull, visibleLine } from '../api/fields.ts'
import { secondsOrNull } from '../time/clock.ts'
import { type DealerServer, recordNameOf, recordValueOf, type ServerInput } from './dealer-server.ts'
import { securities } from './smtp.ts'

const host = visibleLine(1, 253, { example: 'smtp.example.com' })
const port = Type.Integer({ minimum: 1, maximum: 65_535, example: 587, description: '25, 465, 587 or 2525.' })
const security = EnumOf(
  securities,
  '`tls`: encrypted from the start, usually on port 465. `starttls`: encrypted after the greeting, usually on port 587. ' +
    '`none`: only for servers in networks that the operator allows.',
)
const username = Nullable(visibleLine(1, 200, { example: 'tracking@example.com' }))
const fromAddress = Type.String({ minLength: 3, maxLength: 254, example: 'tracking@example.com' })

export const MailServerBody = exact({
  host,
  port,
  security,
  username: Type.Optional(username),
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      example: 'a-password-of-this-server',
      description: 'Never returned. Without it the stored one is kept, if host and username are the same.',
    }),
  ),
  from_address: fromAddress,
})

export const MailServerTestBody = exact({
  email: Type.String({ minLength: 3, maxLength: 254, example: 'anna@example.com' }),
})

export const toInput = (body: {
  host: string
  port: number
  security: ServerInput['security']
  username?: string | null
  password?: string
  from_address: string
}): ServerInput => ({
  host: body.host.trim().toLowerCase(),
  port: body.port,
  security: body.security,
  username: body.username ?? null,
  password: body.password,
  fromAddress: body.from_address.trim(),
})

const serverStates = ['none', 'new', 'working', 'failing'] as const

export const MailServerShape = Type.Object(
  {
    host: Nullable(host),
    port: Nullable(port),
    security: Nullable(security),
    username,
    has_password: Type.Boolean(),
    from_address: Nullable(fromAddress),
    state: EnumOf(
      serverStates,
      '`new`: nothing was sent through it yet. `failing`: it has not accepted an email since then; the server of the ' +
        'installation sends what it does not accept.',
    ),
    failure: Nullable(Type.String({ description: 'Why it did not accept an email.' })),
    failing_since: like(TimeOrNull, null),
    next_try_at: like(TimeOrNull, null),
    sent_at: like(TimeOrNull, null),
    dkim: Nullable(
      Type.Object({
        selector: Type.String({ example: 'waymark1' }),
        record: Type.Object({
          type: Type.String({ example: 'TXT' }),
          name: Type.String({ example: 'waymark1._domainkey.example.com' }),
          value: Type.String({ example: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA' }),
        }),
        is_signing: Type.Boolean({ description: 'The record was found, and emails are signed.' }),
        failure: Nullable(Type.String({ description: 'What the last check found missing.' })),
        checked_at: like(TimeOrNull, null),
      }),
    ),
  },
  { title: 'MailServer' },
)

export const MailServerTestShape = Type.Object({
  works: Type.Boolean(),
  says: Type.String({ example: 'smtp.example.com has accepted an email to anna@example.com. Check that it arrives.' }),
})

const none = {
  ...{ host: null, port: null, security: null, username: null, has_password: false, from_address: null, state: 'none' },
  ...{ failure: null, failing_since: null, next_try_at: null, sent_at: null, dkim: null },
} as const

export function toWire(server: DealerServer | undefined) {
  if (!server) return none
  return {
    ...{ host: server.host, port: server.port, security: server.security, username: server.username },
    has_password: server.passwordSealed !== null,
    from_address: server.fromAddress,
    state:
      server.failure !== null ? ('failing' as const) : server.sentAt !== null ? ('working' as const) : ('new' as const),
    failure: server.failure,
    failing_since: secondsOrNull(server.failingSince),
    next_try_at: secondsOrNull(server.nextTryAt),
    sent_at: secondsOrNull(server.sentAt),
    dkim: {
      selector: server.dkimSelector,
      record: { type: 'TXT', name: recordNameOf(server), value: recordValueOf(server) },
      is_signing: server.dkimFoundAt !== null,
      failure: server.dkimFailure,
      checked_at: secondsOrNull(server.dkimCheckedAt),
    },
  }
}
