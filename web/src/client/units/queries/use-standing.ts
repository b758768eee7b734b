/** Since when units are stationary: requested when shown, and again when trips have changed. */
import { useMemo } from 'react'
import { useOperation } from '../../../api/queries.ts'

/** A dealer with support access would be refused, and does not ask. */
export function useStanding(isGuest: boolean): ReadonlyMap<number, number> {
  const { data } = useOperation('getClientStanding', undefined, { isEnabled: !isGuest })
  return useMemo(() => new Map(data?.map((one) => [one.unit_id, one.since])), [data])
}
