/** The number plates of vehicles, by unit. */
import { useMemo } from 'react'
import { useOperation } from '../../../api/queries.ts'

export function usePlates(): ReadonlyMap<number, string> {
  const { data } = useOperation('getClientVehicles', undefined)
  return useMemo(
    () => new Map((data ?? []).flatMap(({ unit_id, plate }) => (plate === null ? [] : [[unit_id, plate] as const]))),
    [data],
  )
}
