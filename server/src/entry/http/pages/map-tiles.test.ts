import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openApi } from '#testing/api.ts'
import { aMapFile } from '#testing/files/map-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-map-'))
after(() => rm(folder, { recursive: true }))
const file = join(folder, 'map.pmtiles')
await writeFile(file, aMapFile({ tiles: { '0/0/0': 'world', '3/4/2': 'Europe' } }))
const { app } = await openApi({ WAYMARK_MAP_FILE: file })
const { streets } = (await app.inject('/settings.json')).json()
const at = (address: string) => streets.tiles.replace('{z}/{x}/{y}', address)

test('pages get the address of the tiles, and their attribution', () => {
  const { tiles, ...rest } = streets
  assert.match(tiles, /^\/map\/[\w-]{16}\/\{z\}\/\{x\}\/\{y\}$/)
  assert.deepEqual(rest, {
    attribution: '© OpenStreetMap',
    min_zoom: 0,
    max_zoom: 3,
    areas: [[-180, -85, 180, 85]],
  })
})

test('a tile is sent compressed as it is stored, and cached for good', async () => {
  const answer = await app.inject({ url: at('3/4/2'), headers: { 'accept-encoding': 'gzip, br' } })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-encoding'], 'gzip')
  assert.equal(answer.headers['content-type'], 'application/vnd.mapbox-vector-tile')
  assert.match(String(answer.headers['cache-control']), /immutable/)
  assert.equal(gunzipSync(answer.rawPayload).toString(), 'Europe')
})

test('a client that cannot decompress gets it decompressed', async () => {
  const answer = await app.inject({ url: at('3/4/2'), headers: { 'accept-encoding': 'identity' } })
  assert.equal(answer.headers['content-encoding'], undefined)
  assert.equal(answer.body, 'Europe')
})

test('a missing tile has an empty answer', async () => {
  assert.equal((await app.inject(at('3/0/0'))).statusCode, 204)
})

test('an outdated version is not cached', async () => {
  const answer = await app.inject('/map/abcdefghijklmnop/3/4/2')
  assert.deepEqual([answer.statusCode, answer.headers['cache-control']], [200, 'no-store'])
})

for (const address of ['3/8/0', '3/0/8', '23/0/0', '-1/0/0', '3/x/0', '3/4/2.mvt', '99999999999/0/0'])
  test(`${address} is not a tile`, async () => {
    assert.equal((await app.inject(at(address))).statusCode, 404)
  })
