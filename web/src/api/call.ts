/** How the console and the client's application call the API: an operation of the documents by its name, with typed input and answer. */
import { askWhole, type Method, Refused } from '../shared/api.ts'
import type { MadeCall } from './calls.ts'
import type { Operations, Paths } from './generated.ts'

export type OperationName = keyof Operations
export type ParamsOf<Name extends OperationName> = Operations[Name]['params']
export type BodyOf<Name extends OperationName> = Operations[Name]['body']
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']
/** Operations that answer with a list. */
export type ListName = {
  [Name in OperationName]: AnswerOf<Name> extends readonly unknown[] ? Name : never
}[OperationName]
export type ItemOf<Name extends ListName> = AnswerOf<Name> extends readonly (infer Item)[] ? Item : never

type Dialect = 'provider' | 'partner'

interface Caller {
  readonly paths: Paths
  /** Sees each call before it is sent, and its status afterwards. */
  record?(call: Pick<MadeCall, 'operation' | 'method' | 'path' | 'body'>): (status: number) => void
  /** The session is over. A caller that waits for the result never gets one if this never settles. */
  onSessionEnd?(): unknown
  onForbidden?(): void
}

let dialect: Dialect = 'provider'
let caller: Caller = { paths: {} }

/** Called once at the start of a page, and again for what is known only later. */
export function setUpCalls(part: Partial<Caller>): void {
  caller = { ...caller, ...part }
}

/** Once, after signing in: whose dialect is spoken. */
export function speak(chosen: Dialect): void {
  dialect = chosen
}

const pathOf = (name: OperationName) => {
  const all = caller.paths[name] ?? {}
  return all[dialect] ?? Object.entries(all).find(([speaker]) => speaker !== 'provider' && speaker !== 'partner')?.[1]
}

/** Some operations exist in one dialect only; a page leaves out what its dealer cannot call. */
export const isSpoken = (name: OperationName): boolean => pathOf(name) !== undefined

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The path with its ids in place, and the rest of the values as its query. Nothing given is nothing sent. */
export function addressOf(path: string, values: Values = {}): string {
  const query = new URLSearchParams()
  let filled = path
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue
    if (filled.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)))
    else query.set(name, String(value))
  }
  // A comma means itself in a query, and a list of ids is easier to read with it.
  return query.size > 0 ? `${filled}?${String(query).replaceAll('%2C', ',')}` : filled
}

interface Whole<T> {
  readonly answer: T
  /** Where a list goes on; undefined at its end. */
  readonly next: string | undefined
}

export async function callWhole<Name extends OperationName>(
  name: Name,
  params: ParamsOf<Name>,
  body?: BodyOf<Name>,
  signal?: AbortSignal,
): Promise<Whole<AnswerOf<Name>>> {
  const found = pathOf(name)
  if (!found) throw new Error(`${name} is not an operation of this dealer's dialect.`)
  const [method, template, unwrap] = found
  const path = addressOf(template, params as Values | undefined)
  const answered = caller.record?.({ operation: name, method, path, body: body as object | undefined })
  try {
    const { status, body: content, headers } = await askWhole<never>(method as Method, path, body, { signal })
    answered?.(status)
    return { answer: unwrapped(content, unwrap), next: headers.get('x-next-cursor') ?? undefined }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    answered?.(error.status)
    if (error.status === 401 && error.code !== 'INVALID_CREDENTIALS') await caller.onSessionEnd?.()
    if (error.status === 403) caller.onForbidden?.()
    throw error
  }
}

function unwrapped<T>(content: unknown, unwrap: string): T {
  if (unwrap === 'bare') return content as T
  const { data } = content as { data: unknown }
  return (unwrap === 'first' ? (data as readonly unknown[])[0] : data) as T
}

export const call = async <Name extends OperationName>(
  name: Name,
  params: ParamsOf<Name>,
  body?: BodyOf<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> => (await callWhole(name, params, body, signal)).answer
