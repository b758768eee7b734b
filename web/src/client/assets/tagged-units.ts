/** Assets, sensors and gateways, kept up to date while they are visible, and texts about them. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOperation } from '../../api/queries.ts'
import type { TaggedUnit, Whereabouts } from '../types.ts'
import { paced } from '../units/queries/paced.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'

export const kinds = ['asset', 'sensor', 'gateway'] as const
export type Kind = (typeof kinds)[number]

const lists = { asset: 'getClientAssets', sensor: 'getClientSensors', gateway: 'getClientGateways' } as const

/** The stream contains positions only; indoors, many gateways have none. */
const everyMs = 5_000
const atMostEveryMs = 1_000

export function useTaggedUnits(kind: Kind, { stream }: Pick<Fleet, 'stream'>): UseQueryResult<readonly TaggedUnit[]> {
  const query = useOperation(lists[kind], { sort: 'name' }, { everyMilliseconds: everyMs })
  const { refetch } = query
  useEffect(() => {
    const refresh = paced(atMostEveryMs, async () => {
      if (document.visibilityState === 'visible') await refetch()
    })
    const leave = stream.subscribe(refresh.ask)
    return () => {
      leave()
      refresh.stop()
    }
  }, [refetch, stream])
  return query
}

/** "Hall 2, Floor 1, Packing, North". */
export const placeName = ({ building, floor, room, gateway }: Whereabouts): string =>
  [building?.name, floor?.name, room, gateway].filter(Boolean).join(', ')

/** If it was last detected longer ago than this, it may be elsewhere. */
const silentSeconds = 900
export const isSilent = ({ place }: TaggedUnit, nowSeconds: number): boolean =>
  nowSeconds - (place?.heard_at ?? 0) > silentSeconds

export const categoriesOf = (units: readonly TaggedUnit[]): string[] =>
  [...new Set(units.flatMap(({ category }) => category ?? []))].sort((a, b) => a.localeCompare(b))
