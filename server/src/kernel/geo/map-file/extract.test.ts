import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { faults, RangeServer } from '#testing/fakes/range-server.ts'
import { aMapFile } from '#testing/files/map-file.ts'
import { aPlanet, planetZoom } from '#testing/files/planet.ts'
import { discardPart, extract, partOf, requireSameSource } from './extract.ts'
import { planExtract } from './extract-plan.ts'
import { MapFile } from './map-file.ts'
import { type Area, tileId } from './pmtiles.ts'
import { openSource, type Patience } from './source.ts'
import { countIds, isAnyWithin, rangesOf } from './tile-ranges.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-extract-'))
after(() => rm(folder, { recursive: true }))
const planet = aPlanet()
const planetFile = join(folder, 'planet.pmtiles')
await writeFile(planetFile, planet)
/** Two continents, so that there are gaps. */
const areas: readonly Area[] = [
  [-120, 10, 60, 75],
  [110, -60, 155, -10],
]
const impatient: Patience = { tries: 4, firstRestMs: 1, restMsMax: 5, stallMs: 300 }
let count = 0
const newTarget = () => join(folder, `part-${count++}.pmtiles`)

interface Run {
  readonly areas?: readonly Area[]
  readonly maxZoom?: number
}

async function run(from: string, target: string, wish: Run = {}): Promise<number> {
  const { signal } = new AbortController()
  const source = await openSource(from, signal, impatient)
  try {
    await requireSameSource(target, source)
    const plan = await planExtract(source, { areas, maxZoom: 15, ...wish }, signal)
    return await extract(source, plan, { target, signal, onProgress: () => {} })
  } finally {
    await source.close()
  }
}

const unbroken = newTarget()
await run(planetFile, unbroken)
const expected = readFileSync(unbroken)

async function served(t: TestContext, bytes = planet): Promise<RangeServer> {
  const server = await RangeServer.open(bytes)
  t.after(() => server.stop())
  return server
}

/** By the location of tiles, without the curve. */
function touches([west, south, east, north]: Area, z: number, x: number, y: number): boolean {
  const lonOf = (column: number) => (column / 2 ** z) * 360 - 180
  const latOf = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI
  return lonOf(x) < east && lonOf(x + 1) > west && latOf(y + 1) < north && latOf(y) > south
}

function* allTiles(): Generator<readonly [z: number, x: number, y: number]> {
  for (let z = 0; z <= planetZoom; z++)
    for (let x = 0; x < 2 ** z; x++) for (let y = 0; y < 2 ** z; y++) yield [z, x, y]
}

for (const wanted of [
  areas,
  [[-180, -85, 180, 85]],
  [[9.47, 47.04, 9.64, 47.27]],
  [
    [170, -50, 180, -30],
    [-180, -50, -170, -30],
  ],
] as const)
  test(`the ranges of ${JSON.stringify(wanted)} hold the tiles that touch it`, () => {
    const ranges = rangesOf(wanted, 0, planetZoom)
    let touched = 0
    for (const [z, x, y] of allTiles()) {
      const isWanted = wanted.some((area) => touches(area, z, x, y))
      const id = tileId(z, x, y)
      assert.equal(isAnyWithin(ranges, id, id + 1), isWanted, `${z}/${x}/${y}`)
      if (isWanted) touched += 1
    }
    assert.equal(countIds(ranges), touched)
  })

test('a part has the tiles of its area as they are in the source, each content once, and no others', async (t) => {
  const [whole, part] = [await MapFile.open(planetFile), await MapFile.open(unbroken)]
  t.after(() => Promise.all([whole.close(), part.close()]))
  for (const [z, x, y] of allTiles()) {
    const isWanted = areas.some((area) => touches(area, z, x, y))
    const [there, here] = [await whole.tile(z, x, y), await part.tile(z, x, y)]
    assert.deepEqual(here?.bytes, isWanted ? there?.bytes : undefined, `${z}/${x}/${y}`)
  }
  assert.equal(expected.indexOf('water 1'), expected.lastIndexOf('water 1'))
  assert.ok(expected.length < planet.length / 3)
  const { west, south, east, north, maxZoom } = part.header
  assert.deepEqual([west, south, east, north, maxZoom], [-120, -60, 155, 75, planetZoom])
})

test('a part of a part is the same, and a lower zoom is less', async () => {
  const [again, coarse] = [newTarget(), newTarget()]
  await run(unbroken, again)
  assert.ok(readFileSync(again).equals(expected))
  await run(planetFile, coarse, { maxZoom: 3 })
  assert.ok(readFileSync(coarse).length < expected.length / 10)
})

test('from a web server it has the same bytes, with few requests, none large, four at a time', async (t) => {
  const server = await served(t)
  const target = newTarget()
  // Those that wait for an answer are seen together.
  server.fault = (request) => (request > 10 && request <= 14 ? 'stall' : undefined)
  await run(server.url, target)
  assert.ok(readFileSync(target).equals(expected))
  const lengths = server.asked.map(({ from, to }) => to - from + 1)
  assert.ok(Math.max(...lengths) <= 4 * 1024 ** 2)
  assert.ok(lengths.length < 60, `${lengths.length} requests`)
  assert.equal(server.atOnceMost, 4)
})

