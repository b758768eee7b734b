/** Reads a backup: first verifies every bit of the file, then its contents. */
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { damaged, readPlain, type Secrets } from './cipher.ts'
import { digester, type TableDigest } from './digest.ts'
import { type Closing, endOfRows, format, type Opening, sealBytes, sealOf, type TableHead } from './format.ts'
import { type ReadOptions, rowCounter } from './options.ts'
import { type Source, sourceOf } from './source.ts'

const chunkBytes = 256 * 1024
const lineEnd = 10
const mark = Buffer.from(endOfRows)
const gzipMagic = Buffer.of(0x1f, 0x8b)

const notBackup = (file: string) => new Error(`${file} is not a backup of Waymark.`)

/** Reads the whole file once. What passes is bit for bit what was written. */
export async function verifyBackup(from: string | Source, passphrase?: Secrets): Promise<Opening> {
  const source = sourceOf(from)
  const file = source.name
  const hash = createHash('sha256')
  let start = Buffer.alloc(0)
  // The seal comes last, and where it begins is known only at the end.
  let held = Buffer.alloc(0)
  for await (const chunk of readPlain(source, passphrase, chunkBytes)) {
    if (start.length < gzipMagic.length) start = Buffer.concat([start, chunk.subarray(0, gzipMagic.length)])
    held = Buffer.concat([held, chunk])
    if (held.length <= sealBytes) continue
    hash.update(held.subarray(0, -sealBytes))
    held = held.subarray(-sealBytes)
  }
  if (held.equals(sealOf(hash.digest('hex')))) return readOpening(source, passphrase)
  throw start.subarray(0, gzipMagic.length).equals(gzipMagic) ? damaged(file) : notBackup(file)
}

async function readOpening(source: Source, passphrase: Secrets): Promise<Opening> {
  const file = source.name
  const lines = openLines(source, passphrase)
  try {
    const opening = (await readJson(lines, file)) as Opening
    if (opening.waymark !== 'backup') throw notBackup(file)
    if (opening.format > format) {
      throw new Error(`${file} was made by a newer Waymark. Restore it with that version or a later one.`)
    }
    return opening
  } finally {
    lines.close()
  }
}

/**
 * Passes one table after the other; `take` must read all rows. What was read is then compared with what was written.
 */
export async function readTables(
  from: string | Source,
  options: ReadOptions,
  take: (head: TableHead, rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Closing> {
  const source = sourceOf(from)
  const file = source.name
  const lines = openLines(source, options.passphrase)
  const found = new Map<string, string>()
  try {
    await readJson(lines, file)
    for (;;) {
      const next = (await readJson(lines, file)) as TableHead | Closing
      if ('tables' in next) {
        const isWhole = next.tables.every(({ name, digest }) => found.get(name) === digest)
        if (!isWhole || next.tables.length !== found.size) throw damaged(file)
        return next
      }
      const digest = digester()
      const count = rowCounter(next.table, options)
      const see = (row: Buffer) => {
        digest.add(row)
        count()
      }
      await take(next, lines.rows(see))
      const { rows, digest: sum } = digest.result()
      const written = (await readJson(lines, file)) as TableDigest
      if (written.rows !== rows || written.digest !== sum) throw damaged(file)
      found.set(next.table, sum)
    }
  } finally {
    lines.close()
  }
}

async function readJson(lines: Lines, file: string): Promise<unknown> {
  try {
    return JSON.parse(String(await lines.next()))
  } catch (error) {
    throw damaged(file, error)
  }
}

interface Lines {
  /** A line without its line break; undefined at the end. */
  next(): Promise<Buffer | undefined>
  /** Rows up to the mark, many at a time; each is passed to `see` as well. */
  rows(see: (row: Buffer) => void): AsyncGenerator<Buffer>
  close(): void
}

function openLines(source: Source, passphrase: Secrets): Lines {
  const text = createGunzip({ chunkSize: chunkBytes })
  const bytes = Readable.from(readPlain(source, passphrase, chunkBytes), {
    objectMode: false,
    highWaterMark: chunkBytes,
  })
  pipeline(bytes, text, () => {})
  const chunks: AsyncIterator<Buffer> = text[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** Reads until another line break has come; false at the end of the file. */
  async function fill(): Promise<boolean> {
    const parts = [rest]
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return false
      parts.push(value)
      if (!value.includes(lineEnd)) continue
      rest = Buffer.concat(parts)
      return true
    }
  }

  return {
    async next() {
      if (!rest.includes(lineEnd) && !(await fill())) return undefined
      const end = rest.indexOf(lineEnd)
      const found = rest.subarray(0, end)
      rest = rest.subarray(end + 1)
      return found
    },
    async *rows(see) {
      for (;;) {
        const { seenBytes, isEnd } = lookAtRows(rest, see)
        const whole = rest.subarray(0, seenBytes)
        rest = rest.subarray(seenBytes + (isEnd ? mark.length + 1 : 0))
        if (whole.length > 0) yield whole
        if (isEnd) return
        if (!(await fill())) throw damaged(source.name)
      }
    },
    close: () => void text.destroy(),
  }
}

function lookAtRows(bytes: Buffer, see: (row: Buffer) => void): { seenBytes: number; isEnd: boolean } {
  for (let start = 0; ; ) {
    const end = bytes.indexOf(lineEnd, start)
    if (end < 0) return { seenBytes: start, isEnd: false }
    if (end - start === mark.length && bytes.subarray(start, end).equals(mark)) return { seenBytes: start, isEnd: true }
    see(bytes.subarray(start, end + 1))
    start = end + 1
  }
}
