/**
 * Stripe for tests: a server on its own port, written from the public description of the API
 * (https://docs.stripe.com/api) as far as we use it. It validates requests, stores what it created, and can be made to
 * misbehave.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readForm } from './stripe-form.ts'

type Json = Record<string, unknown>

export interface StripeAnswer {
  readonly status: number
  readonly body: Json
}

/** Replaces an answer. `answer` is the normal answer, and makes it take effect. */
export type Misbehaviour = (request: IncomingMessage, response: ServerResponse, answer: () => StripeAnswer) => void

export interface StripeOptions {
  readonly now: () => Date
  /** How an event reaches an endpoint; by default by a request, as in production. */
  readonly send?: (url: string, raw: Buffer, signature: string) => Promise<void>
}

export interface StripeDouble {
  readonly url: string
  /** Requests as they came, newest last. */
  readonly requests: readonly { method: string; path: string; headers: IncomingMessage['headers']; body: string }[]
  /** A new account: its secret key, which finds everything it created. */
  account(mode?: 'live' | 'test', key?: string): string
  /**
   * The payer pays on the page; undefined if it is no longer open. Its event is sent before this returns. A card that
   * is bad later is declined when it is charged again; one that asks requires its holder each time.
   */
  pay(sessionId: string, later?: boolean | 'asks'): Promise<Json | undefined>
  /** Ends the sessions whose time is up, and sends their events. */
  lapse(): Promise<void>
  misbehave(how: Misbehaviour | undefined): void
  close(): Promise<void>
}

class Wrong extends Error {
  readonly status: number
  readonly body: Json
  constructor(status: number, body: Json) {
    super(String(body.message))
    this.status = status
    this.body = body
  }
}

const invalid = (message: string, param?: string, code?: string): never => {
  throw new Wrong(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) })
}
const missing = (what: string, id: string): never => {
  throw new Wrong(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'id',
  })
}

