/** What the payment page knows, and its requests. */
import { ask, Refused } from '../shared/api.ts'
import { texts } from '../shared/texts/texts.ts'
import type { toPayment } from './card.ts'

interface PaymentItem {
  readonly description: string
  readonly quantity: number
  readonly unit_amount: number
  readonly amount_total: number
}

export interface PaymentSession {
  readonly id: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly merchant: string
  readonly name: string
  readonly currency: string
  readonly amount_total: number
  readonly items: readonly PaymentItem[]
  readonly email: string | null
  readonly expires_at: number
  readonly return_url: string | null
}

export type Outcome =
  | { readonly status: 'complete' }
  | { readonly status: 'declined'; readonly code?: string; readonly reason: string }
  | { readonly status: 'confirmation'; readonly confirmation: string }

/** The id goes from one address into another unchanged. */
const address = (id: string) => `/sandbox/sessions/${id}`

/** Undefined: the payment does not exist. */
export const readSession = (id: string, signal: AbortSignal): Promise<PaymentSession | undefined> =>
  ask<PaymentSession>('GET', address(id), undefined, { signal }).catch((error) => {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  })

export const payByCard = (id: string, card: ReturnType<typeof toPayment>): Promise<Outcome> =>
  ask('POST', `${address(id)}/pay`, card)

export const confirmPayment = (id: string, confirmation: string, approved: boolean): Promise<Outcome> =>
  ask('POST', `${address(id)}/confirm`, { confirmation, approved })

const reasons: Readonly<Record<string, string>> = texts.pay.declined.reasons

/** A reason without our own text is shown in the processor's words. */
export const declineSentence = ({ code = '', reason }: { code?: string; reason: string }): string =>
  reasons[code] ?? reason
