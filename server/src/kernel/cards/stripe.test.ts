/** What is sent to Stripe, and what happens when Stripe fails. contract.test.ts checks that it does what is asked. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, describe, test } from 'node:test'
import { type Misbehaviour, type StripeDouble, startStripe, writeAnswer } from '#testing/fakes/stripe.ts'
import { readForm } from '#testing/fakes/stripe-form.ts'
import { type Order, type Processor, ProcessorDown, ProcessorRefusal } from '../card-processor.ts'
import { breaker } from './breaker.ts'
import { stripeDoor } from './stripe.ts'

const now = new Date('2026-03-01T12:00:00Z')
/** Long enough for a good answer on a busy machine, and much less than the slow ones take. */
const limits = { callMs: 3_000, attemptMs: 1_500 }
/** For calls that must succeed, however busy the machine is. */
const patientLimits = { callMs: 60_000, attemptMs: 30_000 }

async function aStripe(): Promise<{ double: StripeDouble; key: string; processor: Processor }> {
  const double = await startStripe({ now: () => now, send: async () => {} })
  after(() => double.close())
  const key = double.account()
  return { double, key, processor: stripeDoor(double.url, limits)(key) }
}

const order: Order = {
  reference: '0195b7c4-0000-7000-8000-000000000001',
  name: 'March',
  currency: 'eur',
  lines: [
    { name: 'Tracking & more', quantity: 3, unitAmount: 450 },
    { name: 'Einbau für 2 Tage', quantity: 1, unitAmount: 1999 },
  ],
  email: 'client@example.com',
  lang: 'PT-br',
  metadata: { account_id: '7' },
  expiresAt: new Date(now.getTime() + 24 * 3600 * 1000),
  returnUrl: 'https://tracking.example/paid?a=1&b=2',
}

for (const currency of ['isk', 'mga', 'ugx']) {
  test(`an order in ${currency}, which Stripe counts in unusual units, is not sent`, async () => {
    const { double, processor } = await aStripe()
    await assert.rejects(processor.createSession({ ...order, currency }), ProcessorRefusal)
    const charge = { reference: 'one', token: 'cus_1 pm_1', name: 'May', amount: 450, currency }
    await assert.rejects(processor.charge(charge), ProcessorRefusal)
    assert.deepEqual(double.requests, [])
  })
}

test('an order is sent in Stripe’s form, marked as ours and safe to repeat', async () => {
  const { double, key, processor } = await aStripe()
  await processor.createSession(order)
  const [request, ...more] = double.requests
  assert.deepEqual(more, [])
  assert.equal(request?.headers.authorization, `Bearer ${key}`)
  assert.equal(request?.headers['idempotency-key'], `waymark-${order.reference}`)
  assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded')
  assert.equal(request?.headers['x-stripe-client-telemetry'], undefined)
  assert.deepEqual(readForm(request?.body ?? ''), {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      { quantity: '3', price_data: { currency: 'eur', unit_amount: '450', product_data: { name: 'Tracking & more' } } },
      {
        quantity: '1',
        price_data: { currency: 'eur', unit_amount: '1999', product_data: { name: 'Einbau für 2 Tage' } },
      },
    ],
    client_reference_id: order.reference,
    metadata: { account_id: '7', waymark_reference: order.reference },
    payment_intent_data: { description: 'March', metadata: { waymark_reference: order.reference } },
    customer_email: 'client@example.com',
    locale: 'pt-BR',
    expires_at: String(now.getTime() / 1000 + 24 * 3600 - 60),
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
  })
})

test('an endpoint is registered for events of sessions, in the version we read', async () => {
  const { double, processor } = await aStripe()
  await processor.registerWebhook('https://tracking.example/webhooks/cards/1')
  const form = readForm(double.requests[0]?.body ?? '')
  assert.deepEqual(form.enabled_events, [
    'checkout.session.completed',
    'checkout.session.expired',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
  ])
  assert.equal(form.api_version, double.requests[0]?.headers['stripe-version'])
})

