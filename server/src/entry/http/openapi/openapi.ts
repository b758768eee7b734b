/** The OpenAPI documents, one per dialect, generated from the route table: what is documented is what is mounted. */
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { type DialectName, dialectNames, dialects } from '#kernel/api/dialects.ts'
import { listParameters } from '#kernel/api/lists.ts'
import type { PlainRoute, Reply, Route } from '#kernel/api/route.ts'
import { type Json, type Schemas, schemaFor } from '#kernel/api/schemas.ts'
import { notFound, refusalCodes } from '#kernel/errors.ts'
import { statusOf } from '../errors.ts'
import { exampleOf } from './examples.ts'

export interface MountedRoutes {
  readonly prefix: string
  readonly routes: readonly Route[]
  readonly dialect?: DialectName
}

export function openApiDocument(dialect: DialectName, mounted: readonly MountedRoutes[]): Json {
  const schemas: Schemas = new Map([['Errors', errorsSchema]])
  const paths: Record<string, Json> = {}
  const tags = new Set<string>()
  for (const { prefix, routes, dialect: only } of mounted) {
    if (only !== undefined && only !== dialect) continue
    for (const row of routes) {
      const reply = row.replies[dialect]
      if (!reply) continue
      tags.add(row.tag)
      const path = `${prefix}${row.path.replace(/:(\w+)/g, '{$1}')}`
      const key = `${row.method} ${only === undefined ? prefix : ''}${row.path}`
      paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation({ key, row, reply, schemas }) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `Waymark ${dialect} API`,
      version: '1.0.0',
      summary: `The dealer API in the ${dialect} dialect.`,
      description: about(dialect),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation.' }],
    security: [{ accessToken: [] }, { bearer: [] }],
    tags: [...tags].map((name) => ({ name, ...(tagTexts[name] && { description: tagTexts[name] }) })),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'apiKey', in: 'header', name: 'X-AccessToken', description: tokenText },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same token as `Authorization: Bearer …`.' },
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: refusals,
      schemas: Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  }
}

