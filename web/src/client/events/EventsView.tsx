/** What happened: alarms, and who came and left; by day and unit, on the map, and as it comes. */
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient, useListed } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { PlacesMapPane } from '../geofences/PlacesMapPane.tsx'
import type { Spot } from '../geofences/places-map.ts'
import { useGeofencesOf } from '../geofences/use-geofences.ts'
import { MapPage } from '../MapPage.tsx'
import { useMay } from '../May.tsx'
import type { ClientRoute } from '../route.ts'
import type { Me, UnitEvent } from '../types.ts'
import type { Fleet } from '../units/use-fleet.ts'
import { daysOf } from './days.ts'
import { EventFilterForm } from './EventFilterForm.tsx'
import { EventGroup } from './EventGroup.tsx'
import classes from './EventsView.module.css'
import { type EventFilter, eventsAddress, eventsQuery } from './filter.ts'
import { alarmNames, isUrgent } from './kinds.ts'
import { nameOfDay } from './name-of-day.ts'

const words = texts.events
const pages = { first: 100, next: 100 }
/** As many as the API takes in one request. */
const atOnceMax = 1000

async function acknowledgeAll(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnceMax)
    await call('putClientEventsAcknowledged', undefined, { event_ids: ids.slice(from, from + atOnceMax) })
  await queryClient.invalidateQueries()
}

const spotColours = { urgent: '#b73c3b', fresh: '#e07a1e', seen: '#7b827c' } as const

interface EventsViewProps {
  readonly route: ClientRoute & { view: 'events' }
  readonly fleet: Fleet
  readonly me: Me
}

export function EventsView({ route: { filter }, fleet, me }: EventsViewProps) {
  const { items: events, ...listed } = useListed('getClientEvents', eventsQuery(filter, alarmNames), pages)
  const geofences = useGeofencesOf(me.modules)
  const [chosen, setChosen] = useState<string>()
  const acknowledging = useMutation({ mutationFn: acknowledgeAll })
  const maySee = useMay('acknowledge')
  const days = useMemo(() => daysOf(events), [events])
  const spots = useMemo(() => events.flatMap(spotOf), [events])
  const units = fleet.units.data ?? []
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
          <Failure error={listed.error ?? acknowledging.error} retry={listed.error ? listed.reload : undefined} />
          {listed.isLoading && <Skeleton height={220} role="status" aria-label={texts.shared.loading} />}
          {!listed.isLoading && !listed.error && events.length === 0 && <Nothing isFiltered={isFiltered} />}
          {maySee && unseen.length > 0 && (
            <Button
              variant="default"
              size="xs"
              className={classes.all}
              loading={acknowledging.isPending}
              onClick={() => acknowledging.mutate(unseen)}
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
                  />
                ))}
              </section>
            ))}
          </div>
          {listed.hasMore && (
            <Button variant="default" loading={listed.isLoadingMore} onClick={listed.more}>
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
