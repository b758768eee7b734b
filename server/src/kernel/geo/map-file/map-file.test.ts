import assert from 'node:assert/strict'
import { mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { aMapFile, type MapContent } from '#testing/files/map-file.ts'
import { MapFile } from './map-file.ts'
import { MapFiles } from './map-files.ts'
import { headerBytes, tileId } from './pmtiles.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-maps-'))
after(() => rm(folder, { recursive: true }))
let count = 0
async function onDisk(bytes: Buffer): Promise<string> {
  const path = join(folder, `${count++}.pmtiles`)
  await writeFile(path, bytes)
  return path
}
const silent = { warn: () => {} }
const world = { '0/0/0': 'world', '3/4/2': 'Europe', '15/17250/11511': 'street' }

test('the ids of tiles follow the curve', () => {
  const first = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 1],
    [1, 1, 1],
    [1, 1, 0],
    [2, 0, 0],
  ] as const
  assert.deepEqual(
    first.map(([z, x, y]) => tileId(z, x, y)),
    [0, 1, 2, 3, 4, 5],
  )
  const all = new Set<number>()
  for (let x = 0; x < 32; x++) for (let y = 0; y < 32; y++) all.add(tileId(5, x, y))
  assert.equal(all.size, 1024)
  assert.deepEqual([Math.min(...all), Math.max(...all)], [341, 341 + 1023])
  assert.equal(tileId(20, 2 ** 20 - 1, 0), (4 ** 21 - 1) / 3 - 1)
})

for (const leafSize of [undefined, 1, 2])
  test(`tiles are found in ${leafSize ? `leaves of ${leafSize}` : 'the root'}, and none where none is`, async (t) => {
    const map = await MapFile.open(await onDisk(aMapFile({ tiles: world, ...(leafSize && { leafSize }) })))
    t.after(() => map.close())
    for (const [address, text] of Object.entries(world)) {
      const [z = 0, x = 0, y = 0] = address.split('/').map(Number)
      const tile = await map.tile(z, x, y)
      assert.equal(gunzipSync(tile?.bytes ?? '').toString(), text)
    }
    for (const [z, x, y] of [
      [3, 4, 3],
      [15, 17_250, 11_512],
      [16, 0, 0],
    ] as const)
      assert.equal(await map.tile(z, x, y), undefined)
    assert.equal(map.about.attribution, '© OpenStreetMap')
  })

const whole = aMapFile({ tiles: world })
const content = (more: Partial<MapContent>) => aMapFile({ tiles: world, ...more })
for (const [what, bytes, sentence] of [
  ['an empty file', Buffer.alloc(0), /is not a PMTiles file\.$/],
  ['a picture', Buffer.from('\x89PNG'.padEnd(500, '\0'), 'latin1'), /is not a PMTiles file\.$/],
  ['an older version', Buffer.from(whole).fill(2, 7, 8), /has version 2 of PMTiles/],
  ['a truncated file', whole.subarray(0, whole.length - 5), /ends too early/],
  ['a damaged root', Buffer.from(whole).fill(0xff, headerBytes, headerBytes + 12), /is damaged\.$/],
  ['a root of absurd length', Buffer.from(whole).fill(0xff, 16, 20), /has a broken header\.$/],
  ['pictures as tiles', content({ tileType: 2 }), /has pictures instead of vector tiles\.$/],
  ['an unknown compression', content({ tileCompression: 'zstd' }), /is compressed with zstd/],
  ['OpenMapTiles', content({ layers: ['transportation', 'place'] }), /has the schema of OpenMapTiles/],
  ['Shortbread', content({ layers: ['streets', 'ocean'] }), /has the schema of Shortbread/],
  ['a schema of its own', content({ layers: ['trees'] }), /has a foreign schema/],
] as const)
  test(`${what}: is refused with a sentence, and there is no map`, async () => {
    const logged: string[] = []
    const maps = new MapFiles([await onDisk(bytes)], { warn: (sentence: string) => logged.push(sentence) } as never)
    assert.equal(await maps.current(), undefined)
    assert.equal(await maps.tile(0, 0, 0), undefined)
    assert.match((await maps.problems())[0] ?? '', sentence)
    assert.equal(logged.length, 1)
  })

