/** A route is a value: one row of the table, written once for both dialects. */
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Call } from '../context.ts'
import type { DialectName } from './dialects.ts'
import type { Listing } from './lists.ts'
import type { Right } from './right.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How an answer leaves in one dialect: status, envelope, and the shape that is also its projection. */
export interface Reply {
  readonly status: number
  readonly isWrapped: boolean
  readonly shape: TSchema
  /** Set for lists: the answer is an array of `shape`, streamed page by page. */
  readonly isList: boolean
  /** Final change for an unusual reply (the partner's "array holding the plan"). */
  readonly as?: (value: never) => unknown
}

const reply =
  (isWrapped: boolean, isList: boolean) =>
  (shape: TSchema, status = 200, as?: Reply['as']): Reply => ({
    status,
    isWrapped,
    isList,
    shape,
    ...(as && { as }),
  })

export const bare = reply(false, false)
export const data = reply(true, false)
export const bareList = reply(false, true)
export const dataList = reply(true, true)

type Shapes = TSchema | Readonly<Record<DialectName, TSchema>>
const shapeIn = (dialect: DialectName, shapes: Shapes): TSchema =>
  'partner' in shapes ? (shapes as Record<DialectName, TSchema>)[dialect] : (shapes as TSchema)

/** An answer that is the same in both dialects except for the envelope; the shape may differ by dialect. */
export const both = (shapes: Shapes, status = 200) => ({
  provider: bare(shapeIn('provider', shapes), status),
  partner: data(shapeIn('partner', shapes), status),
})
export const bothList = (shapes: Shapes) => ({
  provider: bareList(shapeIn('provider', shapes)),
  partner: dataList(shapeIn('partner', shapes)),
})

export interface Input<P, Q, B> {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** For a row that takes a file. */
  readonly bytes: Buffer
}

export interface Route {
  readonly method: Method
  readonly path: string
  /** The heading in the reference: the feature. */
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  /** For rows whose body contains a file and may be longer than others. */
  readonly bodyBytesMax?: number
  /** The dialects that have it: no key, no route. */
  readonly replies: Partial<Record<DialectName, Reply>>
  /** The right that a person of the dealer's team needs. Every row that changes something names one. */
  readonly right?: Right
  /** A GET that nevertheless changes something, closed to read-only tokens. */
  readonly changes?: boolean
  readonly deprecated?: boolean
  /** Calls an outside service, so an Idempotency-Key cannot cover it in one transaction: see `answerStaged`. */
  readonly staged?: boolean
  /** The work reports its progress to callers that accept JSON lines: see `progress.ts`. */
  readonly tellsProgress?: boolean
  /** Media types of an answer that is a file, not JSON. */
  readonly produces?: readonly string[]
  /** With an Idempotency-Key the answer is stored sealed or, if the work is staged, not at all. */
  readonly isAnswerSecret?: boolean
  readonly handle: (call: Call, input: Input<never, never, never>) => Promise<unknown>
}

type Fields<T extends TObject | undefined> = T extends TObject ? Static<T> : Record<never, never>

/** Ties the types of the handler's input to the schemas of the row. */
export function route<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
>(
  row: Omit<Route, 'params' | 'query' | 'body' | 'handle'> & {
    params?: P
    query?: Q
    body?: B
    handle: (call: Call, input: Input<Fields<P>, Fields<Q>, Fields<B>>) => Promise<unknown> | Listing
  },
): Route {
  return row as unknown as Route
}

/** A row for callers without a dialect: clients, people who pay, the processor. Its answer is never wrapped. */
export interface PlainRoute<C, O extends string = string> extends Omit<Route, 'replies' | 'handle'> {
  /** Its name in the access table; checked before anything of the request is read. */
  readonly operation?: O
  /** The module of a plan that it belongs to; without it the row answers 403 (docs/decisions/0045). */
  readonly module?: string
  /** The body is a file, not JSON: its media types, and its maximum length. The handler checks the content. */
  readonly takes?: { readonly types: readonly string[]; readonly bytesMax: number }
  /** Status 204 sends nothing, whatever the shape. */
  readonly reply: Reply
  readonly handle: (call: C, input: Input<never, never, never>) => Promise<unknown>
}

/** `const route = plainRoute<ClientCall, Operation>()`: a file names its kind of caller once. */
export const plainRoute =
  <C, O extends string = never>() =>
  <
    P extends TObject | undefined = undefined,
    Q extends TObject | undefined = undefined,
    B extends TObject | undefined = undefined,
  >(
    row: Omit<PlainRoute<C, O>, 'params' | 'query' | 'body' | 'handle'> & {
      params?: P
      query?: Q
      body?: B
      handle: (call: C, input: Input<Fields<P>, Fields<Q>, Fields<B>>) => Promise<unknown> | Listing
    },
  ): PlainRoute<C, O> =>
    row as unknown as PlainRoute<C, O>

/** The same row under another method, kept because published samples use it. */
export const alias = (row: Route, method: Method): Route => ({
  ...row,
  method,
  deprecated: true,
  changes: true,
  summary: `${row.summary} (alias)`,
})

/** Ids in paths. A malformed one is refused like a missing one, so the formats double as lookups that find nothing. */
export const NumberId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'id' })
export const uuidPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
export const UuidId = Type.String({
  pattern: uuidPattern,
  description: 'id',
})
export const byNumber = (what: string) => Type.Object({ id: NumberId }, { title: what })
export const byUuid = (what: string) => Type.Object({ id: UuidId }, { title: what })

/** An answer that already is JSON text, in parts: for results too large to be turned into objects and back. */
export interface ReadyJson {
  readonly readyJson: Iterable<Buffer>
}
export const isReadyJson = (value: unknown): value is ReadyJson =>
  typeof value === 'object' && value !== null && 'readyJson' in value

/** The same for answers of any length, piece by piece; with its own type it is a file to download. */
export interface StreamedJson {
  readonly pieces: AsyncIterable<string | Uint8Array>
  readonly contentType?: string
  readonly fileName?: string
}
export const isStreamedJson = (value: unknown): value is StreamedJson =>
  typeof value === 'object' && value !== null && 'pieces' in value

/** A file to download, in one piece. */
export interface KeptFile {
  readonly file: Buffer | string
  readonly contentType: string
  readonly fileName: string
}
export const isKeptFile = (value: unknown): value is KeptFile =>
  typeof value === 'object' && value !== null && 'file' in value && 'fileName' in value

/** A file to show, not to download; a caller that already has it gets 304. */
export interface ShownFile {
  readonly shown: Buffer
  readonly contentType: string
  /** Changes with the content. */
  readonly digest: string
}
export const isShownFile = (value: unknown): value is ShownFile =>
  typeof value === 'object' && value !== null && 'shown' in value
