import { sql } from 'kysely'
import type { ActorContext } from '../context.ts'
import { removeSome } from '../db/pieces.ts'
import { forgetting } from '../jobs/job.ts'
import { keySeconds } from './idempotency.ts'

async function nextDue(ctx: ActorContext): Promise<Date | undefined> {
  const row = await ctx.db
    .selectFrom('idempotencyKeys')
    .select('createdAt')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row && new Date(row.createdAt.getTime() + keySeconds * 1000)
}

/** Answers older than a day are no longer replayed; deleting them keeps the table small. */
export const idempotencyJobs = [
  forgetting({ name: 'http.forget-idempotency-keys', nextDue }, (ctx, most) => {
    const before = new Date(ctx.clock.now().getTime() - keySeconds * 1000)
    return removeSome(ctx.db, 'idempotencyKeys', sql`created_at <= ${before}`, most)
  }),
]
