/** Every feature records events here, in the transaction in which they happen; afterwards they are numbered. */

import type { Page } from '../api/lists.ts'
import type { Call, Context } from '../context.ts'
import { rowsPerPiece } from '../db/pieces.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Event, type EventOf, keepDays } from './event.ts'
import * as store from './store.ts'
import * as watches from './watch-store.ts'
import * as webhooks from './webhook-store.ts'

export type OutgoingEvent = EventOf & {
  readonly dealer: number
  /** The account of the event: events of one account are delivered in order. */
  readonly account?: number | null
  /** For this endpoint only. */
  readonly webhook?: string | null
}

/** Called inside the transaction of the cause, so that neither exists without the other. */
export const recordEvent = (ctx: Pick<Context, 'db' | 'clock'>, event: OutgoingEvent): Promise<number> =>
  store.insert(ctx.db, rowOf(event, ctx.clock.now()))

/** Many at once, for jobs that do a thousand things in one run. */
export async function recordEvents(
  ctx: Pick<Context, 'db' | 'clock'>,
  events: readonly OutgoingEvent[],
): Promise<void> {
  const now = ctx.clock.now()
  if (events.length > 0)
    await store.insertAll(
      ctx.db,
      events.map((event) => rowOf(event, now)),
    )
}

const rowOf = ({ dealer, account, webhook, type, data }: OutgoingEvent, at: Date): store.NewEvent => ({
  dealerId: dealer,
  accountId: account ?? null,
  webhookId: webhook ?? null,
  type,
  at,
  data: JSON.stringify(data),
})

const batch = 1000
const dealersPerTurn = 100

/**
 * Numbers committed events, and opens the lanes to the endpoints that want them. One at a time per dealer, so that a
 * reader who has seen a number has seen all before it.
 */
export const countEvents = (ctx: Pick<Context, 'db' | 'clock'>, dealer: number): Promise<number> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const last = await store.lockCount(db, dealer)
    const counted = await store.count(db, dealer, last, batch)
    if (counted.length === 0) return last
    if ((await webhooks.holdEnabled(db, dealer)) > 0) {
      await webhooks.openLanes(db, dealer, last + 1, last + counted.length, clock.now())
    }
    const units = counted.flatMap(({ type, unitId }) => (type === 'unit.created' && unitId !== null ? [unitId] : []))
    if (units.length > 0) await watches.insert(db, units)
    return last + counted.length
  })

/**
 * All events that there are now. Later ones are left to the next run: each round would find a few that had been added
 * during the last, so under load the run would never end, with a transaction for every few events.
 */
export async function countAllEvents(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const newest = await store.newest(ctx.db)
  let done = 0
  for (;;) {
    const dealers = await store.listUncounted(ctx.db, newest, dealersPerTurn)
    for (const dealer of dealers) await countEvents(ctx, dealer)
    done += dealers.length
    if (dealers.length === 0) return done
  }
}

export const eventSorts = store.sorts

export const listEvents = (call: Call, filter: store.EventFilter, page: Page): Promise<Event[]> =>
  store.list(call.db, call.dealer, filter, page)

/** The log of deliveries is deleted with its events. */
export async function forgetOldEvents(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  most = rowsPerPiece,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keepDays * 86_400_000)
  return (await store.removeBefore(db, before, most)) + (await webhooks.removeDeliveriesBefore(db, before, most))
}
