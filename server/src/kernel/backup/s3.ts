/**
 * The few calls to S3-compatible storage that backups need, over `fetch`. Each is tried several times, because networks
 * fail. An object appears only when its upload is completed, so half an upload is never mistaken for a backup.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Credentials, encodedPath, queryString, signed } from './sigv4.ts'

export interface Bucket extends Credentials {
  /** With `{bucket}` in it, the bucket is part of the host; otherwise of the path. */
  readonly url: string
  readonly bucket: string
}

export interface Patience {
  /** For a small request, for a part of an upload, and for the next bytes of a download. */
  readonly answerMs: number
  readonly partMs: number
  readonly silenceMs: number
  readonly tries: number
  /** Before the second attempt; doubled before each further one. */
  readonly pauseMs: number
}

const usualPatience: Patience = {
  answerMs: 30_000,
  partMs: 300_000,
  silenceMs: 60_000,
  tries: 6,
  pauseMs: 1_000,
}

/** At least 5 MiB except for the last, and at most 10,000 parts: they grow, so that 2 TiB fit. */
const partBytesFirst = 8 * 1024 ** 2
const partsPerSize = 1_000
const partBytesMax = 512 * 1024 ** 2
const partsMax = 10_000

export interface StoredObject {
  readonly key: string
  readonly bytes: number
  readonly at: Date
}

interface Asking {
  readonly method: string
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly patienceMs?: number
  readonly signal?: AbortSignal | undefined
}

/** The server's answer, in words for the operator. */
class S3Refusal extends Error {
  override readonly name = 'S3Refusal'
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const hints: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'Check the key ID.',
  SignatureDoesNotMatch: 'Check the secret key and the region.',
  AccessDenied: 'Allow the key to list, read, write and delete in this bucket.',
  NoSuchBucket: 'Create the bucket, or check its name.',
  PermanentRedirect: 'The bucket is in another region. Set its region and address.',
  AuthorizationHeaderMalformed: 'Check the region.',
  RequestTimeTooSkewed: 'The clock of this machine is wrong. Set it by network time (NTP).',
}

const refusalOf = (status: number, text: string) => {
  const code = tag(text, 'Code') ?? `HTTP ${status}`
  const said = tag(text, 'Message') ?? ''
  const words = [`The storage refused the request (${code})`, said.replace(/[\p{Cc}]+/gu, ' ').slice(0, 300)]
  return new S3Refusal(status, code, `${words.filter(Boolean).join(': ')}. ${hints[code] ?? ''}`.trim())
}

/** Answers are small and flat enough to be read without a parser. */
const tag = (xml: string, name: string): string | undefined => {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return found && unescaped(found)
}
const tags = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map((match) => match[1] as string)

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole)

export class S3 {
  readonly #bucket: Bucket
  readonly #patience: Patience

  constructor(bucket: Bucket, patience: Patience = usualPatience) {
    this.#bucket = bucket
    this.#patience = patience
  }

  /** One attempt. */
  async #send({ method, key = '', query = {}, headers = {}, body = Buffer.alloc(0), ...rest }: Asking) {
    const { url, bucket } = this.#bucket
    const isInHost = url.includes('{bucket}')
    const base = new URL(isInHost ? url.replace('{bucket}', bucket) : url)
    const root = base.pathname.replace(/\/+$/, '')
    const path = `${root}/${[...(isInHost ? [] : [bucket]), ...(key === '' ? [] : [encodedPath(key)])].join('/')}`
    const all = signed({ method, host: base.host, path, query, headers, body, at: new Date() }, this.#bucket)
    const { host: _, ...sent } = all
    const text = queryString(query)
    const timeout = AbortSignal.timeout(rest.patienceMs ?? this.#patience.answerMs)
    return fetch(`${base.origin}${path}${text && `?${text}`}`, {
      method,
      headers: { ...sent, 'accept-encoding': 'identity' },
      redirect: 'manual',
      signal: rest.signal ? AbortSignal.any([timeout, rest.signal]) : timeout,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
  }

  /** Retries temporary failures: no answer, an answer that breaks off, and errors of the server. */
  async #ask(asking: Asking): Promise<{ text: string; headers: Headers }> {
    return this.#trying(asking.signal, async () => {
      const answer = await this.#send(asking)
      const text = await answer.text()
      // A completion may fail after an answer of 200.
      if (answer.status >= 300 || /<Error>/.test(text)) throw refusalOf(answer.status, text)
      return { text, headers: answer.headers }
    })
  }

  async #trying<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const { tries, pauseMs } = this.#patience
    for (let number = 1; ; number++) {
      try {
        return await work()
      } catch (error) {
        signal?.throwIfAborted()
        if (number >= tries || !mayPass(error)) throw explained(error, this.#bucket)
        await wait(pauseMs * 2 ** (number - 1), undefined, { signal })
      }
    }
  }

