/** The client's geofences: as a list, a single one, or one being drawn, with all of them on the map. */
import { Skeleton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { useNow } from '../../shared/format/use-now.ts'
import { texts } from '../../shared/texts/texts.ts'
import { stateColours } from '../../shared/units/marks.ts'
import { stateOf } from '../../shared/units/snapshot.ts'
import { MapPage } from '../frame/MapPage.tsx'
import { isGuest } from '../frame/menu.ts'
import { type ClientRoute, geofenceAddress, unitAddress } from '../route.ts'
import type { Geofence, Me } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { GeofenceCard } from './GeofenceCard.tsx'
import { GeofenceEditor } from './GeofenceEditor.tsx'
import { GeofenceList } from './GeofenceList.tsx'
import classes from './GeofencesView.module.css'
import { PlacesMapPane } from './map/PlacesMapPane.tsx'
import type { Spot } from './map/places-map.ts'
import { circleAround, type Drawing, draftOf, drawn, faultOf, newDraft, startDrawing } from './shapes/draft.ts'
import { useGeofences } from './use-geofences.ts'

const words = texts.geofences
const none: readonly Geofence[] = []

interface GeofencesViewProps {
  readonly route: ClientRoute & { view: 'geofences' }
  readonly fleet: Fleet
  readonly me: Me
}

const go = (address: string) => {
  window.location.hash = address
}

export function GeofencesView({ route, fleet, me }: GeofencesViewProps) {
  const query = useGeofences()
  // A dealer with support access would be refused, and does not ask.
  const inside = useOperation('getClientGeofencesInside', undefined, { isEnabled: !isGuest(me) }).data
  const geofences = query.data ?? none
  const geofence = geofences.find(({ id }) => id === route.geofence)
  const isEdited = route.isEdited && (route.geofence === 'new' || geofence !== undefined)
  const [drawing, setDrawing] = useDrawing(isEdited ? (geofence ?? 'new') : undefined)
  const [colour, setColour] = useState<string>('')
  const [point, setPoint] = useState<number>()
  const draft = isEdited ? drawing.now : undefined
  const fault = useMemo(() => draft && faultOf(draft), [draft])
  const shown = useMemo(
    () => (isEdited ? geofences.filter(({ id }) => id !== geofence?.id) : geofences),
    [geofences, geofence, isEdited],
  )
  const spots = useSpots(fleet)
  const side = () => {
    if (query.isPending) return <Skeleton height="60%" role="status" aria-label={texts.shared.loading} />
    if (!query.data) {
      return (
        <div className={classes.part}>
          <Failure error={query.error} retry={query.refetch} />
        </div>
      )
    }
    if (isEdited) {
      return (
        <GeofenceEditor
          key={geofence?.id ?? 'new'}
          geofence={geofence}
          units={fleet.units.data ?? []}
          drawing={drawing}
          fault={fault}
          chosenPoint={point}
          onDrawing={setDrawing}
          onColour={setColour}
          onCancel={() => go(geofence ? geofenceAddress(geofence.id) : '#/geofences')}
          onSaved={(id) => go(geofenceAddress(id))}
        />
      )
    }
    if (geofence) {
      return <GeofenceCard key={geofence.id} geofence={geofence} inside={inside} fleet={fleet} isGuest={isGuest(me)} />
    }
    return (
      <GeofenceList geofences={geofences} inside={inside} plans={me.plans} isMissing={route.geofence !== undefined} />
    )
  }
  return (
    <MapPage
      onPhone={isEdited ? 'most' : 'some'}
      side={side()}
      map={
        <PlacesMapPane
          label={words.map(geofences.length)}
          fitLabel={words.fit}
          geofences={shown}
          chosen={isEdited ? undefined : geofence?.id}
          focus={geofence}
          spots={spots}
          draft={draft}
          colour={colour || geofence?.colour}
          fault={fault}
          onGeofence={(id) => go(geofenceAddress(id))}
          onSpot={(id) => {
            if (!isEdited) go(unitAddress(Number(id)))
          }}
          onDraw={(next, stroke) => setDrawing((before) => drawn(before, next, stroke))}
          onPoint={setPoint}
          onCircle={isEdited ? (place) => setDrawing((before) => drawn(before, circleAround(place))) : undefined}
        />
      }
    />
  )
}

/** Starts over for each geofence that is edited. */
function useDrawing(of: Geofence | 'new' | undefined): [Drawing, (change: (before: Drawing) => Drawing) => void] {
  const key = of === 'new' ? 'new' : of?.id
  const start = () => startDrawing(of === undefined || of === 'new' ? newDraft('circle') : draftOf(of.shape))
  const [state, setState] = useState(() => ({ key, drawing: start() }))
  const current = state.key === key ? state : { key, drawing: start() }
  if (current !== state) setState(current)
  return [
    current.drawing,
    (change) => setState((before) => (before.key === key ? { key, drawing: change(before.drawing) } : before)),
  ]
}

/** The units as dots: a geofence is usually drawn where units are. */
function useSpots({ units, snapshots }: Fleet): readonly Spot[] {
  const nowSeconds = useNow()
  return useMemo(
    () =>
      (units.data ?? []).flatMap(({ id }): Spot[] => {
        const snapshot = snapshots.get(id)
        if (!snapshot?.position) return []
        const { latitude, longitude } = snapshot.position
        return [{ id: String(id), latitude, longitude, colour: stateColours[stateOf(snapshot, nowSeconds)] }]
      }),
    [units.data, snapshots, nowSeconds],
  )
}
