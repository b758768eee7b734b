import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex, textOf } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import meitrack from './meitrack.ts'

const tcp = meitrack.start('tcp')

describe('meitrack', () => {
  test('rejects what cannot become a packet', () => {
    for (const start of ['$A', '$$A12345,', '$$A9999,', '$$Aabc,', '$$A1,', '$$A1234567890', '*HQ,1234']) {
      assert.throws(() => meitrack.frame(ascii(start), tcp), ProtocolError, start)
    }
    assert.equal(meitrack.frame(ascii('$$A28'), tcp), 0)
    assert.equal(meitrack.frame(ascii('$$A28,869999001234567'), tcp), 0)
  })

  test('a packet without IMEI or checksum is an error', () => {
    for (const text of ['$$A10,8699', '$$A25,869999001234567,AAA,35', '$$A25,,AAA*00\r\n']) {
      assert.throws(() => meitrack.decode(ascii(text), tcp, receivedAt), ProtocolError, text)
    }
  })

  test('an impossible number of records gives those that are there', () => {
    const cce = (data: string) =>
      meitrack.decode(concat(ascii('$$A40,869999001234567,CCE,'), hex(data), ascii('*00\r\n')), tcp, receivedAt)
    const { messages } = cce('00000000 ffff 0500 0100 01 0123')
    assert.deepEqual(messages, [{ 'event.enum': 35, 'position.valid': false, 'message.checksum.status': false }])
    assert.throws(() => cce('00000000 0100 ff00 0100 01 0123'), ProtocolError)
    assert.throws(() => cce('00000000 0100 0500 0100 ff 0123'), ProtocolError)
  })

  test('a datagram does not get a longer reply', () => {
    const udp = meitrack.start('udp')
    assert.equal(meitrack.decode(ascii('$$A9,8,AAC*'), udp, receivedAt).reply, undefined)
    assert.ok(meitrack.decode(ascii('$$A9,8,AAC*'), tcp, receivedAt).reply)
  })

  test('commands carry the IMEI, their length and checksum', () => {
    // The worked examples A10 and C02 in the maker's document have another IMEI, which is part of the checksum.
    const state = { link: 'tcp', ident: '353358017784062' } as const
    assert.equal(textOf(meitrack.encode!({ kind: 'position' }, state)!), '@@A25,353358017784062,A10*5A\r\n')
    const text = 'C02,0,15360853789,Meitrack'
    assert.equal(textOf(meitrack.encode!({ kind: 'text', text }, state)!), `@@A48,353358017784062,${text}*8D\r\n`)
    assert.ok(meitrack.encode!({ kind: 'engine.stop' }, state))
    assert.equal(meitrack.encode!({ kind: 'position' }, tcp), undefined)
    assert.equal(meitrack.encode!({ kind: 'reboot' }, state), undefined)
  })
})
