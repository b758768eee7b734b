/** A dealer's account at a card processor. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'

export interface ProcessorKey {
  readonly id: string
  readonly dealerId: number
  readonly processor: 'sandbox' | 'stripe'
  /** The last part of the URL that receives its events. */
  readonly endpoint: string
  readonly secretKeySealed: Buffer | null
  readonly webhookId: string
  readonly webhookSecretSealed: Buffer
  readonly livemode: boolean
  readonly operationId: string | null
  readonly createdAt: Date
  readonly replacedAt: Date | null
}

/** A sealed secret opens only in its own field of its own dealer. */
export const secretLabel = (dealer: number, field: 'secret_key' | 'webhook_secret'): string =>
  `processor_keys.${field}:${dealer}`

/** How long the key and the events of a replaced account stay valid. */
export const overlapMs = 72 * 3600 * 1000

export const isInForce = ({ replacedAt }: Pick<ProcessorKey, 'replacedAt'>, now: Date): boolean =>
  replacedAt === null || replacedAt.getTime() + overlapMs > now.getTime()

const test = /^sk_test_[A-Za-z0-9_]{8,}$/
const live = /^sk_live_[A-Za-z0-9_]{8,}$/

/** No test keys outside a test installation: clients would pay with money that does not exist. */
export function keyProblems(secretKey: string, isTestInstallation: boolean): Problem[] {
  if (live.test(secretKey) || (isTestInstallation && test.test(secretKey))) return []
  return [
    invalidField(
      'secretKey',
      test.test(secretKey)
        ? 'secretKey is a test key. Turn off test mode at the card processor and enter the live key.'
        : 'secretKey must be the live secret key of the card processor, which begins with sk_live_.',
    ),
  ]
}

export const isLiveKey = (secretKey: string): boolean => live.test(secretKey)

/** A fixed length, so that it reveals nothing about the secret's length. */
export const masked = (secret: string): string => `****${secret.slice(-4)}`
