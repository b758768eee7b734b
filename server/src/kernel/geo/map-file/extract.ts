/**
 * Copies a part of a map into its own file. The copy grows in a temporary file, with a record of its progress, and is
 * renamed when it is complete: killed at any time, it continues, and the result has the same bytes as an uninterrupted
 * run.
 */
import { hash } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ExtractPlan } from './extract-plan.ts'
import { MapFile } from './map-file.ts'
import type { Span } from './pmtiles.ts'
import { type ByteSource, readInOrder } from './source.ts'

interface Note {
  readonly source: Pick<ByteSource, 'size' | 'stamp'>
  /** Hash of everything before the tiles: it differs if another part was requested. */
  readonly headHash: string
  /** Bytes of tiles that are safely on the disk. */
  readonly tileBytes: number
  readonly processId: number
}

export const partOf = (target: string): string => `${target}.part`
const noteOf = (target: string): string => `${target}.part.json`

/** Between two records of progress; each waits for the disk. */
const noteEveryBytes = 4 * 1024 ** 2
/** A tile is smaller; a long range of them is read in pieces of this size. */
const pieceBytesMax = 1024 ** 2

export async function discardPart(target: string): Promise<void> {
  await rm(noteOf(target), { force: true })
  await rm(partOf(target), { force: true })
}

/** Before anything is planned: a source that has changed needs no plan. */
export async function requireSameSource(target: string, { size, stamp }: ByteSource): Promise<void> {
  const note = await readNote(target)
  if (!note) return
  if (note.processId !== process.pid && isRunning(note.processId))
    throw new Error(`Process ${note.processId} is writing ${partOf(target)}. Wait for it, or choose another --to.`)
  if (note.source.size === size && note.source.stamp === stamp) return
  throw new Error(
    `The source has changed since ${partOf(target)} was started (${described(note.source)}, now ` +
      `${described({ size, stamp })}). Start again; on the command line, add --restart.`,
  )
}

const described = ({ size, stamp }: Note['source']) => `${size} bytes${stamp && `, ${stamp}`}`

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export interface Extracting {
  readonly target: string
  readonly signal: AbortSignal
  /** Bytes of tiles. */
  onProgress(done: number, total: number): void
}

/** Returns how many bytes of tiles an earlier run had already copied. */
export async function extract(source: ByteSource, plan: ExtractPlan, extracting: Extracting): Promise<number> {
  const { target, signal, onProgress } = extracting
  const note = { source: { size: source.size, stamp: source.stamp }, headHash: hash('sha256', plan.head) }
  const done = await begin(target, plan, note.headHash)
  const file = await open(partOf(target), done === undefined ? 'w' : 'r+')
  try {
    const keepNote = async (tileBytes: number) => {
      await file.datasync()
      await writeNote(target, { ...note, tileBytes, processId: process.pid })
    }
    if (done === undefined) {
      await file.write(plan.head, 0, plan.head.length, 0)
      await keepNote(0)
    } else await file.truncate(plan.head.length + done)
    await copyTiles(file, source, plan, { signal, onProgress, done: done ?? 0, keepNote })
  } finally {
    await file.close()
  }
  await (await MapFile.open(partOf(target))).close()
  await rename(partOf(target), target)
  await rm(noteOf(target), { force: true })
  return done ?? 0
}

/** Undefined: from the beginning. */
async function begin(target: string, { head, tileBytes }: ExtractPlan, headHash: string): Promise<number | undefined> {
  await mkdir(dirname(target), { recursive: true })
  const note = await readNote(target)
  if (note && note.headHash !== headHash)
    throw new Error(
      `${partOf(target)} was started for another area or zoom. Use the same options as then, choose another --to, or add ` +
        '--restart to discard it.',
    )
  const kept = await stat(partOf(target)).catch(() => undefined)
  const done = note && kept && kept.size >= head.length + note.tileBytes ? note.tileBytes : undefined
  const missing = head.length + tileBytes - (done === undefined ? 0 : head.length + done)
  const { bavail, bsize } = await statfs(dirname(target))
  if (bavail * bsize < missing)
    throw new Error(`The map needs ${missing} bytes more on the disk, and only ${bavail * bsize} are free.`)
  return done
}

interface Copying extends Pick<Extracting, 'signal' | 'onProgress'> {
  readonly done: number
  keepNote(tileBytes: number): Promise<void>
}

async function copyTiles(file: FileHandle, source: ByteSource, plan: ExtractPlan, copying: Copying): Promise<void> {
  const { signal, onProgress, keepNote } = copying
  let done = copying.done
  let noted = done
  for await (const bytes of readInOrder(source, piecesFrom(plan.copies, done), signal)) {
    await file.write(bytes, 0, bytes.length, plan.head.length + done)
    done += bytes.length
    onProgress(done, plan.tileBytes)
    if (done - noted < noteEveryBytes) continue
    await keepNote(done)
    noted = done
  }
  await file.datasync()
}

/** What is left after the first bytes. */
function* piecesFrom(copies: readonly Span[], doneBytes: number): Generator<Span> {
  let skip = doneBytes
  for (const copy of copies) {
    const end = copy.offset + copy.length
    for (let offset = copy.offset + skip; offset < end; offset += pieceBytesMax)
      yield { offset, length: Math.min(pieceBytesMax, end - offset) }
    skip = Math.max(0, skip - copy.length)
  }
}

async function readNote(target: string): Promise<Note | undefined> {
  try {
    return JSON.parse(await readFile(noteOf(target), 'utf8')) as Note
  } catch {
    return undefined
  }
}

/** Replaced as a whole: a process that is killed in between leaves the record as it was. */
async function writeNote(target: string, note: Note): Promise<void> {
  const next = `${noteOf(target)}.next`
  await writeFile(next, JSON.stringify(note), { flush: true })
  await rename(next, noteOf(target))
}
