/** Packs several messages into one value in the database, and several frames into another. Pure. */
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { giveBack, scratch } from '#kernel/runtime/scratch.ts'
import { expand, isColumnar } from './columnar.ts'
import { separator } from './message.ts'

export interface Chunk {
  readonly t0: number
  readonly t1: number
  readonly count: number
  readonly bytes: number
  readonly isPacked: boolean
  readonly data: Buffer
}

/** Below this zstd saves little and costs the gateway's thread more than the disk gains. */
const packBytesMin = 4096
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Packed data; its unpacked length is known or not. */
export type Packed = Pick<Chunk, 'isPacked' | 'data'> & Partial<Pick<Chunk, 'bytes' | 'count'>>

const unpackedBytesUsual = 16 * 1024
/** A chunk that unpacks to more than this is not ours. */
const unpackedBytesMax = 64 * 1024 * 1024

/** A chunk with fewer messages is soon merged with its neighbours. */
export const smallCount = 100
export const isSmall = (chunk: Pick<Chunk, 'count'>): boolean => chunk.count < smallCount

type Dated = { readonly timestamp: number; readonly text: string }

/** For live traffic: chunks that will soon be merged are packed then, when nobody waits. */
export const toLiveChunk = (messages: readonly Dated[]): Chunk => makeChunk(messages, messages.length >= smallCount)

/** A chunk on its way to the database: a single message stays text, because a buffer for each costs more than it saves. */
export type LiveChunk = Omit<Chunk, 'data'> & { readonly data: Buffer | string }

export const toChunk = (messages: readonly Dated[]): Chunk => makeChunk(messages, true)

function makeChunk(messages: readonly Dated[], mayPack: boolean): Chunk {
  const sorted = messages.toSorted((a, b) => a.timestamp - b.timestamp)
  const raw = Buffer.from(sorted.map(({ text }) => text).join(separator))
  const isPacked = mayPack && raw.length >= packBytesMin
  return {
    t0: sorted[0]!.timestamp,
    t1: sorted.at(-1)!.timestamp,
    count: sorted.length,
    bytes: raw.length - separator.length * (sorted.length - 1),
    isPacked,
    data: isPacked ? zstdCompressSync(raw, fastest) : raw,
  }
}

const pack = (raw: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zstdCompress(raw, fastest, (error, packed) => (error ? reject(error) : resolve(packed)))
  })

/** Joins chunks that do not overlap, in their order. Packs them off the thread that reads from trackers. */
export async function joinChunks(chunks: readonly Chunk[]): Promise<Chunk> {
  const texts = chunks.map(unpack)
  const raw = joined(texts)
  for (const text of texts) giveBack(text)
  const isPacked = raw.length >= packBytesMin
  return {
    t0: chunks[0]!.t0,
    t1: chunks.at(-1)!.t1,
    count: chunks.reduce((sum, { count }) => sum + count, 0),
    bytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
    isPacked,
    data: isPacked ? await pack(raw) : raw,
  }
}

const between = Buffer.from(separator)

/** Texts of several chunks in the form of an answer. */
const joined = (texts: readonly Buffer[]): Buffer =>
  Buffer.concat(texts.flatMap((text, index) => (index === 0 ? text : [between, text])))

/** The texts in the form of an answer, to be given back after use. */
export function unpack({ isPacked, data, bytes = 0, count = 1 }: Packed): Buffer {
  if (isPacked) {
    // With a known length the result needs no second buffer and no joining, which saves half of the time.
    const chunkSize = Math.max(unpackedBytesUsual, bytes + separator.length * (count - 1) + 1)
    return scratch(zstdDecompressSync(data, { chunkSize, maxOutputLength: unpackedBytesMax }))
  }
  return isColumnar(data) ? expand(data) : data
}

/** JSON has no raw line break inside a text, so the separator cannot occur in a message. */
export function textsOf(chunk: Packed): string[] {
  const bytes = unpack(chunk)
  const texts = bytes.toString().split(separator)
  giveBack(bytes)
  return texts
}

const timestampMark = '"timestamp":'

/** The device time in a stored text, without parsing the rest. A text value can contain the mark only escaped. */
export const timestampOf = (text: string): number => timestampAfter(text, 0)

/** The time of the first text that begins there. */
export function timestampAfter(texts: string, from: number): number {
  const at = texts.indexOf(timestampMark, from) + timestampMark.length
  return Number.parseFloat(texts.slice(at, at + 24))
}

const serverMark = '"server.timestamp":'
/** After what the tracker sent: its texts can contain the mark only escaped. */
export const serverTimeOf = (text: string): number =>
  Number.parseFloat(text.slice(text.lastIndexOf(serverMark) + serverMark.length, text.length))

export interface Framed {
  readonly serverTime: number
  readonly bytes: Uint8Array
}

/** Per frame: u64 microseconds, u32 length, the bytes. */
export function toFrameData(frames: readonly Framed[]): Buffer {
  const data = Buffer.allocUnsafe(frames.reduce((sum, { bytes }) => sum + 12 + bytes.length, 0))
  let at = 0
  for (const { serverTime, bytes } of frames) {
    const microseconds = Math.round(serverTime * 1e6)
    at = data.writeUInt32BE(Math.floor(microseconds / 0x1_0000_0000), at)
    at = data.writeUInt32BE(microseconds >>> 0, at)
    at = data.writeUInt32BE(bytes.length, at)
    data.set(bytes, at)
    at += bytes.length
  }
  return data
}

export function framesOf(data: Buffer): { serverTime: number; bytes: Buffer }[] {
  const frames: { serverTime: number; bytes: Buffer }[] = []
  for (let at = 0; at + 12 <= data.length; ) {
    const length = data.readUInt32BE(at + 8)
    frames.push({ serverTime: Number(data.readBigUInt64BE(at)) / 1e6, bytes: data.subarray(at + 12, at + 12 + length) })
    at += 12 + length
  }
  return frames
}
