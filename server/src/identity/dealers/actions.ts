/** Dealers and their access tokens, created by the operator and by dealers themselves. */

import { randomBytes } from 'node:crypto'
import type { DialectName } from '#kernel/api/dialects.ts'
import type { Page } from '#kernel/api/lists.ts'
import { asOperator, operator, recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { lockDealer } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { invalidField, notFound, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { approveCompany, createCompany, verifyPaymentInfo } from '../company/actions.ts'
import * as store from './store.ts'
import { type AccessToken, hashOf, type ListedToken, newSecret, type TokenLevel } from './token.ts'

export interface NewToken {
  readonly dealer: number
  readonly dialect: DialectName
  readonly name: string
  readonly level: TokenLevel
  readonly mayReadSecrets: boolean
  readonly ttlSeconds: number
}

export const yearSeconds = 365 * 24 * 3600

/** Returns the dealer and its first token; the secret is not shown again. */
export const createDealer = (
  context: Context,
  dealer: { name: string; dialect: DialectName; isVerified: boolean },
): Promise<{ dealerId: number; accessToken: string }> =>
  inTransaction(asOperator(context, 'dealer create'), async (ctx) => {
    const { id } = await store.insertDealer(ctx.db, dealer.name, dealer.dialect, ctx.clock.now())
    await createCompany(ctx, id, dealer.name)
    await recordChange(ctx, { dealer: id, action: 'dealers.create', subject: id, after: { name: dealer.name } })
    if (dealer.isVerified) {
      await verifyPaymentInfo(ctx, id)
      await approveCompany(ctx, id)
    }
    const token = await createToken(ctx, {
      dealer: id,
      dialect: dealer.dialect,
      name: 'First token',
      level: 'full',
      mayReadSecrets: false,
      ttlSeconds: yearSeconds,
    })
    return { dealerId: id, accessToken: token.accessToken }
  })

/** Owns the accounts that have no dealer. It has no token and no staff, so no one sees or manages them. */
export const findPlatformDealer = (context: ActorContext): Promise<number> =>
  inTransaction(context, async (ctx) => {
    const known = await store.findPlatformDealer(ctx.db)
    if (known !== undefined) return known
    const made = await store.insertPlatformDealer(ctx.db, platformDealerName, ctx.clock.now())
    // Another process was faster and has committed: our insert waited for its row.
    if (made === undefined) return (await store.findPlatformDealer(ctx.db)) as number
    await createCompany(ctx, made, platformDealerName)
    return made
  })

const platformDealerName = 'No dealer'

export const createToken = (context: Context, token: NewToken): Promise<{ tokenId: string; accessToken: string }> =>
  inTransaction(asOperator(context, 'token create'), async (ctx) => {
    if (!(await store.findDealer(ctx.db, token.dealer))) notFound('dealer')
    const { dealer: dealerId, ttlSeconds, ...input } = token
    const expiresAt = new Date(ctx.clock.now().getTime() + ttlSeconds * 1000)
    const { id, secret } = await insertToken(ctx, { ...input, dealerId, expiresAt })
    return { tokenId: id, accessToken: secret }
  })

type TokenInput = Pick<AccessToken, 'dialect' | 'name' | 'level' | 'mayReadSecrets' | 'expiresAt'>

async function insertToken(
  ctx: ActorContext,
  input: TokenInput & { readonly dealerId: number },
  parentId?: string,
): Promise<ListedToken & { readonly secret: string }> {
  const now = ctx.clock.now()
  const secret = newSecret()
  const row = { id: uuidv7(now), ...input, revokedAt: null }
  await store.insertToken(ctx.db, { ...row, hash: hashOf(secret), createdAt: now, ...(parentId && { parentId }) })
  await recordChange(ctx, { dealer: input.dealerId, action: 'tokens.create', subject: row.id, after: row })
  return { ...row, createdAt: now, lastUsedAt: null, secret }
}

/**
 * The secret is not shown again. A token created by a token has its dialect, no more rights, no longer life, and ends
 * with it: revoking a token revokes everything created with it.
 */
export const createOwnToken = (caller: Call, input: TokenInput): Promise<ListedToken & { readonly secret: string }> =>
  inTransaction(caller, async (call) => {
    await lockDealer(call.db, call.dealer)
    const parent = call.actor.kind === 'token' ? await store.findTokenById(call.db, call.actor.id) : undefined
    // It was revoked after this request had begun.
    if (parent?.revokedAt) refuse('INVALID_TOKEN', 'Send a valid access token in the header X-AccessToken.')
    const now = call.clock.now()
    call.validate([
      ...(input.expiresAt <= now ? [invalidField('expires_at', 'expires_at must not be in the past.')] : []),
      ...(parent && input.expiresAt > parent.expiresAt
        ? [invalidField('expires_at', 'expires_at must not be later than that of the token that creates it.')]
        : []),
      ...(parent && input.dialect !== parent.dialect
        ? [invalidField('dialect', 'dialect must be that of the token that creates it.')]
        : []),
      ...(parent && input.mayReadSecrets && !parent.mayReadSecrets
        ? [invalidField('secrets', 'secrets can be granted only by a token that has this right itself.')]
        : []),
    ])
    return insertToken(call, { ...input, dealerId: call.dealer }, parent?.id)
  })

export const tokenSorts = store.tokenSorts
export const listOwnTokens = (call: Call, ids: readonly string[] | undefined, page: Page): Promise<ListedToken[]> =>
  store.listTokenPage(call.db, call.dealer, ids, page)

export const revokeOwnToken = (caller: Call, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    if ((await store.findTokenById(call.db, id))?.dealerId !== call.dealer) notFound('token')
    await revoke(call, id)
  })

/** Includes all tokens that were created with it. */
async function revoke(ctx: ActorContext, id: string): Promise<void> {
  const revoked = await store.revokeToken(ctx.db, id, ctx.clock.now())
  if (revoked.length === 0) notFound('token')
  for (const token of revoked) {
    await recordChange(ctx, { dealer: token.dealerId, action: 'tokens.revoke', subject: token.id })
  }
}

/** Its tokens and its staff are refused at once; its clients and their trackers are not affected. */
export const suspendDealer = (acting: ActorContext, id: number, isSuspended: boolean): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    if (!(await store.findDealer(ctx.db, id))) notFound('dealer')
    if (!(await store.suspend(ctx.db, id, isSuspended ? ctx.clock.now() : null))) return
    await recordChange(ctx, { dealer: id, action: isSuspended ? 'dealers.suspend' : 'dealers.resume', subject: id })
  })

