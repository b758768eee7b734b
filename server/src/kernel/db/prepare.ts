/**
 * Sends what the query builder gives as text and values as a named statement, so that PostgreSQL parses and plans it
 * once per connection, and makes the rows with camelCase names.
 */
import pg from 'pg'
import { readOnly } from './hosts.ts'
import { isOutdated } from './outdated.ts'
import { begin, type PipelineStep, pipelineOf, stepsOf } from './pipeline.ts'
import { type Described, Query, type Result } from './query.ts'
import { keepRowsInBytes } from './rows-in-bytes.ts'

const statementsMax = 300
const seenMax = 2_000

/** Their names by their texts. */
const statements = new Map<string, string>()
const seen = new Set<string>()
let named = 0

/**
 * A statement gets its name when it is asked for the second time. Texts put together from lists of any length come
 * once, stay nameless and take no memory in the server.
 */
function nameOf(text: string): string | undefined {
  const known = statements.get(text)
  if (known || statements.size >= statementsMax) return known
  if (seen.delete(text)) {
    const name = `waymark${++named}`
    statements.set(text, name)
    return name
  }
  if (seen.size >= seenMax) seen.clear()
  seen.add(text)
  return undefined
}

/**
 * The connection has become one to a standby, is closed by the server, or still waits for an answer. What comes after a
 * `begin` that is answered too late would belong to its transaction, which nobody commits. The server may say FATAL in
 * its own language, so the usual codes count too: ended, crashed, starting, idle for too long. 26000: somebody made it
 * forget its statements.
 */
const isSpent = ({ code = '', severity, message }: { code?: string; severity?: string; message?: string }): boolean =>
  code === readOnly ||
  severity === 'FATAL' ||
  /^(57P0[1-5]|25P0[34]|26000)$/.test(code) ||
  message === 'Query read timeout'

const nothing: Result = { command: '', rowCount: 0, rows: [] }

interface Sharing {
  /**
   * Sent with the beginning of each transaction, which a pooler may give to another session of PostgreSQL each time.
   * Statements then stay nameless: the session that knows a name is somebody else's the next time.
   */
  readonly perTransaction?: readonly string[]
}

export class PreparingClient extends pg.Client {
  readonly #perTransaction: readonly string[] | undefined
  readonly #described: Described = new Map()
  #knowsBegin = false
  /** A transaction has begun in which nothing was asked yet, and of which PostgreSQL does not know. */
  #isToBegin = false

  constructor(options: pg.ClientConfig, { perTransaction }: Sharing = {}) {
    super(options)
    keepRowsInBytes(this)
    this.#perTransaction = perTransaction
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, of which only one is ours.
  override query(query: any, values?: any, done?: any): any {
    if (typeof query !== 'string' || !Array.isArray(values) || done) {
      if (this.#isToBegin) void this.#beginNow().catch(() => {})
      return super.query(query, values, done)
    }
    return this.#answer(query, values).catch((error) => {
      // The pool replaces it, and gives it to nobody else.
      if (isSpent(error)) void this.end().catch(() => {})
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
    const name = values.length > 0 && !this.#perTransaction ? nameOf(text) : undefined
    return this.#send(text, values, name, isFirst)
  }

  /** The first time it is made known to the connection; from then on it waits for the first statement and goes with it. */
  async #begin(): Promise<object> {
    if (!this.#knowsBegin) await super.query(begin)
    else this.#isToBegin = true
    this.#knowsBegin = true
    return nothing
  }

  async #send(text: string, values: unknown[], name: string | undefined, isFirst: boolean): Promise<Result> {
    try {
      return await new Promise<Result>((resolve, reject) => {
        const callback = (error: Error | null, result?: Result) => (error ? reject(error) : resolve(result as Result))
        const query = new Query({ text, values, name, described: this.#described, isFirst, callback })
        super.query(query as unknown as pg.Submittable)
      })
    } catch (error) {
      // One that leads to us, and not to the socket.
      Error.captureStackTrace(error as Error)
      if (!isOutdated(error)) throw error
      // It is prepared again under another name.
      if (statements.get(text) === name) statements.delete(text)
      // Within a transaction, only the whole of it can be repeated.
      if (isFirst || this.getTransactionStatus() !== 'I') throw error
      return this.#send(text, values, undefined, false)
    }
  }
}
