/** A webhook: an address of the dealer's to which events are sent, signed as standardwebhooks.com says. Pure. */
import { createHmac, randomBytes } from 'node:crypto'

export interface Webhook {
  readonly id: string
  readonly dealerId: number
  readonly url: string
  readonly description: string
  /** Null: every type there is, and those to come. */
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

/** How long the secret before a rotation goes on signing beside the new one. */
export const rotationHours = 72

/** Names an event to its receiver, the same however often it is sent. */
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
 * When an event that could not be delivered for the `tries`th time is tried again, and null when it is given up: three
 * days after it happened, with a last try at the very end.
 */
export function nextTry(tries: number, since: Date, now: Date): Date | null {
  const end = since.getTime() + patienceMs
  if (now.getTime() >= end) return null
  const delay = Math.min(firstDelayMs * 2 ** (tries - 1), delayMaxMs)
  return new Date(Math.min(now.getTime() + delay, end))
}

export type DeliveryState = 'retrying' | 'delivered' | 'failed'
export const deliveryStates = ['retrying', 'delivered', 'failed'] as const satisfies readonly DeliveryState[]

/** How the delivery of one event to one endpoint went, or goes. */
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
