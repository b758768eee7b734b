import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import { EmailShape, TokenBody } from '#identity/credentials/fields.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { exact, timeInput } from '#kernel/api/fields.ts'
import { listing, listParameters, numberIds } from '#kernel/api/lists.ts'
import { bare, bareList, byNumber, byUuid, route as dealerRoute, plainRoute } from '#kernel/api/route.ts'
import { type AccountEntry, auditSorts, listAccountChanges } from '#kernel/audit/actions.ts'
import type { PublicCall } from '#kernel/context.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import {
  acceptInvitation,
  changePerson,
  invitePerson,
  readInvitation,
  readPeople,
  readPeopleOf,
  removePerson,
  resendInvitation,
  withdrawInvitation,
} from './actions.ts'
import {
  AcceptanceBody,
  AccountEntryShape,
  AccountPersonShape,
  accountPersonToWire,
  InvitationBody,
  invitationToWire,
  OpenInvitationShape,
  PeopleShape,
  PersonBody,
  PersonInvitationShape,
  PersonShape,
  personToWire,
  toLists,
  toPersonChange,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const publicRoute = plainRoute<PublicCall>()
const people = { tag: 'People', operation: 'client.manage-people' } as const
const person = byUuid('person')
const invitation = byUuid('invitation')

export const publicRoutes = [
  publicRoute({
    method: 'POST',
    path: '/people/invitations/read',
    tag: people.tag,
    summary: 'Read the invitation behind a link',
    body: TokenBody,
    reply: bare(OpenInvitationShape),
    handle: async (call, { body }) => {
      const found = await readInvitation(call, body.token)
      return { ...found, account: found.title }
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/people/invitations/accept',
    tag: people.tag,
    summary: 'Accept an invitation with a username and a password',
    description: 'Then sign in with the email address of the invitation. The link works once.',
    body: AcceptanceBody,
    reply: bare(EmailShape, 201),
    handle: (call, { body }) => acceptInvitation(call, body),
  }),
]

const actorKinds: Readonly<Record<string, string>> = {
  client: 'person',
  visitor: 'support',
  token: 'provider',
  staff: 'provider',
}

const entryToWire = (entry: AccountEntry) => ({
  ...entry,
  actor: { kind: actorKinds[entry.actorKind] ?? 'platform', name: entry.actorName },
  subject: entry.subjectId,
})

export const clientRoutes = [
  route({
    ...people,
    method: 'GET',
    path: '/people',
    summary: 'List the people of the account and those invited',
    reply: bare(PeopleShape),
    handle: async (call) => {
      const all = await readPeople(call)
      return { ...all, people: all.people.map(personToWire), invitations: all.invitations.map(invitationToWire) }
    },
  }),
  route({
    ...people,
    method: 'POST',
    path: '/people/invitations',
    summary: 'Invite a person by email',
    description: 'Empty lists mean everything, except for a driver. The link in the email works once, within 7 days.',
    body: InvitationBody,
    reply: bare(PersonInvitationShape, 201),
    handle: async (call, { body: { email, role, lang = null, ...lists } }) =>
      invitationToWire(await invitePerson(call, { email, role, lang, ...toLists(lists) })),
  }),
  route({
    ...people,
    method: 'POST',
    path: '/people/invitations/:id/resend',
    summary: 'Send an invitation again',
    description: 'The previous link no longer works.',
    params: invitation,
    reply: bare(PersonInvitationShape),
    handle: async (call, { params }) => invitationToWire(await resendInvitation(call, params.id)),
  }),
  route({
    ...people,
    method: 'DELETE',
    path: '/people/invitations/:id',
    summary: 'Withdraw an invitation',
    params: invitation,
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => withdrawInvitation(call, params.id),
  }),
  route({
    ...people,
    method: 'DELETE',
    path: '/people/current',
    operation: 'client.manage-self',
    summary: 'Leave the account',
    description: 'Not for the last owner.',
    reply: bare(Type.Null(), 204),
    handle: (call) => removePerson(call, call.user),
  }),
  route({
    ...people,
    method: 'PATCH',
    path: '/people/:id',
    summary: 'Change a person’s role or what the person sees',
    description: 'A list replaces the previous one; a list that is left out stays. The last owner stays an owner.',
    params: person,
    body: PersonBody,
    reply: bare(PersonShape),
    handle: async (call, { params, body }) => personToWire(await changePerson(call, params.id, toPersonChange(body))),
  }),
  route({
    ...people,
    method: 'DELETE',
    path: '/people/:id',
    summary: 'Remove a person',
    description: 'Ends the person’s sessions at once. Not for the last owner.',
    params: person,
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => removePerson(call, params.id),
  }),
  route({
    ...people,
    method: 'GET',
    path: '/audit',
    summary: 'List what was done in the account: who, what and when',
    description: 'Oldest first; `sort=-id` returns the newest first. How other people sign in is left out.',
    query: exact({
      ...listParameters,
      from: Type.Optional(timeInput('Not older than this, in unix seconds.')),
      to: Type.Optional(timeInput('Not newer than this, in unix seconds.')),
    }),
    reply: bareList(AccountEntryShape),
    handle: async (call, { query: { ids, from, to } }) => {
      const filter = {
        ids: numberIds(ids),
        ...{ accountId: call.account, userId: call.user },
        from: from === undefined ? undefined : fromSeconds(from),
        to: to === undefined ? undefined : fromSeconds(to),
      }
      const read = (page: Parameters<typeof listAccountChanges>[2]) => listAccountChanges(call, filter, page)
      return listing<AccountEntry>({ sorts: auditSorts, read, toWire: entryToWire })
    },
  }),
]

const replies = bare(Type.Array(AccountPersonShape))

export const consoleAccountRoutes = [
  dealerRoute({
    method: 'GET',
    path: '/:id/people',
    tag: 'Accounts',
    summary: 'List the people of an account',
    description: 'With their roles. Not for accounts that belong to their client.',
    params: byNumber('account'),
    replies: { provider: replies, partner: replies },
    handle: async (call, { params }) => (await readPeopleOf(call, params.id)).map(accountPersonToWire),
  }),
]
