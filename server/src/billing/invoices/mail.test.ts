import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Invoice } from './invoice.ts'
import { invoiceMail } from './mail.ts'

test('the email with an invoice says what is charged for what', () => {
  const invoice: Invoice = {
    id: '019a0000-0000-7000-8000-000000000001',
    kind: 'month',
    dealerId: 1,
    number: '2026-000001',
    month: '2026-03-01',
    currency: 'eur',
    amountTotal: 8200,
    status: 'open',
    createdAt: new Date('2026-04-01T00:00:00Z'),
    paidAt: null,
    lines: [
      { description: 'Activated units on Starter, March 2026', quantity: 3, unitAmount: 1900, amountTotal: 5700 },
      { description: 'Service fee, March 2026', quantity: 1, unitAmount: 2500, amountTotal: 2500 },
    ],
  }
  const mail = invoiceMail(invoice, 'Dealer, visit https://evil.example', 'https://tracking.example')
  assert.equal(mail.subject, 'Invoice 2026-000001: 82.00 EUR')
  assert.equal(
    mail.text,
    `This is the invoice to Dealer, visit https evil. example for March 2026. The amount due is 82.00 EUR.

Activated units on Starter, March 2026: 3 × 19.00 EUR = 57.00 EUR
Service fee, March 2026: 1 × 25.00 EUR = 25.00 EUR

You can pay it by card in the customer portal. Open the portal from your console or the API.

Open Waymark:
https://tracking.example

--

You received this email because invoices are set to be emailed to this address.
`,
  )
})
