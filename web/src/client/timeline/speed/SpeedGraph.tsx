/**
 * The speed of the chosen units over the day. The mouse moves the cursor; the slider below does it for the keyboard.
 */
import { texts } from '../../../shared/texts/texts.ts'
import { formatKmh } from '../../measures.ts'
import type { Sample } from '../track/track.ts'
import { graphHeight, graphWidth, pathOf, topOf } from './graph.ts'
import classes from './SpeedGraph.module.css'

interface SpeedGraphProps {
  readonly lines: readonly { readonly unit: number; readonly colour: string; readonly samples: readonly Sample[] }[]
  readonly from: number
  readonly to: number
  readonly cursor: number
  onCursor(at: number): void
}

export function SpeedGraph({ lines, from, to, cursor, onCursor }: SpeedGraphProps) {
  const top = topOf(lines.flatMap(({ samples }) => samples.map(([, value]) => value)))
  const x = ((cursor - from) / (to - from)) * graphWidth
  const follow = ({ currentTarget, clientX }: React.PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onCursor(Math.round(from + Math.min(Math.max((clientX - left) / width, 0), 1) * (to - from)))
  }
  return (
    <div className={classes.graph}>
      <span className={classes.top}>{formatKmh(top)}</span>
      <svg
        role="img"
        aria-label={texts.timeline.graph}
        viewBox={`0 0 ${graphWidth} ${graphHeight}`}
        preserveAspectRatio="none"
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse' || event.buttons > 0) follow(event)
        }}
        onPointerDown={follow}
      >
        {[0.25, 0.5, 0.75].map((part) => (
          <line
            key={part}
            x1="0"
            x2={graphWidth}
            y1={graphHeight * part}
            y2={graphHeight * part}
            className={classes.rule}
          />
        ))}
        {lines.map(({ unit, colour, samples }) => (
          <path key={unit} d={pathOf(samples, from, to, top)} stroke={colour} className={classes.line} />
        ))}
        <line x1={x} x2={x} y1="0" y2={graphHeight} className={classes.cursor} />
      </svg>
    </div>
  )
}
