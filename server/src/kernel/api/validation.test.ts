import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import Type from 'typebox'
import { clientRoutes } from '#entry/http/scopes/client.ts'
import { rows } from '#testing/checks/rows.ts'
import { Nullable, TimeInput } from './fields.ts'
import { bodyValidator, queryValidator } from './validation.ts'

const Body = Type.Object(
  {
    name: Type.String({ minLength: 4, maxLength: 50 }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    at: Type.Optional(Nullable(TimeInput)),
    kind: Type.Optional(Type.Enum(['one', 'two'])),
    tags: Type.Optional(Type.Array(Type.String({ maxLength: 3 }), { maxItems: 2 })),
    inner: Type.Optional(Type.Object({ yes: Type.Boolean() }, { additionalProperties: false })),
  },
  { additionalProperties: false },
)

suite('a body', () => {
  const validate = bodyValidator(Body)
  const rows: readonly [body: unknown, code: string, field: string, message: string][] = [
    [{}, 'INVALID_PAYLOAD', 'name', 'name is required'],
    [{ name: 5 }, 'INVALID_PAYLOAD', 'name', 'name must be a string, 4 to 50 characters long'],
    [{ name: null }, 'INVALID_PAYLOAD', 'name', 'name must be a string, 4 to 50 characters long'],
    [{ name: 'abc' }, 'FAILED_VALIDATION', 'name', 'name must be 4 to 50 characters long'],
    [{ name: 'abcd', more: 1 }, 'INVALID_PAYLOAD', 'more', 'more is not known here'],
    [{ name: 'abcd', count: '5' }, 'INVALID_PAYLOAD', 'count', 'count must be a whole number, 1 to 10'],
    [{ name: 'abcd', count: 1.5 }, 'FAILED_VALIDATION', 'count', 'count must be a whole number, 1 to 10'],
    [{ name: 'abcd', count: 11 }, 'FAILED_VALIDATION', 'count', 'count must be a whole number, 1 to 10'],
    [
      { name: 'abcd', at: 'now' },
      'INVALID_PAYLOAD',
      'at',
      'at must be a time in unix seconds (not milliseconds) or null',
    ],
    [
      { name: 'abcd', at: 2e12 },
      'FAILED_VALIDATION',
      'at',
      'at must be a time in unix seconds (not milliseconds) or null',
    ],
    [{ name: 'abcd', kind: 'three' }, 'FAILED_VALIDATION', 'kind', 'kind must be one of one, two'],
    [{ name: 'abcd', kind: 1 }, 'INVALID_PAYLOAD', 'kind', 'kind must be one of one, two'],
    [{ name: 'abcd', tags: 'x' }, 'INVALID_PAYLOAD', 'tags', 'tags must be an array of at most 2 items'],
    [{ name: 'abcd', tags: ['x', 'y', 'z'] }, 'FAILED_VALIDATION', 'tags', 'tags must be an array of at most 2 items'],
    [{ name: 'abcd', tags: ['long'] }, 'FAILED_VALIDATION', 'tags.0', 'tags.0 must be at most 3 characters long'],
    [{ name: 'abcd', tags: [1] }, 'INVALID_PAYLOAD', 'tags.0', 'tags.0 must be a string, at most 3 characters long'],
    [{ name: 'abcd', inner: [] }, 'INVALID_PAYLOAD', 'inner', 'inner must be an object'],
    [{ name: 'abcd', inner: {} }, 'INVALID_PAYLOAD', 'inner.yes', 'inner.yes is required'],
    [{ name: 'abcd', inner: { yes: 1 } }, 'INVALID_PAYLOAD', 'inner.yes', 'inner.yes must be true or false'],
    [{ name: 'abcd', inner: { yes: true, a: 1 } }, 'INVALID_PAYLOAD', 'inner.a', 'inner.a is not known here'],
  ]
  for (const [body, code, field, message] of rows) {
    test(`${JSON.stringify(body)}: ${message}`, () => {
      const { shape, values } = validate(body)
      assert.deepEqual([...shape, ...values], [{ code, message, field }])
      assert.equal(shape.length, code === 'INVALID_PAYLOAD' ? 1 : 0)
    })
  }

  test('that is not an object gets an error that says so', () => {
    for (const body of [[], 'x', 5, true, null]) {
      const { shape } = validate(body)
      assert.deepEqual(shape[0]?.message, 'The body must be an object')
    }
  })

  test('that is valid has no problems', () => {
    const right = { name: '😀😀😀😀', count: 10, at: null, kind: 'two', tags: ['a', 'b'], inner: { yes: false } }
    assert.deepEqual(validate(right), { shape: [], values: [] })
  })

  test('with any number of unknown fields is invalid, and at most a hundred are named', () => {
    for (const count of [1, 7, 8, 9, 50, 100, 101, 999, 1_000, 1_001, 9_000]) {
      const more = Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]))
      assert.equal(validate({ name: 'abcd', ...more }).shape.length, Math.min(count, 100), String(count))
    }
  })
})

suite('a query', () => {
  const validate = queryValidator(
    Type.Object(
      { limit: Type.Optional(Type.Integer({ minimum: 1 })), on: Type.Optional(Type.Boolean()), q: Type.String() },
      { additionalProperties: false },
    ),
  )

  test('is read strictly: whole numbers, true and false, and text', () => {
    const { value, problems } = validate({ limit: '5', on: 'false', q: '5' })
    assert.deepEqual(problems, [])
    assert.deepEqual({ ...(value as object) }, { limit: 5, on: false, q: '5' })
  })

  test('has one code for everything that is wrong with it', () => {
    const { problems } = validate({ limit: '0', on: '1', x: '', ['__proto__']: '1' })
    assert.deepEqual(
      problems.map(({ code, field }) => `${code} ${field}`).sort(),
      ['__proto__', 'limit', 'on', 'q', 'x'].map((field) => `INVALID_QUERY ${field}`),
    )
  })
})

suite('a time in milliseconds is refused with a sentence that says seconds', () => {
  const times = /^(from|to|since|before|until|done_at|expires_at|blocked_at|payment_expected_at)$/
  const milliseconds = 1_800_000_000_000
  for (const { method, path, query, body } of [...new Set(rows.map(({ route }) => route)), ...clientRoutes]) {
    for (const name of Object.keys({ ...query?.properties, ...body?.properties }).filter((one) => times.test(one))) {
      test(`${method} ${path} ${name}`, () => {
        const problems =
          query && name in query.properties
            ? queryValidator(query)({ [name]: String(milliseconds) }).problems
            : bodyValidator(body ?? Body)({ [name]: milliseconds }).values
        const { message } = problems.find(({ field }) => field === name) ?? assert.fail('It is not refused.')
        assert.match(message, /seconds \(not milliseconds\)/)
      })
    }
  }
})
