/** A day of one or more units: in words, as bars, on the map and as a graph, with one cursor for all. */
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import type { ClientTimeline } from '../../api/generated.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { ClientRoute } from '../route.ts'
import { timelineAddress } from '../route.ts'
import type { Unit } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { colours, unitsMax } from './colours.ts'
import { DayChoice } from './days/DayChoice.tsx'
import { DayStrip } from './days/DayStrip.tsx'
import { dateOf, dayOf, zone } from './days/day.ts'
import { PrintedDay, PrintedHead } from './days/PrintedDay.tsx'
import { UnitDay } from './days/UnitDay.tsx'
import { LineChoice } from './LineChoice.tsx'
import { useSpeeding } from './speed/use-speeding.ts'
import classes from './TimelineView.module.css'
import { TrackMapPane } from './track/TrackMapPane.tsx'
import { lineOf, linesOf, placeAt, type RoadLine, type Speeding, type Timeline, type Trip } from './track/track.ts'
import type { Way } from './track/track-map.ts'
import { useReplay } from './track/use-replay.ts'
import { useRoadTrips } from './track/use-road-trips.ts'

const words = texts.timeline
const noDays: readonly Timeline[] = []

interface TimelineViewProps {
  readonly route: ClientRoute & { view: 'timeline' }
  readonly fleet: Fleet
  /** The units of the day, for the printed page. */
  readonly client: string
}

export function TimelineView({ route, fleet, client }: TimelineViewProps) {
  const { data: units, error, refetch } = fleet.units
  if (!units && error) return <Failure error={error} retry={refetch} />
  if (!units) return <Skeleton height="100%" role="status" aria-label={texts.shared.loading} />
  const known = route.units.flatMap((id) => units.find((unit) => unit.id === id) ?? [])
  const chosen = known.length > 0 ? known.slice(0, unitsMax) : units.slice(0, 1)
  if (chosen.length === 0) {
    return (
      <main className={classes.empty}>
        <Title order={1}>{words.title}</Title>
        <Text c="dimmed">{words.noUnits}</Text>
      </main>
    )
  }
  return <Day date={route.date ?? dateOf(Date.now() / 1000)} units={chosen} all={units} at={route.at} client={client} />
}

interface DayProps {
  readonly date: string
  readonly units: readonly Unit[]
  readonly all: readonly Unit[]
  readonly at: number | undefined
  readonly client: string
}

