/** Writes a backup while the server runs: one snapshot of every table, streamed into one file. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type pg from 'pg'
import { encrypting } from './cipher.ts'
import { copyOut } from './copy.ts'
import { digester, type TableDigest } from './digest.ts'
import { type Closing, endOfRows, format, type Opening, sealOf, type TableHead } from './format.ts'
import { type Options, rowCounter, type WriteOptions } from './options.ts'
import { copyOutStatement, listSequences, listTables, openClient, quote, settingsOfCopy } from './schema.ts'

export interface Backup {
  readonly file: string
  readonly bytes: number
  readonly opening: Opening
  readonly closing: Closing
}

const batchBytes = 64 * 1024

/**
 * Takes the bytes of a backup. Nothing appears under its name before `put` resolves, and nothing is left if it fails.
 */
export interface Target {
  /** Its name in messages. */
  readonly name: string
  /** Returns the number of bytes. */
  put(bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number>
}

/** Into a file, or into a place for backups. */
export async function writeBackup(
  url: string,
  to: string | Target,
  about: Pick<Opening, 'at' | 'fingerprint'>,
  options: WriteOptions = {},
): Promise<Backup> {
  const target = typeof to === 'string' ? await fileTarget(to) : to
  const client = await openClient(url, options.signal)
  try {
    const sink = openSink(target, options)
    try {
      const written = await inSnapshot(client, (postgres) => writeAll(client, sink, { ...about, postgres }, options))
      return { file: target.name, bytes: await sink.close(), ...written }
    } catch (error) {
      await sink.abandon(error)
      throw options.signal?.aborted ? options.signal.reason : explain(error)
    }
  } finally {
    await client.end()
  }
}

/** The file appears under its name only when it is complete and on the disk. */
export async function fileTarget(path: string): Promise<Target> {
  const file = resolve(path)
  if (await stat(file).catch(() => undefined))
    throw new Error(`${file} already exists; a backup never overwrites a file.`)
  const unfinished = `${file}.tmp`
  return {
    name: file,
    async put(bytes, signal) {
      const stream = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
      try {
        await pipeline(bytes, stream, { signal })
        const { size } = await stat(unfinished)
        await rename(unfinished, file)
        await syncFolder(dirname(file))
        return size
      } catch (error) {
        // It may still be opening, and would then appear after it was removed.
        if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', () => resolve()))
        // It belongs to someone else.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true })
        throw explainFile(error, unfinished)
      }
    },
  }
}

/** All tables as they were at one moment, however long it takes, and without blocking writers. */
async function inSnapshot<R>(client: pg.Client, work: (postgres: string) => Promise<R>): Promise<R> {
  await client.query('begin transaction isolation level repeatable read, read only')
  await client.query(settingsOfCopy)
  const { rows } = await client.query('show server_version')
  const result = await work(rows[0].server_version)
  await client.query('rollback')
  return result
}

async function writeAll(
  client: pg.Client,
  sink: Sink,
  about: Pick<Opening, 'at' | 'fingerprint' | 'postgres'>,
  options: Options,
): Promise<{ opening: Opening; closing: Closing }> {
  const tables = await listTables(client)
  if (!tables.some(({ table }) => table === 'migrations')) {
    throw new Error('The database has no tables of Waymark; there is nothing to back up.')
  }
  // A table that is being read cannot change its columns before we are done, so none may change before it is read
  // either.
  await client.query(`lock table ${tables.map(({ table }) => quote(table)).join(', ')} in access share mode`)
  const { rows: migrations } = await client.query('select name, digest from migrations order by name')
  const opening: Opening = { waymark: 'backup', format, ...about, migrations }
  sink.write(line(opening))
  const digests: (TableDigest & { name: string })[] = []
  for (const table of tables) {
    sink.write(line(table))
    const digest = await writeRows(client, sink, table, options)
    sink.write(`${endOfRows}\n${line(digest)}`)
    digests.push({ name: table.table, ...digest })
  }
  // Sequences are outside the snapshot and only grow: read last, they are past every saved number.
  const closing: Closing = { tables: digests, sequences: await listSequences(client) }
  sink.write(line(closing))
  return { opening, closing }
}

const line = (value: object) => `${JSON.stringify(value)}\n`

async function writeRows(client: pg.Client, sink: Sink, head: TableHead, options: Options): Promise<TableDigest> {
  const digest = digester()
  const count = rowCounter(head.table, options)
  let batch = Buffer.allocUnsafe(batchBytes)
  let used = 0
  const flush = () => {
    if (used > 0) sink.write(batch.subarray(0, used))
    batch = Buffer.allocUnsafe(batchBytes)
    used = 0
  }
  await copyOut(client, copyOutStatement(head), (row) => {
    digest.add(row)
    count()
    if (used + row.length > batch.length) flush()
    if (row.length > batch.length) sink.write(Buffer.from(row))
    else used += row.copy(batch, used)
    return sink.room()
  })
  flush()
  await sink.room()
  return digest.result()
}

interface Sink {
  /** Accepts everything at once; the other three report failures. */
  write(data: Buffer | string): void
  /** Undefined: continue at once. A promise: wait for it first. */
  room(): Promise<void> | undefined
  /** Resolves with the number of bytes when all of them are written. */
  close(): Promise<number>
  /** Leaves nothing behind. */
  abandon(error: unknown): Promise<void>
}

function openSink(target: Target, { signal: outer, passphrase }: WriteOptions): Sink {
  const broken = new AbortController()
  const signal = AbortSignal.any([broken.signal, ...(outer ? [outer] : [])])
  // The processor is the limit, and the fastest level packs rows of text well enough.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: batchBytes })
  let putting: Promise<number> | undefined
  const put = (bytes: AsyncIterable<Buffer>) => {
    putting = target.put(bytes, signal)
    return putting
  }
  const written =
    passphrase === undefined
      ? pipeline(gzip, sealed, put, { signal })
      : pipeline(gzip, sealed, encrypting(passphrase), put, { signal })
  written.catch((error) => broken.abort(error))
  let drained: Promise<void> | undefined
  const untilDrained = async () => {
    try {
      await once(gzip, 'drain', { signal })
    } catch (error) {
      // The original failure says more than the interrupted wait.
      throw signal.aborted ? signal.reason : error
    } finally {
      drained = undefined
    }
  }
  return {
    write: (data) => void gzip.write(data),
    room() {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (!gzip.writableNeedDrain) return undefined
      drained ??= untilDrained()
      return drained
    },
    close() {
      gzip.end()
      return written
    },
    async abandon(error) {
      broken.abort(error)
      await written.catch(() => {})
      await putting?.catch(() => {})
    },
  }
}

async function* sealed(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of packed) {
    hash.update(chunk)
    yield chunk
  }
  yield sealOf(hash.digest('hex'))
}

function explain(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  // Checksums of PostgreSQL's pages, or the data they protect, are wrong: a backup reads every row.
  if (code !== 'XX001' && code !== 'XX002') return error
  return new Error(`The database is damaged (${message}). Keep what there is, and restore the last good backup.`)
}

function explainFile(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new Error(`There is no room for the backup in ${dirname(path)}. Name another place.`)
  if (code === 'ENOENT') return new Error(`The folder ${dirname(path)} does not exist. Create it, or name another.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Error(`The folder ${dirname(path)} is not writable. Name another, or run this as its owner.`)
  }
  if (code !== 'EEXIST') return error
  return new Error(`${path} is there: another backup is being written, or one was cut short. Remove it and try again.`)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
