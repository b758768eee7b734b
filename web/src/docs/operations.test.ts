import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument } from './openapi.ts'
import { readDocument } from './openapi.ts'
import { sampleDocument } from './operation/sample-document.ts'
import { anchorOf, chaptersOf, operationsOf } from './operations.ts'
import { search } from './search.ts'

const operations = operationsOf(sampleDocument, '/provider')
const find = (anchor: string) => operations.find((operation) => operation.anchor === anchor)!

for (const [method, path, anchor] of [
  ['post', '/provider/accounts', 'post-accounts'],
  ['patch', '/provider/accounts/{id}/set-blocked', 'patch-accounts-id-set-blocked'],
  ['get', '/billing/cardpay-payments', 'get-billing-cardpay-payments'],
  ['put', '/provider/users/{id}/appToken/{app_id}', 'put-users-id-appToken-app_id'],
  ['get', '/', 'get'],
  ['get', '/providers', 'get-providers'],
] as const) {
  test(`${method} ${path} is found at ${anchor}`, () => assert.equal(anchorOf(method, path, '/provider'), anchor))
}

test('two operations never share an address', () => {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    paths: { '/a/b': { get: {} }, '/a-b': { get: {} }, '/a/{b}': { get: {} } },
  }
  assert.deepEqual(
    operationsOf(document).map((operation) => operation.anchor),
    ['get-a-b', 'get-a-b-2', 'get-a-b-3'],
  )
})

test('parameters of the path belong to its operations', () => {
  assert.deepEqual(
    find('patch-accounts-id-set-blocked').parameters.map((parameter) => parameter.name),
    ['id'],
  )
})

test('an operation’s own word about a parameter counts', () => {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    paths: {
      '/a': {
        parameters: [{ name: 'id', in: 'query', description: 'of the path' }],
        get: {
          parameters: [{ name: 'id', in: 'query', description: 'own' }, { $ref: '#/components/parameters/gone' }],
        },
      },
    },
  }
  assert.deepEqual(
    operationsOf(document)[0]?.parameters.map((parameter) => parameter.description),
    ['own'],
  )
})

test('answers are in the order of their status, the rest last', () => {
  assert.deepEqual(
    find('post-accounts').answers.map((answer) => answer.status),
    ['201', '400', '401', '409', 'default'],
  )
  assert.equal(find('post-accounts').answers[2]?.description, 'The token is missing or not valid')
})

test('an operation says whether it needs a token', () => {
  assert.equal(find('post-accounts').security[0]?.name, 'X-AccessToken')
  assert.deepEqual(find('get-client-hardware-devices').security, [])
})

test('what the document adds under x- names becomes a note in plain words', () => {
  assert.deepEqual(find('post-accounts').notes, [
    ['access', 'full'],
    ['idempotent', 'yes'],
  ])
})

test('chapters follow the document, and nothing is lost', () => {
  const chapters = chaptersOf(sampleDocument, operations)
  assert.deepEqual(
    chapters.map((chapter) => chapter.title),
    ['Accounts', 'Units', 'Client billing', 'Users', 'Other'],
  )
  assert.equal(chapters.flatMap((chapter) => chapter.operations).length, operations.length)
})

for (const [query, anchors] of [
  ['set-blocked', ['patch-accounts-id-set-blocked']],
  ['POST unit', ['post-units']],
  ['  BILL list ', ['get-billing-cardpay-payments']],
  ['hw_id', ['post-units']],
  ['reg_apps', ['post-accounts']],
  ['no such thing', []],
] as const) {
  test(`a search for "${query}" finds ${anchors.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(
      search(operations, query).map((operation) => operation.anchor),
      anchors,
    )
  })
}

test('an empty search finds everything', () => assert.equal(search(operations, ' ').length, operations.length))

test('a document that is not OpenAPI is refused, and the emptiest one is not', () => {
  for (const value of [null, 'text', {}, { swagger: '2.0' }]) assert.throws(() => readDocument(value))
  assert.deepEqual(operationsOf(readDocument({ openapi: '3.1.0' })), [])
  assert.equal(operationsOf(readDocument({ openapi: '3.1.0', paths: { '/a': { get: {} }, '/b': null } })).length, 1)
})
