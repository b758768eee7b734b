import { sql } from 'kysely'
import { removeSome } from '../db/pieces.ts'
import { dueFrom } from '../jobs/due.ts'
import { forgetting } from '../jobs/job.ts'
import { keySeconds } from './idempotency.ts'

const firstEnd = sql`
  select created_at + ${`${keySeconds} seconds`}::interval from idempotency_keys order by created_at limit 1`

/** Answers older than a day are no longer replayed; deleting them keeps the table small. */
export const idempotencyJobs = [
  forgetting({ name: 'http.forget-idempotency-keys', ...dueFrom(firstEnd) }, (ctx, most) => {
    const before = new Date(ctx.clock.now().getTime() - keySeconds * 1000)
    return removeSome(ctx.db, 'idempotencyKeys', sql`created_at <= ${before}`, most)
  }),
]
