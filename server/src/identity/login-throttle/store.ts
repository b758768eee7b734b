import { sql } from 'kysely'
import { removeSome } from '#kernel/db/pieces.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Bucket } from './try.ts'

/**
 * Takes a place before anything is judged, in one statement: of a thousand tries at the same moment only as many are
 * judged as there are places. Says which place it was; 0: there was none. The last place starts the window anew, so that a bucket is closed for its whole length.
 */
export async function take(db: Db, { name, triesMax, windowSeconds }: Bucket, now: Date): Promise<number> {
  const old = new Date(now.getTime() - windowSeconds * 1000)
  const { rows } = await sql<{ count: number }>`
    insert into tries (bucket, count, since) values (${name}, 1, ${now})
    on conflict (bucket) do update set
      count = case when tries.since <= ${old} then 1 else tries.count + 1 end,
      since = case when tries.since <= ${old} or tries.count + 1 >= ${triesMax} then ${now} else tries.since end
    where tries.since <= ${old} or tries.count < ${triesMax}
    returning count`.execute(db)
  return rows[0]?.count ?? 0
}

export async function isFull(db: Db, { name, triesMax, windowSeconds }: Bucket, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('tries')
    .select('count')
    .where('bucket', '=', name)
    .where('count', '>=', triesMax)
    .where('since', '>', new Date(now.getTime() - windowSeconds * 1000))
    .executeTakeFirst()
  return row !== undefined
}

/** The first of the places that is known; asked alike whether there is such a target or not. */
export async function findPlace(db: Db, target: string, places: readonly string[]): Promise<string | undefined> {
  if (places.length === 0) return undefined
  const rows = await db
    .selectFrom('knownPlaces')
    .select('place')
    .where('target', '=', target)
    .where('place', 'in', places)
    .execute()
  return places.find((place) => rows.some((row) => row.place === place))
}

/** Each place has tries of its own, so there are not many. */
const placesMax = 20

export async function notePlaces(db: Db, target: string, places: readonly string[], now: Date): Promise<void> {
  if (places.length === 0) return
  await db
    .insertInto('knownPlaces')
    .values(places.map((place) => ({ target, place, seenAt: now })))
    .onConflict((oc) => oc.columns(['target', 'place']).doUpdateSet({ seenAt: now }))
    .execute()
  await sql`
    delete from known_places where target = ${target} and place in (
      select place from known_places where target = ${target} order by seen_at desc, place offset ${placesMax})`.execute(
    db,
  )
}

export const removeOlderPlaces = (db: Db, than: Date, most: number): Promise<number> =>
  removeSome(db, 'knownPlaces', sql`seen_at < ${than}`, most)

/** The bucket of a target and those of its known places. */
export async function removeWithPlaces(db: Db, target: string): Promise<void> {
  await sql`
    delete from tries where bucket = ${target}
      or bucket in (select target || ':' || place from known_places where target = ${target})`.execute(db)
}

/** Several places at once; whether there were as many. Asked for more, it takes what is left. For 0 it only looks. */
export async function takeMany(
  db: Db,
  { name, triesMax, windowSeconds }: Bucket,
  count: number,
  now: Date,
): Promise<boolean> {
  const old = new Date(now.getTime() - windowSeconds * 1000)
  const { rows } = await sql<{ before: number }>`
    with known as (select case when since <= ${old} then 0 else count end as count from tries where bucket = ${name}),
      taken as (
        insert into tries (bucket, count, since) select ${name}, least(${count}::integer, ${triesMax}), ${now}::timestamptz
        where ${count}::integer > 0
        on conflict (bucket) do update set
          count = least(case when tries.since <= ${old} then 0 else tries.count end + ${count}::integer, ${triesMax}),
          since = case
            when tries.since <= ${old} or tries.count < ${triesMax} and tries.count + ${count}::integer >= ${triesMax}
            then ${now}::timestamptz else tries.since end)
    select coalesce((select count from known), 0)::integer as before`.execute(db)
  return rows[0]!.before < triesMax && rows[0]!.before + count <= triesMax
}

export async function giveBack(db: Db, names: readonly string[]): Promise<void> {
  await sql`update tries set count = greatest(count - 1, 0) where bucket = any(${[...names]})`.execute(db)
}

export async function remove(db: Db, name: string): Promise<void> {
  await db.deleteFrom('tries').where('bucket', '=', name).execute()
}

export const removeOlder = (db: Db, than: Date, most: number): Promise<number> =>
  removeSome(db, 'tries', sql`since < ${than}`, most)
