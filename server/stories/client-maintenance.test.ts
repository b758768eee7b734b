/** A client maintains its vehicles: corrects counters, and records services when they are due. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeTrips } from '#insights/trips/compute.ts'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, openFleets, wide } from '#testing/browser/fleet.ts'
import { drive } from '#testing/routes.ts'

const { site, acting, aFleet, tell, enter, open } = await openFleets()

test('a client sets up a service, sees it become due, records it as done and reads the history', async () => {
  const fleet = await aFleet(chosenModules)
  const [van1] = fleet.units as [number]
  const { page, troubles } = await enter(fleet, wide)
  await open(page, '/maintenance')
  await page.getByText('No services yet.').waitFor()
  await page.getByLabel('Unit', { exact: true }).selectOption({ label: 'Van 1' })
  assert.ok(page.url().endsWith(`#/maintenance/${van1}`), page.url())
  const counters = page.getByRole('region', { name: 'Counters' })
  await counters.getByText('Mileage: 0 km').waitFor()
  assert.equal(await counters.getByText('calculated from trips').count(), 2)
  await counters.getByRole('button', { name: 'Mileage: 0 km: Correct' }).click()
  await counters.getByLabel('Odometer reading (km)').fill('120000')
  await counters.getByRole('button', { name: 'Save' }).click()
  await counters.getByText('Mileage: 120,000 km').waitFor()
  await counters.getByText(/^corrected on .*\d, then calculated from trips$/).waitFor()
  assert.equal(await counters.getByText('calculated from trips', { exact: true }).count(), 1, 'engine hours')

  await page.getByRole('button', { name: 'Add service' }).click()
  const form = page.getByRole('form', { name: 'Add service' })
  await form.getByLabel('Service').fill('Oil change')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Fill in at least one.').waitFor()
  await form.getByLabel('Kilometres').fill('20')
  await form.getByLabel('Days').fill('365')
  await noSeriousFindings(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const oil = page.getByRole('listitem', { name: 'Oil change, Van 1' })
  await oil.getByText('OK', { exact: true }).waitFor()
  await oil.getByText('due in 20 km or 365 days · every 20 km or 365 days').waitFor()

  // For another unit, from the list of all, by hours; then the first one drives thirty kilometres.
  await open(page, '/maintenance')
  await page.getByRole('button', { name: 'Add service' }).click()
  await form.getByLabel('For unit').selectOption({ label: 'Van 2' })
  await form.getByLabel('Service').fill('Inspection')
  await form.getByLabel('Engine hours').fill('500')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('listitem', { name: 'Inspection, Van 2' }).waitFor()
  site.ctx.clock.advance(3600)
  const start = site.ctx.clock.now().getTime() / 1000 - 1800
  await tell(van1, drive([{ seconds: 1800, kmh: 60, ignition: true }], { start }))
  await computeTrips(acting)
  await open(page, '/maintenance')
  await page.reload()
  const names = page.getByRole('list', { name: 'Services' }).getByRole('listitem')
  await oil.getByText('Overdue', { exact: true }).waitFor()
  assert.match(await names.first().innerText(), /Oil change/, 'the most urgent comes first')
  assert.match(await oil.innerText(), /(9|10) km overdue/)
  await noSeriousFindings(page)

  await oil.getByRole('button', { name: 'Mark as done: Oil change, Van 1' }).click()
  const done = oil.getByRole('form', { name: 'Mark as done' })
  await done.getByLabel('Cost').fill('129,x')
  await done.getByRole('button', { name: 'Mark as done' }).click()
  await done.getByText('Enter an amount such as 129.90.').waitFor()
  await done.getByLabel('Cost').fill('129.90')
  await done.getByLabel('Note', { exact: true }).fill('Filter too')
  await done.getByRole('button', { name: 'Mark as done' }).click()
  await oil.getByText('OK', { exact: true }).waitFor()
  await oil.getByRole('button', { name: 'History: Oil change, Van 1' }).click()
  const entry = oil.getByRole('list', { name: 'History' }).getByRole('listitem')
  assert.match(await entry.innerText(), /120,0(29|30)[.\d]* km · .* h · €129\.90\s+Filter too/)
  await noSeriousFindings(page)

  await oil.getByRole('button', { name: 'Edit: Oil change, Van 1' }).click()
  const edit = oil.getByRole('form', { name: 'Edit: Oil change, Van 1' })
  await edit.getByLabel('Kilometres').fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await oil.getByText('every 365 days').waitFor()
  await oil.getByRole('button', { name: 'Delete: Oil change, Van 1' }).click()
  await oil.getByText('This deletes the service and its history.').waitFor()
  await oil.getByRole('button', { name: 'Yes, delete it' }).click()
  await oil.waitFor({ state: 'detached' })
  assert.deepEqual(troubles, [])
})

test('on a phone, from the card of the unit', async () => {
  const fleet = await aFleet(chosenModules)
  const { page } = await enter(fleet, phone)
  await page.getByRole('link', { name: /Van 1/ }).click()
  await page.getByRole('link', { name: 'Maintenance', exact: true }).click()
  await page.getByRole('region', { name: 'Counters' }).getByText('Engine hours: 0 h').waitFor()
  await noSeriousFindings(page)
})

test('without the module there is no page, and the API refuses', async () => {
  const fleet = await aFleet(chosenModules.filter((name) => name !== 'maintenance'))
  const { page } = await enter(fleet, wide)
  assert.equal(await page.getByRole('link', { name: 'Maintenance' }).count(), 0)
  await open(page, '/maintenance')
  await page.getByRole('link', { name: /Van 1/ }).click()
  await page.getByRole('heading', { name: 'Van 1' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Maintenance' }).count(), 0)
  assert.equal((await page.request.get(`${site.url}/client/maintenance`)).status(), 403)
})
