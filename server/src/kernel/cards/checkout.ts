/**
 * A payment page as Stripe writes it in answers and events, https://docs.stripe.com/api/checkout/sessions/object. The
 * sandbox writes the same, so that one reader serves both. Inconsistent data is rejected. Pure.
 */
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Session } from '../card-processor.ts'
import { fromSeconds, seconds } from '../time/clock.ts'

/** Marks our sessions: a dealer's account may have others, created by the dealer's own shop. */
export const referenceKey = 'waymark_reference'

const Seconds = Type.Integer({ minimum: 0, maximum: 1e11 })
const Text = Type.String({ minLength: 1, maxLength: 500 })

const Checkout = Type.Object({
  id: Text,
  object: Type.Literal('checkout.session'),
  status: Type.Union([Type.Literal('open'), Type.Literal('complete'), Type.Literal('expired')]),
  payment_status: Type.Union([Type.Literal('paid'), Type.Literal('unpaid'), Type.Literal('no_payment_required')]),
  amount_total: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  currency: Type.String({ pattern: '^[a-z]{3}$' }),
  created: Seconds,
  expires_at: Seconds,
  payment_intent: Type.Union([Text, Type.Null()]),
  livemode: Type.Boolean(),
  metadata: Type.Record(Type.String(), Type.String()),
  url: Type.Optional(Type.Union([Type.String({ pattern: '^https?://', maxLength: 5000 }), Type.Null()])),
})
const checkout = Compile(Checkout)

/** Undefined: not a session, not ours, or one that contradicts itself. */
export function readCheckout(value: unknown): Session | undefined {
  if (!checkout.Check(value)) return undefined
  const it: Static<typeof Checkout> = value
  const reference = it.metadata[referenceKey]
  const isPaid = it.payment_status !== 'unpaid'
  if (reference === undefined || (isPaid && it.status !== 'complete')) return undefined
  return {
    id: it.id,
    reference,
    status: it.status,
    paymentStatus: isPaid ? 'paid' : 'unpaid',
    url: it.status === 'open' ? (it.url ?? null) : null,
    amountTotal: it.amount_total,
    currency: it.currency,
    createdAt: fromSeconds(it.created),
    expiresAt: fromSeconds(it.expires_at),
    payment: it.payment_intent,
    livemode: it.livemode,
  }
}

export const writeCheckout = (session: Session, metadata: Readonly<Record<string, string>>) => ({
  id: session.id,
  object: 'checkout.session',
  amount_subtotal: session.amountTotal,
  amount_total: session.amountTotal,
  client_reference_id: session.reference,
  created: seconds(session.createdAt),
  currency: session.currency,
  expires_at: seconds(session.expiresAt),
  livemode: session.livemode,
  metadata: { ...metadata, [referenceKey]: session.reference },
  mode: 'payment',
  payment_intent: session.payment,
  payment_status: session.paymentStatus,
  status: session.status,
  url: session.url,
})
