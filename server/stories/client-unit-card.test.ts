/** The card of a unit and the map: state, extra fields, quick actions, tools, and clusters that list their units. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { computeTrips } from '#insights/trips/compute.ts'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, looking, openFleets, wide } from '#testing/browser/fleet.ts'
import { startGoogleTiles } from '#testing/fakes/google.ts'
import { drive } from '#testing/routes.ts'
import { until } from '#testing/until.ts'
import { connectionLog } from '#tracking/connections/connections.ts'

const google = await startGoogleTiles(() => new Date())
after(() => google.close())
const { site, acting, aFleet, tell, enter } = await openFleets({
  WAYMARK_GOOGLE_MAPS_KEY: google.key,
  WAYMARK_GOOGLE_MAPS_URL: google.url,
  WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const now = () => Math.floor(Date.now() / 1000)
/** Drove for ten minutes, and has been parked for more than two hours since. */
const parked = () =>
  drive(
    [
      { seconds: 600, kmh: 40, ignition: true },
      { seconds: 7800, kmh: 0, ignition: false },
    ],
    { start: now() - 8400, every: 30 },
  )
const atOnePlace = () => drive([{ seconds: 60, kmh: 0, ignition: false }], { start: now() - 60 })

suite('the card of a unit', () => {
  test('shows since when it has been stopped, its notes, and everything else in two clicks', async () => {
    const fleet = await aFleet(chosenModules)
    const unit = fleet.units[0]!
    await tell(unit, parked())
    await computeTrips(acting)
    const { page, troubles } = await enter(fleet, looking)
    const row = page.getByRole('link', { name: /Van 1/ })
    await row.getByText(/Parked for 2 h \d+ min/).waitFor()
    await page.getByRole('link', { name: /Van 2/ }).getByText('No data yet').waitFor()
    await row.click()
    const card = page.getByRole('article', { name: 'Van 1' })
    await card.getByText(/^Parked for 2 h/).waitFor()
    // The list stays, and marks the selected one.
    await page.locator('a[aria-current="true"]').getByText('Van 1').waitFor()
    await card.getByRole('button', { name: 'Details' }).click()

    await card.getByRole('button', { name: 'Edit extra fields' }).click()
    const form = card.getByRole('form', { name: 'Extra fields' })
    await form.getByLabel('Name').fill('Driver')
    await form.getByLabel('Value').fill('Line 7')
    await form.getByRole('button', { name: 'Add a field' }).click()
    const second = form.getByRole('group', { name: 'Field 2' })
    await second.getByLabel('Name').fill('Contract')
    await second.getByLabel('Value').fill('K-118')
    await second.getByLabel('Show on the card').uncheck()
    await noSeriousFindings(page)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await card.getByText('Line 7').waitFor()
    assert.equal(await card.getByText('K-118').count(), 0)
    await page.reload()
    await card.getByText('Line 7').waitFor()

    // Each of them is one click from here; commands are further down on the card itself.
    const follow = card.getByRole('button', { name: 'Follow on the map' })
    assert.equal(await follow.getAttribute('aria-pressed'), 'true')
    await card.getByRole('button', { name: 'Command', exact: true }).click()
    await card.getByRole('region', { name: 'Commands' }).locator('select:focus').waitFor()
    for (const [name, place] of [
      ['Open timeline', /#\/timeline\/.*\d+$/],
      ['Share', new RegExp(`#/sharing/${unit}$`)],
      ['Maintenance', new RegExp(`#/maintenance/${unit}$`)],
    ] as const) {
      await card.getByRole('link', { name, exact: true }).click()
      await page.waitForURL(place)
      await page.goBack()
      await card.waitFor()
    }
    assert.deepEqual(troubles, [])
  })

  test('has texts that set up its tracker and the log of its connections', async () => {
    const fleet = await aFleet(chosenModules)
    const unit = fleet.units[0]!
    const log = connectionLog(site.ctx)
    log.refused({ unitId: unit, peer: '192.0.2.7:4711', protocol: 'gt06', reason: 'It speaks another protocol.' })
    await log.close()
    const { page, troubles } = await enter(fleet, phone)
    await page.getByRole('link', { name: /Van 1/ }).click()
    await page.getByRole('button', { name: 'Details' }).click()
    const tools = page.getByRole('region', { name: 'Tools' })
    await tools.getByRole('button', { name: 'Set up tracker' }).click()
    await tools.getByText('Server', { exact: true }).waitFor()
    await tools.getByRole('button', { name: 'Copy: Port' }).waitFor()
    const apn = tools.getByLabel('Access point (APN) of the SIM card')
    await apn.fill('internet')
    await tools.getByText('internet', { exact: false }).first().waitFor()
    await tools.getByRole('img', { name: 'QR code for the SMS: Set access point' }).waitFor()
    await noSeriousFindings(page)
    await tools.getByRole('button', { name: 'Connection log' }).click()
    const entry = tools.getByRole('list', { name: 'Connection log' }).getByRole('listitem')
    assert.match(await entry.innerText(), /Rejected\s+from 192\.0\.2\.7:4711 · gt06\s+It speaks another protocol\./)
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  for (const [module, region] of [['tools', 'Tools']] as const) {
    test(`without the module ${module} has none of it, and the API refuses`, async () => {
      const fleet = await aFleet(chosenModules.filter((name) => name !== module))
      const { page } = await enter(fleet, wide)
      await page.getByRole('link', { name: /Van 1/ }).click()
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByRole('region', { name: 'Commands' }).waitFor()
      assert.equal(await page.getByRole('region', { name: region }).count(), 0)
      for (const path of ['setup', 'connections'])
        assert.equal((await page.request.get(`${site.url}/client/units/${fleet.units[0]}/${path}`)).status(), 403)
    })
  }
})

suite('units in one place', () => {
  const names = ['Van 1', 'Van 2', 'Van 3', 'Truck']
  const aYard = async (options: Parameters<typeof enter>[1]) => {
    const fleet = await aFleet(chosenModules, names)
    for (const unit of fleet.units) await tell(unit, atOnePlace())
    const visitor = await enter(fleet, options)
    return { fleet, ...visitor }
  }
  const piles = (page: Page) => page.getByRole('region', { name: 'Close together' })

  test('are drawn as one cluster, which lists them on a click, even at the highest zoom', async () => {
    const { page, fleet, troubles } = await aYard(looking)
    await page.locator('[data-drawn="4"]').waitFor()
    for (let step = 0; step < 6; step++) await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'List units close together' }).waitFor()
    await page.locator('[data-drawn="4"]').waitFor()
    // The map still moves for a moment after zooming, and a click next to the marker opens nothing.
    await until('a list of units', async () => {
      await page.locator('canvas').click()
      return piles(page)
        .first()
        .waitFor({ timeout: 500 })
        .then(
          () => true,
          () => false,
        )
    })
    await piles(page).getByRole('listitem').nth(3).waitFor()
    assert.deepEqual(
      await piles(page).getByRole('listitem').allInnerTexts(),
      names.toSorted().map((name) => `${name}\nParked`),
    )
    await noSeriousFindings(page)
    await piles(page).getByRole('button', { name: /Truck/ }).click()
    await page.waitForURL(new RegExp(`#/units/${fleet.units[3]}$`))
    await page.getByRole('article', { name: 'Truck' }).waitFor()
    assert.equal(await piles(page).count(), 0)
    assert.deepEqual(troubles, [])
  })

  test('can be listed by keyboard too', async () => {
    const { page, troubles } = await aYard({ ...phone, maps: true })
    await page.getByRole('navigation').getByRole('link', { name: 'Map' }).click()
    const button = page.getByRole('button', { name: 'List units close together' })
    await button.focus()
    await page.keyboard.press('Enter')
    await piles(page).getByText('4 units').waitFor()
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Close the list')
    await page.keyboard.press('Escape')
    await piles(page).waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'List units close together')
    await page.keyboard.press('Enter')
    await piles(page).getByRole('button', { name: /Van 2/ }).press('Enter')
    await page.getByRole('article', { name: 'Van 2' }).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })
})

