/** Whether a PNG can be decoded. The PDF library throws where no one can catch it if one cannot. Pure. */
import { inflateSync } from 'node:zlib'

/** Samples per pixel by colour type, and the depths it may have. */
const kinds: Readonly<Record<number, readonly [samples: number, depths: readonly number[]]>> = {
  0: [1, [1, 2, 4, 8, 16]],
  2: [3, [8, 16]],
  3: [1, [1, 2, 4, 8]],
  4: [2, [8, 16]],
  6: [4, [8, 16]],
}

const filterMax = 4

/** Interlaced files are refused: they are rare, and checking them would need a complete decoder. */
export function isDecodable(bytes: Buffer): boolean {
  const chunks = chunksOf(bytes)
  const header = chunks?.[0]
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13) return false
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  const [depth = 0, kind = 0, , , interlace] = header.data.subarray(8)
  const [samples = 0, depths = []] = kinds[kind] ?? []
  if (!depths.includes(depth) || interlace !== 0) return false
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data
  if (kind === 3 && (!palette || palette.length === 0 || palette.length % 3 !== 0)) return false
  const row = 1 + Math.ceil((width * samples * depth) / 8)
  const pixels = inflated(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
    row * height,
  )
  if (pixels?.length !== row * height) return false
  for (let at = 0; at < pixels.length; at += row) if (pixels[at]! > filterMax) return false
  return true
}

function chunksOf(bytes: Buffer): { type: string; data: Buffer }[] | undefined {
  const chunks = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) })
    at = end
  }
  return chunks.at(-1)?.type === 'IEND' ? chunks : undefined
}

function inflated(data: Buffer, bytesMax: number): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: bytesMax })
  } catch {
    return undefined
  }
}
