import { recordChange, requireAccount } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { lockOwnAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import type { ClientProfile } from './client-profile.ts'
import * as store from './store.ts'

export async function readProfile(call: Call, accountId: number): Promise<ClientProfile> {
  await requireAccount(call, accountId)
  return store.find(call.db, call.dealer, accountId)
}

/** For callers that have already found the account. Empty if the account has left this dealer. */
export const findProfile = (ctx: Pick<Call, 'db' | 'dealer'>, accountId: number): Promise<ClientProfile> =>
  store.find(ctx.db, ctx.dealer, accountId)

export const findProfiles = (ctx: Pick<Call, 'db' | 'dealer'>, accountIds: readonly number[]) =>
  store.findMany(ctx.db, ctx.dealer, accountIds)

/** The account has moved to another dealer, who must not see what this one knew. */
export const forgetProfile = async (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> => {
  await store.remove(ctx.db, accountId)
}

export const setProfile = (caller: Call, accountId: number, after: ClientProfile): Promise<ClientProfile> =>
  inTransaction(caller, async (call) => {
    if (!(await lockOwnAccount(call.db, call, accountId))) notFound('account')
    call.validate()
    const before = await store.find(call.db, call.dealer, accountId)
    await store.save(call.db, accountId, after, call.clock.now())
    const change = { dealer: call.dealer, subject: accountId, before, after }
    await recordChange(call, { ...change, action: 'profiles.set' })
    return after
  })
