/** The parts that need no browser; a whole workbook is read in the story of the import. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnOf, numberText } from './xlsx.ts'
import { openZip, Unreadable } from './zip.ts'

for (const [reference, column] of [
  ['A1', 0],
  ['Z9', 25],
  ['AA1', 26],
  ['AB12', 27],
  ['BA3', 52],
] as const) {
  test(`${reference} stands in column ${column}`, () => assert.equal(columnOf(reference), column))
}

for (const [value, text] of [
  ['3.52093081452251E14', '352093081452251'],
  ['352093081452251', '352093081452251'],
  ['0012', '0012'],
  ['1.5', '1.5'],
  ['1.5E-3', '1.5E-3'],
  ['', ''],
] as const) {
  test(`the number ${value} is written ${text}`, () => assert.equal(numberText(value), text))
}

for (const [what, bytes] of [
  ['nothing', []],
  ['text', [...Buffer.from('Name;IMEI\nVan;352093081452251\nand more so that it is long enough')]],
  ['an end without a beginning', [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 46, 0, 0, 0, 255, 0, 0, 0, 0, 0]],
] as const) {
  test(`${what} is no archive`, () =>
    assert.throws(() => openZip(new Uint8Array(bytes).buffer as ArrayBuffer), Unreadable))
}