test('a key of test mode is distinguished from one of live mode', async () => {
  const double = await startStripe({ now: () => now, send: async () => {} })
  after(() => double.close())
  const door = stripeDoor(double.url, limits)
  assert.deepEqual(await door(double.account('test')).checkKey(), { livemode: false })
  assert.deepEqual(await door(double.account('live')).checkKey(), { livemode: true })
})

const badKeys = ['sk_live_unknown0123456789', 'sk_live_with\nnewline', 'sk_live_ключ', '', ' ', 'x'.repeat(300)]
for (const key of badKeys) {
  test(`${JSON.stringify(key.slice(0, 30))} is refused as a key and never repeated`, async () => {
    const { double } = await aStripe()
    const error = await stripeDoor(
      double.url,
      limits,
    )(key)
      .checkKey()
      .catch((caught: Error) => caught)
    assert.ok(error instanceof ProcessorRefusal)
    assert.ok(key.trim() === '' || !JSON.stringify([error.message, error.stack, error.cause]).includes(key.slice(-10)))
  })
}

const json = (response: ServerResponse, status: number, body: unknown, headers: object = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
const failing =
  (status: number, error: object): Misbehaviour =>
  (_request, response) =>
    json(response, status, { error })

const refusals: readonly [what: string, how: Misbehaviour, sentence: RegExp][] = [
  [
    'says what is wrong',
    failing(400, { type: 'invalid_request_error', message: 'Amount too small', param: 'line_items' }),
    /^The card processor says: Amount too small$/,
  ],
  [
    'quotes a key',
    failing(400, { type: 'invalid_request_error', message: 'Key sk_live_abc123 and whsec_def456 are wrong' }),
    /^The card processor says: Key … and … are wrong$/,
  ],
  ['refuses the card', failing(402, { type: 'card_error', message: 'Your card was declined.' }), /declined/],
  ['does not know the key', failing(401, { type: 'invalid_request_error', message: 'Expired API Key' }), /secret key/],
  ['gives the key no rights', failing(403, { type: 'invalid_request_error', message: 'rk_live_abc' }), /rights/],
  ['says no without a word', failing(400, { type: 'invalid_request_error' }), /no reason given/],
]
for (const [what, how, sentence] of refusals) {
  test(`Stripe ${what}: the refusal has a sentence that can be shown`, async () => {
    const { double, processor } = await aStripe()
    double.misbehave(how)
    const error = await processor.createSession(order).catch((caught: Error) => caught)
    assert.ok(error instanceof ProcessorRefusal)
    assert.match(error.message, sentence)
    assert.doesNotMatch(error.message, /abc|def456/)
  })
}

/** Does the work, then changes the answer. */
const changed =
  (by: object): Misbehaviour =>
  (_request, response, answer) => {
    const { status, body } = answer()
    json(response, status, { ...body, ...by })
  }

const badDays: readonly [what: string, how: Misbehaviour][] = [
  ['cuts the connection', (request) => request.socket.destroy()],
  [
    'does the work and cuts the connection',
    (request, _response, answer) => {
      answer()
      request.socket.destroy()
    },
  ],
  [
    'resets the connection in the middle of its answer',
    (request, response, answer) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5000 })
      response.write(JSON.stringify(answer().body).slice(0, 40))
      setImmediate(() => request.socket.destroy())
    },
  ],
  ['never answers', () => {}],
  [
    'does the work and never answers',
    (_request, _response, answer) => {
      answer()
    },
  ],
  [
    'sends its answer one byte at a time, without end',
    (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 50)
      request.socket.on('close', () => clearInterval(drip))
    },
  ],
  ['answers 500', failing(500, { type: 'api_error', message: 'Oops' })],
  [
    'does the work and answers 500',
    (_request, response, answer) => {
      answer()
      json(response, 500, { error: { type: 'api_error' } })
    },
  ],
  ['answers 502 in HTML', (_request, response) => json(response, 502, '<html>Bad gateway</html>')],
  [
    'answers 503 and asks to come back in an hour',
    (_request, response) => json(response, 503, '', { 'retry-after': '3600' }),
  ],
  ['asks for patience', failing(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down' })],
  ['is busy with the same key', failing(409, { type: 'idempotency_error', message: 'In progress' })],
  ['redirects to itself', (request, response) => json(response, 302, '', { location: request.url })],
  ['redirects elsewhere', (_request, response) => json(response, 307, '{}', { location: 'http://127.0.0.1:9/' })],
  [
    'redirects with an answer in hand',
    (_request, response, answer) => json(response, 301, answer().body, { location: '/' }),
  ],
  ['answers nothing', (_request, response) => json(response, 200, '')],
  ['answers null', (_request, response) => json(response, 200, 'null')],
  ['answers a number', (_request, response) => json(response, 200, '42')],
  ['answers a list', (_request, response) => json(response, 200, '[]')],
  ['answers true', (_request, response) => json(response, 200, 'true')],
  ['answers an error that is a number', (_request, response) => json(response, 200, '{"error":5}')],
  ['answers an error that is a word', (_request, response) => json(response, 400, '{"error":"no"}')],
  ['answers an empty object', (_request, response) => json(response, 200, '{}')],
  [
    'answers half of it',
    (_request, response, answer) => json(response, 200, JSON.stringify(answer().body).slice(0, -20)),
  ],
  ['answers a page of HTML with 200', (_request, response) => json(response, 200, '<!doctype html><p>Log in')],
  [
    'answers two megabytes',
    (_request, response, answer) => json(response, 200, { ...answer().body, filler: 'x'.repeat(2_000_000) }),
  ],
  ['answers 404 without a reason', (_request, response) => json(response, 404, '{}')],
  ['answers 204', (_request, response) => response.writeHead(204).end()],
  ['answers with another amount', changed({ amount_total: 1 })],
  ['answers with another currency', changed({ currency: 'usd' })],
  ['answers with an amount as text', changed({ amount_total: '3349' })],
  ['answers with an amount beyond all counting', changed({ amount_total: 1e300 })],
  ['answers for another reference', changed({ metadata: { waymark_reference: 'another' } })],
  ['answers without our mark', changed({ metadata: {} })],
  ['answers that it is open and paid', changed({ payment_status: 'paid' })],
  ['answers that it is expired and paid', changed({ status: 'expired', payment_status: 'paid', url: null })],
  ['answers a state nobody knows', changed({ status: 'pending' })],
  ['answers an open session without a link', changed({ url: null })],
  ['answers a link that is a script', changed({ url: 'javascript:alert(1)' })],
  ['answers another kind of object', changed({ object: 'charge' })],
  ['answers an error with 200', (_request, response) => json(response, 200, { error: { message: 'x' } })],
]

describe('after a failure of Stripe the result is unknown, and a retry ends in one session', { concurrency: 8 }, () => {
  for (const [what, how] of badDays) {
    test(`Stripe ${what}`, async () => {
      const { double, key, processor } = await aStripe()
      double.misbehave(how)
      const error = await processor.createSession(order).catch((caught: Error) => caught)
      assert.ok(error instanceof ProcessorDown, String(error))
      assert.ok(!JSON.stringify([error.message, error.stack, error.cause]).includes(key))
      double.misbehave(undefined)
      const patient = stripeDoor(double.url, patientLimits)(key)
      const session = await patient.createSession(order)
      assert.deepEqual([session.amountTotal, session.status, session.reference], [3349, 'open', order.reference])
      assert.deepEqual(await patient.readSession(session.id), session)
    })
  }
})

test('a redirect is not followed: nothing meant for Stripe reaches another server', async () => {
  const [{ double, processor }, { double: other }] = [await aStripe(), await aStripe()]
  double.misbehave((request, response) => json(response, 307, '', { location: `${other.url}${request.url}` }))
  await assert.rejects(processor.createSession(order), ProcessorDown)
  assert.deepEqual(other.requests, [])
})

describe('an answer about another session is rejected', () => {
  for (const [what, how] of [
    ['another session', changed({ id: 'cs_live_other' })],
    ['no session', (_request, response) => json(response, 200, {})],
  ] as [string, Misbehaviour][]) {
    test(`reading and expiring get ${what}`, async () => {
      const { double, processor } = await aStripe()
      const { id } = await processor.createSession(order)
      double.misbehave(how)
      await assert.rejects(processor.readSession(id), ProcessorDown)
      await assert.rejects(processor.expireSession(id), ProcessorDown)
    })
  }
})

test('a session that stays open although it was expired is rejected', async () => {
  const { double, processor } = await aStripe()
  const { id } = await processor.createSession(order)
  double.misbehave(changed({ status: 'open' }))
  await assert.rejects(processor.expireSession(id), ProcessorDown)
})

test('incomplete items are rejected', async () => {
  const { double, processor } = await aStripe()
  const { id } = await processor.createSession(order)
  for (const by of [{ data: [{}] }, { data: null }, { has_more: true }]) {
    double.misbehave(changed(by))
    await assert.rejects(processor.listItems(id), ProcessorDown)
  }
})

test('a charge that the bank has not decided on is neither made nor refused', async () => {
  const { double, processor } = await aStripe()
  const intent = { id: 'pi_1', object: 'payment_intent', status: 'processing', metadata: { waymark_reference: 'one' } }
  double.misbehave(({ method }, response) =>
    json(response, 200, method === 'GET' ? { object: 'list', data: [intent] } : intent),
  )
  const charge = { reference: 'one', token: 'cus_1 pm_1', name: 'May', amount: 450, currency: 'eur' }
  await assert.rejects(processor.charge(charge), ProcessorDown)
  await assert.rejects(processor.findCharge(charge), ProcessorDown)
  assert.equal(await processor.findCharge({ ...charge, reference: 'two' }), undefined)
})

test('an expiry whose first answer is lost ends as requested', async () => {
  const { double, processor } = await aStripe()
  const { id } = await processor.createSession(order)
  let isFirst = true
  double.misbehave((request, response, answer) => {
    const done = answer()
    if (isFirst) request.socket.destroy()
    else writeAnswer(response, done)
    isFirst = false
  })
  assert.equal((await processor.expireSession(id)).status, 'expired')
})

test('a processor that fails five times in a row is not called for ten seconds', async () => {
  let time = 0
  let calls = 0
  const guard = breaker(() => time)
  const fail = async () => {
    calls++
    throw new ProcessorDown('down')
  }
  for (let n = 0; n < 8; n++) await assert.rejects(guard(fail), ProcessorDown)
  assert.equal(calls, 5)
  time = 10_000
  await assert.rejects(guard(fail), ProcessorDown)
  await assert.rejects(guard(fail), ProcessorDown)
  assert.equal(calls, 6)
  time = 20_000
  assert.equal(await guard(async () => 'well'), 'well')
  await assert.rejects(guard(fail), ProcessorDown)
  assert.equal(calls, 7)
})

test('a refusal is an answer: it counts as healthy', async () => {
  const guard = breaker(() => 0)
  const refuse = async () => {
    throw new ProcessorRefusal('no')
  }
  const fail = async () => {
    throw new ProcessorDown('down')
  }
  for (let n = 0; n < 4; n++) await assert.rejects(guard(fail), ProcessorDown)
  await assert.rejects(guard(refuse), ProcessorRefusal)
  for (let n = 0; n < 4; n++) await assert.rejects(guard(fail), ProcessorDown)
  assert.equal(await guard(async () => 'well'), 'well')
})
