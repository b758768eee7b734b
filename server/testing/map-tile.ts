/** Vector tiles for tests, from lists of what is in them. */
import { PbfWriter } from 'pbf'

type Point = readonly [x: number, y: number]
type Properties = Readonly<Record<string, string | number>>

export interface Feature {
  /** A point, or a line of several; 4096 units along each side of the tile. */
  readonly at: readonly Point[]
  readonly properties: Properties
}

/** Features by the name of their layer. */
export type Layers = Readonly<Record<string, readonly Feature[]>>

export function aTile(layers: Layers): Buffer {
  const tile = new PbfWriter()
  for (const [name, features] of Object.entries(layers)) tile.writeMessage(3, writeLayer, { name, features })
  return Buffer.from(tile.finish())
}

export const aRoad = (name: string, ...at: Point[]): Feature => ({
  at,
  properties: { kind: 'minor_road', kind_detail: 'residential', ...(name && { name }) },
})

export const aHouse = (number: string, at: Point, more: Properties = {}): Feature => ({
  at: [at],
  properties: { kind: 'address', addr_housenumber: number, ...more },
})

interface Layer {
  readonly name: string
  readonly features: readonly Feature[]
}

function writeLayer({ name, features }: Layer, writer?: PbfWriter): void {
  const keys = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))]
  const values = [...new Set(features.flatMap(({ properties }) => Object.values(properties)))]
  writer!.writeVarintField(15, 2)
  writer!.writeStringField(1, name)
  for (const { at, properties } of features) {
    const tags = Object.entries(properties).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)])
    writer!.writeMessage(2, writeFeature, { tags, at })
  }
  for (const key of keys) writer!.writeStringField(3, key)
  for (const value of values) writer!.writeMessage(4, writeValue, value)
  writer!.writeVarintField(5, 4096)
}

function writeFeature({ tags, at }: { tags: number[]; at: readonly Point[] }, writer?: PbfWriter): void {
  writer!.writePackedVarint(2, tags)
  writer!.writeVarintField(3, at.length === 1 ? 1 : 2)
  const moves = at.flatMap(([x, y], index) => {
    const [fromX, fromY] = at[index - 1] ?? [0, 0]
    const command = index === 0 ? [9] : index === 1 ? [((at.length - 1) << 3) | 2] : []
    return [...command, zigzag(x - fromX), zigzag(y - fromY)]
  })
  writer!.writePackedVarint(4, moves)
}

const zigzag = (value: number) => (value << 1) ^ (value >> 31)

function writeValue(value: string | number, writer?: PbfWriter): void {
  if (typeof value === 'string') writer!.writeStringField(1, value)
  else writer!.writeDoubleField(3, value)
}
