/** How well the installation's map covers the units, and how to get what is missing. */
import { join } from 'node:path'
import type { Config } from '#kernel/config/config.ts'
import type { Context } from '#kernel/context.ts'
import { addressSources } from '#kernel/geo/addresses.ts'
import type { Area } from '#kernel/geo/map-file/pmtiles.ts'
import * as store from './store.ts'

interface Missing {
  /** Two capital letters; null: no town is near, as at sea. */
  readonly country: string | null
  readonly units: number
  /** The east may be less than the west if units are on both sides of 180°. */
  readonly box: Area
  readonly command: string
}

export interface Coverage {
  /** That have a position. */
  readonly units: number
  /** Of them, those where the map has streets. */
  readonly covered: number
  /** By country, the one with most units first. */
  readonly missing: readonly Missing[]
}

const cellsMax = 10_000
const missingMax = 10

export async function readCoverage(ctx: Pick<Context, 'db' | 'addresses' | 'config'>): Promise<Coverage> {
  const without = new Map<string | null, store.Cell[]>()
  let [units, covered] = [0, 0]
  for (const cell of await store.listCells(ctx.db, cellsMax)) {
    units += cell.units
    if (await ctx.addresses.hasStreets(cell)) {
      covered += cell.units
      continue
    }
    const country = (await ctx.addresses.countryAt(cell)) ?? null
    without.set(country, [...(without.get(country) ?? []), cell])
  }
  const missing = [...without].map(([country, cells]) => {
    const box = boxAround(cells)
    const units = cells.reduce((sum, cell) => sum + cell.units, 0)
    return { country, units, box, command: extractCommand(ctx.config, country, box) }
  })
  return {
    units,
    covered,
    missing: missing.sort((one, other) => other.units - one.units).slice(0, missingMax),
  }
}

/** About five kilometres, so that a unit that drives on is still on the map. */
const marginDegrees = 0.05

/** Rounded outwards to a hundredth of a degree. */
export function boxAround(cells: readonly Pick<store.Cell, 'lat' | 'lon'>[]): Area {
  const longitudes = cells.map(({ lon }) => lon)
  // Measured from the other side of the world, the same units may be closer together.
  const turned = longitudes.map((lon) => (lon < 0 ? lon + 360 : lon))
  const [west, east] = spanOf(longitudes)
  const [turnedWest, turnedEast] = spanOf(turned)
  const isAcross = turnedEast - turnedWest < east - west
  const [south, north] = spanOf(cells.map(({ lat }) => lat))
  return [
    outwards(isAcross ? turnedWest : west, -1, 180),
    outwards(south, -1, 90),
    outwards(isAcross ? turnedEast - 360 : east, 1, 180),
    outwards(north, 1, 90),
  ]
}

const spanOf = (values: readonly number[]): [least: number, most: number] => [
  values.reduce((least, value) => Math.min(least, value)),
  values.reduce((most, value) => Math.max(most, value)),
]

function outwards(degrees: number, side: -1 | 1, most: number): number {
  const round = side < 0 ? Math.floor : Math.ceil
  return Math.min(Math.max(round((degrees + side * marginDegrees) * 100) / 100, -most), most)
}

/** Ready to run, except for the source if the operator has not set one. */
function extractCommand(config: Pick<Config, 'dataFolder' | 'mapSource'>, country: string | null, box: Area): string {
  const target = join(config.dataFolder, 'maps', `${(country ?? 'area').toLowerCase()}.pmtiles`)
  const from = config.mapSource === undefined ? ' --from URL' : ''
  return `npx waymark map extract${from} --bbox ${box.join(',')} --to ${quoted(target)}`
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

const waitingMax = 10_000

export interface AddressFigures extends store.Kept {
  /** Counts addresses of current positions, by source. */
  readonly latest: Readonly<Record<(typeof addressSources)[number] | 'none', number>>
}

export async function readAddressFigures(ctx: Pick<Context, 'db' | 'addresses'>): Promise<AddressFigures> {
  const kept = await store.countKept(ctx.db, await ctx.addresses.version(), waitingMax)
  const counts = new Map((await store.countSources(ctx.db)).map(({ source, units }) => [source, units]))
  const bySource = addressSources.map((source) => [source, counts.get(source) ?? 0])
  return { ...kept, latest: Object.fromEntries([...bySource, ['none', counts.get(null) ?? 0]]) }
}