test('a missing file is reported, and found once it exists', async (t) => {
  const path = join(folder, 'later.pmtiles')
  let now = 0
  const maps = new MapFiles([path], silent, () => now)
  t.after(() => maps.close())
  assert.match((await maps.problems())[0] ?? '', /later\.pmtiles cannot be read/)
  await writeFile(path, whole)
  now += 10_000
  assert.deepEqual(await maps.problems(), [])
  assert.equal((await maps.current())?.maxZoom, 15)
})

test('a replaced file has another version and other tiles; one replaced by rubbish is not shown', async (t) => {
  const path = await onDisk(whole)
  let now = 0
  const maps = new MapFiles([path], silent, () => now)
  t.after(() => maps.close())
  const before = await maps.current()
  const put = async (bytes: Buffer) => {
    await rename(await onDisk(bytes), path)
    now += 10_000
  }
  await put(aMapFile({ tiles: { '0/0/0': 'another world' } }))
  assert.notEqual((await maps.current())?.version, before?.version)
  assert.equal(gunzipSync((await maps.tile(0, 0, 0))?.bytes ?? '').toString(), 'another world')
  await put(Buffer.from('rubbish'))
  assert.equal(await maps.current(), undefined)
  assert.equal((await maps.problems()).length, 1)
})

test('of several files the first that has a tile is used', async (t) => {
  const region = aMapFile({ tiles: { '15/17250/11511': 'detail' } })
  const maps = new MapFiles([await onDisk(region), await onDisk(whole)], silent)
  t.after(() => maps.close())
  const textAt = async (z: number, x: number, y: number) =>
    gunzipSync((await maps.tile(z, x, y))?.bytes ?? '').toString()
  assert.deepEqual([await textAt(15, 17_250, 11_511), await textAt(3, 4, 2)], ['detail', 'Europe'])
  assert.deepEqual((await maps.current())?.minZoom, 0)
})

test('a directory that points outside the file is refused when it is followed', async (t) => {
  const bytes = aMapFile({ tiles: world })
  const tilesLength = 64
  bytes.writeBigUInt64LE(1n, tilesLength)
  const maps = new MapFiles([await onDisk(bytes)], silent)
  t.after(() => maps.close())
  assert.equal(await maps.tile(15, 17_250, 11_511), undefined)
  assert.match((await maps.problems())[0] ?? '', /leads out of it/)
})

test('a map of 100 GB takes as much memory as a small one', async (t) => {
  const giant = Buffer.from(whole)
  const tilesAt = Number(giant.readBigUInt64LE(56))
  const far = 100 * 1024 ** 3
  giant.writeBigUInt64LE(BigInt(far - tilesAt), 64)
  const path = await onDisk(giant)
  await truncate(path, far)
  const held = () => process.memoryUsage().arrayBuffers
  const before = held()
  const [small, large] = [await MapFile.open(await onDisk(whole)), await MapFile.open(path)]
  t.after(() => Promise.all([small.close(), large.close()]))
  for (const map of [small, large])
    assert.equal(gunzipSync((await map.tile(3, 4, 2))?.bytes ?? '').toString(), 'Europe')
  assert.equal(large.bytes, far)
  assert.equal(large.memoryBytes, small.memoryBytes)
  assert.ok(held() - before < 1024 ** 2, `${held() - before} bytes`)
})

test('while a file is replaced and overwritten, each answer matches one of its states, and the last one stays', async (t) => {
  const path = await onDisk(whole)
  let now = 0
  const maps = new MapFiles([path], silent, () => now)
  t.after(() => maps.close())
  const other = aMapFile({ tiles: { '3/4/2': 'Elsewhere', '15/17250/11511': 'lane' }, leafSize: 1 })
  const half = other.subarray(0, 200)
  for (let round = 0; round < 40; round++) {
    const asked = Array.from({ length: 8 }, () => maps.tile(3, 4, 2))
    now += 10_000
    const again = Array.from({ length: 8 }, () => maps.tile(3, 4, 2))
    const bytes = [other, half, whole][round % 3]!
    if (round % 2 === 0) await writeFile(path, bytes)
    else await rename(await onDisk(bytes), path)
    await Promise.all([...asked, ...again])
  }
  await rename(await onDisk(other), path)
  now += 10_000
  assert.equal(gunzipSync((await maps.tile(3, 4, 2))?.bytes ?? '').toString(), 'Elsewhere')
  assert.deepEqual(await maps.problems(), [])
})
