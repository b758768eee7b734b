/** A value over time: a month in a few hundred pieces, each with its minimum, maximum and average. Pure. */
import Type from 'typebox'

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

export const PieceShape = Type.Object({
  at: Type.Integer({ example: 1790000000, description: 'The middle of the part’s messages, in unix seconds.' }),
  min: Type.Number({ example: 780 }),
  max: Type.Number({ example: 2410 }),
  average: Type.Number({ example: 1630.5 }),
  count: Type.Integer({ example: 12, description: 'How many messages had a value.' }),
})

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
          // Rounding of a sum may exceed the added values slightly.
          average: Math.min(max, Math.max(min, sum / count)),
        }))
    },
  }
}
