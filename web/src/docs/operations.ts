/** The operations of a document in reading order, each with all that its page shows. */
import type {
  MediaType,
  OpenApiDocument,
  Parameter,
  PathItem,
  RawOperation,
  Reference,
  RequestBody,
  Response,
  SecurityScheme,
  Tag,
} from './openapi.ts'
import { resolve, resolveSchema } from './references.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'] as const
export type Method = Uppercase<(typeof methods)[number]>

export interface Operation {
  /** Its place in the address bar: `post-accounts`. Unique within the document. */
  readonly anchor: string
  readonly method: Method
  readonly path: string
  readonly title: string
  readonly tag: string
  readonly description?: string
  readonly isDeprecated: boolean
  readonly parameters: readonly Parameter[]
  /** The top fields of the body, by which people search. */
  readonly fieldNames: readonly string[]
  readonly body?: { readonly isRequired: boolean; readonly description?: string; readonly media: readonly Media[] }
  readonly answers: readonly Answer[]
  /** The ways to prove who asks, any of which is enough; empty when none is needed. */
  readonly security: readonly SecurityScheme[]
  /** What the document adds about the operation under `x-…` names, as plain words. */
  readonly notes: readonly (readonly [name: string, text: string])[]
}

export interface Media {
  readonly type: string
  readonly content: MediaType
}

export interface Answer {
  readonly status: string
  readonly description?: string
  readonly headers: readonly Parameter[]
  readonly media: readonly Media[]
}

export interface Chapter {
  readonly tag: string
  readonly title: string
  readonly description?: string
  readonly operations: readonly Operation[]
}

/** Operations without a tag still need a heading. */
const untagged = 'other'

export function operationsOf(document: OpenApiDocument, prefix = ''): readonly Operation[] {
  const anchors = new Set<string>()
  const operations: Operation[] = []
  for (const [path, node] of Object.entries(document.paths ?? {})) {
    const item = resolve<PathItem>(document, node as PathItem | undefined).value
    if (!item) continue
    for (const method of methods) {
      const raw = item[method] as RawOperation | undefined
      if (typeof raw !== 'object' || raw === null) continue
      const anchor = freeAnchor(anchorOf(method, path, prefix), anchors)
      operations.push(operationOf(document, anchor, method, path, item, raw))
    }
  }
  return operations
}

/** `POST /provider/accounts/{id}/activate` → `post-accounts-id-activate`: the prefix of the dialect says nothing new. */
export function anchorOf(method: string, path: string, prefix = ''): string {
  const rest = prefix !== '' && `${path}/`.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
  return `${method} ${rest}`.replaceAll(/[^\p{L}\p{N}_]+/gu, '-').replace(/-+$/, '')
}

function freeAnchor(wanted: string, taken: Set<string>): string {
  let anchor = wanted
  for (let number = 2; taken.has(anchor); number++) anchor = `${wanted}-${number}`
  taken.add(anchor)
  return anchor
}

function operationOf(
  document: OpenApiDocument,
  anchor: string,
  method: (typeof methods)[number],
  path: string,
  item: PathItem,
  raw: RawOperation,
): Operation {
  const name = method.toUpperCase() as Method
  const body = resolve<RequestBody>(document, raw.requestBody).value
  return {
    anchor,
    method: name,
    path,
    title: raw.summary ?? raw.operationId ?? `${name} ${path}`,
    tag: raw.tags?.[0] ?? untagged,
    description: raw.description,
    isDeprecated: raw.deprecated === true,
    parameters: parametersOf(document, item.parameters, raw.parameters),
    fieldNames: Object.values(body?.content ?? {}).flatMap(({ schema }) =>
      Object.keys(resolveSchema(document, schema).schema.properties ?? {}),
    ),
    ...(body && {
      body: { isRequired: body.required === true, description: body.description, media: mediaOf(body.content) },
    }),
    answers: Object.entries(raw.responses ?? {})
      .map(([status, node]) => answerOf(document, status, node))
      .sort((one, other) => statusOrder(one.status) - statusOrder(other.status)),
    security: securityOf(document, raw),
    notes: notesOf(raw),
  }
}

/** Parameters of a path hold for all its operations, unless an operation says otherwise under the same name. */
function parametersOf(document: OpenApiDocument, ...lists: ((Parameter | Reference)[] | undefined)[]): Parameter[] {
  const byKey = new Map<string, Parameter>()
  for (const node of lists.flatMap((list) => list ?? [])) {
    const parameter = resolve<Parameter>(document, node).value
    if (parameter?.name) byKey.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...byKey.values()]
}

const mediaOf = (content: Record<string, MediaType> = {}): Media[] =>
  Object.entries(content).map(([type, media]) => ({ type, content: media }))

function answerOf(document: OpenApiDocument, status: string, node: Response | Reference): Answer {
  const response = resolve<Response>(document, node).value
  return {
    status,
    description: response?.description,
    headers: Object.entries(response?.headers ?? {}).flatMap(([name, header]) => {
      const value = resolve<Parameter>(document, header).value
      return value ? [{ ...value, name, in: 'header' }] : []
    }),
    media: mediaOf(response?.content),
  }
}

/** `2XX` after the statuses it stands for, `default` last. */
const statusOrder = (status: string): number => {
  const number = Number(status.replaceAll(/x/gi, '9'))
  return Number.isNaN(number) ? 1_000 : number
}

function securityOf(document: OpenApiDocument, raw: RawOperation): SecurityScheme[] {
  const requirements = raw.security ?? document.security ?? []
  // An empty requirement among them makes the proof optional.
  if (requirements.some((requirement) => Object.keys(requirement).length === 0)) return []
  const names = new Set(requirements.flatMap((requirement) => Object.keys(requirement)))
  return [...names].flatMap((name) => {
    const scheme = resolve<SecurityScheme>(document, document.components?.securitySchemes?.[name]).value
    return scheme ? [scheme] : []
  })
}

function notesOf(raw: RawOperation): [string, string][] {
  return Object.entries(raw).flatMap(([key, value]) => {
    if (!key.startsWith('x-')) return []
    const text = plainText(value)
    return text === undefined ? [] : [[key.replace(/^x-(waymark-)?/, '').replaceAll('-', ' '), text]]
  })
}

function plainText(value: unknown): string | undefined {
  if (value === true) return 'yes'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return value.join(', ')
  return undefined
}

/** In the order of the document's own list of tags; tags it does not list follow as they appear. */
export function chaptersOf(document: OpenApiDocument, operations: readonly Operation[]): readonly Chapter[] {
  const known = new Map<string, Tag>((document.tags ?? []).map((tag) => [tag.name, tag]))
  const names = new Set([...known.keys(), ...operations.map((operation) => operation.tag)])
  return [...names].flatMap((tag) => {
    const own = operations.filter((operation) => operation.tag === tag)
    if (own.length === 0) return []
    const display = known.get(tag)?.['x-displayName']
    const title =
      typeof display === 'string' ? display : tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ')
    return [{ tag, title, description: known.get(tag)?.description, operations: own }]
  })
}
