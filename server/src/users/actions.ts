import { randomBytes } from 'node:crypto'
import { requireAccess } from '../accounts/access.ts'
import { type AppId, isOwned } from '../applications.ts'
import { recordChange } from '../audit/actions.ts'
import { type Call, inTransaction } from '../context.ts'
import { brokenRule } from '../db/connect.ts'
import { hashOf } from '../dealers/token.ts'
import { badValue, conflict, forbidden, notFound } from '../errors.ts'
import type { Page } from '../http/lists.ts'
import { uuidv7 } from '../ids.ts'
import * as store from './store.ts'
import { repeatFaults, type ServicePrefix, serviceTokenSeconds, type User, type UserAccount } from './user.ts'

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
  await recordChange(call, { dealer: call.dealer, action: 'users.create', subject: user.id, after: user })
  return user
}

/** Names are unique in the whole installation, whatever their case; the database decides a race. */
async function nameIsFree<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenRule(error) === 'users_name') conflict('This user name is taken.', field)
    throw error
  }
}

export const enableUsers = (call: Call, accountId: number): Promise<void> =>
  store.enable(call.db, accountId, call.clock.now())

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
    call.judge()
    const update = {
      ...texts,
      ...(loginKey !== undefined && { loginKeyHash: await call.vault.hashSecret(loginKey) }),
    }
    if (Object.keys(update).length === 0) return user
    const after = await nameIsFree('name', () => store.save(call.db, id, update, call.clock.now()))
    const seen = { ...after, loginKeyChanged: loginKey !== undefined }
    await recordChange(call, {
      dealer: call.dealer,
      action: 'users.change',
      subject: id,
      before: publicPart(user),
      after: seen,
    })
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
    call.judge(repeatFaults(password, repeated))
    const passwordHash = await call.vault.hashSecret(password)
    const after = await store.save(call.db, id, { passwordHash }, call.clock.now())
    await recordChange(call, { dealer: call.dealer, action: 'users.set-password', subject: id })
    return after
  })

export interface ServiceToken {
  readonly id: number
  readonly accountId: number
  readonly userId: string
  readonly appId: string
  readonly prefix: ServicePrefix
  readonly key: string
  readonly expiresAt: Date
  readonly url: string
}

/** A key to the client's application for an hour, as far as the client lets the dealer in. */
export const issueServiceToken = (
  caller: Call,
  id: string,
  app: string,
  prefix: ServicePrefix,
): Promise<ServiceToken> =>
  inTransaction(caller, async (call) => {
    const user = (await store.findForUpdate(call.db, call, id)) ?? notFound('user')
    requireAccess('users.enter', user, app as AppId)
    const isOfAccount = user.regApps.includes(app as AppId) && call.apps.includes(app as AppId)
    call.judge([
      ...(isOfAccount ? [] : [badValue('app_id', 'app_id must be an application of the account.')]),
      ...(prefix === 'service_as_user' && isOwned(app)
        ? [badValue('token_type', 'token_type service_as_user is for managed applications only.')]
        : []),
    ])
    if (user.blocked && prefix === 'service_as_user') {
      forbidden('The account is blocked, and its client sees nothing. Use token_type service.')
    }
    const now = call.clock.now()
    const key = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + serviceTokenSeconds * 1000)
    const row = {
      dealerId: call.dealer,
      accountId: user.accountId,
      userId: id,
      appId: app,
      prefix,
      accessTokenId: call.actor.id,
    }
    const tokenId = await store.insertServiceToken(call.db, { ...row, hash: hashOf(key), createdAt: now, expiresAt })
    await recordChange(call, {
      dealer: call.dealer,
      action: 'users.enter',
      subject: id,
      after: { tokenId, ...row, expiresAt },
    })
    // In the fragment the key reaches no server, no log and no referrer.
    const url = `${call.config.loginUrl}/client#service_token=${key}`
    return { id: tokenId, accountId: user.accountId, userId: id, appId: app, prefix, key, expiresAt, url }
  })
