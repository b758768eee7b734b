/** Mounts rows of the route table in a scope: finds the caller's dialect, validates the input, shapes the answer. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { mayDo, rolesWith } from '#identity/staff/right.ts'
import { type Dialect, dialects } from '#kernel/api/dialects.ts'
import { exact } from '#kernel/api/fields.ts'
import { answerOnce, answerStaged } from '#kernel/api/idempotency.ts'
import {
  chosenFields,
  type Listing,
  type ListQuery,
  pageSize,
  positionOf,
  readPage,
  toPage,
  writeCursor,
} from '#kernel/api/lists.ts'
import { projector } from '#kernel/api/project.ts'
import type { Right } from '#kernel/api/right.ts'
import { isKeptFile, isReadyJson, isStreamedJson, type KeptFile, type Reply, type Route } from '#kernel/api/route.ts'
import { bodyValidator, compile, queryValidator } from '#kernel/api/validation.ts'
import type { Call, Context, Progress } from '#kernel/context.ts'
import { forbidden, notFound, type Problem, Refusal, refuse } from '#kernel/errors.ts'
import { isStorable } from './body.ts'
import { sendParts } from './parts.ts'
import { sendLines, wantsLines } from './progress.ts'
import { type DealerCaller, whoIs } from './scopes/auth.ts'
import { requireOwnPage } from './scopes/cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller on behalf of a dealer, set by the scope's hook. */
    caller: DealerCaller
    ids: Record<string, unknown>
  }
  interface FastifyContextConfig {
    takesBody?: boolean
    /** The body is signed as it is, so it is passed on unread. */
    takesBytes?: boolean
  }
}

/** With a dialect the scope has only that; without one, each caller gets the dialect of its token or dealer. */
export function mount(app: FastifyInstance, ctx: Context, routes: readonly Route[], dialect?: Dialect): void {
  const spoken = routes.filter((row) => !dialect || row.replies[dialect.name])
  if (dialect) {
    app.addHook('onRequest', async (request) => {
      if (!request.is404 && request.caller.dialect !== dialect.name) refuseDialect(request.caller, dialect)
    })
  }
  for (const row of spoken) mountRow(app, ctx, row)
  for (const path of new Set(spoken.map((row) => row.path))) refuseOtherMethods(app, path, spoken)
}

function mountRow(app: FastifyInstance, ctx: Context, row: Route): void {
  const readIds = pathReader(row)
  const changes = row.method !== 'GET' || row.changes === true
  const right = row.right ?? (changes ? 'manage' : 'read')
  const validateQuery = queryValidator(row.query ?? NoQuery)
  const validateBody = row.body ? bodyValidator(row.body) : undefined
  const answers = new Map(Object.entries(row.replies).map(([name, reply]) => [name, answerer(reply)]))
  app.route({
    method: row.method,
    url: row.path,
    config: { takesBody: row.body !== undefined },
    ...(row.bodyBytesMax && { bodyLimit: row.bodyBytesMax }),
    // HEAD must not change anything, so a GET that changes something has none.
    exposeHeadRoute: !row.changes,
    onRequest: (request, _reply, done) => {
      const { caller } = request
      if (!answers.has(caller.dialect)) refusePath()
      request.ids = readIds(request.params)
      if (caller.level === 'read' && changes) {
        forbidden('This access token may only read. Use a token of level full.')
      }
      if (caller.person) {
        // A foreign page could send a browser to a GET that changes something.
        if (caller.person.isByCookie && row.changes) requireOwnPage(ctx.config, request, true)
        if (!mayDo(caller.person.role, right)) refuseRole(caller.person.role, right)
      }
      done()
    },
    handler: async (request, reply) => {
      const query = readQuery(request, validateQuery)
      const call = callOf(ctx, request, readBody(request, validateBody))
      const answer = answers.get(request.caller.dialect) ?? refusePath()
      const work = (within: Call) => row.handle(within, { params: request.ids, query, body: request.body } as never)
      const key = request.headers['idempotency-key']
      if (row.method === 'POST' && key !== undefined) {
        const write = async (within: Call) => ({ status: answer.reply.status, body: answer.text(await work(within)) })
        const sent = keyed(row, request, key)
        const once = row.staged
          ? await answerStaged(call, sent, write, !row.isAnswerSecret)
          : await answerOnce(call, sent, write, row.isAnswerSecret)
        if (once.isReplay) reply.header('idempotent-replayed', 'true')
        // A key is valid for every token of the dealer, and each is answered in the envelope of its own dialect.
        return send(reply, answer.reply.status, answer.enclose(once.body))
      }
      if (row.tellsProgress && wantsLines(request)) {
        const follow = async (progress: Progress) => answer.write(await work({ ...call, progress }))
        return sendLines(ctx.log, request, reply, answer.reply.status, follow)
      }
      const result = await work(call)
      if (answer.reply.isList) return answer.sendList(result as Listing, query as ListQuery, request, reply)
      if (isKeptFile(result)) return sendKept(reply, result)
      if (isStreamedJson(result)) return send(reply, answer.reply.status, answer.stream(result.pieces))
      return send(
        reply,
        answer.reply.status,
        isReadyJson(result) ? answer.wrap(result.readyJson) : answer.write(result),
      )
    },
  })
}

