/** A list of what happened by day, next to a map; filtered by the address. */
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { MapPage } from '../frame/MapPage.tsx'
import { PlacesMapPane } from '../geofences/map/PlacesMapPane.tsx'
import type { Spot } from '../geofences/map/places-map.ts'
import { type ClientRoute, inboxAddress } from '../route.ts'
import type { Geofence } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { FilterForm } from './FilterForm.tsx'
import type { Filter } from './filter.ts'
import classes from './InboxView.module.css'
import type { Item } from './item.ts'
import { Row } from './Row.tsx'

const words = texts.inbox
const spotColours = { urgent: '#b73c3b', fresh: '#e07a1e', seen: '#7b827c' } as const

interface InboxPageProps {
  readonly route: ClientRoute & { view: 'inbox' }
  readonly nav: ReactNode
  readonly fleet: Fleet
  readonly geofences: readonly Geofence[] | undefined
  readonly kinds: readonly string[]
  readonly items: readonly Item[]
  /** Shown if the list is completely empty. */
  readonly nothing: { readonly title: string; readonly hint: string }
  readonly list: {
    readonly isLoading: boolean
    readonly error: unknown
    readonly hasMore: boolean
    readonly isLoadingMore: boolean
    more(): void
    reload(): void
  }
  readonly seeing: { readonly isPending: boolean; readonly error: unknown }
  /** Undefined: nothing to mark, or the reader may not. */
  readonly seeAll: { readonly label: string; readonly act: () => void } | undefined
  readonly onSee: ((id: string) => void) | undefined
}

export function InboxPage(props: InboxPageProps) {
  const { route, nav, fleet, geofences, items, nothing, list, seeing, seeAll } = props
  const [chosen, setChosen] = useState(route.open)
  const spots = useMemo(() => items.flatMap(spotOf), [items])
  const days = useMemo(() => [...Map.groupBy(items, ({ day }) => day)], [items])
  const isFiltered = Object.keys(route.filter).length > 0
  const choose = (next: Filter) => {
    setChosen(undefined)
    window.location.hash = inboxAddress(route.part, next)
  }
  return (
    <MapPage
      onPhone={chosen !== undefined && spots.some(({ id }) => id === chosen) ? 'some' : 'none'}
      side={
        <div className={classes.part}>
          <Title order={1} className={classes.title}>
            {words.title}
          </Title>
          {nav}
          <FilterForm
            {...{ geofences, kinds: props.kinds }}
            filter={route.filter}
            units={fleet.units.data ?? []}
            onChange={choose}
          >
            {seeAll && (
              <Button variant="default" size="xs" loading={seeing.isPending} onClick={seeAll.act}>
                {seeAll.label}
              </Button>
            )}
          </FilterForm>
          <Failure error={list.error ?? seeing.error} retry={list.error ? list.reload : undefined} />
          {list.isLoading && <Skeleton height={220} role="status" aria-label={texts.shared.loading} />}
          {!list.isLoading && !list.error && items.length === 0 && (
            <div>
              <Text fw={600}>{isFiltered ? words.noMatch : nothing.title}</Text>
              {!isFiltered && (
                <Text c="dimmed" size="sm">
                  {nothing.hint}
                </Text>
              )}
            </div>
          )}
          <div aria-live="polite" className={classes.days}>
            {days.map(([day, ofDay]) => (
              <section key={day} aria-label={day}>
                <Title order={2} className={classes.date}>
                  {day}
                </Title>
                <ul className={classes.list}>
                  {ofDay.map((item) => (
                    <Row
                      key={item.id}
                      item={item}
                      isOpen={item.id === chosen}
                      onToggle={() => setChosen(item.id === chosen ? undefined : item.id)}
                      onSee={props.onSee}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
          {list.hasMore && (
            <Button variant="default" loading={list.isLoadingMore} onClick={list.more}>
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

function spotOf({ id, isUrgent, place, seenAt }: Item): Spot[] {
  if (!place) return []
  const colour = seenAt !== null ? 'seen' : isUrgent ? 'urgent' : 'fresh'
  return [{ id, ...place, colour: spotColours[colour] }]
}
