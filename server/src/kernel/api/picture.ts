/**
 * Uploaded pictures, recognised by content and not by name, and copied without anything that is not needed to draw
 * them: no location, no text, no second file after or inside the first. Pure.
 */
import { crc32 } from 'node:zlib'

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export interface Picture {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  readonly data: Buffer
}

export const pictureBytesMax = 3 * 1024 * 1024
const sideMin = 32
const sideMax = 6_000
/** A browser needs four bytes per pixel, even on a phone. */
const pixelsMax = 16_000_000

/** The sentence names the problem. */
export function readPicture(bytes: Buffer): Picture | string {
  if (bytes.length === 0) return 'The body is empty. Send the bytes of a picture.'
  const type = pictureTypes.find((one) => readers[one].begins(bytes))
  if (!type) return 'This is not a picture in PNG, JPEG or WebP. Save it as one of these.'
  const drawn = readers[type].read(bytes)
  if (!drawn) return 'The picture is damaged, cut off, or in a form that we cannot read. Save it again.'
  const { width, height } = drawn
  if (Math.min(width, height) < sideMin || Math.max(width, height) > sideMax || width * height > pixelsMax) {
    return (
      `The picture is ${width} × ${height} pixels. Each side must be ${sideMin} to ${sideMax} pixels long, and all ` +
      `together at most ${pixelsMax / 1e6} million. Make it smaller.`
    )
  }
  return { type, width, height, data: Buffer.concat(drawn.parts) }
}

interface Drawn {
  readonly width: number
  readonly height: number
  readonly parts: readonly Buffer[]
}

interface Reader {
  begins(bytes: Buffer): boolean
  read(bytes: Buffer): Drawn | undefined
}

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
/** Everything else (text, time, profiles, frames of an animation) is left out. */
const pngChunks = ['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'IDAT', 'IEND']

/** PNG, ISO/IEC 15948: a signature, then chunks of length, name, content and CRC. */
function readPng(bytes: Buffer): Drawn | undefined {
  const parts: Buffer[] = [pngStart]
  let size: { width: number; height: number } | undefined
  let hasContent = false
  for (let at = pngStart.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    if ((name === 'IHDR') !== (size === undefined)) return undefined
    if (name === 'IHDR') {
      if (length !== 13) return undefined
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    hasContent ||= name === 'IDAT' && length > 0
    if (pngChunks.includes(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return size && hasContent ? { ...size, parts } : undefined
    at = end
  }
  return undefined
}

const jpeg = { start: 0xd8, end: 0xd9, scan: 0xda, adobe: 0xee }
/** Baseline, extended and progressive; browsers draw no others. */
const jpegFrames = [0xc0, 0xc1, 0xc2]
/** Tables of Huffman codes and of quantisation, and the restart interval. */
const jpegTables = [0xc4, 0xdb, 0xdd]

/** JPEG, ITU-T T.81: segments that begin with a marker and their length; behind a scan's header the scan itself. */
function readJpeg(bytes: Buffer): Drawn | undefined {
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasScan = false
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff) return undefined
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1]
    if (marker === jpeg.end) {
      parts.push(bytes.subarray(at, at + 2))
      return size && hasScan ? { ...size, parts } : undefined
    }
    if (marker === undefined || at + 4 > bytes.length) return undefined
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    const isFrame = jpegFrames.includes(marker)
    if (isFrame) {
      if (size || length < 11) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    const isKept = isFrame || jpegTables.includes(marker) || marker === jpeg.scan
    // Adobe's segment defines the colour encoding; it is the only application segment that is needed.
    const isAdobe = marker === jpeg.adobe && length === 14 && bytes.toString('latin1', at + 4, at + 9) === 'Adobe'
    const isLeftOut = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
    if (!isKept && !isLeftOut) return undefined
    if (marker === jpeg.scan && !size) return undefined
    const next = marker === jpeg.scan ? scanEnd(bytes, end) : end
    hasScan ||= marker === jpeg.scan && next > end
    if (isKept || isAdobe) parts.push(bytes.subarray(at, next))
    at = next
  }
}

/** Where the next marker is that is neither an escaped byte nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(0xff, at)
    const next = at < 0 ? undefined : bytes[at + 1]
    if (next === undefined) return bytes.length
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

/** In VP8X: an animation; and the parts that are left out: profile, EXIF and XMP. */
const webp = { animation: 0x02, leftOut: 0x20 | 0x08 | 0x04 }

/** WebP, RFC 9649: a RIFF file of chunks with name, length and content, padded to an even length. */
function readWebp(bytes: Buffer): Drawn | undefined {
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  if (8 + bytes.readUInt32LE(4) > bytes.length) return undefined
  const kept: Buffer[] = []
  let canvas: { width: number; height: number } | undefined
  let size: { width: number; height: number } | undefined
  for (let at = 12; at < end; ) {
    if (at + 8 > end) return undefined
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    if (next > end) return undefined
    const content = bytes.subarray(at + 8, at + 8 + length)
    const part = Buffer.from(bytes.subarray(at, next))
    if (name === 'VP8X') {
      if (canvas || size || length !== 10 || (content[0]! & webp.animation) !== 0) return undefined
      canvas = { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 }
      part[8] = part[8]! & ~webp.leftOut
      kept.push(part)
    } else if (name === 'VP8 ' || name === 'VP8L') {
      if (size) return undefined
      size = name === 'VP8 ' ? lossySize(content) : losslessSize(content)
      if (!size) return undefined
      kept.push(part)
    } else if (name === 'ALPH') kept.push(part)
    at = next
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) return undefined
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(4 + kept.reduce((sum, part) => sum + part.length, 0), 4)
  return { ...size, parts: [head, ...kept] }
}

/** A key frame (RFC 6386, 9.1): three bytes, a start code, then the sides in 14 bits each. */
function lossySize(content: Buffer): { width: number; height: number } | undefined {
  if (content.length <= 10 || (content[0]! & 1) !== 0 || content.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
}

/** A signature, then the sides minus one in 14 bits each. */
function losslessSize(content: Buffer): { width: number; height: number } | undefined {
  if (content.length <= 5 || content[0] !== 0x2f) return undefined
  const bits = content.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const readers: Readonly<Record<PictureType, Reader>> = {
  'image/png': { begins: (bytes) => bytes.subarray(0, 8).equals(pngStart), read: readPng },
  'image/jpeg': { begins: (bytes) => bytes.length > 3 && bytes.readUInt16BE(0) === 0xffd8, read: readJpeg },
  'image/webp': {
    begins: (bytes) =>
      bytes.length > 20 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    read: readWebp,
  },
}