const about = (dialect: DialectName) => `\
Paths begin with \`${dialects[dialect].prefix}\`, \`/billing\` or \`/client/hardware\`. A token belongs to one dialect and works only on that dialect's paths.

**Times** are whole unix seconds, except those of messages and telemetry (seconds with fraction) and the \`expire\` of a support token (milliseconds).

**Bodies** are \`application/json\` in UTF-8, at most 1 MiB. Nothing is converted, and every unknown field or parameter is refused.

**Lists** are complete unless \`limit\` is given; then \`Link\` and \`X-Next-Cursor\` lead to the next page.

**Errors** all have the same body, \`Errors\`, which is never wrapped. Every answer has an \`X-Request-Id\`, which is also in the log of the installation, and the headers \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`.`

const tokenText =
  'A dealer access token of this dialect. Its level is `full`, or `read` for operations that change nothing.'

const tagTexts: Readonly<Record<string, string>> = {
  Accounts:
    "The dealer's clients. The dealer controls a managed account completely; an owned account belongs to its client once it is activated.",
  Users: "The accounts' users: each account is created with one.",
  Units: 'Units and the data from their trackers.',
  Tags: 'Sensors that tags_app gateways detect, and the assets that carry them.',
  Commands: 'Commands to trackers, their delivery and the replies.',
  Lobby: 'Trackers that connected but have no unit yet.',
  'Client plans': 'Plans the dealer offers: quotas and modules within a provider plan.',
  Prices: 'What plans cost, and what was agreed with individual clients, each from a given day.',
  'Client invoices': 'Invoices to clients with tax and due date, their payments and credit notes.',
  Vehicles: 'Plate and make of units, and fields that you add to the vehicles of all clients.',
  'Unit terms': 'For which days each unit is paid, and how it is renewed.',
  'Bank statements': 'Payments from the dealer’s bank, and the invoices that they pay.',
  'Billing automation': 'Automatic payment reminders and blocking: past, present and upcoming.',
  Company: 'The dealer’s company profile and billing details.',
  Events: 'The dealer’s events, in order and without gaps.',
  Today: 'The dealer’s dashboard.',
  Figures: 'Income, recurring revenue, overdue amounts and margins, with the list behind each figure.',
  Developers: 'Recent API requests and their answers.',
  Intake: 'Tokens for MQTT and HTTP devices and LoRaWAN network servers (docs/intake.md).',
  Invitations: 'Invitations to account owners to join this dealer.',
  Team: 'The dealer’s console users and their roles.',
  'Access tokens': 'Tokens for programs that use this API.',
  'Audit log': 'Who changed what, when and from where.',
  Webhooks: 'Endpoints that receive signed events (docs/webhooks.md).',
  Bills: 'Card payments from clients, and the processor account they are paid into.',
  'Billing of the dealer': 'Plans the platform offers.',
  'Device catalogue': 'Supported trackers. A device’s `id` is a unit’s `hw_id`.',
}

type DescribedRow = Omit<Route, 'replies' | 'handle'> & Pick<PlainRoute<never>, 'takes'>

interface Described {
  readonly key: string
  readonly row: DescribedRow
  readonly reply: Reply
  readonly schemas: Schemas
  /** Whether its POSTs take an Idempotency-Key. */
  readonly isKeyed?: boolean
}

export function operation({ key, row, reply, schemas, isKeyed = true }: Described): Json {
  const item = schemaFor(reply.shape, schemas)
  const payload = reply.isList ? { type: 'array', items: item } : item
  const schema = reply.isWrapped ? { type: 'object', required: ['data'], properties: { data: payload } } : payload
  const one = exampleOf(reply.shape, idName(row))
  const shown = reply.isList ? [one] : one
  return {
    operationId: operationId(key),
    tags: [row.tag],
    summary: row.summary,
    ...(row.description && { description: row.description }),
    ...(row.deprecated && { deprecated: true }),
    parameters: parameters(key, row, isKeyed),
    ...(row.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaFor(row.body, schemas), example: exampleOf(row.body) },
        },
      },
    }),
    ...(row.takes && {
      requestBody: {
        required: true,
        content: Object.fromEntries(row.takes.types.map((type) => [type, { schema: { type: 'string' } }])),
      },
    }),
    responses: {
      [reply.status]: {
        description: reply.isList ? 'The list, ordered by id unless `sort` is given.' : 'Done.',
        ...headersOf(row, reply, isKeyed),
        ...(reply.status !== 204 && {
          content: {
            ...(row.produces
              ? Object.fromEntries(row.produces.map((type) => [type, { schema: { type: 'string' } }]))
              : { 'application/json': { schema, example: reply.isWrapped ? { data: shown } : shown } }),
            ...(row.tellsProgress && {
              'application/x-ndjson': { schema: { type: 'string' }, example: progressLines },
            }),
          },
        }),
      },
      ...Object.fromEntries(
        refusedStatuses(row, isKeyed).map((status) => [status, refusal(nameOfStatus[status] as string)]),
      ),
      default: refusal('Refused'),
    },
  }
}

const progressLines = '{"progress":{"done":500,"total":2000}}\n{"progress":{"done":2000,"total":2000}}\n{"result":{}}\n'

/** The same in both dialects, so that a program generated from either document uses the same names. */
const operationId = (key: string): string => {
  const [method = '', path = ''] = key.split(' ')
  const words = path.replace(/:(\w+)/g, 'by-$1').split(/[/_-]/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function headersOf(row: DescribedRow, reply: Reply, isKeyed: boolean): Json {
  const names = [
    ...(reply.isList ? ['Link', 'X-Next-Cursor'] : []),
    ...(row.method === 'POST' && isKeyed ? ['Idempotent-Replayed'] : []),
  ]
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
}

/** Things whose usual name differs from the path. */
const called: Record<string, string> = { app: 'application', hw: 'model', client_payment: 'payment', mail: 'email' }

/** Says which thing an id in a path belongs to. */
function idText(key: string, row: DescribedRow, name: string, schema: TSchema & { description?: string }): string {
  if (schema.description !== undefined && schema.description !== 'id') return schema.description
  const { title = 'item', properties = {} } = (row.params ?? {}) as { title?: string; properties?: object }
  const idOf = (noun: string) => `The id of the ${called[noun] ?? noun}.`
  if (name.endsWith('_id')) return idOf(name.slice(0, -'_id'.length))
  if (name !== 'id') return `The ${name} of the ${title}.`
  // In `/units/:id/commands/:command_id` the title is that of the command, and the first id is that of the unit.
  const isOfAnother = Object.keys(properties).some((other) => other.endsWith('_id') && other !== 'app_id')
  const [, noun] = /\/([\w-]+)\/:id\b/.exec(key) ?? []
  return idOf(isOfAnother && noun ? noun.replace(/s$/, '').replaceAll('-', ' ') : title)
}

/** `unit_id` if a path is about a unit: as other fields call the same id. */
const idName = ({ params }: DescribedRow): string => (params ? `${(params as { title?: string }).title}_id` : '')

function parameters(key: string, row: DescribedRow, isKeyed: boolean): Json[] {
  const path = Object.entries((row.params?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    description: idText(key, row, name, schema),
    schema: bareSchema(schema),
    example: exampleOf(schema, name === 'id' ? idName(row) : name),
  }))
  const required = ((row.query as { required?: string[] } | undefined)?.required ?? []) as readonly string[]
  const query = Object.entries((row.query?.properties ?? {}) as Record<string, TSchema & { description?: string }>).map(
    ([name, schema]): Json =>
      listParameters[name as keyof typeof listParameters] === schema
        ? { $ref: `#/components/parameters/${name}` }
        : queryParameter(name, schema, required.includes(name)),
  )
  const keyed = row.method === 'POST' && isKeyed ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []
  return [...path, ...query, ...keyed]
}

