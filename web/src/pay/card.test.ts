import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type CardText, faultsOf, formatCvc, formatExpiry, formatNumber, toPayment } from './card.ts'

const now = new Date(2026, 10, 15)
const good: CardText = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123', holder: 'A. Payer' }

suite('a card number is written in groups', () => {
  for (const [typed, shown] of [
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['4242-4242 x4242', '4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822463100059', '3782 822463 10005'],
    ['62123456789012345678', '6212 3456 7890 1234 567'],
    ['', ''],
  ] as const)
    test(typed || 'nothing', () => assert.equal(formatNumber(typed), shown))
})

suite('an expiry is completed while it is typed, and can be deleted again', () => {
  for (const [typed, before, shown] of [
    ['1', '', '1'],
    ['12', '1', '12 / '],
    ['12 /', '12 / ', '12'],
    ['9', '', '09 / '],
    ['12 / 3', '12 / ', '12 / 3'],
    ['12/2031', '', '12 / 31'],
    ['1231', '', '12 / 31'],
    ['', '1', ''],
  ] as const)
    test(`${before} → ${typed}`, () => assert.equal(formatExpiry(typed, before), shown))
})

suite('problems', () => {
  for (const [what, change, fields] of [
    ['a card good to the end of this month has none', {}, []],
    ['a mistyped digit', { number: '4242 4242 4242 4241' }, ['number']],
    ['a number too short', { number: '4242' }, ['number']],
    ['zeros', { number: '0000 0000 0000 0000' }, ['number']],
    ['last month', { expiry: '10 / 26' }, ['expiry']],
    ['a thirteenth month', { expiry: '13 / 30' }, ['expiry']],
    ['half an expiry', { expiry: '11 / 2' }, ['expiry']],
    ['a short security code', { cvc: '12' }, ['cvc']],
    ['four digits belong to some cards', { number: '3782 822463 10005', cvc: '1234' }, []],
    ['and three do not', { number: '3782 822463 10005' }, ['cvc']],
    ['no name', { holder: '  ' }, ['holder']],
    ['nothing at all', { number: '', expiry: '', cvc: '', holder: '' }, ['cvc', 'expiry', 'holder', 'number']],
  ] as const)
    test(what, () => assert.deepEqual(Object.keys(faultsOf({ ...good, ...change }, now)).sort(), fields))
})

test('the processor gets digits and a four-digit year', () => {
  assert.deepEqual(toPayment({ ...good, holder: ' A. Payer ' }), {
    number: '4242424242424242',
    month: 11,
    year: 2026,
    cvc: '123',
    holder: 'A. Payer',
  })
})

test('a security code has as many digits as the card requires', () => {
  assert.equal(formatCvc('12a345', good.number), '123')
  assert.equal(formatCvc('12345', '378282246310005'), '1234')
})
