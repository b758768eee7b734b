import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { fleetApp } from '#kernel/applications.ts'
import { sign } from '#kernel/cards/webhook.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, anAddress, fresh } from '#testing/builders.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { aPerson } from '#testing/people/staff.ts'
import { findKey, webhookSecretOf } from '../bills/processor-keys.ts'
import { applyWaiting, forgetOldEvents } from './actions.ts'

const api = await openApi()
const { ctx } = api
const { db, clock } = ctx

async function aDealerWithBill() {
  const dealer = await api.dealer('provider')
  const { id: account } = await anActivatedAccount(api, dealer)
  const bill = await aBill(dealer, account)
  const key = await findKey(ctx, dealer.dealer)
  assert.ok(key)
  const row = await db.selectFrom('bills').select('id').where('sessionId', '=', bill.id).executeTakeFirstOrThrow()
  return { dealer, account, bill, endpoint: key.endpoint, secret: webhookSecretOf(ctx, key), reference: row.id }
}
type Case = Awaited<ReturnType<typeof aDealerWithBill>>

const checkout = ({ bill, reference }: Case, change: object = {}) => ({
  id: bill.id,
  object: 'checkout.session',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 2500,
  currency: 'eur',
  created: bill.created,
  expires_at: bill.expires_at,
  payment_intent: fresh('pi').replaceAll('-', '_'),
  livemode: false,
  metadata: { waymark_reference: reference },
  url: null,
  ...change,
})

const eventOf = (object: object, change: object = {}) =>
  Buffer.from(
    JSON.stringify({
      id: fresh('evt'),
      object: 'event',
      type: 'checkout.session.completed',
      created: Math.floor(clock.now().getTime() / 1000),
      livemode: false,
      data: { object },
      ...change,
    }),
  )

const deliver = async (endpoint: string, raw: Buffer, signature: string | undefined) =>
  (
    await api.app.inject({
      method: 'POST',
      url: `/webhooks/cards/${endpoint}`,
      headers: {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'stripe-signature': signature }),
      },
      payload: raw,
    })
  ).statusCode

const statusOf = async (dealer: Caller, bill: { id: string; created: number }): Promise<string> =>
  (await dealer.ask('GET', `/billing/cardpay-payments?app_id=${fleetApp}&from=${bill.created}&to=${bill.created}`))
    .body[bill.id].status

const signed = (raw: Buffer, secret: string, at = clock.now()) => sign(raw, secret, at)

suite('an untrustworthy event changes nothing', () => {
  const table: [what: string, forge: (one: Case, other: Case) => [string, Buffer, string | undefined]][] = [
    ['without a signature', (one) => [one.endpoint, eventOf(checkout(one)), undefined]],
    ['with an unknown signature', (one) => [one.endpoint, eventOf(checkout(one)), signed(eventOf(checkout(one)), 'x')]],
    [
      'whose bytes were changed after it was signed',
      (one) => {
        const raw = eventOf(checkout(one))
        return [one.endpoint, Buffer.concat([raw, Buffer.from(' ')]), signed(raw, one.secret)]
      },
    ],
    [
      'signed with the secret of another dealer',
      (one, other) => {
        const raw = eventOf(checkout(one))
        return [one.endpoint, raw, signed(raw, other.secret)]
      },
    ],
    [
      'sent to an unknown endpoint',
      (one) => {
        const raw = eventOf(checkout(one))
        return ['0'.repeat(48), raw, signed(raw, one.secret)]
      },
    ],
    [
      'signed six minutes ago',
      (one) => {
        const raw = eventOf(checkout(one))
        return [one.endpoint, raw, signed(raw, one.secret, new Date(clock.now().getTime() - 360_000))]
      },
    ],
  ]
  for (const [what, forge] of table) {
    test(what, async () => {
      const [one, other] = [await aDealerWithBill(), await aDealerWithBill()]
      const forged = forge(one, other)
      const before = await digestOf(db)
      assert.equal(await deliver(...forged), 400)
      assert.equal(await digestOf(db), before)
    })
  }
})

