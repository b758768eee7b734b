import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, hex, textOf } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import atrack from './atrack.ts'

const tcp = atrack.start('tcp')

describe('atrack', () => {
  test('waits for the declared length of a packet, in binary and in text', () => {
    assert.equal(atrack.frame(hex('40501e580033'), tcp), 0)
    assert.equal(atrack.frame(ascii('@P,CA4B,13,1,3586830649'), tcp), 23)
    assert.equal(atrack.frame(ascii('@P,CA4B,14,1,3586830649'), tcp), 0)
  })

  test('a packet shorter than it says, or without an IMEI, is an error', () => {
    for (const bytes of [
      '40501e5800330001',
      '40501e5800ff01e000014104d8f19682525ecd5d',
      '40502c414243442c352c312c0d0a',
    ]) {
      assert.throws(() => atrack.decode(hex(bytes), tcp, receivedAt), ProtocolError, bytes)
    }
  })

  test('ignores packets of other protocols', () => {
    assert.equal(atrack.recognise(hex('40407f000431'), 'tcp'), 'no')
    assert.equal(atrack.recognise(hex('fe03'), 'tcp'), 'no')
    assert.equal(atrack.recognise(hex('4050ffffffffffffffff'), 'tcp'), 'no')
  })

  test('sends commands as lines', () => {
    assert.equal(textOf(atrack.encode!({ kind: 'text', text: 'AT$UNID=?' }, tcp)!), 'AT$UNID=?\r\n')
    assert.equal(atrack.encode!({ kind: 'reboot' }, tcp), undefined)
  })
})
