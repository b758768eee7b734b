/** What a dealer can do with its webhooks. */

import type { Page } from '../api/lists.ts'
import { recordChange } from '../audit/actions.ts'
import type { Call } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict, invalidField, notFound, type Problem } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { countEvents, recordEvent } from './actions.ts'
import type { Event } from './event.ts'
import { findCounted } from './store.ts'
import { type Delivery, newSecret, rotationHours, secretLabel, type Webhook, webhooksMax } from './webhook.ts'
import * as store from './webhook-store.ts'

export interface WebhookInput {
  readonly url?: string
  readonly description?: string
  readonly types?: readonly string[] | null
  readonly enabled?: boolean
}

export type WebhookWithSecret = Webhook & { readonly secret: string }

const urlProblems = ({ outbound }: Call, url: string | undefined): Problem[] => {
  const problem = url === undefined ? undefined : outbound.problemOf(url)
  return problem === undefined ? [] : [invalidField('url', `url cannot be called. ${problem}`)]
}

const typesOf = (types: readonly string[] | null) => types && [...new Set(types)]

/** The secret is returned here and at a rotation, and never again, except to the same request when it is repeated. */
export const createWebhook = (caller: Call, input: WebhookInput & { url: string }): Promise<WebhookWithSecret> =>
  inTransaction(caller, async (call) => {
    const made = call.operationId && (await store.find(call.db, call.dealer, call.operationId))
    if (made) return withSecret(call, made, await store.findSecrets(call.db, made.id))
    call.validate(urlProblems(call, input.url))
    if ((await store.countForUpdate(call.db, call.dealer)) >= webhooksMax) {
      conflict(`You can have at most ${webhooksMax} webhooks. Delete one first.`)
    }
    const now = call.clock.now()
    const webhook: Webhook = {
      id: call.operationId ?? uuidv7(now),
      dealerId: call.dealer,
      url: input.url,
      description: input.description ?? '',
      types: typesOf(input.types ?? null),
      enabled: input.enabled ?? true,
      disabledReason: null,
      previousUntil: null,
      createdAt: now,
      updatedAt: now,
    }
    const secret = newSecret()
    await store.insert(call.db, webhook, call.vault.seal(secret, secretLabel(webhook.id)))
    await recordChange(call, { action: 'webhooks.create', subject: webhook.id, after: webhook })
    return { ...webhook, secret }
  })

const withSecret = ({ vault }: Call, webhook: Webhook, { secretSealed }: store.Secrets): WebhookWithSecret => ({
  ...webhook,
  secret: vault.open(secretSealed, secretLabel(webhook.id)),
})

export const webhookSorts = store.sorts
export const listWebhooks = (call: Call, ids: readonly string[] | undefined, page: Page): Promise<Webhook[]> =>
  store.list(call.db, call.dealer, ids, page)
export const readWebhook = async (call: Call, id: string): Promise<Webhook> =>
  (await store.find(call.db, call.dealer, id)) ?? notFound('webhook')

/** While disabled it gets nothing, and nothing waits for it; missed events can be sent again when it is back. */
export const changeWebhook = (caller: Call, id: string, input: WebhookInput): Promise<Webhook> =>
  inTransaction(caller, async (call) => {
    const before = await forUpdate(call, id)
    call.validate(urlProblems(call, input.url))
    if (Object.keys(input).length === 0) return before
    const { types, ...rest } = input
    const after: Webhook = {
      ...before,
      ...rest,
      ...(types !== undefined && { types: typesOf(types) }),
      ...(input.enabled && { disabledReason: null }),
      updatedAt: call.clock.now(),
    }
    await store.save(call.db, after)
    if (before.enabled && !after.enabled) await store.closeLanes(call.db, id, 'The webhook was disabled.')
    await recordChange(call, { action: 'webhooks.change', subject: id, before, after })
    return after
  })

const forUpdate = async (call: Call, id: string) =>
  (await store.findForUpdate(call.db, call.dealer, id)) ?? notFound('webhook')

export const removeWebhook = (caller: Call, id: string): Promise<string> =>
  inTransaction(caller, async (call) => {
    const before = await forUpdate(call, id)
    await store.remove(call.db, id)
    await recordChange(call, { action: 'webhooks.remove', subject: id, before })
    return id
  })

/** Both secrets sign for three days, so that the receiver can switch at any time in between. */
export const rotateSecret = (caller: Call, id: string): Promise<WebhookWithSecret> =>
  inTransaction(caller, async (call) => {
    const before = await forUpdate(call, id)
    const old = await store.findSecrets(call.db, id)
    if (call.operationId !== undefined && old.rotationId === call.operationId) return withSecret(call, before, old)
    const now = call.clock.now()
    const secret = newSecret()
    const after: Webhook = {
      ...before,
      previousUntil: new Date(now.getTime() + rotationHours * 3_600_000),
      updatedAt: now,
    }
    await store.save(call.db, after, {
      secretSealed: call.vault.seal(secret, secretLabel(id)),
      previousSecretSealed: old.secretSealed,
      rotationId: call.operationId ?? null,
    })
    await recordChange(call, { action: 'webhooks.rotate-secret', subject: id, before, after })
    return { ...after, secret }
  })

/** Sent like every event: a test that took another path would prove little. */
export const testWebhook = (caller: Call, id: string): Promise<Event> =>
  inTransaction(caller, async (call) => {
    const webhook = await readWebhook(call, id)
    requireEnabled(webhook)
    const happening = { dealer: call.dealer, webhook: id, type: 'webhook.test', data: { webhook_id: id } } as const
    const seq = await recordEvent(call, happening)
    let event: Event | undefined
    while (!event) {
      await countEvents(call, call.dealer)
      event = await findCounted(call.db, seq)
    }
    await recordChange(call, { action: 'webhooks.test', subject: id, after: { event: event.id } })
    return event
  })

function requireEnabled(webhook: Webhook): void {
  if (!webhook.enabled) conflict('The webhook is disabled. Enable it first.')
}

export interface ReplayFrom {
  readonly after?: number
  readonly since?: Date
}

export const replay = (caller: Call, id: string, { after, since }: ReplayFrom): Promise<number> =>
  inTransaction(caller, async (call) => {
    const webhook = await forUpdate(call, id)
    const isOne = (after === undefined) !== (since === undefined)
    call.validate(isOne ? [] : [invalidField('after', 'Send either after or since, not both.')])
    requireEnabled(webhook)
    const now = call.clock.now()
    const events = await store.replay(call.db, webhook, after ?? 0, since ?? new Date(0), now)
    const change = { after, since: since ?? null, events }
    await recordChange(call, { action: 'webhooks.replay', subject: id, after: change })
    return events
  })

export const deliverySorts = store.deliverySorts

export const listDeliveries = (
  call: Call,
  webhook: Webhook,
  filter: store.DeliveryFilter,
  page: Page,
): Promise<Delivery[]> => store.listDeliveries(call.db, webhook, filter, page)
