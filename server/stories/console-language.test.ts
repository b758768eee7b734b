/** A dealer's staff that work in German: the consoles from the sign-in page to the last list. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { aManagedAccount, aPlan } from '#testing/builders.ts'
import { goodPassword } from '#testing/people/client.ts'
import { aPerson } from '#testing/people/staff.ts'

const consoles = await openConsoles()
const { site, dealer } = consoles
const plan = await aPlan(dealer)
const account = await aManagedAccount(dealer, plan.id)
await dealer.ask('PATCH', `/accounts/${account.id}`, { title: 'Depot Nord' })

const languageOf = (page: Page) => page.locator('html').getAttribute('lang')
const german = { locale: 'de-DE' } as const

suite('a person of a dealer’s team', () => {
  test('reads German like the browser, chooses English and a time format, and finds both in every browser', async () => {
    const { email } = await aPerson(site, dealer.dealer, 'owner')
    const { page, troubles } = await consoles.signedOut(german)
    await page.goto(`${site.url}/console`)
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await noSeriousFindings(page)
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.getByRole('heading', { name: 'Heute', exact: true }).waitFor()
    assert.equal(await languageOf(page), 'de')

    await openPlace(page, '/clients')
    await page.getByRole('heading', { name: 'Kunden', exact: true }).waitFor()
    await page.getByText('1 Kunde', { exact: true }).waitFor()
    await page.getByRole('row', { name: /Depot Nord/ }).waitFor()
    await noSeriousFindings(page)
    await openPlace(page, `/clients/${account.id}/explain`)
    await page.getByText(/Es ist (noch nicht aktiviert|aktiviert und nicht gesperrt)\./).waitFor()

    await openPlace(page, '/login')
    await page.getByRole('heading', { name: 'Mein Profil', exact: true }).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
    await page.getByRole('heading', { name: 'My profile', exact: true }).waitFor()

    const panel = page.getByRole('region', { name: 'Dates and times' })
    const example = panel.getByRole('status', { name: 'Example' })
    await panel.getByLabel('Clock', { exact: true }).selectOption('12 hours')
    await example.getByText(/:\d\d\s[AP]M/i).waitFor()
    await panel.getByLabel('Date', { exact: true }).selectOption('Month, day, year')
    await panel.getByLabel('Time zone').fill('Asia/Tokyo')
    await example.getByText(/[A-Z][a-z]+ \d+, 20\d\d.*GMT\+9/).waitFor()
    const signedIn = page.getByRole('region', { name: 'Active sessions' }).getByText(/[A-Z][a-z]+ \d+, 20\d\d/)
    await signedIn.first().waitFor()
    await noSeriousFindings(page)

    const elsewhere = await consoles.signedOut(german)
    await elsewhere.page.goto(`${site.url}/console`)
    await elsewhere.page.getByLabel('E-Mail').fill(email)
    await elsewhere.page.getByLabel('Passwort', { exact: true }).fill(goodPassword)
    await elsewhere.page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await elsewhere.page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    assert.equal(await languageOf(elsewhere.page), 'en')
    await openPlace(elsewhere.page, '/login')
    await elsewhere.page
      .getByRole('status', { name: 'Example' })
      .getByText(/[AP]M GMT\+9/i)
      .waitFor()
    assert.deepEqual([...troubles, ...elsewhere.troubles], [])
  })

  test('chooses a language before signing in', async () => {
    const { page, troubles } = await consoles.signedOut()
    await page.goto(`${site.url}/console`)
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('heading', { name: 'Anmelden', exact: true }).waitFor()
    assert.deepEqual(troubles, [])
  })
})

test('an operator’s pages are in German too', async () => {
  const { email } = await aPerson(site, null, 'operator')
  const { page, troubles } = await consoles.signedOut(german)
  await page.goto(`${site.url}/operator`)
  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('heading', { name: 'Übersicht', exact: true }).waitFor()
  await openPlace(page, '/jobs')
  await page.getByRole('heading', { name: 'Aufgaben', exact: true }).waitFor()
  await page.getByRole('columnheader', { name: 'Rückstand' }).waitFor()
  await noSeriousFindings(page)
  assert.deepEqual(troubles, [])
})

everyRequestIsDocumented(consoles)
