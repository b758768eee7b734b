/** A client's own credentials: password, email address, and the reset of a forgotten password. */
import { recordChange } from '#kernel/audit/actions.ts'
import { type ActorContext, asClient, type Context, isServedAt, type PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { refuse } from '#kernel/errors.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import * as login from '../login/actions.ts'
import { emailProblems, refusePassword, requirePassword } from '../login/actions.ts'
import { weakProblems } from '../login/password.ts'
import { clientRealm } from '../login/realm.ts'
import { reopen } from '../login-throttle/actions.ts'
import { throttleKey } from '../login-throttle/throttle.ts'
import { followLink, makeLink, requireLink, withdrawLinks } from '../one-time-links/actions.ts'
import { endSessionsOfUser } from '../sessions/actions.ts'
import type { ClientCall } from '../sessions/call.ts'
import { removeFactor } from '../two-factor/actions.ts'
import {
  type Credentials,
  findByEmail,
  findCredentials,
  lockPassword,
  setEmail,
  setOwnPassword,
} from '../users/actions.ts'
import { repeatProblems } from '../users/user.ts'
import { credentialsMail } from './mail.ts'

export async function requireOwnPassword(call: ClientCall, password: string): Promise<Credentials> {
  const user = (await findCredentials(call, call.user)) ?? refuse('INVALID_TOKEN', 'Sign in first.')
  const own = { login: user.email ?? user.name, passwordHash: user.passwordHash }
  await requirePassword(call, clientRealm, own, 'password', password)
  return user
}

/** Verifying takes time: a password that was replaced meanwhile proves nothing any more. */
async function requireSamePassword(call: ClientCall, user: Credentials): Promise<void> {
  if (!(await lockPassword(call, user))) refusePassword(call, 'password')
}

export interface PasswordChange {
  readonly password: string
  readonly newPassword: string
  readonly repeatPassword: string
}

/** The current session continues; all other sessions and every support session end. */
export async function changePassword(caller: ClientCall, change: PasswordChange): Promise<void> {
  caller.validate(repeatProblems(change.newPassword, change.repeatPassword))
  const user = await requireOwnPassword(caller, change.password)
  caller.validate(weakProblems('new_password', change.newPassword, user.email, user.name))
  const passwordHash = await caller.vault.hashSecret(change.newPassword)
  await inTransaction(caller, async (call) => {
    await requireSamePassword(call, user)
    await setOwnPassword(call, call.user, passwordHash)
    await endSessionsOfUser(call, user, call.session.id)
    await withdrawLinks(call, { userId: call.user }, 'password', 'email')
    await recordChange(call, { action: 'credentials.change-password', subject: call.user })
    await sendNotice(call, user, 'passwordChanged')
  })
}

async function sendNotice(
  ctx: Context,
  user: Credentials,
  occasion: 'passwordChanged' | 'addressChanged',
): Promise<void> {
  if (user.email === null) return
  const mail = credentialsMail(occasion, { lang: user.lang, url: `${loginUrlOf(ctx, user.dealerId)}/login` })
  await postMail(ctx, { ...mail, to: user.email, inNameOf: user.dealerId })
}

/** The new address counts once the link sent to it was opened. */
export async function requestEmailChange(caller: ClientCall, given: string, password: string): Promise<string> {
  const email = given.trim()
  caller.validate(emailProblems('email', email))
  const user = await requireOwnPassword(caller, password)
  await inTransaction(caller, async (call) => {
    await requireSamePassword(call, user)
    const owner = await findByEmail(call, email)
    if (owner && owner.id !== user.id) return warnOwner(call, owner)
    if (!(await mayMail(call, email, call.dealer))) return
    const secret = await makeLink(call, { userId: user.id }, { purpose: 'email', email })
    const url = `${loginUrlOf(call, call.dealer)}/email/confirm#token=${secret}`
    const mail = credentialsMail('newAddress', { lang: user.lang, url })
    const sender = { dealer: call.dealer, inNameOf: call.dealer, carriesSecret: true }
    await postMail(call, { ...mail, ...sender, to: email, isAsked: true })
    await recordChange(call, { action: 'credentials.ask-email', subject: call.user, after: { email } })
  })
  return email
}

/** At most once an hour, no matter how often someone tries. */
async function warnOwner(call: ClientCall, owner: Credentials): Promise<void> {
  const hour = Math.floor(call.clock.now().getTime() / 3_600_000)
  const mail = credentialsMail('addressInUse', { lang: owner.lang, url: `${loginUrlOf(call, owner.dealerId)}/login` })
  await postMail(call, {
    ...mail,
    to: owner.email as string,
    inNameOf: owner.dealerId,
    key: `email-in-use:${owner.id}:${hour}`,
  })
}

const staleLink =
  'This link is no longer valid. A link works once within 24 hours, and a newer one replaces it. Request a new link.'

export async function confirmEmail(caller: PublicCall, token: string): Promise<string> {
  caller.validate()
  await requireLink(caller, 'email', token, staleLink)
  return inTransaction(caller, async (ctx) => {
    const link = (await followLink(ctx, 'email', token)) ?? refuse('FAILED_VALIDATION', staleLink)
    const user = (await findCredentials(ctx, link.userId as string)) ?? refuse('FAILED_VALIDATION', staleLink)
    if (!isServedAt(ctx.site, user.dealerId)) refuse('FAILED_VALIDATION', staleLink)
    const call = asClient(ctx, user.id, user.accountId)
    if (!(await setEmail(call, user.id, link.email))) refuse('FAILED_VALIDATION', staleLink)
    // A reset link already sent to the old address must not work any more.
    await withdrawLinks(call, { userId: user.id }, 'password')
    await recordChange(call, {
      dealer: user.dealerId,
      action: 'credentials.change-email',
      subject: user.id,
      before: { email: user.email },
      after: { email: link.email },
    })
    await sendNotice(call, user, 'addressChanged')
    return link.email
  })
}

export const requestReset = (call: PublicCall, email: string) => login.requestReset(call, clientRealm, email)
export const nextReset = login.nextReset(clientRealm)
export const sendResets = (acting: ActorContext) => login.sendResets(acting, clientRealm, sendReset)

async function sendReset(ctx: ActorContext, email: string): Promise<void> {
  const user = await findByEmail(ctx, email)
  if (!user?.email || user.ack === null || !(await mayMail(ctx, user.email, user.dealerId))) return
  const secret = await makeLink(ctx, { userId: user.id }, { purpose: 'password', email: user.email })
  const url = `${loginUrlOf(ctx, user.dealerId)}/reset#token=${secret}`
  const mail = credentialsMail('reset', { lang: user.lang, url })
  const sender = { dealer: user.dealerId, inNameOf: user.dealerId, carriesSecret: true }
  await postMail(ctx, { ...mail, ...sender, to: user.email, isAsked: true })
  await recordChange(ctx, { dealer: user.dealerId, action: 'credentials.ask-reset', subject: user.id })
}

/** All sessions end, and a login locked by wrong attempts is open again: its owner has proved access to the mailbox. */
export async function confirmReset(
  caller: PublicCall,
  { token, newPassword, repeatPassword }: { token: string; newPassword: string; repeatPassword: string },
): Promise<void> {
  caller.validate([...repeatProblems(newPassword, repeatPassword), ...weakProblems('new_password', newPassword)])
  await requireLink(caller, 'password', token, staleLink)
  const passwordHash = await caller.vault.hashSecret(newPassword)
  await inTransaction(caller, async (ctx) => {
    const link = (await followLink(ctx, 'password', token)) ?? refuse('FAILED_VALIDATION', staleLink)
    const user = (await findCredentials(ctx, link.userId as string)) ?? refuse('FAILED_VALIDATION', staleLink)
    if (!isServedAt(ctx.site, user.dealerId)) refuse('FAILED_VALIDATION', staleLink)
    // It was made while the address changed, which withdrew all others.
    if (user.email !== link.email) refuse('FAILED_VALIDATION', staleLink)
    const call = asClient(ctx, user.id, user.accountId)
    await setOwnPassword(call, user.id, passwordHash)
    await endSessionsOfUser(call, user)
    // Whoever knew the old password must not get the account through an address of their own.
    await withdrawLinks(call, { userId: user.id }, 'email')
    await reopen(call, throttleKey('password', link.email, null))
    await recordChange(call, { dealer: user.dealerId, action: 'credentials.reset-password', subject: user.id })
    await sendNotice(call, user, 'passwordChanged')
  })
}

export async function removeOwnFactor(call: ClientCall, password: string): Promise<void> {
  call.validate()
  await requireOwnPassword(call, password)
  await removeFactor(call, { userId: call.user })
}
