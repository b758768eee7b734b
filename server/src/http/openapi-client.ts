/** The OpenAPI document of the client's side, made from its rows as the dealers' documents are from theirs. */
import { clientRoutes, publicClientRoutes } from './client.ts'
import { errorsSchema, operation, refusals, sharedHeaders, sharedParameters } from './openapi.ts'
import type { Json, Schemas } from './schemas.ts'

export function clientDocument(): Json {
  const schemas: Schemas = new Map([['Errors', { ...errorsSchema, properties: errorProperties }]])
  const paths: Record<string, Json> = {}
  const rows = [
    ...publicClientRoutes.map((row) => ({ row, isPublic: true })),
    ...clientRoutes.map((row) => ({ row, isPublic: false })),
  ]
  for (const { row, isPublic } of rows) {
    const key = `${row.method} /client${row.path}`
    const described = operation({ key, row, reply: row.reply, dialect: 'provider', schemas, isKeyed: false })
    const path = `/client${row.path.replace(/:(\w+)/g, '{$1}')}`
    const method = row.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: { ...described, ...(isPublic && { security: [] }) } }
  }
  paths['/client/live'] = { get: live }
  const components: Json = {
    parameters: sharedParameters,
    headers: sharedHeaders,
    responses: refusals,
    schemas: Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waymark client API',
      version: '1.0.0',
      summary: "A client's own side: activation, login, units, service mode.",
      description: about,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation.' }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session’s token, or the key of a service token.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'waymark_session',
          description:
            'For pages; `__Host-waymark_session` over TLS. Changes also need the header `X-Waymark: 1` from the same origin.',
        },
      },
      ...onlyUsed(components, paths),
    },
  }
}

/** What the documents of dealers need and this one does not is left out. */
function onlyUsed(components: Json, paths: Json): Json {
  const text = JSON.stringify([paths, components.responses, components.schemas])
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      Object.fromEntries(
        Object.entries(named as Json).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
      ),
    ]),
  )
}

const about = `\
Used by the pages of the installation, and open to any program of a client. Answers are never wrapped.

**Times** are whole unix seconds, except those of messages and telemetry (seconds with fraction) and \`expire\` (milliseconds).

**Bodies** are \`application/json\` in UTF-8, at most 1 MiB. Nothing is converted, and every unknown field or parameter is refused.

**A dealer who visits** with a service token uses the same paths with the token's \`key\`. Some are closed to it, and every request of it is shown to the client in \`GET /client/visits?with=acts\`.

**Wrong tries** are counted: after ten in an hour a login or an activation link is closed for an hour, and answered as before.`

const tags: Readonly<Record<string, string>> = {
  Activation: 'An account becomes its client’s.',
  Sessions: 'Logging in and out, and who is logged in.',
  Login: 'The own password, e-mail address and second factor.',
  Account: 'The account, its plan, its bills, and who may look into it.',
  Units: 'The own units with what their trackers sent.',
}

const errorProperties = {
  ...(errorsSchema.properties as Json),
  blocked: {
    type: 'object',
    description:
      'With `BLOCKED` only: since when, why (`person`, `schedule`, `automation`), whose client, and what to pay.',
    required: ['since', 'reason', 'company', 'bills'],
    properties: {
      since: { type: 'integer', description: 'Unix seconds.' },
      reason: { type: 'string' },
      company: { type: 'object' },
      bills: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'name', 'amount_total', 'currency', 'url'],
          properties: {
            id: { type: 'string' },
            name: { type: 'string' },
            amount_total: { type: 'integer' },
            currency: { type: 'string' },
            url: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          },
        },
      },
    },
  },
}

const refusal = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

const live: Json = {
  operationId: 'getClientLive',
  tags: ['Units'],
  summary: 'Hear of positions as they come',
  description:
    'Server-sent events: `position` with `unit_id`, `position` and `timestamp`, beginning with where the units are; `end` ' +
    'when the session ends. Lines that begin with a colon only keep the connection open.',
  parameters: [],
  responses: {
    200: {
      description: 'A stream without end.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    400: refusal('BadRequest'),
    401: refusal('BadToken'),
    403: refusal('Forbidden'),
    429: refusal('TooManyRequests'),
    default: refusal('Refused'),
  },
}

/** The text as it is committed and as it is served. */
export const clientDocumentText = (): string => `${JSON.stringify(clientDocument(), null, 2)}\n`
