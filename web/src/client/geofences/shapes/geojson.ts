/** Shapes as GeoJSON of other programs. A circle is a point with a radius, a corridor a line with a width. Pure. */

import type { LatLon } from '../../../shared/map/lat-lon.ts'
import { coordinateOf, type Shape } from '../../../shared/map/shape.ts'
import type { Geofence } from '../../types.ts'
import { bounds } from './draft.ts'

function geometryOf(shape: Shape): object {
  if (shape.type === 'circle') return { type: 'Point', coordinates: coordinateOf(shape.center) }
  const line = shape.points.map(coordinateOf)
  return shape.type === 'corridor'
    ? { type: 'LineString', coordinates: line }
    : { type: 'Polygon', coordinates: [[...line, line[0]]] }
}

export function toGeoJson(geofences: readonly Geofence[]): string {
  const features = geofences.map(({ name, colour, shape, min_seconds }) => ({
    type: 'Feature',
    properties: {
      name,
      colour,
      min_seconds,
      ...(shape.type === 'circle' && { radius: shape.radius }),
      ...(shape.type === 'corridor' && { width: shape.width }),
    },
    geometry: geometryOf(shape),
  }))
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`
}

export interface FoundShape {
  readonly name: string | undefined
  readonly colour: string | undefined
  readonly min_seconds: number | undefined
  readonly shape: Shape
}

const usual = { radius: 200, width: 50 } as const

/** All shapes of a file; empty if there are none. Holes in polygons are ignored. */
export function fromGeoJson(text: string): FoundShape[] {
  try {
    return featuresOf(JSON.parse(text)).flatMap(shapesOf)
  } catch {
    return []
  }
}

interface Feature {
  readonly geometry?: { readonly type?: string; readonly coordinates?: unknown; readonly geometries?: unknown }
  readonly properties?: Readonly<Record<string, unknown>> | null
}

function featuresOf(found: { type?: string; features?: Feature[] } & Feature): Feature[] {
  if (found.type === 'FeatureCollection') return found.features ?? []
  return found.type === 'Feature' ? [found] : [{ geometry: found as Feature['geometry'] & object }]
}

function shapesOf({ geometry, properties }: Feature): FoundShape[] {
  const { name, colour, min_seconds, radius, width } = properties ?? {}
  const rest = {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 100) : undefined,
    colour: typeof colour === 'string' && /^#[0-9a-f]{6}$/.test(colour) ? colour : undefined,
    min_seconds: Number.isInteger(min_seconds) ? (min_seconds as number) : undefined,
  }
  const size = (value: unknown, kind: 'radius' | 'width') =>
    typeof value === 'number' ? Math.min(bounds[kind].max, Math.max(bounds[kind].min, Math.round(value))) : usual[kind]
  const polygon = (rings: unknown): Shape => {
    const points = placesOf((rings as unknown[])[0])
    const [first, last] = [points[0], points.at(-1)]
    const isClosed = first?.latitude === last?.latitude && first?.longitude === last?.longitude
    return { type: 'polygon', points: isClosed ? points.slice(0, -1) : points }
  }
  const shapes = (): Shape[] => {
    const coordinates = geometry?.coordinates
    switch (geometry?.type) {
      case 'Point':
        return [{ type: 'circle', center: placeOf(coordinates), radius: size(radius, 'radius') }]
      case 'LineString':
        return [{ type: 'corridor', points: placesOf(coordinates), width: size(width, 'width') }]
      case 'Polygon':
        return [polygon(coordinates)]
      case 'MultiPolygon':
        return (coordinates as unknown[]).map(polygon)
      default:
        return []
    }
  }
  return shapes().map((shape) => ({ ...rest, shape }))
}

function placeOf(value: unknown): LatLon {
  const [longitude, latitude] = value as number[]
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) throw new Error('no place')
  return { longitude: longitude!, latitude: latitude! }
}

const placesOf = (value: unknown): LatLon[] => (value as unknown[]).map(placeOf)
