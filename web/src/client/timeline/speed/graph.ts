/** Values over time as a path in a drawing of 1000 by 100, which the page stretches. Pure. */
import { type Sample, silenceSeconds } from '../track/track.ts'

export const graphWidth = 1000
export const graphHeight = 100

/** A round number above the highest value, so that the scale is readable and no line runs along the edge. */
export function topOf(values: readonly number[]): number {
  const highest = values.reduce((top, value) => Math.max(top, value), 0) * 1.05
  const step = highest > 200 ? 50 : highest > 40 ? 20 : 10
  return Math.max(step, Math.ceil(highest / step) * step)
}

export function pathOf(samples: readonly Sample[], from: number, to: number, top: number): string {
  let before = Number.NEGATIVE_INFINITY
  return samples
    .filter(([at]) => at >= from && at <= to)
    .map(([at, value]) => {
      const x = (((at - from) / (to - from)) * graphWidth).toFixed(1)
      const y = (graphHeight - (Math.min(Math.max(value, 0), top) / top) * graphHeight).toFixed(1)
      const isBroken = at - before > silenceSeconds
      before = at
      return `${isBroken ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}
