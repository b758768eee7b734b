/** A client of an owned account buys premium on the sandbox's payment page, in German, and has it at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reconcilePayments } from '#billing/invoices/payments.ts'
import { consumerApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { letIn, openBrowser, openSite, phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { anUnclaimedAccount, newUser } from '#testing/builders.ts'
import { activate, goodPassword, logIn } from '#testing/people/client.ts'
import { payAtSandbox } from '#testing/people/payer.ts'

const site = await openSite()
const browser = await openBrowser()
const dealer = await site.dealer('partner')

async function aPerson(options: Parameters<typeof browser.visitor>[0]) {
  const account = await anUnclaimedAccount(dealer, [consumerApp], newUser())
  const email = await activate(site, account)
  const visitor = await browser.visitor(options)
  await visitor.page.goto(`${site.url}/login`)
  return { ...visitor, account, email }
}

const accountOf = async (id: number) => (await dealer.ask('GET', `/accounts/${id}`)).body.data

test('premium is bought with a card and starts at once: limits, pages, and what the dealer sees', async () => {
  const { page, account, email } = await aPerson({ viewport: { width: 1280, height: 900 } })
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).first().click()
  const panel = page.getByRole('region', { name: 'Premium', exact: true })
  await panel.getByText('You have the free plan.').waitFor()
  const table = panel.getByRole('region', { name: 'Compare plans' })
  assert.match(await table.innerText(), /Units\s+5\s+10\s+50/)
  assert.equal(await page.getByRole('link', { name: 'Statistics' }).count(), 0)
  await noSeriousFindings(page)
  await panel.getByLabel('For', { exact: true }).selectOption('3')
  await panel.getByRole('button', { name: 'Pay €15.00 by card' }).click()

  // The processor's own page; a declined card costs nothing.
  await page.getByRole('button', { name: 'Pay €15.00' }).waitFor()
  const pay = async (number: string) => {
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiry').fill('12 / 40')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on the card').fill('A. Payer')
    await page.getByRole('button', { name: 'Pay €15.00' }).click()
  }
  await pay('4000 0000 0000 0002')
  await page.getByText('The card was declined', { exact: true }).waitFor()
  assert.equal((await accountOf(account.id)).is_premium, false)
  await pay('4242 4242 4242 4242')
  await page.getByText('Paid. Thank you!').waitFor()
  assert.equal((await accountOf(account.id)).is_premium, true)
  await page.getByRole('link', { name: 'Done' }).click()

  await panel.getByText(/You have Premium until/).waitFor()
  await page.getByRole('link', { name: 'Statistics' }).first().waitFor()
  assert.match(await panel.getByRole('region', { name: 'Orders' }).innerText(), /Premium, 3 months[\s\S]*Paid/)
  assert.match(await page.getByRole('region', { name: 'Plan', exact: true }).innerText(), /Premium[\s\S]*0 of 50/)
  const [subscription] = (await dealer.ask('GET', `/accounts/${account.id}/subscriptions`)).body.data
  assert.deepEqual(
    [subscription.type, subscription.active, subscription.purchase_data.auto_renew],
    ['cardpay', true, false],
  )
  // Another plan would replace it, and says so.
  await panel.getByLabel('Plan', { exact: true }).selectOption('basic')
  await panel.getByText(/This replaces Premium at once/).waitFor()
})

test('premium that renews automatically: the card is kept, and the client turns it off', async () => {
  const { page, account, email } = await aPerson({ viewport: { width: 1280, height: 900 } })
  await letIn(page, site, 'session', await logIn(site, email))
  await page.goto(`${site.url}/client#/account`)
  const panel = page.getByRole('region', { name: 'Premium', exact: true })
  await panel.getByRole('switch', { name: 'Renew automatically' }).click()
  await panel.getByRole('button', { name: 'Pay €5.00 by card' }).click()
  await page.waitForURL(/\/pay\//)
  await payAtSandbox(site.ctx, new URL(page.url()).pathname.split('/').at(-1)!)
  await reconcilePayments({ ...site.ctx, actor: operator('test') })
  await page.goto(`${site.url}/client#/account`)
  await panel.getByText(/we charge Visa ending in 4242/).waitFor()
  const renews = async () =>
    (await dealer.ask('GET', `/accounts/${account.id}/subscriptions`)).body.data[0].purchase_data.auto_renew
  assert.equal(await renews(), true)
  await noSeriousFindings(page)
  await panel.getByRole('switch', { name: 'Automatic renewal' }).press('Space')
  await panel.getByText(/It doesn’t renew automatically/).waitFor()
  assert.equal(await renews(), false)
  await panel.getByRole('button', { name: 'Remove card' }).click()
  await panel.getByText(/your card is then saved/).waitFor()
})

test('on a phone in German: chosen at sign-in, stored for the person, and used on the payment page and in the receipt', async () => {
  const { page, email } = await aPerson(phone)
  await page.getByLabel('Language').selectOption('de')
  await page.getByLabel('E-Mail-Adresse oder Benutzername').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForURL(`${site.url}/client`)
  await page.goto(`${site.url}/client#/account`)
  const panel = page.getByRole('region', { name: 'Premium', exact: true })
  await panel.getByText('Sie haben den kostenlosen Tarif.').waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await noSeriousFindings(page)
  await panel.getByRole('button', { name: '5,00 € mit Karte zahlen' }).click()
  await page.getByLabel('Kartennummer').fill('4000 0000 0000 9995')
  await page.getByLabel('Gültig bis').fill('12 / 40')
  await page.getByLabel('Prüfnummer').fill('123')
  await page.getByLabel('Name auf der Karte').fill('A. Payer')
  await noSeriousFindings(page)
  await page.getByRole('button', { name: '5,00 € zahlen' }).click()
  await page.getByText('Die Karte ist nicht gedeckt.').waitFor()
  await page.getByLabel('Kartennummer').fill('4242 4242 4242 4242')
  await page.getByLabel('Prüfnummer').fill('123')
  await page.getByRole('button', { name: '5,00 € zahlen' }).click()
  await page.getByText('Bezahlt. Vielen Dank!').waitFor()
  await page.getByRole('link', { name: 'Fertig' }).click()
  await panel.getByText(/Sie haben Premium bis zum/).waitFor()

  // Another browser, set to English: the person's choice applies there too.
  const other = await browser.visitor(phone)
  await other.page.goto(`${site.url}/login`)
  await other.page.getByLabel('Email or username').fill(email)
  await other.page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.getByRole('link', { name: 'Karte' }).first().waitFor()
  await other.page.goto(`${site.url}/client#/account`)
  await other.page.getByRole('region', { name: 'Sprache' }).getByLabel('Sprache').selectOption('en')
  await other.page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
})
