import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { aMapFile } from '#testing/files/map-file.ts'
import { aHouse, aRoad, aTile } from '#testing/files/map-tile.ts'
import { aClient } from '#testing/people/client.ts'
import { readCoordinates } from './search-coordinates.ts'
import { explains, matchName } from './search-text.ts'

for (const [text, lat, lon] of [
  ['47.141, 9.5215', 47.141, 9.5215],
  ['  -33.5 151 ', -33.5, 151],
  ['47,141; 9,5215', 47.141, 9.5215],
  ['N 47.141 W 9.5', 47.141, -9.5],
  ['9.5E, 47.1N', 47.1, 9.5],
  ['47.1 N 9.5', 47.1, 9.5],
  [`47°30'36"N 9°15'E`, 47.51, 9.25],
] as const) {
  test(`coordinates are read: ${text}`, () => assert.deepEqual(readCoordinates(text), { lat, lon }))
}

test('text that only resembles coordinates is not read as such', () => {
  for (const text of ['', '12 34', 'Harbour Street 12', '91, 0.5', '47.1', '47.1N 9.5N', `47°61'N 9°E`, '1.5, 181']) {
    assert.equal(readCoordinates(text), undefined, text)
  }
})

test('names are compared by words, without accents and case', () => {
  assert.deepEqual(matchName(['stadtle'], 'Städtle'), { tier: 0, rest: [] })
  assert.deepEqual(matchName(['bahnhofstr', '5', 'ol'], 'Bahnhofstraße'), { tier: 1, rest: ['5', 'ol'] })
  assert.deepEqual(matchName(['museum'], 'Kunst Museum'), { tier: 2, rest: [] })
  assert.equal(matchName(['museum'], 'Harbour'), undefined)
  assert.ok(explains(['1000', 'oland'], 'Öland', '1000'))
  assert.ok(!explains(['1000', 'gotland'], 'Öland', '1000'))
})

const folder = await mkdtemp(join(tmpdir(), 'waymark-search-'))
after(() => rm(folder, { recursive: true }))
const file = join(folder, 'town.pmtiles')
const inTown = { addr_postcode: '1000', addr_city: 'Northport' }
await writeFile(
  file,
  aMapFile({
    tiles: {
      '15/16000/16383': aTile({
        roads: [aRoad('Harbour Street', [0, 1000], [4096, 1000]), aRoad('Mill Lane', [0, 3000], [4096, 3000])],
        buildings: [
          aHouse('12', [1000, 1040], { addr_street: 'Harbour Street', ...inTown }),
          aHouse('12', [1000, 3040], { addr_street: 'Mill Lane', ...inTown }),
          aHouse('14b', [2000, 2970]),
        ],
        pois: [
          { at: [[500, 500]], properties: { kind: 'supermarket', name: 'Corner Shop' } },
          { at: [[2040, 3010]], properties: { kind: 'bus_stop', name: 'Mill Lane' } },
        ],
      }),
      '12/2000/2047': aTile({
        places: [{ at: [[100, 4000]], properties: { kind: 'locality', kind_detail: 'town', name: 'Northport' } }],
      }),
    },
  }),
)
const api = await openApi({ WAYMARK_MAP_FILE: file })
const client = await aClient(api, await api.dealer())
const near = '0.005,-4.217'
const find = async (text: string, at = near) =>
  (await client.ask('GET', `/places?search=${encodeURIComponent(text)}&near=${at}`)).body

test('a client finds addresses, streets, points of interest, places and coordinates', async () => {
  const namesOf = async (text: string) =>
    (await find(text)).map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)
  assert.deepEqual((await namesOf('harbour st'))[0], 'street Harbour Street')
  assert.deepEqual(await namesOf('harbour street 12, northport'), ['address Harbour Street 12'])
  assert.deepEqual(await namesOf('12 mill lane 1000'), ['address Mill Lane 12'])
  // This one has no street: it belongs to the closest.
  assert.deepEqual(await namesOf('mill lane 14b'), ['address Mill Lane 14b'])
  assert.deepEqual(await namesOf('corner sh'), ['poi Corner Shop'])
  // A stop has the name of its street: found once, as the street.
  assert.deepEqual(await namesOf('mill lane'), ['street Mill Lane'])
  assert.equal((await namesOf('northport'))[0], 'place Northport')
  assert.equal((await namesOf('vaduz'))[0], 'place Vaduz')
  assert.deepEqual(await namesOf('mill lane elsewhere'), [])
  const [found] = await find('harbour street 12')
  assert.deepEqual(
    { ...found, latitude: 0, longitude: 0, distance: 0 },
    {
      ...{ kind: 'address', name: 'Harbour Street 12', postcode: '1000', place: 'Northport', country: null },
      ...{ latitude: 0, longitude: 0, radius: 30, distance: 0 },
    },
  )
  assert.ok(Math.abs(found.latitude - 0.0082) < 0.0002)
  const [point] = await find(`${found.latitude}, ${found.longitude}`)
  assert.deepEqual([point.kind, point.place], ['coordinates', 'Harbour Street 12, 1000 Northport'])
})

test('a search without words or with an invalid centre is refused or empty', async () => {
  assert.deepEqual(await find('…'), [])
  const refused = await client.ask('GET', '/places?search=x&near=here')
  assert.equal(refused.status, 400)
  assert.match(refused.text, /near must be a latitude and a longitude/)
  assert.equal((await client.ask('GET', '/places')).status, 400)
})
