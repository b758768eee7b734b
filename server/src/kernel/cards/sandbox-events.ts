/** The sandbox sends its events as a remote processor would: signed, at least once, with growing pauses. */

import type { Context } from '../context.ts'
import { rowsPerPiece } from '../db/pieces.ts'
import type { SandboxEvent } from './sandbox-session.ts'
import * as store from './sandbox-store.ts'
import { sign } from './webhook.ts'

const patienceMs = 3 * 24 * 3600 * 1000
const keepMs = 30 * 24 * 3600 * 1000
const batch = 200

const delayMs = (tries: number): number => Math.min(5_000 * 2 ** tries, 3600_000)

export const secretLabel = (endpoint: string): string => `sandbox_endpoints.secret:${endpoint}`

/** If anything fails, the event stays due, and the payer does not see it. */
export async function sendEvent(ctx: Context, event: SandboxEvent): Promise<void> {
  const now = ctx.clock.now()
  const isTaken = await isTakenEverywhere(ctx, event).catch((err: unknown) => {
    ctx.log.warn({ err, event: event.id }, 'Failed to deliver a sandbox event. It will be retried.')
    return false
  })
  const isGivenUp = now.getTime() - event.createdAt.getTime() > patienceMs
  const next = isTaken || isGivenUp ? null : new Date(now.getTime() + delayMs(event.tries))
  await store.setNextTry(ctx.db, event.id, next)
}

async function isTakenEverywhere(ctx: Context, event: SandboxEvent): Promise<boolean> {
  const raw = Buffer.from(event.body)
  let isTaken = true
  for (const { id, url, secretSealed } of await store.listEndpoints(ctx.db, event.merchant)) {
    const signature = sign(raw, ctx.vault.open(secretSealed, secretLabel(id)), ctx.clock.now())
    const endpoint = url.slice(url.lastIndexOf('/') + 1)
    isTaken = (await ctx.cards.receive(ctx, endpoint, raw, signature)) === 'taken' && isTaken
  }
  return isTaken
}

export async function sendDueEvents(ctx: Context): Promise<number> {
  let sent = 0
  for (;;) {
    const events = await store.listDueEvents(ctx.db, ctx.clock.now(), batch)
    for (const event of events) await sendEvent(ctx, event)
    sent += events.length
    if (events.length < batch) return sent
  }
}

/** Long enough to inspect what was sent; the sessions themselves stay. */
export const forgetOldEvents = (ctx: Context, most = rowsPerPiece): Promise<number> =>
  store.removeEventsBefore(ctx.db, new Date(ctx.clock.now().getTime() - keepMs), most)
