/** A client schedules a weekly report, changes it, and downloads what was sent; a sensor is calibrated from a file. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, suite, test } from 'node:test'
import { makeDueReports } from '#insights/reports/runs.ts'
import { computeTrips } from '#insights/trips/compute.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, type Fleet, openFleets, wide } from '#testing/browser/fleet.ts'
import { askAs, logIn } from '#testing/people/client.ts'
import { drive } from '#testing/routes.ts'

const { site, acting, aFleet, tell, enter, open } = await openFleets()
const templatesMax = 200

let fleet: Fleet
before(async () => {
  fleet = await aFleet(chosenModules)
  const legs = [
    { seconds: 600, kmh: 0, ignition: false },
    { seconds: 1200, kmh: 60, ignition: true },
    { seconds: 1200, kmh: 0, ignition: false },
  ]
  const start = Math.floor(Date.now() / 1000) - 86_400
  await tell(
    fleet.units[0]!,
    drive(legs, { start, every: 30 }).map((message) => ({ ...message, 'ain.1': 2.5 })),
  )
  await computeTrips(acting)
})

suite('a client with reports and sensors', () => {
  test('schedules a report, changes the time, and downloads it', async () => {
    const { page, troubles } = await enter(fleet, wide)
    await open(page, '/reports')
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Save or schedule this report', exact: true }).click()
    const form = page.getByRole('form', { name: 'Save or schedule this report' })
    await form.getByLabel('Name').fill('Trips for the office')
    await form.getByRole('textbox', { name: 'To' }).fill('office@example.com')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    const reports = page.getByRole('list', { name: 'Saved reports' })
    await reports.getByText(/ to office@example\.com/).waitFor()

    await reports.getByRole('button', { name: 'Edit: Trips for the office', exact: true }).click()
    const edit = page.getByRole('form', { name: 'Edit: Trips for the office' })
    await edit.getByLabel('Send by email').selectOption('day')
    await edit.getByLabel('At', { exact: true }).selectOption('6')
    await edit.getByRole('textbox', { name: 'To' }).fill('office@example.com, depot@example.com')
    await edit.getByLabel('File', { exact: true }).selectOption('csv')
    await noSeriousFindings(page)
    await edit.getByRole('button', { name: 'Save', exact: true }).click()
    await reports.getByText(/Every day at 0?6:00.* to office@example\.com, depot@example\.com/).waitFor()

    site.ctx.clock.set(new Date(Date.now() + 86_400_000))
    await makeDueReports(acting)
    site.ctx.clock.set(new Date())
    await page.reload()
    await page.getByText('Saved reports (1)').click()
    const sent = page.getByRole('list', { name: 'Latest reports' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      sent.getByRole('link', { name: 'Download: Trips for the office', exact: true }).click(),
    ])
    assert.match(file.suggestedFilename(), /\.csv$/)
    assert.match(await readFile(await file.path(), 'utf8'), /^\ufeff?Line,Day,Unit,.*Distance \(km\)/)
    await reports.getByRole('button', { name: 'Delete: Trips for the office', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, delete it', exact: true }).click()
    await page.getByText('No saved reports yet.').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('calibrates a sensor from a file, and makes room for another template', async () => {
    const { page } = await enter(fleet, wide)
    await open(page, `/sensors/${fleet.units[0]}`)
    await page.getByRole('heading', { name: 'Sensors', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Add sensor', exact: true }).click()
    const form = page.getByRole('form', { name: 'Add sensor' })
    await form.getByLabel('Name').fill('Tank')
    await form.getByLabel('Insert a parameter').selectOption('ain.1')
    assert.equal(await form.getByLabel('Parameter or formula').inputValue(), 'ain.1')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.getByRole('button', { name: 'Import CSV', exact: true }).click(),
    ])
    const text = 'volts;litres\r\n0;0\r\n5;60,5\r\n'
    await chooser.setFiles({ name: 'tank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await form.getByText('2 pairs').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Export CSV', exact: true }).click(),
    ])
    assert.match(await readFile(await file.path(), 'utf8'), /^\ufeff?input,value\r?\n0,0\r?\n5,60\.5\r?\n?$/)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    const card = page.getByRole('listitem', { name: 'Tank, Van 1' })
    await card.getByText('2 pairs').waitFor()

    const ask = askAs(site, await logIn(site, fleet.account.user.name))
    const one = { formula: 'ain.1', hw_id: null }
    for (let at = 0; at < templatesMax; at++) await ask('POST', '/sensor-templates', { ...one, name: `Template ${at}` })
    const save = card.getByRole('button', { name: 'Save as template: Tank, Van 1', exact: true })
    await save.click()
    await card.getByRole('alert').getByText('There are 200 templates, the maximum. Delete one first.').waitFor()
    await page.getByRole('button', { name: 'Add sensor', exact: true }).click()
    await page.getByLabel('Template', { exact: true }).selectOption('Template 7')
    await page.getByRole('button', { name: 'Delete template: Template 7', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, delete it', exact: true }).click()
    await page.getByRole('button', { name: 'Delete template: Template 7', exact: true }).waitFor({ state: 'detached' })
    await save.click()
    await card.getByText('Template saved').waitFor()
    assert.equal(await card.getByRole('alert').count(), 0)
  })
})
