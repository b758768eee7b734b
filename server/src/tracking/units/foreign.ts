/** Limits how many idents of others a dealer or a client may try: each refusal reveals that the ident is taken. */

import { consumeMany } from '#identity/login-throttle/actions.ts'
import { throttleKey } from '#identity/login-throttle/throttle.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import * as store from './import/import-store.ts'

/**
 * Counts the idents that belong to others, and refuses when there were too many within an hour. `mustAsk`: checks the
 * limit even if none does, where the answer itself would reveal that.
 */
export async function countForeign(call: Call, idents: readonly string[], mustAsk = false): Promise<void> {
  const account = accountOf(call)
  const count = await store.countForeign(call.db, call.dealer, idents, account)
  if (count === 0 && !mustAsk) return
  // A client has a limit of its own, so that it cannot use up the one of its dealer.
  const key =
    account === undefined
      ? throttleKey('foreign ident', String(call.dealer), null)
      : throttleKey('foreign ident of a client', String(account), null)
  const isAllowed = await consumeMany(call, key, count)
  if (count > 0) {
    const after = { count, refused: !isAllowed }
    const subject = account ?? call.dealer
    await recordChange(call, { dealer: call.dealer, action: 'units.meet-foreign', subject, after })
  }
  if (isAllowed) return
  const message = 'Too many of these idents are taken by others. Try again in an hour, or ask the operator.'
  const refusal = new Refusal({ code: 'REQUESTS_EXCEEDED', message })
  refusal.details = { retryAfterSeconds: 3600 }
  throw refusal
}

const accountOf = (call: Call & Partial<ClientCall>): number | undefined => call.account

/** For work that fails when an ident is taken. Inside a larger transaction the count would be rolled back with it. */
export async function countingForeign<T>(call: Call, ident: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isTaken =
      error instanceof Refusal && error.problems.some(({ code, field }) => code === 'CONFLICT' && field === 'ident')
    if (isTaken && ident !== undefined && !call.db.isTransaction) await countForeign(call, [ident])
    throw error
  }
}
