import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import starlink from './starlink.ts'

const state = starlink.start('tcp')
const read = (line: string, format?: unknown) =>
  starlink.decode(ascii(line), state, receivedAt, { settings: { checksum: 'ignore', format } }).messages?.[0]

describe('starlink', () => {
  test('rejects anything but its own lines, and a line that never ends', () => {
    for (const line of ['$SLX068328,06,1*00', '$SLU068328,06,1', 'hello*00']) {
      assert.throws(() => starlink.decode(ascii(line), state, receivedAt), ProtocolError)
    }
    assert.throws(() => starlink.frame(ascii(`$SLU${'0'.repeat(2100)}`), state), ProtocolError)
  })

  test('mixes up no fields if the line does not fit the usual template', () => {
    for (const fields of [
      '260517115958,x,260517115956,+5441.2294,+02516.7880,020.0',
      '269917115958,01,260517115956,+5441.2294,+02516.7880,020.0',
      '260517115958,01,260517115956,5441.2294,02516.7880,020.0',
      '260517115958,01,,+5441.2294,+02516.7880,020.0',
    ]) {
      assert.deepEqual(read(`$SLU068328,06,1,${fields}*00`), { 'record.seqnum': 1, 'position.valid': false }, fields)
    }
  })

  test('a template that is not text or has unknown names is used as far as possible', () => {
    assert.deepEqual(read('$SLU068328,06,1,7,8*00', 7), { 'record.seqnum': 1, 'position.valid': false })
    assert.deepEqual(read('$SLU068328,06,1,7,8*00', '#XYZ#,__proto__'), {
      'record.seqnum': 1,
      'custom.xyz': '7',
      'position.valid': false,
    })
  })
})
