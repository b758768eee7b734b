import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { Bucket } from './try.ts'

/**
 * Takes a place before anything is judged, in one statement: of a thousand tries at the same moment only as many are
 * judged as there are places. The last place starts the window anew, so that a bucket is closed for its whole length.
 */
export async function take(db: Db, { name, triesMax, windowSeconds }: Bucket, now: Date): Promise<boolean> {
  const old = new Date(now.getTime() - windowSeconds * 1000)
  const { rows } = await sql`
    insert into tries (bucket, count, since) values (${name}, 1, ${now})
    on conflict (bucket) do update set
      count = case when tries.since <= ${old} then 1 else tries.count + 1 end,
      since = case when tries.since <= ${old} or tries.count + 1 >= ${triesMax} then ${now} else tries.since end
    where tries.since <= ${old} or tries.count < ${triesMax}
    returning count`.execute(db)
  return rows.length > 0
}

export async function giveBack(db: Db, names: readonly string[]): Promise<void> {
  await sql`update tries set count = greatest(count - 1, 0) where bucket = any(${[...names]})`.execute(db)
}

export async function remove(db: Db, name: string): Promise<void> {
  await db.deleteFrom('tries').where('bucket', '=', name).execute()
}

export async function removeOlder(db: Db, than: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('tries').where('since', '<', than).executeTakeFirst()
  return Number(numDeletedRows)
}
