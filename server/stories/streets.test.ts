/** With a map file, every map has streets, and no request leaves the installation. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { looking, openFleets } from '#testing/browser/fleet.ts'
import { aMapFile } from '#testing/files/map-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-streets-'))
after(() => rm(folder, { recursive: true }))
const file = join(folder, 'map.pmtiles')
// An empty file is a vector tile without layers.
await writeFile(file, aMapFile({ tiles: { '0/0/0': '', '1/1/0': '', '2/2/1': '' } }))
const fleets = await openFleets({ WAYMARK_MAP_FILE: file })

test('streets are loaded only from this installation, and their owners are credited', async () => {
  const fleet = await fleets.aFleet(['timeline', 'geofence'])
  const timestamp = Math.floor(Date.now() / 1000) - 20
  const position = { 'position.latitude': 54.6, 'position.longitude': 25.2 }
  await fleets.tell(fleet.units[0] as number, [{ timestamp, ...position }])
  const { page, troubles } = await fleets.enter(fleet, { ...looking, colorScheme: 'dark' })
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  for (const place of ['/map', '/geofences', `/units/${fleet.units[0]}`]) {
    asked.length = 0
    // Start over: within the application the loaded map would be reused.
    await page.goto('about:blank')
    const tile = page.waitForRequest(/\/map\/[\w-]{16}\/\d/)
    await fleets.open(page, place)
    await page.getByRole('link', { name: '© OpenStreetMap' }).first().waitFor()
    await tile
    const elsewhere = asked.filter(({ protocol, origin }) => /^http/.test(protocol) && origin !== fleets.site.url)
    assert.deepEqual(elsewhere, [], place)
  }
  assert.deepEqual(troubles, [])
})
