/** Routes processor events: each dealer has its own endpoint, the platform one that no dealer has. */

import { receiveEvent } from '#billing/card-events/actions.ts'
import { platformEndpoint, receivePlatformEvent } from '#billing/invoices/events.ts'
import { settlePurchases } from '#billing/subscriptions/actions.ts'
import { carryOutSomeDues } from '#customers/accounts/actions.ts'
import type { Receive } from '#kernel/card-processor.ts'
import type { Context } from '#kernel/context.ts'

export const receiveCardEvent: Receive<Context> = async (ctx, endpoint, raw, signature) => {
  if (endpoint === platformEndpoint) {
    const verdict = await receivePlatformEvent(ctx, raw, signature)
    if (verdict === 'taken') await beginBought(ctx)
    return verdict
  }
  const answer = await receiveEvent(ctx, endpoint, raw, signature)
  if (answer === 'taken') await openDoors(ctx)
  return answer
}

/** A client who has paid does not wait for the next run of the job; if this fails, the job does it. */
async function openDoors(ctx: Context): Promise<void> {
  const actor = { kind: 'job', id: 'accounts.carry-out-dues', address: null, requestId: null } as const
  try {
    await carryOutSomeDues({ ...ctx, actor })
  } catch (err) {
    ctx.log.warn({ err }, 'Failed to apply the effects of a payment; the job will retry.')
  }
}

async function beginBought(ctx: Context): Promise<void> {
  const actor = { kind: 'job', id: 'subscriptions.settle-purchases', address: null, requestId: null } as const
  try {
    await settlePurchases({ ...ctx, actor })
  } catch (err) {
    ctx.log.warn({ err }, 'Failed to apply the effects of a payment; the job will retry.')
  }
}
