import Type from 'typebox'
import { exact, like } from '#kernel/api/fields.ts'
import { listing, listParameters, uuidIds } from '#kernel/api/lists.ts'
import { bare, both, bothList, byUuid, plainRoute, route } from '#kernel/api/route.ts'
import type { PublicCall } from '#kernel/context.ts'
import { EmailInput, EmailShape } from '../credentials/fields.ts'
import { sessionToWire } from '../login/wire.ts'
import { changePerson, invitePerson, listTeam, removePerson, teamSorts } from './actions.ts'
import type { OperatorCall, PersonCall } from './call.ts'
import {
  acceptInvitation,
  beginOwnFactor,
  changePassword,
  confirmOwnFactor,
  confirmReset,
  removeOwnFactor,
  requestReset,
} from './credentials.ts'
import type { Person } from './person.ts'
import { changeMe, endSession, listSessions, readMe, signIn } from './sessions.ts'
import { createFirstOperator } from './set-up.ts'
import {
  ConsoleSessionShape,
  InviteBody,
  LinkBody,
  MePatch,
  MeShape,
  meToWire,
  OpenedShape,
  openedToWire,
  PasswordBody,
  PersonPatch,
  PersonShape,
  personToWire,
  SetUpBody,
  SignInBody,
  toOwnChange,
} from './wire.ts'

/** Pages get their session as a cookie, which http/scopes/console.ts writes. */
export interface ConsoleCookie {
  readonly agent: string | null
  /** Identifies the browser at its next sign-in. */
  readonly device: string | null
  setCookie(secret: string | null): void
}

const publicRoute = plainRoute<PublicCall & ConsoleCookie>()
const ownRoute = plainRoute<PersonCall & ConsoleCookie>()
const operatorRoute = plainRoute<OperatorCall>()
const sessions = 'Sessions'
const login = 'Login'
const Done = Type.Object({ result: Type.Boolean() })

