/** The map of units without React: it is opened once, gets what to show, and is closed. */
import type { MapGeoJSONFeature } from 'maplibre-gl'
import { states } from '../units/snapshot.ts'
import type { Base } from './base.ts'
import { openBaseMap, streetZoom } from './base-map.ts'
import { boundsOf, type Insets, offsetOf, paddingOf } from './fit.ts'
import { type DrawnGeofence, geofenceLayers, geofenceSources, showGeofences } from './geofence-layers.ts'
import type { LatLon } from './lat-lon.ts'
import { animate, animationMs } from './markers/animate.ts'
import { type CanvasMarkers, openCanvasMarkers } from './markers/canvas-markers.ts'
import type { Marker } from './markers/marker.ts'
import { drawMarker, markerRatio, pillImage, pillOptions, ringImage } from './markers/marker-image.ts'
import { coordinateOf } from './shape.ts'
import type { Scheme } from './streets/scheme.ts'
import { clusterSums, emptyShape, unitLayers } from './streets/style.ts'
import type { Tiles } from './tiles.ts'

export interface MapOptions {
  readonly base: Base
  readonly scheme: Scheme
  readonly isStill: boolean
  /** How close the map zooms to what is chosen; to street level by default. */
  readonly closeZoom?: number
  onSelect(unit: number): void
  /** The viewer has moved the map away from what it followed. */
  onLeave(): void
  /** How many units and how many clusters are on the screen. */
  onDrawn(units: number, clusters: number): void
  /** A cluster was clicked. */
  onCluster(cluster: Cluster): void
}

/** Units so close to each other that they are drawn as one. */
export interface Cluster {
  readonly count: number
  /** At most `listedMax` of them. */
  readonly ids: readonly number[]
}

export interface UnitsMap {
  show(markers: readonly Marker[], selected: number | undefined): void
  showTrail(points: readonly LatLon[]): void
  showGeofences(geofences: readonly DrawnGeofence[]): void
  recolour(scheme: Scheme): void
  readonly setTiles: Tiles['set']
  /** Overlays of the map, in pixels: the content stays clear of them. */
  setInsets(insets: Insets): void
  /** The middle of the visible part. */
  middle(): LatLon
  /** A place that was searched, with its extent in metres. */
  showFound(place: (LatLon & { readonly radius: number }) | undefined): void
  centre(point: LatLon, isNew: boolean): void
  /** Fits all units and the geofences around them, or these units. */
  fit(ids?: readonly number[]): void
  /** The clusters on the screen, largest first. */
  clusters(): Promise<readonly Cluster[]>
  zoom(by: number): void
  close(): void
}

const countEveryMs = 300
/** More units than this are drawn on a canvas. */
const canvasFrom = 300
const clustersMax = 20
const listedMax = 200