for (const fault of faults)
  test(`a server with the fault “${fault}” in every third request: the same bytes`, async (t) => {
    const server = await served(t)
    server.fault = (request) => (request % 3 === 2 ? fault : undefined)
    const target = newTarget()
    await run(server.url, target)
    assert.ok(readFileSync(target).equals(expected))
  })

test('after an outage of the server a later run continues, and has the same bytes', async (t) => {
  const server = await served(t)
  const target = newTarget()
  await run(server.url, newTarget())
  const requests = server.asked.length
  server.asked.length = 0
  server.fault = (request) => (request > requests - 3 ? 'drop' : undefined)
  await assert.rejects(run(server.url, target), /cannot be reached .* Try again later: the copy continues/)
  await server.stop()
  await assert.rejects(run(server.url, target), /cannot be reached \(ECONNREFUSED\)/)
  assert.ok(!existsSync(target))
  server.fault = () => undefined
  server.asked.length = 0
  await server.start()
  const continuedAt = await run(server.url, target)
  assert.ok(continuedAt >= 4 * 1024 ** 2, `continued at ${continuedAt}`)
  assert.ok(server.asked.length < requests)
  assert.ok(readFileSync(target).equals(expected))
  assert.ok(!existsSync(partOf(target)))
})

/** Leaves a part behind. */
async function interrupted(server: RangeServer, target: string): Promise<void> {
  server.fault = () => undefined
  await run(server.url, newTarget())
  const requests = server.asked.length
  server.fault = (request) => (request > requests * 2 - 2 ? 'busy' : undefined)
  await assert.rejects(run(server.url, target), /answered 503/)
  server.fault = () => undefined
}

test('a source that has changed between two runs is reported, and the part is kept until it is discarded', async (t) => {
  const server = await served(t)
  const target = newTarget()
  await interrupted(server, target)
  const before = readFileSync(partOf(target))
  server.etag = '"two"'
  await assert.rejects(run(server.url, target), /has changed since .*"one", now .*"two"\)\. .* --restart/)
  server.etag = '"one"'
  server.bytes = Buffer.concat([planet, Buffer.alloc(1)])
  await assert.rejects(run(server.url, target), /has changed since/)
  assert.ok(readFileSync(partOf(target)).equals(before))
  server.bytes = aPlanet(2)
  server.etag = '"two"'
  await discardPart(target)
  await run(server.url, target)
  const fresh = newTarget()
  await run(server.url, fresh)
  assert.ok(readFileSync(target).equals(readFileSync(fresh)))
})

test('a source that changes while it is copied is reported', async (t) => {
  const server = await served(t)
  server.fault = (request) => {
    if (request === 12) server.etag = '"two"'
    return undefined
  }
  await assert.rejects(run(server.url, newTarget()), /has changed while it was copied\. .* --restart/)
})

test('another area does not continue the part', async (t) => {
  const server = await served(t)
  const target = newTarget()
  await interrupted(server, target)
  await assert.rejects(run(server.url, target, { maxZoom: 4 }), /was started for another area or zoom/)
})

test('a part that another process is writing is left alone', async (t) => {
  const server = await served(t)
  const target = newTarget()
  await interrupted(server, target)
  const note = `${partOf(target)}.json`
  await writeFile(note, JSON.stringify({ ...JSON.parse(readFileSync(note, 'utf8')), processId: process.ppid }))
  await assert.rejects(run(server.url, target), new RegExp(`Process ${process.ppid} is writing`))
})

for (const [what, bytes, wish, sentence] of [
  ['a web page', Buffer.from('<html>'.padEnd(500)), {}, /is not a PMTiles file/],
  ['a foreign schema', aMapFile({ tiles: { '0/0/0': 'x' }, layers: ['transportation'] }), {}, /schema of OpenMapTiles/],
  ['half a planet', planet.subarray(0, planet.length / 2), {}, /ends too early/],
  ['nothing there', expected, { areas: [[-160, 30, -150, 40]] as const }, /has no map there/],
] as const)
  test(`${what} is refused, and nothing is left`, async (t) => {
    const server = await served(t, bytes)
    const target = newTarget()
    await assert.rejects(run(server.url, target, wish), sentence)
    assert.ok(!existsSync(partOf(target)))
  })

test('a server that does not support ranges, and one without the file, are reported at once', async (t) => {
  const server = await served(t)
  server.fault = () => 'ignore'
  await assert.rejects(run(server.url, newTarget()), /ignores range requests\. Download the file/)
  assert.equal(server.asked.length, 1)
  await assert.rejects(run(join(folder, 'missing.pmtiles'), newTarget()), /The source cannot be read: ENOENT/)
})
