/** A value over time: a curve between two round numbers. The numbers are next to it. */
import classes from './charts.module.css'
import { chartHeight, chartWidth, curveOf, reachOf, type Sample, scaleOf } from './scale.ts'

interface Piece {
  readonly at: number
  readonly min: number
  readonly max: number
  readonly average: number
}

interface LineChartProps {
  /** Describes the curve: from which value to which. */
  readonly label: string
  readonly pieces: readonly Piece[]
  readonly from: number
  readonly to: number
  /** The curve is broken after this many seconds without a value. */
  readonly silence: number
  /** The ends of the time, in words. */
  readonly ends: readonly [string, string]
  format(value: number): string
}

export function LineChart({ label, pieces, from, to, silence, ends, format }: LineChartProps) {
  const scale = scaleOf(pieces.flatMap(({ min, max }) => [min, max]))
  const curve = pieces.map(({ at, average }): Sample => [at, average])
  return (
    <div className={classes.line}>
      <div className={classes.scale} aria-hidden="true">
        <span>{format(scale.high)}</span>
        <span>{format((scale.high + scale.low) / 2)}</span>
        <span>{format(scale.low)}</span>
      </div>
      <svg role="img" aria-label={label} viewBox={`0 0 ${chartWidth} ${chartHeight}`} preserveAspectRatio="none">
        {[0.25, 0.5, 0.75].map((part) => (
          <line
            key={part}
            x1="0"
            x2={chartWidth}
            y1={chartHeight * part}
            y2={chartHeight * part}
            className={classes.rule}
          />
        ))}
        <path d={reachOf(pieces, from, to, scale)} className={classes.reach} />
        <path d={curveOf(curve, from, to, scale, silence)} className={classes.curve} />
      </svg>
      <div className={classes.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  )
}
