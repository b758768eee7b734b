/** A client draws geofences by mouse, finger and keyboard, and sees who was there and what happened. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import type { Page } from 'playwright-core'
import { computeVisits } from '#insights/geofences/compute.ts'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, type Fleet, looking, openFleets, wide } from '#testing/browser/fleet.ts'
import { askAs, logIn } from '#testing/people/client.ts'
import { day, drive, routeStart } from '#testing/routes.ts'

const { site, acting, aFleet, tell, enter, open } = await openFleets()

/** Yesterday, in the browser's time zone, which is UTC. */
const yesterday = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400
const date = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** The test routes, driven yesterday, with a button pressed and sent twice. */
const aDay = (): Message[] =>
  day().map((message, index) => ({
    ...message,
    timestamp: Number(message.timestamp) - routeStart + yesterday + 8 * 3600,
    ...((index === 300 || index === 301) && { 'alarm.event': true, 'alarm.type': 'sos' }),
  }))

let fleet: Fleet
before(async () => {
  fleet = await aFleet(chosenModules)
  await tell(fleet.units[0]!, aDay())
  await computeVisits(acting)
})

/** Clicks on the map, at an offset from its middle. */
async function onMap(page: Page) {
  await page.locator('section[data-drawn="1"]').waitFor()
  const box = (await page.locator('canvas').boundingBox())!
  return (right: number, down: number) => [box.x + box.width / 2 + right, box.y + box.height / 2 + down] as const
}

const numbersOf = async (page: Page, label: RegExp | string) =>
  Number(await page.getByLabel(label, { exact: true }).inputValue())

