import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, be16, concat, hex } from '../bytes/bytes.ts'
import { crc16Kermit } from '../bytes/checksum.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import ruptela from './ruptela.ts'

const state = ruptela.start('tcp')
const packet = (data: string) => {
  const body = hex(`0001440f32b21735${data}`)
  return concat(be16(body.length), body, be16(crc16Kermit(body)))
}

describe('ruptela', () => {
  test('rejects an impossible length before the packet arrives', () => {
    for (const start of ['ffff', '0000', '0008', '1000']) {
      assert.throws(() => ruptela.frame(hex(start), state), ProtocolError, start)
    }
  })

  test('an impossible number of records or values is an error, not an allocation', () => {
    for (const data of ['01 00 ff', '44 00 ff 6a09adbe 00 00 01', '09 ff 00', '01']) {
      assert.throws(() => ruptela.decode(packet(data), state, receivedAt), ProtocolError, data)
    }
  })

  test('an IMEI that JavaScript cannot count exactly keeps its digits', () => {
    const body = hex('ffffffffffffffff 10')
    const frame = concat(be16(body.length), body, be16(crc16Kermit(body)))
    assert.equal(ruptela.decode(frame, state, receivedAt).ident, '18446744073709551615')
  })

  test('ignores the logins of other protocols', () => {
    assert.equal(ruptela.recognise(concat([0, 15], ascii('356307042441013')), 'tcp'), 'no')
    assert.equal(ruptela.recognise(hex('78780d01'), 'tcp'), 'no')
    assert.equal(ruptela.recognise(hex('0000000000000036 08 04'), 'tcp'), 'no')
    assert.equal(ruptela.recognise(hex('0000000000000036 08 04 01'), 'tcp'), 'no')
  })
})