export function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  routes: readonly Pick<Route, 'path' | 'method' | 'changes'>[],
): void {
  const own = routes.filter((row) => row.path === path)
  const known = new Set<string>(own.map((row) => row.method))
  if (own.some((row) => row.method === 'GET' && !row.changes)) known.add('HEAD')
  const others = app.supportedMethods.filter((method) => !known.has(method))
  const allow = [...known].join(', ')
  app.route({
    method: others,
    url: path,
    handler: async (request, reply) => {
      if (hasEmptyPart(request.params)) refusePath()
      reply.header('allow', allow)
      return refuse('METHOD_NOT_ALLOWED', `This path accepts ${allow}.`)
    },
  })
}

function refuseDialect(caller: DealerCaller, dialect: Dialect): never {
  const own = dialects[caller.dialect]
  return forbidden(
    `This access token belongs to the ${own.name} dialect: use ${own.prefix} instead of ${dialect.prefix}.`,
  )
}

function refuseRole(role: string, right: Right): never {
  const roles = rolesWith(right)
  const needed = roles.length > 1 ? `${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}` : roles[0]
  return forbidden(`This needs the role ${needed}, and yours is ${role}. Ask someone who has it.`)
}

const refusePath = () => refuse('ROUTE_NOT_FOUND', 'This path does not exist.')

/** `/accounts/` and `/units//channel` name no id at all, not even a malformed one. */
const hasEmptyPart = (params: unknown): boolean => Object.values(params as object).includes('')

/** A malformed id counts as an unknown one. */
export function pathReader(row: Pick<Route, 'params'>): (params: unknown) => Record<string, unknown> {
  if (!row.params) return () => ({})
  const { properties, title } = row.params as TObject & { title?: string }
  const fields = Object.entries(properties as Record<string, { type?: string }>).map(
    ([name, schema]) => [name, schema.type === 'integer', compile(schema as TObject)] as const,
  )
  return (params) => {
    if (hasEmptyPart(params)) refusePath()
    const ids: Record<string, unknown> = {}
    for (const [name, isNumber, schema] of fields) {
      const text = (params as Record<string, string>)[name] ?? ''
      const value = isNumber ? (/^[1-9]\d*$/.test(text) ? Number(text) : undefined) : text
      if (!isStorable(text) || !schema.Check(value)) notFound(title ?? 'item')
      ids[name] = value
    }
    return ids
  }
}

/** Refuses a body of the wrong shape; problems of values are left to the action. */
export function readBody(
  request: FastifyRequest,
  validate: ReturnType<typeof bodyValidator> | undefined,
): readonly Problem[] {
  if (!validate) return []
  const { shape, values, lookable } = validate(request.body ?? refuse('INVALID_PAYLOAD', 'A JSON body is required.'))
  if (shape.length > 0) throw new Refusal(...nonEmpty([...shape, ...values]))
  if (values.length > 0) request.body = lookable
  return values
}

export const NoQuery = exact({})

export function readQuery(request: FastifyRequest, validate: ReturnType<typeof queryValidator>): unknown {
  const given = request.query as Record<string, unknown>
  if (!isDecodable(request.url)) refuse('INVALID_QUERY', 'The query string has an invalid % escape.')
  const { value, problems } = validate(given)
  const odd = Object.entries(given)
    .filter(([name, text]) => !isStorable(name) || [text].flat().some((part) => !isStorable(String(part))))
    .map(
      ([name]): Problem => ({ code: 'INVALID_QUERY', message: `${name} has a NUL or broken character.`, field: name }),
    )
  const all = [...odd, ...problems]
  if (all.length > 0) throw new Refusal(...nonEmpty(all))
  return value
}

/** Text that cannot be decoded would otherwise be taken literally. The router has already read the path. */
function isDecodable(url: string): boolean {
  const start = url.indexOf('?')
  if (start < 0 || !url.includes('%', start)) return true
  try {
    decodeURIComponent(url.slice(start))
    return true
  } catch {
    return false
  }
}

const nonEmpty = (problems: readonly Problem[]) => problems as unknown as [Problem, ...Problem[]]

function callOf(ctx: Context, request: FastifyRequest, values: readonly Problem[]): Call {
  const { caller, ip: address, id: requestId } = request
  return {
    ...ctx,
    dealer: caller.dealerId,
    apps: dialects[caller.dialect].apps,
    actor: { ...whoIs(caller), address, requestId },
    validate: validatorOf(values),
    mayReadSecrets: caller.mayReadSecrets,
    isWithoutPositions: caller.person !== undefined && !mayDo(caller.person.role, 'positions'),
    isWithoutBills: caller.person !== undefined && !mayDo(caller.person.role, 'bills'),
  }
}

