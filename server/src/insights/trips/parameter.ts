/** One parameter of a unit over time: a month in a few hundred pieces, each with its least, most and average. Pure. */

export interface Piece {
  /** The middle of its messages. */
  readonly at: number
  readonly min: number
  readonly max: number
  readonly average: number
  readonly count: number
}

/** A screen shows no more. */
export const piecesMax = 300

/** Messages are flat: a name that is looked for stands once in a text, unless a value is a list or an object. */
export function valueIn(text: string, name: string): number | undefined {
  const key = `${JSON.stringify(name)}:`
  const at = text.indexOf(key)
  if (at === -1) return undefined
  // Nothing is guessed about what is not flat.
  if (text.indexOf('{', 1) !== -1) return numeric((JSON.parse(text) as Record<string, unknown>)[name])
  const from = at + key.length
  const comma = text.indexOf(',', from)
  const end = comma === -1 ? text.length - 1 : comma
  const value = text.slice(from, end).trim()
  return value === 'true' ? 1 : value === 'false' ? 0 : /^-?[\d.]/.test(value) ? numeric(Number(value)) : undefined
}

const numeric = (value: unknown): number | undefined =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Takes values in any order, and keeps only the pieces. */
export function piecesOf(from: number, to: number) {
  const size = Math.max(1, (to - from) / piecesMax)
  const found = new Map<number, { min: number; max: number; sum: number; times: number; count: number }>()
  return {
    add(at: number, value: number): void {
      const place = Math.floor((at - from) / size)
      const piece = found.get(place)
      if (!piece) {
        found.set(place, { min: value, max: value, sum: value, times: at - from, count: 1 })
        return
      }
      piece.min = Math.min(piece.min, value)
      piece.max = Math.max(piece.max, value)
      piece.sum += value
      piece.times += at - from
      piece.count += 1
    },
    pieces(): Piece[] {
      return [...found]
        .toSorted(([one], [other]) => one - other)
        .map(([, { min, max, sum, times, count }]) => ({
          ...{ min, max, count, at: Math.round(from + times / count) },
          // A sum of fractions may leave what was added by a hair.
          average: Math.min(max, Math.max(min, sum / count)),
        }))
    },
  }
}
