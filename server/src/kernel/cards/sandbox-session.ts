/** The sandbox's record of a payment page, and its events. Pure. */
import { randomBytes } from 'node:crypto'
import {
  type Merchant,
  type Order,
  ProcessorRefusal,
  type Session,
  type SessionItem,
  type SessionStatus,
} from '../card-processor.ts'
import { seconds } from '../time/clock.ts'
import { writeCheckout } from './checkout.ts'

export interface SandboxLine {
  readonly id: string
  readonly price: string
  readonly product: string
  readonly name: string
  readonly quantity: number
  readonly unitAmount: number
}

export interface SandboxSession extends Omit<Order, 'lines' | 'keepsCard'> {
  readonly keepsCard: boolean
  readonly id: string
  readonly merchant: string
  readonly amountTotal: number
  readonly lines: readonly SandboxLine[]
  /** As last stored; its time may have run out since. */
  readonly status: SessionStatus
  readonly payment: string | null
  readonly tries: number
  readonly confirmation: Buffer | null
  readonly createdAt: Date
}

export interface SandboxEvent {
  readonly id: string
  readonly merchant: string
  readonly body: string
  readonly tries: number
  readonly createdAt: Date
}

export const merchantKey = (merchant: Merchant): string =>
  merchant === 'platform' ? merchant : String(merchant.dealer)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Ids look like the processor's own. The last eight of 256 byte values would make some letters more likely. */
export function sandboxId(prefix: string, length: number): string {
  let text = prefix
  while (text.length < prefix.length + length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < prefix.length + length) text += alphabet[byte % 62]
    }
  }
  return text
}

export function newSession(merchant: string, order: Order, now: Date): SandboxSession {
  const total = order.lines.reduce((sum, line) => sum + BigInt(line.quantity) * BigInt(line.unitAmount), 0n)
  if (total > BigInt(Number.MAX_SAFE_INTEGER)) throw new ProcessorRefusal('The total is too large to be charged.')
  const { reference, name, currency, email, lang, metadata, expiresAt, returnUrl, keepsCard = false } = order
  return {
    ...{ reference, name, currency, email, lang, metadata, expiresAt, returnUrl, keepsCard },
    id: sandboxId('cs_test_a1', 56),
    merchant,
    amountTotal: Number(total),
    lines: order.lines.map(({ name, quantity, unitAmount }) => ({
      ...{ name, quantity, unitAmount },
      id: sandboxId('li_', 24),
      price: sandboxId('price_', 24),
      product: sandboxId('prod_', 14),
    })),
    status: 'open',
    payment: null,
    tries: 0,
    confirmation: null,
    createdAt: now,
  }
}

/** One reference is one order: the first request cannot be turned into another one. */
export function isSameOrder(session: SandboxSession, order: Order): boolean {
  const essence = (of: Order) =>
    JSON.stringify([of.currency, of.lines.map(({ name, quantity, unitAmount }) => [name, quantity, unitAmount])])
  return essence(session) === essence(order)
}

/** The clock decides, not the job: after its end a session is expired for every reader. */
export const statusAt = ({ status, expiresAt }: SandboxSession, now: Date): SessionStatus =>
  status === 'open' && expiresAt <= now ? 'expired' : status

export function toSession(session: SandboxSession, now: Date, publicUrl: string): Session {
  const status = statusAt(session, now)
  return {
    id: session.id,
    reference: session.reference,
    status,
    paymentStatus: status === 'complete' ? 'paid' : 'unpaid',
    url: status === 'open' ? `${publicUrl}/pay/${session.id}` : null,
    amountTotal: session.amountTotal,
    currency: session.currency,
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    payment: session.payment,
    livemode: false,
  }
}

export const toItem = (session: SandboxSession, line: SandboxLine): SessionItem => {
  const amount = line.quantity * line.unitAmount
  return {
    id: line.id,
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: session.currency,
    description: line.name,
    quantity: line.quantity,
    price: {
      id: line.price,
      object: 'price',
      // A price created for a single session.
      active: false,
      billing_scheme: 'per_unit',
      created: seconds(session.createdAt),
      currency: session.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: line.product,
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: line.unitAmount,
      unit_amount_decimal: String(line.unitAmount),
    },
  }
}

export function eventOf(session: SandboxSession, now: Date): SandboxEvent {
  const id = sandboxId('evt_', 24)
  const type = session.status === 'complete' ? 'completed' : 'expired'
  const body = JSON.stringify({
    id,
    object: 'event',
    created: seconds(now),
    data: { object: writeCheckout(toSession(session, now, ''), session.metadata) },
    livemode: false,
    type: `checkout.session.${type}`,
  })
  return { id, merchant: session.merchant, body, tries: 0, createdAt: now }
}
