import assert from 'node:assert/strict'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import { createMeters } from '#kernel/runtime/meters.ts'
import { aMapFile } from '#testing/files/map-file.ts'
import { aHouse, aRoad, aTile, type Layers } from '#testing/files/map-tile.ts'
import { createAddresses } from '../sources.ts'
import { TileCache } from './lookup-cache.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-addresses-'))
after(() => rm(folder, { recursive: true }))
let count = 0

/** Tiles at the equator, where a unit is 0.3 m: the first of two neighbours, and the one east of it. */
const [west, east, above] = ['15/16000/16383', '15/16001/16383', '12/2000/2047']
const metresPerUnit = 40_075_016.686 / 2 ** 15 / 4096

/** A point in units of the western tile. */
function at(x: number, y: number) {
  const worldY = (16_383 + y / 4096) / 2 ** 15
  return {
    lon: ((16_000 + x / 4096) / 2 ** 15) * 360 - 180,
    lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * worldY))) * 180) / Math.PI,
  }
}

async function aMap(tiles: Readonly<Record<string, Layers | string>>, nowMs?: () => number) {
  const path = join(folder, `${count++}.pmtiles`)
  const put = async (content: typeof tiles) => {
    const entries = Object.entries(content).map(([address, layers]) => [
      address,
      typeof layers === 'string' ? layers : aTile(layers),
    ])
    await writeFile(`${path}.new`, aMapFile({ tiles: Object.fromEntries(entries) }))
    await rename(`${path}.new`, path)
  }
  await put(tiles)
  const warnings: unknown[] = []
  const log = { warn: (entry: unknown) => void warnings.push(entry) }
  const maps = new MapFiles([path], log, nowMs)
  after(() => maps.close())
  return { addresses: createAddresses({ maps, log, meters: createMeters() }), put, warnings }
}

const inTown = { addr_postcode: '1000', addr_city: 'Harbour' }
const townAbove: Layers = {
  places: [
    { at: [[300, 4000]], properties: { kind: 'locality', kind_detail: 'village', name: 'Hill' } },
    { at: [[100, 4090]], properties: { kind: 'neighbourhood', kind_detail: 'neighbourhood', name: 'Old Quarter' } },
  ],
}

test('the nearest street with a name, and the nearest of its own house numbers', async () => {
  const { addresses } = await aMap({
    [west]: {
      roads: [
        aRoad('Main Street', [0, 1000], [4096, 1000]),
        aRoad('Side Lane', [2000, 1000], [2000, 3000]),
        aRoad('', [0, 1050], [4096, 1050]),
        {
          at: [
            [0, 1010],
            [4096, 1010],
          ],
          properties: { kind: 'rail', name: 'Coast Line' },
        },
      ],
      buildings: [
        aHouse('7', [1000, 1040], { addr_street: 'Main Street', ...inTown }),
        aHouse('1', [1000, 960], { addr_street: 'Side Lane', ...inTown }),
        // These have no street: each belongs to the closest one.
        aHouse('12', [2040, 2500]),
        aHouse('90', [3000, 1030]),
      ],
    },
    [above]: townAbove,
  })
  const textAt = async (x: number, y: number) => (await addresses.at(at(x, y)))?.text
  // Closer to an unnamed road, a railway and a house of another street.
  assert.equal(await textAt(1000, 985), 'Main Street 7, 1000 Harbour')
  assert.deepEqual(await addresses.at(at(2010, 2500)), {
    text: 'Side Lane 12, Hill',
    ...{ street: 'Side Lane', houseNumber: '12', place: 'Hill', source: 'map' },
  })
  assert.equal(await textAt(3000, 1002), 'Main Street 90, Hill')
  // Within 50 m there is no house number; further than 150 m from every street there is only the village.
  assert.equal(await textAt(1000 - 51 / metresPerUnit, 1000), 'Main Street, 1000 Harbour')
  assert.equal(await textAt(3800, 2200), 'Hill')
})

test('features beyond the edge of a tile are found as well', async () => {
  const { addresses } = await aMap({
    [west]: { roads: [aRoad('Far Road', [4000, 0], [4000, 4096])] },
    [east]: {
      roads: [aRoad('Edge Street', [10, 0], [10, 4096])],
      buildings: [aHouse('5a', [40, 100], { addr_street: 'edge street', ...inTown })],
    },
  })
  assert.equal((await addresses.at(at(4090, 100)))?.text, 'Edge Street 5a, 1000 Harbour')
})

