import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { markOf } from './expiry.ts'

suite('a document that expires on 31 March 2027', () => {
  for (const [today, mark] of [
    ['2027-02-28', undefined],
    ['2027-03-01', 30],
    ['2027-03-23', 30],
    ['2027-03-24', 7],
    ['2027-03-30', 7],
    ['2027-03-31', 0],
    ['2027-04-07', 0],
    ['2027-04-08', undefined],
  ] as const) {
    test(`on ${today}: ${mark}`, () => assert.equal(markOf('2027-03-31', today), mark))
  }
})
