/**
 * The part of Google's Map Tiles API that a page and this server use: sessions, tiles in two colours, and attribution.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'

export interface GoogleTiles {
  readonly url: string
  readonly key: string
  readonly sessions: readonly {
    readonly mapType: string
    readonly language: string
    readonly referer: string | undefined
  }[]
  /** Every requested address. */
  readonly asked: readonly string[]
  /** The answer to every request from now on; undefined: a normal one. */
  fail(status: number | undefined): void
  close(): Promise<void>
}

const sessionSeconds = 14 * 86_400

export async function startGoogleTiles(now: () => Date): Promise<GoogleTiles> {
  const key = 'AIza-test_key'
  const sessions: { mapType: string; language: string; referer: string | undefined }[] = []
  const asked: string[] = []
  let failing: number | undefined
  const server = http.createServer((request, answer) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(request.url ?? '')
    answer.setHeader('access-control-allow-origin', '*')
    const say = (status: number, body: object) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (failing !== undefined) return say(failing, { error: { code: failing } })
      if (url.searchParams.get('key') !== key) return say(403, { error: { status: 'PERMISSION_DENIED' } })
      if (request.method === 'POST' && url.pathname === '/v1/createSession') {
        const { mapType, language, region } = JSON.parse(Buffer.concat(parts).toString())
        if (!mapType || !language || !region) return say(400, { error: { status: 'INVALID_ARGUMENT' } })
        sessions.push({ mapType, language, referer: request.headers.referer })
        const expiry = String(Math.floor(now().getTime() / 1000) + sessionSeconds)
        const size = { tileWidth: 256, tileHeight: 256, imageFormat: 'png' }
        return say(200, { session: `${mapType}-${sessions.length}`, expiry, ...size })
      }
      const session = url.searchParams.get('session') ?? ''
      if (!/^(roadmap|satellite)-\d+$/.test(session)) return say(403, { error: { status: 'PERMISSION_DENIED' } })
      if (/^\/v1\/2dtiles\/\d+\/\d+\/\d+$/.test(url.pathname)) {
        answer.writeHead(200, { 'content-type': 'image/png' })
        return answer.end(picture(session.startsWith('road') ? [240, 220, 170] : [40, 80, 50]))
      }
      if (url.pathname === '/tile/v1/viewport') return say(200, { copyright: `Map data ©2026 ${session}` })
      return say(404, {})
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    sessions,
    asked,
    fail(status) {
      failing = status
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A PNG of one pixel, whose colour shows when it is drawn. */
function picture(colour: readonly [number, number, number]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(8 + body.length)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), 4 + body.length)
    return out
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from([0, ...colour]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
