import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import Stripe from 'stripe'
import { readEvent, sign } from './webhook.ts'

const now = new Date('2026-03-01T12:00:00Z')
const at = now.getTime() / 1000
const secret = 'whsec_of_this_test'
const stripe = new Stripe('sk_test_none')

const session = {
  id: 'cs_test_1',
  object: 'checkout.session',
  amount_total: 1250,
  created: at - 60,
  currency: 'eur',
  expires_at: at + 86340,
  livemode: false,
  metadata: { waymark_reference: 'bill-1' },
  payment_intent: 'pi_1',
  payment_status: 'paid',
  status: 'complete',
  url: null,
}
const event = (change: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  created: at,
  data: { object: session },
  livemode: false,
  type: 'checkout.session.completed',
  ...change,
})
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const raw = bytes(event())
const mac = (body: Buffer, key = secret, time: number | string = at) =>
  createHmac('sha256', key).update(`${time}.`).update(body).digest('hex')

test('an event that the processor signed is read', () => {
  const header = stripe.webhooks.generateTestHeaderString({ payload: raw.toString(), secret, timestamp: at })
  assert.deepEqual(readEvent(raw, header, [secret], now), {
    id: 'evt_1',
    type: 'checkout.session.completed',
    livemode: false,
    createdAt: now,
    session: {
      id: 'cs_test_1',
      reference: 'bill-1',
      status: 'complete',
      paymentStatus: 'paid',
      amountTotal: 1250,
      currency: 'eur',
      createdAt: new Date((at - 60) * 1000),
      expiresAt: new Date((at + 86340) * 1000),
      payment: 'pi_1',
      livemode: false,
    },
  })
})

test('the processor’s own library accepts what we sign', () => {
  const read = stripe.webhooks.constructEvent(raw, sign(raw, secret, now), secret, 300, undefined, now.getTime())
  assert.equal(read.id, 'evt_1')
})

const accepted: readonly [what: string, header: string, secrets?: readonly string[]][] = [
  ['signed 300 seconds ago', `t=${at - 300},v1=${mac(raw, secret, at - 300)}`],
  ['signed 300 seconds ahead of our clock', `t=${at + 300},v1=${mac(raw, secret, at + 300)}`],
  ['signed with two secrets, of which we know one', `t=${at},v1=${mac(raw, 'whsec_other')},v1=${mac(raw)}`],
  ['signed with the old secret while both hold', `t=${at},v1=${mac(raw)}`, ['whsec_new', secret]],
  ['with white space and schemes of another time', `t=${at}, v0=abc, v1=${mac(raw)}, v2=def`],
]
for (const [what, header, secrets = [secret]] of accepted) {
  test(`an event ${what} is accepted`, () => {
    assert.equal(readEvent(raw, header, secrets, now)?.id, 'evt_1')
  })
}

const refused: readonly [what: string, header: string | undefined, body?: Buffer, secrets?: readonly string[]][] = [
  ['without a signature', undefined],
  ['with an empty signature', ''],
  ['with words for a signature', 'trust me'],
  ['signed with another secret', `t=${at},v1=${mac(raw, 'whsec_other')}`],
  ['for which we have no secret', `t=${at},v1=${mac(raw)}`, raw, []],
  ['signed 301 seconds ago', `t=${at - 301},v1=${mac(raw, secret, at - 301)}`],
  ['signed 301 seconds ahead of our clock', `t=${at + 301},v1=${mac(raw, secret, at + 301)}`],
  ['with a time that was not signed', `t=${at},v1=${mac(raw, secret, at - 10)}`],
  ['with two times', `t=${at},t=${at - 400},v1=${mac(raw)}`],
  ['with a time that is no number', `t=now,v1=${mac(raw, secret, 'now')}`],
  ['with a time that has a fraction', `t=${at}.5,v1=${mac(raw, secret, `${at}.5`)}`],
  ['without a time', `v1=${mac(raw)}`],
  ['with a signature of another scheme only', `t=${at},v0=${mac(raw)}`],
  ['with half a signature', `t=${at},v1=${mac(raw).slice(0, 32)}`],
  ['with a signature that is not hexadecimal', `t=${at},v1=${'x'.repeat(64)}`],
  ['with one byte changed', `t=${at},v1=${mac(raw)}`, Buffer.from(raw.toString().replace('1250', '1251'))],
  ['with a byte more', `t=${at},v1=${mac(raw)}`, Buffer.concat([raw, Buffer.from(' ')])],
  ['with a byte less', `t=${at},v1=${mac(raw)}`, raw.subarray(0, -1)],
  ['with other white space', `t=${at},v1=${mac(raw)}`, Buffer.from(JSON.stringify(event(), null, 2))],
]
for (const [what, header, body = raw, secrets = [secret]] of refused) {
  test(`an event ${what} is refused`, () => {
    assert.equal(readEvent(body, header, secrets, now), undefined)
  })
}

const unreadable: readonly [what: string, body: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['no JSON', Buffer.from('{"id":')],
  ['null', Buffer.from('null')],
  ['a list', bytes([event()])],
  ['an event without an id', bytes(event({ id: undefined }))],
  ['an event with an empty id', bytes(event({ id: '' }))],
  ['an event that says neither live nor test', bytes(event({ livemode: 'false' }))],
  ['an event without an object', bytes(event({ data: {} }))],
]
for (const [what, body] of unreadable) {
  test(`${what}, though correctly signed, is not an event`, () => {
    assert.equal(readEvent(body, sign(body, secret, now), [secret], now), undefined)
  })
}

const withoutSession: readonly [what: string, change: object][] = [
  ['of another kind', { type: 'payment_intent.succeeded' }],
  ['about a session of the dealer’s own shop', { data: { object: { ...session, metadata: { order: '7' } } } }],
  ['about a session that is paid and expired', { data: { object: { ...session, status: 'expired' } } }],
  ['about a session that is paid and open', { data: { object: { ...session, status: 'open' } } }],
  ['of test mode about a session of live mode', { data: { object: { ...session, livemode: true } } }],
  ['of live mode about a session of test mode', { livemode: true }],
  ['about half a cent', { data: { object: { ...session, amount_total: 0.5 } } }],
  ['about an amount nobody can count', { data: { object: { ...session, amount_total: 2 ** 53 } } }],
  ['about a state we do not know', { data: { object: { ...session, payment_status: 'perhaps' } } }],
]
for (const [what, change] of withoutSession) {
  test(`an event ${what} is accepted, and changes nothing`, () => {
    const body = bytes(event(change))
    const read = readEvent(body, sign(body, secret, now), [secret], now)
    assert.equal(read?.id, 'evt_1')
    assert.equal(read?.session, undefined)
  })
}
