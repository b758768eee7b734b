/** Maintains the counts that the dashboard shows. */
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import * as bills from './bills-store.ts'
import { insertNext } from './quiet-store.ts'
import * as store from './standings-store.ts'

const linesAtOnce = 2000
const unitsAtOnce = 1000

/** Counts new dealers, and processes changes in batches. */
export async function keepStandings(ctx: Pick<ActorContext, 'db' | 'clock'>): Promise<number> {
  let lines = 0
  while ((await inTransaction(ctx, ({ db }) => insertNext(db, unitsAtOnce))) === unitsAtOnce) {
    // Continue with the next ones.
  }
  for (const dealer of await store.listWaiting(ctx.db)) {
    for (;;) {
      const taken = await inTransaction(ctx, async ({ db, clock }) => {
        const standing = await store.lock(db, dealer)
        // It was deleted meanwhile.
        if (standing === undefined) return 0
        if (standing.isCounted) {
          await bills.addUp(db, dealer)
          return store.follow(db, dealer, linesAtOnce)
        }
        await store.countAll(db, dealer, clock.now())
        await bills.countAll(db, dealer)
        return 1
      })
      lines += taken
      if (taken < linesAtOnce) break
    }
  }
  await store.forget(ctx.db)
  return lines
}
