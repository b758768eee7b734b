/**
 * The parts of an OpenAPI 3 document that the reference reads. Everything is optional: a valid document may leave out
 * nearly all of it, and an invalid one must not break the page.
 */

export type Schema = boolean | SchemaObject

export interface SchemaObject {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number | boolean
  exclusiveMaximum?: number | boolean
  multipleOf?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minProperties?: number
  maxProperties?: number
  deprecated?: boolean
  readOnly?: boolean
  writeOnly?: boolean
  /** OpenAPI 3.0's way to say "or null". */
  nullable?: boolean
}

export interface Reference {
  $ref: string
  summary?: string
  description?: string
}

export interface Example {
  summary?: string
  description?: string
  value?: unknown
}

export interface MediaType {
  schema?: Schema
  example?: unknown
  examples?: Record<string, Example | Reference>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  deprecated?: boolean
  description?: string
  schema?: Schema
  content?: Record<string, MediaType>
  example?: unknown
  examples?: Record<string, Example | Reference>
}

export interface RequestBody {
  description?: string
  required?: boolean
  content?: Record<string, MediaType>
}

export interface Response {
  description?: string
  headers?: Record<string, Parameter | Reference>
  content?: Record<string, MediaType>
}

type SecurityRequirement = Record<string, string[]>

export interface RawOperation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  parameters?: (Parameter | Reference)[]
  requestBody?: RequestBody | Reference
  responses?: Record<string, Response | Reference>
  security?: SecurityRequirement[]
  [extension: `x-${string}`]: unknown
}

export interface PathItem {
  $ref?: string
  parameters?: (Parameter | Reference)[]
  [method: string]: unknown
}

export interface SecurityScheme {
  type?: string
  name?: string
  in?: string
  scheme?: string
  description?: string
}

export interface Tag {
  name: string
  description?: string
  [extension: `x-${string}`]: unknown
}

export interface OpenApiDocument {
  openapi: string
  info?: { title?: string; version?: string; summary?: string; description?: string }
  servers?: { url: string; variables?: Record<string, { default?: string }> }[]
  tags?: Tag[]
  paths?: Record<string, PathItem | undefined>
  components?: {
    schemas?: Record<string, Schema>
    securitySchemes?: Record<string, SecurityScheme | Reference>
    [kind: string]: unknown
  }
  security?: SecurityRequirement[]
}

export function readDocument(value: unknown): OpenApiDocument {
  const document = value as Partial<OpenApiDocument> | null
  if (typeof document !== 'object' || document === null || !String(document.openapi ?? '').startsWith('3.'))
    throw new Error('This is not an OpenAPI 3 document.')
  return document as OpenApiDocument
}
