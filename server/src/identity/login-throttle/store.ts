import { sql } from 'kysely'
import { removeSome } from '#kernel/db/pieces.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Bucket } from './throttle.ts'

/**
 * Takes an attempt before anything is checked, in one statement: of a thousand simultaneous attempts only as many are
 * checked as the bucket allows. Returns the number of the attempt; 0: none was left. The last attempt restarts the
 * window, so that a bucket stays locked for its whole length.
 */
export async function consume(db: Db, { name, attemptsMax, windowSeconds }: Bucket, now: Date): Promise<number> {
  const old = new Date(now.getTime() - windowSeconds * 1000)
  const row = await firstRow<{ count: number }>(db)`
    insert into tries (bucket, count, since) values (${name}, 1, ${now})
    on conflict (bucket) do update set
      count = case when tries.since <= ${old} then 1 else tries.count + 1 end,
      since = case when tries.since <= ${old} or tries.count + 1 >= ${attemptsMax} then ${now} else tries.since end
    where tries.since <= ${old} or tries.count < ${attemptsMax}
    returning count`
  return row?.count ?? 0
}

export async function isFull(db: Db, { name, attemptsMax, windowSeconds }: Bucket, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('tries')
    .select('count')
    .where('bucket', '=', name)
    .where('count', '>=', attemptsMax)
    .where('since', '>', new Date(now.getTime() - windowSeconds * 1000))
    .executeTakeFirst()
  return row !== undefined
}

/** The first origin that is known. The query is the same whether or not the target exists. */
export async function findKnownOrigin(db: Db, target: string, origins: readonly string[]): Promise<string | undefined> {
  if (origins.length === 0) return undefined
  const rows = await db
    .selectFrom('knownPlaces')
    .select('place')
    .where('target', '=', target)
    .where('place', 'in', origins)
    .execute()
  return origins.find((origin) => rows.some((row) => row.place === origin))
}

/** Each origin has attempts of its own, so only a few are kept. */
const originsMax = 20

export async function saveOrigins(db: Db, target: string, origins: readonly string[], now: Date): Promise<void> {
  if (origins.length === 0) return
  await db
    .insertInto('knownPlaces')
    .values(origins.map((place) => ({ target, place, seenAt: now })))
    .onConflict((oc) => oc.columns(['target', 'place']).doUpdateSet({ seenAt: now }))
    .execute()
  await sql`
    delete from known_places where target = ${target} and place in (
      select place from known_places where target = ${target} order by seen_at desc, place offset ${originsMax})`.execute(
    db,
  )
}

export const removeOlderOrigins = (db: Db, than: Date, most: number): Promise<number> =>
  removeSome(db, 'knownPlaces', sql`seen_at < ${than}`, most)

/** The bucket of a target and those of its known origins. */
export async function removeWithOrigins(db: Db, target: string): Promise<void> {
  await sql`
    delete from tries where bucket = ${target}
      or bucket in (select target || ':' || place from known_places where target = ${target})`.execute(db)
}

/** Takes up to `count` attempts; true if that many were left. A count of 0 only checks. */
export async function consumeMany(
  db: Db,
  { name, attemptsMax, windowSeconds }: Bucket,
  count: number,
  now: Date,
): Promise<boolean> {
  const old = new Date(now.getTime() - windowSeconds * 1000)
  const row = await firstRow<{ before: number }>(db)`
    with known as (select case when since <= ${old} then 0 else count end as count from tries where bucket = ${name}),
      taken as (
        insert into tries (bucket, count, since) select ${name}, least(${count}::integer, ${attemptsMax}), ${now}::timestamptz
        where ${count}::integer > 0
        on conflict (bucket) do update set
          count = least(case when tries.since <= ${old} then 0 else tries.count end + ${count}::integer, ${attemptsMax}),
          since = case
            when tries.since <= ${old} or tries.count < ${attemptsMax} and tries.count + ${count}::integer >= ${attemptsMax}
            then ${now}::timestamptz else tries.since end)
    select coalesce((select count from known), 0)::integer as before`
  return row!.before < attemptsMax && row!.before + count <= attemptsMax
}

export async function refund(db: Db, names: readonly string[]): Promise<void> {
  await sql`update tries set count = greatest(count - 1, 0) where bucket = any(${[...names]})`.execute(db)
}

export const remove = (db: Db, name: string) => db.deleteFrom('tries').where('bucket', '=', name).execute()

export const removeOlder = (db: Db, than: Date, most: number): Promise<number> =>
  removeSome(db, 'tries', sql`since < ${than}`, most)
