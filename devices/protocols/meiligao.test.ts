import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hex, toHex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import meiligao from './meiligao.ts'

const tcp = meiligao.start('tcp')

describe('meiligao', () => {
  test('skips stray bytes, but not for ever', () => {
    assert.equal(meiligao.frame(hex('00'), tcp), 0)
    assert.equal(meiligao.frame(hex('002424'), tcp), 1)
    assert.throws(() => meiligao.frame(new Uint8Array(65), tcp), ProtocolError)
  })

  test('a packet without a length ends with its line', () => {
    assert.equal(meiligao.frame(hex('24240000123456ffffffff50008b9b0d0a2424'), tcp), 17)
  })

  test('rejects an impossible length', () => {
    assert.throws(() => meiligao.frame(hex('2424ffff123456ffffffff5000'), tcp), ProtocolError)
  })

  test('a packet without an id is an error', () => {
    assert.throws(() => meiligao.decode(hex('24240011ffffffffffffff5000b24d0d0a'), tcp, receivedAt), ProtocolError)
  })

  test('commands carry the id of the tracker', () => {
    const { state } = meiligao.decode(hex('2424001112345678901234500000000d0a'), tcp, receivedAt)
    assert.equal(toHex(meiligao.encode!({ kind: 'position' }, state!)!), '404000111234567890123441016cf70d0a')
    assert.equal(toHex(meiligao.encode!({ kind: 'engine.stop' }, state!)!), '4040001212345678901234411501fd460d0a')
    assert.equal(meiligao.encode!({ kind: 'reboot' }, state!), undefined)
    assert.equal(meiligao.encode!({ kind: 'position' }, tcp), undefined)
  })
})
