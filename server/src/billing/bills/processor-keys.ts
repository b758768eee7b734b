/** A dealer's accounts at card processors: which one a bill uses, and its key. */
import { randomBytes } from 'node:crypto'
import { requireVerified } from '#identity/company/actions.ts'
import { fleetApp } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { type Processor, ProcessorDown, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, type Problem, Refusal, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import {
  isInForce,
  isLiveKey,
  keyProblems,
  masked,
  overlapMs,
  type ProcessorKey,
  secretLabel,
} from './processor-key.ts'
import * as store from './processor-keys-store.ts'

/** Where processors send their events; the last part identifies the dealer. */
const eventsUrl = ({ config }: Pick<Context, 'config'>, endpoint: string): string =>
  `${config.publicUrl}/webhooks/cards/${endpoint}`

const newEndpoint = (): string => randomBytes(24).toString('hex')

export const fleetOnly = (app: string): Problem[] =>
  app === fleetApp ? [] : [invalidField('app_id', 'app_id must be fleet_app: bills are for that application only.')]

/** A dealer's own key comes before the sandbox. Undefined: it has neither yet. */
export const findKey = async ({ db }: Pick<Context, 'db'>, dealer: number): Promise<ProcessorKey | undefined> =>
  (await store.findCurrent(db, dealer, 'stripe')) ?? store.findCurrent(db, dealer, 'sandbox')

/** Every dealer has an account in the sandbox, created on first use. */
export async function openSandbox(ctx: Context, dealer: number): Promise<void> {
  const processor = ctx.cards.sandbox({ dealer })
  const endpoint = newEndpoint()
  const { id: webhookId, secret } = await processor.registerWebhook(eventsUrl(ctx, endpoint))
  const now = ctx.clock.now()
  const isFirst = await store.insert(ctx.db, {
    id: uuidv7(now),
    dealerId: dealer,
    processor: 'sandbox',
    endpoint,
    secretKeySealed: null,
    webhookId,
    webhookSecretSealed: ctx.vault.seal(secret, secretLabel(dealer, 'webhook_secret')),
    livemode: false,
    operationId: null,
    createdAt: now,
    replacedAt: null,
  })
  if (!isFirst) await processor.removeWebhook(webhookId)
}

/** Undefined: the key was replaced too long ago and is deleted. */
export async function processorOf(
  ctx: Pick<Context, 'db' | 'cards' | 'vault'>,
  {
    dealerId,
    processor,
    processorKeyId,
  }: Pick<ProcessorKey, 'dealerId' | 'processor'> & {
    readonly processorKeyId: string | null
  },
): Promise<Processor | undefined> {
  if (processor === 'sandbox') return ctx.cards.sandbox({ dealer: dealerId })
  const key = processorKeyId === null ? undefined : await store.find(ctx.db, processorKeyId)
  return key && ctx.cards.stripe(secretKeyOf(ctx, key))
}

const secretKeyOf = ({ vault }: Pick<Context, 'vault'>, { dealerId, secretKeySealed }: ProcessorKey): string =>
  vault.open(secretKeySealed as Buffer, secretLabel(dealerId, 'secret_key'))

export const webhookSecretOf = ({ vault }: Pick<Context, 'vault'>, key: ProcessorKey): string =>
  vault.open(key.webhookSecretSealed, secretLabel(key.dealerId, 'webhook_secret'))

/** Whose events arrive at an endpoint, while they are valid. */
export async function findByEndpoint(
  ctx: Pick<Context, 'db' | 'clock'>,
  endpoint: string,
): Promise<ProcessorKey | undefined> {
  const key = /^[0-9a-f]{48}$/.test(endpoint) ? await store.findByEndpoint(ctx.db, endpoint) : undefined
  return key && isInForce(key, ctx.clock.now()) ? key : undefined
}

/** A dealer's key as the API shows it; nulls until one is saved. */
export interface SecretRecord {
  readonly dealer: number
  readonly secretKey: string | null
  readonly webhookId: string | null
  readonly webhookSecret: string | null
}

export async function readSecretKey(call: Call): Promise<SecretRecord> {
  const key = await store.findCurrent(call.db, call.dealer, 'stripe')
  return key ? toRecord(call, key) : { dealer: call.dealer, secretKey: null, webhookId: null, webhookSecret: null }
}

/** Complete only for a token with the right; others see the last four characters, enough to recognise it. */
function toRecord(call: Call, key: ProcessorKey): SecretRecord {
  const shown = (secret: string) => (call.mayReadSecrets ? secret : masked(secret))
  return {
    dealer: call.dealer,
    secretKey: shown(secretKeyOf(call, key)),
    webhookId: key.webhookId,
    webhookSecret: shown(webhookSecretOf(call, key)),
  }
}

/**
 * From now on the dealer's bills use its own account at Stripe. The key is tried before it is stored, and its events
 * are subscribed. The previous key stays valid for a while, so that nothing begun with it is lost.
 */
export async function saveSecretKey(call: Call, app: string, secretKey: string): Promise<SecretRecord> {
  await requireVerified(call)
  call.validate([...fleetOnly(app), ...keyProblems(secretKey, call.config.isTestInstallation)])
  const done = call.operationId && (await store.findByOperation(call.db, call.dealer, call.operationId))
  if (done) return toRecord(call, done)
  const current = await store.findCurrent(call.db, call.dealer, 'stripe')
  if (current && secretKeyOf(call, current) === secretKey) return toRecord(call, current)
  const processor = call.cards.stripe(secretKey)
  const { livemode } = await asking(() => processor.checkKey(), refuseKey)
  if (livemode !== isLiveKey(secretKey)) refuseKey('The card processor says that this is a key of the other mode.')
  const endpoint = newEndpoint()
  const webhook = await asking(() => processor.registerWebhook(eventsUrl(call, endpoint)), refuseKey)
  const now = call.clock.now()
  const key: ProcessorKey = {
    id: uuidv7(now),
    dealerId: call.dealer,
    processor: 'stripe',
    endpoint,
    secretKeySealed: call.vault.seal(secretKey, secretLabel(call.dealer, 'secret_key')),
    webhookId: webhook.id,
    webhookSecretSealed: call.vault.seal(webhook.secret, secretLabel(call.dealer, 'webhook_secret')),
    livemode,
    operationId: call.operationId ?? null,
    createdAt: now,
    replacedAt: null,
  }
  try {
    await put(call, key)
  } catch (error) {
    // No one would receive its events. If this fails too, the processor eventually disables the endpoint.
    await processor.removeWebhook(webhook.id).catch(() => {})
    throw error
  }
  return toRecord(call, key)
}

const put = (caller: Call, key: ProcessorKey): Promise<void> =>
  inTransaction(caller, async (call) => {
    await store.replaceCurrent(call.db, call.dealer, 'stripe', key.createdAt)
    if (!(await store.insert(call.db, key)))
      conflict('Another key was saved at the same time. Check which one is in use.')
    await recordChange(call, {
      action: 'bills.save-key',
      subject: call.dealer,
      after: { processor: key.processor, livemode: key.livemode, webhookId: key.webhookId },
    })
  })

const refuseKey = (reason: string): never => {
  throw new Refusal(invalidField('secretKey', `secretKey cannot be used. ${reason}`))
}

export const unavailable = (): never =>
  refuse('SERVICE_UNAVAILABLE', 'The card processor is not responding. Try again in a moment.')

/** Calls a processor on behalf of a caller: `refused` turns its refusal into an error, and an outage becomes a 503. */
export async function asking<T>(work: () => Promise<T>, refused: (reason: string) => never): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProcessorRefusal) return refused(error.message)
    if (error instanceof ProcessorDown) return unavailable()
    throw error
  }
}

const batch = 20

/** Keys past their overlap: unsubscribes their events. The processor's answer changes nothing. */
export async function retireKeys(acting: ActorContext): Promise<number> {
  const before = new Date(acting.clock.now().getTime() - overlapMs)
  const keys = await store.listReplaced(acting.db, before, batch)
  for (const key of keys) {
    await acting.cards
      .stripe(secretKeyOf(acting, key))
      .removeWebhook(key.webhookId)
      .catch(() => {})
    await inTransaction(acting, async (ctx) => {
      await store.remove(ctx.db, key.id)
      await recordChange(ctx, { dealer: key.dealerId, action: 'bills.retire-key', subject: key.dealerId })
    })
  }
  return keys.length
}

export async function nextRetirement({ db }: Pick<Context, 'db'>): Promise<Date | undefined> {
  const first = await store.firstReplaced(db)
  return first && new Date(first.getTime() + overlapMs)
}
