import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, unitAddress } from './place.ts'

for (const [hash, place] of [
  ['', { view: 'list' }],
  ['#/units', { view: 'list' }],
  ['#/map', { view: 'map' }],
  ['#/account', { view: 'account' }],
  [unitAddress(347618529602), { view: 'unit', unit: 347618529602 }],
  ['#/units/abc', { view: 'list' }],
  ['#/units/12345678901234567', { view: 'list' }],
  ['#/elsewhere', { view: 'list' }],
] as const) {
  test(`${hash || 'nothing'} is ${JSON.stringify(place)}`, () => assert.deepEqual(placeOf(hash), place))
}
