/** The day in words: each trip, stop and gap, and why it begins and ends where it does. */
import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ArrowIcon } from '../../shared/content/Icons.tsx'
import { PlaceLine } from '../../shared/content/PlaceLine.tsx'
import { formatPlace } from '../../shared/format/places.ts'
import { formatExactTime, formatTime } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import { formatClockIn, formatDuration, formatExactClock, formatKm, formatKmh } from '../measures.ts'
import type { Boundary } from '../types.ts'
import { SpeedingLine, SpeedingList } from './speed/SpeedingList.tsx'
import classes from './TripList.module.css'
import { placesOf, type Speeding, type Trip } from './track/track.ts'

const words = texts.timeline
const rules: Readonly<Record<string, (time: string) => string>> = words.rules

/** A rule without our own text gets the server's. */
const whyOf = ({ rule, seconds, why }: Boundary): string => rules[rule]?.(formatDuration(seconds ?? 0)) ?? why

interface Day {
  readonly from: number
  readonly to: number
}

interface TripListProps {
  readonly name: string
  readonly colour: string
  readonly trips: readonly Trip[]
  readonly day: Day
  readonly speeding: readonly Speeding[]
  readonly chosen: string | undefined
  onChoose(trip: Trip): void
  onMoment(at: number): void
}

export function TripList({ name, colour, trips, day, speeding, chosen, onChoose, onMoment }: TripListProps) {
  if (trips.length === 0) return <Text c="dimmed">{words.empty}</Text>
  return (
    <ol className={classes.list} aria-label={words.list(name)} style={{ '--unit': colour } as React.CSSProperties}>
      {trips.map((trip) => (
        <li key={trip.id}>
          <TripRow
            trip={trip}
            day={day}
            speeding={speeding.filter(({ trip_id }) => trip_id === trip.id)}
            isChosen={trip.id === chosen}
            choose={() => onChoose(trip)}
            onMoment={onMoment}
          />
        </li>
      ))}
    </ol>
  )
}

interface TripRowProps {
  readonly trip: Trip
  readonly day: Day
  readonly speeding: readonly Speeding[]
  readonly isChosen: boolean
  choose(): void
  onMoment(at: number): void
}

function TripRow({ trip, day, speeding, isChosen, choose, onMoment }: TripRowProps) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { kind, from, to, duration, distance, max_speed, average_speed, idle_seconds, open } = trip
  const isTrip = kind === 'trip'
  const clock = (at: number) => formatClockIn(at, day.from, day.to)
  return (
    <>
      <button
        type="button"
        ref={row}
        className={classes.row}
        data-kind={kind}
        data-short={trip.short || undefined}
        aria-expanded={isChosen}
        onClick={choose}
      >
        <span className={classes.times}>
          {clock(from)} – {open ? words.open : clock(to)}
        </span>
        <span className={classes.kind}>{trip.short ? words.kinds.short : words.kinds[kind]}</span>
        <span className={classes.figures}>
          {[
            formatDuration(duration),
            kind !== 'stop' && formatKm(distance),
            isTrip && !trip.private && words.upTo(formatKmh(max_speed)),
            isTrip && trip.driver?.name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {trip.private && <span className={classes.place}>{words.private}</span>}
        {!trip.short &&
          placesOf(trip).map((place, index) => (
            <span key={index === 0 ? 'from' : 'to'} className={classes.place}>
              {index > 0 && <ArrowIcon size={13} className={classes.arrow} />}
              {formatPlace(place)}
            </span>
          ))}
        <SpeedingLine speeding={speeding} />
      </button>
      {isChosen && (
        <div className={classes.why}>
          <p>
            {trip.from_place ? <PlaceLine place={trip.from_place} /> : words.private}
            {kind !== 'stop' && !open && trip.to_place && (
              <>
                <br />
                <ArrowIcon size={13} className={classes.arrow} />
                <PlaceLine place={trip.to_place} />
              </>
            )}
          </p>
          {(isTrip || idle_seconds >= 60) && (
            <p>
              {[
                isTrip && words.average(formatKmh(average_speed)),
                idle_seconds >= 60 && words.idle(formatDuration(idle_seconds)),
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
          )}
          {speeding.length > 0 && <SpeedingList speeding={speeding} onMoment={onMoment} />}
          <h4>{words.why}</h4>
          <Why title={words.whyBegan(clock(from))} boundary={trip.began} day={day} />
          {trip.ended ? (
            <Why title={words.whyEnded(clock(to))} boundary={trip.ended} day={day} />
          ) : (
            <p>{words.notEnded}</p>
          )}
          <p className={classes.quiet}>
            {words.quality(trip.quality)} {trip.revised_at !== null && words.revised(formatTime(trip.revised_at))}
          </p>
        </div>
      )}
    </>
  )
}

function Why({ title, boundary, day }: { title: string; boundary: Boundary; day: Day }) {
  const { message_at: at } = boundary
  const isInside = at >= day.from && at <= day.to
  return (
    <p>
      <strong>{title}:</strong> {whyOf(boundary)}{' '}
      <span className={classes.quiet}>{words.decided(isInside ? formatExactClock(at) : formatExactTime(at))}</span>
    </p>
  )
}
