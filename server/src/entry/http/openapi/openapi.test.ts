/** The OpenAPI documents: current, complete, and with examples that work. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { openApi } from '#testing/api.ts'
import { fresh } from '#testing/builders.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { rows, urlOf } from '#testing/checks/rows.ts'
import { exact } from '#testing/checks/slots.ts'
import { samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'
import { mountedRoutes } from '../server.ts'
import { openApiText } from './openapi.ts'

const api = await openApi()
const worlds = {} as Record<DialectName, World>
before(async () => {
  for (const dialect of dialectNames) worlds[dialect] = await aWorld(api, await api.dealer(dialect))
})

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it comes.
type Any = any

const fileOf = (dialect: DialectName) => join(import.meta.dirname, `../../../../../docs/api/${dialect}.openapi.json`)
const textOf = (dialect: DialectName) => readFileSync(fileOf(dialect), 'utf8')

/** Every object of the document with its location, outermost first. */
function* objectsIn(value: Any, place = '#'): Generator<[place: string, object: Any]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [place, value]
  for (const [key, inside] of Object.entries(value)) yield* objectsIn(inside, `${place}/${key}`)
}

const isInsideExample = (place: string) => /\/(example|enum)(\/|$)/.test(place)

function lookUp(document: Any, reference: string): Any {
  return reference
    .slice(2)
    .split('/')
    .reduce((at, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

/** The schema with every reference resolved. Ours are never recursive. */
function whole(document: Any, schema: Any): Any {
  if (Array.isArray(schema)) return schema.map((item) => whole(document, item))
  if (schema === null || typeof schema !== 'object') return schema
  if (typeof schema.$ref === 'string') return whole(document, lookUp(document, schema.$ref))
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, whole(document, value)]))
}

function operationsOf(document: Any): { path: string; method: string; operation: Any }[] {
  return Object.entries<Any>(document.paths).flatMap(([path, item]) =>
    Object.entries<Any>(item).map(([method, operation]) => ({ path, method, operation })),
  )
}

