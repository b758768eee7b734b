/** The staff of dealers and of the platform: invited, changed, removed. */

import type { Page } from '#kernel/api/lists.ts'
import { asOperator, operator, recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, notFound, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { emailProblems } from '../login/actions.ts'
import { makeLink, withdrawLinks } from '../one-time-links/actions.ts'
import { endSupportSessionsOfPerson } from '../sessions/actions.ts'
import { staffMail } from './mail.ts'
import { isWorkingOwner, type Person, statusOf } from './person.ts'
import type { Role, TeamRole } from './right.ts'
import * as store from './store.ts'

export { findSession as findPersonSession, refuseSuspended } from './sessions.ts'

export const teamSorts = store.sorts
export const listTeam = (call: Call, ids: readonly string[] | undefined, page: Page): Promise<Person[]> =>
  store.list(call.db, call.dealer, ids, page)

export interface NewPerson {
  readonly email: string
  readonly name: string
  readonly role: TeamRole
}

/** A person with a pending invitation gets a new link. */
export async function invitePerson(caller: Call, given: NewPerson): Promise<Person> {
  const invited = { ...given, email: given.email.trim() }
  return inTransaction(caller, async (call) => {
    requireOwnerFor(call, invited.role)
    call.validate(emailProblems('email', invited.email))
    const { person } = await invite(call, call.dealer, invited)
    return person
  })
}

/** How the operator creates a dealer's first owner; the operator sees the link as well. */
export const inviteByOperator = (
  context: Context,
  dealer: number,
  invited: NewPerson,
): Promise<{ person: Person; url: string }> =>
  inTransaction(asOperator(context, 'staff invite'), async (ctx) => {
    if (!(await store.findDealer(ctx.db, dealer))) notFound('dealer')
    return invite(ctx, dealer, invited)
  })

async function invite(
  ctx: ActorContext,
  dealerId: number,
  invited: NewPerson,
): Promise<{ person: Person; url: string }> {
  // Locked first: someone who accepts at this moment would get the new role, even the last owner.
  await store.teamForUpdate(ctx.db, dealerId)
  const known = await store.findByEmail(ctx.db, invited.email)
  const isComing = known?.dealerId === dealerId && statusOf(known) === 'invited'
  if (known && !isComing) return conflict('Someone already signs in with this address. Choose another.', 'email')
  requireOwnerFor(ctx, known?.role)
  if (!(await mayMail(ctx, invited.email, dealerId))) {
    return refuse('REQUESTS_EXCEEDED', 'An invitation was just sent to this address. Try again in a minute.')
  }
  if (known) await store.save(ctx.db, known.id, { name: invited.name, role: invited.role }, ctx.clock.now())
  const personId = known?.id ?? (await insert(ctx, { ...invited, dealerId, passwordHash: null }))
  const person = (await store.find(ctx.db, personId)) as Person
  const url = await invitationFor(ctx, person)
  const dealer = await store.findDealer(ctx.db, dealerId)
  await postMail(ctx, {
    ...staffMail('invited', { url, team: dealer?.name ?? '', lang: person.lang ?? (await languageOfCaller(ctx)) }),
    to: person.email,
    dealer: dealerId,
    isAsked: true,
  })
  await recordChange(ctx, { dealer: dealerId, action: 'staff.invite', subject: personId, after: auditPart(person) })
  return { person, url }
}

/** The person who invites knows which language the team reads. */
async function languageOfCaller({ db, actor }: ActorContext): Promise<string | null> {
  return actor.kind === 'staff' && actor.id ? ((await store.find(db, actor.id))?.lang ?? null) : null
}

async function insert(ctx: Context, person: Omit<store.PersonRow, 'id'>): Promise<string> {
  const now = ctx.clock.now()
  const id = uuidv7(now)
  try {
    await store.insert(ctx.db, { id, ...person }, now)
  } catch (error) {
    if (brokenRule(error) === 'staff_email') {
      conflict('Someone already signs in with this address. Choose another.', 'email')
    }
    throw error
  }
  return id
}

/** In the fragment, the secret reaches no server, log or referrer. */
export const consoleUrl = (
  { config }: Pick<Context, 'config'>,
  purpose: 'invitation' | 'reset',
  secret: string,
): string => `${config.publicUrl}/console#${purpose}=${secret}`

async function invitationFor(ctx: Context, { id, email }: Person): Promise<string> {
  const secret = await makeLink(ctx, { personId: id }, { purpose: 'invitation', email })
  return consoleUrl(ctx, 'invitation', secret)
}

/** What the audit log shows about a person. */
const auditPart = ({ role, name, email, disabledAt }: Person) => ({ role, name, email, disabled: disabledAt !== null })

/** A member of the platform's staff. Without a password, it returns a link to choose one. */
export const createOperator = (
  context: Context,
  given: { readonly email: string; readonly name: string; readonly password?: string },
): Promise<{ personId: string; url: string | undefined }> =>
  createPerson(context, operator('operator create'), { ...given, dealerId: null, role: 'operator' })

/** The addresses of the platform's staff, with their languages. */
export const operatorAddresses = ({ db }: Pick<Context, 'db'>) => store.operatorAddresses(db)

/** Without an email or an invitation: for the operator's command line and for the demo. */
export const createPerson = (
  context: Context,
  actor: ActorContext['actor'],
  { password, ...given }: Omit<store.PersonRow, 'id' | 'passwordHash'> & { readonly password?: string },
): Promise<{ personId: string; url: string | undefined }> =>
  inTransaction({ ...context, actor }, async (ctx) => {
    const passwordHash = password === undefined ? null : await ctx.vault.hashSecret(password)
    const personId = await insert(ctx, { ...given, passwordHash })
    const person = (await store.find(ctx.db, personId)) as Person
    await recordChange(ctx, {
      dealer: given.dealerId,
      action: 'staff.create',
      subject: personId,
      after: auditPart(person),
    })
    return { personId, url: passwordHash === null ? await invitationFor(ctx, person) : undefined }
  })

export interface PersonUpdate {
  readonly name?: string
  readonly role?: TeamRole
  readonly enabled?: boolean
}

/** Changes the role or disables the person; sessions and support sessions end at once. */
export const changePerson = (caller: Call, id: string, { enabled, ...change }: PersonUpdate): Promise<Person> =>
  inTransaction(caller, async (call) => {
    const { team, person } = await findInTeam(call, id)
    requireOwnerFor(call, person.role, change.role)
    call.validate()
    const isEnabled = person.disabledAt === null
    const update = {
      ...(change.name !== undefined && change.name !== person.name && { name: change.name }),
      ...(change.role !== undefined && change.role !== person.role && { role: change.role }),
      ...(enabled !== undefined && enabled !== isEnabled && { disabledAt: enabled ? null : call.clock.now() }),
    }
    if (Object.keys(update).length === 0) return person
    const after = { ...person, ...update }
    requireRemainingOwner(team, person, after)
    await store.save(call.db, id, update, call.clock.now())
    if ('role' in update || 'disabledAt' in update) await endSessionsOf(call, id)
    await recordChange(call, {
      action: 'staff.change',
      subject: id,
      before: auditPart(person),
      after: auditPart(after),
    })
    return after
  })

/** The row stays so that the audit log can show the name; the address is free again. */
export const removePerson = (caller: Call, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const { team, person } = await findInTeam(call, id)
    requireOwnerFor(call, person.role)
    call.validate()
    requireRemainingOwner(team, person, undefined)
    await store.save(call.db, id, { removedAt: call.clock.now() }, call.clock.now())
    await endSessionsOf(call, id)
    await withdrawLinks(call, { personId: id }, 'invitation', 'staff-password')
    await recordChange(call, { action: 'staff.remove', subject: id, before: auditPart(person) })
  })

async function findInTeam(call: Call, id: string): Promise<{ team: readonly Person[]; person: Person }> {
  const team = await store.teamForUpdate(call.db, call.dealer)
  return { team, person: team.find((one) => one.id === id) ?? notFound('person') }
}

/** A leaked token must not create an owner who outlives it. */
function requireOwnerFor({ actor }: ActorContext, ...roles: readonly (Role | undefined)[]): void {
  if (actor.kind === 'token' && roles.includes('owner')) {
    forbidden('Only an owner in the console can add or change owners. Ask an owner.')
  }
}

function requireRemainingOwner(team: readonly Person[], before: Person, after: Person | undefined): void {
  if (!isWorkingOwner(before) || (after && isWorkingOwner(after))) return
  if (!team.some((one) => one.id !== before.id && isWorkingOwner(one))) {
    conflict('This is the last owner of the team. Make someone else an owner first.')
  }
}

async function endSessionsOf(call: Call, personId: string): Promise<void> {
  await store.removeSessionsOf(call.db, personId)
  await endSupportSessionsOfPerson(call, personId)
}
