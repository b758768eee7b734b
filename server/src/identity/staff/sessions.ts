/** Sessions of people in the console: opened, looked up at every request, ended. */
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context, PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { forbidden, notFound, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { attempt, rememberOrigins } from '../login-throttle/actions.ts'
import { type ThrottleKey, throttleKey } from '../login-throttle/throttle.ts'
import { type Browser, verifySecret } from '../sessions/actions.ts'
import { forgetWrongCodes, hasFactor, verifyFactor } from '../two-factor/actions.ts'
import type { PersonCall } from './call.ts'
import { expiryOf, looksLikeSecret, newSecret, type PersonSession, secretHash, touchSeconds } from './person.ts'
import * as store from './store.ts'

export interface Login extends Browser {
  readonly login: string
  readonly password: string
  readonly code: string | undefined
}

export interface OpenedSession {
  readonly token: string
  readonly expiresAt: Date
  readonly personId: string
  readonly dealerId: number | null
}

const wrongLogin =
  'Wrong email, username or password. After ten wrong attempts, sign-in is locked for an hour. A password reset unlocks it.'

/**
 * The same words and the same work for an address that nobody has, for somebody who is disabled, and for one who has not
 * accepted the invitation yet. A closed login is answered with the same words too, and not judged at all.
 */
export async function signIn(call: PublicCall, input: Login): Promise<OpenedSession> {
  call.validate()
  const throttle = throttleKey('staff password', input.login, call.actor.address, input.device)
  const verdict = await attempt(call, throttle, () => verifyLogin(call, input))
  if (!verdict?.isRight) return refuse('INVALID_CREDENTIALS', wrongLogin)
  if (!verdict.isEnough) {
    return refuse('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.', 'code')
  }
  const { person } = verdict
  if (person.isSuspended) return refuseSuspended()
  return inTransaction(call, async (within) => {
    // Verifying takes time. A password changed meanwhile ended all sessions, this one too.
    if (!(await store.lockPassword(within.db, person))) refuse('INVALID_CREDENTIALS', wrongLogin)
    return openSession(within, person, input.agent, throttle)
  })
}

export const refuseSuspended = (): never => forbidden('This dealer is suspended. Contact the operator of the platform.')

type Verdict =
  | { readonly isRight: false }
  | { readonly isRight: true; readonly isEnough: boolean; readonly person: store.Login }

async function verifyLogin(call: PublicCall, { login, password, code }: Login): Promise<Verdict> {
  const person = await store.findLogin(call.db, login)
  const isRight = await verifySecret(call.vault, person?.passwordHash, password)
  if (!person || !isRight) return { isRight: false }
  const factor = await verifyFactor(call, { personId: person.id }, code)
  return factor === 'wrong' ? { isRight: false } : { isRight: true, isEnough: factor === 'right', person }
}

/** The same request, once it is known which person it is of. */
export const asPerson = <C extends ActorContext>(
  call: C,
  { id, dealerId }: { id: string; dealerId: number | null },
): C => ({
  ...call,
  actor: { ...call.actor, kind: dealerId === null ? 'operator' : 'staff', id },
})

export const openSession = (
  caller: PublicCall,
  person: { readonly id: string; readonly dealerId: number | null },
  agent: string | null,
  throttle: ThrottleKey,
): Promise<OpenedSession> =>
  inTransaction(caller, async (call) => {
    const now = call.clock.now()
    const token = newSecret()
    const id = uuidv7(now)
    const expiresAt = expiryOf(now, now)
    const { address } = call.actor
    const row = { id, personId: person.id, createdAt: now, lastUsedAt: now, expiresAt, address, agent }
    await store.insertSession(call.db, { ...row, hash: secretHash(token) })
    await store.save(call.db, person.id, { lastLoginAt: now }, now)
    await forgetWrongCodes(call, { personId: person.id })
    await rememberOrigins(call, throttle)
    await recordChange(asPerson(call, person), {
      dealer: person.dealerId,
      action: 'staff.sign-in',
      subject: person.id,
      after: { sessionId: id, address, agent },
    })
    return { token, expiresAt, personId: person.id, dealerId: person.dealerId }
  })

type Ctx = Pick<Context, 'db' | 'clock'>

/** The open session that a secret belongs to; a secret of one that has run out says so as `expired`. */
export async function findSession(ctx: Ctx, secret: string): Promise<PersonSession | 'expired' | undefined> {
  if (!looksLikeSecret(secret)) return undefined
  const session = await store.findSession(ctx.db, secretHash(secret))
  if (!session) return undefined
  const now = ctx.clock.now()
  if (session.expiresAt <= now) return 'expired'
  if (now.getTime() - session.lastUsedAt.getTime() >= touchSeconds * 1000) {
    await store.touchSession(ctx.db, session.id, now, expiryOf(session.createdAt, now))
  }
  return session
}

export interface Me {
  readonly session: PersonSession
  readonly hasFactor: boolean
  readonly dealer: Awaited<ReturnType<typeof store.findDealer>> | null
}

export const readMe = async (call: PersonCall): Promise<Me> => ({
  session: call.session,
  hasFactor: await hasFactor(call, { personId: call.session.personId }),
  dealer: call.dealer === null ? null : await store.findDealer(call.db, call.dealer),
})

export const listSessions = (call: PersonCall) => store.listSessions(call.db, call.session.personId, call.clock.now())

export const endSession = (caller: PersonCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const { personId } = call.session
    if (!(await store.removeSession(call.db, personId, id))) notFound('session')
    await recordChange(call, {
      dealer: call.dealer,
      action: 'staff.sign-out',
      subject: personId,
      before: { sessionId: id },
    })
  })

export const forgetSessions = (ctx: Ctx, most: number): Promise<number> =>
  store.removeExpired(ctx.db, ctx.clock.now(), most)
