/** A client shows people without a login where units are, sees that they looked, and revokes it at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, openFleets, wide } from '#testing/browser/fleet.ts'
import { drive } from '#testing/routes.ts'

const { site, browser, aFleet, tell, enter, open } = await openFleets()
const now = () => Date.now() / 1000

test('a client shares a unit from its card, sees how often it was opened, and revokes it while someone is looking', async () => {
  const fleet = await aFleet(chosenModules)
  await tell(fleet.units[0]!, drive([{ seconds: 60, kmh: 36, ignition: true }], { start: now() - 60 }))
  const { page, troubles } = await enter(fleet, wide)
  await page.getByRole('link', { name: /Van 1/ }).click()
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  const form = page.getByRole('region', { name: 'Create share link' })
  assert.equal(await form.getByLabel('Van 1').isChecked(), true)
  assert.equal(await form.getByLabel('Van 2').isChecked(), false)
  await noSeriousFindings(page)

  // An empty selection and a past time are reported before anything is sent.
  await form.getByLabel('Van 1').uncheck()
  await form.getByLabel('Ends').selectOption('date')
  await form.getByLabel('Date and time').fill('2020-01-01T10:00')
  await form.getByRole('button', { name: 'Create share link' }).click()
  await form.getByText('Choose at least one unit.').waitFor()
  await form.getByText('Choose a time within the next 366 days.').waitFor()
  await form.getByLabel('Van 1').check()
  await form.getByLabel('Ends').selectOption('shift')
  await form.getByLabel('Title').fill('Your delivery')
  await form.getByRole('button', { name: 'Create share link' }).click()

  const card = page.getByRole('listitem', { name: 'Your delivery' })
  await card.getByRole('img', { name: 'QR code for the share link Your delivery' }).waitFor()
  await card.getByText(/never opened/).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card.getByRole('button', { name: 'Copy link' }).click()
  await card.getByRole('button', { name: 'Copied' }).waitFor()
  const link: string = await page.evaluate('navigator.clipboard.readText()')
  assert.match(link, /\/share#[\w-]{43}$/)
  await noSeriousFindings(page)

  const outsider = await browser.visitor({ ...phone, maps: true })
  await outsider.page.goto(link)
  await outsider.page.getByRole('heading', { name: 'Your delivery' }).waitFor()
  const row = outsider.page.getByRole('list', { name: 'Units' }).getByRole('button')
  assert.match(await row.innerText(), /Van 1/)
  await outsider.page.locator('[data-drawn="1"]').waitFor()
  await noSeriousFindings(outsider.page)

  await open(page, '/units')
  await open(page, '/sharing')
  await card.getByText(/opened once · last/).waitFor()
  await card.getByRole('button', { name: 'Revoke: Your delivery' }).click()
  await card.getByText('Anyone viewing it loses access at once.').waitFor()
  await noSeriousFindings(page)
  await card.getByRole('button', { name: 'Yes, revoke it' }).click()
  await outsider.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await page.getByText('No share links yet.').waitFor()
  await noSeriousFindings(outsider.page)
  assert.deepEqual(troubles, [])
  assert.deepEqual(outsider.troubles, [])
})

test('an expired link can be extended; on a phone the page is behind the last tab', async () => {
  const fleet = await aFleet(chosenModules)
  const { page, troubles } = await enter(fleet, phone)
  await page.getByRole('navigation').getByRole('link', { name: 'More' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sharing' }).click()
  await page.getByText('No share links yet.').waitFor()
  await page.getByRole('button', { name: 'Create share link' }).click()
  await page.getByLabel('Van 2').check()
  await page.getByLabel('Ends').selectOption('hour')
  await page.getByRole('button', { name: 'Create share link' }).click()
  const card = page.getByRole('listitem', { name: 'Van 2' })
  await card.getByText('Live', { exact: true }).waitFor()
  site.ctx.clock.advance(3 * 3600)
  await page.reload()
  await card.getByText('Ended', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Change end time: Van 2' }).click()
  await card.getByLabel('Ends').selectOption('week')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Live', { exact: true }).waitFor()
  await noSeriousFindings(page)
  assert.deepEqual(troubles, [])
})

test('without the module there is neither page nor quick action, and the API refuses', async () => {
  const fleet = await aFleet(chosenModules.filter((name) => name !== 'sharing'))
  const { page } = await enter(fleet, wide)
  assert.equal(await page.getByRole('link', { name: 'Sharing' }).count(), 0)
  await open(page, '/sharing')
  await page.getByRole('link', { name: /Van 1/ }).click()
  await page.getByRole('heading', { name: 'Van 1' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Share', exact: true }).count(), 0)
  assert.equal((await page.request.get(`${site.url}/client/shares`)).status(), 403)
})
