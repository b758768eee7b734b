import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import esky from './esky.ts'

const tcp = esky.start('tcp')
const line = ascii('EO;0;864504031916915;R;7+260517115958+54.68716+25.27980+12.00+90+0x1+0+102540+33+1242')
const vehicle = ascii(
  'ET;1;864504031916915;R;0+260517115958+54.68716+25.27980+0.00+63+0xb+0+17814846+1168+4+5+WVWZZZ1KZ6E000001+135+DTCNULL',
)

describe('esky over TCP', () => {
  test('a line without a terminator ends where the next begins, or where the bytes end', () => {
    assert.equal(esky.frame(concat(line, vehicle), tcp), line.length)
    assert.equal(esky.frame(concat(vehicle, line), tcp), vehicle.length)
    assert.equal(esky.frame(line, tcp), line.length)
  })

  test('waits for a line that has barely begun', () => {
    assert.equal(esky.frame(line.subarray(0, 60), tcp), 0)
    assert.equal(esky.frame(ascii('\0'), tcp), 0)
    assert.throws(() => esky.frame(new Uint8Array(2000), tcp), ProtocolError)
  })
})
