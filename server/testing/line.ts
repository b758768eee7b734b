/** A line to a server that can be cut: what was open breaks, and nothing gets through until it is mended. */
import { connect, createServer, type Socket } from 'node:net'

export interface Line {
  readonly port: number
  cut(): void
  restore(): void
  close(): Promise<void>
}

export async function openLine(to: number, port = 0): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect({ host: '127.0.0.1', port: to })
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
