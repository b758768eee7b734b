/** Dealers and their access tokens, as the operator makes them. */
import { operator, recordChange } from '../audit/actions.ts'
import { approveCompany, createCompany, verifyPaymentInfo } from '../company/actions.ts'
import { type Acting, type Context, inTransaction } from '../context.ts'
import { notFound } from '../errors.ts'
import type { DialectName } from '../http/dialects.ts'
import { uuidv7 } from '../ids.ts'
import * as store from './store.ts'
import { hashOf, newSecret, type TokenLevel } from './token.ts'

export interface NewToken {
  readonly dealer: number
  readonly dialect: DialectName
  readonly name: string
  readonly level: TokenLevel
  readonly mayReadSecrets: boolean
  readonly ttlSeconds: number
}

export const yearSeconds = 365 * 24 * 3600

/** The dealer and its first token, shown here and never again. */
export const createDealer = (
  context: Context,
  dealer: { name: string; dialect: DialectName; isVerified: boolean },
): Promise<{ dealerId: number; accessToken: string }> =>
  inTransaction({ ...context, actor: operator('dealer create') }, async (ctx) => {
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

/** Where accounts belong that no dealer has. It has no token and no staff, so nobody sees or manages them. */
export const findHouse = (context: Acting): Promise<number> =>
  inTransaction(context, async (ctx) => {
    const known = await store.findHouse(ctx.db)
    if (known !== undefined) return known
    const made = await store.insertHouse(ctx.db, houseName, ctx.clock.now())
    // Another was faster, and is done: its row has been waited for.
    if (made === undefined) return (await store.findHouse(ctx.db)) as number
    await createCompany(ctx, made, houseName)
    return made
  })

const houseName = 'No dealer'

export const createToken = (context: Context, token: NewToken): Promise<{ tokenId: string; accessToken: string }> =>
  inTransaction({ ...context, actor: operator('token create') }, async (ctx) => {
    if (!(await store.findDealer(ctx.db, token.dealer))) notFound('dealer')
    const now = ctx.clock.now()
    const secret = newSecret()
    const row = {
      id: uuidv7(now),
      dealerId: token.dealer,
      name: token.name,
      dialect: token.dialect,
      level: token.level,
      mayReadSecrets: token.mayReadSecrets,
      expiresAt: new Date(now.getTime() + token.ttlSeconds * 1000),
      revokedAt: null,
    }
    await store.insertToken(ctx.db, { ...row, hash: hashOf(secret), createdAt: now })
    await recordChange(ctx, { dealer: token.dealer, action: 'tokens.create', subject: row.id, after: row })
    return { tokenId: row.id, accessToken: secret }
  })

export const revokeToken = (context: Context, id: string): Promise<void> =>
  inTransaction({ ...context, actor: operator('token revoke') }, async (ctx) => {
    const token = (await store.revokeToken(ctx.db, id, ctx.clock.now())) ?? notFound('token')
    await recordChange(ctx, { dealer: token.dealerId, action: 'tokens.revoke', subject: id })
  })

/** The oldest first; those that have ended as well. */
export async function listTokens(ctx: Pick<Context, 'db'>, dealer: number) {
  if (!(await store.findDealer(ctx.db, dealer))) notFound('dealer')
  return store.listTokens(ctx.db, dealer)
}

export const listDealers = (ctx: Pick<Context, 'db'>) => store.listDealers(ctx.db)
export const findToken = store.findToken
export const touchTokens = store.touchTokens