/** Refuses with the invalid values found by the schema and by the action, when the action asks for it. */
export const validatorOf =
  (values: readonly Problem[]): Call['validate'] =>
  (problems = []) => {
    // A field that the schema refuses needs no second sentence.
    const more = problems.filter(
      ({ field }) => field === undefined || !values.some((problem) => problem.field === field),
    )
    const all = more.length === 0 ? values : [...values, ...more]
    if (all.length > 0) throw new Refusal(...nonEmpty(all))
  }

function keyed(row: Route, request: FastifyRequest, key: string | string[]) {
  if (Array.isArray(key) || key.length < 1 || key.length > 255) {
    return refuse('INVALID_PAYLOAD', 'Idempotency-Key must be 1 to 255 characters long.')
  }
  return { method: row.method, path: request.url.split('?')[0] ?? '', key, query: request.query, body: request.body }
}

export function send(
  reply: FastifyReply,
  status: number,
  body: string | Buffer | Readable | Iterator<Buffer>,
): FastifyReply {
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  return typeof body === 'object' && 'next' in body ? sendParts(reply, body) : reply.send(body)
}

export const sendKept = (reply: FastifyReply, { file, contentType, fileName }: KeptFile): FastifyReply =>
  reply
    .code(200)
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(file)

/** Everything about one row's answer in one dialect, prepared once. */
export function answerer(reply: Reply) {
  const project = projector(reply.shape)
  const fieldNames = Object.keys((reply.shape as { properties?: object }).properties ?? {})
  const open = reply.isWrapped ? '{"data":[' : '['
  const close = reply.isWrapped ? ']}' : ']'

  /** Without the envelope. */
  const text = (value: unknown): string => JSON.stringify(project(reply.as ? reply.as(value as never) : value))
  const enclose = (body: string): string => (reply.isWrapped ? `{"data":${body}}` : body)
  const write = (value: unknown): string => enclose(text(value))

  async function sendList(list: Listing, query: ListQuery, request: FastifyRequest, out: FastifyReply) {
    const fields = chosenFields(query, fieldNames)
    const shape = (row: never) => {
      const made = list.toWire ? list.toWire(row) : row
      const whole = project(reply.as ? reply.as(made as never) : made) as Record<string, unknown>
      return fields ? Object.fromEntries(fields.map((name) => [name, whole[name]])) : whole
    }
    /** The items of a page without the brackets: one call for all of them is faster than one for each. */
    const writeRows = (rows: readonly never[]) => JSON.stringify(rows.map(shape)).slice(1, -1)
    const size = query.limit ?? pageSize
    // One more than requested shows whether there is a next page.
    const page = toPage(list, query, size + 1)
    const rows = await readPage(list, page)
    const shown = rows.slice(0, size)
    const last = shown.at(-1)
    const hasMore = rows.length > size && last !== undefined
    if (!hasMore || query.limit !== undefined) {
      if (hasMore) linkNext(request, out, writeCursor(query, positionOf(page, last)))
      return send(out, reply.status, `${open}${writeRows(shown)}${close}`)
    }
    // The next page is read while this one is sent: never more than one ahead, however slow the reader is.
    const readAfter = (row: never) => {
      const reading = list.read({ ...page, after: positionOf(page, row), size: pageSize })
      // If it fails, the caller that waits for it gets the error; a caller that has left does not.
      reading.catch(() => {})
      return reading
    }
    async function* pages() {
      let reading = readAfter(last as never)
      yield `${open}${writeRows(shown)}`
      for (;;) {
        const next = await reading
        const isLast = next.length < pageSize
        if (!isLast) reading = readAfter(next.at(-1) as never)
        if (next.length > 0) yield `,${writeRows(next)}`
        if (isLast) break
      }
      yield close
    }
    return send(out, reply.status, Readable.from(pages(), { objectMode: false, highWaterMark: 1 }))
  }

  function* wrap(parts: Iterable<Buffer>): Generator<Buffer> {
    if (reply.isWrapped) yield Buffer.from('{"data":')
    yield* parts
    if (reply.isWrapped) yield Buffer.from('}')
  }

  async function* wrapped(pieces: AsyncIterable<string | Uint8Array>) {
    yield '{"data":'
    yield* pieces
    yield '}'
  }
  const stream = (pieces: AsyncIterable<string | Uint8Array>): Readable =>
    Readable.from(reply.isWrapped ? wrapped(pieces) : pieces, { objectMode: false, highWaterMark: 1 })

  return { reply, text, enclose, write, wrap, sendList, stream }
}

function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const url = new URL(request.url, 'http://localhost')
  url.searchParams.set('cursor', cursor)
  reply.header('x-next-cursor', cursor).header('link', `<${url.pathname}${url.search}>; rel="next"`)
}
