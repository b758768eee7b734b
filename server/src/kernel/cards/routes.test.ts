/** The sandbox's payment page, requested as by a payer's browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openApi } from '#testing/api.ts'
import { whileHolding } from '#testing/races.ts'
import type { Order, Session } from '../card-processor.ts'

const api = await openApi()
const { clock } = api.ctx
const dealer = await api.dealer()

let references = 0
const aSession = (change: Partial<Order> = {}): Promise<Session> =>
  api.ctx.cards.sandbox({ dealer: dealer.dealer }).createSession({
    reference: `page-${++references}`,
    name: 'March',
    currency: 'eur',
    lines: [
      { name: 'Tracking', quantity: 3, unitAmount: 450 },
      { name: 'Fitting', quantity: 1, unitAmount: 1999 },
    ],
    email: 'client@example.com',
    lang: 'lt',
    metadata: {},
    expiresAt: new Date(clock.now().getTime() + 3600_000),
    returnUrl: 'https://tracking.example/paid',
    ...change,
  })

const card = (number = '4242424242424242', change: object = {}) => ({
  number,
  month: 12,
  year: 2030,
  cvc: '123',
  holder: 'A. Payer',
  ...change,
})
const read = ({ id }: Session) => api.ask('GET', `/sandbox/sessions/${id}`)
const pay = ({ id }: Session, body: object = card()) => api.ask('POST', `/sandbox/sessions/${id}/pay`, body)
const confirm = ({ id }: Session, confirmation: string, approved: boolean) =>
  api.ask('POST', `/sandbox/sessions/${id}/confirm`, { confirmation, approved })

test('the page shows who is paid for what', async () => {
  const session = await aSession()
  const { status, body } = await read(session)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    id: session.id,
    status: 'open',
    payment_status: 'unpaid',
    merchant: 'Dealer provider',
    name: 'March',
    currency: 'eur',
    amount_total: 3349,
    items: [
      { description: 'Tracking', quantity: 3, unit_amount: 450, amount_total: 1350 },
      { description: 'Fitting', quantity: 1, unit_amount: 1999, amount_total: 1999 },
    ],
    email: 'client@example.com',
    lang: 'lt',
    expires_at: session.expiresAt.getTime() / 1000,
    return_url: 'https://tracking.example/paid',
  })
})

test('what a dealer owes is paid to the installation', async () => {
  const session = await api.ctx.cards.sandbox('platform').createSession({
    ...{ reference: 'invoice-1', name: 'Invoice', currency: 'eur', email: null, lang: null, metadata: {} },
    lines: [{ name: 'Units', quantity: 1, unitAmount: 500 }],
    expiresAt: new Date(clock.now().getTime() + 3600_000),
    returnUrl: 'https://tracking.example/portal',
  })
  assert.equal((await read(session)).body.merchant, 'Waymark')
})

test('a good card pays, once', async () => {
  const session = await aSession()
  assert.deepEqual((await pay(session)).body, { status: 'complete' })
  const { body } = await read(session)
  assert.deepEqual([body.status, body.payment_status], ['complete', 'paid'])
  const again = await pay(session)
  assert.deepEqual([again.status, again.body.errors[0].code], [409, 'CONFLICT'])
})

test('of four simultaneous payments one wins', async () => {
  const session = await aSession()
  const lock = sql`select from sandbox_sessions where id = ${session.id} for update`
  const answers = await whileHolding(api, lock, async ({ waiting }) => {
    const payments = Array.from({ length: 4 }, () => pay(session))
    await waiting(4)
    return payments
  })
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
  const events = await api.ctx.db
    .selectFrom('sandboxEvents')
    .select('id')
    .where('body', 'like', `%${session.id}%`)
    .execute()
  assert.equal(events.length, 1)
})

const declined: readonly [number: string, reason: string, code?: string][] = [
  ['4000000000000002', 'The card was declined.'],
  ['4000000000009995', 'The card has insufficient funds.', 'insufficient_funds'],
  ['4000000000000069', 'The card has expired.', 'expired_card'],
  ['4000 0000 0000 0002', 'The card was declined.'],
]
for (const [number, reason, code = 'declined'] of declined) {
  test(`${number} is declined, and another card may pay`, async () => {
    const session = await aSession()
    const answer = await pay(session, card(number))
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, { status: 'declined', code, reason })
    assert.equal((await read(session)).body.status, 'open')
    assert.equal((await pay(session)).body.status, 'complete')
  })
}

const wrong: readonly [what: string, body: object, field: string][] = [
  ['a mistyped number', card('4242424242424241'), 'number'],
  ['a number that is too short', card('42424242424'), 'number'],
  ['letters for a number', card('4242abcd42424242'), 'number'],
  ['a month that is none', card(undefined, { month: 13 }), 'month'],
  ['a year gone by', card(undefined, { year: 2025 }), 'year'],
  ['a year gone by in two digits', card(undefined, { year: 25 }), 'year'],
  ['a month gone by', card(undefined, { year: 2026, month: 2 }), 'month'],
  ['a short security code', card(undefined, { cvc: '12' }), 'cvc'],
  ['a security code with letters', card(undefined, { cvc: '12a' }), 'cvc'],
  ['no name', card(undefined, { holder: ' ' }), 'holder'],
]
for (const [what, body, field] of wrong) {
  test(`${what} is refused before it is tried`, async () => {
    const session = await aSession()
    const answer = await pay(session, body)
    assert.equal(answer.status, 400)
    assert.deepEqual(
      answer.body.errors.map((error: { code: string; field: string }) => [error.code, error.field]),
      [['FAILED_VALIDATION', field]],
    )
    assert.doesNotMatch(answer.text, /4242/)
    assert.equal((await read(session)).body.status, 'open')
  })
}

test('a real card is refused with the numbers that work here', async () => {
  const answer = await pay(await aSession(), card('5555555555554444'))
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.body.errors[0].field, 'number')
  assert.match(answer.body.errors[0].message, /sandbox.*4242 4242 4242 4242.*4000 0025 0000 3155/)
  assert.doesNotMatch(answer.text, /5555/)
})

test('a card is good to the end of its month', async () => {
  const answer = await pay(await aSession(), card(undefined, { month: 3, year: 26 }))
  assert.deepEqual(answer.body, { status: 'complete' })
})

test('a card that requires confirmation pays when its holder confirms', async () => {
  const session = await aSession()
  const { body } = await pay(session, card('4000002500003155'))
  assert.equal(body.status, 'confirmation')
  assert.equal((await read(session)).body.status, 'open')
  assert.deepEqual((await confirm(session, body.confirmation, true)).body, { status: 'complete' })
  assert.equal((await confirm(session, body.confirmation, true)).status, 409)
})

test('a card that requires confirmation does not pay when its holder declines, and one confirmation is not used twice', async () => {
  const session = await aSession()
  const { confirmation } = (await pay(session, card('4000002500003155'))).body
  const no = await confirm(session, confirmation, false)
  assert.deepEqual(no.body, { status: 'declined', code: 'not_confirmed', reason: 'The payment was not confirmed.' })
  assert.equal((await confirm(session, confirmation, true)).status, 409)
  assert.equal((await read(session)).body.status, 'open')
})

test('a confirmation is valid for its session, and until another card is tried', async () => {
  const [one, other] = [await aSession(), await aSession()]
  const first = (await pay(one, card('4000002500003155'))).body.confirmation
  await pay(other, card('4000002500003155'))
  assert.equal((await confirm(other, first, true)).status, 409)
  await pay(one, card('4000000000000002'))
  assert.equal((await confirm(one, first, true)).status, 409)
  assert.equal((await confirm(one, 'guessed', true)).status, 409)
})

test('after twenty attempts the page refuses more', async () => {
  const session = await aSession()
  for (let n = 0; n < 20; n++) assert.equal((await pay(session, card('4000000000000002'))).status, 200)
  const answer = await pay(session)
  assert.deepEqual([answer.status, answer.body.errors[0].code], [429, 'REQUESTS_EXCEEDED'])
})

test('when the time is over the session is expired, though no job has run', async () => {
  const session = await aSession()
  const { confirmation } = (await pay(session, card('4000002500003155'))).body
  clock.set(session.expiresAt)
  assert.equal((await read(session)).body.status, 'expired')
  assert.equal((await pay(session)).status, 409)
  assert.equal((await confirm(session, confirmation, true)).status, 409)
})

test('an expired session cannot be paid', async () => {
  const session = await aSession()
  await api.ctx.cards.sandbox({ dealer: dealer.dealer }).expireSession(session.id)
  assert.equal((await pay(session)).status, 409)
})

test('a wrong link opens nothing', async () => {
  for (const id of ['cs_test_a1', `cs_test_a1${'x'.repeat(56)}`, "'", '%00']) {
    assert.equal((await api.ask('GET', `/sandbox/sessions/${id}`)).status, 404)
    assert.equal((await api.ask('POST', `/sandbox/sessions/${id}/pay`, card())).status, 404)
  }
})

const misshapen: readonly [what: string, body: object][] = [
  ['nothing', {}],
  ['a number for a number', card(undefined, { number: 4242424242424242 })],
  ['an unknown field', card(undefined, { amount: 1 })],
]
for (const [what, body] of misshapen) {
  test(`${what} is not a card`, async () => {
    const answer = await pay(await aSession(), body)
    assert.deepEqual([answer.status, answer.body.errors[0].code], [400, 'INVALID_PAYLOAD'])
  })
}

test('nothing of a card is stored anywhere', async () => {
  const session = await aSession()
  await pay(session, card('4000000000009995', { cvc: '987', holder: 'Very Special Holder' }))
  await pay(session, card('4242424242424242', { cvc: '987', holder: 'Very Special Holder' }))
  const tables = ['sandboxSessions', 'sandboxEvents', 'audit', 'mails'] as const
  for (const table of tables) {
    const rows = JSON.stringify(await api.ctx.db.selectFrom(table).selectAll().execute())
    assert.doesNotMatch(rows, /4242424242424242|4000000000009995|Very Special Holder|"987"/)
  }
  assert.deepEqual(api.failures, [])
})
