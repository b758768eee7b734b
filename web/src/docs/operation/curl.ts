/** A command for the shell that makes the request, ready but for the token and the ids. */

import type { OpenApiDocument, Parameter, SecurityScheme } from '../openapi.ts'
import type { Media, Operation } from '../operations.ts'
import { resolveSchema } from '../references.ts'
import { exampleOf, examplesOf, givenExamples } from './examples.ts'

export function curlOf(document: OpenApiDocument, operation: Operation, origin: string): string {
  const headers = operation.parameters.filter((parameter) => parameter.in === 'header' && parameter.required)
  const media = preferredMedia(operation.body?.media)
  const parts = [
    `curl${method(operation, media !== undefined)} ${quote(urlOf(document, operation, origin))}`,
    ...proofOf(operation.security[0]),
    ...headers.map((header) => `-H ${quote(`${header.name}: ${parameterValue(document, header)}`)}`),
    ...(media ? bodyOf(document, media) : []),
  ]
  return parts.join(' \\\n  ')
}

/** curl itself chooses GET, and POST as soon as there is a body. */
function method({ method }: Operation, hasBody: boolean): string {
  if (method === 'HEAD') return ' -I'
  return method === (hasBody ? 'POST' : 'GET') ? '' : ` -X ${method}`
}

function urlOf(document: OpenApiDocument, operation: Operation, origin: string): string {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((candidate) => candidate.in === 'path' && candidate.name === name)
    return encodeURIComponent(String((parameter && givenValue(document, parameter)) ?? placeholder(name)))
  })
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(
      (parameter) => `${encodeURIComponent(parameter.name)}=${encodeURIComponent(parameterValue(document, parameter))}`,
    )
  return `${baseOf(document, origin)}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** The first server of the document, which is relative to where the document came from. */
function baseOf(document: OpenApiDocument, origin: string): string {
  const server = document.servers?.[0]
  const url = server?.url.replaceAll(/\{([^}]+)\}/g, (_, name: string) => server.variables?.[name]?.default ?? name)
  try {
    return new URL(url ?? '/', `${origin}/`).href.replace(/\/$/, '')
  } catch {
    return origin
  }
}

/** Braces would be read by curl as a list of addresses, so an unknown id is written in capitals. */
const placeholder = (name: string): string => name.replaceAll(/\W+/g, '_').toUpperCase()

function givenValue(document: OpenApiDocument, parameter: Parameter): unknown {
  const schema = resolveSchema(document, parameter.schema).schema
  return givenExamples(document, parameter)[0]?.value ?? schema.example ?? schema.examples?.[0]
}

function parameterValue(document: OpenApiDocument, parameter: Parameter): string {
  const given = givenValue(document, parameter)
  if (given !== undefined) return String(given)
  const { type, enum: values, const: only } = resolveSchema(document, parameter.schema).schema
  if (type === 'string' && !values && only === undefined) return placeholder(parameter.name)
  return String(exampleOf(document, parameter.schema, 'request'))
}

/** The token stays a variable of the shell, so that it does not end up in a history or a screenshot. */
function proofOf(scheme: SecurityScheme | undefined): string[] {
  if (scheme?.type === 'apiKey' && scheme.in === 'header') return [`-H "${scheme.name}: $TOKEN"`]
  if (scheme?.type === 'apiKey' && scheme.in === 'cookie') return [`-b "${scheme.name}=$TOKEN"`]
  if (scheme?.type === 'http' && scheme.scheme?.toLowerCase() === 'basic') return ['-u "$USER_NAME:$PASSWORD"']
  if (scheme?.type === 'http' || scheme?.type === 'oauth2') return ['-H "Authorization: Bearer $TOKEN"']
  return []
}

const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\b/i.test(type)

export const preferredMedia = (media: readonly Media[] = []): Media | undefined =>
  media.find(({ type }) => isJson(type)) ?? media[0]

function bodyOf(document: OpenApiDocument, media: Media): string[] {
  const header = `-H ${quote(`Content-Type: ${media.type}`)}`
  const value = examplesOf(document, media.content, 'request')[0]?.value
  if (isJson(media.type)) return [header, `-d ${quote(JSON.stringify(value ?? {}, null, 2))}`]
  if (media.type === 'application/x-www-form-urlencoded' && typeof value === 'object' && value !== null)
    return Object.entries(value).map(([name, field]) => `--data-urlencode ${quote(`${name}=${field}`)}`)
  return [header, typeof value === 'string' ? `-d ${quote(value)}` : '--data-binary @FILE']
}

/** The shell changes nothing between single quotes; a quote itself must step outside for a moment. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
