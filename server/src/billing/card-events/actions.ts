/** The processor's events: verified on their bytes, stored once, answered, and then worked on. */

import type { Receive } from '#kernel/card-processor.ts'
import { readEvent } from '#kernel/cards/webhook.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { findByEndpoint, webhookSecretOf } from '../bills/processor-keys.ts'
import { recordBillEvent } from '../bills/settle.ts'
import { recordCheckoutEvent } from '../client-invoices/checkouts.ts'
import * as store from './store.ts'

/** Every rejected event gets the same answer. A stored event is accepted, even if processing it must wait. */
export const receiveEvent: Receive<Context> = async (ctx, endpoint, raw, signature) => {
  const key = await findByEndpoint(ctx, endpoint)
  if (!key) return 'refused'
  const now = ctx.clock.now()
  const event = readEvent(raw, signature, [webhookSecretOf(ctx, key)], now)
  if (!event) return 'refused'
  const { processor, dealerId } = key
  const stored = { dealerId, eventId: event.id, processor, livemode: event.livemode, session: event.session }
  if (!(await store.insert(ctx.db, stored, event.type, now))) return 'taken'
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
 * A payment page is written before the processor hears of it, so an event that names none we know is not about one of
 * ours. It must be one of the dealer whose secret signed it: with its own secret a dealer can say anything, about its
 * own clients.
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

export async function applyWaiting(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - patienceMs)
  const events = await store.listWaiting(ctx.db, before, batch)
  for (const event of events) await apply(ctx, event)
  return events.length
}

export async function nextWaiting({ db }: Pick<Context, 'db'>): Promise<Date | undefined> {
  const first = await store.firstWaiting(db)
  return first && new Date(first.getTime() + patienceMs)
}

/** A signature is good for minutes, so after a month no copy can come. */
const keepMs = 30 * 24 * 3600 * 1000

export const forgetOldEvents = (ctx: Context, most = rowsPerPiece): Promise<number> =>
  store.removeBefore(ctx.db, new Date(ctx.clock.now().getTime() - keepMs), most)
