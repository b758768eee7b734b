/** A web server with one file that is read in ranges. Each request may fail in one way. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import { freePort } from '../ports.ts'

export const faults = ['busy', 'drop', 'break off', 'stall', 'ignore', 'other bytes', 'too much'] as const
export type Fault = (typeof faults)[number]

export class RangeServer {
  bytes: Buffer
  etag = '"one"'
  /** For the request with this number, from 1. */
  fault: (request: number) => Fault | undefined = () => undefined
  readonly asked: { readonly from: number; readonly to: number }[] = []
  atOnce = 0
  atOnceMost = 0
  readonly url: string
  readonly #port: number
  #server: Server | undefined

  private constructor(bytes: Buffer, port: number) {
    this.bytes = bytes
    this.#port = port
    this.url = `http://127.0.0.1:${port}/planet.pmtiles`
  }

  static async open(bytes: Buffer): Promise<RangeServer> {
    const server = new RangeServer(bytes, await freePort())
    await server.start()
    return server
  }

  async start(): Promise<void> {
    const server = createServer(({ headers }, answer) => {
      this.atOnce += 1
      this.atOnceMost = Math.max(this.atOnceMost, this.atOnce)
      answer.on('close', () => {
        this.atOnce -= 1
      })
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
      this.#answer(answer, Number(from), Math.min(Number(to), this.bytes.length - 1))
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()))
  }

  #answer(answer: ServerResponse, from: number, to: number): void {
    this.asked.push({ from, to })
    const fault = this.fault(this.asked.length)
    if (fault === 'drop') return void answer.destroy()
    if (fault === 'busy') return void answer.writeHead(503, { 'retry-after': '0' }).end()
    if (fault === 'ignore') return void answer.writeHead(200, { etag: this.etag }).end(this.bytes)
    const start = fault === 'other bytes' ? from + 1 : from
    const end = fault === 'too much' ? to + 100 : to
    answer.writeHead(206, { etag: this.etag, 'content-range': `bytes ${start}-${to}/${this.bytes.length}` })
    if (fault !== 'stall' && fault !== 'break off') return void answer.end(this.bytes.subarray(start, end + 1))
    answer.write(this.bytes.subarray(from, from + Math.floor((to - from) / 2)), () => {
      if (fault === 'break off') answer.destroy()
    })
  }
}