suite('an event with a valid signature is accepted, and changes only what it may', () => {
  const table: [what: string, event: (one: Case, other: Case) => Buffer, status: string][] = [
    ['a payment', (one) => eventOf(checkout(one)), 'complete'],
    ['less money', (one) => eventOf(checkout(one, { amount_total: 2499 })), 'open'],
    ['another currency', (one) => eventOf(checkout(one, { currency: 'usd' })), 'open'],
    ['a payment in the other mode', (one) => eventOf(checkout(one, { livemode: true }), { livemode: true }), 'open'],
    ['another session for this bill', (one) => eventOf(checkout(one, { id: 'cs_test_other' })), 'open'],
    ['a bill of another dealer', (_one, other) => eventOf(checkout(other)), 'open'],
    ['a session that is not ours', (one) => eventOf(checkout(one, { metadata: {} })), 'open'],
    ['something other than a session', () => eventOf({ object: 'charge' }, { type: 'charge.succeeded' }), 'open'],
    [
      'a page that ended',
      (one) =>
        eventOf(checkout(one, { status: 'expired', payment_status: 'unpaid', payment_intent: null }), {
          type: 'checkout.session.expired',
        }),
      'expired',
    ],
  ]
  for (const [what, make, status] of table) {
    test(what, async () => {
      const [one, other] = [await aDealerWithBill(), await aDealerWithBill()]
      const raw = make(one, other)
      assert.equal(await deliver(one.endpoint, raw, signed(raw, one.secret)), 200)
      assert.equal(await statusOf(one.dealer, one.bill), status)
      assert.equal(await statusOf(other.dealer, other.bill), 'open')
    })
  }

  test('the same event again, and another about the same payment, change nothing more', async () => {
    const one = await aDealerWithBill()
    const email = await anAddress(api, one.account)
    const session = checkout(one)
    const raw = eventOf(session)
    for (let copy = 0; copy < 3; copy++) assert.equal(await deliver(one.endpoint, raw, signed(raw, one.secret)), 200)
    const again = eventOf(session)
    assert.equal(await deliver(one.endpoint, again, signed(again, one.secret)), 200)
    assert.equal((await listMails(ctx)).filter(({ to }) => to === email).length, 1)
    const paid = await db
      .selectFrom('audit')
      .select('action')
      .where('subjectId', '=', one.reference)
      .where('action', '=', 'bills.pay')
      .execute()
    assert.equal(paid.length, 1)
  })

  test('one payment settles one bill', async () => {
    const one = await aDealerWithBill()
    const second = await aBill(one.dealer, one.account)
    const row = await db.selectFrom('bills').select('id').where('sessionId', '=', second.id).executeTakeFirstOrThrow()
    const session = checkout(one)
    for (const object of [session, { ...session, id: second.id, metadata: { waymark_reference: row.id } }]) {
      const raw = eventOf(object)
      assert.equal(await deliver(one.endpoint, raw, signed(raw, one.secret)), 200)
    }
    assert.deepEqual([await statusOf(one.dealer, one.bill), await statusOf(one.dealer, second)], ['complete', 'open'])
  })

  test('money that comes after the bill expired is not lost: the bill is complete, and the dealer is notified', async () => {
    const one = await aDealerWithBill()
    const email = `${fresh('office')}@example.com`
    await db.updateTable('paymentInfos').set({ email }).where('dealerId', '=', one.dealer.dealer).execute()
    const body = { app_id: fleetApp, account_id: one.account }
    await one.dealer.ask('POST', `/billing/cardpay-payments/${one.bill.id}/expire`, body)
    const raw = eventOf(checkout(one))
    assert.equal(await deliver(one.endpoint, raw, signed(raw, one.secret)), 200)
    assert.equal(await statusOf(one.dealer, one.bill), 'complete')
    const mails = (await listMails(ctx)).filter(({ to }) => to === email)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['An expired bill was paid: 25.00 EUR'],
    )
    const late = await db
      .selectFrom('audit')
      .select('actorKind')
      .where('subjectId', '=', one.reference)
      .where('action', '=', 'bills.late-payment')
      .execute()
    assert.deepEqual(late, [{ actorKind: 'processor' }])
  })
})

