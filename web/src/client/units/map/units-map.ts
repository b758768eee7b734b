/** The map itself, apart from React: made once, told what to show, closed. */
import { LngLatBounds, type MapGeoJSONFeature } from 'maplibre-gl'
import { type DrawnGeofence, geofenceLayers, geofenceSources, showGeofences } from '../../geofences/geofence-layers.ts'
import type { UnitState } from '../snapshot.ts'
import { type Crowd, openCrowd } from './crowd.ts'
import { glide, glideMs, type Point } from './glide.ts'
import { openGround, streetZoom } from './ground.ts'
import { type Scheme, unitLayers } from './look.ts'
import { drawMark, markRatio } from './marks.ts'
import type { Tiles } from './tiles.ts'

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
  /** How many units are on the screen, and how many piles of them that are drawn as one. */
  onDrawn(units: number, piles: number): void
  /** A pile was clicked. */
  onPile(pile: Pile): void
}

/** Units so close to each other that they are drawn as one. */
export interface Pile {
  readonly count: number
  /** Not more than are read by anybody. */
  readonly ids: readonly number[]
}

export interface UnitsMap {
  show(marks: readonly Mark[], selected: number | undefined): void
  showTrail(points: readonly Point[]): void
  showGeofences(geofences: readonly DrawnGeofence[]): void
  recolour(scheme: Scheme): void
  readonly setTiles: Tiles['set']
  centre(point: Point, isNew: boolean): void
  /** All, or these. */
  fit(ids?: readonly number[]): void
  /** Those on the screen, the largest first. */
  piles(): Promise<readonly Pile[]>
  zoom(by: number): void
  close(): void
}

const countEveryMs = 300
/** More are drawn as a crowd. */
const crowdFrom = 300
const pilesMax = 20
const listedMax = 200

