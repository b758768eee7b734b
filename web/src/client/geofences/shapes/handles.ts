/**
 * The handles of a shape: its points, the middles of its edges, the centre and the border of a circle. They are buttons
 * on the map, so that mouse, finger and arrow keys can move them.
 */
import { type Map as GlMap, Marker } from 'maplibre-gl'
import type { LatLon } from '../../../shared/map/lat-lon.ts'
import { metresBetween } from '../../../shared/map/shape.ts'
import {
  closed,
  type Draft,
  radiusHandle,
  withCenter,
  withMoved,
  withoutPoint,
  withPoint,
  withRadius,
} from './draft.ts'
import classes from './handles.module.css'

export interface HandleWords {
  point(number: number, count: number): string
  readonly between: string
  readonly center: string
  readonly border: string
}

export interface HandleOptions {
  readonly words: HandleWords
  /** Changes of one stroke are undone together. */
  onEdit(next: Draft, stroke: string): void
  onChoose(point: number | undefined): void
}

interface Handle {
  readonly key: string
  readonly at: LatLon
  readonly label: string
  readonly kind: 'point' | 'between' | 'center' | 'border'
  readonly index: number
  moved(draft: Draft, to: LatLon): Draft
  /** For a point: the shape without it. */
  removed?(draft: Draft): Draft
}

/** More would hide the shape that they belong to. */
const betweenMax = 60
const pixelsByKey = 10
const pixelsByShift = 1

function handlesOf(draft: Draft, words: HandleWords): Handle[] {
  if (draft.type === 'circle') return circleHandles(draft, words)
  const { points } = draft
  const corners = points.map(
    (at, index): Handle => ({
      key: `point ${index}`,
      at,
      label: words.point(index + 1, points.length),
      kind: 'point',
      index,
      moved: (now, to) => withMoved(now, index, to),
      removed: (now) => withoutPoint(now, index),
    }),
  )
  const isRing = draft.type === 'polygon' && points.length > 2
  const edges = draft.isOpen || points.length > betweenMax ? 0 : isRing ? points.length : points.length - 1
  const middles = Array.from({ length: Math.max(0, edges) }, (_, index): Handle => {
    const [a, b] = [points[index]!, points[(index + 1) % points.length]!]
    return {
      key: `between ${index}`,
      at: { latitude: (a.latitude + b.latitude) / 2, longitude: middle(a.longitude, b.longitude) },
      label: words.between,
      kind: 'between',
      index: index + 1,
      moved: (now, to) => withPoint(now, to, index + 1),
    }
  })
  return [...corners, ...middles]
}

const middle = (a: number, b: number) => (Math.abs(a - b) > 180 ? (a + b + 360) / 2 : (a + b) / 2)

function circleHandles(draft: Draft, words: HandleWords): Handle[] {
  const [center, border] = [draft.center, radiusHandle(draft)]
  if (!center || !border) return []
  return [
    { key: 'center', at: center, label: words.center, kind: 'center', index: 0, moved: withCenter },
    {
      key: 'border',
      at: border,
      label: words.border,
      kind: 'border',
      index: 0,
      moved: (now, to) => (now.center ? withRadius(now, metresBetween(now.center, to)) : now),
    },
  ]
}

/** Shown again after every change; a handle that is being dragged or has the focus stays the same element. */
export function openHandles(map: GlMap, options: HandleOptions) {
  const shown = new Map<string, { marker: Marker; handle: Handle }>()
  let draft: Draft | undefined
  let strokes = 0

  function make(key: string): Marker {
    const element = document.createElement('button')
    element.type = 'button'
    element.className = classes.handle!
    const marker = new Marker({ element, draggable: true })
    let stroke = ''
    /** The draft and the handle at the start of the stroke: a middle becomes a point only once. */
    let start: { draft: Draft; handle: Handle } | undefined
    const begin = () => {
      const held = shown.get(key)
      stroke = `handle ${++strokes}`
      start = draft && held ? { draft, handle: held.handle } : undefined
    }
    const moveTo = (to: LatLon) => {
      if (start) options.onEdit(start.handle.moved(start.draft, to), stroke)
    }
    const here = (): LatLon => {
      const { lng, lat } = marker.getLngLat()
      return { longitude: lng, latitude: lat }
    }
    marker.on('dragstart', begin)
    marker.on('drag', () => moveTo(here()))
    marker.on('dragend', () => {
      moveTo(here())
      start = undefined
      draw()
    })
    element.addEventListener('focus', () => {
      const handle = shown.get(key)?.handle
      options.onChoose(handle?.kind === 'point' ? handle.index : undefined)
    })
    element.addEventListener('click', (event) => {
      // The map below must not take it for a new point.
      event.stopPropagation()
      const handle = shown.get(key)?.handle
      if (draft?.isOpen && handle?.kind === 'point' && (handle.index === 0 || handle.index === draft.points.length - 1))
        options.onEdit(closed(draft), `close ${++strokes}`)
    })
    element.addEventListener('keydown', (event) => {
      const handle = shown.get(key)?.handle
      if (!draft || !handle) return
      if ((event.key === 'Delete' || event.key === 'Backspace') && handle.removed) {
        event.preventDefault()
        return options.onEdit(handle.removed(draft), `remove ${++strokes}`)
      }
      const step = event.shiftKey ? pixelsByShift : pixelsByKey
      const away = { ArrowUp: [0, -step], ArrowDown: [0, step], ArrowLeft: [-step, 0], ArrowRight: [step, 0] }[
        event.key
      ]
      if (!away) return
      event.preventDefault()
      event.stopPropagation()
      const at = map.project([handle.at.longitude, handle.at.latitude])
      const { lng, lat } = map.unproject([at.x + away[0]!, at.y + away[1]!])
      options.onEdit(handle.moved(draft, { longitude: lng, latitude: lat }), `keys ${key}`)
    })
    return marker
  }

  function draw(): void {
    const wanted = draft ? handlesOf(draft, options.words) : []
    const keys = new Set(wanted.map(({ key }) => key))
    for (const [key, { marker }] of shown) {
      if (keys.has(key)) continue
      marker.remove()
      shown.delete(key)
    }
    for (const handle of wanted) {
      const known = shown.get(handle.key)
      const marker = known?.marker ?? make(handle.key)
      shown.set(handle.key, { marker, handle })
      marker.setLngLat([handle.at.longitude, handle.at.latitude])
      const element = marker.getElement()
      element.dataset.kind = handle.kind
      element.setAttribute('aria-label', handle.label)
      element.title = handle.label
      if (!known) marker.addTo(map)
    }
  }

  return {
    show(next: Draft | undefined) {
      draft = next
      draw()
    },
    close() {
      draft = undefined
      draw()
    },
  }
}