function Day({ date, units, all, at, client }: DayProps) {
  const { from, to } = dayOf(date)
  const { days, error, isPending, refetch } = useQueries({
    queries: units.map(({ id }) => ({
      queryKey: ['getClientUnitsByIdTimeline', { id, from, to }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call('getClientUnitsByIdTimeline', { id, from, to, series: 'position.speed' }, undefined, signal),
    })),
    combine: daysOf,
  })
  const speeding = useSpeeding(units, from, to)
  const replay = useReplay(...stretchOf(days, from, to), at !== undefined && at >= from && at <= to ? at : undefined)
  const [chosen, setChosen] = useState<string>()
  const choose = useCallback(
    (trip: Trip) => {
      setChosen((before) => (before === trip.id ? undefined : trip.id))
      replay.setAt(Math.max(trip.from, from))
    },
    [replay.setAt, from],
  )
  const [isOnRoads, setIsOnRoads] = useState(false)
  const roads = useRoadTrips(units, from, to, isOnRoads)
  const ways = useMemo(
    () => days.map((day, index) => wayOf(day, index, speeding, isOnRoads ? roads.lines.get(day.unit_id) : undefined)),
    [days, speeding, isOnRoads, roads.lines],
  )
  const places = useMemo(
    () =>
      days.flatMap(({ track }, index) => {
        const place = placeAt(track, replay.at)
        return place ? [{ ...place, colour: colours[index]! }] : []
      }),
    [days, replay.at],
  )
  const show = (newDate: string, ids: readonly number[]) => {
    window.location.hash = timelineAddress(newDate, ids)
  }
  const ids = units.map(({ id }) => id)
  return (
    <main className={classes.view}>
      <PrintedHead client={client} units={units} date={date} />
      <div className={classes.side}>
        <Title order={1} className={classes.title}>
          {words.title}
        </Title>
        <DayChoice
          date={date}
          units={units}
          all={all}
          onDate={(next) => show(next, ids)}
          onUnits={(next) => show(date, next)}
        />
        <Failure error={error} retry={refetch} />
        {isPending && <Skeleton height={220} role="status" aria-label={texts.shared.loading} />}
        {days.map((day, index) => {
          const unit = units.find(({ id }) => id === day.unit_id)
          return (
            unit && (
              <UnitDay
                key={unit.id}
                unit={unit}
                colour={colours[index]!}
                trips={day.trips}
                speeding={speeding.filter(({ unit }) => unit === day.unit_id)}
                onMoment={replay.setAt}
                from={from}
                to={to}
                chosen={chosen}
                onChoose={choose}
                onRemove={
                  units.length > 1
                    ? () =>
                        show(
                          date,
                          ids.filter((id) => id !== unit.id),
                        )
                    : undefined
                }
              />
            )
          )
        })}
        <div className={classes.foot}>
          <Text size="sm" c="dimmed">
            {words.zone(zone())}
          </Text>
          <Button variant="default" size="xs" onClick={() => window.print()}>
            {words.print}
          </Button>
        </div>
      </div>
      <div className={classes.map}>
        <LineChoice isOnRoads={isOnRoads} isAsking={roads.isAsking} ways={ways} onChange={setIsOnRoads} />
        <TrackMapPane
          names={units.map(({ name }) => name).join(', ')}
          ways={ways}
          chosen={chosen}
          places={places}
          onTrip={(id) => {
            const trip = days.flatMap(({ trips }) => trips).find((one) => one.id === id)
            if (trip) choose(trip)
          }}
        />
      </div>
      <DayStrip
        units={units}
        days={days}
        speeding={speeding}
        from={from}
        to={to}
        replay={replay}
        chosen={chosen}
        onChoose={choose}
      />
      {days.map((day) => (
        <PrintedDay
          key={day.unit_id}
          name={units.find(({ id }) => id === day.unit_id)?.name ?? ''}
          day={day}
          from={from}
          to={to}
        />
      ))}
    </main>
  )
}

/** The day is shown once it is known for all units, so that no colour changes to another unit. */
function daysOf(results: readonly UseQueryResult<ClientTimeline>[]) {
  const known = results.flatMap(({ data }) => data ?? [])
  const isWhole = known.length === results.length
  return {
    days: isWhole ? (known as unknown as readonly Timeline[]) : noDays,
    error: isWhole ? null : (results.find((one) => one.error)?.error ?? null),
    isPending: !isWhole && results.every((one) => !one.error),
    refetch: () => Promise.all(results.map((one) => one.refetch())),
  }
}

/** From the start of the first trip to the end of the last known item of the day. */
function stretchOf(days: readonly Timeline[], from: number, to: number): [number, number] {
  const trips = days.flatMap((day) => day.trips.filter(({ kind }) => kind === 'trip'))
  const start = Math.min(...trips.map((trip) => trip.from), to)
  const end = Math.max(...days.map(({ track }) => track.at(-1)?.[0] ?? from), from)
  return [start === to ? from : Math.max(start, from), Math.min(end, to)]
}

/** On roads if they are known, otherwise as the positions were sent. */
const wayOf = (
  day: Timeline,
  index: number,
  speeding: readonly Speeding[],
  roads: readonly RoadLine[] | undefined,
): Way => ({
  colour: colours[index]!,
  lines: roads && roads.length > 0 ? roads : linesOf(day),
  fast: speeding.filter(({ unit }) => unit === day.unit_id).map(({ from, to }) => lineOf(day.track, from, to)),
  stops: day.trips.flatMap(({ kind, from_place }) => (kind === 'stop' && from_place ? [from_place] : [])),
})