suite('another map', () => {
  const choice = (page: Page) => page.getByRole('group', { name: 'Map' })

  test('is selected on the map, shows its copyright, and stays after a reload, on every map', async () => {
    const fleet = await aFleet(chosenModules)
    await tell(fleet.units[0]!, atOnePlace())
    const { page, troubles } = await enter(fleet, looking)
    await page.locator('[data-drawn="1"]').waitFor()
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    assert.deepEqual(
      await choice(page)
        .getByRole('radio')
        .all()
        .then((all) => all.length),
      3,
    )
    assert.equal(await choice(page).getByLabel('Built-in map').isChecked(), true)
    await noSeriousFindings(page)
    await choice(page).getByLabel('Google: streets').check()
    await page.getByText('Google Maps', { exact: true }).waitFor()
    await page.getByText(/^Map data ©2026 roadmap-\d+$/).waitFor()
    await choice(page).getByLabel('Google: satellite').check()
    await page.getByText(/^Map data ©2026 satellite-\d+$/).waitFor()
    await noSeriousFindings(page)
    await page.reload()
    await page.getByText(/^Map data ©2026 satellite-\d+$/).waitFor()
    await page.locator('[data-drawn="1"]').waitFor()
    assert.ok(
      google.asked.some((path) => /^\/v1\/2dtiles\/.*session=satellite-/.test(path)),
      google.asked.join('\n'),
    )
    await page.goto(`${site.url}/client#/timeline`)
    await page.getByText('Google Maps', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await choice(page).getByLabel('Built-in map').check()
    await page.getByText('Google Maps', { exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(troubles, [])
  })

  test('is not offered without the module, and its API refuses', async () => {
    const fleet = await aFleet(chosenModules.filter((name) => name !== 'google_maps'))
    const { page } = await enter(fleet, looking)
    await page.getByRole('button', { name: 'Zoom in' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Map', exact: true }).count(), 0)
    assert.equal((await page.request.get(`${site.url}/client/map-providers`)).status(), 403)
  })

  test('is not offered if the operator has no key', async () => {
    const plain = await openFleets()
    const fleet = await plain.aFleet(chosenModules)
    const { page } = await plain.enter(fleet, looking)
    await page.getByRole('button', { name: 'Zoom in' }).waitFor()
    assert.deepEqual(await (await page.request.get(`${plain.site.url}/client/map-providers`)).json(), [])
    assert.equal(await page.getByRole('button', { name: 'Map', exact: true }).count(), 0)
  })
})
