import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fleetApp } from '#kernel/applications.ts'
import { type Bill, expiryOf } from './bill.ts'
import { billMail, latePaymentMail, receiptMail } from './mail.ts'

const createdAt = new Date('2026-03-01T12:00:00Z')
const bill: Bill = {
  id: '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30',
  dealerId: 1,
  accountId: 481920573316,
  appId: fleetApp,
  processor: 'sandbox',
  processorKeyId: null,
  sessionId: 'cs_1',
  status: 'open',
  amountTotal: 2500,
  currency: 'eur',
  livemode: false,
  lines: [{ name: 'Tracking of a van', quantity: 2, unitAmount: 1250 }],
  metadata: { app_id: fleetApp, cid: '2', email: '', lang: 'en', name: 'March', td_cid: '1' },
  url: 'https://tracking.example.com/pay/cs_1',
  paymentId: null,
  createdAt,
  expiresAt: expiryOf(createdAt),
  paidAt: null,
  operationId: null,
  expireOperationId: null,
  isExpiryWanted: false,
  nextCheckAt: null,
  failedChecks: 0,
}

test('the email with a bill', () => {
  const { subject, text, html } = billMail(bill, 'https://tracking.example.com/pay/cs_1', 'North Tracking', 'en')
  assert.equal(subject, 'North Tracking: please pay 25.00 EUR')
  assert.equal(
    text,
    `North Tracking has sent you a bill for 25.00 EUR (March).

Tracking of a van: 2 × 12.50 EUR

Use the link below to pay. Keep it to yourself: anyone with the link can see and pay the bill.

You can pay until 2026-03-02 12:00 UTC.

Pay now:
https://tracking.example.com/pay/cs_1

--

You received this email because North Tracking serves you with Waymark. If you don’t know this company, you don’t need to do anything.
`,
  )
  assert.match(html, /href="https:\/\/tracking\.example\.com\/pay\/cs_1"/)
})

test('the receipt', () => {
  const { subject, text } = receiptMail(bill, 'North Tracking', null)
  assert.equal(subject, 'Receipt: 25.00 EUR paid to North Tracking')
  assert.match(text, /^Thank you\. Your payment of 25\.00 EUR to North Tracking for March has arrived\.\n/)
  assert.match(text, /cs_1/)
})

test('the dealer learns about a late payment', () => {
  const { subject, text } = latePaymentMail(bill)
  assert.equal(subject, 'An expired bill was paid: 25.00 EUR')
  assert.match(text, /cs_1 of account 481920573316/)
})

test('a dealer’s words stay plain text without markup or links, and a hundred items are cut', () => {
  const name = '</p><a href="https://evil.example">Win</a>\nhttps://evil.example/x'
  const lines = Array.from({ length: 100 }, (_, at) => ({ name: `${name}${at}`, quantity: 1, unitAmount: 1 }))
  const { subject, text, html } = billMail(
    { ...bill, lines, metadata: { ...bill.metadata, name: name.repeat(20) } },
    'https://tracking.example.com/pay/cs_1',
    `${name} Ltd`,
    'xx',
  )
  assert.ok(!subject.includes('\n') && subject.length <= 150)
  assert.deepEqual([...new Set(html.match(/href="[^"]*"/g))], ['href="https://tracking.example.com/pay/cs_1"'])
  assert.ok(!text.includes('https://evil') && !html.includes('<a href="https://evil'))
  assert.ok(text.length < 8000)
  assert.match(text, /… \+ 80/)
})
