/**
 * Draws hundreds or thousands of units on a canvas above the map. The map's own layers would be laid out and drawn again, with
 * everything under them, at every step of every unit. Here a frame only copies small pictures.
 */
import type { Map as GlMap } from 'maplibre-gl'
import type { UnitState } from '../../units/snapshot.ts'
import type { LatLon } from '../lat-lon.ts'
import { type Label, placeLabels } from '../streets/labels.ts'
import type { Scheme } from '../streets/scheme.ts'
import { palettes } from '../streets/style.ts'
import { animationMs } from './animate.ts'
import { cluster, pixelsOf, type Screen, type Spot, worldOf } from './clusters.ts'
import type { Marker } from './marker.ts'
import {
  blank,
  clusterRadius,
  drawMarker,
  drawRing,
  markerSize,
  pillColoursOf,
  ringSize,
  type Shares,
  shareIndexOf,
} from './marker-image.ts'

export interface CanvasMarkers {
  show(markers: readonly Marker[]): void
  hide(): void
  /** The units drawn at this point. */
  at(point: { readonly x: number; readonly y: number }): readonly number[] | undefined
  /** The clusters on the screen, largest first. */
  clusters(): readonly (readonly number[])[]
  recolour(scheme: Scheme): void
  close(): void
}

export interface CanvasMarkersOptions {
  readonly scheme: Scheme
  readonly isStill: boolean
  onDrawn(units: number, clusters: number): void
}

/** How many pictures a moving unit has, one per direction. */
const headings = 32
/** With more units than this on the screen most names would have no room. */
const namedMax = 120
const namePixels = 12
/** The ring of a cluster shows its states in this many parts. */
const ringParts = 12
/** From the middle of a marker to its border. */
const markRadius = 13
const picturesMax = 1_000
/** Markers that move by a few pixels a second need no more than thirty frames a second. */
const drawEveryMs = 30

