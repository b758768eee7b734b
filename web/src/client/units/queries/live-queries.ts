/** Refreshes visible queries that the live stream has news about, but not at every change of every unit. */
import type { OperationName } from '../../../api/call.ts'
import { queryClient } from '../../../api/queries.ts'
import type { TripsEvent } from './live.ts'
import { paced } from './paced.ts'

/** Many units may have news at the same moment. */
const newsEveryMs = 1_000
/** Trips of a large fleet change all the time, and this query covers all units. */
const standingEveryMs = 10_000
/** So do addresses. */
const addressesEveryMs = 5_000
/** These cover the visible units, over a day: a few more seconds do not show. */
const daysEveryMs = 20_000

const refreshing = (everyMs: number, ...names: readonly OperationName[]) =>
  paced(everyMs, () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.includes(name as OperationName) }),
  )

/** Only the timelines of the unit; without a unit, any of them may have changed. */
const refreshTimelines = ({ unit_id }: TripsEvent) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, params] }) =>
      name === 'getClientUnitsByIdTimeline' &&
      (unit_id === undefined || (params as { readonly id: number }).id === unit_id),
  })

export function keepQueriesFresh() {
  const standing = refreshing(standingEveryMs, 'getClientStanding')
  const addresses = refreshing(addressesEveryMs, 'getClientAddresses')
  const days = refreshing(daysEveryMs, 'getClientDays')
  const events = refreshing(
    newsEveryMs,
    ...(['getClientEvents', 'getClientGeofencesInside', 'getClientGeofenceVisits'] as const),
  )
  const notifications = refreshing(
    newsEveryMs,
    'getClientNotifications',
    'getClientNotificationsUnread',
    'getClientEvents',
  )
  return {
    onTrips(event: TripsEvent) {
      standing.ask()
      days.ask()
      void refreshTimelines(event)
    },
    onEvents: events.ask,
    onNotifications: notifications.ask,
    onAddresses: addresses.ask,
    stop() {
      for (const one of [standing, days, addresses, events, notifications]) one.stop()
    },
  }
}
