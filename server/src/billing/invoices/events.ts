/** Events about the platform's own invoices: with a different URL and secrets than those of dealers. */
import { readEvent } from '#kernel/cards/webhook.ts'
import type { Context } from '#kernel/context.ts'
import { recordSessionUpdate } from './payments.ts'
import { platformEndpoint, secretOf } from './platform.ts'
import * as store from './store.ts'

export { platformEndpoint }

/**
 * Events are not stored, only their effects: a repeated event finds its work done, and one that could not be processed
 * is sent again, or the payment is polled.
 */
export async function receivePlatformEvent(
  ctx: Context,
  raw: Buffer,
  signature: string | undefined,
): Promise<'taken' | 'refused'> {
  const now = ctx.clock.now()
  for (const endpoint of await store.listEndpoints(ctx.db)) {
    const event = readEvent(raw, signature, [secretOf(ctx, endpoint)], now)
    if (!event) continue
    const { session } = event
    const payment =
      session && isUuid(session.reference) ? await store.findPayment(ctx.db, session.reference) : undefined
    if (session && payment?.processor === endpoint.processor) {
      const actor = { kind: 'processor', id: event.id, address: null, requestId: null } as const
      await recordSessionUpdate({ ...ctx, actor }, payment, {
        ...session,
        livemode: event.livemode && session.livemode,
      })
    }
    return 'taken'
  }
  return 'refused'
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
