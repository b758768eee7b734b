/** How anyone proves who they are: with a password and a two-factor code, or with the link of a reset email. */
import type { ActorContext, Call, PublicCall } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { isAddress } from '#kernel/email-address.ts'
import { invalidField, type Problem, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import type { Vault } from '#kernel/vault.ts'
import { attempt, countRequest, rememberOrigins } from '../login-throttle/actions.ts'
import { type ThrottleKey, throttleKey } from '../login-throttle/throttle.ts'
import { firstResetRequest, processResetRequests, recordResetRequest } from '../one-time-links/actions.ts'
import type { Owner } from '../one-time-links/one-time-link.ts'
import { forgetWrongCodes, verifyFactor } from '../two-factor/actions.ts'
import { expiryOf, isToTouch, newSecret, type Realm, secretHash, type Times } from './realm.ts'

/** What identifies the browser, in addition to the address. */
export interface Browser {
  readonly agent: string | null
  readonly device: string | null
}

export interface Login extends Browser {
  readonly login: string
  readonly password: string
  readonly code: string | undefined
}

/** A person or user that a login may belong to. */
interface Candidate {
  readonly id: string
  readonly passwordHash: string | null
}

/** The logins of a realm: how to find one, and who owns its two-factor authentication. */
export interface Logins<C extends Candidate> {
  readonly realm: Realm
  readonly find: (db: Db, login: string) => Promise<C | undefined>
  readonly ownerOf: (candidate: C) => Owner
}

export interface Proven<C> {
  readonly who: C
  readonly throttle: ThrottleKey
}

export const refuseLogin = (): never =>
  refuse(
    'INVALID_CREDENTIALS',
    'Wrong email, username or password. After ten wrong attempts, sign-in is locked for an hour. A password reset unlocks it.',
  )

/**
 * The answer and the work are the same for an unknown login: its password is compared with a decoy hash. A locked login
 * gets the same answer too, and its password is not checked at all.
 */
export async function proveLogin<C extends Candidate>(
  call: PublicCall,
  logins: Logins<C>,
  input: Login,
): Promise<Proven<C>> {
  call.validate()
  const throttle = throttleKey(logins.realm.throttle, input.login, call.actor.address, input.device)
  const verdict = await attempt(call, throttle, () => verifyLogin(call, logins, input))
  if (!verdict?.isRight) return refuseLogin()
  if (!verdict.isEnough) {
    return refuse('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.', 'code')
  }
  return { who: verdict.who, throttle }
}

type Verdict<C> = { readonly isRight: false } | { readonly isRight: true; readonly isEnough: boolean; readonly who: C }

async function verifyLogin<C extends Candidate>(
  call: PublicCall,
  { find, ownerOf }: Logins<C>,
  { login, password, code }: Login,
): Promise<Verdict<C>> {
  const who = await find(call.db, login)
  const isRight = await verifySecret(call.vault, who?.passwordHash, password)
  if (!who || !isRight) return { isRight: false }
  const factor = await verifyFactor(call, ownerOf(who), code)
  return factor === 'wrong' ? { isRight: false } : { isRight: true, isEnough: factor === 'right', who }
}

const decoys = new WeakMap<Vault, Promise<string>>()

/** Takes equally long whether there is a hash to compare with or not. */
export async function verifySecret(vault: Vault, hashed: string | null | undefined, secret: string): Promise<boolean> {
  const decoy = await decoyOf(vault)
  const isSame = await vault.isSecret(hashed ?? decoy, secret)
  return isSame && typeof hashed === 'string'
}

function decoyOf(vault: Vault): Promise<string> {
  const known = decoys.get(vault)
  if (known !== undefined) return known
  const decoy = vault.hashSecret('nothing')
  decoys.set(vault, decoy)
  // A decoy that failed because the queue was full must not be kept.
  decoy.catch(() => decoys.delete(vault))
  return decoy
}

/** An open session is not enough: the password is required too, and wrong ones count like failed sign-ins. */
export async function requirePassword(
  call: PublicCall | Call,
  realm: Realm,
  own: { readonly login: string; readonly passwordHash: string | null },
  field: string,
  password: string,
): Promise<void> {
  const throttle = throttleKey(realm.throttle, own.login, call.actor.address)
  const verdict = await attempt(call, throttle, async () => ({
    isRight: await verifySecret(call.vault, own.passwordHash, password),
  }))
  if (!verdict?.isRight) refusePassword(call, field)
}

export const refusePassword = (call: Pick<Call, 'validate'>, field: string): void =>
  call.validate([invalidField(field, `${field} is not your current password.`)])

export interface NewSession extends Times {
  readonly id: string
  readonly hash: Buffer
  readonly expiresAt: Date
  readonly address: string | null
  readonly agent: string | null
}

/** The row of a new session, and its secret, which is not shown again. */
export function newSession(call: ActorContext, realm: Realm, agent: string | null): { token: string; row: NewSession } {
  const now = call.clock.now()
  const token = newSecret(realm)
  const times = { createdAt: now, lastUsedAt: now, expiresAt: expiryOf(realm, now, now) }
  return { token, row: { id: uuidv7(now), hash: secretHash(token), ...times, address: call.actor.address, agent } }
}

/** The sign-in proves that wrong codes were the owner's; this browser and network are known from now on. */
export async function rememberLogin(call: ActorContext, owner: Owner, throttle: ThrottleKey): Promise<void> {
  await forgetWrongCodes(call, owner)
  await rememberOrigins(call, throttle)
}

/** What to save for a session that is used now; undefined: its last use is recorded precisely enough. */
export const touched = (realm: Realm, session: Times, now: Date): { lastUsedAt: Date; expiresAt: Date } | undefined =>
  isToTouch(session, now) ? { lastUsedAt: now, expiresAt: expiryOf(realm, session.createdAt, now) } : undefined

export const emailProblems = (field: string, email: string): Problem[] =>
  isAddress(email) ? [] : [invalidField(field, `${field} must be an email address.`)]

/** The same answer and work for every address: `sendResets` finds out later who has it. */
export async function requestReset(call: PublicCall, realm: Realm, given: string): Promise<string> {
  const email = given.trim()
  call.validate(emailProblems('email', email))
  await countRequest(call, throttleKey('reset', email, call.actor.address))
  await recordResetRequest(call, realm.resetLink, email)
  return email
}

/** Calls `send` for every address that requested a reset; returns the number of requests. */
export const sendResets = (
  acting: ActorContext,
  realm: Realm,
  send: (ctx: ActorContext, email: string) => Promise<void>,
): Promise<number> => processResetRequests(acting, realm.resetLink, send)

export const nextReset = (realm: Realm) => firstResetRequest(realm.resetLink)
