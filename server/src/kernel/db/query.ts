/**
 * A statement as `pg` sends it and hands it what the server answers. Its own kind copies and emits more than it needs,
 * and has the columns described every time. Here those of a named statement are described once per connection, because
 * PostgreSQL refuses a named statement whose columns have changed, and rows are made straight from what arrives.
 */
import pg from 'pg'
import { begin, type Connection } from './pipeline.ts'

export interface Result {
  readonly command: string
  readonly rowCount: number
  readonly rows: readonly object[]
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

type ToRow = (texts: readonly (string | null)[]) => object

/** By the names of statements that the connection knows. */
export type Described = Map<string, ToRow>

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
  /** A value that cannot be read; told once the server has said everything. */
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
    connection.bind({ statement: name, values })
    this.#toRow = this.#described.get(name)
    if (!this.#toRow) connection.describe({ type: 'P' })
    connection.execute({})
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#toRow = rowMaker(fields)
    this.#rows = []
    if (this.name !== undefined) this.#described.set(this.name, this.#toRow)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(this.#toRow!(fields))
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
    this.callback(this.#failure ?? error)
  }

  handleEmptyQuery(): void {}

  /** Rows are sent by the pipeline. */
  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('No rows are sent.')
  }

  handleCopyData(): void {}
}

const makersMax = 2_000
const makers = new Map<string, ToRow>()

/**
 * As code with one object literal, several times faster than a loop that looks up each name in each row. Kept by the
 * names and types of the columns: many statements share them.
 */
function rowMaker(fields: readonly Field[]): ToRow {
  const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  let maker = makers.get(key)
  if (!maker) {
    const parts = fields.map(
      ({ name }, at) => `${JSON.stringify(camelCase(name))}: texts[${at}] === null ? null : read${at}(texts[${at}])`,
    )
    const readers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'))
    const made = new Function(...readers.map((_, at) => `read${at}`), `return (texts) => ({ ${parts.join(', ')} })`)
    maker = made(...readers) as ToRow
    if (makers.size >= makersMax) makers.clear()
    makers.set(key, maker)
  }
  return maker
}

const camelCase = (name: string): string => name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