for (const dialect of dialectNames) {
  suite(`the ${dialect} document`, () => {
    const document = JSON.parse(openApiText(dialect, mountedRoutes)) as Any
    const operations = operationsOf(document)

    test('is committed as it is generated (npm run api:write)', () => {
      assert.equal(textOf(dialect), openApiText(dialect, mountedRoutes))
    })

    test('is served as it is committed, to anyone', async () => {
      const answer = await api.ask('GET', `/openapi/${dialect}.json`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(answer.text, textOf(dialect))
    })

    test('has every row and nothing else', () => {
      const mounted = rows
        .filter((row) => row.dialect === dialect)
        .map(({ prefix, route }) => `${route.method} ${prefix}${route.path.replace(/:(\w+)/g, '{$1}')}`)
      assert.deepEqual(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort(), mounted.sort())
    })

    test('refers only to what exists, and has no unused parts', () => {
      const references = new Set<string>()
      for (const [place, object] of objectsIn(document)) {
        if (isInsideExample(place) || typeof object.$ref !== 'string') continue
        assert.ok(lookUp(document, object.$ref), `${place}: ${object.$ref}`)
        references.add(object.$ref)
      }
      for (const [kind, named] of Object.entries<Any>(document.components)) {
        if (kind === 'securitySchemes') continue
        for (const name of Object.keys(named))
          assert.ok(references.has(`#/components/${kind}/${name}`), `${kind} ${name}`)
      }
    })

    test('describes every operation', () => {
      const tags = document.tags.map(({ name, description }: Any) => {
        assert.match(description ?? '', /\.$/, name)
        return name
      })
      for (const { path, method, operation } of operations) {
        const place = `${method} ${path}`
        assert.ok(operation.summary && operation.operationId, place)
        assert.ok(
          operation.tags.every((tag: string) => tags.includes(tag)),
          place,
        )
        assert.ok('default' in operation.responses, place)
        for (const status of ['400', '401', '429']) assert.ok(status in operation.responses, `${place} ${status}`)
        const body = whole(document, operation.requestBody?.content['application/json'].schema ?? {})
        const isOfAccount =
          'account_id' in (body.properties ?? {}) || operation.parameters.some(({ name }: Any) => name === 'account_id')
        assert.equal('404' in operation.responses, path.includes('{') || isOfAccount, place)
        for (const response of Object.values<Any>(operation.responses)) {
          assert.match(whole(document, response).description, /\.$/, place)
        }
        assert.equal(operation.requestBody !== undefined, operation.requestBody?.required === true, place)
      }
      const ids = operations.map(({ operation }) => operation.operationId)
      assert.equal(new Set(ids).size, ids.length)
      for (const id of ids) assert.match(id, /^[a-z][A-Za-z]+$/)
      const schemes = Object.keys(document.components.securitySchemes)
      assert.deepEqual(document.security.flatMap(Object.keys), schemes)
    })

    test('declares every parameter once, and those of the path as required', () => {
      for (const { path, method, operation } of operations) {
        const place = `${method} ${path}`
        const parameters = whole(document, operation.parameters) as Any[]
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        assert.deepEqual(
          parameters.filter((one) => one.in === 'path').map(({ name, required }) => [name, required]),
          inPath.map((name) => [name, true]),
          place,
        )
        assert.equal(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size, parameters.length, place)
        for (const parameter of parameters) {
          assert.ok(parameter.description, `${place} ${parameter.name}`)
          assert.equal(typeof parameter.schema, 'object', `${place} ${parameter.name}`)
        }
        assert.equal(
          parameters.some(({ name }) => name === 'Idempotency-Key'),
          method === 'post',
          place,
        )
      }
    })

    test('uses only words of JSON Schema in its schemas', () => {
      const words = new Set([
        ...[
          '$ref',
          'type',
          'properties',
          'required',
          'additionalProperties',
          'items',
          'anyOf',
          'enum',
          'const',
          'pattern',
        ],
        ...['minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf', 'minItems', 'maxItems', 'minProperties'],
        ...['title', 'description'],
      ])
      const check = (schema: Any, place: string): void => {
        if (typeof schema === 'boolean') return
        for (const word of Object.keys(schema)) assert.ok(words.has(word), `${place}: ${word}`)
        for (const [name, field] of Object.entries<Any>(schema.properties ?? {})) check(field, `${place}/${name}`)
        for (const inside of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])]) {
          if (inside !== undefined) check(inside, place)
        }
        for (const name of schema.required ?? []) assert.ok(name in schema.properties, `${place}: ${name}`)
      }
      for (const [place, object] of objectsIn(document)) {
        if (!isInsideExample(place) && 'schema' in object && !place.endsWith('/properties')) check(object.schema, place)
      }
      for (const [name, schema] of Object.entries(document.components.schemas)) check(schema, name)
    })

    test('has an example for every body and answer, and each fits its schema exactly', () => {
      let count = 0
      for (const [place, object] of objectsIn(document)) {
        if (isInsideExample(place) || !('schema' in object)) continue
        if (!('example' in object)) {
          assert.doesNotMatch(place, /application\/json$/)
          continue
        }
        const schema = Compile(exact(whole(document, object.schema)) as TSchema)
        assert.deepEqual([...schema.Errors(object.example)], [], `${place}: ${JSON.stringify(object.example)}`)
        assert.doesNotMatch(JSON.stringify(object.example), /"text"(?!:)/, place)
        count++
      }
      assert.ok(count > 90, String(count))
    })
  })

  suite(`an example of the ${dialect} document, sent unchanged except for ids, works`, () => {
    const document = JSON.parse(openApiText(dialect, mountedRoutes)) as Any
    const ownIds = [
      'account_id',
      'device_link',
      'tariff_plan_id',
      'tariff_plans',
      'secretKey',
      'matches',
      'unit_ids',
      'terms',
    ]
    for (const row of rows.filter((one) => one.dialect === dialect && one.route.body)) {
      test(row.name, async () => {
        const world = worlds[dialect]
        const path = `${row.prefix}${row.route.path.replace(/:(\w+)/g, '{$1}')}`
        const operation = document.paths[path][row.route.method.toLowerCase()]
        const { example } = operation.requestBody.content['application/json']
        const samples = await samplesOf(row, world)
        // The example of a changed account is an owned one, which the recipe's last sample is.
        const sample = row.key === 'PATCH /accounts/:id' ? samples.at(-1) : samples[0]
        const ids = Object.entries(sample?.body ?? {}).filter(([name]) => ownIds.includes(name))
        const body = { ...example, ...Object.fromEntries(ids) }
        if (body.user) body.user = { ...body.user, name: fresh(body.user.name) }
        if (row.key === 'PATCH /users/:id') body.name = fresh(body.name)
        if (body.ident) body.ident = fresh(body.ident)
        if (row.key === 'POST /staff') body.email = `${fresh('anna')}@example.com`
        const answer = await world.caller.ask(row.route.method, urlOf(row, { ...sample }), body)
        assert.equal(answer.status, row.reply.status, answer.text)
      })
    }
  })
}

test('a document of an unknown dialect is not found', async () => {
  for (const file of ['nothing.json', 'provider', 'provider.yaml', '__proto__', 'constructor', '..%2fprovider.json']) {
    assertError(await api.ask('GET', `/openapi/${file}`), 404, 'NOT_FOUND')
  }
})

test('generated clients compile: no schema is named like the constructor of another', () => {
  for (const name of ['provider', 'partner', 'client', 'console', 'operator'] as DialectName[]) {
    const { components } = JSON.parse(textOf(name))
    assert.deepEqual(
      Object.keys(components.schemas).filter((one) => one.startsWith('New')),
      [],
      name,
    )
  }
})

test('every id in a path says what it identifies', () => {
  const texts = new Map(
    (['provider', 'client', 'operator'] as DialectName[]).flatMap((name) =>
      operationsOf(JSON.parse(textOf(name))).flatMap(({ path, operation }) =>
        (operation.parameters as Any[])
          .filter((one) => one.in === 'path')
          .map((one) => [`${path} ${one.name}`, one.description] as const),
      ),
    ),
  )
  assert.equal(texts.get('/provider/units/{id}/commands/{command_id} id'), 'The id of the unit.')
  assert.equal(texts.get('/provider/units/{id}/commands/{command_id} command_id'), 'The id of the command.')
  assert.equal(texts.get('/operator/subscription-plans/{app_id}/{name} name'), 'The name of the subscription plan.')
  for (const [place, text] of texts) {
    assert.equal(text === 'The id of the application.', place.endsWith(' app_id'), `${place}: ${text}`)
  }
})
