/** Notifications, newest first. */
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { change, useListed, useOperation } from '../../api/queries.ts'
import { texts } from '../../shared/texts/texts.ts'
import { useMay } from '../blocks/May.tsx'
import { useGeofencesOf } from '../geofences/use-geofences.ts'
import type { Notification } from '../types.ts'
import { queryOf } from './filter.ts'
import { InboxPage } from './InboxPage.tsx'
import { notificationItem } from './item.ts'
import { alarmNames } from './kinds.ts'
import type { PartProps } from './part.ts'

const { list: words } = texts.notifications
const pages = { first: 50, next: 100 }
const kinds = ['condition', 'enter', 'leave', 'silence', 'service', 'document', 'conflict', ...alarmNames]

export function NotificationsPart({ route, fleet, me, nav }: PartProps) {
  const { open, filter } = route
  const { items: listed, ...list } = useListed('getClientNotifications', queryOf(filter, alarmNames), pages)
  // The one in the address, wherever it is in the list.
  const led = useOperation('getClientNotificationsById', { id: open ?? '' }, { isEnabled: open !== undefined }).data
  const geofences = useGeofencesOf(me.modules)
  const all = useMemo(() => {
    const isMissing = led && !list.isLoading && !listed.some(({ id }) => id === led.id)
    return (isMissing ? [...listed, led] : listed) as readonly Notification[]
  }, [listed, list.isLoading, led])
  const items = useMemo(() => all.map((one) => notificationItem(one, me.modules)), [all, me.modules])
  /** One by its id, or all up to a moment. */
  const seeing = useMutation({
    mutationFn: async (what: { readonly id: string } | { readonly until: number }) => {
      if ('id' in what) await change('putClientNotificationsByIdAcknowledged', what)
      else await change('putClientNotificationsAcknowledged', undefined, what)
    },
  })
  const maySee = useMay('acknowledge')
  const newest = all[0]
  const isWhole = Object.keys(filter).every((name) => name === 'seen')
  return (
    <InboxPage
      {...{ route, nav, fleet, geofences, kinds, items, list, seeing }}
      nothing={{ title: words.none, hint: words.noneHint }}
      seeAll={
        maySee && isWhole && newest && all.some((one) => one.acknowledged_at === null)
          ? { label: words.seeAll, act: () => seeing.mutate({ until: newest.created_at }) }
          : undefined
      }
      onSee={maySee ? (id) => seeing.mutate({ id }) : undefined}
    />
  )
}
