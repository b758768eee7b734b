/** The parts that need no browser; a whole workbook is read in the story of the import. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnOf, dateText, isDateFormat, numberText } from './xlsx.ts'
import { openZip, Unreadable } from './zip.ts'

for (const [reference, column] of [
  ['A1', 0],
  ['Z9', 25],
  ['AA1', 26],
  ['AB12', 27],
  ['BA3', 52],
] as const) {
  test(`${reference} is in column ${column}`, () => assert.equal(columnOf(reference), column))
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

for (const [serial, since1904, text] of [
  [46_024, false, '2026-01-02'],
  [46_024.75, false, '2026-01-02 18:00'],
  [44_562, true, '2026-01-02'],
  [61, false, '1900-03-01'],
  [1, false, undefined],
  [352_093_081_452_251, false, undefined],
  [Number.NaN, false, undefined],
] as const) {
  test(`day ${serial}${since1904 ? ' since 1904' : ''} is ${text ?? 'no date'}`, () =>
    assert.equal(dateText(serial, since1904), text))
}

for (const [id, pattern, isDate] of [
  [14, undefined, true],
  [22, undefined, true],
  [0, undefined, false],
  [2, undefined, false],
  [164, 'dd/mm/yyyy', true],
  [165, '[$-407]d. mmmm yyyy', true],
  [166, '0.00 "days"', false],
  [167, '[Red]0', false],
  [168, '0', false],
] as const) {
  test(`the format ${id} ${pattern ?? ''} is ${isDate ? 'a' : 'no'} date`, () =>
    assert.equal(isDateFormat(id, pattern), isDate))
}

for (const [what, bytes] of [
  ['nothing', []],
  ['text', [...Buffer.from('Name;IMEI\nVan;352093081452251\nand more so that it is long enough')]],
  ['an end without a beginning', [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 46, 0, 0, 0, 255, 0, 0, 0, 0, 0]],
] as const) {
  test(`${what} is not an archive`, () =>
    assert.throws(() => openZip(new Uint8Array(bytes).buffer as ArrayBuffer), Unreadable))
}
