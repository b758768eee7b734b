import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { calibrated, type Outside, type Pair, pairProblems, pairsFromCsv, pairsToCsv } from './calibration.ts'

/** “How to configure calculation table for different types of sensors”, example 1: https://help.wialon.com/en/wialon-hosting */
const tank: readonly Pair[] = [
  ...([
    [0, 0],
    [86, 10],
    [173, 20],
    [252, 30],
    [330, 40],
    [405, 50],
  ] as const),
  ...([
    [477, 60],
    [546, 70],
    [618, 80],
    [686, 90],
    [749, 100],
  ] as const),
]
/** “Examples of linear and bilinear interpolation in table lookup data references”: https://docs.aveva.com, PI System Explorer */
const strapping: readonly Pair[] = [
  [1, 0],
  [2, 20],
  [3, 30],
  [4, 40],
  [5, 60],
  [6, 70],
]

const published: readonly (readonly [name: string, pairs: readonly Pair[], Outside, input: number, value: number])[] = [
  ...tank.map(([input, value]) => [`tank at ${input}`, tank, 'clamp', input, value] as const),
  // The published coefficient of the first line is 10 / 86.
  ['tank at 1', tank, 'clamp', 1, 0.11627906976744186],
  ['tank at 43', tank, 'clamp', 43, 5],
  // 10 + (20 - 10) / (173 - 86) × (100 - 86)
  ['tank at 100', tank, 'clamp', 100, 11.609195402298852],
  // The published upper bound of 100.
  ['tank above its last pair', tank, 'clamp', 800, 100],
  ['tank below its first pair', tank, 'clamp', -3, 0],
  ['strapping at 2.2', strapping, 'extend', 2.2, 22],
  ['strapping at 6.5', strapping, 'extend', 6.5, 75],
  ['strapping at 6.5, clamped', strapping, 'clamp', 6.5, 70],
  ['strapping at 0.5', strapping, 'extend', 0.5, -10],
]

suite('a published table', () => {
  for (const [name, pairs, outside, input, value] of published) {
    test(name, () => {
      const result = calibrated({ pairs, outside }, input)
      assert.ok(Math.abs(result - value) <= 1e-14 * Math.max(1, Math.abs(value)), `${result}`)
    })
  }
})

test('at its pairs a table gives their exact values', () => {
  for (const pairs of [tank, strapping]) {
    for (const outside of ['clamp', 'extend'] as const) {
      for (const [input, value] of pairs) assert.equal(calibrated({ pairs, outside }, input), value)
    }
  }
})

test('no table leaves the input as it is', () => {
  assert.equal(calibrated({ pairs: [], outside: 'clamp' }, 7.25), 7.25)
})

const files: readonly (readonly [name: string, csv: string, pairs: readonly Pair[] | RegExp])[] = [
  [
    'commas',
    '0,0\n86,10.5\n',
    [
      [0, 0],
      [86, 10.5],
    ],
  ],
  [
    'a line of names',
    'input,value\r\n0,0\r\n86,10\r\n',
    [
      [0, 0],
      [86, 10],
    ],
  ],
  [
    'semicolons and decimal commas',
    'Eingang;Wert\n0;0\n1,5;10,25',
    [
      [0, 0],
      [1.5, 10.25],
    ],
  ],
  [
    'tabs, as a table program copies',
    '0\t0\n86\t10,5',
    [
      [0, 0],
      [86, 10.5],
    ],
  ],
  [
    'any order, spaces and empty lines',
    '\n 86 , 10 \n\n0,0\n',
    [
      [0, 0],
      [86, 10],
    ],
  ],
  [
    'quotes, signs and powers',
    '"-5","1e2"\n+5,-.5',
    [
      [-5, 100],
      [5, -0.5],
    ],
  ],
  [
    'a byte order mark',
    '\ufeff0,0\n1,1',
    [
      [0, 0],
      [1, 1],
    ],
  ],
  ['a word in the middle', '0,0\nhalf,10\n', /Line 2 must have two numbers/],
  ['three columns', '0,0,0\n1,1,1', /Line 1 must have two numbers/],
  ['a decimal comma between commas', '0,0\n1,5,10,25', /Line 2 must have two numbers/],
  ['one pair', '0,0', /at least two pairs/],
  ['the same input twice', '0,0\n1,1\n1,2', /The input 1 is in the calibration table twice/],
  ['nothing', '', /no pairs/],
  ['names only', 'input,value', /no pairs/],
  ['too many', Array.from({ length: 201 }, (_, index) => `${index},1`).join('\n'), /at most 200 pairs/],
  ['hexadecimal', '0,0\n0x10,1', /Line 2/],
]

suite('a file with', () => {
  for (const [name, csv, expected] of files) {
    test(name, () => {
      const { pairs, problems } = pairsFromCsv(csv)
      if (expected instanceof RegExp) assert.match(problems[0]?.message ?? '', expected)
      else assert.deepEqual([pairs, problems], [expected, []])
    })
  }

  test('a written table reads back the same', () => {
    assert.deepEqual(pairsFromCsv(pairsToCsv(tank)).pairs, tank)
  })
})

test('pairs may come in any order', () => {
  assert.deepEqual(pairProblems(tank.toReversed()), [])
})
