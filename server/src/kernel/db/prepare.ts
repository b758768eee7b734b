/**
 * Sends what the query builder gives as text and values as a named statement, so that PostgreSQL parses and plans it
 * once per connection, and makes the rows with camelCase names.
 */
import pg from 'pg'
import { readOnly } from './hosts.ts'
import { type PipelineStep, pipelineOf, stepsOf } from './pipeline.ts'

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

/** Copying an object that has all the names already is several times faster than adding them one by one. */
function rowMaker(fields: readonly { name: string }[]): ToRow {
  const names = fields.map((field) => camelCase(field.name))
  const empty = Object.fromEntries(names.map((name) => [name, null])) as Record<string, unknown>
  return (values) => {
    const row = { ...empty }
    for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at]
    return row
  }
}

interface Sharing {
  /**
   * Sent with the beginning of each transaction, which a pooler may give to another session of PostgreSQL each time.
   * Statements then stay nameless: the session that knows a name is somebody else's the next time.
   */
  readonly perTransaction?: readonly string[]
}

export class PreparingClient extends pg.Client {
  readonly #perTransaction: readonly string[] | undefined

  constructor(options: pg.ClientConfig, { perTransaction }: Sharing = {}) {
    super(options)
    this.#perTransaction = perTransaction
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, of which only one is ours.
  override query(query: any, values?: any, done?: any): any {
    if (typeof query !== 'string' || !Array.isArray(values)) return super.query(query, values, done)
    const steps = stepsOf(query, values)
    const answer = steps ? this.#runPipelined(steps) : this.#ask(query, values)
    return answer.catch((error) => {
      // It is a standby now: the pool replaces this connection by one to the primary.
      if (error.code === readOnly) void this.end().catch(() => {})
      throw error
    })
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

  async #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (this.#perTransaction && /^(begin|start transaction)/.test(text)) {
      return super.query([text, ...this.#perTransaction].join(';')) as Promise<pg.QueryResult>
    }
    const statement = values.length > 0 && !this.#perTransaction ? statementOf(text) : undefined
    const result = await this.#send(text, values, statement)
    if (!(result.rows?.length > 0)) return result
    const toRow = statement?.toRow ?? rowMaker(result.fields)
    if (statement) statement.toRow = toRow
    result.rows = result.rows.map(toRow)
    return result
  }

  async #send(text: string, values: unknown[], statement: Statement | undefined): Promise<pg.QueryResult> {
    try {
      const query = { text, values, rowMode: 'array', ...(statement && { name: statement.name }) }
      return await super.query(query as pg.QueryConfig)
    } catch (error) {
      // Another node has migrated the tables under us: the statement is prepared again under another name.
      if (statement && (error as { code?: string }).code === '0A000') statements.delete(text)
      throw error
    }
  }
}