test('the job processes an event that a crash left unprocessed', async () => {
  const one = await aDealerWithBill()
  const { createdAt, expiresAt } = { createdAt: clock.now(), expiresAt: new Date(clock.now().getTime() + 86_400_000) }
  const session = {
    id: one.bill.id,
    reference: one.reference,
    status: 'complete',
    paymentStatus: 'paid',
    amountTotal: 2500,
    currency: 'eur',
    createdAt,
    expiresAt,
    payment: 'pi_left_behind',
    livemode: false,
  }
  await db
    .insertInto('cardEvents')
    .values({
      dealerId: one.dealer.dealer,
      eventId: 'evt_left_behind',
      processor: 'sandbox',
      type: 'checkout.session.completed',
      livemode: false,
      session: JSON.stringify(session),
      receivedAt: clock.now(),
    })
    .execute()
  assert.equal(await applyWaiting(ctx), 0)
  clock.advance(10)
  assert.equal(await applyWaiting(ctx), 1)
  assert.equal(await statusOf(one.dealer, one.bill), 'complete')
  assert.equal(await applyWaiting(ctx), 0)
})

test('an event that cannot be processed is set aside and shown; later ones proceed, and it is tried again', async () => {
  const [bad, good] = [await aDealerWithBill(), await aDealerWithBill()]
  await sql`alter table card_events add constraint trouble check (dealer_id <> ${sql.lit(bad.dealer.dealer)} or applied_at is null)`.execute(
    db,
  )
  for (const one of [bad, good]) {
    const raw = eventOf(checkout(one))
    await deliver(one.endpoint, raw, signed(raw, one.secret))
  }
  // As if the second event had also been left, after the first.
  await db.updateTable('cardEvents').set({ appliedAt: null }).where('dealerId', '=', good.dealer.dealer).execute()
  clock.advance(10)
  assert.equal(await applyWaiting(ctx), 1)
  assert.deepEqual([await statusOf(good.dealer, good.bill), await statusOf(bad.dealer, bad.bill)], ['complete', 'open'])
  const operator = await aPerson(api, null, 'operator')
  const shown = async () =>
    (await operator.ask('GET', '/operator/card-events')).body.filter(
      (event: { dealer_id: number }) => event.dealer_id === bad.dealer.dealer,
    )
  const [failing] = await shown()
  assert.equal(failing.failures, 1)
  assert.match(failing.failure, /^23514: .*trouble/)
  assert.equal(await applyWaiting(ctx), 0)
  clock.advance(60)
  assert.equal(await applyWaiting(ctx), 0)
  assert.equal((await shown())[0].failures, 2)
  await sql`alter table card_events drop constraint trouble`.execute(db)
  clock.advance(120)
  assert.equal(await applyWaiting(ctx), 1)
  assert.equal(await statusOf(bad.dealer, bad.bill), 'complete')
  assert.deepEqual(await shown(), [])
})

test('events are stored for thirty days', async () => {
  const one = await aDealerWithBill()
  await payAtSandbox(ctx, one.bill.id)
  const count = async () =>
    (await db.selectFrom('cardEvents').select('eventId').where('dealerId', '=', one.dealer.dealer).execute()).length
  clock.advance(30 * 86_400 - 1)
  await forgetOldEvents(ctx)
  assert.equal(await count(), 1)
  clock.advance(1)
  await forgetOldEvents(ctx)
  assert.equal(await count(), 0)
})
