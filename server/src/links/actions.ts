/** One-time links: made, followed once, withdrawn. What following one does is its feature's business. */
import type { Context } from '../context.ts'
import { uuidv7 } from '../ids.ts'
import { type Link, type LinkPurpose, linkHash, linkSeconds, newLinkSecret } from './link.ts'
import * as store from './store.ts'

type Ctx = Pick<Context, 'db' | 'clock'>

const until = (now: Date) => new Date(now.getTime() + linkSeconds * 1000)

/** The secret for the mail, shown here and never again. A user has one link for a purpose: the newest. */
export async function makeLink(
  ctx: Ctx,
  link: { purpose: LinkPurpose; userId: string; email: string; passwordHash?: string },
): Promise<string> {
  const now = ctx.clock.now()
  const secret = newLinkSecret()
  const row = { ...link, id: uuidv7(now), hash: linkHash(secret), passwordHash: link.passwordHash ?? null }
  await store.put(ctx.db, { ...row, createdAt: now, expiresAt: until(now) })
  return secret
}

/** Undefined: used, withdrawn, too old, or never made. */
export const followLink = (ctx: Ctx, purpose: LinkPurpose, secret: string): Promise<Link | undefined> =>
  store.take(ctx.db, purpose, linkHash(secret), ctx.clock.now())

/** False: no link to this address is on its way. */
export const setLinkPassword = (ctx: Ctx, userId: string, email: string, passwordHash: string): Promise<boolean> =>
  store.setPassword(ctx.db, userId, email, passwordHash)

export const withdrawLinks = (ctx: Ctx, userId: string, ...purposes: LinkPurpose[]): Promise<void> =>
  store.remove(ctx.db, userId, purposes)

/** Notes that a new password was asked for; who has the address is looked up later, not while the caller waits. */
export async function noteReset(ctx: Ctx, email: string): Promise<void> {
  const now = ctx.clock.now()
  await store.insertAsked(ctx.db, { id: uuidv7(now), email, createdAt: now, expiresAt: until(now) })
}
export const takeResets = (ctx: Ctx, most: number): Promise<readonly string[]> => store.takeAsked(ctx.db, most)
export const firstReset = (ctx: Ctx): Promise<Date | undefined> => store.firstAsked(ctx.db)

export const forgetLinks = (ctx: Ctx): Promise<number> => store.removeExpired(ctx.db, ctx.clock.now())
