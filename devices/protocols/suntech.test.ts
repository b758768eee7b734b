import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex, textOf } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import suntech from './suntech.ts'

const tcp = suntech.start('tcp')

describe('suntech', () => {
  test('rejects impossible lengths', () => {
    for (const start of ['02ffff', '81ffff', 'ff7fff']) {
      assert.throws(() => suntech.frame(hex(start), tcp), ProtocolError, start)
    }
    assert.throws(() => suntech.frame(new Uint8Array(5000).fill(65), tcp), ProtocolError)
  })

  test('a CR that arrives alone ends a report', () => {
    assert.equal(suntech.frame(ascii('SA200ALV;100850123\r'), tcp), 19)
    assert.equal(suntech.frame(ascii('SA200ALV;100850123'), tcp), 0)
  })

  test('data that is longer than the line waits for its end', () => {
    const head =
      'ST300UEX;100850123;01;010;20260517;11:59:58;2F100;+54.687157;+025.279800;000.012;000.00;9;1;0;15.30;001100'
    assert.equal(suntech.frame(ascii(`${head};9;abc\r`), tcp), 0)
    assert.equal(suntech.frame(ascii(`${head};9;abc\r\ndefg;12;0;4.5;1\rST`), tcp), head.length + 24)
  })

  test('lines that are not reports give nothing', () => {
    for (const text of ['-Error', 'hello;world', ';;;']) {
      assert.deepEqual(suntech.decode(ascii(text), tcp, receivedAt), {})
    }
  })

  test('commands carry the family and the id of the tracker', () => {
    const { state } = suntech.decode(ascii('SA200ALV;100850123\r'), tcp, receivedAt)
    const sent = (kind: 'reboot' | 'engine.stop' | 'position') => textOf(suntech.encode!({ kind }, state!)!)
    assert.equal(sent('reboot'), 'SA200CMD;100850123;02;Reboot\r')
    assert.equal(sent('engine.stop'), 'SA200CMD;100850123;02;Enable1\r')
    assert.equal(sent('position'), 'SA200CMD;100850123;02;StatusReq\r')
    assert.equal(suntech.encode!({ kind: 'reboot' }, tcp), undefined)
    assert.equal(
      textOf(suntech.encode!({ kind: 'text', text: 'CMD;0520000123;03;01' }, tcp)!),
      'CMD;0520000123;03;01\r',
    )
  })

  test('a truncated zip string is an error', () => {
    assert.throws(() => suntech.decode(concat(hex('020030 13 1008501230')), tcp, receivedAt), ProtocolError)
  })
})
