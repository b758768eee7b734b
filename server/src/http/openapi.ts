/** The OpenAPI documents, one per dialect, made from the route table: what is documented is what is mounted. */
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { notFound, refusalCodes } from '../errors.ts'
import { type DialectName, dialectNames, dialects } from './dialects.ts'
import { statusOf } from './errors.ts'
import { exampleOf } from './examples.ts'
import type { Reply, Route } from './route.ts'

export interface MountedRoutes {
  readonly prefix: string
  readonly routes: readonly Route[]
  readonly dialect?: DialectName
}

type Json = Record<string, unknown>

const title: Readonly<Record<DialectName, string>> = {
  provider: 'Waymark provider API',
  partner: 'Waymark partner API',
}

export function openApiDocument(dialect: DialectName, mounted: readonly MountedRoutes[]): Json {
  const schemas = new Map<string, unknown>()
  const paths: Record<string, Json> = {}
  for (const { prefix, routes, dialect: only } of mounted) {
    if (only !== undefined && only !== dialect) continue
    for (const row of routes) {
      const reply = row.replies[dialect]
      if (!reply) continue
      const path = `${prefix}${row.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(path, row, reply, schemas) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: title[dialect],
      version: '1.0.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        `The dealer's interface under \`${dialects[dialect].prefix}\`, with \`/billing\` and \`/client/hardware\`. ` +
        'Times are unix seconds. Every error has the same body.',
    },
    servers: [{ url: '/' }],
    security: [{ accessToken: [] }],
    tags: [
      ...new Set(
        Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => (one as { tags: string[] }).tags)),
      ),
    ].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-AccessToken',
          description: 'A dealer access token of this dialect.',
        },
      },
      schemas: { ...Object.fromEntries(schemas), Errors: errorsSchema },
      responses: { Refused: refused },
    },
  }
}

function operation(path: string, row: Route, reply: Reply, schemas: Map<string, unknown>): Json {
  const payload = reply.isList
    ? { type: 'array', items: reference(reply.shape, schemas) }
    : reference(reply.shape, schemas)
  const example = exampleOf(reply.shape)
  const shown = reply.isList ? [example] : example
  const wrapped = reply.isWrapped ? { type: 'object', required: ['data'], properties: { data: payload } } : payload
  return {
    operationId: `${row.method.toLowerCase()}${path.replace(/[{}]/g, '').replace(/[/_-](\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [row.tag],
    summary: row.summary,
    ...(row.description && { description: row.description }),
    ...(row.deprecated && { deprecated: true }),
    parameters: parameters(row),
    ...(row.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(row.body, schemas), example: exampleOf(row.body) } },
      },
    }),
    responses: {
      [reply.status]: {
        description: 'Done.',
        content: { 'application/json': { schema: wrapped, example: reply.isWrapped ? { data: shown } : shown } },
      },
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

function parameters(row: Route): Json[] {
  const path = Object.entries((row.params?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema,
    example: exampleOf(schema, name),
  }))
  const required = ((row.query as { required?: string[] } | undefined)?.required ?? []) as readonly string[]
  const query = Object.entries((row.query?.properties ?? {}) as Record<string, TSchema & { description?: string }>).map(
    ([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(schema.description && { description: schema.description }),
      schema,
    }),
  )
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes the request safe to repeat for 24 hours: the same key gets the same answer and has one effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return [...path, ...query, ...(row.method === 'POST' ? [key] : [])]
}

/** Titled shapes become components, so that an account is described once. */
function reference(schema: TSchema, schemas: Map<string, unknown>): unknown {
  const plain = JSON.parse(JSON.stringify(schema)) as Json
  const name = plain.title
  if (typeof name !== 'string') {
    if (plain.type === 'array' && plain.items) return { ...plain, items: reference(plain.items as TSchema, schemas) }
    return plain
  }
  schemas.set(name, plain)
  return { $ref: `#/components/schemas/${name}` }
}

const errorsSchema = {
  title: 'Errors',
  type: 'object',
  required: ['errors', 'request_id'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: refusalCodes },
          message: { type: 'string', description: 'A sentence that says what to do.' },
          field: { type: 'string', description: 'The one field at fault, written with dots.' },
        },
      },
    },
    request_id: { type: 'string' },
  },
}

const refused = {
  description: `The request was refused. ${refusalCodes.map((code) => `\`${code}\` ${statusOf[code]}`).join(', ')}.`,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Errors' },
      example: {
        errors: [
          { code: 'FAILED_VALIDATION', message: 'user.name must be 4 to 50 characters long.', field: 'user.name' },
        ],
        request_id: '0b8f4b52-6f0e-4c0e-9d0b-6a3f4f7f2f11',
      },
    },
  },
}

export function serveOpenApi(app: FastifyInstance, mounted: readonly MountedRoutes[]): void {
  const documents = new Map(
    dialectNames.map((name) => [`${name}.json`, JSON.stringify(openApiDocument(name, mounted))]),
  )
  app.get<{ Params: { file: string } }>('/openapi/:file', async (request, reply) => {
    const document = documents.get(request.params.file) ?? notFound('document')
    return reply.header('content-type', 'application/json; charset=utf-8').send(document)
  })
}
