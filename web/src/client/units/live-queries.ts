/** What the live stream says has changed is asked for again where it is on the screen, but not at every change of every unit. */
import type { OperationName } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import type { TripsEvent } from './live.ts'
import { paced } from './paced.ts'

/** Many units may have news in the same moment. */
const newsEveryMs = 1_000
/** Trips of a large fleet change all the time, and who stands since when is asked of all units at once. */
const standingEveryMs = 10_000

const refreshing = (everyMs: number, ...names: readonly OperationName[]) =>
  paced(everyMs, () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.includes(name as OperationName) }),
  )

/** Of the timelines, only those of the unit are asked for; without a unit, nobody knows which have changed. */
const refreshTimelines = ({ unit_id }: TripsEvent) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, params] }) =>
      name === 'getClientUnitsByIdTimeline' &&
      (unit_id === undefined || (params as { readonly id: number }).id === unit_id),
  })

export function keepQueriesFresh() {
  const standing = refreshing(standingEveryMs, 'getClientStanding')
  const events = refreshing(
    newsEveryMs,
    ...(['getClientEvents', 'getClientGeofencesInside', 'getClientGeofenceVisits'] as const),
  )
  const notifications = refreshing(newsEveryMs, 'getClientNotifications', 'getClientNotificationsUnread')
  return {
    onTrips(event: TripsEvent) {
      standing.ask()
      void refreshTimelines(event)
    },
    onEvents: events.ask,
    onNotifications: notifications.ask,
    stop() {
      for (const one of [standing, events, notifications]) one.stop()
    },
  }
}