export function openCanvasMarkers(map: GlMap, options: CanvasMarkersOptions): CanvasMarkers {
  const canvas = document.createElement('canvas')
  Object.assign(canvas.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    pointerEvents: 'none',
  })
  map.getCanvasContainer().append(canvas)
  const brush = canvas.getContext('2d')!
  const pictures = new Map<string, HTMLCanvasElement>()
  let { scheme } = options
  let markers = new Map<number, Marker>()
  let before = new Map<number, LatLon>()
  let spots: readonly Spot[] = []
  let clusteredZoom = Number.NaN
  let startedAtMs = Number.NEGATIVE_INFINITY
  let frame = 0
  let ratio = 1

  function resize(): void {
    ratio = window.devicePixelRatio
    const { clientWidth, clientHeight } = map.getContainer()
    canvas.width = clientWidth * ratio
    canvas.height = clientHeight * ratio
    pictures.clear()
    draw()
  }

  const screen = (): Screen => {
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    const { lng: longitude, lat: latitude } = map.getCenter()
    return { width, height, zoom: map.getZoom(), centre: worldOf({ longitude, latitude }) }
  }
  const part = () => (options.isStill ? 1 : Math.min((performance.now() - startedAtMs) / animationMs, 1))

  function recluster(): void {
    clusteredZoom = Math.round(map.getZoom())
    spots = cluster([...markers.values()], before, clusteredZoom)
  }

  /** The markers on the screen, with their pixels. */
  function inSight(): { readonly spot: Spot; readonly x: number; readonly y: number }[] {
    const [seen, done] = [screen(), part()]
    return spots.flatMap((spot) => {
      const { x, y } = pixelsOf(spot, done, seen)
      const isSeen = x > -markerSize && y > -markerSize && x < seen.width + markerSize && y < seen.height + markerSize
      return isSeen ? { spot, x, y } : []
    })
  }

  function draw(): void {
    if (Math.round(map.getZoom()) !== clusteredZoom) recluster()
    brush.setTransform(ratio, 0, 0, ratio, 0, 0)
    brush.clearRect(0, 0, canvas.width / ratio, canvas.height / ratio)
    const seen = inSight()
    let units = 0
    let clusters = 0
    for (const { spot, x, y } of seen) {
      units += spot.ids.length
      if (spot.ids.length > 1) clusters += 1
      const picture = pictureOf(spot)
      const [width, height] = [picture.width / ratio, picture.height / ratio]
      brush.drawImage(picture, x - width / 2, y - height / 2, width, height)
    }
    if (seen.length - clusters <= namedMax) writeNames(seen)
    options.onDrawn(units, clusters)
  }

  /** Where names were, so that they change sides only when they must. */
  let sides = new Map<number, number>()
  const widths = new Map<string, number>()
  function widthOf(name: string): number {
    const width = widths.get(name) ?? brush.measureText(name).width
    widths.set(name, width)
    return width
  }

  function writeNames(seen: ReturnType<typeof inSight>): void {
    Object.assign(brush, { font: `${namePixels}px sans-serif`, textAlign: 'center', textBaseline: 'middle' })
    const discs = seen.map(({ spot, x, y }) => {
      const marker = spot.ids.length === 1 ? markers.get(spot.ids[0]!) : undefined
      const radius = marker ? markRadius : clusterRadius(spot.ids.length)
      const name = marker && { id: marker.id, text: marker.name, width: widthOf(marker.name), height: namePixels }
      return { x, y, radius, name }
    })
    const labels = placeLabels(discs, sides)
    sides = new Map(labels.map(({ id, side }) => [id, side]))
    for (const label of labels) writeName(label)
  }

  function writeName({ text, x, y, width, height }: Label): void {
    const { ground, line } = pillColoursOf(scheme)
    brush.beginPath()
    brush.roundRect(x - width / 2, y - height / 2, width, height, 7)
    Object.assign(brush, { fillStyle: ground, strokeStyle: line, lineWidth: 1 })
    brush.fill()
    brush.stroke()
    brush.fillStyle = palettes[scheme].label
    brush.fillText(text, x, y + 0.5)
  }

  function pictureOf({ ids }: Spot): HTMLCanvasElement {
    const marker = ids.length === 1 ? markers.get(ids[0]!) : undefined
    const heading = marker?.state === 'moving' ? Math.round((marker.direction / 360) * headings) % headings : 0
    const shares = marker ? undefined : sharesOf(ids)
    const key = marker ? `${marker.state} ${heading}` : `${ids.length} ${shares}`
    const known = pictures.get(key)
    if (known) return known
    if (pictures.size >= picturesMax) pictures.clear()
    const made = shares
      ? clusterPicture(ids.length, shares, ratio)
      : markerPicture(marker?.state ?? 'never', heading / headings, ratio)
    pictures.set(key, made)
    return made
  }

  function sharesOf(ids: readonly number[]): Shares {
    const shares: [number, number, number, number] = [0, 0, 0, 0]
    for (const id of ids) shares[shareIndexOf(markers.get(id)?.state ?? 'never')]! += ringParts / ids.length
    return shares.map(Math.round) as unknown as Shares
  }

  let drawnAtMs = Number.NEGATIVE_INFINITY
  const step = (nowMs: number) => {
    frame = 0
    const isDone = part() === 1
    if (isDone || nowMs - drawnAtMs >= drawEveryMs) {
      drawnAtMs = nowMs
      draw()
    }
    if (!isDone) frame = requestAnimationFrame(step)
  }
  const redraw = () => {
    frame ||= requestAnimationFrame(step)
  }
  map.on('move', redraw)
  map.on('resize', resize)
  resize()

  return {
    show(shown) {
      const done = part()
      // A marker that is still moving continues from where it is.
      before = new Map([...markers].map(([id, marker]) => [id, between(before.get(id), marker, done)]))
      markers = new Map(shown.map((marker) => [marker.id, marker]))
      startedAtMs = performance.now()
      recluster()
      redraw()
    },
    hide() {
      markers = new Map()
      before = new Map()
      spots = []
      redraw()
    },
    at: (point) =>
      inSight().findLast(({ spot, x, y }) => {
        const reach = spot.ids.length > 1 ? clusterRadius(spot.ids.length) : markRadius + 3
        return Math.hypot(point.x - x, point.y - y) <= reach
      })?.spot.ids,
    clusters: () =>
      inSight()
        .map(({ spot }) => spot.ids)
        .filter((ids) => ids.length > 1)
        .sort((a, b) => b.length - a.length),
    recolour(wanted) {
      scheme = wanted
      pictures.clear()
      redraw()
    },
    close() {
      cancelAnimationFrame(frame)
      map.off('move', redraw)
      map.off('resize', resize)
      canvas.remove()
    },
  }
}

const between = (from: LatLon | undefined, to: LatLon, part: number): LatLon =>
  from === undefined || part === 1
    ? to
    : {
        longitude: from.longitude + (to.longitude - from.longitude) * part,
        latitude: from.latitude + (to.latitude - from.latitude) * part,
      }

function markerPicture(state: UnitState, turn: number, ratio: number): HTMLCanvasElement {
  const data = drawMarker(state)
  const whole = document.createElement('canvas')
  whole.width = data.width
  whole.height = data.height
  whole.getContext('2d')!.putImageData(data, 0, 0)
  const [canvas, brush] = blank(markerSize, ratio)
  brush.rotate(turn * 2 * Math.PI)
  brush.drawImage(whole, -markerSize / 2, -markerSize / 2, markerSize, markerSize)
  return canvas
}

function clusterPicture(count: number, shares: Shares, ratio: number): HTMLCanvasElement {
  const radius = clusterRadius(count)
  const [canvas, brush] = blank(ringSize(radius), ratio)
  drawRing(brush, radius, shares)
  Object.assign(brush, { fillStyle: '#ffffff', font: '13px sans-serif', textAlign: 'center', textBaseline: 'middle' })
  brush.fillText(count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`, 0, 1)
  return canvas
}
