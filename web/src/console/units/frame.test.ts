import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, hexRows, keysOf } from './frame.ts'

/** The example in the API's document: a heartbeat of GT06. */
const frame = {
  hex: '78780a134605030002000284550d0a',
  messages: [{ 'engine.ignition.status': true, 'battery.level': 83.33, 'gsm.signal.level': 75, din: 1 }],
  ranges: [
    { from: 0, to: 4, message: null, fields: ['frame'] },
    { from: 4, to: 5, message: 0, fields: ['engine.ignition.status'] },
    { from: 5, to: 6, message: 0, fields: ['battery.level'] },
    { from: 6, to: 7, message: 0, fields: ['gsm.signal.level'] },
    { from: 7, to: 9, message: null, fields: [] },
    { from: 9, to: 11, message: null, fields: ['reply'] },
    { from: 11, to: 15, message: null, fields: ['frame'] },
  ],
}

test('rows have every byte once, split where ranges and rows end', () => {
  const rows = hexRows(frame.hex, frame.ranges, 8)
  assert.equal(rows.flatMap(({ segments }) => segments.flatMap(({ bytes }) => bytes)).join(''), frame.hex)
  assert.deepEqual(
    rows.map(({ offset, segments }) => [
      offset,
      segments.map(({ range, bytes, isFirst }) => [range, bytes.length, isFirst]),
    ]),
    [
      [
        0,
        [
          [0, 4, true],
          [1, 1, true],
          [2, 1, true],
          [3, 1, true],
          [4, 1, true],
        ],
      ],
      [
        8,
        [
          [4, 1, false],
          [5, 2, true],
          [6, 4, true],
        ],
      ],
    ],
  )
  assert.equal(rows[0]!.letters, 'xx··F···')
})

test('bytes without an explanation are shown all the same', () => {
  assert.deepEqual(
    hexRows('010203', [{ from: 1, to: 2, message: null, fields: ['frame'] }], 16)[0]!.segments.map(
      ({ range }) => range,
    ),
    [-1, 0, -1],
  )
  assert.deepEqual(hexRows('', [], 16), [])
})

test('fields are in the order of their bytes, the frame’s own last, with all their ranges', () => {
  const fields = fieldsOf(frame)
  assert.deepEqual(
    fields.map(({ key, ranges }) => [key, ranges]),
    [
      ['0:engine.ignition.status', [1]],
      ['0:battery.level', [2]],
      ['0:gsm.signal.level', [3]],
      ['0:din', []],
      [':frame', [0, 6]],
      [':none', [4]],
      [':reply', [5]],
    ],
  )
  assert.equal(fields[1]!.value, 83.33)
  assert.deepEqual(keysOf(frame.ranges[4]!), [':none'])
})

test('a frame that cannot be decoded has at most the fields of its messages', () =>
  assert.deepEqual(fieldsOf({ messages: [], ranges: null }), []))
