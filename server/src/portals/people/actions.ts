/** The people of an account: invited by email, given a role and an access list, removed (docs/decisions/0063). */
import { largestLimit, readAccount } from '#customers/accounts/actions.ts'
import { requireAccess } from '#identity/access/access.ts'
import type { ClientRole } from '#identity/access/role.ts'
import { emailProblems } from '#identity/login/actions.ts'
import { weakProblems } from '#identity/login/password.ts'
import { requireKnown } from '#identity/one-time-links/actions.ts'
import { linkHash, newLinkSecret } from '#identity/one-time-links/one-time-link.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { addPerson, findPerson, listPeople, removePerson as remove, savePerson } from '#identity/users/people.ts'
import type { Person } from '#identity/users/user.ts'
import { listGeofences } from '#insights/geofences/actions.ts'
import { requireOwnScope } from '#insights/groups/actions.ts'
import type { AppId } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { asClient, type Call, type Context, isServedAt, type PublicCall } from '#kernel/context.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { invitedMail } from './mail.ts'
import {
  type Invitation,
  invitationSeconds,
  keptSeconds,
  type Lists,
  limitsAfter,
  listProblems,
  noLists,
} from './person.ts'
import * as store from './store.ts'

export interface ListedPerson extends Person {
  readonly lists: Lists
}

export interface People {
  readonly people: readonly ListedPerson[]
  readonly invitations: readonly Invitation[]
  /** How many the plan allows, including invited people. */
  readonly limit: number
}

export async function readPeople(call: ClientCall): Promise<People> {
  const lists = await store.listLists(call.db, call.account)
  const people = await listPeople(call, call.account)
  return {
    people: people.map((person) => ({ ...person, lists: lists.get(person.id) ?? noLists })),
    invitations: await store.listInvitations(call.db, call.account),
    limit: await largestLimit(call, 'user'),
  }
}

/** For the account's dealer. Only the client knows who has access to an owned account. */
export async function readPeopleOf(call: Call, accountId: number): Promise<Person[]> {
  requireAccess('users.view-people', await readAccount(call, accountId))
  return listPeople(call, accountId)
}

/** Given ids must be the account's own; a foreign one and a missing one get the same answer. */
async function requireOwnLists(call: ClientCall, { geofenceIds = [], ...scope }: Partial<Lists>): Promise<void> {
  await requireOwnScope(call, scope)
  const known = geofenceIds.length === 0 ? [] : await listGeofences(call)
  if (geofenceIds.some((id) => !known.some((geofence) => geofence.id === id))) notFound('geofence')
}

export interface NewInvitation extends Partial<Lists> {
  readonly email: string
  readonly role: ClientRole
  readonly lang: string | null
}

export const invitePerson = (caller: ClientCall, { email: given, role, lang, ...lists }: NewInvitation) =>
  inTransaction(caller, async (call) => {
    const email = given.trim()
    await requireOwnLists(call, lists)
    call.validate([...emailProblems('email', email), ...listProblems(role, lists)])
    await lockAccount(call.db, call.account)
    const { people, invitations, limit } = await readPeople(call)
    const isSame = (one: { readonly email: string | null }) => one.email?.toLowerCase() === email.toLowerCase()
    if (people.some(isSame)) conflict('This person is already in your account. Choose another address.', 'email')
    if (invitations.some(isSame)) conflict('This address is already invited. Send the invitation again.', 'email')
    const now = call.clock.now()
    const waiting = invitations.filter(({ expiresAt }) => expiresAt > now)
    requireRoom(people.length + waiting.length, limit)
    const row: Invitation = {
      ...{ id: uuidv7(now), accountId: call.account, email, role, lang, lists: { ...noLists, ...lists } },
      ...{ createdAt: now, expiresAt: until(now) },
    }
    const secret = newLinkSecret()
    await store.insertInvitation(call.db, row, linkHash(secret))
    await sendInvitation(call, row, secret)
    const { accountId: _, lists: listed, ...after } = row
    await recordChange(call, {
      action: 'people.invite',
      subject: row.id,
      after: { ...after, ...listed },
    })
    return row
  })

const until = (now: Date) => new Date(now.getTime() + invitationSeconds * 1000)

function requireRoom(used: number, limit: number): void {
  if (used < limit) return
  const many = limit === 1 ? 'one person' : `${limit} people`
  refuse('QUOTA_EXCEEDED', `Your plan is for ${many}, including those you invited. Remove someone first.`)
}

/** In the fragment, the secret reaches no server, log or referrer. */
async function sendInvitation(call: ClientCall, { email, lang }: Invitation, secret: string): Promise<void> {
  if (!(await mayMail(call, email, call.dealer))) {
    refuse('REQUESTS_EXCEEDED', 'An invitation was just sent to this address. Try again in a minute.')
  }
  const { title } = await readAccount(call, call.account)
  const url = `${loginUrlOf(call, call.dealer)}/join#token=${secret}`
  const mail = invitedMail({ lang, account: title, url })
  const sender = { dealer: call.dealer, inNameOf: call.dealer, carriesSecret: true }
  await postMail(call, { ...mail, ...sender, to: email, isAsked: true })
}

