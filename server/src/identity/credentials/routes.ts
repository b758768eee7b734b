import Type from 'typebox'
import { bare, plainRoute } from '#kernel/api/route.ts'
import type { PublicCall } from '#kernel/context.ts'
import type { Operation } from '../access/access.ts'
import type { ClientCall } from '../sessions/call.ts'
import { beginFactor, confirmFactor } from '../two-factor/actions.ts'
import { readUser } from '../users/actions.ts'
import {
  changePassword,
  confirmEmail,
  confirmReset,
  removeOwnFactor,
  requestEmailChange,
  requestReset,
} from './actions.ts'
import { EmailInput, EmailShape, PasswordInput, Token, TokenBody } from './fields.ts'

const route = plainRoute<ClientCall, Operation>()
const publicRoute = plainRoute<PublicCall>()
const tag = 'Login'
const operation = 'client.manage-self'

const Password = Type.String({ maxLength: 128, description: 'The present one.' })
const Done = Type.Object({ result: Type.Boolean() })

export const publicRoutes = [
  publicRoute({
    method: 'POST',
    path: '/password-resets',
    tag,
    summary: 'Ask for a link to choose a new password',
    description: 'The answer is the same whether the address belongs to anybody or not.',
    body: Type.Object({ email: EmailInput }, { additionalProperties: false }),
    reply: bare(EmailShape, 202),
    handle: async (call, { body }) => ({ email: await requestReset(call, body.email) }),
  }),
  publicRoute({
    method: 'POST',
    path: '/password-resets/confirm',
    tag,
    summary: 'Choose a new password with the link of the mail',
    description: 'Ends all sessions of the user.',
    body: Type.Object(
      { token: Token, new_password: PasswordInput, repeat_password: Type.String() },
      { additionalProperties: false },
    ),
    reply: bare(Done),
    handle: async (call, { body }) => {
      const { token, new_password: newPassword, repeat_password: repeatPassword } = body
      await confirmReset(call, { token, newPassword, repeatPassword })
      return { result: true }
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/email/confirm',
    tag,
    summary: 'Confirm a new e-mail address with the link of the mail',
    body: TokenBody,
    reply: bare(EmailShape),
    handle: async (call, { body }) => ({ email: await confirmEmail(call, body.token) }),
  }),
]

export const clientRoutes = [
  route({
    method: 'PUT',
    path: '/me/password',
    operation,
    tag,
    summary: 'Change the password',
    description: 'All other sessions of the user end.',
    body: Type.Object(
      { password: Password, new_password: PasswordInput, repeat_password: Type.String() },
      { additionalProperties: false },
    ),
    reply: bare(Done),
    handle: async (call, { body }) => {
      const { password, new_password: newPassword, repeat_password: repeatPassword } = body
      await changePassword(call, { password, newPassword, repeatPassword })
      return { result: true }
    },
  }),
  route({
    method: 'PUT',
    path: '/me/email',
    operation,
    tag,
    summary: 'Ask for another e-mail address',
    description: 'A link goes to the new address; until it is followed, the old one counts.',
    body: Type.Object({ email: EmailInput, password: Password }, { additionalProperties: false }),
    reply: bare(EmailShape, 202),
    handle: async (call, { body }) => ({ email: await requestEmailChange(call, body.email, body.password) }),
  }),
  route({
    method: 'POST',
    path: '/me/totp',
    operation,
    tag,
    summary: 'Begin a second factor',
    description: 'A secret for an authenticator application. It counts once a code of it was sent.',
    reply: bare(
      Type.Object({
        secret: Type.String({ description: 'In base 32.' }),
        uri: Type.String({ description: '`otpauth://…`' }),
      }),
    ),
    handle: async (call) => {
      const user = await readUser(call, call.user)
      return beginFactor(call, { userId: call.user }, user.email ?? user.name)
    },
  }),
  route({
    method: 'PUT',
    path: '/me/totp',
    operation,
    tag,
    summary: 'Confirm the second factor with a code',
    description: 'From now on a login needs a code, or one of the recovery codes, each of which works once.',
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }, { additionalProperties: false }),
    reply: bare(Type.Object({ recovery_codes: Type.Array(Type.String()) })),
    handle: async (call, { body }) => ({ recovery_codes: await confirmFactor(call, { userId: call.user }, body.code) }),
  }),
  route({
    method: 'DELETE',
    path: '/me/totp',
    operation,
    tag,
    summary: 'Remove the second factor',
    body: Type.Object({ password: Password }, { additionalProperties: false }),
    reply: bare(Type.Null(), 204),
    handle: (call, { body }) => removeOwnFactor(call, body.password),
  }),
]
