/** The only way a page calls the server, and the one place where a failed request becomes a sentence. */
import { parts } from './texts/catalogue.ts'
import { texts } from './texts/texts.ts'

/** The server's sentences in the reader's language, as far as they are known. Loaded with the first refusal. */
let refusals: Awaited<ReturnType<typeof parts.refusals>> = { said: () => undefined, about: () => undefined }
const loadRefusals = async (): Promise<void> => {
  refusals = await parts.refusals()
}

interface Fault {
  readonly code: string
  readonly message: string
  readonly field?: string
}

/** The server refused, or did not answer (`status` 0, code `UNREACHABLE`). */
export class Refused extends Error {
  readonly status: number
  readonly faults: readonly Fault[]
  /** The whole answer, for refusals with more than a sentence. */
  readonly body: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: unknown, retryAfterSeconds?: number) {
    const faults = faultsOf(body, status)
    super(faults[0]!.message)
    this.name = 'Refused'
    this.status = status
    this.faults = faults
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }

  get code(): string {
    return this.faults[0]!.code
  }

  /** The sentence about one field, if it is invalid. */
  about(field: string): string | undefined {
    const message = this.faults.find((fault) => fault.field === field)?.message
    return message && (refusals.said(message) ?? refusals.about(message) ?? message)
  }
}

function faultsOf(body: unknown, status: number): readonly Fault[] {
  const { errors } = (body ?? {}) as { errors?: readonly Fault[] }
  if (Array.isArray(errors) && errors.length > 0) return errors
  return [{ code: status === 0 ? 'UNREACHABLE' : 'INTERNAL_SERVER_ERROR', message: '' }]
}

export interface AskOptions {
  readonly bearer?: string
  readonly signal?: AbortSignal
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Answer<T> {
  readonly status: number
  readonly body: T
  readonly headers: Headers
}

export const ask = async <T>(method: Method, path: string, body?: object, options: AskOptions = {}): Promise<T> =>
  (await askWhole<T>(method, path, body, options)).body

/** For callers that read the headers too. */
export async function askWhole<T>(
  method: Method,
  path: string,
  body?: object,
  options: AskOptions = {},
): Promise<Answer<T>> {
  const answer = await fetch(path, {
    method,
    credentials: 'same-origin',
    signal: options.signal,
    headers: {
      accept: 'application/json',
      // A file is sent as it is.
      ...(body && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
      // A form on a foreign page cannot send this header, so a cookie alone changes nothing.
      ...(method !== 'GET' && { 'x-waymark': '1' }),
      ...(options.bearer && { authorization: `Bearer ${options.bearer}` }),
    },
    ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
  }).catch((error) => {
    if (options.signal?.aborted) throw error
    throw new Refused(0, undefined)
  })
  const content: unknown = await contentOf(answer)
  if (answer.ok) return { status: answer.status, body: content as T, headers: answer.headers }
  // Without it the sentence is shown in English.
  await loadRefusals().catch(() => {})
  throw new Refused(answer.status, content, Number(answer.headers.get('retry-after')) || undefined)
}

/** A table is text to be saved; pages read nothing else that is not JSON. */
async function contentOf(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/csv')) return answer.text()
  return type.includes('json') ? answer.json().catch(() => undefined) : undefined
}

/** Our words if the visitor can do something about it; otherwise the server's. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Refused)) return texts.errors.unexpected
  if (error.code === 'REQUESTS_EXCEEDED') return texts.errors.tooMany(error.retryAfterSeconds)
  const own: Readonly<Record<string, string>> = texts.errors.byCode
  if (own[error.code]) return own[error.code]!
  if (!error.message) return texts.errors.unexpected
  const { said, about } = refusals
  return said(error.message) ?? atField(error, about) ?? texts.errors.refused(error.code, error.message)
}

/** Away from its field the sentence needs the field's name at its beginning. */
function atField({ faults, message }: Refused, about: typeof refusals.about): string | undefined {
  const sentence = about(message)
  const name = /^[a-z]\S*/.exec(message)?.[0]
  return sentence === undefined || sentence === message || !name || !faults[0]?.field
    ? sentence
    : `${name}: ${sentence}`
}
