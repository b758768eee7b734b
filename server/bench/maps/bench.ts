/** Addresses from a map: how many are right, how many per second, and what they cost. */
import { createAddresses } from '#insights/addresses/sources.ts'
import type { Addresses } from '#kernel/geo/addresses.ts'
import { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import type { Position } from '#kernel/geo/position.ts'
import { createMeters } from '#kernel/runtime/meters.ts'
import type { Bench, Options, Report, Say, Table } from '../bench.ts'
import { format, median } from '../compare.ts'
import { featuresOf, houseOf, type Sample, sampleOf, streetsZoom, type TileAddress } from './truth.ts'

export const mapsBench: Bench = {
  name: 'maps',
  summary: 'Addresses from a map with streets: right ones of random points, per second and core, and their memory.',
  run,
}

const aims = { perSecond: 10_000, streets: 95, houses: 90 }
const samplesWanted = 1_000
/** For each zoom level this many are followed, so that a map of the world takes no longer than one of a country. */
const tilesMax = 4_000

const notes = [
  'Points lie on roads with a name, longer roads have more. The right street is the one a point was put on. The right ' +
    'house number is the nearest of that street within 50 m, found among all features of nine tiles in metres on the ' +
    'sphere; one that lies within 30 m counts as its own row. Rates are per second of user CPU time of one process, the ' +
    'median of the rounds: warm over the same points again and again, cold with nothing kept.',
]

async function run({ rounds, roundSeconds, mapFile }: Options, say: Say): Promise<Report> {
  if (mapFile === undefined) throw new Error('Name a map with streets: --file region.pmtiles')
  const maps = new MapFiles([mapFile], { warn: (entry: unknown) => say(String(entry)) } as never)
  try {
    const [problem] = await maps.problems()
    if (problem) throw new Error(problem)
    const samples = await takeSamples(maps, say)
    const accuracy = await judge(maps, samples)
    say(`  streets ${format(accuracy.streets)} of 100, house numbers ${format(accuracy.houses)} of 100`)
    const speed = await measure(maps, samples, rounds, roundSeconds)
    return reportOf(samples.length, accuracy, speed)
  } finally {
    await maps.close()
  }
}

/** Random points on streets all over the map. */
async function takeSamples(maps: MapFiles, say: Say): Promise<readonly Sample[]> {
  const random = seeded(18)
  let tiles: TileAddress[] = [[0, 0]]
  for (let zoom = 1; zoom <= streetsZoom; zoom++) {
    const children = tiles.flatMap(([x, y]): TileAddress[] => [
      [x * 2, y * 2],
      [x * 2 + 1, y * 2],
      [x * 2, y * 2 + 1],
      [x * 2 + 1, y * 2 + 1],
    ])
    const existing: TileAddress[] = []
    for (const child of children) if (await maps.tile(zoom, ...child)) existing.push(child)
    tiles = shuffled(existing, random).slice(0, tilesMax)
  }
  say(`  ${tiles.length} tiles at zoom ${streetsZoom}`)
  const samples: Sample[] = []
  for (let turn = 0; samples.length < samplesWanted && turn < 50; turn++) {
    for (const tile of tiles) {
      if (samples.length === samplesWanted) break
      const sample = sampleOf(await featuresOf(maps, tile), random)
      if (sample) samples.push(sample)
    }
  }
  if (samples.length === 0) throw new Error('The map has no street with a name.')
  return samples
}

interface Accuracy {
  /** Of 100. */
  readonly streets: number
  /** With every point moved by the usual error of a receiver in a street. */
  readonly movedStreets: number
  readonly withHouse: number
  readonly houses: number
  readonly withNearHouse: number
  readonly nearHouses: number
}

async function judge(maps: MapFiles, samples: readonly Sample[]): Promise<Accuracy> {
  const addresses = addressesFrom(maps)
  const random = seeded(5)
  const right = { streets: 0, movedStreets: 0, houses: 0, nearHouses: 0 }
  const having = { houses: 0, nearHouses: 0 }
  for (const sample of samples) {
    const found = await addresses.at(sample)
    if (found?.street === sample.street) right.streets++
    if ((await addresses.at(moved(sample, random() * 2 * Math.PI)))?.street === sample.street) right.movedStreets++
    const truth = houseOf(await nineTiles(maps, sample), sample)
    if (!truth) continue
    const isRight = found?.street === sample.street && found.houseNumber === truth.number
    having.houses++
    if (isRight) right.houses++
    if (truth.metres > 30) continue
    having.nearHouses++
    if (isRight) right.nearHouses++
  }
  const ofHundred = (part: number, whole: number) => (whole === 0 ? 100 : (part / whole) * 100)
  return {
    streets: ofHundred(right.streets, samples.length),
    movedStreets: ofHundred(right.movedStreets, samples.length),
    withHouse: having.houses,
    houses: ofHundred(right.houses, having.houses),
    withNearHouse: having.nearHouses,
    nearHouses: ofHundred(right.nearHouses, having.nearHouses),
  }
}

const movedMetres = 5
const moved = ({ lat, lon }: Position, direction: number): Position => {
  const degrees = movedMetres / 111_195
  const east = Math.sin(direction) / Math.cos((lat * Math.PI) / 180)
  return { lat: lat + degrees * Math.cos(direction), lon: lon + degrees * east }
}

function nineTiles(maps: MapFiles, { lat, lon }: Position) {
  const side = 2 ** streetsZoom
  const x = Math.floor(((lon + 180) / 360) * side)
  const y = Math.floor(((1 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI) / 2) * side)
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx): TileAddress => [x + dx, y + dy]))
  return Promise.all(around.map((tile) => featuresOf(maps, tile)))
}

