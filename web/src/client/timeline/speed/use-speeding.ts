/** Where the units of a day were too fast for the road. The day does not wait for it. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { ClientSpeeding } from '../../../api/generated.ts'
import type { Unit } from '../../types.ts'
import type { Speeding } from '../track/track.ts'

const refreshMs = 60_000

export const useSpeeding = (units: readonly Unit[], from: number, to: number): readonly Speeding[] =>
  useQueries({
    queries: units.map(({ id }) => ({
      queryKey: ['getClientUnitsByIdSpeeding', { id, from, to }],
      // Only the current day gets more of it.
      refetchInterval: to * 1000 > Date.now() ? refreshMs : (false as const),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call('getClientUnitsByIdSpeeding', { id, from, to }, undefined, signal),
    })),
    combine: stretchesOf,
  })

const stretchesOf = (results: readonly UseQueryResult<ClientSpeeding>[]): readonly Speeding[] =>
  results.flatMap(({ data }) => data?.stretches.map((stretch) => ({ ...stretch, unit: data.unit_id })) ?? [])
