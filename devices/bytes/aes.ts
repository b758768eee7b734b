/**
 * AES-128 in CBC mode (FIPS 197, NIST SP 800-38A), decryption only: decoders never encrypt, and also run where no
 * crypto library is available.
 */

const s = new Uint8Array(256)
const inverse = new Uint8Array(256)
/** InvSubBytes and InvMixColumns of a byte in one step, for the first row; the other rows are its rotations. */
const columns = new Uint32Array(256)

const double = (value: number): number => ((value << 1) ^ (value & 0x80 ? 0x11b : 0)) & 0xff

function times(value: number, factor: number): number {
  let product = 0
  for (let [left, power] = [factor, value]; left > 0; left >>= 1, power = double(power)) if (left & 1) product ^= power
  return product
}

const rotated = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/** InvMixColumns of one word. */
const mixedBack = (byte: number): number =>
  (times(byte, 14) << 24) | (times(byte, 9) << 16) | (times(byte, 13) << 8) | times(byte, 11)

// Powers of the generator 3 run through all bytes; powers of its inverse give the inverse of each byte.
for (let [power, back, round] = [1, 1, 0]; round < 255; round++) {
  const spread = back ^ (back << 1) ^ (back << 2) ^ (back << 3) ^ (back << 4)
  s[power] = (spread ^ (spread >> 8) ^ 0x63) & 0xff
  power = power ^ double(power)
  back = times(back, 0xf6)
}
s[0] = 0x63
for (let byte = 0; byte < 256; byte++) inverse[s[byte]!] = byte
for (let byte = 0; byte < 256; byte++) columns[byte] = mixedBack(inverse[byte]!)

const blockBytes = 16
const rounds = 10

export type Key = Uint32Array

const substituted = (word: number): number =>
  (s[word >>> 24]! << 24) | (s[(word >>> 16) & 0xff]! << 16) | (s[(word >>> 8) & 0xff]! << 8) | s[word & 0xff]!

/** The round keys. Those between the first and the last go through InvMixColumns, as the blocks do. */
export function decryptionKey(bytes: Uint8Array): Key {
  const view = new DataView(bytes.buffer, bytes.byteOffset, blockBytes)
  const words = new Uint32Array(4 * (rounds + 1))
  for (let at = 0; at < 4; at++) words[at] = view.getUint32(at * 4)
  for (let [at, constant] = [4, 1]; at < words.length; at++) {
    let word = words[at - 1]!
    if (at % 4 === 0) {
      word = substituted(rotated(word, 24)) ^ (constant << 24)
      constant = double(constant)
    }
    words[at] = words[at - 4]! ^ word
  }
  for (let at = 4; at < 4 * rounds; at++) {
    const word = words[at]!
    words[at] =
      mixedBack(word >>> 24) ^
      rotated(mixedBack((word >>> 16) & 0xff), 8) ^
      rotated(mixedBack((word >>> 8) & 0xff), 16) ^
      rotated(mixedBack(word & 0xff), 24)
  }
  return words
}

/** Decrypts whole blocks and ignores a partial one at the end. `before` is the ciphertext block that precedes them. */
export function decryptedCbc(key: Key, before: Uint8Array, bytes: Uint8Array): Uint8Array {
  const size = bytes.length - (bytes.length % blockBytes)
  const plain = new Uint8Array(size)
  const out = new DataView(plain.buffer)
  const input = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let chain = new DataView(before.buffer, before.byteOffset, blockBytes)
  let from = 0
  const state = new Uint32Array(4)
  const next = new Uint32Array(4)
  for (let at = 0; at < size; at += blockBytes) {
    for (let column = 0; column < 4; column++)
      state[column] = input.getUint32(at + column * 4) ^ key[4 * rounds + column]!
    for (let round = rounds - 1; round > 0; round--) {
      for (let column = 0; column < 4; column++) {
        next[column] =
          columns[state[column]! >>> 24]! ^
          rotated(columns[(state[(column + 3) & 3]! >>> 16) & 0xff]!, 8) ^
          rotated(columns[(state[(column + 2) & 3]! >>> 8) & 0xff]!, 16) ^
          rotated(columns[state[(column + 1) & 3]! & 0xff]!, 24) ^
          key[4 * round + column]!
      }
      state.set(next)
    }
    for (let column = 0; column < 4; column++) {
      const word =
        (inverse[state[column]! >>> 24]! << 24) |
        (inverse[(state[(column + 3) & 3]! >>> 16) & 0xff]! << 16) |
        (inverse[(state[(column + 2) & 3]! >>> 8) & 0xff]! << 8) |
        inverse[state[(column + 1) & 3]! & 0xff]!
      out.setUint32(at + column * 4, word ^ key[column]! ^ chain.getUint32(from + column * 4))
    }
    chain = input
    from = at
  }
  return plain
}
