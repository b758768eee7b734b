/** A webhook: a dealer's address to which events are sent, signed as standardwebhooks.com says. Pure. */
import { createHmac, randomBytes } from 'node:crypto'

export interface Webhook {
  readonly id: string
  readonly dealerId: number
  readonly url: string
  readonly description: string
  /** Null: every type, including future ones. */
  readonly types: readonly string[] | null
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly previousUntil: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const webhooksMax = 20

/** Ties a sealed secret to its endpoint. */
export const secretLabel = (webhookId: string): string => `webhooks.secret:${webhookId}`

const secretPrefix = 'whsec_'
export const newSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`

/** How long the old secret signs in addition to the new one after a rotation. */
export const rotationHours = 72

/** Identifies an event to its receiver, the same however often it is sent. */
export const deliveryId = (dealer: number, event: number): string => `evt_${dealer}_${event}`

export function sign(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => Buffer.from(secret.slice(secretPrefix.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
}

const patienceMs = 3 * 24 * 3600 * 1000
const firstDelayMs = 5_000
const delayMaxMs = 2 * 3600 * 1000

/**
 * When an event is tried again after its `tries`th attempt failed; null when it has failed for good: three days after
 * it happened, with a last attempt at the very end.
 */
export function nextTry(tries: number, since: Date, now: Date): Date | null {
  const end = since.getTime() + patienceMs
  if (now.getTime() >= end) return null
  const delay = Math.min(firstDelayMs * 2 ** (tries - 1), delayMaxMs)
  return new Date(Math.min(now.getTime() + delay, end))
}

export type DeliveryState = 'retrying' | 'delivered' | 'failed'
export const deliveryStates = ['retrying', 'delivered', 'failed'] as const satisfies readonly DeliveryState[]

/** The state of the delivery of one event to one endpoint. */
export interface Delivery {
  /** The event's. */
  readonly id: number
  readonly type: string
  readonly accountId: number | null
  readonly state: DeliveryState
  readonly tries: number
  readonly status: number | null
  readonly failure: string | null
  readonly durationMs: number
  readonly firstTryAt: Date
  readonly lastTryAt: Date
  readonly nextTryAt: Date | null
}
