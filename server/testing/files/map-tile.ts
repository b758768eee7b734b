/** Vector tiles for tests, from lists of their features. */
import { encodeTile } from '#kernel/geo/map-file/vector-tile.ts'

type Point = readonly [x: number, y: number]
type Properties = Readonly<Record<string, string | number>>

export interface Feature {
  /** A point, or a line of several; 4096 units along each side of the tile. */
  readonly at: readonly Point[]
  readonly properties: Properties
}

/** Features by the name of their layer. */
export type Layers = Readonly<Record<string, readonly Feature[]>>

export const aTile = (layers: Layers): Buffer =>
  encodeTile(
    new Map(
      Object.entries(layers).map(([name, features]) => [
        name,
        features.map(({ at, properties }) => ({
          type: at.length === 1 ? ('point' as const) : ('line' as const),
          parts: [at.flat()],
          properties,
        })),
      ]),
    ),
  )

export const aRoad = (name: string, ...at: Point[]): Feature => ({
  at,
  properties: { kind: 'minor_road', kind_detail: 'residential', ...(name && { name }) },
})

export const aHouse = (number: string, at: Point, more: Properties = {}): Feature => ({
  at: [at],
  properties: { kind: 'address', addr_housenumber: number, ...more },
})
