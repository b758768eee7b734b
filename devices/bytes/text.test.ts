import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dateAndTime, decimal, degreesMinutes, hexNumber, integer } from './text.ts'

describe('text readers', () => {
  test('decimal accepts plain numbers only', () => {
    const rows = { '12.5': 12.5, '-0.5': -0.5, '+7': 7, '.5': 0.5, '5.': 5, '007': 7 }
    for (const [text, value] of Object.entries(rows)) assert.equal(decimal(text), value, text)
    for (const text of ['', '.', '-', '1e5', '0x10', 'NaN', 'Infinity', '1.2.3', ' 1', '1,5']) {
      assert.equal(decimal(text), undefined, text)
    }
  })

  test('integer accepts only what a number holds exactly', () => {
    assert.equal(integer('-42'), -42)
    assert.equal(integer('9007199254740993'), undefined)
    assert.equal(integer('4.0'), undefined)
  })

  test('hexNumber accepts either case', () => {
    assert.equal(hexNumber('fF0a'), 0xff0a)
    assert.equal(hexNumber('0x1'), undefined)
    assert.equal(hexNumber(''), undefined)
  })

  test('degrees and minutes become degrees', () => {
    assert.equal(degreesMinutes('5544.6025', 'N'), 55.743375)
    assert.equal(degreesMinutes('03739.6834', 'W'), -37.66139)
    assert.equal(degreesMinutes('-0030.0'), -0.5)
    assert.equal(degreesMinutes('NA', 'N'), undefined)
  })

  test('a date that does not exist gives no time', () => {
    assert.equal(dateAndTime('170526', '115958', 'ddmmyy'), 1779019198)
    assert.equal(dateAndTime('260517', '115958.25', 'yymmdd'), 1779019198.25)
    assert.equal(dateAndTime('310426', '000000', 'ddmmyy'), undefined)
    assert.equal(dateAndTime('170526', '250000', 'ddmmyy'), undefined)
    assert.equal(dateAndTime('17052', '115958', 'ddmmyy'), undefined)
  })
})
