/** Where a map is copied from: a local file, or one on a web server that supports ranges. */
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as rest } from 'node:timers/promises'
import type { Span } from './pmtiles.ts'

export interface ByteSource {
  readonly size: number
  /** Differs if the content differs. Empty: the server does not say. */
  readonly stamp: string
  read(span: Span, signal: AbortSignal): Promise<Buffer>
  close(): Promise<void>
}

export interface Patience {
  readonly tries: number
  readonly firstRestMs: number
  readonly restMsMax: number
  /** How long a server may send nothing. */
  readonly stallMs: number
}

const usualPatience: Patience = { tries: 10, firstRestMs: 500, restMsMax: 60_000, stallMs: 30_000 }

const isWeb = (from: string) => /^https?:\/\//i.test(from)

export const openSource = (from: string, signal: AbortSignal, patience: Partial<Patience> = {}): Promise<ByteSource> =>
  isWeb(from) ? WebSource.open(from, signal, { ...usualPatience, ...patience }) : openFile(from)

async function openFile(path: string): Promise<ByteSource> {
  const file: FileHandle = await open(path, 'r').catch((error: Error) => {
    throw new Error(`The source cannot be read: ${error.message}.`)
  })
  const { size, mtimeMs } = await file.stat()
  return {
    size,
    stamp: String(mtimeMs),
    async read({ offset, length }) {
      const bytes = Buffer.allocUnsafe(length)
      const { bytesRead } = await file.read(bytes, 0, length, offset)
      if (bytesRead < length) throw new Error(`${path} ends too early: it was not copied completely.`)
      return bytes
    },
    close: () => file.close(),
  }
}

/** A temporary failure: the same request is repeated a little later. */
class PassingTrouble extends Error {
  /** If the server says when. */
  readonly restMs: number | undefined

  constructor(message: string, restMs?: number) {
    super(message)
    this.restMs = restMs
  }
}

interface Part {
  readonly bytes: Buffer
  readonly size: number
  readonly stamp: string
}

class WebSource implements ByteSource {
  readonly size: number
  readonly stamp: string
  readonly #address: URL
  readonly #patience: Patience

  private constructor(address: URL, patience: Patience, { size, stamp }: Part) {
    this.#address = address
    this.#patience = patience
    this.size = size
    this.stamp = stamp
  }

  static async open(from: string, signal: AbortSignal, patience: Patience): Promise<WebSource> {
    if (!URL.canParse(from)) throw new Error('The source is not a web address.')
    const address = new URL(from)
    if (address.username !== '' || address.password !== '') {
      throw new Error(`${shown(address)} cannot be read with a username and password. Use an address without them.`)
    }
    const first = await patiently(patience, signal, shown(address), () =>
      askFor(address, { offset: 0, length: 1 }, patience.stallMs, signal, true),
    )
    return new WebSource(address, patience, first)
  }

  async read(span: Span, signal: AbortSignal): Promise<Buffer> {
    const { bytes, size, stamp } = await patiently(this.#patience, signal, shown(this.#address), () =>
      askFor(this.#address, span, this.#patience.stallMs, signal, false),
    )
    if (size !== this.size || stamp !== this.stamp)
      throw new Error('The source has changed while it was copied. Start again; on the command line, add --restart.')
    if (bytes.length < span.length)
      throw new Error(`${shown(this.#address)} ends too early: the file there is incomplete.`)
    return bytes
  }

  async close(): Promise<void> {}
}

/** What follows the path may be a key. */
const shown = ({ origin, pathname }: URL) => `${origin}${pathname}`

/** A source as it may be shown and logged. */
export const shownSource = (from: string): string =>
  !isWeb(from) ? from : URL.canParse(from) ? shown(new URL(from)) : from.replace(/^(https?:\/\/).*$/is, '$1…')

async function patiently<T>(patience: Patience, signal: AbortSignal, name: string, work: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof PassingTrouble)) throw error
      if (failures >= patience.tries)
        throw new Error(`${name} ${error.message}. Try again later: the copy continues where it stopped.`)
      const own = Math.min(patience.firstRestMs * 2 ** (failures - 1), patience.restMsMax)
      await rest(Math.max(own, Math.min(error.restMs ?? 0, patience.restMsMax)), undefined, { signal })
    }
  }
}

