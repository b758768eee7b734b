import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankProblems, compact, isIban } from './bank.ts'

for (const [iban, isRight] of [
  ['DE89370400440532013000', true],
  ['NO9386011117947', true],
  ['MT84MALT011000012345MTLCAST001S', true],
  ['LT121000011101001000', true],
  // Outside SEPA only the check digits are checked.
  ['AE070331234567890123456', true],
  ['DE88370400440532013000', false],
  ['DE8937040044053201300', false],
  ['DE89370400440532010300', false],
  ['DE89 3704 0044 0532 0130 00', false],
  ['de89370400440532013000', false],
  ['', false],
] as const) {
  test(`${iban || 'nothing'} is ${isRight ? 'an' : 'not an'} IBAN`, () => assert.equal(isIban(iban), isRight))
}

test('people may type spaces and lower case', () => {
  assert.equal(compact('de89 3704 0044 0532 0130 00'), 'DE89370400440532013000')
  assert.equal(compact('  '), null)
})

for (const [iban, bic, fields] of [
  [null, null, []],
  ['DE89370400440532013000', null, []],
  ['DE89370400440532013000', 'COBADEFF', []],
  ['DE89370400440532013000', 'COBADEF', ['bic']],
  ['DE00370400440532013000', 'COBADEFFXXX', ['iban']],
  [null, 'COBADEFFXXX', ['iban']],
] as const) {
  test(`${iban} with ${bic}: ${fields.join() || 'nothing'} is wrong`, () =>
    assert.deepEqual(
      bankProblems({ iban, bic, accountHolder: null }).map(({ field }) => field),
      fields,
    ))
}