test('a road has its posted speed, else the usual one; a path has none', async () => {
  const { addresses } = await aMap({
    [west]: {
      roads: [
        {
          at: [
            [0, 100],
            [4096, 100],
          ],
          properties: { kind: 'major_road', kind_detail: 'secondary', maxspeed: 50 },
        },
        {
          at: [
            [0, 600],
            [4096, 600],
          ],
          properties: { kind: 'highway', kind_detail: 'motorway_link' },
        },
        {
          at: [
            [0, 580],
            [4096, 580],
          ],
          properties: { kind: 'path', kind_detail: 'footway', name: 'Promenade' },
        },
      ],
    },
  })
  assert.deepEqual(await addresses.roadAt(at(10, 90)), { kind: 'secondary', limit: 50, usual: 70 })
  assert.deepEqual(await addresses.roadAt(at(10, 575)), { kind: 'motorway', usual: 120 })
  assert.equal(await addresses.roadAt(at(10, 1500)), undefined)
})

test('at a crossing it is the road in the direction of travel', async () => {
  const { addresses } = await aMap({
    [west]: {
      roads: [aRoad('Along', [0, 1000], [4096, 1000]), aRoad('Across', [2000, 0], [2000, 4096])],
    },
  })
  const crossing = at(2002, 1010)
  for (const [direction, name] of [
    [undefined, 'Across'],
    [90, 'Along'],
    [265, 'Along'],
    [180, 'Across'],
    [355, 'Across'],
  ] as const) {
    assert.equal((await addresses.roadAt(crossing, direction))?.name, name, String(direction))
  }
})

test('broken tiles give the nearest town, and one warning', async () => {
  const { addresses, warnings } = await aMap({ [west]: 'no tile at all', [east]: '\x1a\xff\xff\xff\xff\x0f' })
  for (const x of [10, 4090, 4200]) assert.equal(await addresses.at(at(x, 500)), undefined)
  assert.equal(warnings.length, 1)
})

test('a new map has other addresses and another version', async () => {
  let now = 0
  const roadOf = (name: string) => ({ [west]: { roads: [aRoad(name, [0, 1000], [4096, 1000])] } })
  const { addresses, put } = await aMap(roadOf('First Street'), () => now)
  const before = await addresses.version()
  assert.equal((await addresses.at(at(10, 1000)))?.text, 'First Street')
  await put(roadOf('Second Street'))
  now += 10_000
  assert.notEqual(await addresses.version(), before)
  assert.equal((await addresses.at(at(10, 1000)))?.text, 'Second Street')
})

test('without a map it is the nearest town, as text and in parts, even across 180°', async () => {
  const addresses = createAddresses({ maps: new MapFiles([], silent), log: silent, meters: createMeters() })
  assert.deepEqual(await addresses.at({ lat: 47.141, lon: 9.5215 }), {
    text: 'near Vaduz, Liechtenstein',
    ...{ place: 'Vaduz', country: 'LI', source: 'town' },
  })
  // The list has the city's districts too.
  assert.equal((await addresses.at({ lat: 47.373, lon: 8.542 }))?.text, 'near Zürich, Switzerland')
  const [one, other] = [
    await addresses.at({ lat: -16.8, lon: 179.99 }),
    await addresses.at({ lat: -16.8, lon: -179.99 }),
  ]
  assert.ok(one?.place)
  assert.deepEqual(one, other)
  for (const nowhere of [
    { lat: 0, lon: -30 },
    { lat: Number.NaN, lon: 0 },
  ]) {
    assert.equal(await addresses.at(nowhere), undefined)
  }
})

test('the cache of tiles stays within its bound, and keeps what was used last', async () => {
  const cache = new TileCache<{ name: string; bytes: number }>(3_000)
  const read: string[] = []
  const get = (key: number) =>
    cache.get(key, async () => {
      read.push(String(key))
      return { name: `${key}`, bytes: 800 }
    })
  const [first, again] = await Promise.all([get(1), get(1)])
  assert.equal(first, again)
  await get(2)
  assert.equal(((await get(1)) as { name: string }).name, '1')
  await get(3)
  await get(4)
  assert.ok(cache.bytes <= 3_000)
  await get(1)
  assert.deepEqual(read, ['1', '2', '3', '4'])
  await get(2)
  assert.equal(read.at(-1), '2')
})

const silent = { warn: () => {} }
