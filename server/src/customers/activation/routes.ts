import { EmailShape, TokenBody } from '#identity/credentials/fields.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import type { PublicCall } from '#kernel/context.ts'
import { seconds } from '#kernel/time/clock.ts'
import { confirmRegistration, register } from './actions.ts'
import { ActivatedShape, RegistrationBody } from './wire.ts'

const route = plainRoute<PublicCall>()
const tag = 'Activation'

export const publicRoutes = [
  route({
    method: 'POST',
    path: '/registration',
    tag,
    summary: 'Request the activation of an account',
    description:
      'Send the parts of the activation link, an email address and a password. A link in an email completes the activation; it works once, within 24 hours. ' +
      'Any wrong part of the activation link gets the same refusal.',
    body: RegistrationBody,
    reply: bare(EmailShape, 202),
    handle: async (call, { body }) => ({
      email: await register(call, {
        clientId: body.client_id,
        login: body.login,
        loginKey: body.login_key,
        email: body.email,
        password: body.password,
        ...(body.lang && { lang: body.lang }),
      }),
    }),
  }),
  route({
    method: 'POST',
    path: '/registration/confirm',
    tag,
    summary: 'Activate the account with the link from the email',
    body: TokenBody,
    reply: bare(ActivatedShape),
    handle: async (call, { body }) => {
      const { accountId, ack } = await confirmRegistration(call, body.token)
      return { account_id: accountId, ack: seconds(ack) }
    },
  }),
]
