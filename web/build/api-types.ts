/**
 * Generates TypeScript from the committed OpenAPI documents: what each operation takes and returns, and its path. A
 * dealer uses one of two dialects, but the pages are written once: the two documents are merged, so that a field of
 * only one of them is optional, and an operation lists its dialects.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Json = Record<string, unknown>
interface Schema extends Json {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  additionalProperties?: Schema | boolean
  patternProperties?: Record<string, Schema>
  description?: string
}
interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: Schema
}
type Content = { content?: Record<string, { schema?: Schema }> }
interface Operation {
  operationId: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Content>
}
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

export const documentsFolder = join(import.meta.dirname, '../../docs/api')
export const apiFolder = join(import.meta.dirname, '../src/api')

export function readDocuments(): Readonly<Record<string, Document>> {
  const names = readdirSync(documentsFolder)
    .map((file) => /^(\w+)\.openapi\.json$/.exec(file)?.[1])
    .filter((name) => name !== undefined)
  return Object.fromEntries(
    names.sort().map((name) => [name, JSON.parse(readFileSync(join(documentsFolder, `${name}.openapi.json`), 'utf8'))]),
  )
}

/** Where a schema is: the same name may mean different things in documents that are not dialects of each other. */
interface Place {
  readonly document: Document
  readonly prefix: string
}

const nameIn = (prefix: string, name: string) => (name.startsWith(prefix) ? name : prefix + name)
const word = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
const textOf = (description: string | undefined) =>
  description ? `/** ${description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */ ` : ''

function typeOf(schema: Schema | undefined, place: Place): string {
  if (!schema) return 'unknown'
  if (schema.$ref) return nameIn(place.prefix, schema.$ref.split('/').at(-1)!)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map((choice) => typeOf(choice, place)))
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if ('const' in schema) return JSON.stringify(schema.const)
  const types = [schema.type].flat()
  return union(types.map((type) => plainType(type, schema, place)))
}

const union = (types: readonly string[]) => [...new Set(types)].join(' | ')

function plainType(type: string | undefined, schema: Schema, place: Place): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean' || type === 'null') return type
  if (type === 'array') return `readonly (${typeOf(schema.items, place)})[]`
  if (type !== 'object') return 'unknown'
  if (schema.properties) return objectType(fieldsOf(schema, place))
  const values =
    typeof schema.additionalProperties === 'object'
      ? schema.additionalProperties
      : Object.values(schema.patternProperties ?? {})[0]
  return `Readonly<Record<string, ${values ? typeOf(values, place) : 'unknown'}>>`
}

interface Field {
  readonly type: string
  readonly isRequired: boolean
  readonly description?: string | undefined
}
type Fields = ReadonlyMap<string, Field>

const fieldsOf = (schema: Schema, place: Place): Fields =>
  new Map(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      {
        type: typeOf(field, place),
        isRequired: schema.required?.includes(name) ?? false,
        description: field.description,
      },
    ]),
  )

const objectType = (fields: Fields): string =>
  `{ ${[...fields]
    .map(
      ([name, { type, isRequired, description }]) =>
        `${textOf(description)}readonly ${word(name)}${isRequired ? '' : '?'}: ${type}`,
    )
    .join('; ')} }`

/** Required only if both dialects require it. */
function overlaid(one: Fields, other: Fields): Fields {
  const joined = new Map<string, Field>()
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const [a, b] = [one.get(name), other.get(name)]
    if (!a || !b) joined.set(name, { ...(a ?? b)!, isRequired: false })
    else joined.set(name, { ...a, type: union([a.type, b.type]), isRequired: a.isRequired && b.isRequired })
  }
  return joined
}

interface Spoken {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly place: Place
}

const operationsOf = (document: Document, prefix: string): Map<string, Spoken> =>
  new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { operation, method: method.toUpperCase(), path, place: { document, prefix } },
      ]),
    ),
  )

function parametersOf({ operation, place }: Spoken): Fields {
  const fields = new Map<string, Field>()
  for (const given of operation.parameters ?? []) {
    const shared = given.$ref && place.document.components.parameters?.[given.$ref.split('/').at(-1)!]
    const parameter = shared || given
    if (parameter.in === 'header') continue
    fields.set(parameter.name, { type: typeOf(parameter.schema, place), isRequired: parameter.required ?? false })
  }
  return fields
}

/** A page reads JSON, and a table as its text. */
const jsonOf = (content: Content | undefined) =>
  (content?.content?.['application/json'] ?? content?.content?.['text/csv; charset=utf-8'])?.schema

interface Answer {
  readonly type: string
  /** What is unwrapped from the answer before a page sees it. */
  readonly unwrap: 'data' | 'first' | 'bare'
}

function answerOf({ operation, place }: Spoken): Answer {
  const [, response] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const schema = jsonOf(response)
  if (!schema) return { type: 'undefined', unwrap: 'bare' }
  const isWrapped = schema.properties?.data && Object.keys(schema.properties).length === 1
  return isWrapped
    ? { type: typeOf(schema.properties!.data, place), unwrap: 'data' }
    : { type: typeOf(schema, place), unwrap: 'bare' }
}

