/** Stripe, through its own SDK. https://docs.stripe.com/api */
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { type Order, type Processor, ProcessorDown, ProcessorRefusal, type Session } from '../card-processor.ts'
import { seconds } from '../time/clock.ts'
import { type Breaker, breaker } from './breaker.ts'
import { readCheckout, referenceKey } from './checkout.ts'
import { BalanceAnswer, EndpointAnswer, ItemsAnswer } from './stripe-answers.ts'
import * as cards from './stripe-cards.ts'
import { toProcessorError } from './stripe-errors.ts'

/** A call ends within ten seconds, whatever the other side does, and includes one retry. */
interface Patience {
  readonly callMs: number
  readonly attemptMs: number
}
const patience: Patience = { callMs: 9_500, attemptMs: 4_500 }
/** Far beyond a session with a hundred lines. */
const answerBytesMax = 1024 * 1024
/** Stripe allows at most 24 hours by its own clock, so a bill of 24 hours must end a little earlier there. */
const clockMarginSeconds = 60

const events = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
] as const

/** The languages of Stripe's page, https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-locale. */
const locales =
  'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  )

/** One breaker for all merchants: when Stripe is down, it is down for all of them. */
export function stripeDoor(url: string | undefined, limits = patience): (secretKey: string) => Processor {
  const guard = breaker()
  return (secretKey) =>
    stripeProcessor((deadline) => clientOf(secretKey, url, limits.attemptMs, deadline), limits, guard)
}

type Work<T> = (stripe: Stripe) => Promise<T>

function stripeProcessor(client: (deadline: AbortSignal) => Stripe, { callMs }: Patience, guard: Breaker): Processor {
  const call = <T>(work: Work<T>): Promise<T> =>
    guard(async () => {
      const deadline = AbortSignal.timeout(callMs)
      try {
        return await Promise.race([work(client(deadline)), endOf(deadline)])
      } catch (error) {
        throw toProcessorError(error)
      }
    })
  return {
    name: 'stripe',

    createSession: (order) =>
      call(async (stripe) => {
        const options = { idempotencyKey: `waymark-${order.reference}` }
        return agreed(order, sane(await stripe.checkout.sessions.create(parametersOf(order), options)))
      }),

    readSession: (id) => call((stripe) => read(stripe, id)),

    expireSession: (id) =>
      call(async (stripe) => {
        try {
          return settled(id, sane(await stripe.checkout.sessions.expire(id)))
        } catch (error) {
          // No longer open: it was paid or expired first.
          const session = isRefused(error) ? await read(stripe, id) : undefined
          if (!session) throw error
          return settled(id, session)
        }
      }),

    listItems: (id) =>
      call(async (stripe) => {
        const { data } = believed(ItemsAnswer, await stripe.checkout.sessions.listLineItems(id, { limit: 100 }))
        return data
      }),

    readCard: (id) => call((stripe) => cards.readCard(stripe, id, believed)),

    charge: (order) => call((stripe) => cards.charge(stripe, order, believed)),

    findCharge: (order) => call((stripe) => cards.findCharge(stripe, order, believed)),

    forgetCard: (token) =>
      call(async (stripe) => {
        // A card that was removed or detached is refused as invalid.
        await cards.forgetCard(stripe, token).catch((error) => {
          if (!isRefused(error)) throw error
        })
      }),

    checkKey: () =>
      call(async (stripe) => ({ livemode: believed(BalanceAnswer, await stripe.balance.retrieve()).livemode })),

    registerWebhook: (address) =>
      call(async (stripe) => {
        const parameters = { url: address, enabled_events: [...events], api_version: Stripe.API_VERSION }
        // A new endpoint for each call, but only one when the SDK repeats the request.
        const options = { idempotencyKey: randomUUID() }
        const { id, secret } = believed(EndpointAnswer, await stripe.webhookEndpoints.create(parameters, options))
        return { id, secret }
      }),

    removeWebhook: (id) =>
      call(async (stripe) => {
        try {
          await stripe.webhookEndpoints.del(id)
        } catch (error) {
          if (!isMissing(error)) throw error
        }
      }),
  }
}

