/** Reports the end of an add-on: on the day on which an agreement begins that has none or fewer of it. */
import { recordChanges } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { recordEvents } from '#kernel/outgoing-events/actions.ts'
import * as store from './ended-add-ons-store.ts'
import type { AddOn } from './price.ts'

const batch = 500

export const nextAddOnCheck = store.nextCheck

export interface EndedAddOn {
  readonly name: string
  /** How many ended. */
  readonly quantity: number
  /** How many are left. */
  readonly remaining: number
}

const counted = (addOns: readonly AddOn[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { name, quantity } of addOns) counts.set(name, (counts.get(name) ?? 0) + quantity)
  return counts
}

/** Compared by name: another price for the same add-on does not end it. */
export function endedOf(before: readonly AddOn[], after: readonly AddOn[]): EndedAddOn[] {
  const left = counted(after)
  return [...counted(before)].flatMap(([name, quantity]) => {
    const remaining = left.get(name) ?? 0
    return remaining < quantity ? [{ name, quantity: quantity - remaining, remaining }] : []
  })
}

/** Several workers share the accounts: each skips what another has locked. */
export async function endAddOns(acting: ActorContext): Promise<number> {
  for (let total = 0; ; ) {
    const done = await inTransaction(acting, endSome)
    total += done
    if (done < batch) return total
  }
}

async function endSome(ctx: ActorContext): Promise<number> {
  const due = await store.takeDue(ctx.db, ctx.clock.now(), batch)
  if (due.length === 0) return 0
  await store.save(ctx.db, due)
  const ended = due.flatMap(({ accountId, dealerId, before, after }) =>
    endedOf(before, after).map((addOn) => ({ accountId, dealerId, addOn })),
  )
  await recordChanges(
    ctx,
    ended.map(({ accountId, dealerId, addOn }) => ({
      ...{ dealer: dealerId, action: 'prices.end-add-on', subject: accountId, after: addOn },
    })),
  )
  await recordEvents(
    ctx,
    ended.map(({ accountId, dealerId, addOn }) => ({
      ...{ dealer: dealerId, account: accountId, type: 'account.add_on_ended' as const },
      data: { account_id: accountId, ...addOn },
    })),
  )
  return due.length
}
