/** Events of the card processor: verified on their bytes, stored once, answered, and then processed. */

import type { Receive } from '#kernel/card-processor.ts'
import { readEvent } from '#kernel/cards/webhook.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { findByEndpoint, webhookSecretOf } from '../bills/processor-keys.ts'
import { recordBillEvent } from '../bills/settle.ts'
import { recordCheckoutEvent } from '../client-invoices/checkouts/checkouts.ts'
import * as store from './store.ts'

export type { FailingEvent } from './store.ts'

/** Every rejected event gets the same answer. A stored event is accepted, even if processing it must wait. */
export const receiveEvent: Receive<Context> = async (ctx, endpoint, raw, signature) => {
  const key = await findByEndpoint(ctx, endpoint)
  if (!key) return 'refused'
  const now = ctx.clock.now()
  const event = readEvent(raw, signature, [webhookSecretOf(ctx, key)], now)
  if (!event) return 'refused'
  const { processor, dealerId } = key
  const stored = { dealerId, eventId: event.id, processor, livemode: event.livemode, session: event.session }
  const firstTry = new Date(now.getTime() + patienceMs)
  if (!(await store.insert(ctx.db, stored, event.type, { now, firstTry }))) return 'taken'
  try {
    await apply(ctx, stored)
  } catch (err) {
    ctx.log.warn({ err, event: event.id }, 'Failed to process a card processor event. It will be retried.')
  }
  return 'taken'
}

const apply = (context: Context, event: store.StoredEvent): Promise<void> => {
  const actor = { kind: 'processor', id: event.eventId, address: null, requestId: null } as const
  return inTransaction({ ...context, actor }, async (ctx) => {
    await store.setApplied(ctx.db, event, await outcomeOf(ctx, event), ctx.clock.now())
  })
}

/**
 * A payment page is stored before the processor knows it, so an event about an unknown page is not about ours. The page
 * must belong to the dealer whose secret signed the event: with its own secret a dealer can claim anything, but only
 * about its own clients.
 */
async function outcomeOf(ctx: ActorContext, event: store.StoredEvent): Promise<string> {
  const { session } = event
  if (!session) return 'not about a session'
  const update = { ...session, livemode: event.livemode && session.livemode }
  const known = isUuid(session.reference)
    ? ((await recordBillEvent(ctx, event, update)) ?? (await recordCheckoutEvent(ctx, event, update)))
    : undefined
  return known ?? 'no such bill'
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Applying takes milliseconds; what waits longer was left behind by a crash. */
const patienceMs = 10_000
const batch = 200

/** An event that cannot be processed is set aside and holds up no later one. Returns how many were applied. */
export async function applyWaiting(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const events = await store.listWaiting(ctx.db, { now, before: new Date(now.getTime() - patienceMs) }, batch)
  let applied = 0
  for (const { failures, ...event } of events) {
    try {
      await apply(ctx, event)
      applied++
    } catch (err) {
      ctx.log.error({ err, event: event.eventId }, 'Failed to process a card processor event. It was set aside.')
      const nextTryAt = new Date(ctx.clock.now().getTime() + Math.min(retryMsMax, retryMs * 2 ** failures))
      // If this fails too, the database is at fault, and the job reports it.
      await store.setAside(ctx.db, event, { failures: failures + 1, failure: reasonOf(err), nextTryAt })
    }
  }
  return applied
}

const retryMs = 60_000
const retryMsMax = 6 * 3600 * 1000

/** For the operator. The detail of a database error quotes values, so it is left out. */
function reasonOf(error: unknown): string {
  const { code, name = 'Error', message = '' } = (error ?? {}) as { code?: unknown; name?: string; message?: string }
  return `${typeof code === 'string' && code !== '' ? code : name}: ${message}`.replace(/\s+/g, ' ').slice(0, 300)
}

export const nextWaiting = store.firstWaiting

const failingMax = 200

/** Events that were set aside, for the operator. */
export const listFailingEvents = ({ db }: Pick<Context, 'db'>): Promise<store.FailingEvent[]> =>
  store.listFailing(db, failingMax)

/** A signature is valid for minutes, so after a month no copy can arrive. */
const keepMs = 30 * 24 * 3600 * 1000

export const forgetOldEvents = (ctx: Context, most = rowsPerPiece): Promise<number> =>
  store.removeBefore(ctx.db, new Date(ctx.clock.now().getTime() - keepMs), most)