interface Speed {
  readonly warm: number
  readonly cold: number
  readonly towns: number
  readonly cacheBytes: number
}

async function measure(maps: MapFiles, samples: readonly Sample[], rounds: number, seconds: number): Promise<Speed> {
  const rates = { warm: [] as number[], cold: [] as number[], towns: [] as number[] }
  const meters = createMeters()
  const warm = addressesFrom(maps, meters)
  const towns = addressesFrom(new MapFiles([], silent))
  for (const addresses of [warm, towns]) await rate(addresses, samples, 0)
  for (let round = 0; round < rounds; round++) {
    rates.warm.push(await rate(warm, samples, seconds))
    rates.cold.push(await rate(addressesFrom(maps), samples, 0))
    rates.towns.push(await rate(towns, samples, seconds))
  }
  const [gauge] = (await meters.registry.getSingleMetric('waymark_address_cache_bytes')?.get())?.values ?? []
  return {
    warm: median(rates.warm),
    cold: median(rates.cold),
    towns: median(rates.towns),
    cacheBytes: gauge?.value ?? 0,
  }
}

/** Every point once, and again until the time is over. */
async function rate(addresses: Addresses, samples: readonly Sample[], seconds: number): Promise<number> {
  const before = process.cpuUsage()
  // Wall time bounds the round on a machine that gives us little of its cores.
  const until = performance.now() + seconds * 5000
  for (let done = samples.length; ; done += samples.length) {
    for (const sample of samples) await addresses.at(sample)
    const used = process.cpuUsage(before).user / 1e6
    if (used >= seconds || performance.now() > until) return done / used
  }
}

const silent = { warn: () => {} }
const addressesFrom = (maps: MapFiles, meters = createMeters()) => createAddresses({ maps, log: silent, meters })

function reportOf(count: number, accuracy: Accuracy, speed: Speed): Report {
  const rows: Table = {
    title: `Addresses of ${count} random points`,
    head: ['right', 'of 100', 'points', 'aim'],
    rows: [
      ['street', `**${format(accuracy.streets)}**`, String(count), `≥ ${aims.streets}`],
      [`street, from ${movedMetres} m away`, format(accuracy.movedStreets), String(count), ''],
      ['house number within 50 m', `**${format(accuracy.houses)}**`, String(accuracy.withHouse), `≥ ${aims.houses}`],
      [
        'house number within 30 m',
        `**${format(accuracy.nearHouses)}**`,
        String(accuracy.withNearHouse),
        `≥ ${aims.houses}`,
      ],
    ],
  }
  const rates: Table = {
    title: 'Lookups per second and core',
    head: ['lookups', 'per second', 'aim'],
    rows: [
      ['warm', `**${format(speed.warm)}**`, `≥ ${format(aims.perSecond)}`],
      ['cold, each in another place', format(speed.cold), ''],
      ['nearest town, without a map', format(speed.towns), ''],
      ['memory of the cache, MiB', format(speed.cacheBytes / 1024 ** 2), '≤ 72'],
    ],
  }
  const isMet =
    speed.warm >= aims.perSecond &&
    accuracy.streets >= aims.streets &&
    accuracy.houses >= aims.houses &&
    accuracy.nearHouses >= aims.houses
  return {
    notes,
    tables: [rows, rates],
    verdict:
      `${isMet ? 'met:' : 'MISSED:'} ${format(accuracy.streets)} of 100 streets and ${format(accuracy.houses)} of 100 house ` +
      `numbers are right, at ${format(speed.warm)} lookups per second and core`,
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, key: random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item)
}

/** The same points in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
