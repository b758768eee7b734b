import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument } from '../openapi.ts'
import { exampleOf, examplesOf } from './examples.ts'
import { sampleDocument } from './sample-document.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('an example of the document is shown as it is', () => {
  const shown = examplesOf(sampleDocument, { schema: ref('Price'), example: { any: 'thing' } }, 'request')
  assert.deepEqual(shown, [{ value: { any: 'thing' } }])
})

test('several named examples are all shown', () => {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    components: { examples: { second: { summary: 'The second', value: 2 } } },
  }
  const shown = examplesOf(
    document,
    { examples: { first: { value: 1 }, second: { $ref: '#/components/examples/second' }, away: {} } },
    'response',
  )
  assert.deepEqual(shown, [
    { title: 'first', value: 1 },
    { title: 'The second', value: 2 },
  ])
})

test('a made-up request holds what must be sent', () => {
  assert.deepEqual(exampleOf(sampleDocument, ref('NewAccount'), 'request'), {
    reg_apps: ['5a5ca87f-7cbe-4540-ab5d-77bf4bf69884'],
    user: { name: 'text', login_key: 'text' },
  })
})

test('a made-up answer holds every field but those that only go in', () => {
  const answer = exampleOf(sampleDocument, ref('NewAccount'), 'response') as { user: object; title: string }
  assert.deepEqual(Object.keys(answer), ['reg_apps', 'user', 'title', 'description'])
  assert.deepEqual(Object.keys(answer.user), ['name', 'description'])
})

test('a map shows one of its entries', () => {
  const answer = exampleOf(sampleDocument, { type: 'object', additionalProperties: ref('User') }, 'response')
  assert.deepEqual(Object.keys((answer as { key: object }).key), ['id', 'name', 'email'])
})

test('limits are respected where they can be', () => {
  assert.deepEqual(exampleOf(sampleDocument, ref('Price'), 'request'), {
    quantity: 1,
    currency: 'eur',
    unit_amount: 1,
    name: 'Tracking, March',
  })
  assert.equal(exampleOf(sampleDocument, { type: 'integer', minimum: 10240, multipleOf: 10240 }, 'request'), 10240)
  assert.equal(exampleOf(sampleDocument, { type: 'number', maximum: 0 }, 'request'), 0)
  assert.equal(String(exampleOf(sampleDocument, { type: 'string', minLength: 8 }, 'request')).length, 8)
})

test('a schema that contains itself gives an example that ends', () => {
  assert.ok(JSON.stringify(exampleOf(sampleDocument, ref('Unit'), 'response')).length < 10_000)
  exampleOf(sampleDocument, ref('Json'), 'response')
})
