/** Kept cards at Stripe: a customer with a payment method, https://docs.stripe.com/payments/save-during-payment. */
import type Stripe from 'stripe'
import type { Charge, KeptCard } from '../card-processor.ts'
import { ProcessorRefusal } from '../card-processor.ts'
import { ProcessorBusy } from './breaker.ts'
import { referenceKey } from './checkout.ts'
import { ChargeAnswer, ChargesAnswer, PaidAnswer } from './stripe-answers.ts'

type Believe = <T>(shape: { Check(value: unknown): value is T }, answer: unknown) => T

/** Both are needed to charge it, so they form one token. */
const tokenOf = (customer: string, method: string) => `${customer} ${method}`

export async function readCard(stripe: Stripe, sessionId: string, believed: Believe): Promise<KeptCard | undefined> {
  const answer = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.payment_method'] })
  const { payment_intent: paid } = believed(PaidAnswer, answer)
  const { customer, payment_method: method } = paid ?? {}
  if (!customer || !method?.card) return undefined
  const { brand, last4, exp_month: month, exp_year: year } = method.card
  return { token: tokenOf(customer, method.id), brand, last4, month, year }
}

/** Stripe counts these in unusual units: the same number would mean a hundred times more or less. */
const oddCurrencies: ReadonlySet<string> = new Set(['isk', 'mga', 'ugx'])

export function requireUsualUnits({ currency }: Pick<Charge, 'currency'>): void {
  if (oddCurrencies.has(currency))
    throw new ProcessorRefusal(`Bills in ${currency} cannot be paid through Stripe here.`)
}

/** Some banks decide hours later. Until then it is undecided: treated as refused, it would be charged again. */
const undecided = () => new ProcessorBusy('The bank has not decided about the payment yet.')

export async function charge(stripe: Stripe, order: Charge, believed: Believe): Promise<string> {
  requireUsualUnits(order)
  const { reference, token, name, amount, currency } = order
  const [customer = '', payment_method = ''] = token.split(' ')
  const answer = await stripe.paymentIntents.create(
    {
      ...{ amount, currency, customer, payment_method, off_session: true, confirm: true, description: name },
      metadata: { [referenceKey]: reference },
    },
    { idempotencyKey: `waymark-charge-${reference}` },
  )
  const { id, status } = believed(ChargeAnswer, answer)
  if (status === 'processing') throw undecided()
  if (status !== 'succeeded') throw new ProcessorRefusal('The bank asks the cardholder to confirm the payment.', true)
  return id
}

/** Not by Stripe's search, which lags by up to a minute. A customer exists for one kept card, so it has few payments. */
export async function findCharge(
  stripe: Stripe,
  { reference, token }: Pick<Charge, 'reference' | 'token'>,
  believed: Believe,
): Promise<string | undefined> {
  const [customer = ''] = token.split(' ')
  const { data } = believed(ChargesAnswer, await stripe.paymentIntents.list({ customer, limit: 100 }))
  const own = data.filter(({ metadata }) => metadata[referenceKey] === reference)
  const paid = own.find(({ status }) => status === 'succeeded')
  if (!paid && own.some(({ status }) => status === 'processing')) throw undecided()
  return paid?.id
}

export async function forgetCard(stripe: Stripe, token: string): Promise<void> {
  await stripe.paymentMethods.detach(token.split(' ')[1] ?? '')
}
