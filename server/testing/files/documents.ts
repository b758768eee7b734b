/** What must hold for every OpenAPI document of callers without a dialect. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { openApi } from '../api.ts'
import { exact } from '../checks/slots.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it comes.
type Any = any

interface Expected {
  /** All operations, and those that need no session. */
  readonly rows: readonly string[]
  readonly open: readonly string[]
}

export const rowName = (prefix: string, { method, path }: { method: string; path: string }): string =>
  `${method} ${prefix}${path.replace(/:(\w+)/g, '{$1}')}`

export function testDocument(name: string, made: () => string, { rows, open }: Expected): void {
  const committed = readFileSync(join(import.meta.dirname, `../../../docs/api/${name}.openapi.json`), 'utf8')
  const document = JSON.parse(committed) as Any
  const operations = Object.entries<Any>(document.paths).flatMap(([path, item]) =>
    Object.entries<Any>(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
  const lookUp = (reference: string): Any =>
    reference
      .slice(2)
      .split('/')
      .reduce((at, part) => at?.[part], document)
  const whole = (value: Any): Any => {
    if (Array.isArray(value)) return value.map(whole)
    if (value === null || typeof value !== 'object') return value
    if (typeof value.$ref === 'string') return whole(lookUp(value.$ref))
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, whole(inside)]))
  }

  test('is committed as it is generated (npm run api:write)', () => assert.equal(committed, made()))

  test('is served as it is committed, to anyone', async () => {
    const api = await openApi()
    const answer = await api.ask('GET', `/openapi/${name}.json`)
    assert.deepEqual([answer.status, answer.text], [200, committed])
  })

  test('has every row and nothing else, and marks those that need no session', () => {
    assert.deepEqual(operations.map((one) => one.name).sort(), rows.toSorted())
    const isOpen = operations.filter(({ operation }) => operation.security?.length === 0)
    assert.deepEqual(isOpen.map((one) => one.name).sort(), open.toSorted())
  })

  test('refers only to what exists, and has no unused parts', () => {
    const references = new Set(committed.match(/#\/components\/[\w/-]+/g))
    for (const reference of references) assert.ok(lookUp(reference), reference)
    for (const [kind, named] of Object.entries<Any>(document.components)) {
      if (kind === 'securitySchemes') continue
      for (const one of Object.keys(named)) assert.ok(references.has(`#/components/${kind}/${one}`), `${kind} ${one}`)
    }
  })

  test('describes every operation, once', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
    const tags = document.tags.map((tag: Any) => tag.name)
    for (const one of operations) {
      assert.ok(one.operation.summary, one.name)
      for (const tag of one.operation.tags) assert.ok(tags.includes(tag), one.name)
    }
  })

  test('has examples that fit their schemas', () => {
    let count = 0
    for (const one of operations) {
      for (const part of [one.operation.requestBody, ...Object.values<Any>(one.operation.responses)]) {
        const content = whole(part)?.content?.['application/json']
        if (!content) continue
        count += 1
        // As a value: a field with this name exists.
        assert.doesNotMatch(JSON.stringify(content.example), /[:[]"text"/, one.name)
        const schema = Compile(exact(content.schema) as TSchema)
        assert.deepEqual([...schema.Errors(content.example)], [], `${one.name}: ${JSON.stringify(content.example)}`)
      }
    }
    assert.ok(count > operations.length, String(count))
  })
}