function bodyOf({ operation, place }: Spoken): { type: string; fields?: Fields } {
  const schema = jsonOf(operation.requestBody)
  // A body that is not JSON is a file.
  if (!schema) return { type: operation.requestBody ? 'Blob' : 'undefined' }
  const target = schema.$ref ? place.document.components.schemas?.[schema.$ref.split('/').at(-1)!] : schema
  return target?.properties ? { type: '', fields: fieldsOf(target, place) } : { type: typeOf(schema, place) }
}

interface Row {
  readonly type: string
  readonly entry: string
  readonly isClients: boolean
}

function rowOf(id: string, spoken: Readonly<Record<string, Spoken>>): Row {
  const [first, second] = Object.values(spoken) as [Spoken, Spoken?]
  const params = second ? overlaid(parametersOf(first), parametersOf(second)) : parametersOf(first)
  const [body, otherBody] = [bodyOf(first), second && bodyOf(second)]
  const bodyType = body.fields
    ? objectType(otherBody?.fields ? overlaid(body.fields, otherBody.fields) : body.fields)
    : body.type
  const answers = Object.entries(spoken).map(([name, one]) => [name, answerOf(one)] as const)
  const types = answers.map(([, answer]) => answer.type)
  // One dialect returns a plan inside an array; pages need the plan.
  const single = types.find((type) => types.includes(`readonly (${type})[]`))
  const places = answers.map(([name, { type, unwrap }]) => {
    const { method, path } = spoken[name]!
    const isHeld = single !== undefined && type !== single
    return `${name}: ['${method}', '${path}', '${isHeld ? 'first' : unwrap}']`
  })
  const describe = textOf(first.operation.summary).trim()
  return {
    type: `  ${describe}\n  ${word(id)}: { params: ${params.size ? objectType(params) : 'undefined'}; body: ${bodyType}; answer: ${single ?? union(types)}; speakers: ${union(Object.keys(spoken).map((name) => `'${name}'`))} }`,
    entry: `  ${word(id)}: { ${places.join(', ')} },`,
    isClients: 'client' in spoken,
  }
}

/**
 * Files of `apiFolder` by name. The consoles and the client's application have separate paths, so that no page loads
 * those of another.
 */
export function generate(documents: Readonly<Record<string, Document>>): Readonly<Record<string, string>> {
  const { provider, partner, ...others } = documents
  if (!provider || !partner) throw new Error('The documents of both dialects are needed.')
  const schemas = new Map<string, string>()
  const declare = (name: string, type: string) => {
    if (schemas.has(name)) throw new Error(`Two documents have a schema ${name}.`)
    schemas.set(name, type)
  }
  const dealerSchemas = [provider, partner].map((document) => document.components.schemas ?? {})
  const place = { document: provider, prefix: '' }
  for (const name of new Set(dealerSchemas.flatMap((all) => Object.keys(all)))) {
    const [one, other] = dealerSchemas.map((all) => all[name])
    const isTwoObjects = one?.properties && other?.properties
    declare(
      name,
      isTwoObjects
        ? objectType(overlaid(fieldsOf(one, place), fieldsOf(other, place)))
        : typeOf((one ?? other)!, place),
    )
  }
  const [inProvider, inPartner] = [operationsOf(provider, ''), operationsOf(partner, '')]
  const rows = [...new Set([...inProvider.keys(), ...inPartner.keys()])].map((id) =>
    rowOf(id, {
      ...(inProvider.has(id) && { provider: inProvider.get(id)! }),
      ...(inPartner.has(id) && { partner: inPartner.get(id)! }),
    }),
  )
  for (const [name, document] of Object.entries(others)) {
    const prefix = `${name[0]!.toUpperCase()}${name.slice(1)}`
    for (const [schema, shape] of Object.entries(document.components.schemas ?? {}))
      declare(nameIn(prefix, schema), typeOf(shape, { document, prefix }))
    for (const [id, spoken] of operationsOf(document, prefix)) rows.push(rowOf(id, { [name]: spoken }))
  }
  // Refusals have their own type, which no operation returns.
  schemas.delete('Errors')
  const head = '/** Written by `npm run api:write` from docs/api; never by hand. */'
  const pathsOf = (name: string, own: readonly Row[]) => `${head}
import type { Paths } from './generated.ts'

export const ${name}: Paths = {
${own.map((row) => row.entry).join('\n')}
}
`
  return {
    'generated.ts': `${head}

${[...schemas].map(([name, type]) => `export type ${name} = ${type}`).join('\n')}

export interface Operations {
${rows.map((row) => row.type).join('\n')}
}

type Path = readonly [method: string, path: string, unwrap: 'data' | 'first' | 'bare']

/** By operation and dialect: the method, the path, and what is unwrapped from the answer. */
export type Paths = { readonly [Name in keyof Operations]?: Readonly<Partial<Record<string, Path>>> }
`,
    'generated-console-paths.ts': pathsOf(
      'consolePaths',
      rows.filter((row) => !row.isClients),
    ),
    'generated-client-paths.ts': pathsOf(
      'clientPaths',
      rows.filter((row) => row.isClients),
    ),
  }
}
