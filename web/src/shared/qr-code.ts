/**
 * A QR code of a short text: byte mode, error correction level M, versions 1 to 13, mask 0 (ISO/IEC 18004). Enough for
 * the key of an authenticator; a package for it would be larger than all the rest of the page. Pure.
 */

/** Per version: data codewords in all, error correction codewords per block, and blocks; level M. */
const versions: readonly [data: number, correction: number, blocks: number][] = [
  [16, 10, 1],
  [28, 16, 1],
  [44, 26, 1],
  [64, 18, 2],
  [86, 24, 2],
  [108, 16, 4],
  [124, 18, 4],
  [154, 22, 4],
  [182, 22, 5],
  [216, 26, 5],
  [254, 30, 5],
  [290, 22, 8],
  [334, 22, 9],
]

type Matrix = (boolean | undefined)[][]

export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const index = versions.findIndex(([data], at) => bytes.length + (at >= 9 ? 3 : 2) <= data)
  if (index === -1) throw new Error('The text is too long for a QR code of this size.')
  const version = index + 1
  const codewords = interleave(dataCodewords(bytes, version), version)
  const matrix = frame(version)
  fill(matrix, codewords)
  return matrix.map((row) => row.map((cell) => cell === true))
}

/** Mode, length, bytes, end, and padding to the full length. */
function dataCodewords(bytes: Uint8Array, version: number): number[] {
  const [capacity] = versions[version - 1]!
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  put(0b0100, 4)
  put(bytes.length, version >= 10 ? 16 : 8)
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  const words: number[] = []
  for (let at = 0; at < bits.length; at += 8) words.push(Number.parseInt(bits.slice(at, at + 8).join(''), 2))
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad)
  return words
}

/** The field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1. */
const exponents: number[] = []
const logarithms: number[] = []
for (let power = 0, value = 1; power < 255; power++) {
  exponents[power] = value
  logarithms[value] = power
  value <<= 1
  if (value > 255) value ^= 0x11d
}
const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : exponents[(logarithms[a]! + logarithms[b]!) % 255]!

/** The remainder of the message divided by (x − 1)(x − 2)(x − 4)… is what makes a damaged code readable. */
function correctionOf(words: readonly number[], count: number): number[] {
  let divisor = [1]
  for (let power = 0; power < count; power++) {
    const next = [...divisor, 0]
    divisor.forEach((factor, at) => {
      next[at + 1]! ^= times(factor, exponents[power]!)
    })
    divisor = next
  }
  const rest = [...words, ...Array<number>(count).fill(0)]
  for (let at = 0; at < words.length; at++) {
    const lead = rest[at]!
    divisor.forEach((factor, offset) => {
      rest[at + offset]! ^= times(factor, lead)
    })
  }
  return rest.slice(words.length)
}

/** The first blocks may be one word shorter; words are taken from the blocks in turn. */
function interleave(words: readonly number[], version: number): number[] {
  const [, correction, count] = versions[version - 1]!
  const short = Math.floor(words.length / count)
  const longFrom = count - (words.length % count)
  const blocks: number[][] = []
  for (let block = 0, at = 0; block < count; block++) {
    const length = short + (block >= longFrom ? 1 : 0)
    blocks.push(words.slice(at, at + length))
    at += length
  }
  const inTurn = (lists: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) =>
      lists.flatMap((list) => (at < list.length ? [list[at]!] : [])),
    ).flat()
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => correctionOf(block, correction)))]
}

/** All that is not data: finders, timing, alignment, format and version. */
function frame(version: number): Matrix {
  const size = version * 4 + 17
  const matrix: Matrix = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined))
  const put = (x: number, y: number, isDark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) matrix[y]![x] = isDark
  }
  const square = (centreX: number, centreY: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) put(centreX + x, centreY + y, isDark(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (let at = 0; at < size; at++) {
    put(6, at, at % 2 === 0)
    put(at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4)
  const centres = alignmentCentres(version)
  for (const x of centres)
    for (const y of centres) {
      const isAtFinder = [x, y].every((one) => one === 6 || one === size - 7) && !(x === size - 7 && y === size - 7)
      if (!isAtFinder) square(x, y, 2, (distance) => distance !== 1)
    }
  putFormat(put, size)
  if (version >= 7) putVersion(put, size, version)
  return matrix
}

function alignmentCentres(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = version * 4 + 10
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - step * (count - 2 - at))]
}

type Put = (x: number, y: number, isDark: boolean) => void

/** Level M (00) and mask 0 (000), with their check bits and the fixed pattern, is always the same word. */
const format = 0b101010000010010

function putFormat(put: Put, size: number): void {
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >> bit) & 1) === 1
    // Around the first finder, leaving out the timing lines, and once more split between the other two.
    if (bit < 6) put(8, bit, isDark)
    else if (bit < 8) put(8, bit + 1, isDark)
    else if (bit === 8) put(7, 8, isDark)
    else put(14 - bit, 8, isDark)
    if (bit < 8) put(size - 1 - bit, 8, isDark)
    else put(8, size - 15 + bit, isDark)
  }
  put(8, size - 8, true)
}

function putVersion(put: Put, size: number, version: number): void {
  let rest = version
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((bits >> bit) & 1) === 1
    const [a, b] = [size - 11 + (bit % 3), Math.floor(bit / 3)]
    put(a, b, isDark)
    put(b, a, isDark)
  }
}

/** In pairs of columns from the right, up and down in turn; mask 0 turns every other module over. */
function fill(matrix: Matrix, words: readonly number[]): void {
  const size = matrix.length
  let bit = 0
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (matrix[y]![x] !== undefined) continue
        const isDark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        matrix[y]![x] = isDark !== ((x + y) % 2 === 0)
        bit++
      }
    }
    isUp = !isUp
  }
}