export function openMap(container: HTMLElement, options: MapOptions): UnitsMap {
  const { closeZoom = streetZoom } = options
  const { map, source, recolour, setTiles } = openBaseMap(container, {
    base: options.base,
    scheme: options.scheme,
    sources: [...geofenceSources, 'trail', 'found', 'units', 'chosen'],
    clustered: { source: 'units', sums: clusterSums },
    layers: (scheme) => [...geofenceLayers(scheme), ...unitLayers(scheme)],
    onLoad: () => {
      for (const state of states) map.addImage(state, drawMarker(state), { pixelRatio: markerRatio })
      map.addImage('pill', pillImage(shownScheme), pillOptions)
      showGeofences(source, geofences)
      drawTrail()
      drawAll()
      if (!hasFitted) fit()
    },
  })
  map.setMissingStyleImageResolver((id) => {
    const ring = ringImage(id)
    if (ring) map.addImage(id, ring, { pixelRatio: markerRatio })
  })
  let markers = new Map<number, Marker>()
  let insets: Insets = { start: 0, bottom: 0 }
  const isTurned = document.documentElement.dir === 'rtl'
  let selected: number | undefined
  let hasFitted = false
  /** The viewer has moved the map. */
  let hasMoved = false
  /** True on the way to a unit just chosen: its next position must not cut the flight short. */
  let isArriving = false
  let trail: readonly LatLon[] = []
  let geofences: readonly DrawnGeofence[] = []

  const drawUnits = (places: ReadonlyMap<number, LatLon>) => {
    const features = [...places].flatMap(([id, { longitude, latitude }]) => {
      const marker = markers.get(id)
      if (!marker) return []
      const { name, state, direction } = marker
      return {
        type: 'Feature' as const,
        properties: { id, name, icon: state, direction: state === 'moving' ? direction : 0 },
        geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
      }
    })
    // The chosen unit is never hidden in a cluster.
    const isChosen = ({ properties }: { properties: { id: number } }) => properties.id === selected
    const shape = (all: typeof features) => ({ type: 'FeatureCollection' as const, features: all })
    void source('units')?.setData(shape(features.filter((feature) => !isChosen(feature))))
    void source('chosen')?.setData(shape(features.filter(isChosen)))
  }
  const animation = animate(drawUnits, options.isStill)
  let canvasMarkers: CanvasMarkers | undefined
  /** The map itself draws few units; many are on a canvas above it, except the chosen one. */
  function drawAll(): void {
    if (markers.size <= canvasFrom) {
      canvasMarkers?.close()
      canvasMarkers = undefined
      animation.to(markers)
      return
    }
    const chosen = selected === undefined ? undefined : markers.get(selected)
    const isNew = canvasMarkers === undefined
    canvasMarkers ??= openCanvasMarkers(map, { scheme: shownScheme, isStill: options.isStill, onDrawn: reportDrawn })
    canvasMarkers.show([...markers.values()].filter((marker) => marker !== chosen))
    if (isNew) animation.stop()
    if (isNew || chosen || hasChosen) drawUnits(new Map(chosen && [[chosen.id, chosen]]))
    hasChosen = chosen !== undefined
  }
  let hasChosen = false
  let shownScheme = options.scheme
  let reportedAtMs = 0
  const reportDrawn = (units: number, clusters: number) => {
    if (performance.now() - reportedAtMs < countEveryMs) return
    reportedAtMs = performance.now()
    options.onDrawn(units + (hasChosen ? 1 : 0), clusters)
  }
  const drawTrail = () =>
    void source('trail')?.setData({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: trail.map(({ longitude, latitude }) => [longitude, latitude]) },
    })
  /** Without ids: all units, and the geofences around them. */
  const fit = (ids?: readonly number[]) => {
    const units = [...markers.values()].filter(({ id }) => ids?.includes(id) ?? true)
    look(boundsOf(units, ids ? [] : geofences), ids ? map.getMaxZoom() : closeZoom)
  }
  const look = (bounds: ReturnType<typeof boundsOf>, maxZoom: number) => {
    // Before it is shown for the first time the map has no size to fit anything into.
    if (!bounds || container.clientWidth === 0) return
    const padding = paddingOf(insets, container.clientWidth, container.clientHeight, isTurned)
    map.fitBounds(bounds, { padding, maxZoom, animate: hasFitted && !options.isStill })
    hasFitted = true
  }

  map.on('resize', () => {
    if (!hasFitted) fit()
  })
  let countedAtMs = 0
  map.on('render', () => {
    if (canvasMarkers || performance.now() - countedAtMs < countEveryMs || !map.getLayer('units')) return
    countedAtMs = performance.now()
    const clusters = clustersShown()
    const single = map.queryRenderedFeatures({ layers: ['units', 'chosen'] })
    options.onDrawn(
      new Set(single.map(({ properties }) => properties.id)).size +
        clusters.reduce((sum, { properties }) => sum + Number(properties.point_count), 0),
      clusters.length,
    )
  })
  /** A cluster on the border of two tiles is found in both. */
  const clustersShown = () => [
    ...new Map(
      map.queryRenderedFeatures({ layers: ['clusters'] }).map((cluster) => [cluster.properties.cluster_id, cluster]),
    ).values(),
  ]
  async function clusterOf({ properties }: MapGeoJSONFeature): Promise<Cluster> {
    const leaves = await source('units')?.getClusterLeaves(Number(properties.cluster_id), listedMax, 0)
    const ids = (leaves ?? []).map((leaf) => Number(leaf.properties?.id))
    return { count: Number(properties.point_count), ids }
  }
  // Units move meanwhile; a cluster that no longer exists is left out.
  const read = (clusters: readonly MapGeoJSONFeature[]) =>
    Promise.all(clusters.map((cluster) => clusterOf(cluster).catch(() => undefined))).then((all) =>
      all.filter((one) => one !== undefined),
    )
  map.on('dragstart', () => {
    hasMoved = true
    options.onLeave()
  })
  map.on('click', 'units', ({ features }) => {
    const id = features?.[0]?.properties.id
    if (typeof id === 'number') options.onSelect(id)
  })
  map.on('click', 'clusters', ({ features = [] }) => {
    void read(features.slice(0, 1)).then(([cluster]) => cluster && options.onCluster(cluster))
  })
  const clusterIn = (ids: readonly number[]): Cluster => ({ count: ids.length, ids: ids.slice(0, listedMax) })
  map.on('click', ({ point }) => {
    const ids = canvasMarkers?.at(point)
    if (ids?.length === 1) options.onSelect(ids[0]!)
    else if (ids) options.onCluster(clusterIn(ids))
  })
  map.on('mousemove', ({ point }) => {
    if (canvasMarkers) map.getCanvas().style.cursor = canvasMarkers.at(point) ? 'pointer' : ''
  })
  for (const [event, cursor] of [
    ['mouseenter', 'pointer'],
    ['mouseleave', ''],
  ] as const)
    for (const layer of ['units', 'clusters'])
      map.on(event, layer, () => {
        map.getCanvas().style.cursor = cursor
      })

  return {
    show(shown, chosen) {
      markers = new Map(shown.map((marker) => [marker.id, marker]))
      selected = chosen
      if (!source('units')) return
      drawAll()
      // Not `map.loaded()`, which waits for tiles: units that arrive while some are loading would never be fitted.
      if (!hasFitted && markers.size > 0) fit()
    },
    showTrail(points) {
      trail = points
      drawTrail()
    },
    showGeofences(shown) {
      const isFirst = geofences.length === 0 && shown.length > 0
      geofences = shown
      showGeofences(source, geofences)
      // They arrive after the units. A viewer who has already moved the map stays there.
      if (isFirst && hasFitted && !hasMoved) fit()
    },
    middle() {
      const { lng: longitude, lat: latitude } = map.getCenter()
      return { longitude, latitude }
    },
    showFound(place) {
      const geometry = place && { type: 'Point' as const, coordinates: coordinateOf(place) }
      void source('found')?.setData(geometry ? { type: 'Feature', properties: {}, geometry } : emptyShape)
      if (!place) return
      hasMoved = true
      look(boundsOf([], [{ shape: { type: 'circle', center: place, radius: place.radius } }]), streetZoom)
    },
    setInsets(wanted) {
      insets = wanted
    },
    recolour(scheme) {
      shownScheme = scheme
      if (map.hasImage('pill')) map.updateImage('pill', pillImage(scheme))
      canvasMarkers?.recolour(scheme)
      recolour(scheme)
    },
    setTiles,
    centre({ longitude, latitude }, isNew) {
      const center: [number, number] = [longitude, latitude]
      if (isNew) {
        const zoom = Math.max(map.getZoom(), closeZoom)
        hasMoved = true
        if (options.isStill || !hasFitted) map.easeTo({ center, zoom, offset: offsetOf(insets, isTurned), duration: 0 })
        else {
          isArriving = true
          map.flyTo({ center, zoom, offset: offsetOf(insets, isTurned), duration: 1_200 })
          map.once('moveend', () => {
            isArriving = false
          })
        }
        hasFitted = true
      } else if (!isArriving) {
        // As fast as the marker moves, so that it stays in the middle.
        const duration = options.isStill ? 0 : animationMs
        map.easeTo({ center, offset: offsetOf(insets, isTurned), duration, easing: (part) => part })
      }
    },
    fit,
    clusters: () => {
      if (canvasMarkers) return Promise.resolve(canvasMarkers.clusters().slice(0, clustersMax).map(clusterIn))
      const sizeOf = ({ properties }: MapGeoJSONFeature) => Number(properties.point_count)
      return read(
        clustersShown()
          .sort((a, b) => sizeOf(b) - sizeOf(a))
          .slice(0, clustersMax),
      )
    },
    zoom(by) {
      hasMoved = true
      map.zoomTo(map.getZoom() + by, { duration: options.isStill ? 0 : 200 })
    },
    close() {
      animation.stop()
      canvasMarkers?.close()
      map.remove()
    },
  }
}