/** The previous link no longer works. */
export const resendInvitation = (caller: ClientCall, id: string): Promise<Invitation> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = (await store.findInvitation(call.db, call.account, id)) ?? notFound('invitation')
    const now = call.clock.now()
    if (before.expiresAt <= now) {
      const { people, invitations, limit } = await readPeople(call)
      requireRoom(people.length + invitations.filter(({ expiresAt }) => expiresAt > now).length, limit)
    }
    const secret = newLinkSecret()
    await store.renewInvitation(call.db, id, linkHash(secret), until(now))
    await sendInvitation(call, before, secret)
    const { email } = before
    await recordChange(call, { action: 'people.resend', subject: id, after: { email } })
    return { ...before, expiresAt: until(now) }
  })

export const withdrawInvitation = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const { email, role } = (await store.findInvitation(call.db, call.account, id)) ?? notFound('invitation')
    await store.removeInvitation(call.db, id)
    const before = { email, role }
    await recordChange(call, { action: 'people.withdraw', subject: id, before })
  })

export interface PersonChange extends Partial<Lists> {
  readonly role?: ClientRole
}

/** Applies to the next request, and to open streams at once. */
export const changePerson = (caller: ClientCall, id: string, change: PersonChange): Promise<ListedPerson> =>
  inTransaction(caller, async (call) => {
    const { people, person } = await findPerson(call, call.account, id)
    const { role = person.role, ...given } = change
    await requireOwnLists(call, given)
    call.validate(listProblems(role, given))
    const before = (await readPeople(call)).people.find((one) => one.id === id) as ListedPerson
    const lists = role === 'owner' ? noLists : given
    await store.saveLists(call.db, call.account, id, lists)
    const after = await savePerson(call, people, person, { role, ...limitsAfter(role, lists, before) })
    const listed = { ...after, lists: { ...before.lists, ...lists } }
    await recordChange(call, {
      action: 'people.change',
      subject: id,
      ...{ before: auditPart(before), after: auditPart(listed) },
    })
    return listed
  })

const auditPart = ({ name, email, role, lists }: ListedPerson) => ({ name, email, role, ...lists })

/** The name stays in the audit log, which shows what this person did. */
export const removePerson = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const { people, person } = await findPerson(call, call.account, id)
    await remove(call, people, person)
    const { name, email, role } = person
    await recordChange(call, {
      action: id === call.user ? 'people.leave' : 'people.remove',
      ...{ subject: id, before: { name, email, role } },
    })
  })

const staleLink =
  'This invitation is no longer valid. A link works once within 7 days, and a newer one replaces it. Ask for a new one.'

/** A miss is counted; an existing link works however many misses there were. */
async function requireOpen(call: PublicCall, token: string): Promise<store.OpenInvitation> {
  const found = await store.findOpen(call.db, linkHash(token), call.clock.now())
  return found && isServedAt(call.site, found.dealerId) ? found : requireKnown(call, staleLink)
}

export async function readInvitation(call: PublicCall, token: string): Promise<store.OpenInvitation> {
  call.validate()
  return requireOpen(call, token)
}

export interface Acceptance {
  readonly token: string
  readonly username: string
  readonly password: string
}

/** The link has proved the address. */
export async function acceptInvitation(caller: PublicCall, { token, username, password }: Acceptance) {
  caller.validate()
  const { email, accountId } = await requireOpen(caller, token)
  caller.validate(weakProblems('password', password, email, username))
  const passwordHash = await caller.vault.hashSecret(password)
  return inTransaction(caller, async (ctx) => {
    // Before anything is read: the account may be moving to another dealer.
    await lockAccount(ctx.db, accountId)
    const { id, dealerId, role, lists, lang, regApps } = await requireOpen(ctx, token)
    if (!(await store.removeInvitation(ctx.db, id))) refuse('FAILED_VALIDATION', staleLink)
    const call = { ...ctx, account: accountId, dealer: dealerId, apps: regApps as AppId[] }
    requireRoom((await listPeople(ctx, accountId)).length, await largestLimit(call, 'user'))
    const limits = limitsAfter(role, lists)
    const person = await addPerson(ctx, dealerId, accountId, {
      ...{ name: username, email, passwordHash, role, lang },
      ...limits,
    })
    await store.saveLists(ctx.db, accountId, person.id, lists)
    await recordChange(asClient(ctx, person.id, accountId), {
      ...{ dealer: dealerId, action: 'people.join', subject: person.id },
      after: auditPart({ ...person, lists }),
    })
    return person
  })
}

export const forgetInvitations = ({ db, clock }: Pick<Context, 'db' | 'clock'>, most: number): Promise<number> =>
  store.removeInvitationsBefore(db, new Date(clock.now().getTime() - keptSeconds * 1000), most)
