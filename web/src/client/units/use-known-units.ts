/** Puts together what different questions know of each unit: state, since when it stands, and where it is. */
import { useMemo } from 'react'
import { useOperation } from '../../api/queries.ts'
import { texts } from '../../shared/texts/texts.ts'
import { stateOf, stoppedSinceOf, taggedStateOf } from '../../shared/units/snapshot.ts'
import { useGeofencesOf } from '../geofences/use-geofences.ts'
import type { KnownUnit } from './known-units.ts'
import type { Fleet } from './use-fleet.ts'
import { useStanding } from './use-standing.ts'

const none: readonly KnownUnit[] = []

interface Viewer {
  readonly modules: readonly string[]
  readonly isGuest: boolean
  readonly isTagged: boolean
}

export function useKnownUnits({ units, snapshots }: Fleet, viewer: Viewer, nowSeconds: number): readonly KnownUnit[] {
  const standing = useStanding(viewer.isGuest)
  const places = usePlaces(viewer)
  const list = units.data
  return useMemo(
    () =>
      list?.map((unit) => {
        const snapshot = snapshots.get(unit.id) ?? { seenAt: unit.last_active }
        const state = (viewer.isTagged ? taggedStateOf : stateOf)(snapshot, nowSeconds)
        const stoppedSince = stoppedSinceOf(state, standing.get(unit.id))
        return { unit, snapshot, state, stoppedSince, place: places.get(unit.id) }
      }) ?? none,
    [list, snapshots, standing, places, viewer.isTagged, nowSeconds],
  )
}

/** The geofence that a unit is in. */
function usePlaces({ modules, isGuest }: Viewer): ReadonlyMap<number, string> {
  const geofences = useGeofencesOf(modules)
  const isEnabled = modules.includes('geofence') && !isGuest
  const { data } = useOperation('getClientGeofencesInside', undefined, { isEnabled })
  return useMemo(() => {
    const names = new Map(geofences?.map(({ id, name }) => [id, name]))
    const inside = data?.flatMap(({ unit_id, geofence_id }): [number, string][] => {
      const name = names.get(geofence_id)
      return name === undefined ? [] : [[unit_id, texts.client.units.at(name)]]
    })
    return new Map(inside)
  }, [geofences, data])
}
