import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, latin1 } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import tk103 from './tk103.ts'

const fresh = tk103.start('tcp')

describe('tk103', () => {
  test('free text ends with its second dollar sign, not with a parenthesis', () => {
    const frame = ascii('xx$)(000012345678,ZC03,170526,115958,$a)b(c$)')
    assert.equal(tk103.frame(frame, fresh), frame.length)
    assert.equal(tk103.frame(ascii('(000012345678,ZC03,170526,115958,$a)'), fresh), 0)
  })

  test('a request for the position and a text are addressed to the tracker of the connection', () => {
    const { state } = tk103.decode(ascii('(000012345678BP00HSO)'), fresh, receivedAt)
    assert.equal(latin1(tk103.encode!({ kind: 'position' }, state!)!), '(000012345678AP00)')
    assert.equal(latin1(tk103.encode!({ kind: 'text', text: 'AP03' }, state!)!), '(000012345678AP03)')
    assert.equal(tk103.encode!({ kind: 'engine.stop' }, state!), undefined)
    assert.equal(tk103.encode!({ kind: 'position' }, fresh), undefined)
  })

  test('maps alarms by their digit; an unknown one is an alarm all the same', () => {
    const alarmOf = (digit: string) => {
      const frame = ascii(`(000012345678BO01${digit}260517A5441.2294N02516.7880E043.0115958090.0001000000L00000000)`)
      return tk103.decode(frame, fresh, receivedAt).messages?.[0]?.['alarm.type']
    }
    assert.deepEqual(['0', '1', '3', '4', '5', '6', '7', '9'].map(alarmOf), [
      'general',
      'crash',
      'vibration',
      'low_speed',
      'overspeed',
      'geofence_exit',
      'movement',
      'general',
    ])
  })

  test('rejects a frame without an id and one without an end', () => {
    assert.throws(() => tk103.decode(ascii('(BP00HSO)'), fresh, receivedAt), ProtocolError)
    assert.throws(() => tk103.decode(ascii('hello'), fresh, receivedAt), ProtocolError)
    assert.throws(() => tk103.frame(new Uint8Array(2048).fill(0x28), fresh), ProtocolError)
    assert.equal(tk103.recognise(ascii('(1234567890,U01'), 'tcp'), 'no')
  })
})
