/** What the page of events asks, and the shapes of the answers. */

import type { LatLon } from '../../shared/map/lat-lon.ts'
import { change, getPage, type Paged } from '../client-api.ts'

export interface UnitEvent {
  readonly id: string
  /** `enter`, `leave`, or the name of an alarm. */
  readonly kind: string
  readonly unit_id: number
  readonly at: number
  readonly geofence_id: string | null
  readonly rule_name: string | null
  readonly place: LatLon | null
  readonly count: number
  readonly seen_before: number | null
  readonly seen_after: number | null
  readonly until: number
  readonly noticed_at: number
  readonly acknowledged_at: number | null
}

export function listEvents(
  query: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
  signal?: AbortSignal,
): Promise<Paged<UnitEvent>> {
  const page = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })
  return getPage<UnitEvent>(`/events?${query ? `${query}&` : ''}${page}`, signal)
}

export const acknowledge = (id: string): Promise<UnitEvent> => change('PUT', `/events/${id}/acknowledged`)

/** As many as the API takes in one request. */
const atOnceMax = 1000

export async function acknowledgeAll(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnceMax)
    await change('PUT', '/events/acknowledged', { event_ids: ids.slice(from, from + atOnceMax) })
}
