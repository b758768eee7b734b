/** PNG files as pixels and back (ISO/IEC 15948), to resize icons. Pure. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each pixel, row by row. */
  readonly rgba: Uint8Array
}

const start = Buffer.from('89504e470d0a1a0a', 'hex')
/** Samples of a pixel by colour type: grey, colours, index, grey and opacity, colours and opacity. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** A picture of zeros is tiny as a file. Reading more pixels than this would delay everyone else. */
const pixelsMax = 1024 * 1024

/** Undefined: damaged, interlaced, too large, or of a kind that does not exist. */
export function decodePng(file: Buffer): Pixels | undefined {
  try {
    return decode(file)
  } catch {
    return undefined
  }
}

function decode(file: Buffer): Pixels | undefined {
  if (!file.subarray(0, 8).equals(start)) return undefined
  const chunks = [...chunksOf(file)]
  const head = chunks.find(({ type }) => type === 'IHDR')?.data
  if (!head) return undefined
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [depth = 0, type = 0, , , interlaced] = head.subarray(8)
  const samples = samplesOf[type]
  if (samples === undefined || interlaced !== 0 || ![1, 2, 4, 8, 16].includes(depth)) return undefined
  if (width * height > pixelsMax) return undefined
  const rowBytes = Math.ceil((width * samples * depth) / 8)
  const packed = Buffer.concat(chunks.filter((one) => one.type === 'IDAT').map(({ data }) => data))
  const raw = inflateSync(packed, { maxOutputLength: height * (rowBytes + 1) })
  const rows = unfilter(raw, height, rowBytes, Math.max(1, (samples * depth) / 8))
  const palette = chunks.find((one) => one.type === 'PLTE')?.data
  const opacity = chunks.find((one) => one.type === 'tRNS')?.data
  if (type === 3 && !palette) return undefined
  const rgba = new Uint8Array(width * height * 4)
  const most = 2 ** depth - 1
  for (let y = 0; y < height; y++) {
    const at = (index: number) => sample(rows, y * rowBytes, index, depth)
    for (let x = 0; x < width; x++) {
      const first = x * samples
      const scaled = (n: number) => Math.round((at(first + n) * 255) / most)
      const to = (y * width + x) * 4
      if (type === 3) {
        const index = at(first)
        for (let n = 0; n < 3; n++) rgba[to + n] = palette?.[index * 3 + n] ?? 0
        rgba[to + 3] = opacity?.[index] ?? 255
        continue
      }
      const isGrey = type === 0 || type === 4
      for (let n = 0; n < 3; n++) rgba[to + n] = scaled(isGrey ? 0 : n)
      // One colour of a picture without opacity may be declared transparent.
      const isNone =
        opacity !== undefined && type < 4 && everyIs(samples, (n) => at(first + n) === opacity.readUInt16BE(n * 2))
      rgba[to + 3] = type >= 4 ? scaled(samples - 1) : isNone ? 0 : 255
    }
  }
  return { width, height, rgba }
}

function everyIs(count: number, is: (n: number) => boolean): boolean {
  for (let n = 0; n < count; n++) if (!is(n)) return false
  return true
}

function* chunksOf(file: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    yield { type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}

function sample(rows: Buffer, row: number, index: number, depth: number): number {
  if (depth === 8) return rows[row + index] ?? 0
  if (depth === 16) return rows.readUInt16BE(row + index * 2)
  const bit = index * depth
  return ((rows[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
}

/** Each row names the filter by which it was compressed. */
function unfilter(raw: Buffer, height: number, rowBytes: number, step: number): Buffer {
  const rows = Buffer.alloc(height * rowBytes)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (rowBytes + 1)] ?? 0
    const from = y * (rowBytes + 1) + 1
    const to = y * rowBytes
    for (let x = 0; x < rowBytes; x++) {
      const left = x >= step ? (rows[to + x - step] ?? 0) : 0
      const up = y > 0 ? (rows[to + x - rowBytes] ?? 0) : 0
      const corner = x >= step && y > 0 ? (rows[to + x - rowBytes - step] ?? 0) : 0
      rows[to + x] = ((raw[from + x] ?? 0) + guessOf(filter, left, up, corner)) & 255
    }
  }
  return rows
}

function guessOf(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? paeth(left, up, corner) : 0
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const byLeft = Math.abs(guess - left)
  const byUp = Math.abs(guess - up)
  const byCorner = Math.abs(guess - corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

export function encodePng({ width, height, rgba }: Pixels): Buffer {
  const raw = Buffer.alloc(height * (width * 4 + 1))
  for (let y = 0; y < height; y++) {
    raw.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Scaled to a width and height; each pixel is the average of those it replaces. */
export function resize({ width, height, rgba }: Pixels, toWidth: number, toHeight: number): Pixels {
  const made = new Uint8Array(toWidth * toHeight * 4)
  for (let y = 0; y < toHeight; y++) {
    const [top, bottom] = spanOf(y, toHeight, height)
    for (let x = 0; x < toWidth; x++) {
      const [left, right] = spanOf(x, toWidth, width)
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) {
          const at = (row * width + column) * 4
          const opaque = rgba[at + 3] ?? 0
          red += (rgba[at] ?? 0) * opaque
          green += (rgba[at + 1] ?? 0) * opaque
          blue += (rgba[at + 2] ?? 0) * opaque
          alpha += opaque
        }
      }
      const to = (y * toWidth + x) * 4
      const count = (bottom - top) * (right - left)
      if (alpha > 0) made.set([red / alpha, green / alpha, blue / alpha].map(Math.round), to)
      made[to + 3] = Math.round(alpha / count)
    }
  }
  return { width: toWidth, height: toHeight, rgba: made }
}

function spanOf(index: number, many: number, of: number): readonly [number, number] {
  const from = Math.floor((index * of) / many)
  return [from, Math.max(from + 1, Math.ceil(((index + 1) * of) / many))]
}
