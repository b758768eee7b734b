/** Values over time as the path of a drawing of 1000 by 100, which the page stretches. Pure. */

export type Sample = readonly [at: number, value: number]

export const chartWidth = 1000
export const chartHeight = 100

export interface Scale {
  readonly low: number
  readonly high: number
}

const roundSteps = [1, 2, 2.5, 5, 10]

/** Round numbers below and above all values. Includes zero unless the values are far from it. */
export function scaleOf(values: readonly number[]): Scale {
  if (values.length === 0) return { low: 0, high: 1 }
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  if (least > 0 && least < most * 0.7) least = 0
  if (most < 0 && most > least * 0.7) most = 0
  const size = most - least || Math.abs(most) || 1
  const power = 10 ** Math.floor(Math.log10(size / 4))
  const step = power * (roundSteps.find((one) => one * power * 4 >= size) ?? 10)
  const low = Math.floor(least / step) * step
  const high = Math.ceil(most / step) * step
  return high > low ? { low, high } : { low, high: low + step * 4 }
}

const pointOf = (from: number, to: number, { low, high }: Scale) => {
  const height = (value: number) => (chartHeight - ((value - low) / (high - low)) * chartHeight).toFixed(1)
  return { x: (at: number) => (((at - from) / (to - from || 1)) * chartWidth).toFixed(1), y: height }
}

/** Broken after more than `silence` seconds without a value. */
export function curveOf(samples: readonly Sample[], from: number, to: number, scale: Scale, silence: number): string {
  const { x, y } = pointOf(from, to, scale)
  let before = Number.NEGATIVE_INFINITY
  return samples
    .map(([at, value]) => {
      const isBroken = at - before > silence
      before = at
      return `${isBroken ? 'M' : 'L'}${x(at)} ${y(value)}`
    })
    .join('')
}

/** One vertical stroke from the minimum to the maximum of each piece. */
export function reachOf(
  pieces: readonly { readonly at: number; readonly min: number; readonly max: number }[],
  from: number,
  to: number,
  scale: Scale,
): string {
  const { x, y } = pointOf(from, to, scale)
  return pieces.map(({ at, min, max }) => `M${x(at)} ${y(min)}V${y(max)}`).join('')
}
