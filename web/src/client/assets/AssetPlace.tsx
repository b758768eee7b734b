/** The location of a tagged item: on the floor plan, or on the map if its gateway is on no plan. */
import { useMemo } from 'react'
import { useOperation } from '../../api/queries.ts'
import { useNow } from '../../shared/format/use-now.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { MapPane } from '../../shared/map/MapPane.tsx'
import { go } from '../../shared/router/router.ts'
import { FloorPlan } from '../buildings/FloorPlan.tsx'
import { unitAddress } from '../route.ts'
import type { TaggedUnit, Whereabouts } from '../types.ts'
import classes from './AssetsView.module.css'
import { isSilent, placeName } from './tagged-units.ts'

export function AssetPlace({ unit, hasFloors }: { unit: TaggedUnit; hasFloors: boolean }) {
  const { place } = unit
  const isOnFloor = hasFloors && place?.floor != null
  const buildings = useOperation('getClientBuildings', undefined, { isEnabled: isOnFloor }).data
  if (!place) return null
  const floor = buildings?.flatMap(({ floors }) => floors).find(({ id }) => id === place.floor?.id)
  const spot = floor?.gateways.find(({ unit_id }) => unit_id === place.gateway_id)
  if (isOnFloor && floor && spot) {
    return (
      <Panel title={placeName(place)}>
        <FloorPlan floor={floor} markers={[]} pin={{ x: spot.x, y: spot.y, name: unit.name }} />
      </Panel>
    )
  }
  return isOnFloor || !place.position ? null : <OnMap unit={unit} place={place} position={place.position} />
}

interface OnMapProps {
  readonly unit: TaggedUnit
  readonly place: Whereabouts
  readonly position: NonNullable<Whereabouts['position']>
}

function OnMap({ unit, place, position: { latitude, longitude } }: OnMapProps) {
  const { id, name } = unit
  const state = isSilent(unit, useNow()) ? 'unseen' : 'seen'
  const markers = useMemo(
    () => [{ id, name, latitude, longitude, state, direction: 0 }] as const,
    [id, name, latitude, longitude, state],
  )
  return (
    <Panel title={placeName(place)}>
      <div className={classes.map}>
        <MapPane
          markers={markers}
          selected={id}
          isFollowing
          trail={noTrail}
          onSelect={() => go(unitAddress(id))}
          onLeave={() => {}}
        />
      </div>
    </Panel>
  )
}

const noTrail = [] as const
