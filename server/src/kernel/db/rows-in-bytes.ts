/**
 * Rows are made straight from the bytes that arrive: `pg` first makes a string of each value, which takes longer than
 * everything after it. Numbers and times of known statements come in binary, which costs PostgreSQL and us less than text.
 */
import type pg from 'pg'
import { serialize } from 'pg-protocol'
import { type MessageCallback, Parser } from 'pg-protocol/dist/parser.js'
import type { Connection } from './pipeline.ts'
import { binaryReaders, textReader } from './values-in-bytes.ts'

export interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** `at`: where the row begins. */
export type ToRow = (bytes: Buffer, at: number) => object

/** A statement whose columns have been described. */
export interface Known {
  readonly toRow: ToRow
  /** The end of the message that asks for the rows: the form of each column. */
  readonly formats: Buffer
}

/** A row as it arrived. What is kept of it must be read at once: the bytes of what follows take its place. */
export class RowInBytes {
  readonly name = 'dataRow'
  readonly bytes: Buffer
  readonly at: number

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes
    this.at = at
  }

  /** For the queries of `pg` itself. */
  get fields(): (string | null)[] {
    const { bytes } = this
    const texts: (string | null)[] = []
    let at = this.at + 2
    for (let left = bytes.readInt16BE(this.at); left > 0; left--) {
      const length = bytes.readInt32BE(at)
      at += 4
      texts.push(length < 0 ? null : bytes.toString('utf8', at, at + length))
      at += Math.max(length, 0)
    }
    return texts
  }
}

/** Its types keep the method private. */
const MessageParser = Parser as unknown as new () => {
  parse(bytes: Buffer, callback: MessageCallback): void
  handlePacket(at: number, code: number, length: number, bytes: Buffer): object
}
const dataRow = 0x44

class RowParser extends MessageParser {
  override handlePacket(at: number, code: number, length: number, bytes: Buffer): object {
    return code === dataRow ? new RowInBytes(bytes, at) : super.handlePacket(at, code, length, bytes)
  }
}

/** Instead of the connection's own reader. */
export function keepRowsInBytes(client: pg.Client): void {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter & { attachListeners: unknown } }
  connection.attachListeners = (stream: NodeJS.ReadableStream) => {
    const parser = new RowParser()
    const tell: MessageCallback = (message) =>
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
    stream.on('data', (bytes: Buffer) => parser.parse(bytes, tell))
  }
}

/** `pg` itself can only ask for all columns in one form, and says so in the last two numbers. */
export function sendBind(
  connection: Connection,
  statement: string,
  values: readonly unknown[],
  { formats }: Known,
): void {
  const whole = serialize.bind({ statement, values: values as unknown[] })
  const bytes = Buffer.concat([whole.subarray(0, -4), formats])
  bytes.writeInt32BE(bytes.length - 1, 1)
  connection.stream.write(bytes)
}

export function knownOf(fields: readonly Field[]): Known {
  const formats = Buffer.alloc(2 + fields.length * 2)
  formats.writeInt16BE(fields.length)
  for (const [at, { dataTypeID }] of fields.entries()) {
    formats.writeInt16BE(binaryReaders.has(dataTypeID) ? 1 : 0, 2 + at * 2)
  }
  return { toRow: rowMaker(fields, true), formats }
}

const makersMax = 2_000
const makers = new Map<string, ToRow>()

/**
 * As code with one object literal, several times faster than a loop that looks up each name in each row. Kept by the
 * names and types of the columns: many statements share them.
 */
export function rowMaker(fields: readonly Field[], isKnown = false): ToRow {
  const key = JSON.stringify([isKnown, ...fields.map(({ name, dataTypeID }) => [name, dataTypeID])])
  let maker = makers.get(key)
  if (!maker) {
    const readers = fields.map(({ dataTypeID }) => (isKnown && binaryReaders.get(dataTypeID)) || textReader(dataTypeID))
    const values = fields.map(
      (_, at) => `
        const length${at} = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]
        at += 4
        const value${at} = length${at} < 0 ? null : read${at}(bytes, at, at + length${at})
        if (length${at} > 0) at += length${at}`,
    )
    const parts = fields.map(({ name }, at) => `${JSON.stringify(camelCase(name))}: value${at}`)
    const made = new Function(
      ...readers.map((_, at) => `read${at}`),
      `return (bytes, at) => { at += 2; ${values.join('')}
        return { ${parts.join(', ')} } }`,
    )
    maker = made(...readers) as ToRow
    if (makers.size >= makersMax) makers.clear()
    makers.set(key, maker)
  }
  return maker
}

const camelCase = (name: string): string => name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
