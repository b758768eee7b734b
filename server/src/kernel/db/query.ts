/**
 * A statement as `pg` sends it and hands it what the server answers. Its own kind copies and emits more than it needs,
 * and has the columns described every time. Here those of a named statement are described once per connection, because
 * PostgreSQL refuses a named statement whose columns have changed, and rows are made straight from what arrives.
 */
import pg from 'pg'
import { begin, type Connection } from './pipeline.ts'
import { type Field, type Known, knownOf, type RowInBytes, rowMaker, sendBind, type ToRow } from './rows-in-bytes.ts'

export interface Result {
  readonly command: string
  readonly rowCount: number
  readonly rows: readonly object[]
}

/** By the names of statements that the connection knows. */
export type Described = Map<string, Known>

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string | undefined
  readonly described: Described
  /** Takes the beginning of its transaction along. The connection must know the statement `begin` already. */
  readonly isFirst: boolean
  readonly callback: (error: Error | null, result?: Result) => void
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): Buffer | string | null } }).utils

export class Query {
  readonly text: string
  readonly name: string | undefined
  callback: Statement['callback']
  readonly #values: readonly unknown[]
  readonly #described: Described
  readonly #isFirst: boolean
  #isToBegin: boolean
  #toRow: ToRow | undefined
  #rows: object[] = []
  #tag = ''
  /** A value that cannot be read or sent; told once the server has said everything, unless that is an error. */
  #failure: Error | undefined

  constructor({ text, values, name, described, isFirst, callback }: Statement) {
    this.text = text
    this.name = name
    this.callback = callback
    this.#values = values
    this.#described = described
    this.#isFirst = isFirst
    this.#isToBegin = isFirst
  }

  /** Returns what keeps it from being sent. */
  submit(connection: Connection): Error | null {
    if (this.#values.length === 0) {
      connection.query(this.text)
      return null
    }
    let values: (Buffer | string | null)[] | undefined
    try {
      values = this.#values.map(prepareValue)
    } catch (error) {
      if (!this.#isFirst) return error as Error
      // What follows belongs to the transaction all the same, so its beginning is sent alone.
      this.#failure = error as Error
    }
    connection.stream.cork()
    try {
      if (this.#isFirst) {
        connection.bind({ statement: begin.name })
        connection.execute({})
      }
      if (values) this.#send(connection, values)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  #send(connection: Connection, values: readonly (Buffer | string | null)[]): void {
    const { text, name = '' } = this
    if (name === '' || connection.parsedStatements[name] === undefined) connection.parse({ text, name })
    const known = this.#described.get(name)
    this.#toRow = known?.toRow
    if (known) sendBind(connection, name, values, known)
    else {
      connection.bind({ statement: name, values })
      connection.describe({ type: 'P' })
    }
    connection.execute({})
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#toRow = rowMaker(fields)
    this.#rows = []
    if (this.name !== undefined) this.#described.set(this.name, knownOf(fields))
  }

  handleDataRow({ bytes, at }: RowInBytes): void {
    try {
      this.#rows.push(this.#toRow!(bytes, at))
    } catch (error) {
      this.#failure ??= error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#isToBegin) {
      this.#isToBegin = false
      return
    }
    this.#tag = text
    // It has no columns.
    if (!this.#toRow) this.handleRowDescription({ fields: [] })
  }

  handleReadyForQuery(): void {
    const [command = '', ...counts] = this.#tag.split(' ')
    // Some commands say no number: CREATE TABLE.
    this.callback(this.#failure ?? null, { command, rowCount: Number(counts.at(-1)) || 0, rows: this.#rows })
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  handleEmptyQuery(): void {}

  /** Rows are sent by the pipeline. */
  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('No rows are sent.')
  }

  handleCopyData(): void {}
}
