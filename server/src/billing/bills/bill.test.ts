import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { fleetApp } from '#kernel/applications.ts'
import {
  abandon,
  after,
  applySessionUpdate,
  type Bill,
  expiryOf,
  nextCheck,
  recheck,
  runOut,
  type SessionUpdate,
  withdraw,
} from './bill.ts'

const now = new Date('2026-03-01T12:00:00Z')
const minutes = (count: number) => after(now, count * 60_000)

const preparing: Bill = {
  id: '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30',
  dealerId: 1,
  accountId: 2,
  appId: fleetApp,
  processor: 'sandbox',
  processorKeyId: null,
  sessionId: null,
  status: 'preparing',
  amountTotal: 2500,
  currency: 'eur',
  livemode: false,
  lines: [{ name: 'Tracking', quantity: 2, unitAmount: 1250 }],
  metadata: { app_id: fleetApp, cid: '2', email: '', lang: 'en', name: '', td_cid: '1' },
  url: null,
  paymentId: null,
  createdAt: now,
  expiresAt: expiryOf(now),
  paidAt: null,
  operationId: null,
  expireOperationId: null,
  isExpiryWanted: false,
  nextCheckAt: minutes(5),
  failedChecks: 0,
}

const session = (change: Partial<SessionUpdate> = {}): SessionUpdate => ({
  id: 'cs_1',
  reference: preparing.id,
  status: 'open',
  paymentStatus: 'unpaid',
  url: 'https://pay.example/cs_1',
  amountTotal: 2500,
  currency: 'eur',
  createdAt: now,
  expiresAt: expiryOf(now),
  payment: null,
  livemode: false,
  ...change,
})
const paidSession = session({ status: 'complete', paymentStatus: 'paid', payment: 'pi_1', url: null })
const expiredSession = session({ status: 'expired', url: null })
const open = applySessionUpdate(preparing, session(), now).bill
const complete = applySessionUpdate(open, paidSession, now).bill
const expired = applySessionUpdate(open, expiredSession, now).bill
const abandoned = abandon(preparing, now)

suite('a bill follows the processor', () => {
  for (const [what, bill, said, status, outcome] of [
    ['a bill being made is open', preparing, session(), 'open', 'opened'],
    ['a bill that is paid before it is known to be open', preparing, paidSession, 'complete', 'paid'],
    [
      'a bill that ends before it is known to be open is never shown',
      preparing,
      expiredSession,
      'abandoned',
      'expired',
    ],
    ['an open bill stays open', open, session(), 'open', 'same'],
    ['an open bill is paid', open, paidSession, 'complete', 'paid'],
    ['an open bill expires', open, expiredSession, 'expired', 'expired'],
    ['an expired bill that was open a moment ago stays expired', expired, session(), 'expired', 'same'],
    ['an expired bill that is paid after all is complete', expired, paidSession, 'complete', 'paid-late'],
    ['a bill that was never announced is complete when paid', abandoned, paidSession, 'complete', 'paid-late'],
    ['a paid bill stays paid', complete, paidSession, 'complete', 'same'],
    ['a paid bill does not expire', complete, expiredSession, 'complete', 'same'],
    ['a page that was completed but not paid is not paid', open, session({ status: 'complete' }), 'open', 'same'],
  ] as const) {
    test(what, () => {
      const learnt = applySessionUpdate(bill, said, now)
      assert.deepEqual([learnt.bill.status, learnt.outcome], [status, outcome])
      assert.equal(learnt.bill.url !== null, status === 'open')
      assert.equal(learnt.bill.paidAt !== null, status === 'complete')
    })
  }
})

suite('an update must match its bill', () => {
  for (const [what, change] of [
    ['another amount', { amountTotal: 2499 }],
    ['another currency', { currency: 'usd' }],
    ['real money for a test', { livemode: true }],
    ['another reference', { reference: '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b31' }],
    ['another session', { id: 'cs_2' }],
  ] as const) {
    test(what, () => {
      const learnt = applySessionUpdate(open, { ...paidSession, ...change }, now)
      assert.equal(learnt.outcome, 'mismatch')
      assert.equal(learnt.bill, open)
    })
  }
})

test('updates in any order and number lead to the same end, and no bill is paid twice', () => {
  const said = fc.constantFrom(session(), paidSession, expiredSession)
  const steps = fc.array(
    fc.oneof(
      said.map((update) => (bill: Bill) => applySessionUpdate(bill, update, now)),
      fc.constant((bill: Bill) => ({
        bill: bill.status === 'open' ? runOut(bill, now) : bill,
        outcome: 'same' as const,
      })),
      fc.constant((bill: Bill) => ({
        bill: ['open', 'preparing'].includes(bill.status) ? withdraw(bill, now) : bill,
        outcome: 'same' as const,
      })),
    ),
    { maxLength: 12 },
  )
  const rank = { preparing: 0, open: 1, abandoned: 2, expired: 2, complete: 3 }
  fc.assert(
    fc.property(steps, (moves) => {
      let bill = preparing
      let payments = 0
      for (const move of moves) {
        const next = move(bill)
        assert.ok(rank[next.bill.status] >= rank[bill.status], `${bill.status} to ${next.bill.status}`)
        if (bill.status === 'complete') assert.equal(next.bill, bill)
        if (next.outcome === 'paid' || next.outcome === 'paid-late') payments += 1
        bill = next.bill
      }
      const wasPaid = moves.some((move) => /^paid/.test(move(open).outcome))
      assert.equal(bill.status === 'complete', wasPaid)
      assert.equal(payments, wasPaid ? 1 : 0)
      assert.equal(bill.url !== null, bill.status === 'open')
    }),
  )
})

suite('when a bill is checked', () => {
  for (const [what, at, expected] of [
    ['first after a quarter of an hour', now, minutes(15)],
    ['then every hour', minutes(15), minutes(75)],
    ['and when it runs out', minutes(23 * 60 + 30), expiryOf(now)],
  ] as const) {
    test(what, () => assert.deepEqual(nextCheck(open, at), expected))
  }

  test('after failures at growing intervals, up to an hour, and never past its end', () => {
    const waits: number[] = []
    let bill: Bill = open
    for (let at = 0; at < 12; at++) {
      bill = recheck(bill, now)
      waits.push(((bill.nextCheckAt as Date).getTime() - now.getTime()) / 1000)
    }
    assert.deepEqual(waits.slice(0, 4), [10, 20, 40, 80])
    assert.equal(waits.at(-1), 3600)
    assert.deepEqual(recheck({ ...open, failedChecks: 20 }, minutes(23 * 60 + 30)).nextCheckAt, expiryOf(now))
  })
})
