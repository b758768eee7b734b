/**
 * PostgreSQL's COPY over a connection of `pg`, which leaves it to query objects like these two. The embedded PostgreSQL
 * has no pg_dump, and COPY is the fastest and most exact way to export and import rows.
 */
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The parts of `pg`'s connection that COPY needs; its types leave them out. */
interface Connection {
  readonly stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

interface Copying {
  submit(connection: Connection): void
  handleCopyInResponse?(connection: Connection): void
  handleCopyData?(message: { chunk: Buffer }, connection: Connection): void
  handleCommandComplete(): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

const submit = (client: pg.Client, copying: Copying) => void client.query(copying as unknown as pg.Submittable)

/**
 * Passes one row after the other, each with its line break. `take` must be done with the bytes when it returns, because
 * their memory is reused; a returned promise pauses the rows until it resolves.
 */
export function copyOut(
  client: pg.Client,
  statement: string,
  take: (row: Buffer) => Promise<void> | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let pauses = 0
    submit(client, {
      submit: (connection) => connection.query(statement),
      handleCopyData({ chunk }, { stream }) {
        const pause = take(chunk)
        if (!pause) return
        pauses++
        stream.pause()
        const goOn = () => {
          if (--pauses === 0) stream.resume()
        }
        // Only closing the connection stops the remaining rows.
        pause.then(goOn, (error) => {
          reject(error)
          stream.destroy()
        })
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery: resolve,
    })
  })
}

/** Sends rows, cut anywhere. Fails with the reason of the side that failed, and leaves the connection usable. */
export function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const feed = async (connection: Connection) => {
      try {
        for await (const chunk of rows) {
          // After a refusal the server drops what we send until we acknowledge it.
          if (isOver) return
          connection.sendCopyFromChunk(chunk)
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
        }
        if (!isOver) connection.endCopyFrom()
      } catch (error) {
        reject(error)
        if (!isOver) connection.sendCopyFail('The rows could not be read.')
      }
    }
    submit(client, {
      submit: (connection) => connection.query(statement),
      handleCopyInResponse: (connection) => void feed(connection),
      handleCommandComplete() {},
      handleError(error) {
        isOver = true
        reject(error)
      },
      handleReadyForQuery() {
        isOver = true
        resolve()
      },
    })
  })
}
