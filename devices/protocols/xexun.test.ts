import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import xexun from './xexun.ts'

const tcp = xexun.start('tcp')

describe('xexun', () => {
  test('a line that never names its tracker is rejected', () => {
    assert.throws(() => xexun.frame(new Uint8Array(1100).fill(65), tcp), ProtocolError)
    assert.throws(() => xexun.decode(ascii('hello,world'), tcp, receivedAt), ProtocolError)
  })

  test('a line of which only the end arrived keeps what it has', () => {
    const { ident, messages } = xexun.decode(ascii('imei:864504031916915,10,41.1,F:4.28V'), tcp, receivedAt)
    assert.equal(ident, '864504031916915')
    assert.equal(messages?.[0]?.['battery.voltage'], 4.28)
  })

  test('ignores lines of other protocols', () => {
    for (const start of [
      'imei:359587010124900',
      '359587010124900;',
      '##,imei',
      '+359587',
      '$GPRMC,',
      'GET / HTTP/1.1',
      '12,34,GPRMC',
    ]) {
      assert.equal(xexun.recognise(ascii(start), 'tcp'), 'no', start)
    }
  })
})
