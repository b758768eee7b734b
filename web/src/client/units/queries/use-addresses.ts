/** Addresses of units: requested when shown, and again when the live stream reports that some have changed. */
import { useMemo } from 'react'
import { useOperation } from '../../../api/queries.ts'
import type { NamedPlace } from '../../types.ts'

export function useAddresses(): ReadonlyMap<number, NamedPlace> {
  const { data } = useOperation('getClientAddresses', undefined)
  return useMemo(() => new Map(data?.map((one) => [one.unit_id, one.place])), [data])
}
