/** Tokens for devices that send MQTT or HTTP, which the gateway accepts (docs/decisions/0034). */

import type { Page } from '#kernel/api/lists.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import * as store from './store.ts'
import { hashOf, type IntakeToken, looksLikeSecret, newSecret, tokensMax } from './token.ts'

/** The secret is shown here and never again. */
export const createIntakeToken = (caller: Call, name: string): Promise<IntakeToken & { readonly secret: string }> =>
  inTransaction(caller, async (call) => {
    call.validate()
    if ((await store.countForUpdate(call.db, call.dealer)) >= tokensMax) {
      conflict(`A dealer can have at most ${tokensMax} intake tokens. Delete one first.`)
    }
    const now = call.clock.now()
    const token = { id: uuidv7(now), dealerId: call.dealer, name, createdAt: now }
    const secret = newSecret()
    await store.insert(call.db, token, hashOf(secret))
    await recordChange(call, { action: 'intake.create', subject: token.id, after: token })
    return { ...token, secret }
  })

export const intakeTokenSorts = store.sorts
export const listIntakeTokens = (call: Call, ids: readonly string[] | undefined, page: Page): Promise<IntakeToken[]> =>
  store.list(call.db, call.dealer, ids, page)

/** Devices that are connected with it must sign in again before their next message. */
export const removeIntakeToken = (caller: Call, id: string): Promise<string> =>
  inTransaction(caller, async (call) => {
    const before = (await store.remove(call.db, call.dealer, id)) ?? notFound('intake token')
    await recordChange(call, { action: 'intake.remove', subject: id, before })
    return id
  })

/** The dealer of a token; undefined: an unknown token. */
export const findTokenDealer = async (ctx: Pick<Context, 'db'>, secret: string): Promise<number | undefined> =>
  looksLikeSecret(secret) ? store.findDealer(ctx.db, hashOf(secret)) : undefined
