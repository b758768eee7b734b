/** A dealer deletes the wrong unit, and a vehicle moves to another client. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { letIn, phone } from '#testing/browser/browser.ts'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { aManagedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { aPerson } from '#testing/people/staff.ts'

const consoles = await openConsoles()
const { site, dealer } = consoles
const plan = await aPlan(dealer, {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  quotas: { unit: 100, geofence: 1, unit_storage: 10240 },
})
const account = async (title: string) => {
  const made = await aManagedAccount(dealer, plan.id)
  await dealer.ask('PATCH', `/accounts/${made.id}`, { title })
  return made.id as number
}
const depot = await account('North depot')
const bakery = await account('Corner bakery')
const aVan = async (name: string) => {
  const unit = await aUnit(dealer, depot, { name })
  await received(site, unit, [{ timestamp: Date.now() / 1000 - 60, 'position.latitude': 50, 'position.longitude': 10 }])
  return unit.id as number
}
const van = await aVan('Van 7')
const truck = await aVan('Truck 2')
const spare = await aVan('Spare')
const messagesOf = async (id: number) => (await dealer.ask('GET', `/units/${id}/messages`)).body.data?.length

suite('deleted units', () => {
  test('one is deleted, listed with who deleted it and until when, and restored with its messages', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, `/units/${van}/settings`)
    await page.getByRole('button', { name: 'Delete unit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Deleted units can be restored for 30 days.').waitFor()
    await dialog.getByLabel(/to confirm/).fill('Van 7')
    await dialog.getByRole('button', { name: 'Delete unit', exact: true }).click()
    await page.getByText('Van 7 deleted.').waitFor()
    assert.equal((await dealer.ask('GET', `/units/${van}`)).status, 404)
    await dealer.ask('DELETE', `/units/${spare}`)
    await page.getByRole('heading', { name: 'Units', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Deleted units', exact: true }).click()
    await page.getByRole('heading', { name: 'Deleted units', exact: true }).waitFor()
    await page.getByRole('row', { name: /Van 7.*days.*North depot/ }).waitFor()
    await page.getByRole('row', { name: /Spare.*Access token/ }).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('checkbox', { name: 'Select Van 7' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('1 item done.').waitFor()
    assert.equal(await messagesOf(van), 1)
    assert.deepEqual(troubles, [])
  })

  test('a restore that is not possible says why, and the bin can be emptied by hand, in German', async () => {
    const { page, troubles } = await consoles.signedOut({ ...phone, locale: 'de-DE', colorScheme: 'dark' })
    await letIn(page, site, 'console', (await aPerson(site, dealer.dealer, 'owner')).token)
    await page.goto(`${site.url}/console`)
    await page.getByRole('heading', { name: 'Heute', exact: true }).waitFor()
    const [{ ident }] = (await dealer.ask('GET', `/console/deleted-units?ids=${spare}`)).body
    const other = await aUnit(dealer, bakery, { name: 'Other', ident })
    await openPlace(page, '/units/deleted')
    await page.getByRole('heading', { name: 'Gelöschte Einheiten', exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Spare auswählen' }).click()
    await page.getByRole('button', { name: 'Wiederherstellen', exact: true }).click()
    await page.getByText('Eine andere Einheit hat inzwischen diese Kennung.', { exact: false }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click()
    await dealer.ask('DELETE', `/units/${other.id}`)
    await page.getByRole('checkbox', { name: 'Spare auswählen' }).click()
    await page.getByRole('button', { name: 'Jetzt löschen', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 Einheit endgültig löschen?').waitFor()
    await noSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Jetzt löschen', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Spare auswählen' }).waitFor({ state: 'detached' })
    assert.deepEqual((await dealer.ask('GET', `/console/deleted-units?ids=${spare}`)).body, [])
    assert.deepEqual(troubles, [])
  })
})

suite('units move', () => {
  test('one moves to another client with its history', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, `/units/${van}/settings`)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const client = dialog.getByRole('combobox', { name: 'New client' })
    const searched = page.waitForResponse((answer) => answer.url().includes('q=Corner'))
    await client.fill('Corner')
    // A slow press: the answer to the search comes while the button is down, and the option has to stay.
    await page.getByRole('option', { name: 'Corner bakery' }).hover()
    await page.mouse.down()
    await searched
    await page.mouse.up()
    await page.getByRole('option', { name: 'Corner bakery' }).waitFor({ state: 'hidden' })
    assert.equal(await client.inputValue(), 'Corner bakery')
    await noSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByRole('link', { name: 'Corner bakery' }).first().waitFor()
    assert.equal((await dealer.ask('GET', `/units/${van}`)).body.account_id, bakery)
    assert.equal(await messagesOf(van), 1)
    assert.deepEqual(troubles, [])
  })

  test('many move without their history', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, `/units?ids=${truck}`)
    await page.getByRole('checkbox', { name: 'Select Truck 2' }).click()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'New client' }).fill('Corner')
    await page.getByRole('option', { name: 'Corner bakery' }).click()
    await dialog.getByLabel('Move without history').check()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('1 item done.').waitFor()
    const units = (await dealer.ask('GET', `/units?account_ids=${bakery}&q=Truck`)).body
    assert.equal(units.length, 1)
    assert.notEqual(units[0].id, truck)
    assert.equal(await messagesOf(units[0].id), 0)
    assert.equal((await dealer.ask('GET', `/console/deleted-units?ids=${truck}`)).body.length, 1)
    assert.deepEqual(troubles, [])
  })
})

everyRequestIsDocumented(consoles)
