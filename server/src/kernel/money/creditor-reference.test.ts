import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { creditorReference, isCreditorReference } from './creditor-reference.ts'

suite('a creditor reference', () => {
  // The first is the example of the standard.
  for (const [of, reference] of [
    ['539007547034', 'RF18539007547034'],
    ['NT-2027-00012', 'RF73NT202700012'],
    ['Grün 2027-00001', 'RF22GRN202700001'],
  ] as const) {
    test(`of ${of} is ${reference}`, () => {
      assert.equal(creditorReference(of), reference)
      assert.ok(isCreditorReference(reference))
    })
  }

  test('has letters and digits only, and no more than fit', () =>
    assert.match(creditorReference(`${'x'.repeat(40)}-2027-00012`), /^RF\d\d[A-Z0-9]{21}$/))

  test('with a wrong character or two swapped ones is invalid', () => {
    const reference = fc.nat(10 ** 12).map((number) => creditorReference(String(number)))
    fc.assert(
      fc.property(reference, fc.nat(), fc.nat(9), (good, place, digit) => {
        const at = 2 + (place % (good.length - 2))
        const typo = `${good.slice(0, at)}${digit}${good.slice(at + 1)}`
        assert.equal(isCreditorReference(typo), typo === good)
        const swapped = `${good.slice(0, at - 1)}${good[at] ?? ''}${good[at - 1]}${good.slice(at + 1)}`
        assert.equal(isCreditorReference(swapped), swapped === good)
      }),
    )
  })
})
