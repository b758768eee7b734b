import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from './csv.ts'

for (const [text, rows] of [
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\ufeffa;b\n"1;2";3',
    [
      ['a', 'b'],
      ['1;2', '3'],
    ],
  ],
  [
    'a\tb\n1\t',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a,b\n"say ""so""","two\nlines"',
    [
      ['a', 'b'],
      ['say "so"', 'two\nlines'],
    ],
  ],
  [
    '"a,b";c\n1;2',
    [
      ['a,b', 'c'],
      ['1', '2'],
    ],
  ],
  [
    'sep=|\r\na,b|c\r\n1|2;3',
    [
      ['a,b', 'c'],
      ['1', '2;3'],
    ],
  ],
  ['sep=;', []],
  ['only', [['only']]],
  ['a\r1', [['a'], ['1']]],
  ['5" screen,x', [['5" screen', 'x']]],
  ['', []],
] as const) {
  test(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(readCsv(text), rows))
}