function clientOf(secretKey: string, url: string | undefined, attemptMs: number, deadline: AbortSignal): Stripe {
  // It travels in a header, where other characters cause an error that quotes it.
  if (!/^[\x21-\x7e]{1,255}$/.test(secretKey)) throw new ProcessorRefusal('This is not a secret key.')
  return new Stripe(secretKey, {
    ...(url !== undefined && addressOf(new URL(url))),
    httpClient: Stripe.createFetchHttpClient(boundedFetch(deadline)),
    timeout: attemptMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

function addressOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
}

/** The caller does not wait longer than this, whatever the SDK does. */
const endOf = (deadline: AbortSignal) =>
  new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(new ProcessorDown('The card processor took too long to respond.')))
  })

/**
 * The SDK would follow a redirect, key included, and read an answer of any size. If an answer is JSON but not an
 * object, it would never resolve, and end the process by a rejection that nobody can catch.
 */
const boundedFetch =
  (deadline: AbortSignal): typeof fetch =>
  async (input, init) => {
    const signal = init?.signal ? AbortSignal.any([deadline, init.signal]) : deadline
    const answer = await fetch(input, { ...init, redirect: 'manual', signal })
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel()
      throw new Error('The answer is a redirect.')
    }
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of answer.body ?? []) {
      size += part.length
      if (size > answerBytesMax) throw new Error('The answer is too long.')
      parts.push(part)
    }
    const text = Buffer.concat(parts).toString('utf8')
    const json: unknown = JSON.parse(text)
    if (typeof json !== 'object' || json === null) throw new Error('The answer is not an object.')
    return new Response(text, { status: answer.status, headers: answer.headers })
  }

function parametersOf(order: Order): Stripe.Checkout.SessionCreateParams {
  cards.requireUsualUnits(order)
  const locale = locales.find((one) => one.toLowerCase() === order.lang?.toLowerCase())
  return {
    mode: 'payment',
    // With cards only, "complete" means paid; other methods may take days to settle.
    allowed_payment_method_types: ['card'],
    line_items: order.lines.map(({ name, quantity, unitAmount }) => ({
      quantity,
      price_data: { currency: order.currency, unit_amount: unitAmount, product_data: { name } },
    })),
    client_reference_id: order.reference,
    metadata: { ...order.metadata, [referenceKey]: order.reference },
    payment_intent_data: {
      ...(order.name && { description: order.name }),
      ...(order.keepsCard && { setup_future_usage: 'off_session' as const }),
      metadata: { [referenceKey]: order.reference },
    },
    ...(order.keepsCard && { customer_creation: 'always' as const }),
    ...(order.email && { customer_email: order.email }),
    locale: (locale ?? 'auto') as Stripe.Checkout.SessionCreateParams.Locale,
    expires_at: seconds(order.expiresAt) - clockMarginSeconds,
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
  }
}

const nonsense = (): never => {
  throw new ProcessorDown('The card processor sent an invalid response.')
}

const sane = (answer: unknown): Session => readCheckout(answer) ?? nonsense()

/** The amount to pay must be what was ordered, and there must be a way to pay it. */
function agreed(order: Order, session: Session): Session {
  const total = order.lines.reduce((sum, line) => sum + line.quantity * line.unitAmount, 0)
  const isOrdered =
    session.reference === order.reference && session.amountTotal === total && session.currency === order.currency
  return isOrdered && (session.url !== null || session.status !== 'open') ? session : nonsense()
}

const settled = (id: string, session: Session): Session =>
  session.id === id && session.status !== 'open' ? session : nonsense()

async function read(stripe: Stripe, id: string): Promise<Session | undefined> {
  try {
    const session = sane(await stripe.checkout.sessions.retrieve(id))
    return session.id === id ? session : nonsense()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isRefused = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError
const isMissing = (error: unknown) => isRefused(error) && (error as Stripe.errors.StripeError).statusCode === 404

/** The SDK turns some texts into objects, so the answer is checked as the original JSON. */
function believed<T>(shape: { Check(value: unknown): value is T }, answer: unknown): T {
  const json: unknown = JSON.parse(JSON.stringify(answer))
  return shape.Check(json) ? json : nonsense()
}
