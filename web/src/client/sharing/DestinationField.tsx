/** The destination of the units of a link: a geofence, or an address found by search. */
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { LatLon } from '../../shared/map/lat-lon.ts'
import { PlaceSearch } from '../../shared/map/PlaceSearch.tsx'
import { metresBetween, middleOf, outlineOf } from '../../shared/map/shape.ts'
import { texts } from '../../shared/texts/texts.ts'
import { useGeofencesOf } from '../geofences/use-geofences.ts'
import type { Geofence } from '../types.ts'
import classes from './SharingView.module.css'

const words = texts.sharing

export interface Destination extends LatLon {
  readonly name: string
  /** Metres within which a unit has arrived. */
  readonly radius: number
}

/** The limits of the server. */
const radii = { min: 20, usual: 100, max: 5_000 }
const none = ''
const searched = 'search'

interface DestinationFieldProps {
  readonly modules: readonly string[]
  readonly near: LatLon | undefined
  readonly value: Destination | null
  onChange(value: Destination | null): void
}

export function DestinationField({ modules, near, value, onChange }: DestinationFieldProps) {
  const geofences = useGeofencesOf(modules) ?? []
  const [kind, setKind] = useState(none)
  return (
    <div className={classes.destination}>
      <NativeSelect
        label={words.destination}
        description={words.destinationHint}
        data={[
          { value: none, label: words.noDestination },
          { value: searched, label: words.searchDestination },
          ...geofences.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={kind}
        onChange={({ currentTarget }) => {
          setKind(currentTarget.value)
          const geofence = geofences.find(({ id }) => id === currentTarget.value)
          onChange(geofence ? destinationOf(geofence) : null)
        }}
      />
      {kind === searched && (
        <>
          <PlaceSearch
            find={(search, signal) =>
              call('getClientPlaces', { search, near: near && `${near.latitude},${near.longitude}` }, undefined, signal)
            }
            onChoose={(place) =>
              onChange(
                place
                  ? { name: place.name, latitude: place.latitude, longitude: place.longitude, radius: radii.usual }
                  : null,
              )
            }
          />
          {value === null && (
            <Text size="sm" c="dimmed">
              {words.wrongDestination}
            </Text>
          )}
        </>
      )}
    </div>
  )
}

/** Its centre, and a circle that contains it as far as that makes sense. */
function destinationOf({ name, shape }: Geofence): Destination {
  const [longitude, latitude] = middleOf(shape)
  const farthest = Math.max(
    ...outlineOf(shape).map(([lon, lat]) => metresBetween({ latitude, longitude }, { latitude: lat, longitude: lon })),
  )
  const radius = Math.round(Math.min(Math.max(farthest, radii.min), radii.max))
  return { name, latitude, longitude, radius }
}
