import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hex, toHex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import eelink from './eelink.ts'

const fresh = eelink.start('tcp')

describe('eelink', () => {
  test('refuses what is no packet and lengths no packet has', () => {
    assert.throws(() => eelink.frame(hex('676712ffff'), fresh), ProtocolError)
    assert.throws(() => eelink.frame(hex('6768'), fresh), ProtocolError)
    assert.throws(() => eelink.decode(hex('67671200030001'), fresh, receivedAt), ProtocolError)
  })

  test('sends commands, over UDP in an envelope', () => {
    const stop = '676780000f0000010000000052454c41592c3123'
    assert.equal(toHex(eelink.encode!({ kind: 'engine.stop' }, fresh)!), stop)
    const wrapped = { imei: hex('0123456789012345'), isWrapped: true }
    const envelope = `454c001eb41a0123456789012345${stop}`
    assert.equal(toHex(eelink.encode!({ kind: 'engine.stop' }, wrapped)!), envelope)
    for (const kind of ['engine.resume', 'position', 'reboot'] as const) assert.ok(eelink.encode!({ kind }, fresh))
    assert.equal(eelink.encode!({ kind: 'text' }, fresh), undefined)
  })

  test('ignores datagrams of other protocols', () => {
    assert.equal(eelink.recognise(hex('67671200030001'), 'udp'), 'no')
    assert.equal(eelink.recognise(hex('454c'), 'udp'), 'no')
    assert.equal(eelink.recognise(hex('67'), 'tcp'), 'more')
  })
})
