import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Transfer, transferCode } from './transfer.ts'

const transfer: Transfer = {
  ...{ iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', accountHolder: null, name: 'Nörd  Tracking' },
  ...{ currency: 'eur', amount: 12305, reference: 'NT-2027-00001' },
}

for (const [what, change, lines] of [
  [
    'a number is free text',
    {},
    ['BCD', '002', '1', 'SCT', 'COBADEFFXXX', 'Nörd Tracking', transfer.iban, 'EUR123.05', '', '', 'NT-2027-00001'],
  ],
  [
    'a creditor reference has its own place',
    { reference: 'RF18539007547034', bic: null, accountHolder: 'Ona' },
    ['BCD', '002', '1', 'SCT', '', 'Ona', transfer.iban, 'EUR123.05', '', 'RF18539007547034'],
  ],
] as const) {
  test(what, () => assert.equal(transferCode({ ...transfer, ...change }), lines.join('\n')))
}

for (const [what, change] of [
  ['another currency', { currency: 'usd' }],
  ['nothing to pay', { amount: 0 }],
  ['more than a transfer can be', { amount: 100_000_000_000 }],
  ['no bank account', { iban: null }],
] as const) {
  test(`${what} has no code`, () => assert.equal(transferCode({ ...transfer, ...change }), undefined))
}
