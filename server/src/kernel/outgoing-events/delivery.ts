/**
 * Delivers events to the dealers' endpoints: at least once, those of one account in order, many accounts at a time. The
 * network is never called inside a transaction: an event is leased, sent, and the result written.
 */
import { randomUUID } from 'node:crypto'
import { recordChange } from '../audit/actions.ts'
import type { ActorContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import type { OutboundAnswer } from '../network/outbound.ts'
import * as store from './delivery-store.ts'
import { failureOf, gone, isSharedWithOthers, sendDue, signedHeaders } from './sending.ts'
import { deliveryId, nextTry, secretLabel } from './webhook.ts'
import { closeLanes, findForUpdate, save } from './webhook-store.ts'
import { eventToWire } from './wire.ts'

/** How many are in progress at once, and how long a worker may be silent. A call takes ten seconds at most. */
export interface DeliveryLimits {
  readonly inAll: number
  readonly perEndpoint: number
  readonly leaseMs: number
}

const usual: DeliveryLimits = { inAll: 64, perEndpoint: 8, leaseMs: 60_000 }

export const deliverDue = (acting: ActorContext, limits = usual): Promise<number> =>
  sendDue(acting, {
    inAll: limits.inAll,
    claim: (most) => claim(acting, limits, most),
    deliver: (item) => deliver(acting, item),
    failed: (item, err) => acting.log.error({ err, webhook: item.webhookId }, 'Failed to record a delivery.'),
  })

function claim(acting: ActorContext, { perEndpoint, leaseMs }: DeliveryLimits, most: number): Promise<store.Item[]> {
  return inTransaction(acting, async ({ db, clock }) => {
    if (!(await isSharedWithOthers(db, 'webhook claims'))) return []
    const now = clock.now()
    const limits = { most, perEndpoint, now, leaseUntil: new Date(now.getTime() + leaseMs) }
    const endpoints = await store.lockEndpoints(db, limits)
    const lanes = endpoints.length === 0 ? [] : await store.takeLanes(db, endpoints, limits)
    return lanes.length === 0 ? [] : store.leaseHeads(db, lanes, randomUUID(), limits)
  })
}

async function deliver(acting: ActorContext, item: store.Item): Promise<void> {
  const { body, headers } = messageOf(acting, item)
  const begun = performance.now()
  const answer = await acting.outbound.post(item.url, headers, body)
  acting.meters.webhookAttempts.inc({ result: failureOf(answer) === null ? 'delivered' : 'failed' })
  await note(acting, item, answer, Math.round(performance.now() - begun))
}

function messageOf({ vault, clock }: ActorContext, item: store.Item) {
  const isRotating = item.previousUntil !== null && item.previousUntil > clock.now()
  const sealed = [item.secretSealed, ...(isRotating && item.previousSecretSealed ? [item.previousSecretSealed] : [])]
  const secrets = sealed.map((one) => vault.open(one, secretLabel(item.webhookId)))
  const body = JSON.stringify(eventToWire(item.event))
  return { body, headers: signedHeaders({ clock }, secrets, deliveryId(item.dealerId, item.event.id), body) }
}

const note = (acting: ActorContext, item: store.Item, answer: OutboundAnswer, durationMs: number): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const now = ctx.clock.now()
    const failure = failureOf(answer)
    const status = 'status' in answer ? answer.status : null
    if (status === 410) return leave(ctx, item, durationMs)
    const since = new Date(Math.max(item.event.at.getTime(), item.replayedAt?.getTime() ?? 0))
    const nextTryAt = failure === null ? null : nextTry(item.tries + 1, since, now)
    const isHeld = nextTryAt ? await store.postpone(ctx.db, item, nextTryAt) : await store.leaveHead(ctx.db, item, now)
    if (!isHeld) return
    if (!nextTryAt) await store.closeIfEmpty(ctx.db, item)
    const state = failure === null ? 'delivered' : nextTryAt ? 'retrying' : 'failed'
    await store.record(ctx.db, item, { state, status, failure, durationMs, at: now, nextTryAt })
  })

/** The receiver wants no more: it is disabled until the dealer enables it. */
async function leave(ctx: ActorContext, item: store.Item, durationMs: number): Promise<void> {
  const before = await findForUpdate(ctx.db, item.dealerId, item.webhookId)
  const now = ctx.clock.now()
  if (!before?.enabled || !(await store.leaveHead(ctx.db, item, now))) return
  const after = { ...before, enabled: false, disabledReason: gone, updatedAt: now }
  await save(ctx.db, after)
  const last = { state: 'failed', status: 410, failure: gone, durationMs, at: now, nextTryAt: null } as const
  await store.record(ctx.db, item, last)
  await closeLanes(ctx.db, item.webhookId, gone)
  const change = { action: 'webhooks.disable', subject: item.webhookId, before, after }
  await recordChange(ctx, { dealer: item.dealerId, ...change })
}

export const nextDelivery = store.nextTryOf
