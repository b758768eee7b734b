/**
 * Countries as boxes: one for each part of the land, so that distant islands bring no sea with them. From the atlas of
 * Natural Earth, from which the build of the pages makes the built-in map.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Area } from './pmtiles.ts'

export interface Country {
  /** ISO 3166, two capital letters. */
  readonly code: string
  readonly name: string
  readonly areas: readonly Area[]
}

/** Of TopoJSON: borders are lines that countries share, as differences of whole numbers. */
interface Atlas {
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] }
  readonly arcs: readonly (readonly (readonly [number, number])[])[]
  readonly objects: {
    readonly countries: {
      readonly geometries: readonly {
        readonly type: 'Polygon' | 'MultiPolygon'
        readonly id?: string
        readonly properties: { readonly name: string }
        readonly arcs: readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[]
      }[]
    }
  }
}

/** The borders are coarse, so the boxes are a little larger. */
const marginDegrees = 0.1
/** Parts this close to each other become one box. */
const joinDegrees = 1

export function readCountries(): Country[] {
  const { resolve } = createRequire(import.meta.url)
  const atlas = JSON.parse(readFileSync(resolve('world-atlas/countries-50m.json'), 'utf8')) as Atlas
  return atlas.objects.countries.geometries.flatMap(({ type, id, properties, arcs }) => {
    const code = id === undefined ? undefined : new Intl.Locale(`und-${id}`).region
    if (code === undefined) return []
    const polygons = (type === 'Polygon' ? [arcs] : arcs) as readonly (readonly (readonly number[])[])[]
    const boxes = polygons.flatMap(([outline = []]) => boxesOf(atlas, outline))
    return [{ code, name: nameOf(code, 'en') ?? properties.name, areas: joined(boxes) }]
  })
}

/** By its code, or by its name in English or German. */
export function findCountry(countries: readonly Country[], text: string): Country | undefined {
  const wanted = plain(text)
  return countries.find(({ code, name }) =>
    [code, name, nameOf(code, 'de') ?? ''].some((known) => plain(known) === wanted),
  )
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()

const nameOf = (code: string, language: string): string | undefined =>
  new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code)

/** Two for land on both sides of 180°. */
function boxesOf({ transform, arcs }: Atlas, outline: readonly number[]): Area[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  let before: number | undefined
  for (const arc of outline) {
    let [x, y] = [0, 0]
    // ~n is the line n backwards, which has the same points.
    const points = (arcs[arc < 0 ? ~arc : arc] ?? []).map(([dx, dy]) => {
      x += dx
      y += dy
      return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]] as const
    })
    for (const [lon, lat] of arc < 0 ? points.reverse() : points) {
      // No border is half a world long: such a step crosses 180°.
      const turns = before === undefined ? 0 : Math.round((before - lon) / 360)
      const steady = lon + turns * 360
      before = steady
      west = Math.min(west, steady)
      east = Math.max(east, steady)
      south = Math.min(south, lat)
      north = Math.max(north, lat)
    }
  }
  const [bottom, top] = [Math.max(south - marginDegrees, -90), Math.min(north + marginDegrees, 90)]
  return splitAt180(west - marginDegrees, bottom, east + marginDegrees, top)
}

/** The longitudes may exceed 180°, or the western one may be greater than the eastern one. */
export function splitAt180(west: number, south: number, east: number, north: number): Area[] {
  const right = east < west ? east + 360 : east
  if (right - west >= 360) return [[-180, south, 180, north]]
  if (west < -180) return [...splitAt180(west + 360, south, 180, north), [-180, south, right, north]]
  if (right > 180)
    return [
      [west, south, 180, north],
      [-180, south, right - 360, north],
    ]
  return [[west, south, right, north]]
}

function joined(boxes: readonly Area[]): Area[] {
  const all: Area[] = []
  for (const box of boxes) {
    let grown = box
    for (
      let at = all.findIndex((one) => areClose(one, grown));
      at >= 0;
      at = all.findIndex((one) => areClose(one, grown))
    ) {
      const [other] = all.splice(at, 1) as [Area]
      grown = [
        Math.min(grown[0], other[0]),
        Math.min(grown[1], other[1]),
        Math.max(grown[2], other[2]),
        Math.max(grown[3], other[3]),
      ]
    }
    all.push(grown)
  }
  return all
}

const areClose = (one: Area, other: Area): boolean =>
  one[0] - joinDegrees <= other[2] &&
  one[2] + joinDegrees >= other[0] &&
  one[1] - joinDegrees <= other[3] &&
  one[3] + joinDegrees >= other[1]
