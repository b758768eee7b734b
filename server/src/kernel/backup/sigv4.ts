/**
 * Signs a request to an S3-compatible server: AWS Signature Version 4, with the digest of the body. Pure.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
import { createHash, createHmac } from 'node:crypto'

export interface Credentials {
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

export interface UnsignedRequest {
  readonly method: string
  readonly host: string
  /** Encoded, with its leading slash. */
  readonly path: string
  /** Not encoded. */
  readonly query: Readonly<Record<string, string>>
  /** In addition to those of every request. Their names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly at: Date
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Encodes every byte except letters, digits and `-_.~`, as S3 requires; `encodeURIComponent` leaves a few more. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

export const encodedPath = (path: string): string => path.split('/').map(encoded).join('/')

export const queryString = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** All headers to send. */
export function signed(request: UnsignedRequest, { keyId, secret, region }: Credentials): Record<string, string> {
  const moment = request.at.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = moment.slice(0, 8)
  const digest = sha256(request.body)
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    'x-amz-content-sha256': digest,
    'x-amz-date': moment,
  }
  const names = Object.keys(headers).toSorted()
  const canonical = [
    request.method,
    request.path,
    queryString(request.query),
    ...names.map((name) => `${name}:${(headers[name] as string).trim()}`),
    '',
    names.join(';'),
    digest,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region))
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${keyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...headers, authorization }
}
