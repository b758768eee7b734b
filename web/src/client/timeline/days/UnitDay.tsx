/** One unit's day in words: the totals, the files, and what happened in order. */
import { Anchor, Button } from '@mantine/core'
import { texts } from '../../../shared/texts/texts.ts'
import { formatDuration, formatKm, formatKmh } from '../../measures.ts'
import { unitAddress } from '../../route.ts'
import type { Unit } from '../../types.ts'
import { TripList } from '../TripList.tsx'
import { type Speeding, sumsOf, type Trip } from '../track/track.ts'
import { zone } from './day.ts'
import classes from './UnitDay.module.css'

const words = texts.timeline
const formats = { gpx: 'GPX', kml: 'KML', geojson: 'GeoJSON', csv: 'CSV' } as const

interface UnitDayProps {
  readonly unit: Unit
  readonly colour: string
  readonly trips: readonly Trip[]
  readonly speeding: readonly Speeding[]
  readonly from: number
  readonly to: number
  readonly chosen: string | undefined
  onChoose(trip: Trip): void
  onMoment(at: number): void
  readonly onRemove: (() => void) | undefined
}

export function UnitDay({ unit, colour, trips, from, to, onRemove, ...list }: UnitDayProps) {
  const sums = sumsOf(trips, from, to)
  const fileOf = (format: string) =>
    `/client/units/${unit.id}/track?${new URLSearchParams({ from: String(from), to: String(to), format, tz: zone() })}`
  return (
    <section className={classes.day} aria-label={unit.name}>
      <div className={classes.head}>
        <span className={classes.dot} style={{ background: colour }} />
        <h2 className={classes.name}>
          <a href={unitAddress(unit.id)}>{unit.name}</a>
        </h2>
        {onRemove && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={onRemove}
            aria-label={words.remove(unit.name)}
          >
            ×
          </Button>
        )}
      </div>
      {trips.length > 0 && (
        <dl className={classes.sums}>
          <Sum name={words.sums.distance} value={formatKm(sums.distance)} />
          <Sum name={words.sums.trips} value={String(sums.trips)} />
          <Sum name={words.sums.driving} value={formatDuration(sums.driving)} />
          <Sum name={words.sums.standing} value={formatDuration(sums.standing)} />
          <Sum name={words.sums.topSpeed} value={formatKmh(sums.topSpeed)} />
        </dl>
      )}
      <TripList name={unit.name} colour={colour} trips={trips} day={{ from, to }} {...list} />
      {trips.length > 0 && (
        <p className={classes.files}>
          {words.files}{' '}
          {Object.entries(formats).map(([format, name]) => (
            <Anchor key={format} href={fileOf(format)} download size="sm">
              {name}
            </Anchor>
          ))}
        </p>
      )}
    </section>
  )
}

const Sum = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
