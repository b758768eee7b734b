/** All events of units, with or without a rule. */
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { queryClient, useListed } from '../../api/queries.ts'
import { texts } from '../../shared/texts/texts.ts'
import { useMay } from '../blocks/May.tsx'
import { useGeofencesOf } from '../geofences/use-geofences.ts'
import { queryOf } from './filter.ts'
import { InboxPage } from './InboxPage.tsx'
import { eventItem } from './item.ts'
import { alarmNames } from './kinds.ts'
import type { PartProps } from './part.ts'

const words = texts.inbox
const pages = { first: 100, next: 100 }
/** As many as the API returns in one request. */
const atOnceMax = 1000
const kinds = ['enter', 'leave', 'condition', ...alarmNames]

async function see(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnceMax)
    await call('putClientEventsAcknowledged', undefined, { event_ids: ids.slice(from, from + atOnceMax) })
  await queryClient.invalidateQueries()
}

export function EventsPart({ route, fleet, me, nav }: PartProps) {
  const { items: events, ...list } = useListed('getClientEvents', queryOf(route.filter, alarmNames), pages)
  const geofences = useGeofencesOf(me.modules)
  const seeing = useMutation({ mutationFn: see })
  const maySee = useMay('acknowledge')
  const units = fleet.units.data
  const items = useMemo(() => {
    const nameOf = new Map(units?.map(({ id, name }) => [id, name]))
    return events.map((event) =>
      eventItem(event, nameOf.get(event.unit_id) ?? String(event.unit_id), geofences, me.modules),
    )
  }, [events, units, geofences, me.modules])
  const fresh = events.filter(({ acknowledged_at }) => acknowledged_at === null).map(({ id }) => id)
  return (
    <InboxPage
      {...{ route, nav, fleet, geofences, kinds, items, list, seeing }}
      nothing={{ title: words.noEvents, hint: words.noEventsHint }}
      seeAll={
        maySee && fresh.length > 0
          ? { label: words.seeEvents(fresh.length), act: () => seeing.mutate(fresh) }
          : undefined
      }
      onSee={maySee ? (id) => seeing.mutate([id]) : undefined}
    />
  )
}
