/** A tracker with a memory: it sends its records in order and repeats what was not acknowledged. */
import { connect, type Socket } from 'node:net'
import { dataFrame, loginFrame } from '#testing/people/teltonika.ts'

export interface ChaosTracker {
  readonly ident: string
  /** Times of the acknowledged records, and of all that were ever sent. */
  readonly acknowledged: ReadonlySet<number>
  readonly sent: ReadonlySet<number>
  /** Sends nothing new; resolves when the packet in transit is acknowledged. */
  finish(): Promise<void>
  /** Sends nothing until resumed; the packet in transit is still answered. */
  pause(isPaused: boolean): void
}

/** From the first port of a gateway to the one for Teltonika. */
export const teltonikaOffset = 27
const packetRecords = 5
const retryMs = 100
const patienceMs = 5_000

export interface Manner {
  readonly pauseMs?: number
  /** Every other fifty records are sent before older ones, as by a tracker that was without a network. */
  readonly isLate?: boolean
  /**
   * Between packets it moves to another of these ports at random, and often repeats there what was acknowledged last.
   */
  readonly ports?: readonly number[]
  /** Where it connects from. */
  readonly localAddress?: string
}

const lateRecords = 50

export function startTracker(
  ident: string,
  port: number,
  firstTime: number,
  { pauseMs = 20, isLate = false, ports = [port], localAddress = '127.0.0.1' }: Manner = {},
): ChaosTracker {
  const isMoving = ports.length > 1
  const acknowledged = new Set<number>()
  const sent = new Set<number>()
  let count = 0
  const nextTime = () => {
    count += 1
    const block = Math.floor(count / lateRecords)
    return firstTime + (isLate ? (block ^ 1) * lateRecords + (count % lateRecords) : count)
  }
  let packet: number[] = []
  let isFinishing = false
  let isPaused = false
  let finished: (() => void) | undefined

  const nextPacket = () => {
    if (packet.length > 0) return packet
    packet = Array.from({ length: packetRecords }, nextTime)
    for (const at of packet) sent.add(at)
    return packet
  }

  function run(): void {
    const to = ports[Math.floor(Math.random() * ports.length)]!
    const socket: Socket = connect({ host: '127.0.0.1', port: to, localAddress })
    let isLoggedIn = false
    let buffer = Buffer.alloc(0)
    const send = () => {
      if (socket.destroyed) return
      if (isPaused) {
        setTimeout(send, retryMs)
        return
      }
      if (isFinishing && packet.length === 0) {
        socket.destroy()
        finished?.()
        return
      }
      socket.write(dataFrame(nextPacket().map((at) => ({ at, latitude: (at % 80_000) / 1000 }))))
    }
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.on('connect', () => socket.write(loginFrame(ident)))
    socket.on('data', (bytes: Buffer) => {
      buffer = Buffer.concat([buffer, bytes])
      if (!isLoggedIn) {
        if (buffer[0] !== 1) return socket.destroy()
        isLoggedIn = true
        buffer = buffer.subarray(1)
        return send()
      }
      if (buffer.length < 4) return
      const accepted = buffer.readUInt32BE(0)
      buffer = buffer.subarray(4)
      // Anything but all of them means: keep them and send them again.
      if (accepted === packet.length) {
        for (const at of packet) acknowledged.add(at)
        if (!isMoving || Math.random() < 0.5) packet = []
      }
      if (isMoving && Math.random() < 0.5) return void socket.destroy()
      setTimeout(send, pauseMs)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (isFinishing && packet.length === 0) finished?.()
      else setTimeout(run, isMoving ? pauseMs : retryMs)
    })
  }
  run()
  return {
    ident,
    acknowledged,
    sent,
    pause: (paused) => {
      isPaused = paused
    },
    finish: () =>
      new Promise((resolve) => {
        isFinishing = true
        finished = resolve
      }),
  }
}
