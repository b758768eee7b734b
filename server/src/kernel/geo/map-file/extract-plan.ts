/**
 * What a part of a map will consist of: its new directories, and where its tiles are in the source. Only packed
 * directories and the locations of tiles are kept in memory, not the tiles.
 */
import { gzipSync } from 'node:zlib'
import { depthMax, inflated, parseMetadata, partBytesMax, requireReadable, tileBytesMax } from './map-file.ts'
import {
  type Area,
  type Directory,
  type Header,
  headerBytes,
  MapFileProblem,
  parseDirectory,
  parseHeader,
  type Span,
} from './pmtiles.ts'
import { type ByteSource, readInOrder } from './source.ts'
import { countIds, type IdRange, isAnyWithin, rangesOf, within } from './tile-ranges.ts'
import { type Entry, packDirectory, packHeader, rootBytesMax } from './write.ts'

export interface ExtractPlan {
  /** Everything before the tiles. */
  readonly head: Buffer
  /** Ranges of the source, in the order of the target. */
  readonly copies: readonly Span[]
  readonly tileBytes: number
  readonly tileCount: number
  readonly minZoom: number
  readonly maxZoom: number
}

export interface ExtractWish {
  readonly areas: readonly Area[]
  readonly maxZoom: number
}

export async function planExtract(source: ByteSource, wish: ExtractWish, signal: AbortSignal): Promise<ExtractPlan> {
  const header = parseHeader(await source.read({ offset: 0, length: Math.min(headerBytes, source.size) }, signal))
  requireReadable(header, source.size)
  if (!wish.areas.some((area) => isTouched(header, area)))
    throw new Error('The source has no map there. Choose another box or country, or another source.')
  const metadata = await readPart(source, header, header.metadata, signal)
  parseMetadata(metadata)
  const root = parseDirectory(await readPart(source, header, header.root, signal))
  const maxZoom = Math.min(wish.maxZoom, header.maxZoom)
  const ranges = rangesOf(wish.areas, header.minZoom, maxZoom)
  const directories = new Directories(Math.min(countIds(ranges), header.entries || Number.POSITIVE_INFINITY))
  const copies = new Copies()
  const walk: Walk = { source, header, ranges, signal }
  for await (const entries of entriesIn(walk, root, Number.POSITIVE_INFINITY, 0))
    for (const { offset, ...entry } of entries) {
      if (entry.length > tileBytesMax || offset + entry.length > header.tiles.length)
        throw new MapFileProblem('has a directory that leads out of it')
      directories.add({ ...entry, offset: copies.place(offset, entry.length) })
    }
  const head = headOf({ header, maxZoom, areas: wish.areas, metadata, directories, copies })
  return {
    head,
    copies: copies.spans.map(({ offset, length }) => ({ offset: header.tiles.offset + offset, length })),
    tileBytes: copies.bytes,
    tileCount: directories.tileCount,
    minZoom: header.minZoom,
    maxZoom,
  }
}

const isTouched = (header: Header, [west, south, east, north]: Area): boolean =>
  west < header.east && east > header.west && south < header.north && north > header.south

async function readPart(source: ByteSource, header: Header, span: Span, signal: AbortSignal): Promise<Buffer> {
  if (span.length > partBytesMax) throw new MapFileProblem('has a broken header')
  return inflated(await source.read(span, signal), header.internalCompression)
}

interface Walk {
  readonly source: ByteSource
  readonly header: Header
  readonly ranges: readonly IdRange[]
  readonly signal: AbortSignal
}

/** Entries of the wanted tiles, in the order of their ids, leaf by leaf. `end`: where the ids of this directory end. */
async function* entriesIn(walk: Walk, directory: Directory, end: number, depth: number): AsyncGenerator<Entry[]> {
  if (depth >= depthMax) throw new MapFileProblem('has a directory that leads to itself')
  const { ids, runs, lengths, offsets } = directory
  let entries: Entry[] = []
  let leaves: (Span & { readonly end: number })[] = []
  for (let at = 0; at < ids.length; at++) {
    const [id, run] = [ids[at]!, runs[at]!]
    const span = { offset: offsets[at]!, length: lengths[at]! }
    if (run === 0) {
      const next = ids[at + 1] ?? end
      if (isAnyWithin(walk.ranges, id, next)) leaves.push({ ...span, end: next })
      continue
    }
    if (leaves.length > 0) {
      yield* entriesOfLeaves(walk, leaves, depth)
      leaves = []
    }
    for (const { from, to } of within(walk.ranges, id, id + run)) entries.push({ id: from, run: to - from, ...span })
    if (runs[at + 1] === 0) {
      yield entries
      entries = []
    }
  }
  if (entries.length > 0) yield entries
  yield* entriesOfLeaves(walk, leaves, depth)
}

