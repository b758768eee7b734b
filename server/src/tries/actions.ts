/** Tries of secrets that people can guess: counted before they are judged, in the database, for all nodes together. */
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import * as store from './store.ts'
import type { Aim } from './try.ts'

type Ctx = Pick<Context, 'db' | 'clock' | 'log'>

/**
 * Judges a secret, if there is a place for one more try. Undefined: the target is closed and nothing was judged.
 * `judge` says whether the secret was right; then the try was none, and the target is as if nobody had ever tried.
 * Right but not yet enough gives back only the places that this try took: it proves too little to empty the target.
 */
export async function tryOnce<T extends { readonly isRight: boolean; readonly isEnough?: boolean }>(
  ctx: Ctx,
  aim: Aim,
  judge: () => Promise<T>,
): Promise<T | undefined> {
  const now = ctx.clock.now()
  if (aim.address && !(await store.take(ctx.db, aim.address, now))) return refuseMore(aim.address.windowSeconds)
  if (!(await store.take(ctx.db, aim.installation, now))) {
    ctx.log.error(
      { bucket: aim.installation.name },
      'Somebody is guessing: the installation takes no more tries for now.',
    )
    return refuseMore(aim.installation.windowSeconds)
  }
  if (!(await store.take(ctx.db, aim.target, now))) {
    await store.giveBack(ctx.db, [aim.installation.name])
    return undefined
  }
  const verdict = await judge().catch(async (error: unknown) => {
    // Nothing was judged, so nothing was tried.
    await store.giveBack(ctx.db, [aim.address?.name ?? '', aim.installation.name, aim.target.name])
    throw error
  })
  if (verdict.isRight) {
    const isEnough = verdict.isEnough ?? true
    await store.giveBack(ctx.db, [aim.address?.name ?? '', aim.installation.name, isEnough ? '' : aim.target.name])
    if (isEnough) await store.remove(ctx.db, aim.target.name)
  }
  return verdict
}

/** Counts a guess at something that is not there, from an address and in all. */
export async function countMiss(ctx: Ctx, aim: Pick<Aim, 'address' | 'installation'>): Promise<void> {
  const now = ctx.clock.now()
  for (const bucket of [aim.address, aim.installation]) {
    if (bucket && !(await store.take(ctx.db, bucket, now))) refuseMore(bucket.windowSeconds)
  }
}

/** Counts a request that is not judged but costs something, such as a mail. */
export async function countOnce(ctx: Ctx, aim: Aim): Promise<void> {
  const now = ctx.clock.now()
  for (const bucket of [aim.address, aim.installation, aim.target]) {
    if (bucket && !(await store.take(ctx.db, bucket, now))) refuseMore(bucket.windowSeconds)
  }
}

/** Whether there was a place for one more, where only the target is to be spared. */
export const takePlace = (ctx: Pick<Ctx, 'db' | 'clock'>, { target }: Aim): Promise<boolean> =>
  store.take(ctx.db, target, ctx.clock.now())

/** What was tried in the place was right. */
export const giveBackPlace = (ctx: Pick<Ctx, 'db'>, { target }: Aim): Promise<void> =>
  store.giveBack(ctx.db, [target.name])

/** Whoever has shown by other means that the secret is theirs may try again at once. */
export const reopen = (ctx: Pick<Ctx, 'db'>, aim: Aim): Promise<void> => store.remove(ctx.db, aim.target.name)

function refuseMore(seconds: number): never {
  const refusal = new Refusal({ code: 'REQUESTS_EXCEEDED', message: 'Too many wrong tries. Try again in an hour.' })
  refusal.beside = { retryAfterSeconds: seconds }
  throw refusal
}

const keepSeconds = 24 * 3600

export const forgetTries = (ctx: Ctx): Promise<number> =>
  store.removeOlder(ctx.db, new Date(ctx.clock.now().getTime() - keepSeconds * 1000))
