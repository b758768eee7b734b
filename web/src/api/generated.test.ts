import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { apiFolder, type Document, generate, readDocuments } from '../../build/api-types.ts'

test('the types are those of the committed documents; npm run api:write writes them', () => {
  for (const [name, text] of Object.entries(generate(readDocuments())))
    assert.equal(readFileSync(join(apiFolder, name), 'utf8'), text)
})

const textOf = (documents: Readonly<Record<string, Document>>) => Object.values(generate(documents)).join('')
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
  const text = textOf({
    provider: answering(reference, { Thing: thing(['id', 'due']) }),
    partner: answering({ type: 'object', properties: { data: reference } }, { Thing: thing(['id', 'blocked_at']) }),
  })
  assert.match(text, /Thing = \{ readonly id: number; readonly due\?: number; readonly blocked_at\?: number \}/)
  assert.match(text, /provider: \['GET', '\/things\/\{id\}', 'bare'\], partner: \['GET', '\/things\/\{id\}', 'data'\]/)
})

test('a thing that one dialect answers inside an array is taken out of it', () => {
  const text = textOf({
    provider: answering(reference, { Thing: thing(['id']) }),
    partner: answering(
      { type: 'object', properties: { data: { type: 'array', items: reference } } },
      { Thing: thing(['id']) },
    ),
  })
  assert.match(text, /answer: Thing;/)
  assert.match(text, /partner: \['GET', '\/things\/\{id\}', 'first'\]/)
})
