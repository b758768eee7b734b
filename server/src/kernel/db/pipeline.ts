/**
 * Several statements in one round trip to the database and one transaction, some of them COPY with rows in binary. `pg` leaves
 * COPY to query objects like this one. All is sent at once and nothing waits for an answer in between: whatever comes
 * before the one Sync is one transaction to PostgreSQL, and after an error it passes over the rest.
 */
import { CompiledQuery } from 'kysely'
import type { Db } from './transaction.ts'

export type PipelineStep =
  | { readonly copy: string; readonly rows: readonly Buffer[] }
  /** Buffers are sent as binary values. */
  | { readonly text: string; readonly values: readonly (Buffer | string)[] }

/** The parts of `pg`'s connection that are needed; its types leave them out. */
export interface Connection {
  readonly stream: { cork(): void; uncork(): void; write(bytes: Buffer): void }
  /** By name. */
  readonly parsedStatements: Readonly<Record<string, string>>
  query(text: string): void
  parse(query: { text: string; name?: string }): void
  bind(query: { statement?: string; values?: readonly unknown[] }): void
  describe(what: { type: 'P' }): void
  execute(query: object): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
  sync(): void
}

export interface Pipeline {
  submit(connection: Connection): void
  callback(error: Error | null, result?: object): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/** It is no query with text and values, so it goes through the query builder's pool as the only value of an empty one. */
export async function runPipelined(db: Db, steps: readonly PipelineStep[]): Promise<void> {
  await db.executeQuery(CompiledQuery.raw('', [steps]))
}

/** The steps, if these are the values that `runPipelined` sends. */
export const stepsOf = (text: string, values: readonly unknown[]): readonly PipelineStep[] | undefined =>
  text === '' && Array.isArray(values[0]) ? values[0] : undefined

const result = { command: '', rowCount: 0, rows: [], fields: [] }
const ignored = () => {}

export const pipelineOf = (steps: readonly PipelineStep[], callback: Pipeline['callback']): Pipeline => ({
  submit(connection) {
    connection.stream.cork()
    for (const step of steps) {
      connection.parse({ text: 'copy' in step ? step.copy : step.text })
      connection.bind({ values: 'copy' in step ? [] : step.values })
      connection.execute({})
      if ('copy' in step) sendRows(connection, step.rows)
    }
    connection.sync()
    connection.stream.uncork()
  },
  callback,
  handleError(error) {
    this.callback(error)
  },
  handleReadyForQuery() {
    this.callback(null, result)
  },
  ...{ handleCopyInResponse: ignored, handleCommandComplete: ignored, handleDataRow: ignored },
})

/** Not by `pg`'s own method, which would copy all of it once more. */
function sendRows(connection: Connection, rows: readonly Buffer[]): void {
  const head = Buffer.alloc(5)
  head[0] = 0x64
  head.writeUInt32BE(
    rows.reduce((sum, part) => sum + part.length, 4),
    1,
  )
  connection.stream.write(head)
  for (const part of rows) connection.stream.write(part)
  connection.endCopyFrom()
}

export const begin = { name: 'begin', text: 'begin' } as const
