/** Sessions of staff in the console: opened, looked up for every request, ended. */
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context, PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { forbidden, notFound } from '#kernel/errors.ts'
import { habitProblems, type TimeHabits } from '#kernel/time/habits.ts'
import {
  type Login,
  type Logins,
  newSession,
  proveLogin,
  refuseLogin,
  rememberLogin,
  touched,
} from '../login/actions.ts'
import { looksLikeSecret, secretHash, staffRealm } from '../login/realm.ts'
import type { ThrottleKey } from '../login-throttle/throttle.ts'
import { hasFactor } from '../two-factor/actions.ts'
import type { PersonCall } from './call.ts'
import type { PersonSession } from './person.ts'
import * as store from './store.ts'

export interface OpenedSession {
  readonly token: string
  readonly expiresAt: Date
  readonly personId: string
  readonly dealerId: number | null
}

/** A person who is disabled or has not accepted the invitation has no login. */
const logins: Logins<store.Login> = {
  realm: staffRealm,
  find: store.findLogin,
  ownerOf: ({ id }) => ({ personId: id }),
}

export async function signIn(call: PublicCall, input: Login): Promise<OpenedSession> {
  const { who, throttle } = await proveLogin(call, logins, input)
  if (who.isSuspended) return refuseSuspended()
  return inTransaction(call, async (within) => {
    // Verifying takes time. A password changed meanwhile, or disabling, ended all sessions, this one too.
    if (!(await store.lockPassword(within.db, who))) refuseLogin()
    return openSession(within, who, input.agent, throttle)
  })
}

export const refuseSuspended = (): never => forbidden('This dealer is suspended. Contact the operator of the platform.')

/** The same request, once its person is known. */
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
    const { token, row } = newSession(call, staffRealm, agent)
    const { id, createdAt, expiresAt, address } = row
    await store.insertSession(call.db, { ...row, personId: person.id })
    await store.save(call.db, person.id, { lastLoginAt: createdAt }, createdAt)
    await rememberLogin(call, { personId: person.id }, throttle)
    await recordChange(asPerson(call, person), {
      dealer: person.dealerId,
      action: 'staff.sign-in',
      subject: person.id,
      after: { sessionId: id, address, agent },
    })
    return { token, expiresAt, personId: person.id, dealerId: person.dealerId }
  })

type Ctx = Pick<Context, 'db' | 'clock'>

/** The open session of a secret; `expired` if that session has ended. */
export async function findSession(ctx: Ctx, secret: string): Promise<PersonSession | 'expired' | undefined> {
  if (!looksLikeSecret(staffRealm, secret)) return undefined
  const session = await store.findSession(ctx.db, secretHash(secret))
  if (!session) return undefined
  const now = ctx.clock.now()
  if (session.expiresAt <= now) return 'expired'
  const touch = touched(staffRealm, session, now)
  if (touch) await store.touchSession(ctx.db, session.id, touch)
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

export interface OwnChange extends Partial<TimeHabits> {
  readonly lang?: string
}

export async function changeMe(caller: PersonCall, change: OwnChange): Promise<Me> {
  caller.validate(habitProblems(change))
  return inTransaction(caller, async (call) => {
    const { session, dealer } = call
    await store.save(call.db, session.personId, change, call.clock.now())
    await recordChange(call, {
      dealer,
      action: Object.keys(change).join() === 'lang' ? 'staff.change-language' : 'staff.change',
      subject: session.personId,
      before: Object.fromEntries(Object.keys(change).map((key) => [key, session[key as keyof OwnChange]])),
      after: { ...change },
    })
    return readMe({ ...call, session: { ...session, ...change } })
  })
}

export const listSessions = (call: PersonCall) => store.listSessions(call.db, call.session.personId, call.clock.now())

export const endSession = (caller: PersonCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const { personId } = call.session
    if (!(await store.removeSession(call.db, personId, id))) notFound('session')
    await recordChange(call, { action: 'staff.sign-out', subject: personId, before: { sessionId: id } })
  })

export const forgetSessions = (ctx: Ctx, most: number): Promise<number> =>
  store.removeExpired(ctx.db, ctx.clock.now(), most)
