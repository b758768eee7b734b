/** Fewer points for maps, with the same shape. Pure. */
import type { Place } from '../segments/point.ts'

export interface TrackPoint extends Place {
  readonly t: number
  readonly speed: number | null
}

const metresPerDegree = 111_195
/** Lines are simplified in pieces of this many points, so that the time stays linear. */
const pieceMax = 2_000
/** Less is invisible on a map of a street. */
const finestMetres = 2

/** A position at its time. */
type Timed = Place & { readonly t: number }

/**
 * At most `most` points, by Douglas and Peucker: as exact as that many allow. First and last stay. The distance of a
 * point is measured to where the line is at the point's own time: a replay stops where the unit did, even on a straight
 * road.
 */
export function thinned<P extends Timed>(points: readonly P[], most: number): P[] {
  let line = points.length > 2 ? simplified(points, finestMetres) : [...points]
  for (let metres = finestMetres * 2; line.length > most; metres *= 2) {
    const shorter = simplified(line, metres)
    // A line that turns at every point gets no simpler; then every n-th is as good as any.
    line = shorter.length < line.length || metres < 1e6 ? shorter : everyNth(line, most)
  }
  return line
}

function simplified<P extends Timed>(points: readonly P[], metres: number): P[] {
  const kept: P[] = []
  for (let from = 0; from < points.length - 1 || from === 0; from += pieceMax) {
    const piece = points.slice(from, from + pieceMax + 1)
    if (piece.length === 0) break
    kept.push(...peucker(piece, metres).slice(from === 0 ? 0 : 1))
    if (from + pieceMax >= points.length - 1) break
  }
  return kept
}

function peucker<P extends Timed>(points: readonly P[], metres: number): P[] {
  const isKept = new Uint8Array(points.length)
  isKept[0] = 1
  isKept[points.length - 1] = 1
  const shrink = Math.cos((points[0]!.lat * Math.PI) / 180)
  const x = points.map(({ lon }) => lon * shrink * metresPerDegree)
  const y = points.map(({ lat }) => lat * metresPerDegree)
  const open: [number, number][] = [[0, points.length - 1]]
  for (let range = open.pop(); range; range = open.pop()) {
    const [a, b] = range
    let far = 0
    let at = -1
    for (let index = a + 1; index < b; index++) {
      const share = (points[index]!.t - points[a]!.t) / (points[b]!.t - points[a]!.t || 1)
      const distance = Math.hypot(
        x[index]! - x[a]! - share * (x[b]! - x[a]!),
        y[index]! - y[a]! - share * (y[b]! - y[a]!),
      )
      if (distance > far) {
        far = distance
        at = index
      }
    }
    if (far <= metres) continue
    isKept[at] = 1
    open.push([a, at], [at, b])
  }
  return points.filter((_, index) => isKept[index] === 1)
}

function everyNth<P>(points: readonly P[], most: number): P[] {
  const stride = Math.ceil((points.length - 1) / Math.max(1, most - 1))
  return points.filter((_, index) => index % stride === 0 || index === points.length - 1)
}
