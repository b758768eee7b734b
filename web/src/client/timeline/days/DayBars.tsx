/** A day of one unit as a bar: trips, stops and gaps from midnight to midnight. */
import { texts } from '../../../shared/texts/texts.ts'
import { formatClockIn, formatKm } from '../../measures.ts'
import { sumsOf, type Trip } from '../track/track.ts'
import classes from './DayBars.module.css'

const words = texts.timeline

interface DayBarsProps {
  readonly name: string
  readonly colour: string
  readonly trips: readonly Trip[]
  readonly from: number
  readonly to: number
  readonly cursor: number
  readonly chosen: string | undefined
  onChoose(trip: Trip): void
}

export function DayBars({ name, colour, trips, from, to, cursor, chosen, onChoose }: DayBarsProps) {
  const part = (at: number) => ((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100
  const sums = sumsOf(trips, from, to)
  return (
    <div className={classes.row} style={{ '--unit': colour } as React.CSSProperties}>
      <div className={classes.bar} role="img" aria-label={words.bars(name, sums.trips, formatKm(sums.distance))}>
        {trips.map((trip) => (
          // The list below gives the keyboard everything that the mouse reaches here.
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <span
            key={trip.id}
            className={classes.part}
            data-kind={trip.kind}
            data-chosen={trip.id === chosen || undefined}
            style={{ left: `${part(trip.from)}%`, width: `${part(trip.to) - part(trip.from)}%` }}
            title={`${words.kinds[trip.kind]} ${formatClockIn(trip.from, from, to)} – ${formatClockIn(trip.to, from, to)}`}
            onClick={() => onChoose(trip)}
          />
        ))}
        <span className={classes.cursor} style={{ left: `${part(cursor)}%` }} />
      </div>
    </div>
  )
}
