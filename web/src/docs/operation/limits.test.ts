import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SchemaObject } from '../openapi.ts'
import { limitsOf } from './limits.ts'

const rows: readonly (readonly [SchemaObject, readonly string[]])[] = [
  [{}, []],
  [{ minLength: 4, maxLength: 50 }, ['4 to 50 characters']],
  [{ maxLength: 100 }, ['at most 100 characters']],
  [{ minLength: 1 }, ['at least 1 character']],
  [{ minLength: 0, maxLength: 5 }, ['at most 5 characters']],
  [{ minLength: 3, maxLength: 3 }, ['exactly 3 characters']],
  [{ minimum: 0, maximum: 10 }, ['0 to 10']],
  [{ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, ['at least 1']],
  [{ exclusiveMinimum: 0 }, ['more than 0']],
  [{ minimum: 0, exclusiveMinimum: true, maximum: 5 }, ['more than 0, at most 5']],
  [{ minimum: 10240, maximum: 204800, multipleOf: 10240 }, ['10240 to 204800', 'in steps of 10240']],
  [{ minItems: 1, maxItems: 100, uniqueItems: true }, ['1 to 100 items', 'no duplicates']],
  [{ format: 'uuid', pattern: '^a$' }, ['uuid', 'matches ^a$']],
  [{ default: false, writeOnly: true }, ['only in requests', 'default false']],
]

for (const [schema, limits] of rows) {
  test(`${JSON.stringify(schema)} reads: ${limits.join('; ') || 'nothing'}`, () => {
    assert.deepEqual(limitsOf(schema), limits)
  })
}
