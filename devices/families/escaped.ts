/** Packets between marks, in which a byte and its follower stand for another. */

/** The byte that an escape's follower stands for. */
export type Followers = Readonly<Record<number, number>>

/** A follower that is not described leaves both bytes as they are. */
export function unescaped(frame: Uint8Array, sign: number, followers: Followers): Uint8Array {
  if (!frame.includes(sign)) return frame
  const bytes: number[] = []
  for (let at = 0; at < frame.length; at++) {
    const meant = frame[at] === sign ? followers[frame[at + 1] ?? -1] : undefined
    bytes.push(meant ?? frame[at]!)
    if (meant !== undefined) at++
  }
  return Uint8Array.from(bytes)
}

export const escaped = (bytes: readonly number[], sign: number, followers: Followers): number[] =>
  bytes.flatMap((byte) => {
    const follower = Object.entries(followers).find(([, meant]) => meant === byte)?.[0]
    return follower === undefined ? [byte] : [sign, Number(follower)]
  })
