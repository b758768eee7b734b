/** The tracker's end of a connection: it sends something and waits for the answer, one at a time. */
import { connect } from 'node:net'
import type { Obeyed, Words } from './encoder.ts'

export interface Line {
  /** The result of the answer; rejects if the other side disconnects or does not answer in time. */
  ask(words: Words): Promise<boolean>
  isOpen(): boolean
  close(): void
}

const patienceMs = 15_000
/** A server that answers with more than this is not Waymark. */
const answerBytesMax = 64 * 1024

/** `obey` takes the server's commands out of what it sends. */
export function openLine(
  host: string,
  port: number,
  obey: (received: Buffer) => Obeyed | undefined = () => undefined,
): Promise<Line> {
  const socket = connect({ host, port, noDelay: true })
  let received = Buffer.alloc(0)
  let isOpen = true
  /** The one who waits for an answer. */
  let waiting: { look(): void; fail(error: Error): void } | undefined
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    if (received.length > answerBytesMax) socket.destroy()
    for (let obeyed = obey(received); obeyed; obeyed = obey(received)) {
      received = Buffer.from(obeyed.rest)
      socket.write(obeyed.answer)
    }
    waiting?.look()
  })
  const line: Line = {
    isOpen: () => isOpen,
    close() {
      isOpen = false
      socket.destroy()
    },
    ask(words) {
      if (!isOpen) return Promise.reject(new Error('The connection is closed.'))
      received = Buffer.alloc(0)
      return new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          clearTimeout(timer)
          waiting = undefined
          settle()
        }
        const fail = (error: Error) => finish(() => reject(error))
        const timer = setTimeout(() => {
          line.close()
          fail(new Error('No answer came.'))
        }, patienceMs)
        const look = () => {
          const verdict = words.validate(received)
          if (verdict !== undefined) finish(() => resolve(verdict))
        }
        waiting = { look, fail }
        socket.write(words.bytes)
      })
    },
  }
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(error)
    socket.once('connect', () => {
      socket.off('error', refuse)
      resolve(line)
    })
    socket.once('error', refuse)
    socket.on('error', () => {})
    socket.on('close', () => {
      isOpen = false
      waiting?.fail(new Error('The connection was closed.'))
    })
  })
}
