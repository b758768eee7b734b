import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument, Schema } from '../openapi.ts'
import { fieldOf, fieldOfParameter, fieldsOf, typeOf } from './fields.ts'
import { sampleDocument } from './sample-document.ts'

const schema = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const rowsOf = (name: string) => fieldsOf(sampleDocument, schema(name))
const rowOf = (name: string, field: string) => rowsOf(name).find((row) => row.name === field)!

const types: readonly (readonly [Schema | undefined, string])[] = [
  [undefined, 'any'],
  [true, 'any'],
  [false, 'nothing'],
  [{}, 'any'],
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'string', nullable: true }, 'string or null'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer or null'],
  [{ oneOf: [{ const: 10 }, { const: 20 }, { const: null }] }, 'number or null'],
  [{ enum: ['a', 1] }, 'string or number'],
  [{ type: 'array' }, 'array'],
  [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'array of array of string'],
  [{ properties: {} }, 'object'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'map to number'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'string' } } }, 'map to string'],
  [{ type: 'object', additionalProperties: false }, 'object'],
  [{ $ref: '#/components/schemas/Price' }, 'object'],
  [{ $ref: '#/components/schemas/Missing' }, 'any'],
  [{ $ref: 'elsewhere.json#/Thing' }, 'any'],
  [schema('Json'), 'string or number or array of Json or map to Json'],
]

for (const [given, type] of types) {
  test(`${JSON.stringify(given)} is called "${type}"`, () => assert.equal(typeOf(sampleDocument, given), type))
}

test('a body becomes rows that say what is required and which limits hold', () => {
  const rows = rowsOf('NewAccount').map(({ name, type, isRequired, limits }) => [name, type, isRequired, limits])
  assert.deepEqual(rows, [
    ['reg_apps', 'array of string', true, ['at least 1 item', 'no duplicates']],
    ['user', 'object', true, []],
    ['title', 'string', false, ['4 to 50 characters']],
    ['description', 'string', false, []],
  ])
  assert.deepEqual(rowOf('NewAccount', 'reg_apps').values, ['"5a5ca87f-7cbe-4540-ab5d-77bf4bf69884"'])
})

test('nested fields wait below their row', () => {
  const rows = rowOf('NewAccount', 'user').children?.() ?? []
  assert.deepEqual(
    rows.map((row) => [row.name, row.type, row.limits]),
    [
      ['name', 'string', ['4 to 50 characters']],
      ['login_key', 'string', ['4 to 50 characters', 'only in requests']],
      ['description', 'string or null', ['at most 100 characters']],
    ],
  )
})

test('what a use of a shared schema adds is said instead of the schema’s own words', () => {
  assert.equal(rowOf('Account', 'user').description, 'Only where the account was just created.')
  assert.deepEqual(
    rowOf('Account', 'client_payment_lifecycle')
      .children?.()
      .map((row) => row.name),
    ['payment_expected_at', 'payment_notify_offset', 'block_offset', 'use_fleet_lifecycle'],
  )
})

test('a closed list written as a choice of constants is a list of values', () => {
  assert.deepEqual(rowOf('Account', 'type').values, ['10', '20'])
})

test('parts joined by allOf are one table', () => {
  assert.deepEqual(
    rowsOf('Unit').map((row) => [row.name, row.isRequired]),
    [
      ['id', true],
      ['name', false],
      ['ident', false],
      ['unit_storage', false],
      ['links', false],
    ],
  )
})

test('a schema that contains itself can be opened as deep as anybody likes', () => {
  let rows = rowsOf('Unit')
  for (let depth = 0; depth < 20; depth++) rows = rows.find((row) => row.name === 'links')?.children?.() ?? []
  assert.equal(rows.length, 5)
})

test('a map and a choice of objects have rows for their values', () => {
  const given: Schema = {
    oneOf: [
      { title: 'Card', type: 'object', properties: { number: { type: 'string' } } },
      schema('User'),
      { type: 'object', additionalProperties: schema('Price') },
    ],
  }
  const rows = fieldsOf(sampleDocument, given)
  assert.deepEqual(
    rows.map((row) => [row.name, row.kind]),
    [
      ['Card', 'choice'],
      ['User', 'choice'],
      ['choice 3', 'choice'],
    ],
  )
  const [entry] = rows[2]?.children?.() ?? []
  assert.equal(entry?.kind, 'entry')
  assert.equal(entry?.children?.().length, 4)
})

test('schemas that only lead back to themselves end', () => {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    components: {
      schemas: {
        Ring: { $ref: '#/components/schemas/Ring' },
        Choice: { anyOf: [{ $ref: '#/components/schemas/Choice' }, { $ref: '#/components/schemas/Choice' }] },
        Both: { allOf: [{ $ref: '#/components/schemas/Both' }, { $ref: '#/components/schemas/Both' }] },
        List: { type: 'array', items: { $ref: '#/components/schemas/List' } },
        Map: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Map' } },
      },
    },
  }
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    const field = fieldOf(document, name, schema(name), false)
    assert.equal(field.children, undefined, name)
    fieldsOf(document, schema(name))
  }
})

test('a parameter speaks for itself before its schema does', () => {
  const field = fieldOfParameter(sampleDocument, {
    name: 'count',
    in: 'query',
    description: 'How many.',
    schema: { type: 'integer', minimum: 1, description: 'A number.' },
  })
  assert.deepEqual(
    [field.name, field.description, field.isRequired, field.limits],
    ['count', 'How many.', false, ['at least 1']],
  )
})
