/** Hundreds of units from a supplier's spreadsheet, and undoing it. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { aManagedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { workbook } from '#testing/files/spreadsheet.ts'

const consoles = await openConsoles()
const { dealer } = consoles
const plan = await aPlan(dealer, {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  quotas: { unit: 600, geofence: 1, unit_storage: 10240 },
  modules: ['notification'],
})
const account = async (title: string) => {
  const made = await aManagedAccount(dealer, plan.id)
  await dealer.ask('PATCH', `/accounts/${made.id}`, { title })
  return made.id as number
}
const depot = await account('North depot')
const bakery = await account('Corner bakery')
const taken = '352093081452251'
await aUnit(dealer, depot, { name: 'Van 7', ident: taken })
const countOf = async (query = '') => (await dealer.ask('GET', `/units/count${query}`)).body.data.all as number

/** An IMEI with its check digit. */
const imeiOf = (first: number): string => {
  const digits = String(first)
  const sum = [...digits].reduce((all, digit, at) => {
    const twice = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return all + (twice > 9 ? twice - 9 : twice)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
const imei = (index: number) => imeiOf(35_600_000_000_000 + index)

const head = ['Vehicle name', 'IMEI', 'Device model', 'Customer', 'Notes']
/** Five hundred rows as a supplier sends them, with three errors. */
const rows = Array.from({ length: 500 }, (_, index) => [
  `Truck ${index + 1}`,
  Number(imei(index)),
  'FMB920',
  index % 2 === 0 ? 'North depot' : '',
  index % 50 === 0 ? 'with tail lift' : '',
])
rows[6]![1] = Number(taken)
rows[199]![2] = 'FMB9999'
rows[400]![3] = 'Nort depot'

test('500 rows of a workbook with three errors are checked, corrected in place, created and undone', async () => {
  const { page, troubles } = await consoles.visit()
  const before = await countOf()
  await openPlace(page, '/units/import')
  await page.getByText('Drop a CSV or XLSX file here').waitFor()
  await noSeriousFindings(page)
  await page.locator('input[type=file]').setInputFiles({
    name: 'units.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook([head, ...rows]),
  })
  assert.equal(await page.getByLabel('Ident').inputValue(), '1', 'columns are guessed from their names')
  await page.getByRole('cell', { name: imei(0) }).waitFor()
  await page.getByRole('combobox', { name: 'Default client' }).fill('Corner')
  await page.getByRole('option', { name: 'Corner bakery' }).click()
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('497 rows ready to import.').waitFor()
  await page.getByText('3 rows need attention.').waitFor()
  await page.getByText('There is no client called “Nort depot”.').waitFor()
  await page.getByText(/^Unknown model/).waitFor()
  assert.equal(await countOf(), before, 'nothing is written yet')
  await noSeriousFindings(page)

  await page.getByLabel('Client in row 402').fill('North depot')
  await page.getByLabel('Model in row 201').fill('FMB920')
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('499 rows ready to import.').waitFor()
  await page.getByRole('button', { name: 'Skip row 8' }).click()
  await page.getByRole('button', { name: 'Import 499 units' }).click()
  await page.getByText('499 units imported.').waitFor()
  assert.equal(await countOf(), before + 499)
  assert.equal(await countOf(`?account_ids=${bakery}&q=Truck`), 250)
  const { body } = await dealer.ask('GET', `/units?q=${imei(50)}`)
  assert.deepEqual(
    [body[0].name, body[0].account_id, body[0].hw_id, body[0].description],
    ['Truck 51', depot, 110, 'with tail lift'],
  )

  await page.getByRole('button', { name: 'Undo import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Delete the 499 imported units?').waitFor()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText(/items? done\.$/).waitFor({ timeout: 300_000 })
  assert.match(await dialog.innerText(), /499 items done\.\s*Close/, 'no deletion was refused')
  assert.equal(await countOf(), before)
  assert.deepEqual(troubles, [])
})

test('rows can be pasted, and an invalid file is refused', async () => {
  const { page } = await consoles.visit('support')
  await openPlace(page, '/units/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'units.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('PK but no archive at all, only its first two letters'),
  })
  await page.getByText('Can’t read this file.').waitFor()
  await page
    .getByLabel('Or paste rows from a spreadsheet')
    .fill(`Name\tIMEI\tModel\tClient\nPasted\t${imei(9999)}\tTeltonika FMB920\tCorner bakery`)
  await page.getByRole('button', { name: 'Use these rows' }).click()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('button', { name: 'Import 1 unit' }).click()
  await page.getByText('1 unit imported.').waitFor()
  await page.getByRole('link', { name: 'Open units' }).click()
  await page.getByRole('link', { name: 'Pasted' }).waitFor()
  const reader = await consoles.visit('billing')
  await openPlace(reader.page, '/units/import')
  await reader.page.getByText('Your role can’t edit units.').waitFor()
})

test('a dealer defines a field, imports values of it, and exports them next to plate and make', async () => {
  const { page, troubles } = await consoles.visit()
  await openPlace(page, '/units')
  await page.getByRole('link', { name: 'Own fields', exact: true }).click()
  await page.getByRole('heading', { name: 'Own fields', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Add a field', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Depot')
  await dialog.getByLabel('Type', { exact: true }).selectOption('Choice')
  await dialog.getByLabel('Choices', { exact: true }).fill('North\nSouth')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('cell', { name: 'North, South' }).waitFor()
  await noSeriousFindings(page)

  await openPlace(page, '/units/import')
  await page
    .getByLabel('Or paste rows from a spreadsheet')
    .fill(`Name\tIMEI\tModel\tClient\tDepot\nCrane\t${imei(8888)}\tFMB920\tCorner bakery\tEast`)
  await page.getByRole('button', { name: 'Use these rows' }).click()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('Depot: this value doesn’t fit the field.').waitFor()
  await page.getByLabel('Depot in row 2').fill('south')
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Import 1 unit' }).click()
  await page.getByText('1 unit imported.').waitFor()
  await page.getByRole('link', { name: 'Open units' }).click()
  await page.getByRole('link', { name: 'Crane' }).waitFor()
  await page.getByRole('button', { name: 'Export CSV', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export CSV', exact: true }).click(),
  ])
  const [first, second] = (await readFile(await download.path(), 'utf8')).split(/\r?\n/)
  assert.match(first!, /Plate.*Make.*Depot/)
  assert.match(second!, /Crane.*South/)

  await openPlace(page, '/units/fields')
  await page.getByText('1 vehicle has a value').waitFor()
  await page.getByRole('button', { name: 'Delete: Depot', exact: true }).click()
  await page.getByText('Delete the field Depot?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No own fields yet.').waitFor()
  assert.deepEqual(troubles, [])
})

everyRequestIsDocumented(consoles)
