/** Today's activity of the visible units: requested for some of them at a time, and again when trips have changed. */
import { keepPreviousData, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { ClientUnitDay } from '../../../api/generated.ts'
import { dateOf, dayOf } from '../../timeline/days/day.ts'
import type { Unit } from '../../types.ts'

export type UnitDay = ClientUnitDay

const chunkSize = 50

/** Units are always requested in the same groups, whichever are visible, so that nothing is requested twice. */
export function useDays(
  units: readonly Unit[],
  wanted: readonly number[],
  nowSeconds: number,
  isEnabled: boolean,
): ReadonlyMap<number, UnitDay> {
  const { from, to } = dayOf(dateOf(nowSeconds))
  const isWanted = new Set(wanted)
  const chunks = new Set<number>()
  if (isEnabled)
    for (const [index, { id }] of units.entries()) if (isWanted.has(id)) chunks.add(Math.floor(index / chunkSize))
  return useQueries({
    queries: [...chunks].map((chunk) => {
      const asked = units.slice(chunk * chunkSize, (chunk + 1) * chunkSize)
      const params = { from, to, unit_ids: asked.map(({ id }) => id).join(',') }
      return {
        queryKey: ['getClientDays', params],
        queryFn: ({ signal }: { signal: AbortSignal }) => call('getClientDays', params, undefined, signal),
        placeholderData: keepPreviousData,
      }
    }),
    combine: byUnit,
  })
}

const byUnit = (results: readonly UseQueryResult<readonly UnitDay[]>[]): ReadonlyMap<number, UnitDay> =>
  new Map(results.flatMap(({ data }) => data ?? []).map((day) => [day.unit_id, day]))
