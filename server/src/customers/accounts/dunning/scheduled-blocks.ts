/** Blocks accounts on the date that a person has set. */
import { endSessionsOfBlocked } from '#identity/sessions/actions.ts'
import { recordChanges } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import * as store from '../store.ts'
import { emitAccountBlocked } from './dunning-run.ts'

const batch = 1000

/** Blocks every due account, and returns how many. */
export async function blockDueAccounts(acting: ActorContext): Promise<number> {
  let total = 0
  for (;;) {
    const done = await inTransaction(acting, async (ctx) => {
      const rows = await store.blockDue(ctx.db, ctx.clock.now(), batch)
      await endSessionsOfBlocked(ctx, ...rows.map(({ id }) => id))
      const after = { blocked: true, blockedBy: 'schedule' }
      await recordChanges(
        ctx,
        rows.map(({ id, dealerId }) => ({ dealer: dealerId, action: 'accounts.block', subject: id, after })),
      )
      await emitAccountBlocked(ctx, 'schedule', rows)
      return rows.length
    })
    total += done
    if (done < batch) return total
  }
}

export const nextScheduledBlock = store.nextBlock
