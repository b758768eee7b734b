/** Geofences below the units on the map, unless the viewer has switched them off, which the browser stores. */
import { useState } from 'react'
import type { Geofence } from '../../types.ts'
import { useGeofencesOf } from '../use-geofences.ts'

const key = 'waymark.geofences-on-map'
const none: readonly Geofence[] = []

export interface GeofenceLayer {
  readonly hasAny: boolean
  readonly isOn: boolean
  readonly shown: readonly Geofence[]
  toggle(): void
}

export function useGeofenceLayer(modules: readonly string[]): GeofenceLayer {
  const geofences = useGeofencesOf(modules) ?? none
  const [isOn, setIsOn] = useState(() => localStorage.getItem(key) !== 'off')
  return {
    hasAny: geofences.length > 0,
    isOn,
    shown: isOn ? geofences : none,
    toggle() {
      localStorage.setItem(key, isOn ? 'off' : 'on')
      setIsOn(!isOn)
    },
  }
}
