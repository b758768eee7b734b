/** Sessions of clients and support sessions of dealers: opened, looked up for every request, ended. */

import type { AppId } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { type ActorContext, asClient, type Context, isServedAt, type PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound, refuse } from '#kernel/errors.ts'
import { requireAccess } from '../access/access.ts'
import { roleMay } from '../access/role.ts'
import {
  type Login,
  type Logins,
  newSession,
  type Proven,
  proveLogin,
  refuseLogin,
  rememberLogin,
  touched,
} from '../login/actions.ts'
import { clientRealm, newKey, secretHash } from '../login/realm.ts'
import type { ClientCall } from './call.ts'
import { claimOf, isOpen, type Session, type SessionKind, type SupportMode, supportTokenSeconds } from './session.ts'
import * as store from './store.ts'

export interface OpenedSession {
  readonly token: string
  readonly id: string
  readonly expiresAt: Date
  readonly userId: string
  readonly accountId: number
  readonly apps: readonly AppId[]
}

/** Why a client with the correct password is not let in. */
export interface Blocked {
  readonly accountId: number
  readonly dealerId: number
  readonly since: Date
  readonly reason: string | null
  /** Not everyone in the account sees what it owes. */
  readonly maySeeBills: boolean
}

export type LoginResult = { readonly session: OpenedSession } | { readonly blocked: Blocked }

const logins: Logins<store.LoginUser> = {
  realm: clientRealm,
  find: store.findLogin,
  ownerOf: ({ id }) => ({ userId: id }),
}

/** Under a dealer's own domain, clients of other dealers do not exist. */
const loginsAt = ({ site }: PublicCall): Logins<store.LoginUser> => ({
  ...logins,
  find: async (db, login) => {
    const user = await store.findLogin(db, login)
    return user && isServedAt(site, user.dealerId) ? user : undefined
  },
})

export const logIn = async (call: PublicCall, input: Login): Promise<LoginResult> =>
  open(call, await proveLogin(call, loginsAt(call), input), input.agent)

const open = (
  caller: PublicCall,
  { who, throttle }: Proven<store.LoginUser>,
  agent: string | null,
): Promise<LoginResult> =>
  inTransaction(caller, async (call) => {
    // Verifying takes time. A block or a new password ended all sessions meanwhile, this one too. The account is locked
    // first, as everywhere.
    const account = (await store.lockAccount(call.db, who.accountId)) ?? refuseLogin()
    if (!(await store.lockPassword(call.db, who))) refuseLogin()
    const { id: userId, accountId, dealerId } = who
    if (account.blocked) {
      const since = account.blockedSince ?? account.updatedAt
      const maySeeBills = roleMay(who.role, 'client.view-bills')
      return { blocked: { accountId, dealerId, since, reason: account.blockedBy, maySeeBills } }
    }
    requireAccess('client.enter', account as Session['holder'], undefined, 'client')
    const { token, row } = newSession(call, clientRealm, agent)
    await store.insert(call.db, { ...row, userId, accountId })
    await rememberLogin(call, { userId }, throttle)
    const { id, expiresAt, address } = row
    await recordChange(asClient(call, userId, accountId), {
      dealer: dealerId,
      action: 'sessions.open',
      subject: id,
      after: { accountId, address, agent },
    })
    return { session: { token, id, expiresAt, userId, accountId, apps: account.regApps as AppId[] } }
  })

type Ctx = Pick<Context, 'db' | 'clock'>

/** The open session of a secret; `expired` if that session has ended. */
export async function findSession(ctx: Ctx, secret: string): Promise<Session | 'expired' | undefined> {
  const claim = claimOf(secret)
  if (!claim) return undefined
  const find = claim === 'session' ? store.findSession : store.findSupportSession
  const session = await find(ctx.db, secretHash(secret))
  const now = ctx.clock.now()
  if (session && !isOpen(session, now)) return session.expiresAt <= now ? 'expired' : undefined
  const touch = session?.kind === 'client' ? touched(clientRealm, session, now) : undefined
  if (session && touch) await store.touch(ctx.db, session.id, touch)
  return session
}

/** A person of an account as a caller without a session: what they may see and do now. For jobs on their behalf. */
export const sessionOf = (ctx: Ctx, userId: string): Promise<Session | undefined> =>
  store.findOfUser(ctx.db, userId, ctx.clock.now())

/** The sessions among these that are still open, in their current state, for the streams that depend on them. */
export async function stillOpen(
  ctx: Ctx,
  open: readonly Pick<Session, 'kind' | 'id'>[],
): Promise<ReadonlyMap<string, Session>> {
  const now = ctx.clock.now()
  const found = await store.findByKeys(ctx.db, open)
  return new Map(found.filter((session) => isOpen(session, now)).map((session) => [sessionKey(session), session]))
}
export const sessionKey = ({ kind, id }: { kind: SessionKind; id: string }): string => `${kind}:${id}`

