/** A shape while it is drawn: the effect of clicks and drags, its problems, and undo. Pure. */
import type { LatLon } from '../../../shared/map/lat-lon.ts'
import { placeFrom, type Shape, type ShapeType, touchingEdges } from '../../../shared/map/shape.ts'

export interface Draft {
  readonly type: ShapeType
  readonly center: LatLon | undefined
  readonly radius: number
  readonly points: readonly LatLon[]
  readonly width: number
  /** The next click adds a point. */
  readonly isOpen: boolean
}

/** As the API takes them. */
export const bounds = {
  radius: { min: 10, max: 1_000_000 },
  width: { min: 10, max: 10_000 },
  pointsMax: 500,
  latitudeMax: 85,
} as const

export const newDraft = (type: ShapeType): Draft => ({
  type,
  center: undefined,
  radius: 200,
  points: [],
  width: 50,
  isOpen: true,
})

export const draftOf = (shape: Shape): Draft => ({ ...newDraft(shape.type), ...shape, isOpen: false })

const least = { polygon: 3, corridor: 2 } as const

/** Undefined: it is not complete yet. */
export function shapeOf({ type, center, radius, points, width }: Draft): Shape | undefined {
  if (type === 'circle') return center && { type, center, radius }
  if (points.length < least[type]) return undefined
  return type === 'polygon' ? { type, points } : { type, points, width }
}

const within = (value: number, { min, max }: { min: number; max: number }) => Math.min(max, Math.max(min, value))

/** No tracker is more precise than a decimetre. */
const rounded = ({ latitude, longitude }: LatLon): LatLon => ({
  latitude: Number(latitude.toFixed(6)),
  // A map that was moved around the earth keeps counting; the API does not.
  longitude: Number((((((longitude + 180) % 360) + 360) % 360) - 180).toFixed(6)),
})

export const withRadius = (draft: Draft, metres: number): Draft => ({
  ...draft,
  radius: Math.round(within(metres, bounds.radius)),
})

export const withCenter = (draft: Draft, center: LatLon): Draft => ({
  ...draft,
  center: rounded(center),
  isOpen: false,
})

export const circleAround = ({ radius, ...center }: LatLon & { readonly radius: number }): Draft =>
  withRadius(withCenter(newDraft('circle'), center), radius)

export const withPoint = (draft: Draft, place: LatLon, index = draft.points.length): Draft =>
  draft.points.length >= bounds.pointsMax
    ? draft
    : { ...draft, points: draft.points.toSpliced(index, 0, rounded(place)) }

export const withMoved = (draft: Draft, index: number, place: LatLon): Draft => ({
  ...draft,
  points: draft.points.with(index, rounded(place)),
})

export const withoutPoint = (draft: Draft, index: number): Draft => ({
  ...draft,
  points: draft.points.toSpliced(index, 1),
})

export const closed = (draft: Draft): Draft => (shapeOf(draft) ? { ...draft, isOpen: false } : draft)

/** Keeps what fits when the type changes: a line stays a line. */
export function asType(draft: Draft, type: ShapeType): Draft {
  if (type === draft.type) return draft
  const [first] = draft.points
  const next = { ...draft, type, center: draft.center ?? first }
  const isDrawn = shapeOf(next) !== undefined
  return { ...next, isOpen: !isDrawn || (type !== 'circle' && draft.isOpen) }
}

export type Fault =
  | { readonly kind: 'touches'; readonly edges: readonly [number, number] }
  | { readonly kind: 'unfinished' | 'pole' | 'size' }

/** What the server would refuse. */
export function faultOf(draft: Draft): Fault | undefined {
  const shape = shapeOf(draft)
  if (!shape) return { kind: 'unfinished' }
  const places = shape.type === 'circle' ? [shape.center] : shape.points
  const isOnEarth = places.every(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
  const isFar = shape.type !== 'circle' && places.some(({ latitude }) => Math.abs(latitude) > bounds.latitudeMax)
  if (!isOnEarth || isFar) return { kind: 'pole' }
  const size = shape.type === 'circle' ? 'radius' : 'width'
  const metres = draft[size]
  if (shape.type !== 'polygon' && !(metres >= bounds[size].min && metres <= bounds[size].max)) return { kind: 'size' }
  const edges = shape.type === 'polygon' ? touchingEdges(shape.points) : undefined
  return edges && { kind: 'touches', edges }
}

/** Where the handle of the radius is. */
export const radiusHandle = ({ center, radius }: Draft): LatLon | undefined => center && placeFrom(center, radius, 90)

export interface Drawing {
  readonly now: Draft
  readonly past: readonly Draft[]
  /** The stroke of the last change: changes of the same stroke are undone together. */
  readonly stroke: string | undefined
}

export const startDrawing = (draft: Draft): Drawing => ({ now: draft, past: [], stroke: undefined })

const stepsMax = 200

export function drawn(drawing: Drawing, next: Draft, stroke?: string): Drawing {
  if (next === drawing.now) return drawing
  if (stroke !== undefined && stroke === drawing.stroke) return { ...drawing, now: next }
  return { now: next, past: [...drawing.past, drawing.now].slice(-stepsMax), stroke }
}

export const undone = ({ now, past }: Drawing): Drawing => ({
  now: past.at(-1) ?? now,
  past: past.slice(0, -1),
  stroke: undefined,
})
