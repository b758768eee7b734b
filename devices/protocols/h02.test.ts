import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import h02 from './h02.ts'

const fresh = h02.start('tcp')
const short = hex('24 9170512345 115958 170526 54412294 06 025167880e 023090 fffffbff ff0007')
const long = hex('24 9170512345 115958 170526 54412294 00 025167880e 023090 fffffbff ff00140b00000e1000f6021a2b3c4d2a')
const text = ascii('*HQ,9170512345,HTBT#')

describe('h02', () => {
  test('a binary frame ends where the bytes end or the next frame begins', () => {
    for (const frame of [short, long]) {
      assert.equal(h02.frame(frame, fresh), frame.length)
      for (const next of [short, long, text, text.subarray(0, 1), long.subarray(0, 3)]) {
        assert.equal(h02.frame(concat(frame, next), fresh), frame.length)
      }
    }
    assert.equal(h02.frame(long.subarray(0, 40), fresh), 0)
  })

  // Ten satellites and a line feed are the same byte, 36 satellites and a dollar sign too.
  test('a number that looks like a frame start does not split a frame', () => {
    for (const satellites of [0x0a, 0x0d, 0x24, 0x2a]) {
      const frame = long.slice()
      frame[32] = satellites
      assert.equal(h02.frame(frame, fresh), frame.length)
    }
  })

  test('once its length is known, a binary frame may come in pieces', () => {
    const { state } = h02.decode(long, fresh, receivedAt)
    for (const size of [32, 40, 42, 44]) assert.equal(h02.frame(long.subarray(0, size), state!), 0)
    assert.equal(h02.frame(long, state!), long.length)
    assert.equal(h02.frame(concat(short, text), state!), short.length)
  })

  test('cut before its length is known, it keeps its position and skips its rest', () => {
    const { messages, state } = h02.decode(long.subarray(0, 32), fresh, receivedAt)
    assert.equal(messages?.[0]?.['position.direction'], 90)
    const rest = concat(long.subarray(32), long)
    assert.equal(h02.frame(rest, state!), 1)
    assert.deepEqual(h02.decode(rest.subarray(0, 1), state!, receivedAt), {})
  })

  test('rejects other beginnings and endless texts', () => {
    assert.throws(() => h02.frame(ascii('GET / HTTP'), fresh), ProtocolError)
    assert.throws(() => h02.frame(new Uint8Array(1025).fill(0x2a), fresh), ProtocolError)
    assert.throws(() => h02.decode(ascii('*HQ,1#'), fresh, receivedAt), ProtocolError)
    assert.throws(() => h02.decode(hex('24aa'), fresh, receivedAt), ProtocolError)
  })

  test('ignores the dollar signs of other protocols', () => {
    const others = [
      '$$A142,356307042441013,AAA,35,22.5',
      '$GPRMC,115958.000,A,5441.2294,N,02516',
      '$SLU0A1B2C,06,17,260517',
    ]
    for (const other of others) assert.equal(h02.recognise(ascii(other), 'tcp'), 'no', other)
    assert.equal(h02.recognise(hex('2424 0060 35630704244101 9955 3035353234342e303030'), 'tcp'), 'no')
  })
})
