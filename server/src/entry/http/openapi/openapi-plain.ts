/** OpenAPI documents of rows without a dialect, generated from the rows like the dealers' documents. */

import type { PlainRoute } from '#kernel/api/route.ts'
import type { Json, Schemas } from '#kernel/api/schemas.ts'
import { errorsSchema, operation, refusals, sharedHeaders, sharedParameters } from './openapi.ts'

export interface PlainDocument {
  readonly title: string
  readonly summary: string
  readonly about: string
  /** With the description of each. */
  readonly tags: Readonly<Record<string, string>>
  readonly rows: readonly {
    readonly prefix: string
    readonly row: PlainRoute<never>
    /** Needs no session. */
    readonly isPublic?: boolean
  }[]
  /** Paths that are not rows. */
  readonly more?: Record<string, Json>
  readonly bearerText: string
  readonly cookie: string
  readonly errors?: Json
}

export function plainDocument(document: PlainDocument): Json {
  const schemas: Schemas = new Map([['Errors', document.errors ?? errorsSchema]])
  const paths: Record<string, Json> = {}
  for (const { prefix, row, isPublic } of document.rows) {
    const key = `${row.method} ${prefix}${row.path}`
    const described = operation({ key, row, reply: row.reply, schemas, isKeyed: false })
    const path = `${prefix}${row.path.replace(/:(\w+)/g, '{$1}')}`
    const method = row.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: { ...described, ...(isPublic && { security: [] }) } }
  }
  Object.assign(paths, document.more)
  const components: Json = {
    parameters: sharedParameters,
    headers: sharedHeaders,
    responses: refusals,
    schemas: Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
  return {
    openapi: '3.1.0',
    info: {
      title: document.title,
      version: '1.0.0',
      summary: document.summary,
      description: document.about,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation.' }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: Object.entries(document.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: document.bearerText },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: document.cookie,
          description: `For pages; \`__Host-${document.cookie}\` over TLS. Changes also need the header \`X-Waymark: 1\` from the same origin.`,
        },
      },
      ...onlyUsed(components, paths),
    },
  }
}

/** Leaves out what only the documents of dealers need. */
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