async function askFor(address: URL, span: Span, stallMs: number, signal: AbortSignal, isFirst: boolean): Promise<Part> {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(), stallMs)
  try {
    const answer = await fetch(address, {
      headers: {
        range: `bytes=${span.offset}-${span.offset + span.length - 1}`,
        'accept-encoding': 'identity',
        'user-agent': 'Waymark',
      },
      signal: AbortSignal.any([signal, stalled.signal]),
    })
    try {
      const size = requireRange(answer, span, address, isFirst)
      const length = Math.min(span.length, size - span.offset)
      const bytes = await readBody(answer, length, timer)
      return { bytes, size, stamp: answer.headers.get('etag') ?? answer.headers.get('last-modified') ?? '' }
    } catch (error) {
      await answer.body?.cancel().catch(() => {})
      throw error
    }
  } catch (error) {
    if (stalled.signal.aborted) throw new PassingTrouble('stopped sending')
    // `fetch` reports a missing or interrupted answer this way; the cause has the reason.
    if (error instanceof TypeError) {
      const { code, message } = (error.cause ?? error) as { code?: string; message: string }
      throw new PassingTrouble(`cannot be reached (${code ?? message})`)
    }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Returns how large the whole is. */
function requireRange(answer: Response, span: Span, address: URL, isFirst: boolean): number {
  const { status, headers } = answer
  if (status === 200) {
    if (!isFirst) throw new PassingTrouble('ignores range requests')
    throw new Error(`${shown(address)} ignores range requests. Download the file, and name it with --from.`)
  }
  if (status === 408 || status === 429 || status >= 500)
    throw new PassingTrouble(`answered ${status}`, Number(headers.get('retry-after')) * 1000 || 0)
  if (status === 412 || status === 416)
    throw new Error('The source has changed while it was copied. Start again; on the command line, add --restart.')
  if (status !== 206) throw new Error(`${shown(address)} answered ${status}. Check the address of the source.`)
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
  const last = Math.min(span.offset + span.length, Number(size)) - 1
  if (size === undefined || Number(from) !== span.offset || Number(to) !== last)
    throw new PassingTrouble('sends other bytes than it was asked for')
  return Number(size)
}

async function readBody(answer: Response, length: number, timer: NodeJS.Timeout): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for await (const part of answer.body ?? []) {
    timer.refresh()
    if (at + part.length > length) throw new PassingTrouble('sends more than it was asked for')
    bytes.set(part, at)
    at += part.length
  }
  if (at < length) throw new PassingTrouble('broke off')
  return bytes
}

/** Few requests at a time, and none large: this bounds the memory. */
const requestsAtOnce = 4
const requestBytesMax = 4 * 1024 ** 2
/** Reading this much in between costs less than another request. */
const gapBytesMax = 64 * 1024

interface Request extends Span {
  readonly parts: Span[]
}

/** One answer per span, in order. Spans that are close together are read with one request. */
export async function* readInOrder(
  source: ByteSource,
  spans: Iterable<Span>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const requests = requestsFor(spans)
  const coming: { readonly request: Request; readonly bytes: Promise<Buffer> }[] = []
  const askNext = () => {
    const { value: request } = requests.next()
    if (!request) return
    const bytes = source.read(request, either)
    // The caller gets the error when it awaits this. After an earlier error nobody does, and Node must not end the
    // process.
    bytes.catch(() => {})
    coming.push({ request, bytes })
  }
  try {
    for (let at = 0; at < requestsAtOnce; at++) askNext()
    for (let first = coming.shift(); first; first = coming.shift()) {
      const bytes = await first.bytes
      askNext()
      const { offset, parts } = first.request
      for (const part of parts) yield bytes.subarray(part.offset - offset, part.offset - offset + part.length)
    }
  } finally {
    ended.abort()
  }
}

function* requestsFor(spans: Iterable<Span>): Generator<Request, undefined> {
  let request: (Request & { length: number }) | undefined
  for (const span of spans) {
    const gap = request ? span.offset - (request.offset + request.length) : -1
    const length = request ? span.offset + span.length - request.offset : 0
    if (request && gap >= 0 && gap <= gapBytesMax && length <= requestBytesMax) {
      request.length = length
      request.parts.push(span)
    } else {
      if (request) yield request
      request = { ...span, parts: [span] }
    }
  }
  if (request) yield request
  return undefined
}