export const revokeToken = (context: Context, id: string): Promise<void> =>
  inTransaction({ ...context, actor: operator('token revoke') }, (ctx) => revoke(ctx, id))

/** Oldest first, including ended ones. */
export async function listTokens(ctx: Pick<Context, 'db'>, dealer: number) {
  if (!(await store.findDealer(ctx.db, dealer))) notFound('dealer')
  return store.listTokens(ctx.db, dealer)
}

export const listDealers = (ctx: Pick<Context, 'db'>) => store.listDealers(ctx.db)

export type { ListedDealer } from './store.ts'
export const dealerSorts = store.dealerSorts
/** For the operator: dealers with their counts, page by page. */
export const listDealerPage = (ctx: Pick<Context, 'db'>, filter: store.DealerFilter, page: Page) =>
  store.listDealerPage(ctx.db, filter, page)
export const readDealer = async (ctx: Pick<Context, 'db'>, id: number): Promise<store.ListedDealer> =>
  (await store.findListed(ctx.db, id)) ?? notFound('dealer')
export const findToken = store.findToken
export const touchTokens = store.touchTokens

/** The key in this dealer's sign-up link; null: no one can sign up there. */
export const readSignUpKey = (ctx: Pick<Context, 'db'>, dealer: number): Promise<string | null> =>
  store.findSignUpKey(ctx.db, dealer)

/** Turning it off and on creates another key, so that leaked links stop working. */
export const setSignUp = (caller: Call, isEnabled: boolean): Promise<string | null> =>
  inTransaction(caller, async (call) => {
    call.validate()
    const before = await store.findSignUpKey(call.db, call.dealer)
    if ((before !== null) === isEnabled) return before
    const key = isEnabled ? randomBytes(12).toString('base64url') : null
    await store.saveSignUpKey(call.db, call.dealer, key)
    const action = isEnabled ? 'dealers.open-sign-up' : 'dealers.close-sign-up'
    await recordChange(call, { action, subject: call.dealer })
    return key
  })

/** Undefined: unknown key, or the dealer is suspended. */
export const findBySignUpKey = (
  ctx: Pick<Context, 'db'>,
  key: string,
): Promise<{ id: number; dialect: DialectName } | undefined> => store.findBySignUpKey(ctx.db, key)
