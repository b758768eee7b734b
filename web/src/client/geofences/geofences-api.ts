/** What the page of geofences asks, and the shapes of the answers. */
import { type Asked, useAsked } from '../../shared/api.ts'
import type { Shape } from '../../shared/map/shape.ts'
import { change, get } from '../client-api.ts'

export interface Geofence {
  readonly id: string
  readonly name: string
  readonly colour: string
  readonly shape: Shape
  readonly min_seconds: number
  readonly since: number
  readonly for_all: boolean
  readonly unit_ids: readonly number[]
  readonly group_ids: readonly string[]
}

export type NewGeofence = Omit<Geofence, 'id' | 'since'> & { readonly since?: number }

export interface Crossing {
  readonly seen_before: number | null
  readonly seen_after: number
}

export interface Visit {
  readonly id: string
  readonly geofence_id: string
  readonly unit_id: number
  readonly from: number
  /** Null: it is inside. */
  readonly to: number | null
  readonly duration: number | null
  readonly came: Crossing
  readonly left: Crossing | null
}

const none = async (): Promise<undefined> => undefined
const listGeofences = (signal: AbortSignal) => get<readonly Geofence[]>('/geofences', signal)
const listInside = (signal: AbortSignal) => get<readonly Visit[]>('/geofences/inside', signal)

export const useGeofences = (): [Asked<readonly Geofence[]>, reload: () => Promise<void>] => useAsked(listGeofences)
/** On pages that only name them: nothing is asked, and nothing known, where the plan lacks the module. */
export const useGeofencesOf = (modules: readonly string[]): readonly Geofence[] | undefined =>
  useAsked<readonly Geofence[] | undefined>(modules.includes('geofence') ? listGeofences : none)[0].value
/** A guest is not told who is where, and does not ask. */
export const useInside = (isGuest: boolean): [Asked<readonly Visit[] | undefined>, reload: () => Promise<void>] =>
  useAsked(isGuest ? none : listInside)

export const listVisits = (query: URLSearchParams, signal: AbortSignal): Promise<readonly Visit[]> =>
  get(`/geofence-visits?${query}`, signal)

/** How many visits and events go with it. */
export const effectOfRemoval = (id: string, signal: AbortSignal): Promise<{ visits: number; events: number }> =>
  get(`/geofences/${id}/effect`, signal)

export const createGeofence = (geofence: NewGeofence): Promise<Geofence> => change('POST', '/geofences', geofence)
export const changeGeofence = (id: string, geofence: Partial<NewGeofence>): Promise<Geofence> =>
  change('PATCH', `/geofences/${id}`, geofence)
export const removeGeofence = (id: string): Promise<unknown> => change('DELETE', `/geofences/${id}`)
