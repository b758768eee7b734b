/** One-time links: made, followed once, withdrawn. What following one does is its feature's business. */
import type { ActorContext, Context, PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { countGuess } from '../login-throttle/actions.ts'
import { throttleKey } from '../login-throttle/throttle.ts'
import { type Link, type LinkPurpose, linkHash, linkSeconds, newLinkSecret, type Owner } from './one-time-link.ts'
import * as store from './store.ts'

type Ctx = Pick<Context, 'db' | 'clock'>

const until = (now: Date, purpose: LinkPurpose) => new Date(now.getTime() + linkSeconds(purpose) * 1000)

/** The secret for the mail, shown here and never again. Everybody has one link for a purpose: the newest. */
export async function makeLink(
  ctx: Ctx,
  owner: Owner,
  link: { purpose: LinkPurpose; email: string; passwordHash?: string },
): Promise<string> {
  const now = ctx.clock.now()
  const secret = newLinkSecret()
  const row = { ...link, id: uuidv7(now), hash: linkHash(secret), passwordHash: link.passwordHash ?? null }
  await store.put(ctx.db, owner, { ...row, createdAt: now, expiresAt: until(now, link.purpose) })
  return secret
}

/**
 * Checked before any work is done for a link. A miss is counted; a link that exists works whatever was
 * tried before. It is not used up: that is done by `followLink`, in the transaction of what it is for.
 */
export async function requireLink(
  call: PublicCall,
  purpose: LinkPurpose,
  secret: string,
  staleLink: string,
): Promise<void> {
  if (await store.exists(call.db, purpose, linkHash(secret), call.clock.now())) return
  await requireKnown(call, staleLink)
}

/** For a link that leads nowhere: the miss is counted. */
export async function requireKnown(call: PublicCall, staleLink: string): Promise<never> {
  await countGuess(call, throttleKey('link', '', call.actor.address))
  return refuse('FAILED_VALIDATION', staleLink)
}

/** Undefined: used, withdrawn, too old, or never made. */
export const followLink = (ctx: Ctx, purpose: LinkPurpose, secret: string): Promise<Link | undefined> =>
  store.take(ctx.db, purpose, linkHash(secret), ctx.clock.now())

/** False: no link to this address is on its way. */
export const setLinkPassword = (ctx: Ctx, userId: string, email: string, passwordHash: string): Promise<boolean> =>
  store.setPassword(ctx.db, userId, email, passwordHash)

export const withdrawLinks = (ctx: Ctx, owner: Owner, ...purposes: LinkPurpose[]): Promise<void> =>
  store.remove(ctx.db, owner, purposes)

type ResetPurpose = Extract<LinkPurpose, 'password' | 'staff-password'>

/** Notes that a new password was asked for; who has the address is looked up later, not while the caller waits. */
export async function recordResetRequest(ctx: Ctx, purpose: ResetPurpose, email: string): Promise<void> {
  const now = ctx.clock.now()
  await store.insertRequest(ctx.db, { id: uuidv7(now), purpose, email, createdAt: now, expiresAt: until(now, purpose) })
}

const resetsPerTake = 100

/** Each address for which a reset was asked is given to `send` once; says how many requests there were. */
export async function processResetRequests(
  acting: ActorContext,
  purpose: ResetPurpose,
  send: (ctx: ActorContext, email: string) => Promise<void>,
): Promise<number> {
  let total = 0
  for (;;) {
    const done = await inTransaction(acting, async (ctx) => {
      const asked = await store.takeRequests(ctx.db, purpose, resetsPerTake)
      for (const email of new Set(asked.map((one) => one.toLowerCase()))) await send(ctx, email)
      return asked.length
    })
    total += done
    if (done < resetsPerTake) return total
  }
}

export const firstResetRequest = (ctx: Ctx, purpose: ResetPurpose): Promise<Date | undefined> =>
  store.firstRequest(ctx.db, purpose)

export const forgetLinks = (ctx: Ctx, most: number): Promise<number> =>
  store.removeExpired(ctx.db, ctx.clock.now(), most)
