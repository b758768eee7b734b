/** A thread that sends reports of made-up trackers by datagram, at a steady rate, until it is ended. */
import { createSocket } from 'node:dgram'
import { parentPort, workerData } from 'node:worker_threads'
import { randomFrom } from '#entry/simulation/random.ts'

export interface FloodOrder {
  readonly port: number
  readonly perSecond: number
  /** Addresses it sends from. */
  readonly sources: readonly string[]
  readonly seed: number
}

const tickMs = 10
const { port, perSecond, sources, seed } = workerData as FloodOrder
const random = randomFrom(`flood ${seed}`)
const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
const report = () =>
  `+RESP:GTFRI,250504,86${digits(13)},,,00,1,1,1,43.5,90,112.4,25.279800,54.687157,20260517115958,0246,0001,1A2B,0C3D4E,00,20260517120000,${digits(4)}$`

const sockets = await Promise.all(
  sources.map(
    (address) =>
      new Promise<ReturnType<typeof createSocket>>((resolve, reject) => {
        const socket = createSocket('udp4').once('error', reject)
        socket.bind({ address, port: 0 }, () => resolve(socket.on('error', () => {})))
      }),
  ),
)
const begunAt = performance.now()
let sent = 0
setInterval(() => {
  const due = Math.floor(((performance.now() - begunAt) / 1000) * perSecond)
  for (; sent < due; sent++) sockets[sent % sockets.length]!.send(report(), port, '127.0.0.1')
  parentPort?.postMessage(sent)
}, tickMs)
