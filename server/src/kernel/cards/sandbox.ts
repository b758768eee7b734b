/** The embedded processor: what Stripe does remotely, in our own database, without real money. */

import { type Merchant, type Processor, ProcessorRefusal, type Session } from '../card-processor.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { publicUrlOf } from '../network/sites.ts'
import * as cards from './sandbox-cards.ts'
import { secretLabel, sendEvent } from './sandbox-events.ts'
import {
  eventOf,
  isSameOrder,
  merchantKey,
  newSession,
  type SandboxEvent,
  type SandboxSession,
  sandboxId,
  toItem,
  toSession,
} from './sandbox-session.ts'
import * as store from './sandbox-store.ts'

const noSuchSession = () => new ProcessorRefusal('The card processor has no such payment.')

export function sandboxProcessor(ctx: Context, to: Merchant): Processor {
  const merchant = merchantKey(to)
  const tell = (session: SandboxSession): Session =>
    toSession(session, ctx.clock.now(), to === 'platform' ? ctx.config.publicUrl : publicUrlOf(ctx, to.dealer))
  return {
    name: 'sandbox',

    async createSession(order) {
      const session = newSession(merchant, order, ctx.clock.now())
      if (await store.insertSession(ctx.db, session)) return tell(session)
      const first = await store.findByReference(ctx.db, merchant, order.reference)
      if (!first || !isSameOrder(first, order)) {
        throw new ProcessorRefusal('The card processor has another payment with this reference.')
      }
      return tell(first)
    },

    async readSession(id) {
      const session = await store.findSession(ctx.db, id, merchant)
      return session && tell(session)
    },

    async expireSession(id) {
      const { session, event } = await inTransaction(ctx, async ({ db }) => {
        const found = await store.findSessionForUpdate(db, id, merchant)
        if (!found) throw noSuchSession()
        return found.status === 'open' ? expire({ ...ctx, db }, found) : { session: found, event: undefined }
      })
      if (event) await sendEvent(ctx, event)
      return tell(session)
    },

    async listItems(id) {
      const session = await store.findSession(ctx.db, id, merchant)
      if (!session) throw noSuchSession()
      return session.lines.map((line) => toItem(session, line))
    },

    readCard: (id) => cards.readCard(ctx.db, merchant, id),
    charge: (order) => cards.charge(ctx, merchant, order),
    findCharge: ({ reference }) => cards.findCharge(ctx.db, merchant, reference),
    forgetCard: (token) => cards.forgetCard(ctx, merchant, token),

    checkKey: async () => ({ livemode: false }),

    async registerWebhook(url) {
      const id = sandboxId('we_', 24)
      const secret = sandboxId('whsec_', 32)
      const secretSealed = ctx.vault.seal(secret, secretLabel(id))
      await store.insertEndpoint(ctx.db, { id, merchant, url, secretSealed, createdAt: ctx.clock.now() })
      return { id, secret }
    },

    removeWebhook: (id) => store.removeEndpoint(ctx.db, merchant, id),
  }
}

/** Both in the caller's transaction: no change without its event. */
async function expire(
  ctx: Pick<Context, 'db' | 'clock'>,
  open: SandboxSession,
): Promise<{ session: SandboxSession; event: SandboxEvent }> {
  const session = { ...open, status: 'expired' as const, confirmation: null }
  const event = eventOf(session, ctx.clock.now())
  await store.saveSession(ctx.db, session)
  await store.insertEvents(ctx.db, [event])
  return { session, event }
}

const batch = 200

/** For the job: ends sessions whose time is up, and creates their events. The next job sends them. */
export async function expireOverdue(ctx: Context): Promise<number> {
  let done = 0
  for (;;) {
    const count = await inTransaction(ctx, async ({ db, clock }) => {
      const overdue = await store.listOverdue(db, clock.now(), batch)
      for (const session of overdue) await expire({ db, clock }, session)
      return overdue.length
    })
    done += count
    if (count < batch) return done
  }
}
