import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Document, generate, readDocuments, typesFile } from '../../build/api-types.ts'

test('the types are those of the committed documents; npm run api:write writes them', () => {
  assert.equal(readFileSync(typesFile, 'utf8'), generate(readDocuments()))
})

const answering = (schema: object, schemas: object = {}) =>
  ({
    paths: {
      '/things/{id}': {
        get: { operationId: 'getThing', responses: { 200: { content: { 'application/json': { schema } } } } },
      },
    },
    components: { schemas },
  }) as unknown as Document
const thing = (fields: readonly string[]) => ({
  type: 'object',
  required: fields,
  properties: Object.fromEntries(fields.map((name) => [name, { type: 'integer' }])),
})
const reference = { $ref: '#/components/schemas/Thing' }

test('a field that only one dialect has is optional', () => {
  const text = generate({
    provider: answering(reference, { Thing: thing(['id', 'due']) }),
    partner: answering({ type: 'object', properties: { data: reference } }, { Thing: thing(['id', 'blocked_at']) }),
  })
  assert.match(text, /Thing = \{ readonly id: number; readonly due\?: number; readonly blocked_at\?: number \}/)
  assert.match(text, /provider: \['GET', '\/things\/\{id\}', 'bare'\], partner: \['GET', '\/things\/\{id\}', 'data'\]/)
})

test('a thing that one dialect answers inside an array is taken out of it', () => {
  const text = generate({
    provider: answering(reference, { Thing: thing(['id']) }),
    partner: answering(
      { type: 'object', properties: { data: { type: 'array', items: reference } } },
      { Thing: thing(['id']) },
    ),
  })
  assert.match(text, /answer: Thing;/)
  assert.match(text, /partner: \['GET', '\/things\/\{id\}', 'first'\]/)
})
