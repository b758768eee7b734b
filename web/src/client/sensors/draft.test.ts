import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, draftOf, faultsOf, newDraft, pairsOf } from './draft.ts'

const tables: readonly (readonly [text: string, expected: readonly (readonly number[])[] | string])[] = [
  ['', []],
  [
    '0; 0\n86; 10,5',
    [
      [0, 0],
      [86, 10.5],
    ],
  ],
  [
    'input,value\r\n86,10.5\r\n0,0\r\n',
    [
      [0, 0],
      [86, 10.5],
    ],
  ],
  [
    '0\t0\n1,5\t-2',
    [
      [0, 0],
      [1.5, -2],
    ],
  ],
  [
    '0 0\n1,5  20.5\n\n60 58 ',
    [
      [0, 0],
      [1.5, 20.5],
      [60, 58],
    ],
  ],
  [
    '0, 0\n1.5, 2',
    [
      [0, 0],
      [1.5, 2],
    ],
  ],
  [
    '0 ,0\n1.5 ,2',
    [
      [0, 0],
      [1.5, 2],
    ],
  ],
  ['0;0\nhalf;1', 'Line 2 must have two numbers.'],
  ['0,0\n1,5,10,25', 'Line 2 must have two numbers.'],
]

for (const [text, expected] of tables) {
  test(`the table ${JSON.stringify(text)}`, () => {
    const { pairs, fault } = pairsOf(text)
    assert.deepEqual(fault ?? pairs, expected)
  })
}

test('a sensor survives the form', () => {
  const body = bodyOf({
    ...newDraft,
    name: ' Tank ',
    kind: 'fuel',
    measure: 'l',
    formula: 'ain.1',
    min: '1,5',
    calibration: '0;0\n5;80',
  })
  assert.deepEqual(
    [body.name, body.min, body.max, body.calibration],
    [
      'Tank',
      1.5,
      null,
      [
        [0, 0],
        [5, 80],
      ],
    ],
  )
  const again = bodyOf(draftOf({ ...body, outside: 'clamp' } as never))
  assert.deepEqual(again, body)
})

test('fuel is in litres or percent', () => {
  assert.ok(faultsOf({ ...newDraft, kind: 'fuel', measure: '°C' }).measure)
  assert.equal(faultsOf({ ...newDraft, kind: 'fuel', measure: '%' }).measure, undefined)
})

test('a range must begin below its end', () => {
  assert.deepEqual(faultsOf({ ...newDraft, min: '60', max: '10' }).max, 'It must be above the lowest valid value.')
  assert.deepEqual(faultsOf({ ...newDraft, min: '', max: '10' }).max, undefined)
})
