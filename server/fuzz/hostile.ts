/** Invalid values for a field, derived from its schema: wrong types, just outside its limits, or malicious. */
import fc from 'fast-check'
import { RawJson, type Shape, typesOf } from '#testing/checks/slots.ts'

const texts = [
  ...['', ' ', '\t\n', '0', '-1', 'null', 'undefined', 'true', '[object Object]', '1e400', '../../etc/passwd'],
  ...["' or 1=1 --", '"; drop table accounts; --', '%', '_', '\\', '\\u0000', '%00', '#{7*7}', '{{7*7}}'],
  ...['<script>alert(1)</script>', 'javascript:alert(1)', '=cmd|calc', '\u202eevil', '\ufeff', '\u200b', '\u2028'],
  ...[
    'İstanbul',
    'ß',
    'ﬀ',
    '😀',
    '👨‍👩‍👧‍👦',
    'e\u0301'.repeat(60),
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '__proto__',
  ],
  ...['constructor', 'toString', '2026-01-01', '9'.repeat(400), 'x'.repeat(10_000), '\n'.repeat(300)],
]
const numbers = [
  ...[0, -0, 1, -1, 0.1, -0.5, 1.5, 7, 8, 10, 11, 120, 121, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53],
  ...[2 ** 63, -(2 ** 63), 1e15, 1e21, 1e100, 1e300, Number.MAX_VALUE, Number.MIN_VALUE, 1_790_000_000_000],
]
const raw = [
  ...['1e400', '-1e400', `1${'0'.repeat(300)}`, '"\\ud83d"', '{"__proto__":{}}', '{"a":1,"a":2}', '-0', '1E5'],
  ...[`"${'x'.repeat(1_050_000)}"`, '['.repeat(400) + ']'.repeat(400)],
]

const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { a: 1 }, [{}], { length: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(...raw).map((text) => new RawJson(text)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 120 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** Mostly values that nearly fit, because that is where mistakes are; sometimes anything. */
export function hostileFor(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(hostileFor), anything)
  if (shape.enum) return fc.oneof(fc.constantFrom(...shape.enum), anything)
  const types = typesOf(shape)
  if (types.includes('string')) return fc.oneof(stringsAround(shape), anything)
  if (types.includes('integer') || types.includes('number')) return fc.oneof(numbersAround(shape), anything)
  if (shape.type === 'array') return fc.oneof(arraysAround(shape), anything)
  if (shape.type === 'boolean') return fc.oneof(fc.constantFrom(true, false, 'true', 1, 0, null), anything)
  return anything
}

function stringsAround({ minLength = 0, maxLength = 100 }: Shape): fc.Arbitrary<string> {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0)
  return fc.oneof(
    fc.constantFrom(...lengths).map((length) => 'x'.repeat(length)),
    fc.constantFrom(...lengths).map((length) => '😀'.repeat(length)),
    fc.constantFrom(...texts),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )
}

function numbersAround({ minimum = 0, maximum = 1000 }: Shape): fc.Arbitrary<number> {
  const around = [minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1]
  return fc.oneof(fc.constantFrom(...around), fc.constantFrom(...numbers), fc.integer(), fc.double({ noNaN: true }))
}

function arraysAround({ items = {} as Shape, maxItems = 5 }: Shape): fc.Arbitrary<unknown[]> {
  const item = hostileFor(items)
  // A thousand times a megabyte is too long for a string.
  const isHuge = (one: unknown) => one instanceof RawJson && one.text.length > 10_000
  return fc.oneof(
    fc.array(item, { maxLength: 4 }),
    item.map((one) => Array(maxItems + 1).fill(isHuge(one) ? null : one)),
    item.map((one) => [one, one]),
  )
}

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts.filter((text) => text.length < 2_000)),
  fc.constantFrom(...numbers).map(String),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

const uuid = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
/** Almost an id, of either kind. */
export const hostileId: fc.Arbitrary<string> = fc.constantFrom(
  ...['0', '-1', '1.5', '1e300', '01', '+1', '9007199254740993', '9'.repeat(30), 'x', '1,2', '1,x', ',', '[1]'],
  ...[uuid, uuid.toUpperCase(), uuid.replaceAll('-', ''), uuid.slice(1), `${uuid}0`, uuid.replace('0', 'g')],
  ...[`{${uuid}}`, `${uuid}\n`, `${uuid},${uuid}`, '00000000-0000-0000-0000-000000000000'],
)
