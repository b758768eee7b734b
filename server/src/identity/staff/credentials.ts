/** Credentials of staff: the password, two-factor authentication, and the reset of a forgotten password. */
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context, PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { refuse } from '#kernel/errors.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import * as login from '../login/actions.ts'
import { type Browser, refusePassword, requirePassword } from '../login/actions.ts'
import { weakProblems } from '../login/password.ts'
import { staffRealm } from '../login/realm.ts'
import { reopen } from '../login-throttle/actions.ts'
import { throttleKey } from '../login-throttle/throttle.ts'
import { followLink, makeLink, requireLink, withdrawLinks } from '../one-time-links/actions.ts'
import type { LinkPurpose } from '../one-time-links/one-time-link.ts'
import { endSupportSessionsOfPerson } from '../sessions/actions.ts'
import { beginFactor, confirmFactor, removeFactor } from '../two-factor/actions.ts'
import { consoleUrl } from './actions.ts'
import type { PersonCall } from './call.ts'
import { staffMail } from './mail.ts'
import { type Person, statusOf } from './person.ts'
import { asPerson, type OpenedSession, openSession, refuseSuspended } from './sessions.ts'
import * as store from './store.ts'

/** Returns what was verified. */
async function requireOwnPassword(call: PersonCall, field: string, password: string): Promise<string | null> {
  const { personId, email } = call.session
  const passwordHash = await store.findPasswordHash(call.db, personId)
  await requirePassword(call, staffRealm, { login: email, passwordHash }, field, password)
  return passwordHash
}

/** The current session continues; all other sessions and every support session end. */
export async function changePassword(caller: PersonCall, current: string, password: string): Promise<void> {
  caller.validate()
  const verified = await requireOwnPassword(caller, 'current', current)
  const { personId, email, lang, id: sessionId } = caller.session
  caller.validate(weakProblems('password', password, email, caller.session.name))
  const passwordHash = await caller.vault.hashSecret(password)
  await inTransaction(caller, async (call) => {
    // Verifying takes time: a password that was replaced meanwhile proves nothing any more.
    if (!(await store.lockPassword(call.db, { id: personId, passwordHash: verified }))) refusePassword(call, 'current')
    await setPassword(call, { id: personId, email, lang }, passwordHash, sessionId)
    await recordChange(call, { action: 'staff.change-password', subject: personId })
  })
}

async function setPassword(
  ctx: Context,
  { id, email, lang }: Pick<Person, 'id' | 'email' | 'lang'>,
  passwordHash: string,
  session?: string,
): Promise<void> {
  await store.save(ctx.db, id, { passwordHash }, ctx.clock.now())
  await store.removeSessionsOf(ctx.db, id, session)
  await endSupportSessionsOfPerson(ctx, id)
  await withdrawLinks(ctx, { personId: id }, 'invitation', 'staff-password')
  await postMail(ctx, { ...staffMail('passwordChanged', { url: `${ctx.config.publicUrl}/console`, lang }), to: email })
}

export const requestReset = (call: PublicCall, email: string) => login.requestReset(call, staffRealm, email)
export const nextReset = login.nextReset(staffRealm)
export const sendResets = (acting: ActorContext) => login.sendResets(acting, staffRealm, sendReset)

async function sendReset(ctx: ActorContext, address: string): Promise<void> {
  const person = await store.findByEmail(ctx.db, address)
  if (!person || statusOf(person) !== 'active') return
  const { id, email, lang, dealerId } = person
  if (!(await mayMail(ctx, email, dealerId ?? undefined))) return
  const secret = await makeLink(ctx, { personId: id }, { purpose: 'staff-password', email })
  const mail = staffMail('reset', { url: consoleUrl(ctx, 'reset', secret), lang })
  await postMail(ctx, { ...mail, to: email, ...(dealerId !== null && { dealer: dealerId }), isAsked: true })
  await recordChange(ctx, { dealer: dealerId, action: 'staff.ask-reset', subject: id })
}

const staleLink =
  'This link is no longer valid. A link works once for a limited time, and a newer one replaces it. Request a new link.'

async function follow(ctx: PublicCall, purpose: LinkPurpose, token: string): Promise<Person> {
  const link = await followLink(ctx, purpose, token)
  // Locked: someone who is disabled at this moment must not get a session that works when they are enabled again.
  const person = link?.personId ? await store.findForUpdate(ctx.db, link.personId) : undefined
  return person && person.disabledAt === null ? person : refuse('FAILED_VALIDATION', staleLink)
}

/** All sessions end, and a login locked by wrong attempts is open again: its owner has proved access to the mailbox. */
export async function confirmReset(caller: PublicCall, token: string, password: string): Promise<void> {
  caller.validate(weakProblems('password', password))
  await requireLink(caller, 'staff-password', token, staleLink)
  const passwordHash = await caller.vault.hashSecret(password)
  await inTransaction(caller, async (ctx) => {
    const person = await follow(ctx, 'staff-password', token)
    const call = asPerson(ctx, person)
    await setPassword(call, person, passwordHash)
    await reopen(call, throttleKey('staff password', person.email, null))
    await recordChange(call, { dealer: person.dealerId, action: 'staff.reset-password', subject: person.id })
  })
}

/** Sets the first password and signs in. */
export async function acceptInvitation(
  caller: PublicCall,
  token: string,
  password: string,
  { agent, device }: Browser,
): Promise<OpenedSession> {
  caller.validate(weakProblems('password', password))
  await requireLink(caller, 'invitation', token, staleLink)
  const passwordHash = await caller.vault.hashSecret(password)
  return inTransaction(caller, async (ctx) => {
    const person = await follow(ctx, 'invitation', token)
    const login = await store.findLogin(ctx.db, person.email)
    if (login?.isSuspended) refuseSuspended()
    const call = asPerson(ctx, person)
    await store.save(call.db, person.id, { passwordHash }, call.clock.now())
    await recordChange(call, { dealer: person.dealerId, action: 'staff.accept', subject: person.id })
    return openSession(call, person, agent, throttleKey('staff password', person.email, call.actor.address, device))
  })
}

const ownerOf = ({ session }: PersonCall) => ({ personId: session.personId })

export const beginOwnFactor = (call: PersonCall) => beginFactor(call, ownerOf(call), call.session.email)
export const confirmOwnFactor = (call: PersonCall, code: string) => confirmFactor(call, ownerOf(call), code)

export async function removeOwnFactor(call: PersonCall, password: string): Promise<void> {
  call.validate()
  await requireOwnPassword(call, 'password', password)
  await removeFactor(call, ownerOf(call))
}