async function* entriesOfLeaves(
  walk: Walk,
  leaves: readonly (Span & { readonly end: number })[],
  depth: number,
): AsyncGenerator<Entry[]> {
  const { source, header, signal } = walk
  if (leaves.some(({ length }) => length > partBytesMax)) throw new MapFileProblem('has a broken directory')
  const spans = leaves.map(({ offset, length }) => ({ offset: header.leaves.offset + offset, length }))
  let at = 0
  for await (const bytes of readInOrder(source, spans, signal)) {
    const leaf = parseDirectory(await inflated(bytes, header.internalCompression))
    yield* entriesIn(walk, leaf, leaves[at++]!.end, depth + 1)
  }
}

/** Where each content goes. The same content is copied once, whatever tiles have it. */
class Copies {
  readonly spans: { offset: number; length: number }[] = []
  bytes = 0
  /** Of different contents. */
  count = 0
  /** Copies that come after all before them, as nearly all do: sorted, each with its position in the target. */
  readonly #forward: { readonly span: Span; readonly target: number }[] = []
  /** The others, such as open water, whose content was stored long before. */
  readonly #backward = new Map<number, number>()

  /** Returns its position in the target. */
  place(offset: number, length: number): number {
    const known = this.#find(offset, length)
    if (known !== undefined) return known
    const target = this.bytes
    const last = this.spans.at(-1)
    const furthest = this.#forward.at(-1)?.span
    const isNext = last !== undefined && last === furthest && offset === last.offset + last.length
    if (isNext) last.length += length
    else {
      const span = { offset, length }
      this.spans.push(span)
      if (!furthest || offset >= furthest.offset + furthest.length) this.#forward.push({ span, target })
      else this.#backward.set(offset, target)
    }
    this.bytes += length
    this.count += 1
    return target
  }

  #find(offset: number, length: number): number | undefined {
    let low = 0
    let high = this.#forward.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#forward[middle]!.span.offset <= offset) low = middle + 1
      else high = middle
    }
    const { span, target } = this.#forward[low - 1] ?? {}
    if (span && target !== undefined && offset + length <= span.offset + span.length)
      return target + offset - span.offset
    return this.#backward.get(offset)
  }
}

const leavesMax = 1_500
const leafSizeMin = 4_096

/** Written while entries arrive. This many leaves always fit into the root. */
class Directories {
  tileCount = 0
  entryCount = 0
  readonly #leafSize: number
  #open: Entry[] = []
  readonly #leaves: { readonly id: number; readonly bytes: Buffer }[] = []

  constructor(entriesMax: number) {
    this.#leafSize = Math.max(leafSizeMin, Math.ceil(entriesMax / leavesMax))
  }

  add(entry: Entry): void {
    this.#open.push(entry)
    this.entryCount += 1
    this.tileCount += entry.run
    if (this.#open.length >= this.#leafSize) this.#close()
  }

  #close(): void {
    this.#leaves.push({ id: this.#open[0]!.id, bytes: packDirectory(this.#open) })
    this.#open = []
  }

  finish(): { root: Buffer; leaves: Buffer } {
    const whole = packDirectory(this.#open)
    if (this.#leaves.length === 0 && whole.length <= rootBytesMax) return { root: whole, leaves: Buffer.alloc(0) }
    if (this.#open.length > 0) this.#close()
    let offset = 0
    const toLeaves = this.#leaves.map(({ id, bytes }) => {
      const entry = { id, run: 0, offset, length: bytes.length }
      offset += bytes.length
      return entry
    })
    return { root: packDirectory(toLeaves), leaves: Buffer.concat(this.#leaves.map(({ bytes }) => bytes)) }
  }
}

interface HeadParts {
  readonly header: Header
  readonly maxZoom: number
  readonly areas: readonly Area[]
  readonly metadata: Buffer
  readonly directories: Directories
  readonly copies: Copies
}

function headOf({ header, maxZoom, areas, metadata, directories, copies }: HeadParts): Buffer {
  const { root, leaves } = directories.finish()
  const about = gzipSync(metadata)
  const packed = packHeader({
    tileCompression: header.tileCompression,
    minZoom: header.minZoom,
    maxZoom,
    bounds: {
      west: Math.max(header.west, Math.min(...areas.map(([west]) => west))),
      south: Math.max(header.south, Math.min(...areas.map(([, south]) => south))),
      east: Math.min(header.east, Math.max(...areas.map(([, , east]) => east))),
      north: Math.min(header.north, Math.max(...areas.map(([, , , north]) => north))),
    },
    sectionBytes: [root, about, leaves].map(({ length }) => length).concat(copies.bytes),
    tileCount: directories.tileCount,
    entryCount: directories.entryCount,
    contentCount: copies.count,
  })
  return Buffer.concat([packed, root, about, leaves])
}
