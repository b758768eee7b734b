/** The day on paper: the unit, and a table of what happened. */
import { formatPlace } from '../../../shared/format/places.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { nameOfDay } from '../../inbox/name-of-day.ts'
import { formatClockIn, formatDuration, formatKm, formatKmh } from '../../measures.ts'
import type { Unit } from '../../types.ts'
import { placesOf, sumsOf, type Timeline, type Trip } from '../track/track.ts'
import { zone } from './day.ts'
import classes from './PrintedDay.module.css'

const words = texts.timeline
const { columns } = words

export const PrintedHead = ({ client, units, date }: { client: string; units: readonly Unit[]; date: string }) => (
  <header className={classes.head}>
    <p className={classes.client}>{client}</p>
    <p className={classes.title}>
      {words.title}: {units.map(({ name }) => name).join(', ')}
    </p>
    <p>
      {nameOfDay(date)}. {words.zone(zone())}
    </p>
  </header>
)

interface PrintedDayProps {
  readonly name: string
  readonly day: Timeline
  readonly from: number
  readonly to: number
}

export function PrintedDay({ name, day, from, to }: PrintedDayProps) {
  const sums = sumsOf(day.trips, from, to)
  return (
    <div className={classes.day}>
      <p className={classes.name}>{name}</p>
      <p>
        {[
          words.tripCount(sums.trips),
          formatKm(sums.distance),
          `${words.sums.driving} ${formatDuration(sums.driving)}`,
          `${words.sums.standing} ${formatDuration(sums.standing)}`,
          words.upTo(formatKmh(sums.topSpeed)),
        ].join(' · ')}
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            {Object.values(columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {day.trips.map((trip) => (
            <Row key={trip.id} trip={trip} from={from} to={to} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ trip, from, to }: { trip: Trip; from: number; to: number }) {
  const isStop = trip.kind === 'stop'
  return (
    <tr>
      <td>{formatClockIn(trip.from, from, to)}</td>
      <td>{trip.open ? words.open : formatClockIn(trip.to, from, to)}</td>
      <td>{trip.short ? words.kinds.short : words.kinds[trip.kind]}</td>
      <td>{formatDuration(trip.duration)}</td>
      <td>{isStop ? '' : formatKm(trip.distance)}</td>
      <td>{trip.kind === 'trip' && !trip.private ? formatKmh(trip.max_speed) : ''}</td>
      <td>{trip.private ? words.private : placesOf(trip).map(formatPlace).join(' – ')}</td>
    </tr>
  )
}
