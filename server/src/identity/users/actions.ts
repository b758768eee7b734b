import type { Page } from '#kernel/api/lists.ts'
import { type AppId, isOwned } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { requireAccess } from '../access/access.ts'
import { withdrawLinks } from '../one-time-links/actions.ts'
import { createSupportToken, endSessionsOfUser } from '../sessions/actions.ts'
import type { SupportMode } from '../sessions/session.ts'
import * as store from './store.ts'
import { repeatProblems, type User, type UserAccount } from './user.ts'

export interface NewUser {
  readonly name: string
  readonly loginKey: string
  readonly description: string | null
}

/** The user that is created together with its account, not enabled until the account is activated. */
export async function addFirstUser(call: Call, accountId: number, input: NewUser): Promise<User> {
  const now = call.clock.now()
  const user: User = {
    id: uuidv7(now),
    accountId,
    name: input.name,
    email: null,
    description: input.description,
    lang: null,
    enabled: false,
  }
  const loginKeyHash = await call.vault.hashSecret(input.loginKey)
  await nameIsFree('user.name', () => store.insert(call.db, call.dealer, user, loginKeyHash, now))
  await recordChange(call, { action: 'users.create', subject: user.id, after: user })
  return user
}

/** Names are unique in the whole installation, ignoring case; the database decides races. */
export async function nameIsFree<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenRule(error) === 'users_name') conflict('This username is taken. Choose another.', field)
    throw error
  }
}

export const enableUsers = (call: Call, accountId: number): Promise<void> =>
  store.enable(call.db, accountId, call.clock.now())

/** Moves the users with their account to another dealer, without the notes of the previous one. */
export const moveUsers = (ctx: Ctx, accountId: number, dealer: number): Promise<void> =>
  store.move(ctx.db, accountId, dealer, ctx.clock.now())

export const userSorts = store.sorts
export const listUsers = (call: Call, filter: store.UserFilter, page: Page): Promise<User[]> =>
  store.list(call.db, call, filter, page)

export interface UserChange {
  readonly name?: string
  readonly description?: string
  readonly loginKey?: string
  readonly lang?: string
}

export const changeUser = (caller: Call, id: string, { loginKey, ...texts }: UserChange): Promise<User> =>
  inTransaction(caller, async (call) => {
    const user = (await store.findForUpdate(call.db, call, id)) ?? notFound('user')
    requireAccess('users.change', user)
    call.validate()
    const update = {
      ...texts,
      ...(loginKey !== undefined && { loginKeyHash: await call.vault.hashSecret(loginKey) }),
    }
    if (Object.keys(update).length === 0) return user
    const after = await nameIsFree('name', () => store.save(call.db, id, update, call.clock.now()))
    // With a new key the dealer withdraws a leaked registration link, even a half-used one.
    if (loginKey !== undefined) await withdrawLinks(call, { userId: id }, 'registration')
    const seen = { ...after, loginKeyChanged: loginKey !== undefined }
    await recordChange(call, { action: 'users.change', subject: id, before: publicPart(user), after: seen })
    return after
  })

const publicPart = ({ id, accountId, name, email, description, lang, enabled }: User & UserAccount): User => ({
  id,
  accountId,
  name,
  email,
  description,
  lang,
  enabled,
})

export const setPassword = (caller: Call, id: string, password: string, repeated: string): Promise<User> =>
  inTransaction(caller, async (call) => {
    const user = (await store.findForUpdate(call.db, call, id)) ?? notFound('user')
    requireAccess('users.set-password', user)
    call.validate(repeatProblems(password, repeated))
    const passwordHash = await call.vault.hashSecret(password)
    const after = await store.save(call.db, id, { passwordHash }, call.clock.now())
    await endSessionsOfUser(call, after)
    await withdrawLinks(call, { userId: id }, 'password', 'email')
    await recordChange(call, { action: 'users.set-password', subject: id })
    return after
  })

export interface SupportToken {
  readonly id: number
  readonly accountId: number
  readonly userId: string
  readonly appId: string
  readonly prefix: SupportMode
  readonly key: string
  readonly expiresAt: Date
  readonly url: string
}

/** Opens the client's application for an hour, as far as the client grants support access. */
export const issueSupportToken = (caller: Call, id: string, app: string, prefix: SupportMode): Promise<SupportToken> =>
  inTransaction(caller, async (call) => {
    const user = (await store.findForUpdate(call.db, call, id)) ?? notFound('user')
    const isOfAccount = user.regApps.includes(app as AppId) && call.apps.includes(app as AppId)
    // Support access says nothing about an application that the account does not have: anyone with any access gets as
    // far as the refusal of a wrong application.
    requireAccess('users.enter', user, isOfAccount ? (app as AppId) : user.serviceApps[0])
    call.validate([
      ...(isOfAccount ? [] : [invalidField('app_id', 'app_id must be an application of the account.')]),
      ...(prefix === 'service_as_user' && isOwned(app)
        ? [invalidField('token_type', 'token_type service_as_user works only for managed applications.')]
        : []),
    ])
    if (prefix === 'service_as_user') requireAccess('users.enter-as-user', user, app as AppId)
    const row = {
      dealerId: call.dealer,
      accountId: user.accountId,
      userId: id,
      appId: app,
      prefix,
      ...(call.actor.kind === 'staff' ? { personId: call.actor.id } : { accessTokenId: call.actor.id }),
    }
    const { id: tokenId, key, expiresAt } = await createSupportToken(call, row)
    await recordChange(call, { action: 'users.enter', subject: id, after: { tokenId, ...row, expiresAt } })
    // In the fragment, the key reaches no server, log or referrer.
    const url = `${loginUrlOf(call, call.dealer)}/client#service_token=${key}`
    return { id: tokenId, accountId: user.accountId, userId: id, appId: app, prefix, key, expiresAt, url }
  })

type Ctx = Pick<Context, 'db' | 'clock'>

export type { Credentials } from './store.ts'
export const findCredentials = (ctx: Ctx, id: string) => store.findCredentials(ctx.db, id)
export const lockPassword = (ctx: Ctx, user: store.Credentials) => store.lockPassword(ctx.db, user)
export const lockLoginKey = (ctx: Ctx, user: store.Credentials) => store.lockLoginKey(ctx.db, user)
export const findByName = (ctx: Ctx, name: string) => store.findByName(ctx.db, name)
export const findByEmail = (ctx: Ctx, email: string) => store.findByEmail(ctx.db, email)
export const readUser = async (ctx: Ctx, id: string): Promise<User> =>
  (await store.find(ctx.db, id)) ?? notFound('user')

/** Stores what a client chose at activation and ends its login key. False: the address was taken meanwhile. */
export const claimUser = (ctx: Ctx, id: string, chosen: { email: string; passwordHash: string }): Promise<boolean> =>
  emailIsFree(() => store.save(ctx.db, id, { ...chosen, enabled: true, loginKeyHash: null }, ctx.clock.now()))

export const setEmail = (ctx: Ctx, id: string, email: string): Promise<boolean> =>
  emailIsFree(() => store.save(ctx.db, id, { email }, ctx.clock.now()))

/** Emails are unique in the whole installation; the database decides races. */
export async function emailIsFree(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (brokenRule(error) === 'users_email') return false
    throw error
  }
}

export const setOwnPassword = (ctx: Ctx, id: string, passwordHash: string): Promise<User> =>
  store.save(ctx.db, id, { passwordHash }, ctx.clock.now())
