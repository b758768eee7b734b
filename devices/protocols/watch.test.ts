import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, textOf } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import watch from './watch.ts'

const tcp = watch.start('tcp')

describe('watch', () => {
  test('waits for the announced length of a packet', () => {
    assert.equal(watch.frame(ascii('[3G*8800000021*0002*L'), tcp), 0)
    assert.equal(watch.frame(ascii('[3G*8800000021*0002*LK][3G'), tcp), 23)
  })

  test('a wrong length ends at the first bracket', () => {
    assert.equal(watch.frame(ascii('[3G*8800000021*0009*LK,0,0,53,77][3G*'), tcp), 33)
  })

  test('a packet that does not begin with a bracket, or has no id, is an error', () => {
    assert.throws(() => watch.frame(ascii('GET / HTTP/1.1'), tcp), ProtocolError)
    assert.throws(() => watch.frame(ascii(`[3G*${'8'.repeat(60)}`), tcp), ProtocolError)
    assert.throws(() => watch.decode(ascii('[3G*8800000021*wxyz*LK]'), tcp, receivedAt), ProtocolError)
  })

  test("commands begin like the tracker's own packets", () => {
    const { state } = watch.decode(ascii('[SG*8800000021*0002*LK]'), tcp, receivedAt)
    assert.equal(textOf(watch.encode!({ kind: 'position' }, state!)!), '[SG*8800000021*0002*CR]')
    assert.equal(textOf(watch.encode!({ kind: 'reboot' }, state!)!), '[SG*8800000021*0005*RESET]')
    assert.equal(textOf(watch.encode!({ kind: 'text', text: 'UPLOAD,60' }, state!)!), '[SG*8800000021*0009*UPLOAD,60]')
    assert.equal(watch.encode!({ kind: 'engine.stop' }, state!), undefined)
    assert.equal(watch.encode!({ kind: 'position' }, tcp), undefined)
  })
})
