/** A client describes its vehicles: one with a photo and documents, several at once, and the map shows the plate. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, type Fleet, openFleets, wide } from '#testing/browser/fleet.ts'
import { aJpeg } from '#testing/files/pictures.ts'

const { aFleet, enter, open } = await openFleets()

let fleet: Fleet
before(async () => {
  fleet = await aFleet(chosenModules)
})

suite('vehicles', () => {
  test('have a plate, a photo and documents', async () => {
    const { page, troubles } = await enter(fleet, wide)
    await open(page, '/vehicles')
    await page.getByRole('heading', { name: 'Vehicles', level: 1 }).waitFor()
    const cards = page.getByRole('list', { name: 'Vehicles' }).getByRole('listitem')
    const [name] = (await cards.first().getByRole('link').innerText()).split('\n')
    await cards.first().getByRole('link').click()
    await page.getByRole('heading', { name: name!.trim(), level: 1, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit vehicle', exact: true }).click()
    await page.getByLabel('Plate', { exact: true }).fill('B WM 1207')
    await page.getByLabel('Make', { exact: true }).fill('Ford')
    await page.getByLabel('Year', { exact: true }).fill('23')
    await page.getByLabel('Icon', { exact: true }).selectOption('Van')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter a year from 1900 to 2100.').waitFor()
    await page.getByLabel('Year', { exact: true }).fill('2023')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('B WM 1207').waitFor()

    const picture = { name: 'van.jpg', mimeType: 'image/jpeg', buffer: aJpeg }
    await page.getByLabel('Upload photo', { exact: true }).setInputFiles(picture)
    const photo = page.getByRole('img', { name: `Photo of ${name!.trim()}` })
    await photo.waitFor()
    await page.waitForFunction("document.querySelector('img[alt^=Photo]')?.naturalWidth === 40")

    await page.getByRole('button', { name: 'Add document', exact: true }).click()
    await page.getByLabel('Document', { exact: true }).fill('Inspection')
    await page.getByLabel('Valid until', { exact: true }).fill('2020-02-29')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('expired on 29 Feb 2020').waitFor()
    await page.getByRole('button', { name: 'Edit: Inspection', exact: true }).click()
    await page.getByLabel('Number', { exact: true }).fill('P-4471')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('P-4471 · expired on 29 Feb 2020').waitFor()
    await page.getByRole('button', { name: 'Edit: Inspection', exact: true }).click()
    await page.getByLabel('Upload file', { exact: true }).setInputFiles(picture)
    await page.getByLabel('Upload another file', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    const file = await page.getByRole('link', { name: 'Open file: Inspection', exact: true }).getAttribute('href')
    const type = await page.evaluate(
      `fetch(${JSON.stringify(file)}).then(({ headers }) => headers.get('content-type'))`,
    )
    assert.equal(type, 'image/jpeg')
    await noSeriousFindings(page)

    await page.getByRole('link', { name: 'All vehicles', exact: true }).click()
    await page.getByRole('heading', { name: 'Vehicles', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Own fields', exact: true }).click()
    await page.getByRole('button', { name: 'Add a field', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Depot')
    await page.getByLabel('Type', { exact: true }).selectOption('Choice')
    await page.getByLabel('Choices', { exact: true }).fill('North\nSouth')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Choice · North, South · 0 vehicles have a value').waitFor()
    await noSeriousFindings(page)
    await cards.first().getByRole('link').click()
    await page.getByRole('heading', { name: name!.trim(), level: 1, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit vehicle', exact: true }).click()
    await page.getByLabel('Depot', { exact: true }).selectOption('South')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('South', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'All vehicles', exact: true }).click()
    await page.getByRole('heading', { name: 'Vehicles', level: 1 }).waitFor()
    await page.getByText('Document expired').waitFor()
    await open(page, '/units')
    await page.getByLabel('Search units').fill('wm 12')
    await page.getByRole('link', { name: 'B WM 1207' }).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('can be changed together, on a phone', async () => {
    const { page, troubles } = await enter(fleet, { ...phone, colorScheme: 'dark' })
    await open(page, '/vehicles')
    const boxes = page.getByRole('checkbox')
    await boxes.first().waitFor()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByText('2 vehicles selected').waitFor()
    await page.getByRole('button', { name: 'Edit selected', exact: true }).click()
    await page.getByLabel('Fuel', { exact: true }).selectOption('Diesel')
    await page.getByLabel('Depot', { exact: true }).selectOption('North')
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Diesel').nth(1).waitFor()
    await page.getByText('Ford · 2023 · Diesel').waitFor()
    await page.getByRole('button', { name: 'Own fields', exact: true }).click()
    await page.getByText('2 vehicles have a value').waitFor()
    await page.getByRole('button', { name: 'Delete: Depot', exact: true }).click()
    await page.getByText('This deletes the field Depot and its 2 values.').waitFor()
    await page.getByRole('button', { name: 'Yes, delete the field', exact: true }).click()
    await page.getByText('No own fields yet.').waitFor()
    assert.deepEqual(troubles, [])
  })
})
