import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex, toHex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import jt808 from './jt808.ts'

const tcp = jt808.start('tcp')
const trusting = { settings: { checksum: 'ignore' } }
const decode = (text: string) => jt808.decode(hex(text), tcp, receivedAt, trusting)

describe('jt808', () => {
  test('the reply to a position matches the worked example', () => {
    const place = '00000000 00000003 034275b5 0181bd38 0070 01b3 005a 260517195958'
    const { reply } = decode(`7e 0200 001c 051160004464 000d ${place} 00 7e`)
    assert.equal(toHex(reply!), '7e800100050511600044640000000d020000df7e')
  })

  test('bytes before the first delimiter are skipped, but not for ever', () => {
    assert.equal(jt808.frame(concat(ascii('$$'), hex('7e0002')), tcp), 2)
    assert.equal(jt808.frame(ascii('$$'), tcp), 0)
    assert.deepEqual(jt808.decode(ascii('$$'), tcp, receivedAt), {})
    assert.throws(() => jt808.frame(new Uint8Array(100), tcp), ProtocolError)
  })

  test('of two delimiters in a row the first is skipped', () => {
    assert.equal(jt808.frame(hex('7e7e0002'), tcp), 1)
    assert.deepEqual(jt808.decode(hex('7e'), tcp, receivedAt), {})
  })

  test('a message that is already unescaped is accepted as it is', () => {
    // The terminal's number ends with 7D and the serial begins with 01.
    const { ident } = decode('7e 0002 0000 4f203e24717d 0138 e4 7e')
    assert.equal(ident, '869999001235178')
  })

  test('the dialect with other delimiters has a number of seven bytes', () => {
    const { ident, reply } = decode('e7 0002 0000 01020304050607 e602e601 00 e7')
    assert.equal(ident, '01020304050607')
    // The serial E7 E6 is escaped in our answer too.
    assert.ok(toHex(reply!).includes('e602e601'))
    assert.equal(reply![0], 0xe7)
  })

  test('packages beyond the limits are not collected', () => {
    for (const [total, index] of [
      [33, 1],
      [2, 3],
      [2, 0],
    ]) {
      const head = `7e 0704 2004 013800138000 0010 ${[total!, index!].map((n) => n.toString(16).padStart(4, '0')).join('')}`
      const { reply, state } = decode(`${head} 00010000 00 7e`)
      assert.equal(state?.parts, undefined)
      assert.equal(reply![reply!.length - 3], 3)
    }
  })

  test('packages of another message replace those that were waiting', () => {
    const first = decode('7e 0704 2004 013800138000 0010 0002 0001 00010000 00 7e')
    const other = jt808.decode(
      hex('7e 0704 2004 013800138000 0020 0002 0002 00010000 00 7e'),
      first.state!,
      receivedAt,
      trusting,
    )
    assert.equal(other.messages, undefined)
    assert.equal(other.reply, undefined)
    assert.equal(other.state?.parts?.first, 0x1f)
  })

  test('commands go to the terminal that sent a message', () => {
    const { state } = decode('7e 0002 0000 013800138000 0007 00 7e')
    const sent = (kind: 'position' | 'reboot') => toHex(jt808.encode!({ kind }, state!)!)
    assert.equal(sent('position'), '7e820100000138001380000000297e')
    assert.equal(sent('reboot'), '7e810500010138001380000000042b7e')
    const text = jt808.encode!({ kind: 'text', text: 'Hi' }, state!)!
    assert.ok(toHex(text).startsWith('7e830000030138001380000000014869'))
    assert.equal(jt808.encode!({ kind: 'engine.stop' }, state!), undefined)
    assert.equal(jt808.encode!({ kind: 'reboot' }, tcp), undefined)
  })

  test('a lock that asks for a reply gets one with a serial of one byte', () => {
    const body = '170526115958 54412294 0251678807 05 2d 15 0b 00000007 aa 00000000 0000 01 0000 0001'
    const { messages, reply } = decode(`7e 5502 8021 013800138000 07 ${body} 00 7e`)
    assert.equal(toHex(reply!), '7e4401000301380013800001550200ba7e')
    assert.equal(messages![0]!['message.buffered.status'], true)
    assert.equal(messages![0]!['battery.charging.status'], true)
    assert.equal(messages![0]!['alarm.type'], 'low_power')
  })

  test('an impossible number of positions gives those that are there', () => {
    const { messages } = decode('7e 0704 0003 013800138000 0010 ffff00 00 7e')
    assert.deepEqual(messages, [])
  })
})