  /** Returns the number of bytes. If it fails, nothing is stored. */
  async upload(key: string, bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<number> {
    const { text } = await this.#ask({ method: 'POST', key, query: { uploads: '' }, signal })
    const uploadId = tag(text, 'UploadId')
    if (!uploadId) throw new Error('The storage did not start an upload. Does it support multipart uploads?')
    try {
      const { etags, size } = await this.#uploadParts(key, uploadId, bytes, signal)
      await this.#complete(key, uploadId, etags, size, signal)
      return size
    } catch (error) {
      await this.abort(key, uploadId).catch(() => {})
      throw error
    }
  }

  async #uploadParts(key: string, uploadId: string, bytes: AsyncIterable<Buffer>, signal: AbortSignal | undefined) {
    const etags: string[] = []
    let size = 0
    const send = async (body: Buffer) => {
      const query = { partNumber: String(etags.length + 1), uploadId }
      const { headers } = await this.#ask({
        ...{ method: 'PUT', key, query, body, signal },
        patienceMs: this.#patience.partMs,
      })
      etags.push(headers.get('etag') ?? '')
      size += body.length
    }
    let waiting: Buffer[] = []
    let held = 0
    for await (const chunk of bytes) {
      waiting.push(chunk)
      held += chunk.length
      const wanted = Math.min(partBytesFirst * 2 ** Math.floor(etags.length / partsPerSize), partBytesMax)
      if (held < wanted) continue
      if (etags.length >= partsMax - 1) throw new Error('The backup is too large for one object of this storage.')
      await send(Buffer.concat(waiting))
      waiting = []
      held = 0
    }
    if (held > 0 || etags.length === 0) await send(Buffer.concat(waiting))
    return { etags, size }
  }

  /** The object shows whether a lost answer was a success. */
  async #complete(
    key: string,
    uploadId: string,
    etags: readonly string[],
    size: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const parts = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    try {
      const patienceMs = this.#patience.partMs
      await this.#ask({ method: 'POST', key, query: { uploadId }, body, signal, patienceMs })
    } catch (error) {
      const found = (await this.list(key, signal).catch(() => [])).find((one) => one.key === key)
      if (found?.bytes !== size) throw error
    }
  }

  async abort(key: string, uploadId: string): Promise<void> {
    await this.#ask({ method: 'DELETE', key, query: { uploadId } })
  }

  /** Uploads that were neither completed nor aborted. */
  async listUploads(prefix: string): Promise<{ key: string; uploadId: string }[]> {
    const { text } = await this.#ask({ method: 'GET', query: { uploads: '', prefix } })
    return tags(text, 'Upload').flatMap((upload) => {
      const [key, uploadId] = [tag(upload, 'Key'), tag(upload, 'UploadId')]
      return key && uploadId ? [{ key, uploadId }] : []
    })
  }

  async list(prefix: string, signal?: AbortSignal): Promise<StoredObject[]> {
    const found: StoredObject[] = []
    let token: string | undefined
    do {
      const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) }
      const { text } = await this.#ask({ method: 'GET', query, signal })
      for (const content of tags(text, 'Contents')) {
        const at = new Date(tag(content, 'LastModified') ?? 0)
        found.push({ key: tag(content, 'Key') ?? '', bytes: Number(tag(content, 'Size')), at })
      }
      token = tag(text, 'IsTruncated') === 'true' ? tag(text, 'NextContinuationToken') : undefined
    } while (token !== undefined)
    return found
  }

  async put(key: string, body: Buffer): Promise<void> {
    await this.#ask({ method: 'PUT', key, body })
  }

  async remove(key: string): Promise<void> {
    await this.#ask({ method: 'DELETE', key })
  }

  /** Continues where it broke off, as long as each attempt brings something. */
  async *download(key: string): AsyncGenerator<Buffer> {
    let [at, size, etag] = [0, Number.POSITIVE_INFINITY, '']
    const { tries, pauseMs, silenceMs } = this.#patience
    for (let failures = 0; at < size; ) {
      const stalled = new AbortController()
      const watch = () => setTimeout(() => stalled.abort(new Error('The storage stopped sending data.')), silenceMs)
      let timer = watch()
      try {
        const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-`, 'if-match': etag } : {}
        const answer = await this.#send({ method: 'GET', key, headers, patienceMs: 86_400_000, signal: stalled.signal })
        if (answer.status >= 300) throw refusalOf(answer.status, await answer.text())
        if (at > 0 && answer.status !== 206)
          throw new Error('The storage ignores range requests, so a download cannot continue.')
        if (at === 0) {
          const length = answer.headers.get('content-length')
          if (length === null) throw new Error('The storage did not report the size of the file.')
          size = Number(length)
          etag = answer.headers.get('etag') ?? ''
        }
        for await (const chunk of answer.body ?? []) {
          clearTimeout(timer)
          at += chunk.length
          failures = 0
          yield Buffer.from(chunk)
          timer = watch()
        }
        if (!(at < size)) return
        throw new Error('The download was interrupted.')
      } catch (error) {
        const reason = stalled.signal.aborted ? stalled.signal.reason : error
        failures += 1
        if (failures >= tries || !mayPass(reason)) throw explained(reason, this.#bucket)
        await wait(pauseMs * 2 ** (failures - 1))
      } finally {
        clearTimeout(timer)
        stalled.abort()
      }
    }
  }
}

const mayPass = (error: unknown) =>
  !(error instanceof S3Refusal) ||
  error.status >= 500 ||
  error.status === 429 ||
  error.status === 408 ||
  ['InternalError', 'SlowDown', 'RequestTimeout', 'ServiceUnavailable'].includes(error.code)

function explained(error: unknown, { url, bucket }: Bucket): unknown {
  if (error instanceof S3Refusal) return error
  const { cause, message, name } = error as Error
  const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message
  const reason = name === 'TimeoutError' ? 'no answer in time' : String(why).replace(/\.$/, '')
  return new Error(`The storage at ${new URL(url.replace('{bucket}', bucket)).host} cannot be used: ${reason}.`, {
    cause: error,
  })
}
