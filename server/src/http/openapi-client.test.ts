/** The client's OpenAPI document: current, whole, and with examples that fit. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { sharedRoutes } from '../shares/routes.ts'
import { openApi } from '../testing/api.ts'
import { exact } from '../testing/slots.ts'
import { clientRoutes, publicClientRoutes } from './client.ts'
import { clientDocumentText } from './openapi-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it comes.
type Any = any

const committed = readFileSync(join(import.meta.dirname, '../../../docs/api/client.openapi.json'), 'utf8')
const document = JSON.parse(committed) as Any
const operations = Object.entries<Any>(document.paths).flatMap(([path, item]) =>
  Object.entries<Any>(item).map(([method, operation]) => ({ path, method, operation })),
)
const lookUp = (reference: string): Any =>
  reference
    .slice(2)
    .split('/')
    .reduce((at, part) => at?.[part], document)

function whole(value: Any): Any {
  if (Array.isArray(value)) return value.map(whole)
  if (value === null || typeof value !== 'object') return value
  if (typeof value.$ref === 'string') return whole(lookUp(value.$ref))
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, whole(inside)]))
}

test('is committed as the rows make it (npm run api:write)', () => assert.equal(committed, clientDocumentText()))

test('is served as it is committed, to anybody', async () => {
  const api = await openApi()
  const answer = await api.ask('GET', '/openapi/client.json')
  assert.deepEqual([answer.status, answer.text], [200, committed])
})

test('has every row and nothing else, and says which need no session', () => {
  const nameOf = ({ method, path }: { method: string; path: string }) =>
    `${method} /client${path.replace(/:(\w+)/g, '{$1}')}`
  const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const mounted = [...publicClientRoutes, ...clientRoutes].map(nameOf)
  const shared = sharedRoutes.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(documented.sort(), [...mounted, ...shared, 'GET /client/live', 'GET /shared/live'].sort())
  const open = operations.filter(({ operation }) => operation.security?.length === 0)
  assert.deepEqual(
    open.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort(),
    publicClientRoutes.map(nameOf).sort(),
  )
})

test('refers only to what is there, and leaves nothing unused', () => {
  const references = new Set(committed.match(/#\/components\/[\w/-]+/g))
  for (const reference of references) assert.ok(lookUp(reference), reference)
  for (const [kind, named] of Object.entries<Any>(document.components)) {
    if (kind === 'securitySchemes') continue
    for (const name of Object.keys(named)) assert.ok(references.has(`#/components/${kind}/${name}`), `${kind} ${name}`)
  }
})

test('describes every operation, once', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  assert.equal(new Set(ids).size, ids.length)
  const tags = document.tags.map(({ name }: Any) => name)
  for (const { path, operation } of operations) {
    assert.ok(operation.summary, path)
    for (const tag of operation.tags) assert.ok(tags.includes(tag), path)
  }
})

test('has examples that fit their schemas', () => {
  let count = 0
  for (const { path, operation } of operations) {
    for (const part of [operation.requestBody, ...Object.values<Any>(operation.responses)]) {
      const content = whole(part)?.content?.['application/json']
      if (!content) continue
      count += 1
      // As a value: there is a field of this name.
      assert.doesNotMatch(JSON.stringify(content.example), /[:[]"text"/, path)
      const schema = Compile(exact(content.schema) as TSchema)
      assert.deepEqual([...schema.Errors(content.example)], [], `${path}: ${JSON.stringify(content.example)}`)
    }
  }
  assert.ok(count > 90, String(count))
})
