/** A line to a server that can be cut: open connections break, and nothing gets through until it is restored. */
import { connect, createServer, type Socket } from 'node:net'

export interface Line {
  readonly port: number
  /** How many connections it has now. */
  open(): number
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** `to`: a port of this machine, or the path of a socket. */
export async function openLine(to: number | string, port = 0): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = typeof to === 'string' ? connect(to) : connect({ host: '127.0.0.1', port: to })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    open: () => sockets.size / 2,
    cut() {
      isCut = true
      drop()
    },
    restore() {
      isCut = false
    },
    close() {
      drop()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
