/** One map on the operator's disk. Only the root directory is in memory, so a large file costs no more than a small one. */
import { hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import {
  type Compression,
  type Directory,
  findEntry,
  type Header,
  headerBytes,
  MapFileProblem,
  parseDirectory,
  parseHeader,
  type Span,
  tileId,
} from './pmtiles.ts'

/** A file that claims more is damaged or an attack. */
export const partBytesMax = 32 * 1024 ** 2
const unpackedMax = { maxOutputLength: 8 * partBytesMax }

const inflate: Partial<Record<Compression, (bytes: Buffer) => Promise<Buffer>>> = {
  none: async (bytes) => bytes,
  gzip: (bytes) => promisify(gunzip)(bytes, unpackedMax),
  br: (bytes) => promisify(brotliDecompress)(bytes, unpackedMax),
}
export const tileBytesMax = 8 * 1024 ** 2
const leavesKept = 64
/** Directories are at most three deep: the root, a leaf, and another leaf in the largest files. */
export const depthMax = 4

/** These layers distinguish the schema of the Protomaps base map from others. */
const ownLayers = ['earth', 'roads', 'places']
const foreignSchemas = { transportation: 'OpenMapTiles', streets: 'Shortbread' }

export interface Tile {
  readonly bytes: Buffer
  readonly compression: Compression
}

/** For readers that cannot unpack it themselves. */
export const unpack = ({ bytes, compression }: Tile): Promise<Buffer> => inflated(bytes, compression)

export class MapFile {
  /** Changes with the content, so that a browser does not use its cache of another file. */
  readonly version: string
  readonly path: string
  readonly header: Header
  readonly bytes: number
  readonly about: About
  readonly #file: FileHandle
  readonly #root: Directory
  /** The least used first. */
  readonly #leaves = new Map<number, Directory>()

  private constructor(
    path: string,
    file: FileHandle,
    {
      bytes,
      version,
      header,
      root,
      about,
    }: Pick<MapFile, 'bytes' | 'version' | 'header' | 'about'> & { root: Directory },
  ) {
    this.path = path
    this.bytes = bytes
    this.version = version
    this.header = header
    this.about = about
    this.#file = file
    this.#root = root
  }

  /** What directories take. */
  get memoryBytes(): number {
    let bytes = memoryOf(this.#root)
    for (const leaf of this.#leaves.values()) bytes += memoryOf(leaf)
    return bytes
  }

  static async open(path: string): Promise<MapFile> {
    const file = await open(path, 'r')
    try {
      const { size, mtimeMs } = await file.stat()
      const first = await readSpan(file, { offset: 0, length: Math.min(size, headerBytes) })
      const header = parseHeader(first)
      requireReadable(header, size)
      const root = parseDirectory(await readPart(file, header.root, header.internalCompression))
      const about = parseMetadata(await readPart(file, header.metadata, header.internalCompression))
      const version = hash('sha256', `${size} ${mtimeMs} ${first.toString('hex')}`, 'base64url').slice(0, 16)
      return new MapFile(path, file, { bytes: size, version, header, root, about })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** As it is stored; undefined: the file has none there. */
  async tile(z: number, x: number, y: number): Promise<Tile | undefined> {
    const { minZoom, maxZoom, tiles, tileCompression } = this.header
    if (z < minZoom || z > maxZoom) return undefined
    const found = await this.#find(tileId(z, x, y))
    if (!found) return undefined
    if (found.length > tileBytesMax || found.offset + found.length > tiles.length) {
      throw new MapFileProblem('has a directory that leads out of it')
    }
    const bytes = await readSpan(this.#file, { offset: tiles.offset + found.offset, length: found.length })
    return { bytes, compression: tileCompression }
  }

  /** Without reading it. */
  async has(z: number, x: number, y: number): Promise<boolean> {
    const { minZoom, maxZoom } = this.header
    return z >= minZoom && z <= maxZoom && (await this.#find(tileId(z, x, y))) !== undefined
  }

  async #find(id: number): Promise<Span | undefined> {
    let directory = this.#root
    for (let depth = 0; depth < depthMax; depth++) {
      const at = findEntry(directory, id)
      if (at === undefined) return undefined
      const entry = { offset: directory.offsets[at] as number, length: directory.lengths[at] as number }
      if (directory.runs[at] !== 0) return entry
      directory = await this.#leaf(entry)
    }
    throw new MapFileProblem('has a directory that leads to itself')
  }

  async #leaf({ offset, length }: Span): Promise<Directory> {
    const known = this.#leaves.get(offset)
    const { leaves, internalCompression } = this.header
    const leaf =
      known ??
      parseDirectory(await readPart(this.#file, { offset: leaves.offset + offset, length }, internalCompression))
    this.#leaves.delete(offset)
    this.#leaves.set(offset, leaf)
    if (this.#leaves.size > leavesKept) this.#leaves.delete(this.#leaves.keys().next().value as number)
    return leaf
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

const memoryOf = ({ ids, runs, lengths, offsets }: Directory): number =>
  ids.byteLength + runs.byteLength + lengths.byteLength + offsets.byteLength

async function readSpan(file: FileHandle, { offset, length }: Span): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  if (bytesRead < length) throw new MapFileProblem('ends too early: it was not copied completely')
  return bytes
}

async function readPart(file: FileHandle, span: Span, compression: Compression): Promise<Buffer> {
  if (span.length > partBytesMax) throw new MapFileProblem('has a broken header')
  return inflated(await readSpan(file, span), compression)
}

export async function inflated(bytes: Buffer, compression: Compression): Promise<Buffer> {
  try {
    return await (inflate[compression] as (bytes: Buffer) => Promise<Buffer>)(bytes)
  } catch {
    throw new MapFileProblem('is damaged')
  }
}

export function requireReadable({ tiles, isVector, internalCompression, tileCompression }: Header, size: number): void {
  if (!isVector) throw new MapFileProblem('has pictures instead of vector tiles')
  for (const compression of [internalCompression, tileCompression]) {
    if (!inflate[compression]) throw new MapFileProblem(`is compressed with ${compression}, and only gzip can be read`)
  }
  if (tiles.offset + tiles.length > size) throw new MapFileProblem('ends too early: it was not copied completely')
}

export interface About {
  readonly attribution: string
  readonly name: string | undefined
  /** Of the data, or else of the file. */
  readonly date: Date | undefined
}

export function parseMetadata(bytes: Buffer): About {
  const metadata = parseJson(bytes) as Readonly<Record<string, unknown>>
  const { vector_layers: layers } = metadata
  const names = (Array.isArray(layers) ? layers : []).map((layer) => (layer as { id?: unknown } | null)?.id)
  if (!ownLayers.every((name) => names.includes(name))) {
    const [, schema] = Object.entries(foreignSchemas).find(([layer]) => names.includes(layer)) ?? []
    throw new MapFileProblem(`has ${schema ? `the schema of ${schema}` : 'a foreign schema'}, not that of Protomaps`)
  }
  const dates = dateFields.map((field) => new Date(String(metadata[field] ?? '')))
  return {
    attribution: plainText(metadata.attribution) || '© OpenStreetMap',
    name: plainText(metadata.name) || undefined,
    date: dates.find((date) => !Number.isNaN(date.getTime())),
  }
}

/** In the format of the program that makes maps of this schema. */
const dateFields = ['planetiler:osm:osmosisreplicationtime', 'planetiler:buildtime']

/** A foreign file must not bring markup into our pages. */
const plainText = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/<[^>]*>/g, '')
        .slice(0, 200)
        .replace('&copy;', '©')
    : ''

function parseJson(bytes: Buffer): object {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // The same as a value that is no object.
  }
  throw new MapFileProblem('is damaged')
}
