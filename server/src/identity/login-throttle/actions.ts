/** Attempts at secrets that people can guess. They are counted before they are checked, in the database, for all nodes. */

import type { Context } from '#kernel/context.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { Refusal } from '#kernel/errors.ts'
import * as store from './store.ts'
import { type Bucket, bucketOfOrigin, installationBuckets, type ThrottleKey } from './throttle.ts'

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'meters'>

/**
 * Checks a secret if the throttle allows another attempt. Undefined: the target is locked and nothing was checked. A
 * correct secret clears the target. A correct password without its two-factor code refunds only this attempt: it proves
 * too little to clear the target. An origin known from an earlier session has its own bucket, which no one else can use
 * up.
 */
export async function attempt<T extends { readonly isRight: boolean; readonly isEnough?: boolean }>(
  ctx: Ctx,
  key: ThrottleKey,
  check: () => Promise<T>,
): Promise<T | undefined> {
  const now = ctx.clock.now()
  const known = await store.findKnownOrigin(ctx.db, key.target.name, key.origins)
  const target = known === undefined ? key.target : bucketOfOrigin(key, known)
  const others = known === undefined ? [key.address, key.installation].filter((bucket) => bucket !== undefined) : []
  if (known === undefined) await countGuess(ctx, key)
  if (!(await store.consume(ctx.db, target, now))) {
    if (known === undefined) await store.refund(ctx.db, [key.installation.name])
    return undefined
  }
  const refundAll = (...buckets: readonly Bucket[]) =>
    store.refund(
      ctx.db,
      buckets.map(({ name }) => name),
    )
  const verdict = await check().catch(async (error: unknown) => {
    // Nothing was checked, so it was no attempt.
    await refundAll(...others, target)
    throw error
  })
  if (!verdict.isRight) return verdict
  const isEnough = verdict.isEnough ?? true
  await refundAll(...others, ...(isEnough ? [] : [target]))
  if (isEnough) await store.remove(ctx.db, target.name)
  return verdict
}

/** A session was opened from here: wrong attempts from elsewhere no longer lock out this browser and network. */
export const rememberOrigins = (ctx: Pick<Ctx, 'db' | 'clock'>, { target, origins }: ThrottleKey): Promise<void> =>
  store.saveOrigins(ctx.db, target.name, origins, ctx.clock.now())

/** Counts a guess for its address and for the installation. */
export async function countGuess(ctx: Ctx, { address, installation }: Pick<ThrottleKey, 'address' | 'installation'>) {
  const now = ctx.clock.now()
  if (address && !(await store.consume(ctx.db, address, now))) refuseMore(address.windowSeconds)
  const count = await store.consume(ctx.db, installation, now)
  if (count === installation.attemptsMax) {
    ctx.meters.guessingAlarms.inc()
    ctx.log.error(
      { bucket: installation.name, tries: count },
      'Someone is guessing secrets. For one hour, only known browsers and networks can sign in.',
    )
  }
  if (!count) refuseMore(installation.windowSeconds)
}

/** The kinds of secrets for which the installation currently takes no attempts from unknown origins. */
export async function listGuessed(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<string[]> {
  const now = ctx.clock.now()
  const closed = await Promise.all(installationBuckets.map(({ bucket }) => store.isFull(ctx.db, bucket, now)))
  return installationBuckets.filter((_, at) => closed[at]).map(({ secret }) => secret)
}

/** Counts a request that checks no secret but costs something, such as an email. */
export async function countRequest(ctx: Ctx, key: ThrottleKey): Promise<void> {
  const now = ctx.clock.now()
  for (const bucket of [key.address, key.installation, key.target]) {
    if (bucket && !(await store.consume(ctx.db, bucket, now))) refuseMore(bucket.windowSeconds)
  }
}

/** Takes one attempt from the target alone; false: none left. */
export const consume = async (ctx: Pick<Ctx, 'db' | 'clock'>, { target }: ThrottleKey): Promise<boolean> =>
  (await store.consume(ctx.db, target, ctx.clock.now())) > 0

/** Returns the attempt, because it was right. */
export const refund = (ctx: Pick<Ctx, 'db'>, { target }: ThrottleKey): Promise<void> =>
  store.refund(ctx.db, [target.name])

/** Takes several attempts at once; false: fewer were left. */
export const consumeMany = (ctx: Pick<Ctx, 'db' | 'clock'>, { target }: ThrottleKey, count: number): Promise<boolean> =>
  store.consumeMany(ctx.db, target, count, ctx.clock.now())

/** The owner has proved by other means that the secret is theirs, so they may try again at once, from anywhere. */
export const reopen = (ctx: Pick<Ctx, 'db'>, { target }: ThrottleKey): Promise<void> =>
  store.removeWithOrigins(ctx.db, target.name)

function refuseMore(seconds: number): never {
  const refusal = new Refusal({ code: 'REQUESTS_EXCEEDED', message: 'Too many wrong attempts. Try again in an hour.' })
  refusal.details = { retryAfterSeconds: seconds }
  throw refusal
}

const daySeconds = 24 * 3600
/** Longer than any session can last. */
export const originSeconds = 365 * daySeconds

export async function forgetTries(ctx: Pick<Ctx, 'db' | 'clock'>, most = rowsPerPiece): Promise<number> {
  const before = (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1000)
  const origins = await store.removeOlderOrigins(ctx.db, before(originSeconds), most)
  return origins + (await store.removeOlder(ctx.db, before(daySeconds), most))
}
