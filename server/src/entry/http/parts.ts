/** A long answer is sent part by part: the first is on its way while the next is unpacked. */
import { Readable, type Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { giveBack, scratch } from '#kernel/runtime/scratch.ts'

const partedBytesMin = 64 * 1024

export function sendParts(reply: FastifyReply, parts: Iterator<Buffer>): FastifyReply {
  const first: Buffer[] = []
  let length = 0
  let next = parts.next()
  for (; !next.done && length < partedBytesMin; next = parts.next()) length += first[first.push(next.value) - 1]!.length
  const start = Buffer.concat(first)
  for (const part of first) giveBack(part)
  if (next.done) return reply.send(start)
  function* rest(): Generator<Buffer> {
    try {
      yield scratch(start)
      for (; !next.done; next = parts.next()) yield next.value
    } finally {
      parts.return?.()
    }
  }
  return reply.send(new Parts(rest()))
}

/** Gives each part back as soon as it is sent. */
class Parts extends Readable {
  readonly #parts: Iterator<Buffer>

  constructor(parts: Iterator<Buffer>) {
    super()
    this.#parts = parts
  }

  override _read(): void {
    const { done, value } = this.#parts.next()
    this.push(done ? null : value)
  }

  /** A reader that leaves ends the work, too. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#parts.return?.()
    done(error)
  }

  /** The usual one cannot say when a part was sent. After an error it may still be in use. */
  override pipe<T extends NodeJS.WritableStream>(to: T): T {
    const target = to as unknown as Writable
    this.on('data', (part: Buffer) => {
      const mayGoOn = target.write(part, (error) => {
        if (!error) giveBack(part)
      })
      if (mayGoOn) return
      this.pause()
      target.once('drain', () => this.resume())
    })
    this.once('end', () => target.end())
    return to
  }
}
