/** What happened: alarms, and who came and left; by day and unit, on the map, and as it comes. */
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Me } from '../client-api.ts'
import { useGeofencesOf } from '../geofences/geofences-api.ts'
import { PlacesMapPane } from '../geofences/PlacesMapPane.tsx'
import type { Spot } from '../geofences/places-map.ts'
import { MapPage } from '../MapPage.tsx'
import type { Place } from '../place.ts'
import type { Fleet } from '../units/use-fleet.ts'
import { daysOf } from './days.ts'
import { EventFilterForm } from './EventFilterForm.tsx'
import { EventGroup } from './EventGroup.tsx'
import classes from './EventsView.module.css'
import { acknowledgeAll, type UnitEvent } from './events-api.ts'
import { type EventFilter, eventsAddress, eventsQuery } from './filter.ts'
import { alarmNames, isUrgent } from './kinds.ts'
import { nameOfDay } from './name-of-day.ts'
import { useEvents } from './use-events.ts'

const words = texts.events
const nothing: readonly UnitEvent[] = []
const spotColours = { urgent: '#b73c3b', fresh: '#e07a1e', seen: '#7b827c' } as const

interface EventsViewProps {
  readonly place: Place & { view: 'events' }
  readonly fleet: Fleet
  readonly me: Me
}

export function EventsView({ place: { filter }, fleet, me }: EventsViewProps) {
  const { asked, more, reload, readMore, put } = useEvents(eventsQuery(filter, alarmNames), fleet)
  const geofences = useGeofencesOf(me.modules)
  const [chosen, setChosen] = useState<string>()
  const doing = useDoing()
  const events = asked.value?.items ?? nothing
  const days = useMemo(() => daysOf(events), [events])
  const spots = useMemo(() => events.flatMap(spotOf), [events])
  const units = fleet.units.value ?? []
  const nameOf = (id: number) => units.find((unit) => unit.id === id)?.name ?? String(id)
  const unseen = events.filter(({ acknowledged_at }) => acknowledged_at === null).map(({ id }) => id)
  const isFiltered = Object.keys(filter).length > 0
  const choose = (next: EventFilter) => {
    setChosen(undefined)
    window.location.hash = eventsAddress(next)
  }
  return (
    <MapPage
      onPhone={chosen && spots.some(({ id }) => id === chosen) ? 'some' : 'none'}
      side={
        <div className={classes.part}>
          <Title order={1} className={classes.title}>
            {words.title}
          </Title>
          <EventFilterForm filter={filter} units={units} geofences={geofences} onChange={choose} />
          {asked.kind === 'failed' && <Failure error={asked.error} retry={reload} />}
          {asked.kind === 'asking' && <Skeleton height={220} role="status" aria-label={texts.shared.loading} />}
          {asked.value && events.length === 0 && <Nothing isFiltered={isFiltered} />}
          {doing.error !== undefined && <Failure error={doing.error} />}
          {unseen.length > 0 && (
            <Button
              variant="default"
              size="xs"
              className={classes.all}
              loading={doing.isBusy}
              onClick={() =>
                void doing.run(async () => {
                  await acknowledgeAll(unseen)
                  await reload()
                })
              }
            >
              {words.seeAll(unseen.length)}
            </Button>
          )}
          <div aria-live="polite" className={classes.days}>
            {days.map(({ date, units: ofDay }) => (
              <section key={date} className={classes.day} aria-label={nameOfDay(date)}>
                <Title order={2} className={classes.date}>
                  {nameOfDay(date)}
                </Title>
                {ofDay.map(({ unit, events: ofUnit }) => (
                  <EventGroup
                    key={unit}
                    unit={unit}
                    name={nameOf(unit)}
                    day={date}
                    events={ofUnit}
                    geofences={geofences}
                    modules={me.modules}
                    chosen={chosen}
                    onChoose={setChosen}
                    onSeen={put}
                  />
                ))}
              </section>
            ))}
          </div>
          {more.error !== undefined && <Failure error={more.error} />}
          {asked.value?.next && (
            <Button variant="default" loading={more.isBusy} onClick={readMore}>
              {words.more}
            </Button>
          )}
        </div>
      }
      map={
        <PlacesMapPane
          label={words.map(spots.length)}
          fitLabel={words.fit}
          geofences={geofences ?? []}
          spots={spots}
          chosenSpot={chosen}
          onSpot={setChosen}
        />
      }
    />
  )
}

function spotOf({ id, kind, place, acknowledged_at }: UnitEvent): Spot[] {
  if (!place) return []
  const colour = acknowledged_at !== null ? 'seen' : isUrgent(kind) ? 'urgent' : 'fresh'
  return [{ id, ...place, colour: spotColours[colour] }]
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Text c="dimmed">{words.noMatch}</Text>
  ) : (
    <div>
      <Text fw={600}>{words.none}</Text>
      <Text c="dimmed" size="sm">
        {words.noneHint}
      </Text>
    </div>
  )
