/** Catalogues count as their language does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pluralFormsIn, pluralIn } from './plural.ts'

const german = pluralIn('de')
for (const [count, said] of [
  [0, '0 Einheiten'],
  [1, '1 Einheit'],
  [2, '2 Einheiten'],
  [12_345, '12.345 Einheiten'],
] as const)
  test(`German: ${said}`, () => assert.equal(german(count, 'Einheit', 'Einheiten'), said))

/** Fragments of catalogues of languages that we do not have yet. */
const polish = pluralFormsIn('pl', ['one', 'few', 'many', 'other'])
const client = { one: 'klient', few: 'klienci', many: 'klientów', other: 'klienta' }
for (const [count, said] of [
  [0, '0 klientów'],
  [1, '1 klient'],
  [2, '2 klienci'],
  [5, '5 klientów'],
  [12, '12 klientów'],
  [22, '22 klienci'],
  [25, '25 klientów'],
  [1.5, '1,5 klienta'],
] as const)
  test(`Polish: ${said}`, () => assert.equal(polish(count, client), said))

test('Arabic has a word for none, one, two, few, many and the rest', () => {
  const arabic = pluralFormsIn('ar', ['zero', 'one', 'two', 'few', 'many', 'other'])
  const forms = { zero: 'z', one: 'o', two: 't', few: 'f', many: 'm', other: 'r' }
  const said = [0, 1, 2, 3, 10, 11, 99, 100, 102, 103].map((count) => arabic(count, forms).at(-1))
  assert.equal(said.join(''), 'zotffmmrrf')
})

test('a catalogue that lacks a form of its language is not loaded', () =>
  assert.throws(() => pluralIn('pl'), /lacks the forms few, many/))
