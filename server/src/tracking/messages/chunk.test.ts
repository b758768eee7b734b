import assert from 'node:assert/strict'
import { test } from 'node:test'
import { framesOf, textsOf, timestampOf, toChunk, toFrameData } from './chunk.ts'

const message = (timestamp: number, note = '') => ({ timestamp, text: JSON.stringify({ ident: 'x', timestamp, note }) })

test('a chunk returns its messages in order of time', () => {
  const chunk = toChunk([message(3), message(1), message(2)])
  assert.deepEqual(textsOf(chunk), [message(1).text, message(2).text, message(3).text])
  assert.deepEqual({ t0: chunk.t0, t1: chunk.t1, count: chunk.count }, { t0: 1, t1: 3, count: 3 })
  assert.equal(chunk.bytes, message(1).text.length * 3)
})

test('a large chunk is packed and unpacks unchanged', () => {
  const messages = Array.from({ length: 300 }, (_, index) => message(index, 'line\nend, and a comma'))
  const chunk = toChunk(messages)
  assert.ok(chunk.isPacked && chunk.data.length < chunk.bytes / 3)
  assert.deepEqual(
    textsOf(chunk),
    messages.map(({ text }) => text),
  )
})

test('the time of a text is found even when a value looks like a time', () => {
  assert.equal(
    timestampOf('{"ident":"a \\"timestamp\\":1","custom.timestamp":2,"timestamp":1790000000.25,"x":1}'),
    1790000000.25,
  )
})

test('frames come back with the time they were received', () => {
  const frames = [
    { serverTime: 1_790_000_000.000001, bytes: Buffer.from('0102', 'hex') },
    { serverTime: 1_790_000_001.5, bytes: Buffer.alloc(0) },
  ]
  const back = framesOf(toFrameData(frames))
  assert.deepEqual(
    back.map(({ bytes }) => bytes.toString('hex')),
    ['0102', ''],
  )
  assert.deepEqual(
    back.map(({ serverTime }) => serverTime.toFixed(6)),
    ['1790000000.000001', '1790000001.500000'],
  )
})
