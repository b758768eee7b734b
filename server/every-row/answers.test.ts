/** The form of an answer: every row of the route table, with valid and slightly invalid requests. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { openApiDocument } from '#entry/http/openapi/openapi.ts'
import { mountedRoutes } from '#entry/http/server.ts'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import type { Reply } from '#kernel/api/route.ts'
import { type Answer, openApi } from '#testing/api.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { assertError, assertHeaders } from '#testing/checks/every-answer.ts'
import { type Row, rows, type Sample, urlOf } from '#testing/checks/rows.ts'
import { exact } from '#testing/checks/slots.ts'
import { keptSamples, recipeKeys, samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'

const api = await openApi()
const worlds = {} as Record<DialectName, World>
before(async () => {
  for (const dialect of dialectNames) worlds[dialect] = await aWorld(api, await api.dealer(dialect))
})

const unused = keptSamples()
const send = (row: Row, { body, ...sample }: Sample, method: string = row.route.method): Promise<Answer> =>
  api.ask(method, urlOf(row, sample), body, { 'x-accesstoken': worlds[row.dialect].caller.token })

test('every row describes itself, its answer, and how to try it', () => {
  assert.ok(rows.length > 80)
  for (const { route, reply, key } of rows) {
    assert.match(route.tag, /^[A-Z]/, key)
    assert.match(route.summary, /^[A-Z].{8,}[^.]$/, key)
    assert.ok(reply.status === 200 || reply.status === 201, key)
    assert.ok(Object.keys(reply.shape).length > 0, key)
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    assert.deepEqual(Object.keys(route.params?.properties ?? {}), inPath, key)
    for (const schema of [route.query, route.body]) {
      assert.ok(!schema || (schema as { additionalProperties?: unknown }).additionalProperties === false, key)
    }
  }
  assert.deepEqual([...new Set(rows.map(({ key }) => key))].sort(), [...recipeKeys].sort())
})

test('both dialects exist, and their rows differ only where they should', () => {
  const onlyIn = (dialect: DialectName) =>
    rows.filter(
      (row) => row.dialect === dialect && !rows.some((other) => other.key === row.key && other.dialect !== dialect),
    )
  assert.deepEqual(
    onlyIn('provider').map(({ key }) => key),
    [
      'PUT /accounts/:id/activate',
      'PATCH /accounts/:id/set-payment-lifecycle',
      'POST /units/sensors',
      'POST /units/assets',
      'PUT /units/:id/link',
      'PUT /units/:id/category',
      'GET /units/:id/place',
      'PUT /units/:id/place',
      'PATCH /client-plans/:id/payment-lifecycle',
      'POST /client-plans/:id/payment-lifecycle',
      'GET /billing/cardpay-invoice',
      'GET /billing/customer-portal',
    ],
  )
  // The same two, with an application in the path.
  assert.deepEqual(
    onlyIn('partner').map(({ key }) => key),
    ['GET /billing/cardpay-invoice/:app_id', 'GET /billing/customer-portal/:app_id'],
  )
})

function answerSchema({ shape, isList, isWrapped }: Reply, query: Sample['query'] = {}): TSchema {
  const named = query.fields?.split(',')
  const ofMap = (shape as { additionalProperties?: TObject }).additionalProperties
  const item = !named
    ? shape
    : typeof ofMap === 'object'
      ? { type: 'object', additionalProperties: chosenPart(ofMap, named) }
      : chosenPart(shape as TObject, named)
  const payload = isList ? { type: 'array', items: item } : item
  const whole = isWrapped ? { type: 'object', required: ['data'], properties: { data: payload } } : payload
  return exact(whole) as TSchema
}

const chosenPart = ({ properties }: TObject, names: readonly string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
})

const documents = Object.fromEntries(dialectNames.map((name) => [name, openApiDocument(name, mountedRoutes)]))

suite('a valid request gets the documented status, envelope and fields, and no others', () => {
  for (const row of rows) {
    test(row.name, async () => {
      for (const sample of await samplesOf(row, worlds[row.dialect])) {
        const answer = await send(row, sample)
        assert.equal(answer.status, row.reply.status, answer.text)
        assertHeaders(answer, row.route.produces)
        // A file is checked where it is created.
        if (row.route.produces) continue
        const schema = Compile(answerSchema(row.reply, sample.query))
        assert.deepEqual([...schema.Errors(answer.body)], [], answer.text)
      }
      const path = `${row.prefix}${row.route.path.replace(/:(\w+)/g, '{$1}')}`
      const { paths } = documents[row.dialect] as { paths: Record<string, Record<string, { responses: object }>> }
      const operation = paths[path]?.[row.route.method.toLowerCase()]
      assert.ok(operation, `${path} is not in the OpenAPI document`)
      assert.ok(String(row.reply.status) in operation.responses)
    })
  }
})

suite('a path with an unsupported method names the supported ones', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
  const paths = Map.groupBy(rows, (row) => `${row.prefix}${row.route.path} (${row.dialect})`)
  for (const [path, own] of paths) {
    test(path, async () => {
      const row = own[0] as Row
      const [sample] = await unused(row, worlds[row.dialect])
      const taken = own.map(({ route }) => route.method as string)
      if (own.some(({ route }) => route.method === 'GET' && !route.changes)) taken.push('HEAD')
      const before = await digestOf(api.ctx.db)
      for (const method of methods.filter((one) => !taken.includes(one))) {
        const answer = await send(row, { ...(sample.params && { params: sample.params }) }, method)
        assert.equal(answer.status, 405, `${method}: ${answer.status} ${answer.text}`)
        assert.deepEqual(answer.headers.allow?.split(', ').sort(), taken.sort())
        if (method !== 'HEAD') assertError(answer, 405)
      }
      assert.equal(await digestOf(api.ctx.db), before)
    })
  }
})

suite('an unknown path is a 404 with the usual body', () => {
  for (const dialect of dialectNames) {
    test(dialect, async () => {
      const { token } = worlds[dialect].caller
      for (const path of ['', '/', '/Accounts', '/accounts//', '/accounts/1/2/3', '/nothing', '/units/1/']) {
        const answer = await api.ask('GET', `/${dialect}${path}`, undefined, { 'x-accesstoken': token })
        assertError(answer, 404)
        assert.equal(answer.body.errors[0].code, 'ROUTE_NOT_FOUND')
      }
    })
  }
})

suite('an unknown parameter or field is refused by name, and nothing is done', () => {
  for (const row of rows) {
    test(row.name, async () => {
      const [sample] = await unused(row, worlds[row.dialect])
      const before = await digestOf(api.ctx.db)
      for (const name of [
        'unknown',
        'Limit',
        'ID',
        'constructor',
        '__proto__',
        'toString',
        'app-id',
        'fields[]',
        ' ',
      ]) {
        const answer = await send(row, { ...sample, query: { ...sample.query, [name]: 'x' } })
        assertError(answer, 400)
        const [problem] = answer.body.errors
        assert.deepEqual([problem.code, problem.field], ['INVALID_QUERY', name])
      }
      if (sample.body) {
        const known = Object.keys(row.route.body?.properties ?? {})
        const names = ['unknown', 'Title', 'ID', 'toString', 'id', 'pid', 'dealer_id', 'type', 'ack', 'email']
        for (const name of names.filter((one) => !known.includes(one))) {
          const answer = await send(row, { ...sample, body: { ...sample.body, [name]: 'x' } })
          assertError(answer, 400)
          const [problem] = answer.body.errors
          assert.deepEqual([problem.code, problem.field], ['INVALID_PAYLOAD', name])
        }
      }
      assert.equal(await digestOf(api.ctx.db), before)
    })
  }
})

suite('a body without a required field names what is missing', () => {
  for (const row of rows.filter(({ route }) => route.body)) {
    test(row.name, async () => {
      const [sample] = await unused(row, worlds[row.dialect])
      const before = await digestOf(api.ctx.db)
      for (const field of requiredFields(row.route.body as TObject)) {
        const answer = await send(row, { ...sample, body: without(sample.body as object, field.split('.')) })
        assertError(answer, 400)
        const problem = { code: 'INVALID_PAYLOAD', message: `${field} is required`, field }
        assert.deepEqual(answer.body.errors, [problem])
      }
      assert.equal(await digestOf(api.ctx.db), before)
    })
  }
})

function requiredFields(schema: TObject, path = ''): string[] {
  const required = (schema as { required?: string[] }).required ?? []
  return Object.entries(schema.properties as Record<string, TObject>).flatMap(([name, field]) => {
    if (!required.includes(name)) return []
    return [`${path}${name}`, ...(field.properties ? requiredFields(field, `${path}${name}.`) : [])]
  })
}

function without(body: object, [name, ...rest]: readonly string[]): Record<string, unknown> {
  const { [name as string]: value, ...others } = body as Record<string, unknown>
  return rest.length > 0 ? { ...others, [name as string]: without(value as object, rest) } : others
}
