/**
 * Requests over kept-alive connections, one at a time on each. Written on bare sockets because the generator shares the
 * cores with the server it measures: an HTTP client would take time from the server. It understands only what the
 * measured servers send: answers with a content-length, or chunked ones.
 */
import { connect, type Socket } from 'node:net'
import type { Job, Outcome } from './load.ts'

const requestsMax = 1_000_000
const headEnd = Buffer.from('\r\n\r\n')
const lastPart = '\r\n0\r\n\r\n'
const numberMark = '########'

// Continues from run to run, so that idents stay unique for the life of the process.
let counter = 0

export async function runJob(job: Job, seconds: number): Promise<Outcome> {
  const write = requestWriter(job)
  const latencies = new Float64Array(requestsMax)
  let requests = 0
  const began = performance.now()
  const until = began + seconds * 1000
  const mayGoOn = () => performance.now() < until && requests + job.connections < requestsMax
  const done = (ms: number) => {
    latencies[requests++] = ms
  }
  await Promise.all(Array.from({ length: job.connections }, () => talk(job, write, done, mayGoOn)))
  const elapsed = (performance.now() - began) / 1000
  const sorted = latencies.subarray(0, requests).sort()
  const at = (share: number) => sorted[Math.min(requests - 1, Math.floor(requests * share))] ?? 0
  return { requests, seconds: elapsed, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function requestWriter({ method, path, headers, bodies }: Job): () => string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}`
  if (!bodies) return () => `${head}\r\n`
  const requests = bodies.map(
    (body) => `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  return () => {
    const request = requests[counter % requests.length] as string
    return request.replaceAll(numberMark, String(++counter).padStart(numberMark.length, '0'))
  }
}

/** Runs one connection until it must stop. */
function talk(job: Job, write: () => string, done: (ms: number) => void, mayGoOn: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port: job.port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let missing = 0
    let head: Buffer | undefined
    /** The last bytes of a chunked answer, while it arrives. */
    let tail: string | undefined
    const send = () => {
      sentAt = performance.now()
      socket.write(write(), 'latin1')
    }
    const takeParts = (data: Buffer) => {
      tail = (tail + data.toString('latin1', Math.max(0, data.length - lastPart.length))).slice(-lastPart.length)
      if (tail !== lastPart) return
      tail = undefined
      finish()
    }
    const finish = () => {
      done(performance.now() - sentAt)
      if (mayGoOn()) send()
      else socket.end(resolve)
    }
    socket.once('connect', send)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`${job.method} ${job.path}: the connection was closed.`)))
    socket.on('data', (chunk: Buffer) => {
      if (tail !== undefined) return takeParts(chunk)
      if (missing > 0) {
        missing -= chunk.length
        if (missing === 0) finish()
        return
      }
      const data: Buffer = head ? Buffer.concat([head, chunk]) : chunk
      const end = data.indexOf(headEnd)
      if (end < 0) {
        head = data
        return
      }
      head = undefined
      const text = data.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      const isInParts = /\r\ntransfer-encoding: chunked/i.test(text)
      if (text[9] !== '2' || (length === undefined && !isInParts)) {
        socket.destroy()
        reject(new Error(`${job.method} ${job.path} was answered: ${data.toString().slice(0, 1000)}`))
        return
      }
      if (isInParts) {
        tail = ''
        return takeParts(data.subarray(end + 2))
      }
      missing = end + headEnd.length + Number(length) - data.length
      if (missing === 0) finish()
    })
  })
}
