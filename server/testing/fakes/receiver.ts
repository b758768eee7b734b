/** A dealer's own program, as far as Waymark can see: it listens on loopback and answers as a test says. */
import { readFileSync } from 'node:fs'
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The event that it claims to be. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the event has.
  readonly event: any
}

export type Behaviour = (received: Received, answer: ServerResponse) => void

export interface Receiver {
  readonly url: string
  /** Everything that arrived, whatever the answer, in order. */
  readonly received: readonly Received[]
  /** What it has confirmed. */
  readonly taken: readonly Received[]
  /** The most concurrent requests. */
  readonly atOnceMax: () => number
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export const takes: Behaviour = (_, answer) => answer.writeHead(204).end()
export const fails: Behaviour = (_, answer) => answer.writeHead(500).end('no')
export const stalls: Behaviour = () => {}

export async function startReceiver(first: Behaviour = takes): Promise<Receiver> {
  let behaviour = first
  const received: Received[] = []
  const taken: Received[] = []
  let [atOnce, most] = [0, 0]
  const server = http.createServer((request, answer) => {
    most = Math.max(most, ++atOnce)
    const parts: Buffer[] = []
    answer.on('close', () => {
      atOnce -= 1
    })
    request.on('error', () => {})
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const one = { headers: request.headers, body, event: JSON.parse(body) }
      received.push(one)
      answer.on('finish', () => {
        if (answer.statusCode >= 200 && answer.statusCode < 300) taken.push(one)
      })
      behaviour(one, answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    taken,
    atOnceMax: () => most,
    behave(next) {
      behaviour = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Verify = (secret: string, headers: IncomingHttpHeaders, body: string, nowSeconds: number) => unknown

/** The example that docs/webhooks.md publishes, word for word. */
export async function publishedRecipe(): Promise<Verify> {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
  const code = /```js\n([\s\S]+?)```/.exec(text)?.[1] ?? ''
  const { verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return verify
}
