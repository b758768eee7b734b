/**
 * Every place for an id, in paths, queries and bodies of every row, filled with something that is not an id: refused,
 * and never an error of ours.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { type Answer, openApi } from '#testing/api.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { aPlainWorld, type PlainWorld, plainRows } from '#testing/checks/plain-rows.ts'
import { rows, type Sample, urlOf } from '#testing/checks/rows.ts'
import { filled, type Shape, slotsOf, typesOf, writeJson } from '#testing/checks/slots.ts'
import { samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'

const api = await openApi()
const worlds = {} as Record<DialectName, World>
let plainWorld: PlainWorld
before(async () => {
  for (const dialect of dialectNames) worlds[dialect] = await aWorld(api, await api.dealer(dialect))
  plainWorld = await aPlainWorld(api, await api.dealer())
})

const nobody = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
const wrongTexts = [
  ...['', 'x', 'null', '-1', '0', '1.5', '1e300', '9'.repeat(30), nobody.toUpperCase(), nobody.replaceAll('-', '')],
  ...[nobody.slice(1), `${nobody}0`, nobody.replace('0', 'g'), '\0', `${nobody}\0`, 'x'.repeat(5_000), "' or 1=1 --"],
]
const wrongValues = [
  ...[0.5, 1.5, 2.589e-42, 1e30, 1e300, -1, 0, 2 ** 53, -(2 ** 63), null, true, {}, [], [[]], { id: 1 }, ...wrongTexts],
]

const isIdName = (name: string) => /(^|_)ids?$|^units$/.test(name)
/** An id by its name, or as an item of a list of ids. */
const isIdPath = (path: readonly (string | number)[]) =>
  isIdName(String(path.at(-1))) || (typeof path.at(-1) === 'number' && isIdName(String(path.at(-2))))

type Send = (sample: Sample, body: string | undefined) => Promise<Answer>
interface Asked {
  readonly name: string
  readonly prefix: string
  readonly route: {
    readonly method: string
    readonly params?: TSchema
    readonly query?: TSchema
    readonly body?: TSchema
  }
}

async function fillEverySlot({ name, route }: Asked, sample: Sample, send: Send): Promise<void> {
  const good = sample.body && writeJson(sample.body)
  const refused = (answer: Answer, what: string) => {
    assert.ok(answer.status >= 400 && answer.status < 500, `${name} ${what}: ${answer.status} ${answer.text}`)
    assertError(answer)
  }
  const propertiesOf = (schema: TSchema | undefined) =>
    Object.entries((schema as { properties?: Record<string, Shape> } | undefined)?.properties ?? {})
  for (const [slot, shape] of propertiesOf(route.params)) {
    const schema: { Check(value: unknown): boolean } = Compile(shape)
    // An ident or a name may be any text: whatever it is, nothing of ours breaks.
    const isForm = typesOf(shape).includes('integer') || 'pattern' in shape
    for (const value of wrongTexts) {
      const answer = await send({ ...sample, params: { ...sample.params, [slot]: value } }, good)
      if (isForm && !schema.Check(value)) refused(answer, `:${slot} ${JSON.stringify(value.slice(0, 60))}`)
      assert.ok(answer.status < 500, `${name} :${slot}: ${answer.text}`)
    }
  }
  for (const [slot] of propertiesOf(route.query).filter(([one]) => isIdName(one))) {
    for (const value of wrongTexts) {
      const answer = await send({ ...sample, query: { ...sample.query, [slot]: value } }, good)
      refused(answer, `?${slot}=${JSON.stringify(value.slice(0, 60))}`)
    }
  }
  const body = route.body && Compile(route.body)
  for (const { path } of slotsOf((route.body ?? {}) as Shape).filter((one) => isIdPath(one.path))) {
    for (const value of wrongValues) {
      const wrong = filled(sample.body, path, value)
      const answer = await send(sample, writeJson(wrong))
      const what = `${path.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`
      if (!body?.Check(wrong)) refused(answer, what)
      assert.ok(answer.status < 500, `${name} ${what}: ${answer.text}`)
    }
  }
}

suite('an id of a wrong form is refused on rows of dealers', () => {
  for (const row of rows) {
    test(row.name, async () => {
      const [sample] = await samplesOf(row, worlds[row.dialect])
      const headers = { 'x-accesstoken': worlds[row.dialect].caller.token }
      await fillEverySlot(row, sample, (one, body) =>
        api.ask(row.route.method, urlOf(row, one), body, {
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        }),
      )
    })
  }
})

suite('an id of a wrong form is refused on all other rows', () => {
  for (const row of plainRows) {
    test(row.name, async () => {
      const sample = await plainWorld.sampleOf(row)
      await fillEverySlot(row, sample, (one, body) =>
        api.ask(row.route.method, urlOf(row, one), body, {
          ...plainWorld.headersOf(row),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        }),
      )
    })
  }
})

test('an empty list that must not be empty is refused', async () => {
  const row = plainRows.find(({ name }) => name === 'PUT /client/events/acknowledged')
  assert.ok(row)
  const answer = await api.ask('PUT', '/client/events/acknowledged', { event_ids: [] }, plainWorld.headersOf(row))
  assertError(answer, 400, 'FAILED_VALIDATION')
})

test('nothing failed on our side', () => assert.deepEqual(api.failures, []))
