import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvText } from './csv.ts'

for (const [value, cell] of [
  ['North depot', 'North depot'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  [12, '12'],
  [-12, '-12'],
  [null, ''],
  [undefined, ''],
  [false, 'false'],
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['@name', "'@name"],
] as const) {
  test(`${JSON.stringify(value)} is the cell ${JSON.stringify(cell)}`, () =>
    assert.equal(csvText(['head'], [[value]]), `head\r\n${cell}`))
}
