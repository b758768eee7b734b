/** The trips of a day on the roads of the map, requested on demand. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { ClientRoadTrips } from '../../../api/generated.ts'
import type { Unit } from '../../types.ts'
import type { RoadLine } from './track.ts'

export interface RoadLines {
  /** By unit; empty until they are known. */
  readonly lines: ReadonlyMap<number, readonly RoadLine[]>
  readonly isAsking: boolean
}

export const useRoadTrips = (units: readonly Unit[], from: number, to: number, isWanted: boolean): RoadLines =>
  useQueries({
    queries: units.map(({ id }) => ({
      queryKey: ['getClientUnitsByIdRoadTrips', { id, from, to }],
      enabled: isWanted,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call('getClientUnitsByIdRoadTrips', { id, from, to }, undefined, signal),
    })),
    combine: linesOf,
  })

const linesOf = (results: readonly UseQueryResult<ClientRoadTrips>[]): RoadLines => ({
  isAsking: results.some(({ isFetching }) => isFetching),
  lines: new Map(
    results.flatMap(({ data }) =>
      data
        ? [
            [
              data.unit_id,
              data.trips.flatMap(({ trip_id, pieces }) =>
                pieces.map(({ on_roads, line }) => ({
                  trip: trip_id,
                  isOffRoads: !on_roads,
                  line: line.map(([latitude = 0, longitude = 0]) => [longitude, latitude] as const),
                })),
              ),
            ] as const,
          ]
        : [],
    ),
  ),
})
