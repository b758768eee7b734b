import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from './csv.ts'
import { decodeText, isOldWorkbook } from './decode.ts'

const text = 'Name;IMEI\r\nGröße €;352093081452251\r\n'
const rows = [
  ['Name', 'IMEI'],
  ['Größe €', '352093081452251'],
]
const big = (value: string) => Buffer.from(value, 'utf16le').swap16()
/** ö, ß and € as Windows writes them. */
const western = Buffer.from(text.replace('€', '\u0080'), 'latin1')

for (const [what, bytes] of [
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, the lower byte first', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, the higher byte first', big(`\ufeff${text}`)],
  ['UTF-16 without a mark, the lower byte first', Buffer.from(text, 'utf16le')],
  ['UTF-16 without a mark, the higher byte first', big(text)],
  ['windows-1252', western],
  ['windows-1252 with a line for Excel', Buffer.concat([Buffer.from('sep=;\r\n'), western])],
  ['UTF-16 with tabs', Buffer.from(`\ufeff${text.replaceAll(';', '\t')}`, 'utf16le')],
  ['UTF-8 with commas', Buffer.from(text.replaceAll(';', ','))],
] as const) {
  test(`a file in ${what} is read as it was written`, () => assert.deepEqual(readCsv(decodeText(bytes)), rows))
}

test('an empty file is empty in any encoding', () => assert.equal(decodeText(new Uint8Array()), ''))

test('an old workbook is recognised by its first bytes', () => {
  assert.ok(isOldWorkbook(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0)))
  assert.ok(!isOldWorkbook(Buffer.from('PK\u0003\u0004')))
  assert.ok(!isOldWorkbook(new Uint8Array()))
})
