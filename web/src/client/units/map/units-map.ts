/** The map itself, apart from React: made once, told what to show, closed. */
import { LngLatBounds } from 'maplibre-gl'
import { type DrawnGeofence, geofenceLayers, geofenceSources, showGeofences } from '../../geofences/geofence-layers.ts'
import type { UnitState } from '../snapshot.ts'
import { glide, glideMs, type Point } from './glide.ts'
import { openGround, streetZoom } from './ground.ts'
import { type Scheme, unitLayers } from './look.ts'
import { drawMark, markRatio } from './marks.ts'

export interface Mark extends Point {
  readonly id: number
  readonly name: string
  readonly state: UnitState
  readonly direction: number
}

export interface MapOptions {
  readonly styleUrl: string | null
  readonly scheme: Scheme
  readonly isStill: boolean
  onSelect(unit: number): void
  /** The viewer has moved the map away from what it followed. */
  onLeave(): void
  onDrawn(count: number): void
}

export interface UnitsMap {
  show(marks: readonly Mark[], selected: number | undefined): void
  showTrail(points: readonly Point[]): void
  showGeofences(geofences: readonly DrawnGeofence[]): void
  recolour(scheme: Scheme): void
  centre(point: Point, isNew: boolean): void
  fit(): void
  zoom(by: number): void
  close(): void
}

const countEveryMs = 300

export function openMap(container: HTMLElement, options: MapOptions): UnitsMap {
  const { map, source, recolour } = openGround(container, {
    styleUrl: options.styleUrl,
    scheme: options.scheme,
    sources: [...geofenceSources, 'trail', 'units'],
    layers: (scheme) => [...geofenceLayers(scheme), ...unitLayers(scheme)],
    onLoad: () => {
      for (const state of ['moving', 'idling', 'parked', 'silent', 'never'] as const)
        map.addImage(state, drawMark(state), { pixelRatio: markRatio })
      showGeofences(source, geofences)
      drawTrail()
      gliding.to(marks)
      if (!hasFitted) fit()
    },
  })
  let marks = new Map<number, Mark>()
  let selected: number | undefined
  let hasFitted = false
  /** On the way to a unit just chosen: its next position must not cut the flight short. */
  let isArriving = false
  let trail: readonly Point[] = []
  let geofences: readonly DrawnGeofence[] = []

  const drawUnits = (places: ReadonlyMap<number, Point>) =>
    void source('units')?.setData({
      type: 'FeatureCollection',
      features: [...places].flatMap(([id, { longitude, latitude }]) => {
        const mark = marks.get(id)
        if (!mark) return []
        const { name, state, direction } = mark
        const properties = { id, name, icon: state, direction: state === 'moving' ? direction : 0 }
        return {
          type: 'Feature' as const,
          properties: { ...properties, isSelected: id === selected },
          geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
        }
      }),
    })
  const gliding = glide(drawUnits, options.isStill)
  const drawTrail = () =>
    void source('trail')?.setData({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: trail.map(({ longitude, latitude }) => [longitude, latitude]) },
    })
  const fit = () => {
    const bounds = new LngLatBounds()
    for (const { longitude, latitude } of marks.values()) bounds.extend([longitude, latitude])
    // Before it is shown for the first time the map has no size to fit anything into.
    if (bounds.isEmpty() || container.clientWidth === 0) return
    map.fitBounds(bounds, { padding: 60, maxZoom: streetZoom, animate: hasFitted && !options.isStill })
    hasFitted = true
  }

  map.on('resize', () => {
    if (!hasFitted) fit()
  })
  let countedAtMs = 0
  map.on('render', () => {
    if (performance.now() - countedAtMs < countEveryMs || !map.getLayer('units')) return
    countedAtMs = performance.now()
    options.onDrawn(map.queryRenderedFeatures({ layers: ['units'] }).length)
  })
  map.on('dragstart', () => options.onLeave())
  map.on('click', 'units', ({ features }) => {
    const id = features?.[0]?.properties.id
    if (typeof id === 'number') options.onSelect(id)
  })
  for (const [event, cursor] of [
    ['mouseenter', 'pointer'],
    ['mouseleave', ''],
  ] as const)
    map.on(event, 'units', () => {
      map.getCanvas().style.cursor = cursor
    })

  return {
    show(shown, chosen) {
      marks = new Map(shown.map((mark) => [mark.id, mark]))
      selected = chosen
      if (source('units')) gliding.to(marks)
      if (!hasFitted && marks.size > 0 && map.loaded()) fit()
    },
    showTrail(points) {
      trail = points
      drawTrail()
    },
    showGeofences(shown) {
      geofences = shown
      showGeofences(source, geofences)
    },
    recolour,
    centre({ longitude, latitude }, isNew) {
      const center: [number, number] = [longitude, latitude]
      if (isNew) {
        const zoom = Math.max(map.getZoom(), streetZoom)
        if (options.isStill || !hasFitted) map.jumpTo({ center, zoom })
        else {
          isArriving = true
          map.flyTo({ center, zoom, duration: 1_200 })
          map.once('moveend', () => {
            isArriving = false
          })
        }
        hasFitted = true
      } else if (!isArriving) {
        // As fast as the mark glides, so that it stands still in the middle.
        map.easeTo({ center, duration: options.isStill ? 0 : glideMs, easing: (part) => part })
      }
    },
    fit,
    zoom: (by) => void map.zoomTo(map.getZoom() + by, { duration: options.isStill ? 0 : 200 }),
    close() {
      gliding.stop()
      map.remove()
    },
  }
}
