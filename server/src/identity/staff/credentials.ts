/** A person's own login: its password, its second factor, and what helps when the password is forgotten. */
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context, PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { invalidField, refuse } from '#kernel/errors.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { attempt, countRequest, reopen } from '../login-throttle/actions.ts'
import { throttleKey } from '../login-throttle/throttle.ts'
import {
  firstResetRequest,
  followLink,
  makeLink,
  processResetRequests,
  recordResetRequest,
  requireLink,
  withdrawLinks,
} from '../one-time-links/actions.ts'
import type { LinkPurpose } from '../one-time-links/one-time-link.ts'
import { type Browser, endSupportSessionsOfPerson, verifySecret } from '../sessions/actions.ts'
import { beginFactor, confirmFactor, removeFactor } from '../two-factor/actions.ts'
import { emailProblems } from '../users/actions.ts'
import { weakProblems } from '../users/password.ts'
import { consoleUrl } from './actions.ts'
import type { PersonCall } from './call.ts'
import { staffMail } from './mail.ts'
import { type Person, statusOf } from './person.ts'
import { asPerson, type OpenedSession, openSession, refuseSuspended } from './sessions.ts'
import * as store from './store.ts'

/** An open session is not enough: the password is required too, and wrong ones count like failed sign-ins. */
async function requirePassword(call: PersonCall, field: string, password: string): Promise<void> {
  const { personId, email } = call.session
  const verdict = await attempt(call, throttleKey('staff password', email, call.actor.address), async () => ({
    isRight: await verifySecret(call.vault, await store.findPasswordHash(call.db, personId), password),
  }))
  if (!verdict?.isRight) call.validate([invalidField(field, `${field} is not your current password.`)])
}

/** The session in which it is done goes on; all others, and every visit, end. */
export async function changePassword(caller: PersonCall, current: string, password: string): Promise<void> {
  caller.validate()
  await requirePassword(caller, 'current', current)
  const { personId, email, id: sessionId } = caller.session
  caller.validate(weakProblems('password', password, email, caller.session.name))
  const passwordHash = await caller.vault.hashSecret(password)
  await inTransaction(caller, async (call) => {
    await setPassword(call, { id: personId, email }, passwordHash, sessionId)
    await recordChange(call, { dealer: call.dealer, action: 'staff.change-password', subject: personId })
  })
}

async function setPassword(
  ctx: Context,
  { id, email }: Pick<Person, 'id' | 'email'>,
  passwordHash: string,
  session?: string,
): Promise<void> {
  await store.save(ctx.db, id, { passwordHash }, ctx.clock.now())
  await store.removeSessionsOf(ctx.db, id, session)
  await endSupportSessionsOfPerson(ctx, id)
  await withdrawLinks(ctx, { personId: id }, 'invitation', 'staff-password')
  await postMail(ctx, { ...staffMail('passwordChanged', { url: `${ctx.config.publicUrl}/console` }), to: email })
}

/** Alike for every address, in words and in work: who has it is found out by `sendResets`. */
export async function requestReset(call: PublicCall, given: string): Promise<string> {
  const email = given.trim()
  call.validate(emailProblems('email', email))
  await countRequest(call, throttleKey('reset', email, call.actor.address))
  await recordResetRequest(call, 'staff-password', email)
  return email
}

/** Writes to those of whom a reset was asked for and who have a login; says how many requests there were. */
export const sendResets = (acting: ActorContext): Promise<number> =>
  processResetRequests(acting, 'staff-password', sendReset)

async function sendReset(ctx: ActorContext, address: string): Promise<void> {
  const person = await store.findByEmail(ctx.db, address)
  if (!person || statusOf(person) !== 'active') return
  const { id, email, dealerId } = person
  if (!(await mayMail(ctx, email, dealerId ?? undefined))) return
  const secret = await makeLink(ctx, { personId: id }, { purpose: 'staff-password', email })
  const mail = staffMail('reset', { url: consoleUrl(ctx, 'reset', secret) })
  await postMail(ctx, { ...mail, to: email, ...(dealerId !== null && { dealer: dealerId }), isAsked: true })
  await recordChange(ctx, { dealer: dealerId, action: 'staff.ask-reset', subject: id })
}

export const nextReset = (ctx: ActorContext): Promise<Date | undefined> => firstResetRequest(ctx, 'staff-password')

const staleLink =
  'This link is no longer valid. A link works once for a limited time, and a newer one replaces it. Request a new link.'

async function follow(ctx: PublicCall, purpose: LinkPurpose, token: string): Promise<Person> {
  const link = await followLink(ctx, purpose, token)
  const person = link?.personId ? await store.find(ctx.db, link.personId) : undefined
  return person && person.disabledAt === null ? person : refuse('FAILED_VALIDATION', staleLink)
}

/** All sessions end, and a login that was closed by wrong tries is open again: its owner has read its mail. */
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

/** The first password, and in. */
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
  await requirePassword(call, 'password', password)
  await removeFactor(call, ownerOf(call))
}