const idOf = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`

interface Account {
  readonly livemode: boolean
  readonly sessions: Map<string, Json & { lines: Json[] }>
  readonly endpoints: Map<string, { id: string; url: string; secret: string; events: readonly string[] }>
  /** By their own ids: payments with their payment methods, and methods that are still attached. */
  readonly intents: Map<string, Json>
  readonly methods: Map<string, Json>
  readonly answers: Map<string, { readonly body: string; readonly answer: StripeAnswer }>
}

const knownParameters = new Set([
  ...['mode', 'line_items', 'success_url', 'cancel_url', 'client_reference_id', 'metadata', 'payment_intent_data'],
  ...['customer_creation', 'customer_email', 'locale', 'expires_at', 'allowed_payment_method_types'],
])

export async function startStripe({ now, send = sendByRequest }: StripeOptions): Promise<StripeDouble> {
  const accounts = new Map<string, Account>()
  const requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = []
  let misbehaviour: Misbehaviour | undefined
  const nowSeconds = () => Math.floor(now().getTime() / 1000)

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const body = Buffer.concat(parts).toString('utf8')
      requests.push({ method, path: url, headers, body })
      const answer = () => answerOf(method, new URL(url, 'http://localhost'), headers, body)
      if (misbehaviour) misbehaviour(request, response, answer)
      else writeAnswer(response, answer())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function answerOf(method: string, url: URL, headers: IncomingMessage['headers'], body: string): StripeAnswer {
    try {
      const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
      const account = accounts.get(key ?? '')
      if (!account) {
        const shown = key ? `${key.slice(0, 8)}****${key.slice(-4)}` : 'none'
        throw new Wrong(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${shown}` })
      }
      const work = () => ({ status: 200, body: route(account, method, url, body) })
      const idempotency = headers['idempotency-key']
      return method === 'POST' && typeof idempotency === 'string'
        ? once(account, `${url.pathname} ${idempotency}`, body, work)
        : work()
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      return { status: error.status, body: { error: error.body } }
    }
  }

  function once(account: Account, key: string, body: string, work: () => StripeAnswer): StripeAnswer {
    const before = account.answers.get(key)
    if (before && before.body !== body) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      throw new Wrong(400, { type: 'idempotency_error', message })
    }
    // A request refused as invalid never began, so its key is not remembered.
    const answer = before?.answer ?? work()
    account.answers.set(key, { body, answer })
    return answer
  }

  function route(account: Account, method: string, url: URL, body: string): Json {
    const form = readForm(body)
    const [, version, ...path] = url.pathname.split('/')
    const at = `${method} /${version}/${path.map((part) => (/^(cs|we|pm)_/.test(part) ? ':id' : part)).join('/')}`
    const id = path.find((part) => /^(cs|we|pm)_/.test(part)) ?? ''
    const session = () => account.sessions.get(id) ?? missing('checkout.session', id)
    switch (at) {
      case 'GET /v1/balance':
        return { object: 'balance', available: [], livemode: account.livemode, pending: [] }
      case 'POST /v1/checkout/sessions':
        return shown(createSession(account, form))
      case 'GET /v1/checkout/sessions/:id':
        return url.search.includes('payment_intent.payment_method')
          ? { ...shown(session()), payment_intent: account.intents.get(String(session().payment_intent)) ?? null }
          : shown(session())
      case 'POST /v1/payment_intents':
        return chargeCard(account, form)
      case 'GET /v1/payment_intents': {
        const customer = url.searchParams.get('customer')
        const data = [...account.intents.values()].filter((intent) => intent.customer === customer)
        return { object: 'list', data, has_more: false, url: url.pathname }
      }
      case 'POST /v1/payment_methods/:id/detach':
        if (!account.methods.delete(id)) invalid('The payment method you provided is not attached to a customer.')
        return { id, object: 'payment_method', customer: null }
      case 'POST /v1/checkout/sessions/:id/expire': {
        const { status } = session()
        if (status !== 'open') {
          const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`
          invalid(message)
        }
        const expired = change(account, session(), { status: 'expired', url: null })
        // Sent independently of the answer, as in production; an unavailable listener is not awaited.
        announce(account, 'checkout.session.expired', expired).catch(() => {})
        return shown(expired)
      }
      case 'GET /v1/checkout/sessions/:id/line_items': {
        const limit = Number(url.searchParams.get('limit') ?? 10)
        const { lines } = session()
        return { object: 'list', data: lines.slice(0, limit), has_more: lines.length > limit, url: url.pathname }
      }
      case 'POST /v1/webhook_endpoints': {
        const endpoint = {
          id: idOf('we'),
          url: String(form.url ?? invalid('Missing required param: url.', 'url')),
          secret: `whsec_${randomBytes(16).toString('hex')}`,
          events: (form.enabled_events as string[]) ?? invalid('Missing required param: enabled_events.'),
        }
        if (!/^https?:\/\//.test(endpoint.url)) invalid('Invalid URL: An explicit scheme must be provided.', 'url')
        account.endpoints.set(endpoint.id, endpoint)
        const { id, url: address, secret, events } = endpoint
        return { id, object: 'webhook_endpoint', enabled_events: events, secret, status: 'enabled', url: address }
      }
      case 'DELETE /v1/webhook_endpoints/:id':
        if (!account.endpoints.delete(id)) missing('webhook endpoint', id)
        return { id, object: 'webhook_endpoint', deleted: true }
      default:
        throw new Wrong(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${method}: ${url.pathname}).`,
        })
    }
  }

  function chargeCard(account: Account, form: Json): Json {
    const method = account.methods.get(String(form.payment_method))
    if (!method || method.customer !== form.customer) invalid('No such PaymentMethod.', 'payment_method')
    if (form.off_session !== 'true' || form.confirm !== 'true') invalid('Expected a confirmed off-session payment.')
    if (method?.declines) {
      throw new Wrong(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
    }
    if (method?.asks) {
      const message = 'Your card was declined. This transaction requires authentication.'
      throw new Wrong(402, { type: 'card_error', code: 'authentication_required', message })
    }
    const { amount, currency, customer, metadata = {} } = form
    const paid = { object: 'payment_intent', status: 'succeeded', amount, currency, customer, metadata }
    const intent = { id: idOf('pi'), ...paid }
    account.intents.set(intent.id, intent)
    return intent
  }

  function createSession(account: Account, form: Json): Json & { lines: Json[] } {
    for (const name of Object.keys(form)) {
      if (!knownParameters.has(name)) invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
    }
    const created = nowSeconds()
    const expires = Number(form.expires_at ?? created + 86400)
    if (expires < created + 1800 || expires > created + 86400) {
      const range = 'more than 30 minutes and less than 24 hours from Checkout Session creation'
      invalid(`The \`expires_at\` timestamp must be ${range}.`, 'expires_at')
    }
    if (form.mode !== 'payment') invalid('Invalid mode: must be payment.', 'mode')
    if (!/^https?:\/\//.test(String(form.success_url))) invalid('Not a valid URL', 'success_url', 'url_invalid')
    if (form.customer_email !== undefined && !/^\S+@\S+\.\S+$/.test(String(form.customer_email))) {
      invalid(`Invalid email address: ${String(form.customer_email)}`, 'customer_email', 'email_invalid')
    }
    const items = form.line_items as Json[] | undefined
    if (!items || items.length === 0 || items.length > 100)
      invalid('line_items must hold 1 to 100 items.', 'line_items')
    const lines = (items as Json[]).map((item, at) => lineOf(item, at, created, account.livemode))
    const currencies = new Set(lines.map((line) => line.currency))
    if (currencies.size > 1) invalid('All line items must have the same currency.', 'line_items')
    const total = lines.reduce((sum, line) => sum + Number(line.amount_total), 0)
    if (total < 50) invalid('The total amount must convert to at least 50 cents.', 'line_items', 'amount_too_small')
    if (total > 99_999_999) invalid('The total amount due must be no more than $999,999.99.', 'line_items')
    const id = idOf(account.livemode ? 'cs_live' : 'cs_test')
    const session = {
      id,
      object: 'checkout.session',
      amount_subtotal: total,
      amount_total: total,
      client_reference_id: form.client_reference_id ?? null,
      created,
      currency: lines[0]?.currency,
      customer_email: form.customer_email ?? null,
      expires_at: expires,
      livemode: account.livemode,
      locale: form.locale ?? null,
      metadata: (form.metadata as Json) ?? {},
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: form.success_url,
      keeps: (form.payment_intent_data as Json | undefined)?.setup_future_usage === 'off_session',
      url: `https://checkout.stripe.example/c/pay/${id}`,
      lines,
    }
    account.sessions.set(id, session)
    return session
  }

  function change<S extends Json & { lines: Json[] }>(account: Account, session: S, by: Json): S {
    const changed = { ...session, ...by }
    account.sessions.set(String(session.id), changed)
    return changed
  }

  async function announce(account: Account, type: string, session: Json & { lines: Json[] }): Promise<void> {
    const created = nowSeconds()
    const object = { ...shown(session), url: null }
    const event = { id: idOf('evt'), object: 'event', created, data: { object }, livemode: account.livemode, type }
    const raw = Buffer.from(JSON.stringify(event, null, 2))
    for (const { url, secret, events } of account.endpoints.values()) {
      if (!events.includes(type) && !events.includes('*')) continue
      const mac = createHmac('sha256', secret).update(`${created}.`).update(raw).digest('hex')
      await send(url, raw, `t=${created},v1=${mac},v0=${mac.slice(0, 8)}`)
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    account(mode = 'live', key = `sk_${mode}_${randomBytes(24).toString('hex')}`) {
      const kept = { sessions: new Map(), endpoints: new Map(), intents: new Map(), methods: new Map() }
      accounts.set(key, { livemode: mode === 'live', ...kept, answers: new Map() })
      return key
    },
    async pay(sessionId, later = false) {
      for (const account of accounts.values()) {
        const session = account.sessions.get(sessionId)
        if (!session) continue
        if (session.status !== 'open' || Number(session.expires_at) <= nowSeconds()) return undefined
        const done = { status: 'complete', payment_status: 'paid', payment_intent: idOf('pi'), url: null }
        if (session.keeps) {
          const last4 = later === 'asks' ? '3184' : later ? '0341' : '4242'
          const card = { brand: 'visa', last4, exp_month: 12, exp_year: 2035 }
          const method = {
            id: idOf('pm'),
            customer: idOf('cus'),
            card,
            declines: later === true,
            asks: later === 'asks',
          }
          account.methods.set(method.id, method)
          const paid = { id: done.payment_intent, status: 'succeeded', metadata: session.metadata ?? {} }
          account.intents.set(paid.id, { ...paid, customer: method.customer, payment_method: method })
        }
        const paid = change(account, session, done)
        await announce(account, 'checkout.session.completed', paid)
        return shown(paid)
      }
      return undefined
    },
    async lapse() {
      for (const account of accounts.values()) {
        for (const session of account.sessions.values()) {
          if (session.status !== 'open' || Number(session.expires_at) > nowSeconds()) continue
          await announce(
            account,
            'checkout.session.expired',
            change(account, session, { status: 'expired', url: null }),
          )
        }
      }
    },
    misbehave(how) {
      misbehaviour = how
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function shown({ lines: _, keeps: __, ...session }: Json & { lines: Json[] }): Json {
  return session
}

function lineOf(item: Json, at: number, created: number, livemode: boolean): Json {
  const data = item.price_data as Json | undefined
  const where = `line_items[${at}]`
  const amount = Number(data?.unit_amount)
  const quantity = Number(item.quantity)
  const name = (data?.product_data as Json | undefined)?.name
  if (!Number.isSafeInteger(amount) || amount < 0) invalid('Invalid integer.', `${where}[price_data][unit_amount]`)
  if (!Number.isSafeInteger(quantity) || quantity < 1) invalid('Invalid integer.', `${where}[quantity]`)
  if (!name) invalid('Missing required param.', `${where}[price_data][product_data][name]`)
  const currency = String(data?.currency)
  if (!/^[a-z]{3}$/.test(currency)) invalid(`Invalid currency: ${currency}.`, `${where}[price_data][currency]`)
  return {
    id: idOf('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount * quantity,
    amount_tax: 0,
    amount_total: amount * quantity,
    currency,
    description: name,
    metadata: {},
    price: {
      id: idOf('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created,
      currency,
      custom_unit_amount: null,
      livemode,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: idOf('prod'),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: amount,
      unit_amount_decimal: String(amount),
    },
    quantity,
  }
}

export function writeAnswer(response: ServerResponse, { status, body }: StripeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': idOf('req') })
  response.end(JSON.stringify(body))
}

async function sendByRequest(url: string, raw: Buffer, signature: string): Promise<void> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
  await fetch(url, { method: 'POST', headers, body: new Uint8Array(raw) })
}
