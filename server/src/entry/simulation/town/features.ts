/** The town in the terms of the Protomaps base map, version 4: layers, kinds and their attributes. Pure. */
import type { Value } from '#kernel/geo/map-file/vector-tile.ts'
import { groundCover } from './cover.ts'
import { brooks, coast, islandName, lakes, quarters, river, riverBanks, riverName, townName, villages } from './land.ts'
import type { Road } from './network.ts'
import { at, type Line, lengthOf, type Point } from './plane.ts'
import type { RoadClass, Street } from './roads.ts'
import type { Town } from './town.ts'

export interface Feature {
  readonly layer: 'earth' | 'landuse' | 'water' | 'roads' | 'buildings' | 'pois' | 'places'
  readonly type: 'point' | 'line' | 'polygon'
  /** The first ring of a polygon is its outline, the others are holes. */
  readonly parts: readonly Line[]
  readonly properties: Readonly<Record<string, Value>>
  readonly minZoom: number
}

/** How far around the island the sea is drawn, in metres. */
const seaMetres = 6_000

export const townFeatures = (town: Town): Feature[] => [
  ...land(),
  ...waters(),
  ...streets(town),
  ...houses(town),
  ...names(town),
]

function land(): Feature[] {
  const cover = groundCover().map(({ kind, ring, minZoom, rank }) =>
    polygon('landuse', [ring], { kind, sort_rank: 180 + rank }, minZoom),
  )
  return [polygon('earth', [coast], { kind: 'earth' }, 0), ...cover]
}

const polygon = (
  layer: Feature['layer'],
  parts: readonly Line[],
  properties: Feature['properties'],
  minZoom: number,
): Feature => ({
  layer,
  type: 'polygon',
  parts,
  properties,
  minZoom,
})

function waters(): Feature[] {
  const [xs, ys] = [coast.map(({ x }) => x), coast.map(({ y }) => y)]
  const [west, east] = [Math.min(...xs) - seaMetres, Math.max(...xs) + seaMetres]
  const [south, north] = [Math.min(...ys) - seaMetres, Math.max(...ys) + seaMetres]
  const sea = [at(west, south), at(east, south), at(east, north), at(west, north)]
  const line = (of: Line, kind: string, name: string, minZoom: number): Feature => ({
    layer: 'water',
    type: 'line',
    parts: [of],
    properties: { kind, name, min_zoom: minZoom, sort_rank: 200 },
    minZoom,
  })
  const inland = { kind: 'water', sort_rank: 200 }
  return [
    polygon('water', [sea, coast], { kind: 'ocean', sort_rank: 200 }, 0),
    polygon('water', [riverBanks], { ...inland, kind_detail: 'river' }, 8),
    ...lakes.map(({ name, ring }) => polygon('water', [ring], { ...inland, kind_detail: 'lake', name }, 8)),
    line(river, 'river', riverName, 10),
    ...brooks.map((brook) => line(brook.line, 'stream', brook.name, 12)),
  ]
}

const classes: Readonly<Record<RoadClass, { readonly kind: string; readonly minZoom: number; readonly rank: number }>> =
  {
    motorway: { kind: 'highway', minZoom: 6, rank: 490 },
    motorway_link: { kind: 'highway', minZoom: 11, rank: 470 },
    primary: { kind: 'major_road', minZoom: 8, rank: 460 },
    secondary: { kind: 'major_road', minZoom: 9, rank: 450 },
    tertiary: { kind: 'major_road', minZoom: 10, rank: 440 },
    unclassified: { kind: 'minor_road', minZoom: 12, rank: 420 },
    residential: { kind: 'minor_road', minZoom: 12, rank: 410 },
    service: { kind: 'minor_road', minZoom: 14, rank: 400 },
  }

/** Consecutive roads with the same attributes become one line, so that its name is written along all of it. */
function streets({ network }: Town): Feature[] {
  const found: Feature[] = []
  let chain: { first: Road; end: number; line: Point[] } | undefined
  const close = () => {
    if (chain) found.push(street(network.streets[chain.first.street]!, chain.first, chain.line))
    chain = undefined
  }
  for (const road of network.roads) {
    const isNext =
      chain && chain.first.street === road.street && chain.end === road.from && chain.first.limitKmh === road.limitKmh
    if (chain && isNext) {
      chain.line.push(...road.line.slice(1))
      chain.end = road.to
      continue
    }
    close()
    chain = { first: road, end: road.to, line: [...road.line] }
  }
  close()
  return found
}

function street({ name, ref, class: detail }: Street, { limitKmh, isOneWay }: Road, line: Line): Feature {
  const { kind, minZoom, rank } = classes[detail]
  return {
    layer: 'roads',
    type: 'line',
    parts: [line],
    properties: {
      kind,
      kind_detail: detail,
      sort_rank: rank,
      min_zoom: minZoom,
      ...(name && { name }),
      ...(ref && { ref }),
      ...(detail === 'motorway_link' && { is_link: true }),
      ...(isOneWay && { oneway: 'yes' }),
      // The upstream schema has no limits. Ours are known, and shown where they are used.
      maxspeed: limitKmh,
    },
    minZoom,
  }
}

function houses({ buildings }: Town): Feature[] {
  return buildings.flatMap(({ ring, centre, address }): Feature[] => [
    polygon('buildings', [ring], { kind: 'building', sort_rank: 400 }, lengthOf(ring) > 110 ? 13 : 14),
    ...(address
      ? [
          point('buildings', centre, 15, {
            kind: 'address',
            addr_housenumber: address.number,
            addr_street: address.street,
            addr_postcode: address.postcode,
            addr_city: address.city,
          }),
        ]
      : []),
  ])
}

const point = (layer: Feature['layer'], place: Point, minZoom: number, properties: Feature['properties']): Feature => ({
  layer,
  type: 'point',
  parts: [[place]],
  properties,
  minZoom,
})

function names({ points }: Town): Feature[] {
  const place = (kind_detail: string, name: string, centre: Point, minZoom: number, people: number, rank: number) =>
    point('places', centre, minZoom, {
      kind: 'locality',
      kind_detail,
      name,
      min_zoom: minZoom,
      population: people,
      population_rank: rank,
      sort_key: -people,
    })
  return [
    point('places', at(-3300, 5000), 3, {
      kind: 'country',
      kind_detail: 'country',
      name: islandName,
      min_zoom: 3,
      population_rank: 7,
      sort_key: 1,
    }),
    place('town', townName, at(0, 0), 6, 38_000, 8),
    ...villages.map(({ name, centre, people }) => place('village', name, centre, 10, people, 5)),
    ...quarters
      .slice(1)
      .map(({ name, centre }) =>
        point('places', centre, 12, { kind: 'neighbourhood', kind_detail: 'suburb', name, min_zoom: 12 }),
      ),
    ...points.map(({ kind, name, point: where, minZoom }) =>
      point('pois', where, minZoom, { kind, name, min_zoom: minZoom }),
    ),
  ]
}
