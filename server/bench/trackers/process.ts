/** The trackers' own process: takes one order at a time and ends with its parent. */
import { connect, type Socket } from 'node:net'
import { loginOf, type Packets, packetsFrom } from './packets.ts'
import type { Answer, Order, Outcome } from './trackers.ts'

interface Tracker {
  readonly socket: Socket
  /** Called with the number of records that were acknowledged. */
  onAcknowledged: (records: number) => void
}

/** Few enough for the gateway's limits on unidentified connections. */
const openingAtOnce = 64
const patienceSeconds = 60
const packetsMax = 2_000_000

const trackers: Tracker[] = []
let nextTime = 0

process.on('message', (order: Order) => {
  work(order).then(
    (outcome) => answer({ outcome }),
    (error: Error) => answer({ problem: error.message }),
  )
})
process.once('disconnect', () => process.exit(0))

const answer = (message: Answer) => process.send?.(message)

async function work(order: Order): Promise<Outcome> {
  if (order.kind === 'open') return openAll(order)
  const records = order.kind === 'run' ? order.records : 1
  const packets = packetsFrom(nextTime, records)
  const sending = order.kind === 'run' ? keepSending(packets, records, order.seconds) : sendOnce(packets, order)
  const limit = (order.kind === 'run' ? order.seconds : order.overSeconds) + patienceSeconds
  const outcome = await withPatience(sending, limit)
  nextTime = packets.nextTime()
  return outcome
}

type Opening = Extract<Order, { kind: 'open' }>

async function openAll(order: Opening): Promise<Outcome> {
  const began = performance.now()
  nextTime = order.firstTime
  const left = [...order.idents]
  const opening = Array.from({ length: openingAtOnce }, async () => {
    for (let ident = left.pop(); ident !== undefined; ident = left.pop()) {
      trackers.push(await withPatience(openOne(order, ident), patienceSeconds))
    }
  })
  await Promise.all(opening)
  return { messages: 0, seconds: (performance.now() - began) / 1000, latencies: new Float64Array() }
}

function openOne({ host, port, from }: Opening, ident: string): Promise<Tracker> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(from && { localAddress: from }), noDelay: true })
    const tracker: Tracker = { socket, onAcknowledged: () => {} }
    socket.once('connect', () => socket.write(loginOf(ident)))
    socket.once('error', reject)
    socket.once('close', () => fail(new Error(`The connection of ${ident} was closed.`)))
    const fail = (error: Error) => {
      reject(error)
      failRun?.(error)
    }
    socket.once('data', (bytes) => {
      if (bytes.length !== 1 || bytes[0] !== 1) return fail(new Error(`${ident} was not accepted.`))
      let rest: Buffer | undefined
      socket.on('data', (more) => {
        const data = rest ? Buffer.concat([rest, more]) : more
        rest = data.length < 4 ? data : undefined
        if (!rest) tracker.onAcknowledged(data.readUInt32BE(0))
      })
      resolve(tracker)
    })
  })
}

/** Ends the current run when a connection breaks. */
let failRun: ((error: Error) => void) | undefined

function keepSending(packets: Packets, records: number, seconds: number): Promise<Outcome> {
  const began = performance.now()
  const until = began + seconds * 1000
  return collect(records, (send) => {
    for (const tracker of trackers) {
      let number = 0
      const next = () => send(tracker, packets.packet(number++), after)
      const after = () => {
        if (performance.now() >= until) return false
        next()
        return true
      }
      next()
    }
  })
}

function sendOnce(packets: Packets, { overSeconds }: Extract<Order, { kind: 'once' }>): Promise<Outcome> {
  return collect(1, (send) => {
    for (const [index, tracker] of trackers.entries()) {
      const sendIt = () => send(tracker, packets.packet(0), () => false)
      if (overSeconds === 0) sendIt()
      else setTimeout(sendIt, (index / trackers.length) * overSeconds * 1000)
    }
  })
}

type Send = (tracker: Tracker, packet: Buffer, goesOn: () => boolean) => void

/** Counts what is acknowledged until every tracker has stopped. */
function collect(records: number, begin: (send: Send) => void): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const latencies = new Float64Array(packetsMax)
    const began = performance.now()
    let count = 0
    let busy = trackers.length
    failRun = reject
    begin((tracker, packet, goesOn) => {
      const sentAt = performance.now()
      tracker.onAcknowledged = (accepted) => {
        if (accepted !== records) return reject(new Error(`${accepted} of ${records} records were acknowledged.`))
        latencies[count++] = performance.now() - sentAt
        if ((count < packetsMax - trackers.length && goesOn()) || --busy > 0) return
        failRun = undefined
        const seconds = (performance.now() - began) / 1000
        resolve({ messages: count * records, seconds, latencies: latencies.slice(0, count) })
      }
      tracker.socket.write(packet)
    })
  })
}

async function withPatience<T>(work: Promise<T>, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer came within ${seconds} seconds.`)), seconds * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
