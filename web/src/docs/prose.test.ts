import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { blocksOf, firstSentence, inlinesOf } from './prose.ts'

test('paragraphs, lists, headings and code are distinguished', () => {
  const text = '# Title\nOne\nline.\n\n- first\n  goes on\n- `second`\n\n1. a\n2. b\n\n```sh\ncurl *x*\n```\nEnd.'
  assert.deepEqual(
    blocksOf(text).map((block) => block.kind),
    ['heading', 'paragraph', 'list', 'list', 'code', 'paragraph'],
  )
  assert.deepEqual(blocksOf(text)[1], { kind: 'paragraph', content: [{ kind: 'text', text: 'One line.' }] })
  assert.deepEqual(blocksOf(text)[2], {
    kind: 'list',
    isOrdered: false,
    items: [[{ kind: 'text', text: 'first goes on' }], [{ kind: 'code', text: 'second' }]],
  })
  assert.deepEqual(blocksOf(text)[4], { kind: 'code', text: 'curl *x*' })
})

test('words can be strong, code or a link', () => {
  assert.deepEqual(inlinesOf('A **b** `c` [d](#e) *f*, 2 * 3 * 4'), [
    { kind: 'text', text: 'A ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'd', address: '#e' },
    { kind: 'text', text: ' ' },
    { kind: 'emphasis', text: 'f' },
    { kind: 'text', text: ', 2 * 3 * 4' },
  ])
})

for (const address of ['javascript:alert', 'data:text/html,x', '//elsewhere.example']) {
  test(`a link to ${address} stays text`, () => {
    assert.deepEqual(inlinesOf(`[d](${address})`), [{ kind: 'text', text: 'd' }])
  })
}

test('any text is read to its end', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'`*-[]()# \n1.a') }), (text) => {
      blocksOf(text)
    }),
  )
})

for (const [text, first] of [
  ['Done.', 'Done.'],
  ['Refused. `A` 400, `B` 401.', 'Refused.'],
  ['Version 1.2 is old. New', 'Version 1.2 is old.'],
  ['No end\nSecond line.', 'No end'],
  [undefined, ''],
] as const) {
  test(`the first sentence of ${JSON.stringify(text)} is ${JSON.stringify(first)}`, () =>
    assert.equal(firstSentence(text), first))
}
