/** The console's OpenAPI document: current, whole, and with examples that fit. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { openApi } from '../testing/api.ts'
import { exact } from '../testing/slots.ts'
import { consoleRoutes, publicConsoleRoutes } from './console.ts'
import { consoleDocumentText } from './openapi-console.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it comes.
type Any = any

const committed = readFileSync(join(import.meta.dirname, '../../../docs/api/console.openapi.json'), 'utf8')
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

test('is committed as the rows make it (npm run api:write)', () => assert.equal(committed, consoleDocumentText()))

test('is served as it is committed, to anybody', async () => {
  const api = await openApi()
  const answer = await api.ask('GET', '/openapi/console.json')
  assert.deepEqual([answer.status, answer.text], [200, committed])
})

test('has every row and nothing else, and says which need no session', () => {
  const nameOf = ({ method, path }: { method: string; path: string }) =>
    `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`
  const mounted = [...publicConsoleRoutes, ...consoleRoutes].map((row) =>
    nameOf({ ...row, path: `/console${row.path}` }),
  )
  assert.deepEqual(operations.map(nameOf).sort(), mounted.sort())
  const open = operations.filter(({ operation }) => operation.security?.length === 0)
  assert.equal(open.length, publicConsoleRoutes.length)
})

test('refers only to what is there, and leaves nothing unused', () => {
  const references = new Set(committed.match(/#\/components\/[\w/-]+/g))
  for (const reference of references) assert.ok(lookUp(reference), reference)
  for (const [kind, named] of Object.entries<Any>(document.components)) {
    if (kind === 'securitySchemes') continue
    for (const name of Object.keys(named)) assert.ok(references.has(`#/components/${kind}/${name}`), `${kind} ${name}`)
  }
})

test('has examples that fit their schemas', () => {
  for (const { path, operation } of operations) {
    for (const part of [operation.requestBody, ...Object.values<Any>(operation.responses)]) {
      const content = whole(part)?.content?.['application/json']
      if (!content) continue
      assert.doesNotMatch(JSON.stringify(content.example), /"text"(?!:)/, path)
      const schema = Compile(exact(content.schema) as TSchema)
      assert.deepEqual([...schema.Errors(content.example)], [], `${path}: ${JSON.stringify(content.example)}`)
    }
  }
})
