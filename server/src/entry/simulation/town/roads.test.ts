/** What the server knows of roads from tiles alone, compared with the streets that the town was drawn from. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { matchLimits } from '#insights/addresses/roads/road-match.ts'
import { routeLimits } from '#insights/addresses/roads/road-route.ts'
import { createAddresses } from '#insights/addresses/sources.ts'
import { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import { metresBetween, type Position } from '#kernel/geo/position.ts'
import { createMeters } from '#kernel/runtime/meters.ts'
import { city, wayBetween } from '../city.ts'
import { randomFrom } from '../random.ts'
import { drawTown } from './file.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-roads-'))
const path = join(folder, 'town.pmtiles')
await writeFile(path, drawTown())
const log = { warn: (said: unknown) => assert.fail(JSON.stringify(said)) }
const maps = new MapFiles([path], log)
after(async () => {
  await maps.close()
  await rm(folder, { recursive: true })
})
const addresses = createAddresses({ maps, log, meters: createMeters() })
const map = city()
const random = randomFrom('roads')
const anyJunction = () => Math.floor(random() * map.length)
const positionOf = (junction: number) => ({ lat: map[junction]!.latitude, lon: map[junction]!.longitude })

/** The road from each junction of a route to the next. */
const roadsOf = (way: readonly number[]) =>
  way.slice(1).map((to, index) => map[way[index]!]!.roads.find((road) => road.to === to)!)

test('routes over the tiles take as long as those over the true streets', async () => {
  const ratios: number[] = []
  while (ratios.length < 30) {
    const [from, to] = [anyJunction(), anyJunction()]
    const roads = roadsOf(wayBetween(map, from, to))
    const seconds = roads.reduce((sum, { metres, limitKmh }) => sum + metres / ((limitKmh * routeLimits.pace) / 3.6), 0)
    // A short distance depends on where on the junction one stands.
    if (seconds < 120) continue
    const found = await addresses.route(positionOf(from), positionOf(to))
    assert.ok(found, `no way from ${from} to ${to}`)
    ratios.push(found.seconds / seconds)
  }
  const close = ratios.filter((ratio) => ratio > 0.9 && ratio < 1.1)
  assert.ok(close.length >= 0.9 * ratios.length, ratios.map((ratio) => ratio.toFixed(2)).join(' '))
})

test('there is no route to a place without a road, or too far away', async () => {
  const start = positionOf(anyJunction())
  assert.equal(await addresses.route(start, { lat: start.lat + 0.4, lon: start.lon }), undefined)
  assert.equal(await addresses.route(start, { lat: 10, lon: 10 }), undefined)
  assert.equal(await addresses.route(start, { lat: Number.NaN, lon: 0 }), undefined)
})

const metresPerDegree = 111_195

/** Positions along a route every this many metres, each with the noise of GPS. */
function drive(way: readonly number[], everyMetres: number, noiseMetres: number): Position[] {
  const line = roadsOf(way).flatMap((road) => road.line)
  const track: Position[] = []
  let left = 0
  for (let at = 1; at < line.length; at++) {
    const [a, b] = [line[at - 1]!, line[at]!].map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude }))
    const length = metresBetween(a!, b!)
    for (; left < length; left += everyMetres) {
      const [part, shrink] = [left / length, Math.cos((a!.lat * Math.PI) / 180)]
      track.push({
        lat: a!.lat + part * (b!.lat - a!.lat) + noise(noiseMetres) / metresPerDegree,
        lon: a!.lon + part * (b!.lon - a!.lon) + noise(noiseMetres) / metresPerDegree / shrink,
      })
    }
    left -= length
  }
  return track
}

/** Approximately normal, as the sum of four. */
const noise = (metres: number) => (random() + random() + random() + random() - 2) * metres * 1.73

/** To the closest segment of a line. */
function metresTo(line: readonly Position[], here: Position): number {
  const shrink = Math.cos((here.lat * Math.PI) / 180)
  let best = Number.POSITIVE_INFINITY
  for (let at = 1; at < line.length; at++) {
    const [a, b] = [line[at - 1]!, line[at]!]
    const [dx, dy] = [(b.lon - a.lon) * shrink, b.lat - a.lat]
    const square = dx * dx + dy * dy
    const along = square === 0 ? 0 : ((here.lon - a.lon) * shrink * dx + (here.lat - a.lat) * dy) / square
    const part = Math.min(Math.max(along, 0), 1)
    best = Math.min(best, metresBetween(here, { lat: a.lat + part * dy, lon: a.lon + part * (b.lon - a.lon) }))
  }
  return best
}

test('a noisy track is matched to the streets that were driven', async () => {
  let [points, right] = [0, 0]
  for (let count = 0; count < 12; count++) {
    const way = wayBetween(map, anyJunction(), anyJunction())
    const track = drive(way, 60, 8)
    if (track.length < 10) continue
    const pieces = await addresses.match(track)
    const truth = roadsOf(way).flatMap(({ line }) =>
      line.map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude })),
    )
    for (const { isOnRoads, line } of pieces) {
      points += line.length
      right += isOnRoads ? line.filter((position) => metresTo(truth, position) < 5).length : 0
    }
  }
  assert.ok(points > 1_000)
  assert.ok(right >= 0.95 * points, `${right} of ${points}`)
})

test('whatever the track, its line on roads stays near it, begins and ends with it, and has no gap', async () => {
  for (const [every, off] of [
    [30, 5],
    [150, 15],
    [300, 60],
    [700, 10],
  ] as const) {
    const track = drive(wayBetween(map, anyJunction(), anyJunction()), every, off)
    if (track.length < 2) continue
    const pieces = await addresses.match(track)
    const { reachMetres, detour, detourMetres } = matchLimits
    const gap = Math.max(...track.slice(1).map((position, index) => metresBetween(track[index]!, position)))
    const bound = reachMetres + (gap * detour + detourMetres) / 2
    for (const { line } of pieces) {
      for (const position of line) assert.ok(metresTo(track, position) <= bound + 1)
    }
    for (const [index, { line }] of pieces.entries()) {
      const next = pieces[index + 1]?.line[0]
      if (next) assert.ok(metresBetween(line.at(-1)!, next) <= 2 * reachMetres)
    }
    for (const [end, position] of [
      [track[0]!, pieces[0]!.line[0]!],
      [track.at(-1)!, pieces.at(-1)!.line.at(-1)!],
    ] as const) {
      assert.ok(metresBetween(end, position) <= reachMetres + 1)
    }
  }
})

test('where there is no road the track stays as it was sent', async () => {
  const sea = Array.from({ length: 20 }, (_, index) => ({ lat: 54.8 + index / 1000, lon: 3.0 }))
  assert.deepEqual(await addresses.match(sea), [{ isOnRoads: false, line: sea }])
})
