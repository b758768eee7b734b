/** One-time links: created, used once, withdrawn. What a link does is up to its feature. */
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

/** Returns the secret for the email, which is not shown again. There is one link per person and purpose: the newest. */
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
 * Checks a link before any work is done for it. A miss is counted; an existing link works however many misses there
 * were. The link is not used up here: `followLink` does that, in the transaction of what the link does.
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

/** For a link that does not exist: counts the miss. */
export async function requireKnown(call: PublicCall, staleLink: string): Promise<never> {
  await countGuess(call, throttleKey('link', '', call.actor.address))
  return refuse('FAILED_VALIDATION', staleLink)
}

/** Undefined: used, withdrawn, expired or unknown. */
export const followLink = (ctx: Ctx, purpose: LinkPurpose, secret: string): Promise<Link | undefined> =>
  store.take(ctx.db, purpose, linkHash(secret), ctx.clock.now())

/** False: there is no pending link to this address. */
export const setLinkPassword = (ctx: Ctx, userId: string, email: string, passwordHash: string): Promise<boolean> =>
  store.setPassword(ctx.db, userId, email, passwordHash)

export const withdrawLinks = (ctx: Ctx, owner: Owner, ...purposes: LinkPurpose[]): Promise<void> =>
  store.remove(ctx.db, owner, purposes)

type ResetPurpose = Extract<LinkPurpose, 'password' | 'staff-password'>

/** Records the request for a new password; the address is looked up later, while the caller does not wait. */
export async function recordResetRequest(ctx: Ctx, purpose: ResetPurpose, email: string): Promise<void> {
  const now = ctx.clock.now()
  await store.insertRequest(ctx.db, { id: uuidv7(now), purpose, email, createdAt: now, expiresAt: until(now, purpose) })
}

const resetsPerTake = 100

/** Calls `send` once for each address that requested a reset; returns the number of requests. */
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

export const firstResetRequest = (purpose: ResetPurpose) => store.firstRequest(purpose)

export const forgetLinks = (ctx: Ctx, most: number): Promise<number> =>
  store.removeExpired(ctx.db, ctx.clock.now(), most)