export function openMap(container: HTMLElement, options: MapOptions): UnitsMap {
  const { map, source, recolour, setTiles } = openGround(container, {
    styleUrl: options.styleUrl,
    scheme: options.scheme,
    sources: [...geofenceSources, 'trail', 'units', 'chosen'],
    clustered: 'units',
    layers: (scheme) => [...geofenceLayers(scheme), ...unitLayers(scheme)],
    onLoad: () => {
      for (const state of ['moving', 'idling', 'parked', 'silent', 'never'] as const)
        map.addImage(state, drawMark(state), { pixelRatio: markRatio })
      showGeofences(source, geofences)
      drawTrail()
      drawAll()
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

  const drawUnits = (places: ReadonlyMap<number, Point>) => {
    const features = [...places].flatMap(([id, { longitude, latitude }]) => {
      const mark = marks.get(id)
      if (!mark) return []
      const { name, state, direction } = mark
      return {
        type: 'Feature' as const,
        properties: { id, name, icon: state, direction: state === 'moving' ? direction : 0 },
        geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
      }
    })
    // The chosen one is never hidden in a pile.
    const isChosen = ({ properties }: { properties: { id: number } }) => properties.id === selected
    const shape = (all: typeof features) => ({ type: 'FeatureCollection' as const, features: all })
    void source('units')?.setData(shape(features.filter((feature) => !isChosen(feature))))
    void source('chosen')?.setData(shape(features.filter(isChosen)))
  }
  const gliding = glide(drawUnits, options.isStill)
  let crowd: Crowd | undefined
  /** Few are on the map itself; many on a canvas above it, all but the chosen one. */
  function drawAll(): void {
    if (marks.size <= crowdFrom) {
      crowd?.close()
      crowd = undefined
      gliding.to(marks)
      return
    }
    const chosen = selected === undefined ? undefined : marks.get(selected)
    const isNew = crowd === undefined
    crowd ??= openCrowd(map, { scheme: shownScheme, isStill: options.isStill, onDrawn: tellDrawn })
    crowd.show([...marks.values()].filter((mark) => mark !== chosen))
    if (isNew) gliding.stop()
    if (isNew || chosen || hasChosen) drawUnits(new Map(chosen && [[chosen.id, chosen]]))
    hasChosen = chosen !== undefined
  }
  let hasChosen = false
  let shownScheme = options.scheme
  let toldAtMs = 0
  const tellDrawn = (units: number, piles: number) => {
    if (performance.now() - toldAtMs < countEveryMs) return
    toldAtMs = performance.now()
    options.onDrawn(units + (hasChosen ? 1 : 0), piles)
  }
  const drawTrail = () =>
    void source('trail')?.setData({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: trail.map(({ longitude, latitude }) => [longitude, latitude]) },
    })
  const fit = (ids?: readonly number[]) => {
    const bounds = new LngLatBounds()
    for (const { id, longitude, latitude } of marks.values())
      if (ids?.includes(id) ?? true) bounds.extend([longitude, latitude])
    // Before it is shown for the first time the map has no size to fit anything into.
    if (bounds.isEmpty() || container.clientWidth === 0) return
    const maxZoom = ids ? map.getMaxZoom() : streetZoom
    map.fitBounds(bounds, { padding: 60, maxZoom, animate: hasFitted && !options.isStill })
    hasFitted = true
  }

  map.on('resize', () => {
    if (!hasFitted) fit()
  })
  let countedAtMs = 0
  map.on('render', () => {
    if (crowd || performance.now() - countedAtMs < countEveryMs || !map.getLayer('units')) return
    countedAtMs = performance.now()
    const piles = pilesShown()
    const single = map.queryRenderedFeatures({ layers: ['units', 'chosen'] })
    options.onDrawn(
      new Set(single.map(({ properties }) => properties.id)).size +
        piles.reduce((sum, { properties }) => sum + Number(properties.point_count), 0),
      piles.length,
    )
  })
  /** A pile on the border of two tiles is found in both. */
  const pilesShown = () => [
    ...new Map(
      map.queryRenderedFeatures({ layers: ['piles'] }).map((pile) => [pile.properties.cluster_id, pile]),
    ).values(),
  ]
  async function pileOf({ properties }: MapGeoJSONFeature): Promise<Pile> {
    const leaves = await source('units')?.getClusterLeaves(Number(properties.cluster_id), listedMax, 0)
    const ids = (leaves ?? []).map((leaf) => Number(leaf.properties?.id))
    return { count: Number(properties.point_count), ids }
  }
  // Units move on meanwhile; a pile that is none any more is left out.
  const read = (piles: readonly MapGeoJSONFeature[]) =>
    Promise.all(piles.map((pile) => pileOf(pile).catch(() => undefined))).then((all) =>
      all.filter((one) => one !== undefined),
    )
  map.on('dragstart', () => options.onLeave())
  map.on('click', 'units', ({ features }) => {
    const id = features?.[0]?.properties.id
    if (typeof id === 'number') options.onSelect(id)
  })
  map.on('click', 'piles', ({ features = [] }) => {
    void read(features.slice(0, 1)).then(([pile]) => pile && options.onPile(pile))
  })
  const pileIn = (ids: readonly number[]): Pile => ({ count: ids.length, ids: ids.slice(0, listedMax) })
  map.on('click', ({ point }) => {
    const ids = crowd?.at(point)
    if (ids?.length === 1) options.onSelect(ids[0]!)
    else if (ids) options.onPile(pileIn(ids))
  })
  map.on('mousemove', ({ point }) => {
    if (crowd) map.getCanvas().style.cursor = crowd.at(point) ? 'pointer' : ''
  })
  for (const [event, cursor] of [
    ['mouseenter', 'pointer'],
    ['mouseleave', ''],
  ] as const)
    for (const layer of ['units', 'piles'])
      map.on(event, layer, () => {
        map.getCanvas().style.cursor = cursor
      })

  return {
    show(shown, chosen) {
      marks = new Map(shown.map((mark) => [mark.id, mark]))
      selected = chosen
      if (source('units')) drawAll()
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
    recolour(scheme) {
      shownScheme = scheme
      crowd?.recolour(scheme)
      recolour(scheme)
    },
    setTiles,
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
    piles: () => {
      if (crowd) return Promise.resolve(crowd.piles().slice(0, pilesMax).map(pileIn))
      const sizeOf = ({ properties }: MapGeoJSONFeature) => Number(properties.point_count)
      return read(
        pilesShown()
          .sort((a, b) => sizeOf(b) - sizeOf(a))
          .slice(0, pilesMax),
      )
    },
    zoom: (by) => void map.zoomTo(map.getZoom() + by, { duration: options.isStill ? 0 : 200 }),
    close() {
      gliding.stop()
      crowd?.close()
      map.remove()
    },
  }
}
