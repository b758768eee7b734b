/** Tries of secrets that people can guess: counted before they are judged, in the database, for all nodes together. */

import type { Context } from '#kernel/context.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { Refusal } from '#kernel/errors.ts'
import * as store from './store.ts'
import { type Aim, type Bucket, bucketAt, installationBuckets } from './try.ts'

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'meters'>

/**
 * Judges a secret, if there is a place for one more try. Undefined: the target is closed and nothing was judged.
 * `verify` says whether the secret was right; then the try was none, and the target is as if nobody had ever tried.
 * Right but not yet enough gives back only the places that this try took: it proves too little to empty the target.
 * Whoever is known from an earlier session has tries apart from everybody else's, and nobody can use them up.
 */
export async function tryOnce<T extends { readonly isRight: boolean; readonly isEnough?: boolean }>(
  ctx: Ctx,
  aim: Aim,
  verify: () => Promise<T>,
): Promise<T | undefined> {
  const now = ctx.clock.now()
  const known = await store.findPlace(ctx.db, aim.target.name, aim.places)
  const target = known === undefined ? aim.target : bucketAt(aim, known)
  const others = known === undefined ? [aim.address, aim.installation].filter((bucket) => bucket !== undefined) : []
  if (known === undefined) await countMiss(ctx, aim)
  if (!(await store.take(ctx.db, target, now))) {
    if (known === undefined) await store.giveBack(ctx.db, [aim.installation.name])
    return undefined
  }
  const giveBack = (...buckets: readonly Bucket[]) =>
    store.giveBack(
      ctx.db,
      buckets.map(({ name }) => name),
    )
  const verdict = await verify().catch(async (error: unknown) => {
    // Nothing was judged, so nothing was tried.
    await giveBack(...others, target)
    throw error
  })
  if (!verdict.isRight) return verdict
  const isEnough = verdict.isEnough ?? true
  await giveBack(...others, ...(isEnough ? [] : [target]))
  if (isEnough) await store.remove(ctx.db, target.name)
  return verdict
}

/** A session was opened from here: wrong tries from elsewhere close nothing for this browser and network any more. */
export const knowPlaces = (ctx: Pick<Ctx, 'db' | 'clock'>, { target, places }: Aim): Promise<void> =>
  store.notePlaces(ctx.db, target.name, places, ctx.clock.now())

/** Counts a guess from an address and in all. */
export async function countMiss(ctx: Ctx, { address, installation }: Pick<Aim, 'address' | 'installation'>) {
  const now = ctx.clock.now()
  if (address && !(await store.take(ctx.db, address, now))) refuseMore(address.windowSeconds)
  const count = await store.take(ctx.db, installation, now)
  if (count === installation.triesMax) {
    ctx.meters.guessingAlarms.inc()
    ctx.log.error(
      { bucket: installation.name, tries: count },
      'Somebody is guessing: for an hour only known browsers and networks may try.',
    )
  }
  if (!count) refuseMore(installation.windowSeconds)
}

/** The secrets of which so many were guessed that the whole installation takes no tries of unknown places now. */
export async function listGuessed(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<string[]> {
  const now = ctx.clock.now()
  const closed = await Promise.all(installationBuckets.map(({ bucket }) => store.isFull(ctx.db, bucket, now)))
  return installationBuckets.filter((_, at) => closed[at]).map(({ secret }) => secret)
}

/** Counts a request that is not judged but costs something, such as a mail. */
export async function countOnce(ctx: Ctx, aim: Aim): Promise<void> {
  const now = ctx.clock.now()
  for (const bucket of [aim.address, aim.installation, aim.target]) {
    if (bucket && !(await store.take(ctx.db, bucket, now))) refuseMore(bucket.windowSeconds)
  }
}

/** Whether there was a place for one more, where only the target is to be spared. */
export const takePlace = async (ctx: Pick<Ctx, 'db' | 'clock'>, { target }: Aim): Promise<boolean> =>
  (await store.take(ctx.db, target, ctx.clock.now())) > 0

/** What was tried in the place was right. */
export const giveBackPlace = (ctx: Pick<Ctx, 'db'>, { target }: Aim): Promise<void> =>
  store.giveBack(ctx.db, [target.name])

/** The same for several at once. */
export const takePlaces = (ctx: Pick<Ctx, 'db' | 'clock'>, { target }: Aim, count: number): Promise<boolean> =>
  store.takeMany(ctx.db, target, count, ctx.clock.now())

/** Whoever has shown by other means that the secret is theirs may try again at once, from anywhere. */
export const reopen = (ctx: Pick<Ctx, 'db'>, aim: Aim): Promise<void> => store.removeWithPlaces(ctx.db, aim.target.name)

function refuseMore(seconds: number): never {
  const refusal = new Refusal({ code: 'REQUESTS_EXCEEDED', message: 'Too many wrong tries. Try again in an hour.' })
  refusal.details = { retryAfterSeconds: seconds }
  throw refusal
}

const daySeconds = 24 * 3600
/** As long as a session can last, and a while more. */
export const placeSeconds = 365 * daySeconds

export async function forgetTries(ctx: Pick<Ctx, 'db' | 'clock'>, most = rowsPerPiece): Promise<number> {
  const before = (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1000)
  const places = await store.removeOlderPlaces(ctx.db, before(placeSeconds), most)
  return places + (await store.removeOlder(ctx.db, before(daySeconds), most))
}
