/** Packets between delimiters, in which an escape byte and the one after it stand for another byte. */

/** The byte that an escaped one stands for. */
export type Followers = Readonly<Record<number, number>>

/** An unknown escape leaves both bytes as they are. */
export function unescaped(frame: Uint8Array, sign: number, followers: Followers): Uint8Array {
  if (!frame.includes(sign)) return frame
  const bytes = new Uint8Array(frame.length)
  let size = 0
  for (let at = 0; at < frame.length; at++) {
    const meant = frame[at] === sign ? followers[frame[at + 1] ?? -1] : undefined
    bytes[size++] = meant ?? frame[at]!
    if (meant !== undefined) at++
  }
  return bytes.subarray(0, size)
}

export function escaped(bytes: readonly number[], sign: number, followers: Followers): number[] {
  const inverse = inverseOf(followers)
  const written: number[] = []
  for (const byte of bytes) {
    const follower = inverse.get(byte)
    if (follower === undefined) written.push(byte)
    else written.push(sign, follower)
  }
  return written
}

const inverses = new WeakMap<Followers, ReadonlyMap<number, number>>()

/** Created once per protocol, because every reply looks up each of its bytes. */
function inverseOf(followers: Followers): ReadonlyMap<number, number> {
  let inverse = inverses.get(followers)
  if (!inverse) {
    inverse = new Map(Object.entries(followers).map(([follower, byte]) => [byte, Number(follower)]))
    inverses.set(followers, inverse)
  }
  return inverse
}
