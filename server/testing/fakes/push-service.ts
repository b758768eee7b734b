/** A push service and the browsers behind it: it receives over HTTPS, checks the sender, and decrypts. */
import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { hookCertificate } from '../files/certificate.ts'

interface Pushed {
  readonly headers: https.ServerOptions | Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the message has.
  readonly message: any
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
}

export interface PushService {
  readonly ca: string
  readonly received: readonly Pushed[]
  /** The status of every answer from now on; null: no answer at all. Nobody is answered before `together` wait. */
  answer(status: number | null, together?: number): void
  /** A browser that has subscribed with the key of an installation. */
  subscribe(): { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  close(): Promise<void>
}

const derived = (key: Buffer, salt: Buffer, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** As a browser does it, by RFC 8291 and RFC 8188. */
export function decrypt(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyBytes = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyBytes)
  const sealed = body.subarray(21 + keyBytes)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const material = derived(own.computeSecret(sender), auth, info, 32)
  const key = derived(material, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derived(material, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  assert.equal(plain.at(-1), 2, 'the delimiter of the last record')
  return plain.subarray(0, -1).toString()
}

function claimsOf(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    ...{ x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const said = Buffer.from(`${head}.${body}`)
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', said, options, Buffer.from(signature, 'base64url')), 'the signature of VAPID')
  return JSON.parse(Buffer.from(body, 'base64url').toString())
}

export async function startPushService(): Promise<PushService> {
  let status: number | null = 201
  let together = 1
  const waiting: ServerResponse[] = []
  const received: Pushed[] = []
  const browsers = new Map<string, { own: ReturnType<typeof createECDH>; auth: Buffer }>()
  const server = https.createServer(hookCertificate, (request, answer) => {
    const parts: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      if (!browser) return answer.writeHead(404).end()
      const message = JSON.parse(decrypt(Buffer.concat(parts), browser.own, browser.auth))
      received.push({ headers: request.headers, message, claims: claimsOf(request.headers.authorization ?? '') })
      if (status === null || waiting.push(answer) < together) return
      for (const one of waiting.splice(0)) one.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://hook.example:${(server.address() as AddressInfo).port}`
  return {
    ca: hookCertificate.cert,
    received,
    answer(next, atOnce = 1) {
      status = next
      together = atOnce
    },
    subscribe() {
      const path = `/push/${browsers.size + 1}`
      const own = createECDH('prime256v1')
      const p256dh = own.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      browsers.set(path, { own, auth })
      return { endpoint: origin + path, p256dh, auth: auth.toString('base64url') }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
