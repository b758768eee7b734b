import type { UseQueryResult } from '@tanstack/react-query'
import { useOperation } from '../../api/queries.ts'
import type { Geofence } from '../types.ts'

/** A shape has what its type needs, which the API document cannot express. */
export const useGeofences = (isEnabled = true) =>
  useOperation('getClientGeofences', undefined, { isEnabled }) as UseQueryResult<readonly Geofence[]>

/** For pages that only name them: nothing is requested if the plan lacks the module. */
export const useGeofencesOf = (modules: readonly string[]): readonly Geofence[] | undefined =>
  useGeofences(modules.includes('geofence')).data
