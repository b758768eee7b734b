/** A client keeps a logbook: turns it on, classifies trips, closes a month, and a private trip stays private. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { computeTrips } from '#insights/trips/compute.ts'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, type Fleet, openFleets, wide } from '#testing/browser/fleet.ts'
import { askAs, logIn } from '#testing/people/client.ts'
import { drive } from '#testing/routes.ts'

const { site, acting, aFleet, tell, enter, open } = await openFleets()

/** The previous month, in UTC like the browser. */
const now = new Date()
const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1) / 1000
const month = new Date(monthStart * 1000).toISOString().slice(0, 7)

let fleet: Fleet
before(async () => {
  fleet = await aFleet(chosenModules)
  for (const day of [1, 2, 3]) {
    await tell(
      fleet.units[0]!,
      drive(
        [
          { seconds: 600, kmh: 0, ignition: false },
          { seconds: 1200, kmh: 60, ignition: true },
          { seconds: 7200, kmh: 0, ignition: false },
          { seconds: 900, kmh: 48, ignition: true },
          { seconds: 3600, kmh: 0, ignition: false },
        ],
        { start: monthStart + day * 86_400 + 8 * 3600 },
      ),
    )
  }
  await computeTrips(acting)
})

suite('a client with a logbook', () => {
  test('turns it on, classifies trips, closes the month, and sees what is hidden', async () => {
    const { page, troubles } = await enter(fleet, wide)
    await open(page, '/logbook')
    await page.getByRole('heading', { name: 'Logbook', level: 1 }).waitFor()
    await page.getByLabel('Starts on').fill(`${month}-01`)
    await page.getByRole('button', { name: 'Keep a logbook' }).click()
    await page.getByRole('link', { name: 'Previous month' }).click()
    const entries = page.getByRole('list', { name: 'Logbook' }).getByRole('listitem')
    await entries.first().waitFor()
    assert.equal(await entries.count(), 6)
    await page.getByText('6 business trips have no purpose. Select trips to add one.').waitFor()

    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByLabel('Purpose').fill('Maintenance of the heating')
    await page.getByLabel('Visited').fill('Example Ltd')
    await page.getByRole('button', { name: 'Save for selected trips' }).click()
    await page.getByText('Visited: Example Ltd').nth(5).waitFor()
    await entries.nth(1).getByRole('checkbox').check()
    await page.getByLabel('Kind', { exact: true }).selectOption('private')
    await page.getByRole('button', { name: 'Save for selected trips' }).click()
    // No one is linked to the driver of this trip, so no one sees where it led.
    await entries.nth(1).getByText('Private: the destination is hidden.').waitFor()
    await noSeriousFindings(page)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'PDF' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^logbook-.*\.pdf$/)
    const ask = askAs(site, await logIn(site, fleet.account.user.name))
    const book = (await ask('GET', `/units/${fleet.units[0]}/logbook?month=${month}`)).body
    const shown = await page.locator('dl').first().innerText()
    for (const km of [book.totals.business, book.totals.private, book.totals.all]) {
      assert.ok(shown.includes(km.toFixed(2)), `${km}: ${shown}`)
    }

    await page.getByText('Changes', { exact: true }).click()
    await page.getByText('Kind: Private (was Business)').waitFor()
    await page.getByRole('button', { name: 'Close month' }).click()
    await page.getByRole('button', { name: 'Yes, close the month' }).click()
    await page.getByText(/^Closed on .* It can no longer change\.$/).waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    assert.deepEqual(troubles, [])
  })

  test('uses it on a phone', async () => {
    const { page, troubles } = await enter(fleet, { ...phone, colorScheme: 'dark' })
    await open(page, `/logbook/${fleet.units[0]}/${month}`)
    await page.getByRole('list', { name: 'Logbook' }).getByRole('listitem').first().waitFor()
    await page.getByText('Hidden details of private trips').click()
    await page.getByText(/^Not hidden:/).waitFor()
    await noSeriousFindings(page)
    const isScrolled = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
    assert.equal(isScrolled, false)
    assert.deepEqual(troubles, [])
  })
})
