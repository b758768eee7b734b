/** What the operator sees of the map: good and broken files, and where streets are missing. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { streetsCheck } from '#entry/doctor/streets.ts'
import { wantLatestAddresses } from '#insights/addresses/actions.ts'
import { boxAround } from '#insights/addresses/coverage.ts'
import { spotAt } from '#insights/addresses/lookup/lookup-spot.ts'
import { openApi, type TestApi } from '#testing/api.ts'
import { aManagedAccount, aUnit } from '#testing/builders.ts'
import { aMapFile } from '#testing/files/map-file.ts'
import { aPerson } from '#testing/people/staff.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-operator-map-'))
after(() => rmSync(folder, { recursive: true }))
const put = (name: string, bytes: Buffer) => {
  const path = join(folder, `${name}.pmtiles`)
  writeFileSync(path, bytes)
  return path
}

const vaduz = { lat: 47.141, lon: 9.521 }
const vilnius = { lat: 54.687, lon: 25.28 }
const kaunas = { lat: 54.898, lon: 23.904 }
const { around } = spotAt(vaduz)
const region = { '0/0/0': 'world', [`15/${around.x}/${around.y}`]: 'street' }
const whole = aMapFile({ tiles: region })
const aGiant = put('giant', aMapFile({ tiles: { '0/0/0': 'world' } }))
truncateSync(aGiant, 100 * 1024 ** 3)
const broken = [
  put('rubbish', Buffer.from('rubbish')),
  put('truncated', whole.subarray(0, whole.length - 5)),
  put('foreign', aMapFile({ tiles: region, layers: ['transportation'] })),
  join(folder, 'missing.pmtiles'),
]
const readMap = async (api: TestApi) => (await (await aPerson(api, null, 'operator')).ask('GET', '/operator/map')).body

test('broken files have an explanation each, the others are shown, and missing streets have a command', async () => {
  const region = put('region', whole)
  const settings = { WAYMARK_DATA: folder, WAYMARK_MAP_FILE: [...broken, aGiant, region].join() }
  const api = await openApi({ ...settings, WAYMARK_MAP_SOURCE: 'https://maps.example.com/planet.pmtiles' })
  const dealer = await api.dealer()
  const account = await aManagedAccount(dealer)
  for (const place of [vaduz, vilnius, kaunas]) {
    const { id: unitId } = await aUnit(dealer, account.id)
    await wantLatestAddresses(api.ctx.db, [{ unitId, t: 1_790_000_000, ...place, isStanding: true }])
  }
  const map = await readMap(api)
  assert.equal(map.base, 'files')
  assert.deepEqual(
    map.files.map(
      ({ problem }: { problem: string | null }) => problem?.replace(/^.*\.pmtiles /, '').slice(0, 30) ?? null,
    ),
    [
      'is not a PMTiles file.',
      'ends too early: it was not cop',
      'has the schema of OpenMapTiles',
      'cannot be read: ENOENT: no suc',
      null,
      null,
    ],
  )
  assert.deepEqual([map.files[4].bytes, map.files[4].streets], [100 * 1024 ** 3, false])
  assert.deepEqual([map.files[5].bytes, map.files[5].streets, map.files[5].max_zoom], [whole.length, true, 15])
  assert.deepEqual(map.coverage, {
    units: 3,
    covered: 1,
    missing: [
      {
        country: 'LT',
        units: 2,
        box: [23.85, 54.63, 25.33, 54.95],
        command: `npx waymark map extract --bbox 23.85,54.63,25.33,54.95 --to ${join(folder, 'maps/lt.pmtiles')}`,
      },
    ],
  })
  assert.equal(map.addresses.waiting, 3)
  const { ok, says = '' } = (await streetsCheck.run(api.ctx)) ?? {}
  assert.ok(ok && says.startsWith('The map has streets for 1 of 3 units with a position.'), says)
  assert.ok(
    says.endsWith(`3 are waiting to be looked up. To get streets for 2 more: ${map.coverage.missing[0].command}`),
    says,
  )
  assert.ok(map.memory.bytes_max > 0 && map.memory.directory_bytes > 0)
})

test('with broken files only, everything works with the built-in map', async () => {
  const api = await openApi({ WAYMARK_DATA: folder, WAYMARK_MAP_FILE: broken.join() })
  const map = await readMap(api)
  assert.deepEqual([map.base, map.coverage.units], ['built_in', 0])
  assert.equal((await api.ask('GET', '/settings.json')).body.streets, null)
  assert.equal((await api.ask('GET', '/map/abcdefghijklmnop/0/0/0')).status, 204)
  assert.equal((await api.ctx.addresses.at(vaduz))?.source, 'town')
})

test('a box is the smallest around units, even across 180°', () => {
  assert.deepEqual(boxAround([vaduz]), [9.47, 47.09, 9.58, 47.2])
  assert.deepEqual(
    boxAround([
      { lat: -17, lon: 179.5 },
      { lat: -16, lon: -179.5 },
    ]),
    [179.45, -17.05, -179.45, -15.95],
  )
  assert.deepEqual(boxAround([{ lat: 89.99, lon: 180 }]), [179.95, 89.94, 180, 90])
})