const queryParameter = (name: string, schema: TSchema & { description?: string }, required = false): Json => ({
  name,
  in: 'query',
  required,
  ...(schema.description && { description: schema.description }),
  schema: bareSchema(schema),
})

/** What the parameter itself already says is left out of its schema. */
function bareSchema(schema: TSchema): Json {
  const { description: _, title: __, ...rest } = schemaFor(schema, new Map()) as Json
  return rest
}

export const sharedParameters: Json = {
  ...Object.fromEntries(Object.entries(listParameters).map(([name, schema]) => [name, queryParameter(name, schema)])),
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to repeat for 24 hours: the same key gets the same answer and has one effect. ' +
      'A different body is refused.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '5f2c1b9e-bill-march',
  },
}

export const sharedHeaders: Json = {
  Link: {
    description: 'Link to the next page, as `<…>; rel="next"`. Absent on the last page and without `limit`.',
    schema: { type: 'string' },
  },
  'X-Next-Cursor': {
    description: 'The `cursor` of the next page. Absent on the last page.',
    schema: { type: 'string' },
  },
  'X-Request-Id': { description: 'Identifies this request in the server log.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: '`true` if this is the answer of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}

/** The statuses a caller of this row should be ready for; the rest is `default`. */
function refusedStatuses(row: DescribedRow, isKeyed: boolean): number[] {
  const isChange = row.method !== 'GET' || (row.changes ?? false)
  const isOfItem =
    row.params !== undefined || [row.body, row.query].some((part) => 'account_id' in (part?.properties ?? {}))
  return [
    400,
    401,
    403,
    ...(isOfItem ? [404] : []),
    ...(isChange ? [409] : []),
    ...(row.body || row.takes ? [413, 415] : []),
    ...(row.method === 'POST' && isKeyed ? [422] : []),
    429,
  ]
}

const refusal = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

const nameOfStatus: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'BadToken',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'NotJson',
  422: 'KeyMismatch',
  429: 'TooManyRequests',
}

