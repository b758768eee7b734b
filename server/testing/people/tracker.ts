/** The tracker's end of a real connection, for tests. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Line {
  readonly socket: Socket
  send(bytes: Uint8Array): void
  /** The next this many bytes, as hexadecimal; rejects if the other side closes first or takes too long. */
  receive(bytes: number): Promise<string>
  closed(): Promise<void>
  /** What has arrived and was not asked for. */
  rest(): string
}

const patienceMs = 60_000

export async function openLine(
  port: number,
  make: () => Socket = () => connect({ host: '127.0.0.1', port }),
): Promise<Line> {
  const socket = make()
  let received = Buffer.alloc(0)
  let isClosed = false
  const waiters = new Set<() => void>()
  const wake = () => {
    for (const waiter of waiters) waiter()
  }
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    wake()
  })
  socket.on('close', () => {
    isClosed = true
    wake()
  })
  socket.on('error', () => {})
  const until = (what: string, isThere: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(new Error(`${what} took too long.`)), patienceMs)
      const finish = (error?: Error) => {
        clearTimeout(timer)
        waiters.delete(look)
        if (error) reject(error)
        else resolve()
      }
      const look = () => {
        if (isThere()) finish()
        else if (isClosed) finish(new Error(`${what}: the connection was closed.`))
      }
      waiters.add(look)
      look()
    })
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    async receive(bytes) {
      await until(`An answer of ${bytes} bytes`, () => received.length >= bytes)
      const answer = received.subarray(0, bytes).toString('hex')
      received = received.subarray(bytes)
      return answer
    },
    closed: () => until('Closing', () => isClosed),
    rest: () => received.toString('hex'),
  }
}

/** From an address of this machine, if it matters. */
export async function sendDatagram(
  port: number,
  bytes: Uint8Array,
  waitMs = patienceMs,
  from?: string,
): Promise<string | undefined> {
  const socket = createSocket('udp4')
  try {
    if (from !== undefined) await new Promise<void>((bound) => socket.bind({ address: from, port: 0 }, bound))
    const answer = once(socket, 'message', { signal: AbortSignal.timeout(waitMs) })
    socket.send(bytes, port, '127.0.0.1')
    return ((await answer)[0] as Buffer).toString('hex')
  } catch {
    return undefined
  } finally {
    socket.close()
  }
}
