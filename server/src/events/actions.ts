/** What happens is written down here by every feature, in the transaction in which it happens. */
import type { Context } from '../context.ts'
import type { EventOf } from './event.ts'
import * as store from './store.ts'

export type Happening = EventOf & {
  readonly dealer: number
  /** Whose event it is: events of an account are told in the order in which they happened. */
  readonly account?: number | null
  /** For this endpoint alone. */
  readonly webhook?: string
}

/** Called inside the transaction of the cause: neither is ever without the other. */
export async function recordEvent(ctx: Pick<Context, 'db' | 'clock'>, event: Happening): Promise<void> {
  await store.insert(ctx.db, {
    dealerId: event.dealer,
    accountId: event.account ?? null,
    webhookId: event.webhook ?? null,
    type: event.type,
    at: ctx.clock.now(),
    data: JSON.stringify(event.data),
  })
}
