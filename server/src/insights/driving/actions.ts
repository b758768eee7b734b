/** What drivers drove. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { requireDriver } from '../drivers/actions.ts'
import { drivenBy } from '../drivers/claims.ts'
import { chosenUnits, lastEnd, listTrips, type Stretch } from '../trips/actions.ts'
import type { NamedTrip } from '../trips/trip.ts'

/** Trips mostly driven by the driver, with units that the caller sees, in order of time. */
export async function tripsOfDriver(call: ClientCall, driverId: string, stretch: Stretch): Promise<NamedTrip[]> {
  await requireDriver(call, driverId)
  const seen = await chosenUnits(call, { unitIds: undefined, groupId: undefined })
  const driven = await drivenBy(call, driverId, stretch.from, await lastEnd(call, seen, stretch.to))
  const units = seen.filter((id) => (driven.get(id)?.length ?? 0) > 0)
  const trips: NamedTrip[] = []
  for await (const page of listTrips(call, units, stretch, 'trip')) {
    trips.push(...page.filter(({ driver }) => driver?.id === driverId))
  }
  return trips.sort((one, other) => one.t0 - other.t0)
}
