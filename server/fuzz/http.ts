/**
 * Every row of the route table, asked with bad values in every place. Whatever is sent: never a fault of ours, always
 * one of the two documented kinds of answer, nothing accepted that the schema forbids, nothing changed by a refusal.
 */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { dialectNames } from '../src/http/dialects.ts'
import type { Answer, TestApi } from '../src/testing/api.ts'
import { digestOf } from '../src/testing/digest.ts'
import { assertError, assertHeaders } from '../src/testing/every-answer.ts'
import { samplesOf } from '../src/testing/recipes.ts'
import { type Row, rows, type Sample, urlOf } from '../src/testing/rows.ts'
import { exact, filled, type Shape, type Slot, slotsOf, writeJson } from '../src/testing/slots.ts'
import { aWorld, type World } from '../src/testing/world.ts'
import { hostileFor, hostileText } from './hostile.ts'

/** One thing done to a good request. */
type Wound =
  | { readonly in: 'body'; readonly path: Slot['path']; readonly value: unknown }
  | { readonly in: 'params' | 'query'; readonly name: string; readonly value: string }

export interface HttpFuzz {
  readonly cases: number
  readonly seed: number
  /** Only rows whose key has this text in it. */
  readonly only?: string | undefined
  readonly say?: (line: string) => void
}

export interface HttpVerdict {
  readonly rows: number
  readonly requests: number
}

export async function fuzzHttp(
  api: TestApi,
  { cases, seed, only = '', say = () => {} }: HttpFuzz,
): Promise<HttpVerdict> {
  const worlds = new Map<string, World>()
  for (const dialect of dialectNames) worlds.set(dialect, await aWorld(api, await api.dealer(dialect)))
  let requests = 0
  const chosen = rows.filter(({ name }) => name.includes(only))
  for (const row of chosen) {
    const [sample] = await samplesOf(row, worlds.get(row.dialect) as World)
    const target: Target = { api, row, sample, token: (worlds.get(row.dialect) as World).caller.token }
    requests += await fuzzRow(target, cases, seed)
    say(`${row.name}: ${requests} requests`)
  }
  return { rows: chosen.length, requests }
}

interface Target {
  readonly api: TestApi
  readonly row: Row
  readonly sample: Sample
  readonly token: string
}

async function fuzzRow(target: Target, cases: number, seed: number): Promise<number> {
  const { row, api } = target
  const isRight = rightness(row)
  const wounds = fc.array(fc.oneof(...woundsOf(row)), { minLength: 1, maxLength: 3 })
  let requests = 0
  const judge = async (given: readonly Wound[]) => {
    requests++
    const answer = await send(target, given)
    assertAnswer(row, answer)
    if (!isRight(wounded(target.sample, given))) assert.ok(answer.status >= 400, answer.text)
  }
  const options = { seed, numRuns: Math.ceil(cases / 2), endOnFailure: false }
  const wrong = wounds.filter((given) => !isRight(wounded(target.sample, given)))
  const before = await digestOf(api.ctx.db)
  await fc.assert(fc.asyncProperty(wrong, judge), options)
  if ((await digestOf(api.ctx.db)) !== before) await findCulprit(target, wrong, options)
  await fc.assert(fc.asyncProperty(wounds, judge), options)
  return requests
}

/** Something changed although every request was refused: the same requests again, with a look after each. */
async function findCulprit({ api, ...rest }: Target, wrong: fc.Arbitrary<Wound[]>, options: object): Promise<never> {
  const property = fc.asyncProperty(wrong, async (given) => {
    const before = await digestOf(api.ctx.db)
    await send({ api, ...rest }, given)
    assert.equal(await digestOf(api.ctx.db), before, 'A refused request changed something.')
  })
  await fc.assert(property, options)
  throw new Error(`${rest.row.name}: refused requests changed something, but not when sent again.`)
}

function woundsOf({ route }: Row): fc.Arbitrary<Wound>[] {
  const ofBody = route.body ? slotsOf(route.body as Shape) : []
  return [
    ...ofBody.map(({ path, shape }) =>
      fc.oneof(
        { weight: 8, arbitrary: hostileFor(shape).map((value): Wound => ({ in: 'body', path, value })) },
        { weight: 1, arbitrary: fc.constant<Wound>({ in: 'body', path, value: undefined }) },
      ),
    ),
    ...(route.body
      ? [fc.tuple(hostileText, hostileText).map(([name, value]): Wound => ({ in: 'body', path: [name], value }))]
      : []),
    ...Object.keys(route.params?.properties ?? {}).map((name) =>
      hostileText.map((value): Wound => ({ in: 'params', name, value })),
    ),
    ...Object.keys(route.query?.properties ?? {}).map((name) =>
      hostileText.map((value): Wound => ({ in: 'query', name, value })),
    ),
    fc.tuple(hostileText, hostileText).map(([name, value]): Wound => ({ in: 'query', name, value })),
  ]
}

function wounded(sample: Sample, wounds: readonly Wound[]): Sample {
  const params = { ...sample.params }
  const query = { ...sample.query }
  let body: unknown = sample.body
  for (const wound of wounds) {
    if (wound.in === 'body') body = filled(body, wound.path, wound.value)
    else (wound.in === 'params' ? params : query)[wound.name] = wound.value
  }
  return { params, query, ...(body !== undefined && { body: body as Record<string, unknown> }) }
}

/** What the documented schemas say of a request. What they cannot say (an id that is nobody's) counts as right. */
function rightness({ route }: Row): (sample: Sample) => boolean {
  const body = route.body && Compile(route.body)
  const known = Object.keys(route.query?.properties ?? {})
  return ({ body: given, query = {} }) => {
    if (Object.keys(query).some((name) => !known.includes(name))) return false
    if (!body) return true
    const value: unknown = JSON.parse(writeJson(given))
    return hasWholeTexts(value) && body.Check(value)
  }
}

const hasWholeTexts = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.includes('\0') && value.isWellFormed()
    : value === null || typeof value !== 'object' || Object.entries(value).flat().every(hasWholeTexts)

function send({ api, row, sample, token }: Target, wounds: readonly Wound[]): Promise<Answer> {
  const { params = {}, query = {}, body } = wounded(sample, wounds)
  const whole = (texts: Readonly<Record<string, string | number>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, String(text).toWellFormed()]))
  const url = urlOf(row, { params: whole(params), query: whole(query) as Record<string, string> })
  const headers = { 'x-accesstoken': token, ...(body && { 'content-type': 'application/json' }) }
  return api.ask(row.route.method, url, body && writeJson(body), headers)
}

const answerSchemas = new Map<Row, ReturnType<typeof Compile>>()

function assertAnswer(row: Row, answer: Answer): void {
  assert.ok(answer.status < 500, answer.text)
  if (answer.status >= 400) {
    assertError(answer)
    return
  }
  assert.equal(answer.status, row.reply.status, answer.text)
  assertHeaders(answer)
  // A list may have been asked for some of its fields only; what those are is tested elsewhere.
  if (row.reply.isList) return
  const schema = answerSchemas.get(row) ?? Compile(exact(row.reply.shape) as TSchema)
  answerSchemas.set(row, schema)
  assert.ok(schema.Check(row.reply.isWrapped ? answer.body.data : answer.body), answer.text)
}