export const publicRoutes = [
  publicRoute({
    method: 'POST',
    path: '/sessions',
    tag: sessions,
    summary: 'Sign in',
    description:
      'For members of a dealer’s team and of the platform’s team. The token works in both dialects of the person’s dealer, ' +
      '`/billing` and `/client/hardware`, as far as the role allows, or for `/operator`.',
    body: SignInBody,
    reply: bare(OpenedShape, 201),
    handle: async (call, { body }) => {
      const { login: address, password, code } = body
      const session = await signIn(call, { login: address, password, code, agent: call.agent, device: call.device })
      call.setCookie(session.token)
      return openedToWire(session)
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/reset',
    tag: login,
    summary: 'Request a password reset',
    description:
      'The response is the same whether or not the address belongs to an account. The link in the email is `/console#reset=…`.',
    body: exact({ email: EmailInput }),
    reply: bare(EmailShape, 202),
    handle: async (call, { body }) => ({ email: await requestReset(call, body.email) }),
  }),
  publicRoute({
    method: 'POST',
    path: '/reset/confirm',
    tag: login,
    summary: 'Choose a new password with the link from the email',
    description: 'Signs the person out everywhere.',
    body: LinkBody,
    reply: bare(Done),
    handle: async (call, { body }) => {
      await confirmReset(call, body.token, body.password)
      return { result: true }
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/invitations/accept',
    tag: login,
    summary: 'Accept an invitation with the link from the email',
    description: 'Sets the first password and signs in. The link in the email is `/console#invitation=…`.',
    body: LinkBody,
    reply: bare(OpenedShape, 201),
    handle: async (call, { body }) => {
      const session = await acceptInvitation(call, body.token, body.password, call)
      call.setCookie(session.token)
      return openedToWire(session)
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/setup',
    tag: login,
    summary: 'Create the first operator with the link from the log',
    description:
      'Answers 404 once there is an operator. Until then, each start prints the link `/operator#setup=…`. It works once, ' +
      'within a day, and signs in.',
    body: SetUpBody,
    reply: bare(like(OpenedShape, { kind: 'operator' }), 201),
    handle: async (call, { body: { token, name = '', ...given } }) => {
      const session = await createFirstOperator(call, token, { ...given, name }, call)
      call.setCookie(session.token)
      return openedToWire(session)
    },
  }),
]

export const consoleRoutes = [
  ownRoute({
    method: 'GET',
    path: '/me',
    tag: sessions,
    summary: 'Read the signed-in person with dealer and rights',
    reply: bare(MeShape),
    handle: async (call) => meToWire(await readMe(call)),
  }),
  ownRoute({
    method: 'PATCH',
    path: '/me',
    tag: login,
    summary: 'Choose your language, and how you read dates and times',
    description: 'For members of both teams. The console uses all of it; emails about the login use the language.',
    body: MePatch,
    reply: bare(MeShape),
    handle: async (call, { body }) => meToWire(await changeMe(call, toOwnChange(body))),
  }),
  ownRoute({
    method: 'GET',
    path: '/sessions',
    tag: sessions,
    summary: 'List sessions',
    reply: bare(Type.Array(ConsoleSessionShape)),
    handle: async (call) => (await listSessions(call)).map((one) => sessionToWire(one, call.session.id)),
  }),
  ownRoute({
    method: 'DELETE',
    path: '/sessions/current',
    tag: sessions,
    summary: 'Sign out',
    reply: bare(Type.Null(), 204),
    handle: async (call) => {
      await endSession(call, call.session.id)
      call.setCookie(null)
    },
  }),
  ownRoute({
    method: 'DELETE',
    path: '/sessions/:id',
    tag: sessions,
    summary: 'End a session',
    params: byUuid('session'),
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => endSession(call, params.id),
  }),
  ownRoute({
    method: 'PUT',
    path: '/password',
    tag: login,
    summary: 'Change the password',
    description: 'Signs the person out of all other sessions.',
    body: PasswordBody,
    reply: bare(Done),
    handle: async (call, { body }) => {
      await changePassword(call, body.current, body.password)
      return { result: true }
    },
  }),
  ownRoute({
    method: 'POST',
    path: '/totp',
    tag: login,
    summary: 'Start two-factor authentication',
    description: 'Returns a secret for an authenticator app. It takes effect once you confirm it with a code.',
    reply: bare(
      Type.Object({
        secret: Type.String({ example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', description: 'In base 32.' }),
        uri: Type.String({
          example:
            'otpauth://totp/tracking.example.com:anna%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=tracking.example.com&digits=6&period=30',
          description: '`otpauth://…`',
        }),
      }),
    ),
    handle: (call) => beginOwnFactor(call),
  }),
  ownRoute({
    method: 'PUT',
    path: '/totp',
    tag: login,
    summary: 'Confirm two-factor authentication with a code',
    description: 'From now on, signing in requires a code from the app or a recovery code. Each code works once.',
    body: exact({ code: Type.String({ example: '492039', maxLength: 20 }) }),
    reply: bare(
      Type.Object({ recovery_codes: Type.Array(Type.String(), { example: ['k7m2q-x4twa', 'c5hzn-2rjeo'] }) }),
    ),
    handle: async (call, { body }) => ({ recovery_codes: await confirmOwnFactor(call, body.code) }),
  }),
  ownRoute({
    method: 'DELETE',
    path: '/totp',
    tag: login,
    summary: 'Turn off two-factor authentication',
    body: exact({
      password: Type.String({ example: 'a loud green mountain', maxLength: 128, description: 'The current password.' }),
    }),
    reply: bare(Type.Null(), 204),
    handle: (call, { body }) => removeOwnFactor(call, body.password),
  }),
]

export const operatorRoutes = [
  operatorRoute({
    method: 'GET',
    path: '/me',
    tag: sessions,
    summary: 'Read the signed-in person',
    reply: bare(MeShape),
    handle: async (call) => meToWire(await readMe(call)),
  }),
]

const tag = 'Team'
const person = byUuid('person')

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/staff',
    tag,
    summary: 'List the team members',
    query: exact(listParameters),
    replies: bothList(PersonShape),
    handle: (call, { query }) => {
      const ids = uuidIds(query.ids)
      return listing<Person>({ sorts: teamSorts, read: (page) => listTeam(call, ids, page), toWire: personToWire })
    },
  }),
  route({
    method: 'POST',
    path: '/staff',
    right: 'team',
    tag,
    summary: 'Invite a person to the team',
    description:
      'The person gets an email with a link that works once, within 7 days. Inviting a pending person again sends a new link. ' +
      'An address can belong to only one person in one team of the installation. Only owners can invite owners, not access tokens.',
    body: InviteBody,
    replies: both(PersonShape, 201),
    handle: async (call, { body }) =>
      personToWire(await invitePerson(call, { ...body, name: body.name ?? body.email.trim() })),
  }),
  route({
    method: 'PATCH',
    path: '/staff/:id',
    right: 'team',
    tag,
    summary: 'Change the name, role or access of a person',
    description:
      'A new role, or `enabled` false, ends the sessions and support sessions of the person at once. The last owner must stay an owner.',
    params: person,
    body: PersonPatch,
    replies: both(PersonShape),
    handle: async (call, { params, body }) => personToWire(await changePerson(call, params.id, body)),
  }),
  route({
    method: 'DELETE',
    path: '/staff/:id',
    right: 'team',
    tag,
    summary: 'Remove a person from the team',
    description:
      'Ends the sessions and support sessions of the person at once. The address can be used again. The last owner cannot be removed.',
    params: person,
    replies: both(Type.String()),
    handle: async (call, { params }) => {
      await removePerson(call, params.id)
      return params.id
    },
  }),
]
