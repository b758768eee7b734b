import Type from 'typebox'
import { exact, like } from '#kernel/api/fields.ts'
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

const Password = Type.String({ example: 'a quiet blue harbour', maxLength: 128, description: 'The current password.' })
const Done = Type.Object({ result: Type.Boolean() })

export const publicRoutes = [
  publicRoute({
    method: 'POST',
    path: '/password-resets',
    tag,
    summary: 'Request a password reset',
    description: 'The response is the same whether or not the address belongs to an account.',
    body: exact({ email: EmailInput }),
    reply: bare(EmailShape, 202),
    handle: async (call, { body }) => ({ email: await requestReset(call, body.email) }),
  }),
  publicRoute({
    method: 'POST',
    path: '/password-resets/confirm',
    tag,
    summary: 'Choose a new password with the link from the email',
    description: 'Signs the user out everywhere.',
    body: exact({
      token: Token,
      new_password: like(PasswordInput, 'a loud green mountain'),
      repeat_password: Type.String({ example: 'a loud green mountain' }),
    }),
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
    summary: 'Confirm a new email address with the link from the email',
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
    description: 'Signs the user out of all other sessions.',
    body: exact({
      password: Password,
      new_password: like(PasswordInput, 'a loud green mountain'),
      repeat_password: Type.String({ example: 'a loud green mountain' }),
    }),
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
    summary: 'Request a change of email address',
    description: 'A link is sent to the new address. The old address stays in use until the link is opened.',
    body: exact({ email: EmailInput, password: Password }),
    reply: bare(EmailShape, 202),
    handle: async (call, { body }) => ({ email: await requestEmailChange(call, body.email, body.password) }),
  }),
  route({
    method: 'POST',
    path: '/me/totp',
    operation,
    tag,
    summary: 'Start two-factor authentication',
    description: 'Returns a secret for an authenticator app. It takes effect once you confirm it with a code.',
    reply: bare(
      Type.Object({
        secret: Type.String({ example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', description: 'In base 32.' }),
        uri: Type.String({
          example:
            'otpauth://totp/tracking.example.com:office%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=tracking.example.com&digits=6&period=30',
          description: '`otpauth://…`',
        }),
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
    summary: 'Confirm two-factor authentication with a code',
    description: 'From now on, signing in requires a code from the app or a recovery code. Each code works once.',
    body: exact({ code: Type.String({ example: '492039', maxLength: 20 }) }),
    reply: bare(
      Type.Object({ recovery_codes: Type.Array(Type.String(), { example: ['k7m2q-x4twa', 'c5hzn-2rjeo'] }) }),
    ),
    handle: async (call, { body }) => ({ recovery_codes: await confirmFactor(call, { userId: call.user }, body.code) }),
  }),
  route({
    method: 'DELETE',
    path: '/me/totp',
    operation,
    tag,
    summary: 'Turn off two-factor authentication',
    body: exact({ password: Password }),
    reply: bare(Type.Null(), 204),
    handle: (call, { body }) => removeOwnFactor(call, body.password),
  }),
]
