import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex } from './bytes/bytes.ts'
import { decoderByName, recognise, speaks, spoken } from './index.ts'
import type { ProtocolName } from './protocols/index.ts'
import { samplesOf } from './sample.ts'

type Via = 'tcp' | 'udp'

/** The first frames of all conversations, of all protocols. */
const openings: { name: string; what: string; via: Via; frame: Uint8Array }[] = []
for (const { name } of spoken) {
  for (const { link, what, frame } of await samplesOf(name)) {
    if (link) openings.push({ name, what, via: link === 'udp' ? 'udp' : 'tcp', frame })
  }
}

const nameOf = (bytes: Uint8Array, via: Via): string => {
  const found = recognise(bytes, via)
  return typeof found === 'string' ? found : found.name
}

describe('on the port for any protocol', () => {
  test('all thirty protocols of the first list are supported, and each has an opening', () => {
    const ids = spoken.map(({ id }) => id)
    for (let id = 1; id <= 30; id++) assert.ok(ids.includes(id), `protocol ${id}`)
    for (const { name } of spoken)
      assert.ok(
        openings.some((opening) => opening.name === name),
        name,
      )
  })

  for (const { name, what, via, frame } of openings) {
    test(`${name} over ${via} is recognised: ${what}`, () => {
      assert.equal(nameOf(frame, via), name)
      // Not because it is first in the list: no other protocol is sure of these bytes.
      for (const other of spoken) {
        if (other.name === name || !(speaks(other, via) || (via === 'tcp' && other.transport === 'http'))) continue
        assert.notEqual(decoderByName(other.name as ProtocolName)!.recognise(frame, via), 'yes', other.name)
      }
      if (via === 'udp') return
      for (let size = 1; size < frame.length; size++) {
        const early = nameOf(frame.subarray(0, size), via)
        assert.ok(early === 'more' || early === name, `${early} after ${size} bytes`)
      }
      assert.equal(nameOf(concat(frame, frame), via), name, 'with the next frame behind it')
    })
  }

  test('a lock with JT/T 808 is not taken for TK103, although its lines look similar', () => {
    const line = ascii('(794104000001,1,001,BASE,2,TIME)')
    assert.equal(nameOf(line, 'tcp'), 'jt808')
    for (let size = 1; size < line.length; size++) {
      assert.match(nameOf(line.subarray(0, size), 'tcp'), /^(more|jt808)$/)
    }
  })

  test('bytes that no tracker sends belong to no protocol, and that is known early', () => {
    const outsiders = [
      ascii('SSH-2.0-OpenSSH_9.6\r\n'),
      ascii('EHLO example.com\r\n'),
      hex('16030100f8010000f40303 00112233445566778899aabbccddeeff'),
      ascii('*1\r\n$4\r\nPING\r\n'),
    ]
    for (const bytes of outsiders)
      assert.equal(nameOf(bytes, 'tcp'), 'no', String.fromCharCode(...bytes.subarray(0, 8)))
  })
})
