import Type from 'typebox'
import { listing, listParameters, uuidIds } from '#kernel/api/lists.ts'
import { bare, bareList, byUuid, data, dataList, plainRoute, route } from '#kernel/api/route.ts'
import type { PublicCall } from '#kernel/context.ts'
import { EmailInput, EmailShape } from '../credentials/fields.ts'
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
import { endSession, listSessions, readMe, signIn } from './sessions.ts'
import {
  ConsoleSessionShape,
  InviteBody,
  LinkBody,
  MeShape,
  meToWire,
  OpenedShape,
  openedToWire,
  PasswordBody,
  PersonPatch,
  PersonShape,
  personToWire,
  SignInBody,
  sessionToWire,
} from './wire.ts'

/** A page gets its session as a cookie, which only http/console.ts knows how to write. */
export interface ConsoleCookie {
  readonly agent: string | null
  /** By what the browser is known at its next login. */
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
      'For people of a dealer’s team and of the platform’s own. The token opens both dialects of the person’s own dealer, ' +
      '`/billing` and `/client/hardware` as far as the role goes, or `/operator`.',
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
    summary: 'Ask for a link to choose a new password',
    description:
      'The answer is the same whether the address belongs to anybody or not. The link of the mail is `/console#reset=…`.',
    body: Type.Object({ email: EmailInput }, { additionalProperties: false }),
    reply: bare(EmailShape, 202),
    handle: async (call, { body }) => ({ email: await requestReset(call, body.email) }),
  }),
  publicRoute({
    method: 'POST',
    path: '/reset/confirm',
    tag: login,
    summary: 'Choose a new password with the link of the mail',
    description: 'Ends all sessions of the person.',
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
    summary: 'Accept an invitation with the link of the mail',
    description: 'Chooses the first password and signs in. The link of the mail is `/console#invitation=…`.',
    body: LinkBody,
    reply: bare(OpenedShape, 201),
    handle: async (call, { body }) => {
      const session = await acceptInvitation(call, body.token, body.password, call)
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
    summary: 'Read who is signed in, with its dealer and rights',
    reply: bare(MeShape),
    handle: async (call) => meToWire(await readMe(call)),
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
    description: 'All other sessions of the person end.',
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
    summary: 'Begin a second factor',
    description: 'A secret for an authenticator application. It counts once a code of it was sent.',
    reply: bare(
      Type.Object({
        secret: Type.String({ description: 'In base 32.' }),
        uri: Type.String({ description: '`otpauth://…`' }),
      }),
    ),
    handle: (call) => beginOwnFactor(call),
  }),
  ownRoute({
    method: 'PUT',
    path: '/totp',
    tag: login,
    summary: 'Confirm the second factor with a code',
    description: 'From now on signing in needs a code, or one of the recovery codes, each of which works once.',
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }, { additionalProperties: false }),
    reply: bare(Type.Object({ recovery_codes: Type.Array(Type.String()) })),
    handle: async (call, { body }) => ({ recovery_codes: await confirmOwnFactor(call, body.code) }),
  }),
  ownRoute({
    method: 'DELETE',
    path: '/totp',
    tag: login,
    summary: 'Remove the second factor',
    body: Type.Object(
      { password: Type.String({ maxLength: 128, description: 'The present one.' }) },
      { additionalProperties: false },
    ),
    reply: bare(Type.Null(), 204),
    handle: (call, { body }) => removeOwnFactor(call, body.password),
  }),
]

export const operatorRoutes = [
  operatorRoute({
    method: 'GET',
    path: '/me',
    tag: sessions,
    summary: 'Read who is signed in',
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
    summary: 'List the people of the team',
    query: Type.Object(listParameters, { additionalProperties: false }),
    replies: { provider: bareList(PersonShape), partner: dataList(PersonShape) },
    handle: (call, { query }) => {
      const ids = uuidIds(query.ids)
      return listing<Person>({ sorts: teamSorts, read: (page) => listTeam(call, ids, page), toWire: personToWire })
    },
  }),
  route({
    method: 'POST',
    path: '/staff',
    tag,
    summary: 'Invite somebody to the team',
    description:
      'A mail brings a link that works once, within 7 days. Whoever was invited before and has not come gets a new one. ' +
      'An address is one person of one team in the whole installation. Owners are invited by owners, not with an access token.',
    body: InviteBody,
    replies: { provider: bare(PersonShape, 201), partner: data(PersonShape, 201) },
    handle: async (call, { body }) =>
      personToWire(await invitePerson(call, { ...body, name: body.name ?? body.email.trim() })),
  }),
  route({
    method: 'PATCH',
    path: '/staff/:id',
    tag,
    summary: 'Change the name or the role of a person, or let it in or not',
    description:
      'Another role, and `enabled` false, end the person’s sessions and visits at once. The last owner stays one.',
    params: person,
    body: PersonPatch,
    replies: { provider: bare(PersonShape), partner: data(PersonShape) },
    handle: async (call, { params, body }) => personToWire(await changePerson(call, params.id, body)),
  }),
  route({
    method: 'DELETE',
    path: '/staff/:id',
    tag,
    summary: 'Remove a person from the team',
    description: 'Its sessions and visits end at once, and its address is free again. The last owner cannot go.',
    params: person,
    replies: { provider: bare(Type.String()), partner: data(Type.String()) },
    handle: async (call, { params }) => {
      await removePerson(call, params.id)
      return params.id
    },
  }),
]
