/**
 * Every route of every API (dealers in both dialects, clients, consoles, operator, links, payment pages, devices),
 * called with bad values in every position. Whatever is sent: no internal error, always one of the two documented kinds
 * of answer, nothing accepted that the schema forbids, and no dealer's data changed by a refusal.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { dialectNames } from '#kernel/api/dialects.ts'
import type { Reply } from '#kernel/api/route.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { type Answer, startApi, type TestApi } from '#testing/api.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { assertError, assertHeaders } from '#testing/checks/every-answer.ts'
import { aPlainWorld, plainRows } from '#testing/checks/plain-rows.ts'
import { rows, type Sample, urlOf } from '#testing/checks/rows.ts'
import { exact, filled, type Shape, type Slot, slotsOf, writeJson } from '#testing/checks/slots.ts'
import { freePorts } from '#testing/ports.ts'
import { samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'
import { type RunningGateway, startGateway } from '#tracking/gateway/gateway.ts'
import { deviceRows } from './devices.ts'
import { hostileFor, hostileId, hostileText } from './hostile.ts'

/** With a gateway for what devices post, and a folder for the operator's backups. */
export async function startFuzzApi(): ReturnType<typeof startApi> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-fuzz-'))
  let gateway: RunningGateway | undefined
  const settings = { WAYMARK_DATA: folder, WAYMARK_GATEWAY_PORT: String(await freePorts()) }
  const api = await startApi(settings, undefined, () => gateway?.intake)
  const notifications = listen(api.databaseUrl)
  gateway = await startGateway(api.ctx, notifications)
  const running = gateway
  return {
    ...api,
    async close() {
      await running.close()
      await notifications.close()
      await api.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One mutation of a valid request. */
type Wound =
  | { readonly in: 'body'; readonly path: Slot['path']; readonly value: unknown }
  | { readonly in: 'params' | 'query'; readonly name: string; readonly value: string }

export interface HttpFuzz {
  /** In total, divided among the routes. */
  readonly requests: number
  readonly seed: number
  /** Only routes whose name contains this text. */
  readonly only?: string | undefined
  readonly say?: (line: string) => void
}

export interface HttpVerdict {
  readonly rows: number
  readonly requests: number
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<number, number>>
}

interface Row {
  readonly name: string
  readonly prefix: string
  readonly route: {
    readonly method: string
    readonly path: string
    readonly params?: TObject
    readonly query?: TObject
    readonly body?: TObject
    readonly produces?: readonly string[]
    readonly takes?: object
  }
  readonly reply: Reply
}

interface Target {
  readonly api: TestApi
  readonly row: Row
  readonly sample: Sample
  readonly headers: () => Record<string, string>
  /** Sessions and throttles change with every request: only the dealers' API is compared row by row. */
  readonly isCompared: boolean
  /** Its schema decides what is accepted. Posts of devices are accepted as far as they are understood. */
  readonly isStrict: boolean
  readonly heard: (status: number) => void
}

export async function fuzzHttp(
  api: TestApi,
  { requests: wanted, seed, only = '', say = () => {} }: HttpFuzz,
): Promise<HttpVerdict> {
  const worlds = new Map<string, World>()
  for (const dialect of dialectNames) worlds.set(dialect, await aWorld(api, await api.dealer(dialect)))
  const plainWorld = await aPlainWorld(api, await api.dealer())
  const chosen = [...rows, ...plainRows, ...deviceRows].filter(({ name }) => name.includes(only))
  const statuses: Record<number, number> = {}
  let requests = 0
  const heard = (status: number) => {
    requests++
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  for (const [at, row] of chosen.entries()) {
    // Later routes get what earlier ones left of their share.
    const cases = Math.ceil((wanted - requests) / (chosen.length - at))
    const shared = { api, row, heard }
    if ('dialect' in row) {
      const world = worlds.get(row.dialect) as World
      const [sample] = await samplesOf(row, world)
      const headers = () => ({ 'x-accesstoken': world.caller.token })
      await fuzzRow({ ...shared, sample, headers, isCompared: true, isStrict: true }, cases, seed)
    } else {
      await plainWorld.enter()
      const sample = 'who' in row ? await plainWorld.sampleOf(row) : row.sample
      const headers = () => ('who' in row ? plainWorld.headersOf(row) : { authorization: 'Bearer not-guessed' })
      await fuzzRow({ ...shared, sample, headers, isCompared: false, isStrict: 'who' in row }, cases, seed)
    }
    say(`${at + 1}/${chosen.length} ${row.name}: ${requests} of ${wanted} requests`)
  }
  return { rows: chosen.length, requests, statuses }
}

async function fuzzRow(target: Target, cases: number, seed: number): Promise<void> {
  const { row, api } = target
  const isRight = rightness(row)
  const wounds = fc.array(fc.oneof(...woundsOf(row)), { minLength: 1, maxLength: 3 })
  const validate = async (given: readonly Wound[]) => {
    const answer = await send(target, given)
    target.heard(answer.status)
    assertAnswer(target, answer)
    if (target.isStrict && !isRight(wounded(target.sample, given))) assert.ok(answer.status >= 400, answer.text)
  }
  if (cases < 1) return
  const options = { seed, numRuns: Math.ceil(cases / 2), endOnFailure: false }
  const wrong = wounds.filter((given) => !isRight(wounded(target.sample, given)))
  const before = target.isCompared ? await digestOf(api.ctx.db) : ''
  await fc.assert(fc.asyncProperty(wrong, validate), options)
  const after = target.isCompared ? await digestOf(api.ctx.db) : ''
  if (after !== before) await findCulprit(target, wrong, options)
  await fc.assert(fc.asyncProperty(wounds, validate), options)
}

/** Something changed although every request was refused: repeats the requests, checking after each. */
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
      fc.oneof(hostileId, hostileText).map((value): Wound => ({ in: 'params', name, value })),
    ),
    ...Object.keys(route.query?.properties ?? {}).map((name) =>
      fc.oneof(hostileId, hostileText).map((value): Wound => ({ in: 'query', name, value })),
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

/** Whether a request matches the documented schemas. What they cannot express (an unknown id) counts as valid. */
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

function send({ api, row, sample, headers }: Target, wounds: readonly Wound[]): Promise<Answer> {
  const { params = {}, query = {}, body } = wounded(sample, wounds)
  const whole = (texts: Readonly<Record<string, string | number>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, String(text).toWellFormed()]))
  const url = urlOf(row, { params: whole(params), query: whole(query) as Record<string, string> })
  const json = body && { 'content-type': 'application/json' }
  return api.ask(row.route.method, url, body && writeJson(body), { ...headers(), ...json })
}

const answerSchemas = new Map<Row, ReturnType<typeof Compile>>()

function assertAnswer({ row, isStrict }: Target, answer: Answer): void {
  assert.ok(answer.status < 500, answer.text)
  if (answer.status >= 400) {
    assertError(answer)
    return
  }
  assert.equal(answer.status, row.reply.status, answer.text)
  // A file, an empty body, or the answer that a device application expects.
  if (!isStrict || row.route.produces || answer.status === 204) return
  assertHeaders(answer)
  // A list may have only some fields; other tests check that.
  if (row.reply.isList) return
  const schema = answerSchemas.get(row) ?? Compile(exact(row.reply.shape) as TSchema)
  answerSchemas.set(row, schema)
  assert.ok(schema.Check(row.reply.isWrapped ? answer.body.data : answer.body), answer.text)
}
