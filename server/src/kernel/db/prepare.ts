/**
 * Sends what the query builder gives as text and values as a named statement, so that PostgreSQL parses and plans it
 * once per connection, and makes the rows with camelCase names.
 */
import pg from 'pg'
import { readOnly } from './hosts.ts'
import { begin, type PipelineStep, pipelineOf, stepsOf, withBegin } from './pipeline.ts'

const statementsMax = 300
const seenMax = 2_000

interface Statement {
  readonly name: string
  /** Known from the first answer on. */
  toRow?: ToRow
}

type ToRow = (values: readonly unknown[]) => object

const statements = new Map<string, Statement>()
const seen = new Set<string>()
let named = 0

/**
 * A statement gets its name when it is asked for the second time. Texts put together from lists of any length come
 * once, stay nameless and take no memory in the server.
 */
function statementOf(text: string): Statement | undefined {
  const known = statements.get(text)
  if (known || statements.size >= statementsMax) return known
  if (seen.delete(text)) {
    const statement = { name: `waymark${++named}` }
    statements.set(text, statement)
    return statement
  }
  if (seen.size >= seenMax) seen.clear()
  seen.add(text)
  return undefined
}

const camelNames = new Map<string, string>()
function camelCase(name: string): string {
  let camel = camelNames.get(name)
  if (camel === undefined) {
    camel = name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, camel)
  }
  return camel
}

const makersMax = 2_000
const makers = new Map<string, ToRow>()

/**
 * As code with one object literal, several times faster than a loop that looks up each name in each row. Kept by the
 * names of the columns: many statements share them.
 */
function rowMaker(fields: readonly { name: string }[]): ToRow {
  const names = JSON.stringify(fields.map(({ name }) => name))
  let maker = makers.get(names)
  if (!maker) {
    const parts = fields.map(({ name }, at) => `${JSON.stringify(camelCase(name))}: values[${at}]`)
    maker = new Function('values', `return { ${parts.join(', ')} }`) as ToRow
    if (makers.size >= makersMax) makers.clear()
    makers.set(names, maker)
  }
  return maker
}

const nothing = { command: '', rowCount: 0, rows: [], fields: [] }

interface Sharing {
  /**
   * Sent with the beginning of each transaction, which a pooler may give to another session of PostgreSQL each time.
   * Statements then stay nameless: the session that knows a name is somebody else's the next time.
   */
  readonly perTransaction?: readonly string[]
}

export class PreparingClient extends pg.Client {
  readonly #perTransaction: readonly string[] | undefined
  #knowsBegin = false
  /** A transaction has begun in which nothing was asked yet, and of which PostgreSQL does not know. */
  #isToBegin = false

  constructor(options: pg.ClientConfig, { perTransaction }: Sharing = {}) {
    super(options)
    this.#perTransaction = perTransaction
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, of which only one is ours.
  override query(query: any, values?: any, done?: any): any {
    if (typeof query !== 'string' || !Array.isArray(values)) {
      if (this.#isToBegin) void this.#beginNow().catch(() => {})
      return super.query(query, values, done)
    }
    return this.#answer(query, values).catch((error) => {
      // It is a standby now: the pool replaces this connection by one to the primary.
      if (error.code === readOnly) void this.end().catch(() => {})
      throw error
    })
  }

  async #answer(text: string, values: unknown[]): Promise<object | undefined> {
    const steps = stepsOf(text, values)
    if (!this.#isToBegin) return steps ? this.#runPipelined(steps) : this.#ask(text, values)
    if (text !== 'commit' && text !== 'rollback' && (steps || values.length === 0)) {
      // Both are sent before this waits: what ends the transaction must not come between them.
      const [, answer] = await Promise.all([this.#beginNow(), this.#answer(text, values)])
      return answer
    }
    this.#isToBegin = false
    return values.length > 0 ? this.#ask(text, values, true) : nothing
  }

  #beginNow(): Promise<object> {
    this.#isToBegin = false
    return super.query(begin)
  }

  #runPipelined(steps: readonly PipelineStep[]): Promise<object | undefined> {
    const settings = this.#perTransaction?.map((text) => ({ text, values: [] })) ?? []
    return new Promise((resolve, reject) => {
      super.query(
        pipelineOf([...settings, ...steps], (error, result) =>
          error ? reject(error) : resolve(result),
        ) as unknown as pg.Submittable,
      )
    })
  }

  async #ask(text: string, values: unknown[], isFirst = false): Promise<object> {
    if (this.#perTransaction && /^(begin|start transaction)/.test(text)) {
      return super.query([text, ...this.#perTransaction].join(';')) as Promise<object>
    }
    if (!this.#perTransaction && text === begin.text) return this.#begin()
    const statement = values.length > 0 && !this.#perTransaction ? statementOf(text) : undefined
    const result = await this.#send(text, values, statement, isFirst)
    if (!(result.rows?.length > 0)) return result
    const toRow = statement?.toRow ?? rowMaker(result.fields)
    if (statement) statement.toRow = toRow
    result.rows = result.rows.map(toRow)
    return result
  }

  /** The first time it is made known to the connection; from then on it waits for the first statement and goes with it. */
  async #begin(): Promise<object> {
    if (!this.#knowsBegin) await super.query(begin)
    else this.#isToBegin = true
    this.#knowsBegin = true
    return nothing
  }

  async #send(
    text: string,
    values: unknown[],
    statement: Statement | undefined,
    isFirst: boolean,
  ): Promise<pg.QueryResult> {
    try {
      const query = { text, values, rowMode: 'array', ...(statement && { name: statement.name }) }
      if (!isFirst) return await super.query(query as pg.QueryConfig)
      return await new Promise((resolve, reject) => {
        super.query(withBegin(query, (error, result) => (error ? reject(error) : resolve(result))))
      })
    } catch (error) {
      // One that leads to us, and not to the socket.
      if (isFirst) Error.captureStackTrace(error as Error)
      // Another node has migrated the tables under us: the statement is prepared again under another name.
      if (statement && (error as { code?: string }).code === '0A000') statements.delete(text)
      throw error
    }
  }
}