const refusedExamples: Readonly<Record<number, Json>> = {
  400: { code: 'FAILED_VALIDATION', message: 'user.name must be 4 to 50 characters long', field: 'user.name' },
  401: { code: 'INVALID_TOKEN', message: 'Send a valid access token in the header X-AccessToken.' },
  403: { code: 'FORBIDDEN', message: 'This access token may only read. Use a token of level full.' },
  404: { code: 'NOT_FOUND', message: 'This account does not exist.' },
  409: { code: 'CONFLICT', message: 'This username is taken. Choose another.', field: 'user.name' },
  413: { code: 'PAYLOAD_TOO_LARGE', message: 'The body is too large.' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the body as application/json in UTF-8.' },
  422: {
    code: 'IDEMPOTENCY_MISMATCH',
    message: 'This Idempotency-Key was used for another request. Choose a new key.',
  },
  429: { code: 'REQUESTS_EXCEEDED', message: 'Too many requests. Try again in 2 s.' },
}

const refusedTexts: Readonly<Record<number, string>> = {
  400: 'The body or the query is invalid.',
  401: 'The token is missing or invalid.',
  403: 'The caller may not do this, or the ownership of the account does not allow it.',
  404: 'This item does not exist for this dealer.',
  409: 'A unique value is taken, a quota is used up, or the state forbids it.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The key was used for another request.',
  429: 'Too many requests.',
}

function refused(description: string, codes: readonly string[], error: Json, headers: readonly string[] = []): Json {
  return {
    description: `${description} ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: Object.fromEntries(
      ['X-Request-Id', ...headers].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Errors' },
        example: { errors: [error], request_id: '0b8f4b52-6f0e-4c0e-9d0b-6a3f4f7f2f11' },
      },
    },
  }
}

const codesOf = (status: number) => refusalCodes.filter((code) => statusOf[code] === status)

export const refusals: Json = {
  ...Object.fromEntries(
    Object.entries(nameOfStatus).map(([status, name]) => [
      name,
      refused(
        refusedTexts[Number(status)] as string,
        codesOf(Number(status)),
        refusedExamples[Number(status)] as Json,
        status === '429' ? ['Retry-After'] : [],
      ),
    ]),
  ),
  Refused: refused(
    'Anything else.',
    refusalCodes.filter((code) => !(statusOf[code] in nameOfStatus)),
    { code: 'SERVICE_UNAVAILABLE', message: 'A required service is unavailable. Try again shortly.' },
  ),
}

export const errorsSchema: Json = {
  title: 'Errors',
  type: 'object',
  required: ['errors', 'request_id'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      description: 'Every problem with the request.',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: refusalCodes },
          message: { type: 'string', description: 'A sentence that says what is wrong.' },
          field: { type: 'string', description: 'The field concerned, as a dotted path.' },
        },
      },
    },
    request_id: { type: 'string', description: 'As in the header `X-Request-Id`.' },
  },
}

/** The text of a document, as committed and served. The tokens in its examples belong to its own dialect. */
export const openApiText = (dialect: DialectName, mounted: readonly MountedRoutes[]): string =>
  `${JSON.stringify(openApiDocument(dialect, mounted), null, 2)}\n`.replaceAll(
    `"dialect": "${dialectNames[0]}"`,
    `"dialect": "${dialect}"`,
  )

export function serveOpenApi(app: FastifyInstance, documents: ReadonlyMap<string, string>): void {
  app.get<{ Params: { file: string } }>('/openapi/:file', async (request, reply) => {
    const [, name = ''] = /^(.+)\.json$/.exec(request.params.file) ?? []
    const document = documents.get(name) ?? notFound('document')
    return reply.header('content-type', 'application/json; charset=utf-8').send(document)
  })
}