export const supportActorId = (tokenId: string | number): string => `service-token:${tokenId}`

/** Records every use of a support token; the first use begins the support session. */
export const recordSupportAccess = (acting: ActorContext, session: Session, what: string): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    await store.enter(ctx.db, Number(session.id), ctx.clock.now())
    await recordChange(ctx, { dealer: session.dealerId, action: 'visits.look', subject: what })
  })

export const listSessions = (call: ClientCall) => store.list(call.db, call.user, call.clock.now())

export const endSession = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    if (!(await store.remove(call.db, call.user, id))) notFound('session')
    await store.announce(call.db, call.account)
    await recordChange(call, { action: 'sessions.end', subject: id })
  })

/** A dealer that signs out of a support session ends its support token. */
export const endOwnSession = (caller: ClientCall): Promise<void> =>
  inTransaction(caller, async (call) => {
    const { kind, id } = call.session
    if (kind === 'client') return endSession(call, id)
    await store.endSupportSessions(call.db, { id: Number(id) }, call.clock.now())
    await store.announce(call.db, call.account)
    await recordChange(call, { action: 'visits.leave', subject: id })
  })

/** All sessions of a user, including support sessions, because its password has changed. */
export async function endSessionsOfUser(
  ctx: Ctx,
  user: { readonly id: string; readonly accountId: number },
  except?: string,
): Promise<void> {
  await store.removeOfUser(ctx.db, user.id, except)
  await store.endSupportSessions(ctx.db, { userId: user.id }, ctx.clock.now())
  await store.announce(ctx.db, user.accountId)
}

/** Ends the sessions of blocked accounts: those of clients, and of dealers who see what the client sees. */
export async function endSessionsOfBlocked(ctx: Ctx, ...accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return
  await store.removeOfAccounts(ctx.db, accountIds)
  await store.endSupportSessions(ctx.db, { accountIds, prefix: 'service_as_user' }, ctx.clock.now())
  await store.announce(ctx.db, ...accountIds)
}

export async function endSupportSessions(ctx: Ctx, accountId: number, appIds: readonly AppId[]): Promise<void> {
  await store.endSupportSessions(ctx.db, { accountIds: [accountId], appIds }, ctx.clock.now())
  await store.announce(ctx.db, accountId)
}

/** Ends what a member of the dealer's staff has opened, because that person lost the right. */
export const endSupportSessionsOfPerson = async (ctx: Ctx, personId: string): Promise<void> => {
  const accountIds = await store.endSupportSessions(ctx.db, { personId }, ctx.clock.now())
  await store.announce(ctx.db, ...accountIds)
}

/** Makes open streams check again: an account and its rows were deleted, or a person sees something else. */
export const announceChange = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  store.announce(ctx.db, accountId)

export interface NewSupportToken {
  readonly dealerId: number
  readonly accountId: number
  readonly userId: string
  readonly appId: string
  readonly prefix: SupportMode
  /** What it came from: an access token, or a member of the dealer's staff. */
  readonly accessTokenId?: string
  readonly personId?: string
}

/** The key is not shown again. */
export async function createSupportToken(
  ctx: Ctx,
  token: NewSupportToken,
): Promise<{ id: number; key: string; expiresAt: Date }> {
  // A new role or disabling ends what the person has opened, and would not find this.
  if (token.personId !== undefined && !(await store.lockStaff(ctx.db, token.personId))) {
    refuse('INVALID_TOKEN', 'Sign in first.')
  }
  const now = ctx.clock.now()
  const key = newKey()
  const expiresAt = new Date(now.getTime() + supportTokenSeconds * 1000)
  const id = await store.insertSupportToken(ctx.db, { ...token, hash: secretHash(key), createdAt: now, expiresAt })
  return { id, key, expiresAt }
}

export interface SupportSession {
  readonly at: Date
  readonly until: Date
  readonly dealer: string
  readonly prefix: string
  readonly appId: string
  readonly acts: readonly store.SupportAction[]
}

/** Support sessions, newest first, and what was viewed in them. */
export async function listSupportSessions(
  call: Pick<ClientCall, 'db' | 'account' | 'apps'>,
): Promise<SupportSession[]> {
  const rows = await store.listSupportSessions(call.db, call.account, call.apps)
  const acts = Map.groupBy(
    await store.listSupportActions(
      call.db,
      rows.map(({ id }) => supportActorId(id)),
    ),
    (act) => act.actorId,
  )
  return rows.map((row) => ({
    at: row.enteredAt as Date,
    until: [row.endedAt, row.revokedAt, row.expiresAt]
      .filter((end) => end !== null)
      .reduce((one, other) => (one < other ? one : other)),
    dealer: row.dealer,
    prefix: row.prefix,
    appId: row.appId,
    acts: acts.get(supportActorId(row.id)) ?? [],
  }))
}

export const forgetSessions = (ctx: Ctx, most: number): Promise<number> =>
  store.removeExpired(ctx.db, ctx.clock.now(), most)