suite('a client who draws', () => {
  test('a circle with the mouse sees who was there since the given day, as a table and a file', async () => {
    const { page, troubles } = await enter(fleet, looking)
    await page.getByRole('navigation').getByRole('link', { name: 'Geofences' }).click()
    await page.getByText('No geofences yet').waitFor()
    await page.getByText('0 of 5 used').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('link', { name: 'Draw geofence' }).click()

    // Missing values are shown at their fields, before anything is sent.
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Draw the circle first.').waitFor()
    await page.getByText('Enter a name.').waitFor()

    const at = await onMap(page)
    await page.mouse.move(...at(40, 30))
    await page.mouse.down()
    await page.mouse.move(...at(80, 30), { steps: 3 })
    await page.mouse.move(...at(120, 30), { steps: 3 })
    await page.mouse.up()
    await page.getByText('Coordinates', { exact: true }).click()
    const drawn = await numbersOf(page, 'Radius (m)')
    assert.ok(drawn > 10, String(drawn))
    // The handle on the border enlarges it; undo restores it.
    const border = page.getByRole('button', { name: 'Edge of the circle' })
    await border.hover()
    await page.mouse.down()
    await page.mouse.move(...at(160, 30), { steps: 3 })
    await page.mouse.up()
    assert.ok((await numbersOf(page, 'Radius (m)')) > drawn * 1.3)
    await page.getByRole('button', { name: 'Undo' }).click()
    assert.equal(await numbersOf(page, 'Radius (m)'), drawn)
    await noSeriousFindings(page)

    // The map moves to a town by its name, and a circle is drawn around it.
    const search = page.getByRole('combobox', { name: 'Search for an address or place' })
    await search.fill('Vadoz')
    await page.getByText('No places found').waitFor()
    await search.fill('vaduz')
    await page.getByRole('option', { name: /Vaduz ?Liechtenstein/ }).waitFor()
    await noSeriousFindings(page)
    await search.press('Enter')
    await page.getByRole('button', { name: 'Draw a circle around it' }).click()
    await page.getByRole('button', { name: 'Centre of the circle' }).hover()
    assert.equal(await numbersOf(page, 'Radius (m)'), 2000)
    assert.equal((await numbersOf(page, 'Latitude')).toFixed(1), '47.1')
    await noSeriousFindings(page)

    // Exactly where the unit stopped for half an hour.
    await page.getByLabel('Latitude', { exact: true }).fill('50')
    await page.getByLabel('Longitude', { exact: true }).fill('10.28')
    await page.getByLabel('Radius (m)').fill('500')
    await page.getByLabel('Name', { exact: true }).fill('Customer')
    await page.getByLabel('Red', { exact: true }).check()
    await page.getByLabel('Count visits since').fill(date(yesterday))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Customer' }).waitFor()
    await page.getByText('No visits in this period.').waitFor()

    // Computed in the background; the page is notified.
    await computeVisits(acting)
    const row = page.getByRole('row', { name: /Van 1/ })
    await row.waitFor()
    assert.match((await row.innerText()).replaceAll(/\s+/g, ' '), /Van 1 .*08:2\d .*09:0\d \d\d min/)
    await page.getByText(/^1 visit, \d\d min in total$/).waitFor()
    await noSeriousFindings(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const text = await readFile(await (await saving).path(), 'utf8')
    assert.match(
      text,
      /^\ufeffGeofence,Unit,Entered \(UTC\),Left \(UTC\),duration_seconds,Entered at,Left at\r\nCustomer,Van 1,\d{4}-/,
    )
    await page.getByLabel('Unit', { exact: true }).selectOption({ label: 'Van 2' })
    await page.getByText('No visits in this period.').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a polygon corner by corner is refused while it crosses itself, and can be corrected', async () => {
    const { page, troubles } = await enter(fleet, looking)
    await open(page, '/geofences/new')
    const at = await onMap(page)
    await page.getByLabel('Polygon').check({ force: true })
    for (const corner of [at(-100, -100), at(100, 100), at(100, -100), at(-100, 100)]) await page.mouse.click(...corner)
    const problem = page.getByText(/The line from point 1 to 2 touches the one from 3 to 4\./)
    await problem.waitFor()
    await noSeriousFindings(page)
    await page.getByLabel('Name', { exact: true }).fill('Yard')
    await page.getByRole('button', { name: 'Save' }).click()
    assert.ok(page.url().endsWith('/geofences/new'), 'nothing is sent')
    await page.getByRole('button', { name: 'Undo' }).click()
    await problem.waitFor({ state: 'detached' })
    // Clicking the first corner again finishes it; then the keyboard moves a point, and removes one in between.
    await page.getByRole('button', { name: 'Point 1 of 3' }).click()
    await page.getByText(/Drag the points on the map/).waitFor()
    await page.getByText('Coordinates', { exact: true }).click()
    const before = await numbersOf(page, 'Latitude of point 2')
    await page.getByRole('button', { name: 'Point 2 of 3' }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    assert.ok((await numbersOf(page, 'Latitude of point 2')) > before)
    const middle = page.getByRole('button', { name: 'Drag to add a point here' }).first()
    await middle.hover()
    await page.mouse.down()
    await page.mouse.move(...at(-60, 60), { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Point 2 of 4' }).focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Point 3 of 3' }).waitFor()
    await page.getByLabel('Selected units').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Choose at least one unit or group.').waitFor()
    await page.getByLabel('Van 2').check()
    await page.getByRole('button', { name: 'Save' }).click()
    const card = page.getByRole('article', { name: 'Yard' })
    await card.getByText('Polygon with 3 corners').waitFor()
    await card.getByText('1 unit', { exact: true }).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a corridor without a mouse, and reads next to the shape why the server refuses it', async () => {
    const { page } = await enter(fleet, phone)
    await open(page, '/geofences/new')
    await page.getByLabel('Corridor').check({ force: true })
    await page.getByText('Coordinates', { exact: true }).click()
    const add = async (latitude: string, longitude: string) => {
      await page.getByLabel('Latitude', { exact: true }).fill(latitude)
      await page.getByLabel('Longitude', { exact: true }).fill(longitude)
      await page.keyboard.press('Enter')
    }
    await add('50', '-120')
    await add('50', '0')
    await add('50', '120')
    await page.getByLabel('Latitude of point 3').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Road')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/The server rejected the shape: .*170° of longitude/).waitFor()
    await page.getByRole('button', { name: 'Remove point 1' }).click()
    await page.getByLabel('Longitude of point 1').fill('10.1')
    await page.getByLabel('Longitude of point 2').fill('10.2')
    await page.getByLabel('Width (m)').fill('80')
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Corridor with 2 points, 80 m wide').waitFor()
    await noSeriousFindings(page)
  })

  test('with a finger on a phone, changes it, and deletes it knowing what is deleted with it', async () => {
    const { page, troubles } = await enter(fleet, { ...phone, hasTouch: true, maps: true })
    await open(page, '/geofences')
    await page.getByRole('link', { name: /Yard/ }).waitFor()
    await page.getByRole('link', { name: 'Draw geofence' }).tap()
    const at = await onMap(page)
    await page.touchscreen.tap(...at(0, 0))
    await page.getByRole('button', { name: 'Centre of the circle' }).waitFor()
    // The button is far below the empty field.
    await page.getByRole('button', { name: 'Save' }).tap()
    const problem = page.getByText('Enter a name.')
    await problem.waitFor()
    const below = (await problem.boundingBox())?.y ?? -1
    assert.ok(below > 0 && below < phone.viewport.height, `what is wrong stands at ${below}`)
    await page.locator('input[aria-invalid="true"]:focus').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Tapped')
    await page.getByRole('button', { name: 'Save' }).tap()
    await page.getByRole('heading', { name: 'Tapped' }).waitFor()

    await open(page, '/geofences')
    await page.getByRole('link', { name: /Customer/ }).tap()
    await page.getByRole('link', { name: 'Edit' }).tap()
    await page.getByLabel('Name', { exact: true }).fill('Best customer')
    await page.getByRole('button', { name: 'Save' }).tap()
    await page.getByRole('heading', { name: 'Best customer' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).tap()
    await page.getByText('1 visit and 2 events are deleted too. You can’t undo this.').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Cancel' }).tap()
    assert.deepEqual(troubles, [])
  })

  test('saves the shapes as a file, which creates them again as far as the plan allows', async () => {
    const { page } = await enter(fleet, phone)
    await open(page, '/geofences')
    await page.getByText('4 of 5 used').waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download GeoJSON' }).click()
    const path = await (await saving).path()
    const { features } = JSON.parse(await readFile(path, 'utf8'))
    assert.deepEqual(features.map(({ geometry }: { geometry: { type: string } }) => geometry.type).toSorted(), [
      'LineString',
      'Point',
      'Point',
      'Polygon',
    ])
    await page.getByLabel('Import GeoJSON').setInputFiles(path)
    await page.getByText('1 geofence imported.').waitFor()
    await page.getByText('3 shapes skipped:').waitFor()
    await page.getByText('5 of 5 used').waitFor()
    await page.getByText(/You’ve reached the limit of your plan\. Delete a geofence/).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Draw geofence' }).count(), 0)
    await noSeriousFindings(page)
  })
})

suite('events', () => {
  let watched: Fleet
  before(async () => {
    watched = await aFleet(chosenModules)
    const ask = askAs(site, await logIn(site, watched.account.user.name))
    const shape = { type: 'circle', center: { latitude: 50, longitude: 10.28 }, radius: 500 }
    const drawn = await ask('POST', '/geofences', { name: 'Customer', shape, since: yesterday })
    assert.equal(drawn.status, 201, drawn.text)
    await tell(watched.units[0]!, aDay())
    await computeVisits(acting)
  })

  test('are listed under their day, say why they exist, and are marked as seen one by one', async () => {
    const { page, troubles } = await enter(watched, wide)
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('link', { name: 'All events', exact: true }).click()
    const group = page.getByRole('region', { name: /^\w+day, / }).first()
    await group.getByRole('button', { name: /Van 1: SOS \d+ km\/h/, expanded: false }).click()
    await group.getByText(/The tracker reported it in its message at .*reported this 1 more time until/).waitFor()
    await noSeriousFindings(page)
    await group.getByRole('button', { name: /^\d\d:\d\d ?Van 1: Entered Customer/ }).click()
    await group.getByText(/The position at .* was outside, the position at .* inside\./).waitFor()
    await group.getByRole('link', { name: 'Open geofence' }).waitFor()

    await group.getByRole('button', { name: /SOS/, expanded: false }).click()
    await group.getByRole('button', { name: /^Mark as seen: Van 1: SOS/ }).click()
    await group.getByText(/^Seen /).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('are filtered by the address, and all shown ones can be marked as seen at once', async () => {
    const { page, troubles } = await enter(watched, phone)
    // The address from before there was one inbox.
    await open(page, '/events')
    const rows = page.getByRole('button', { name: /Van 1: / })
    await rows.first().waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await noSeriousFindings(page)
    await page.getByLabel('Event type').selectOption('sos')
    await page.waitForURL(/#\/inbox\/events\?kind=sos$/)
    await page.getByLabel('Seen', { exact: true }).selectOption('no')
    await page.getByText('No results match these filters.').waitFor()
    assert.match(page.url(), /#\/inbox\/events\?kind=sos&seen=no$/)
    await page.reload()
    await page.getByText('No results match these filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: /^Mark \d+ events as seen$/ }).click()
    await page.getByRole('button', { name: /^Mark \d+ events? as seen$/ }).waitFor({ state: 'detached' })
    await rows.first().click()
    await page.getByText(/^Seen /).waitFor()
    assert.equal(await page.getByRole('listitem').getByText('New', { exact: true }).count(), 0)
    assert.deepEqual(troubles, [])
  })

  test('arrive automatically, older ones on request, and the latest is on the card of a unit', async () => {
    const many = await aFleet(chosenModules)
    const [unit] = many.units as [number]
    const { page } = await enter(many, { ...phone, maps: true })
    await open(page, '/inbox/events')
    await page.getByText('No events yet').waitFor()
    const alarms = drive([{ seconds: 130 * 400, kmh: 0 }], { start: yesterday, every: 400 }).map((message) => ({
      ...message,
      'alarm.event': true,
      'alarm.type': 'vibration',
    }))
    await tell(unit, alarms)
    await computeVisits(acting)
    const rows = page.getByRole('button', { name: /Vibration/, expanded: false })
    await rows.first().waitFor()
    assert.equal(await rows.count(), 100)
    await page.getByRole('button', { name: 'Show older' }).click()
    await page.getByRole('button', { name: 'Show older' }).waitFor({ state: 'detached' })
    assert.equal(await rows.count(), 130)
    await noSeriousFindings(page)
    // On a phone the map appears when a position is opened.
    assert.equal(await page.locator('canvas').isVisible(), false)
    await rows.first().click()
    await page.locator('canvas').waitFor()
    // The list scrolls; the map does not grow with it.
    for (const size of [page.viewportSize()!, wide.viewport]) {
      await page.setViewportSize(size)
      const map = await page.locator('canvas').boundingBox()
      assert.ok(map!.height < size.height, `a map of ${map!.height} in a window of ${size.height}`)
    }
    await page.setViewportSize(phone.viewport)

    await open(page, `/units/${unit}`)
    await page.getByRole('button', { name: 'Details' }).click()
    const latest = page.getByRole('region', { name: 'Latest events' })
    await latest.getByText('Vibration').first().waitFor()
    await latest.getByRole('link', { name: 'All events for this unit' }).click()
    await page.getByRole('button', { name: 'Filter (1)' }).waitFor()
    assert.ok(page.url().endsWith(`#/inbox/events?unit=${unit}`), page.url())
  })

  test('geofences are a layer on the map of units that can be turned off, and stays so', async () => {
    const { page } = await enter(watched, looking)
    const layer = page.getByRole('button', { name: 'Geofences on the map' })
    await layer.waitFor()
    assert.equal(await layer.getAttribute('aria-pressed'), 'true')
    await layer.click()
    assert.equal(await layer.getAttribute('aria-pressed'), 'false')
    await page.reload()
    await layer.waitFor()
    assert.equal(await layer.getAttribute('aria-pressed'), 'false')
    await noSeriousFindings(page)
  })
})
