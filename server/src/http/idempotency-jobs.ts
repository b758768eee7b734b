import { job } from '../jobs/job.ts'
import { keySeconds } from './idempotency.ts'

/** Answers older than a day are no longer replayed; forgetting them keeps the table small. */
export const idempotencyJobs = [
  job({
    name: 'http.forget-idempotency-keys',
    async nextDue(ctx) {
      const row = await ctx.db
        .selectFrom('idempotencyKeys')
        .select('createdAt')
        .orderBy('createdAt')
        .limit(1)
        .executeTakeFirst()
      return row && new Date(row.createdAt.getTime() + keySeconds * 1000)
    },
    async run(ctx) {
      const before = new Date(ctx.clock.now().getTime() - keySeconds * 1000)
      const done = await ctx.db.deleteFrom('idempotencyKeys').where('createdAt', '<=', before).executeTakeFirst()
      return Number(done.numDeletedRows)
    },
  }),
]
