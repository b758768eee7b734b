/** How many units a dealer has, without reading them. */
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import * as store from './counts-store.ts'

const linesAtOnce = 10_000

/** Sums up what has changed, in pieces. At first it counts what existed before counts were kept. */
export async function keepCounts(ctx: Pick<ActorContext, 'db' | 'clock'>): Promise<number> {
  if (!(await store.isCounted(ctx.db))) return inTransaction(ctx, ({ db, clock }) => store.countAll(db, clock.now()))
  let lines = 0
  for (;;) {
    const added = await store.addUp(ctx.db, linesAtOnce)
    lines += added
    if (added < linesAtOnce) return lines
  }
}
