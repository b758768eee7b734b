/**
 * S3-compatible storage in memory, over HTTP. It checks every signature independently, from the request as it arrived,
 * and each request may fail in one way.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * `drop`: no answer; `stall`: none for ever; `cut`: the answer breaks off halfway; `lost`: it is done, but the answer
 * does not arrive; `late error`: a status of 200, and an error in the body.
 */
export type S3Fault = 'busy' | 'drop' | 'stall' | 'cut' | 'lost' | 'late error' | 'denied'

export interface S3Request {
  /** From 1. */
  readonly number: number
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
}

export interface S3Server {
  readonly url: string
  readonly objects: Map<string, { readonly body: Buffer; readonly at: Date }>
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>
  readonly requests: S3Request[]
  /** Requests with a wrong signature. */
  readonly forged: S3Request[]
  fault: (request: S3Request) => S3Fault | undefined
  close(): Promise<void>
}

export const s3Key = { keyId: 'AKIATESTTESTTEST', secret: 'a/secret+of/the=storage', region: 'eu-test-1' } as const
const pageSize = 3

export async function startS3(bucket = 'backups'): Promise<S3Server> {
  const open = new Set<ServerResponse>()
  const state: Omit<S3Server, 'url' | 'close'> = {
    ...{ objects: new Map(), uploads: new Map(), requests: [], forged: [] },
    fault: () => undefined,
  }
  const server = createServer(async (request, answer) => {
    open.add(answer)
    answer.on('close', () => open.delete(answer))
    const body = await buffer(request).catch(() => undefined)
    if (body) handle(state, bucket, request, answer, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const answer of open) answer.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

type State = Omit<S3Server, 'url' | 'close'>

function handle(state: State, bucket: string, request: IncomingMessage, answer: ServerResponse, body: Buffer): void {
  const [path = '', search = ''] = (request.url ?? '').split('?')
  const query = new URLSearchParams(search)
  const [, name, ...rest] = path.split('/').map(decodeURIComponent)
  const seen = { number: state.requests.length + 1, method: request.method ?? '', key: rest.join('/'), query }
  state.requests.push(seen)
  const refuse = (status: number, code: string, message = code) =>
    answer
      .writeHead(status)
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
  const fault = state.fault(seen)
  if (fault === 'stall') return
  if (fault === 'drop') return void answer.destroy()
  if (fault === 'busy') return void refuse(503, 'SlowDown')
  if (fault === 'denied') return void refuse(403, 'AccessDenied', 'Access Denied')
  const problem = signatureProblem(request, path, search, body)
  if (problem !== undefined) {
    state.forged.push(seen)
    return void refuse(403, problem)
  }
  if (name !== bucket) return void refuse(404, 'NoSuchBucket')
  const result = act(state, seen, request, body)
  if (fault === 'late error') return void refuse(200, 'InternalError')
  if (fault === 'lost') return void answer.destroy()
  if ('error' in result) return void refuse(result.status, result.error)
  const { status = 200, bytes = Buffer.alloc(0), headers = {} } = result
  answer.writeHead(status, { 'content-length': bytes.length, ...headers })
  if (fault !== 'cut') return void answer.end(bytes)
  answer.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => answer.destroy())
}

type Result =
  | { readonly status: number; readonly error: string }
  | { readonly status?: number; readonly bytes?: Buffer; readonly headers?: Record<string, string> }

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
const xml = (text: string): Result => ({ bytes: Buffer.from(`<?xml version="1.0"?>${text}`) })

function act(state: State, { method, key, query }: S3Request, request: IncomingMessage, body: Buffer): Result {
  const uploadId = query.get('uploadId')
  const upload = uploadId === null ? undefined : state.uploads.get(uploadId)
  if (uploadId !== null && upload?.key !== key) return { status: 404, error: 'NoSuchUpload' }
  if (key === '') return query.has('uploads') ? listUploads(state, query) : listObjects(state, query)
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID()
    state.uploads.set(id, { key, parts: new Map() })
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  if (method === 'PUT' && upload) {
    upload.parts.set(Number(query.get('partNumber')), body)
    return { headers: { etag: etagOf(body) } }
  }
  if (method === 'PUT') {
    state.objects.set(key, { body, at: new Date() })
    return { headers: { etag: etagOf(body) } }
  }
  if (method === 'POST' && upload) {
    const parts = [...upload.parts].toSorted(([one], [other]) => one - other).map(([, part]) => part)
    const named = [...body.toString().matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, etag]) => etag)
    if (named.join() !== parts.map(etagOf).join()) return { status: 400, error: 'InvalidPart' }
    if (parts.slice(0, -1).some((part) => part.length < 5 * 1024 ** 2)) return { status: 400, error: 'EntityTooSmall' }
    state.objects.set(key, { body: Buffer.concat(parts), at: new Date() })
    state.uploads.delete(uploadId as string)
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }
  if (method === 'DELETE') {
    if (upload) state.uploads.delete(uploadId as string)
    else state.objects.delete(key)
    return { status: 204 }
  }
  const found = state.objects.get(key)
  if (!found) return { status: 404, error: 'NoSuchKey' }
  const etag = etagOf(found.body)
  if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== etag) {
    return { status: 412, error: 'PreconditionFailed' }
  }
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  return { status: from > 0 ? 206 : 200, bytes: found.body.subarray(from), headers: { etag } }
}

function listObjects({ objects }: State, query: URLSearchParams): Result {
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
  const start = Number(query.get('continuation-token') ?? 0)
  const isTruncated = keys.length > start + pageSize
  const contents = keys.slice(start, start + pageSize).map((key) => {
    const { body, at } = objects.get(key) as { body: Buffer; at: Date }
    return `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>${at.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`
  })
  const next = isTruncated ? `<NextContinuationToken>${start + pageSize}</NextContinuationToken>` : ''
  return xml(
    `<ListBucketResult>${contents.join('')}<IsTruncated>${isTruncated}</IsTruncated>${next}</ListBucketResult>`,
  )
}

function listUploads({ uploads }: State, query: URLSearchParams): Result {
  const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
  const shown = found.map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
  return xml(`<ListMultipartUploadsResult>${shown.join('')}</ListMultipartUploadsResult>`)
}

const digest = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const mac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** As Amazon describes it, from the bytes of the request line and its headers. */
function signatureProblem(request: IncomingMessage, path: string, search: string, body: Buffer): string | undefined {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': sent = '' } = request.headers
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!found) return 'AuthorizationHeaderMalformed'
  const [, keyId, day, region, names = '', signature = ''] = found
  if (keyId !== s3Key.keyId) return 'InvalidAccessKeyId'
  if (region !== s3Key.region || !String(date).startsWith(`${day}T`)) return 'AuthorizationHeaderMalformed'
  const at = Date.parse(String(date).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return 'RequestTimeTooSkewed'
  if (sent !== digest(body)) return 'XAmzContentSHA256Mismatch'
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  const list = names.split(';')
  if (mustBeSigned.some((name) => !list.includes(name))) return 'AccessDenied'
  const lines = list.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}\n`).join('')
  const pairs = search === '' ? [] : search.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  const canonical = `${request.method}\n${path}\n${pairs.toSorted().join('&')}\n${lines}\n${names}\n${sent}`
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${digest(canonical)}`
  const key = mac(mac(mac(mac(`AWS4${s3Key.secret}`, String(day)), String(region)), 's3'), 'aws4_request')
  return timingSafeEqual(Buffer.from(signature, 'hex'), mac(key, toSign)) ? undefined : 'SignatureDoesNotMatch'
}
