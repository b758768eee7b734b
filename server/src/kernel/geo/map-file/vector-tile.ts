/** Writes vector tiles (Mapbox's specification, version 2), a message of Protocol Buffers. Pure. */
import { PbfWriter } from 'pbf'

/** Units from one edge of a tile to the other. */
export const extent = 4096

export type Value = string | number | boolean

export interface TileFeature {
  readonly type: 'point' | 'line' | 'polygon'
  /** Whole numbers, x and y in turn. The first ring of a polygon is its outline, the others are holes. */
  readonly parts: readonly (readonly number[])[]
  readonly properties: Readonly<Record<string, Value>>
}

const types = { point: 1, line: 2, polygon: 3 } as const
const [moveTo, lineTo, closePath] = [1, 2, 7]

export type TileLayers = ReadonlyMap<string, readonly TileFeature[]>

export function encodeTile(layers: TileLayers): Buffer {
  const tile = new PbfWriter()
  for (const layer of layers) tile.writeMessage(3, writeLayer, layer)
  return Buffer.from(tile.finish())
}

function writeLayer([name, features]: readonly [string, readonly TileFeature[]], writer?: PbfWriter): void {
  const keys = new Map<string, number>()
  const values = new Map<Value, number>()
  writer!.writeVarintField(15, 2)
  writer!.writeStringField(1, name)
  for (const { type, parts, properties } of features) {
    const tags = Object.entries(properties).flatMap(([key, value]) => [numbered(keys, key), numbered(values, value)])
    writer!.writeMessage(2, writeFeature, { type: types[type], tags, geometry: geometryOf(type, parts) })
  }
  for (const key of keys.keys()) writer!.writeStringField(3, key)
  for (const value of values.keys()) writer!.writeMessage(4, writeValue, value)
  writer!.writeVarintField(5, extent)
}

function numbered<T>(known: Map<T, number>, one: T): number {
  const number = known.get(one) ?? known.size
  known.set(one, number)
  return number
}

interface Numbers {
  readonly type: number
  readonly tags: number[]
  readonly geometry: number[]
}

function writeFeature({ type, tags, geometry }: Numbers, writer?: PbfWriter): void {
  writer!.writePackedVarint(2, tags)
  writer!.writeVarintField(3, type)
  writer!.writePackedVarint(4, geometry)
}

function writeValue(value: Value, writer?: PbfWriter): void {
  if (typeof value === 'string') writer!.writeStringField(1, value)
  else if (typeof value === 'boolean') writer!.writeBooleanField(7, value)
  else if (Number.isInteger(value)) writer!.writeSVarintField(6, value)
  else writer!.writeDoubleField(3, value)
}

/** Commands with their counts, and steps from one point to the next. */
function geometryOf(type: TileFeature['type'], parts: readonly (readonly number[])[]): number[] {
  const numbers: number[] = []
  let [x, y] = [0, 0]
  const step = (part: readonly number[], at: number) => {
    numbers.push(zigzag(part[at]! - x), zigzag(part[at + 1]! - y))
    x = part[at]!
    y = part[at + 1]!
  }
  for (const part of parts) {
    numbers.push(moveTo! + 8)
    step(part, 0)
    if (type === 'point') continue
    numbers.push(lineTo! + 8 * (part.length / 2 - 1))
    for (let at = 2; at < part.length; at += 2) step(part, at)
    if (type === 'polygon') numbers.push(closePath! + 8)
  }
  return numbers
}

/** Small numbers stay small, whatever their sign. */
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
