/** A bill, from the dealer's request to the payer's browser and back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { countMonth } from '#billing/invoices/actions.ts'
import { monthOf } from '#billing/invoices/invoice.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openBrowser, openSite, phone } from '#testing/browser.ts'
import { aBill, anActivatedAccount, aUnit } from '#testing/builders.ts'

const site = await openSite()
const browser = await openBrowser()
const dealer = await site.dealer('provider')
const account = await anActivatedAccount(site, dealer)
const { clock } = site.ctx

async function stateOf(bill: string) {
  const now = seconds(clock.now())
  const list = `/billing/cardpay-payments?app_id=${fleetApp}&from=${now - 86_400 * 3}&to=${now + 1}`
  const { status, payment_status, url } = (await dealer.ask('GET', list)).body[bill]
  return { status, payment_status, url }
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('')
  await page.getByLabel('Expiry').pressSequentially('1133')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on the card').fill('A. Payer')
  await page.getByRole('button', { name: /^Pay / }).click()
}

const paid = { status: 'complete', payment_status: 'paid', url: null }

test('a bill is paid with a card, and nothing is asked twice', async () => {
  const bill = await aBill(dealer, account.id)
  const { page, troubles } = await browser.visitor()
  await page.goto(bill.url)
  await page.getByRole('heading', { name: '€25.00' }).waitFor()
  await page.getByText('2 × €12.50').waitFor()

  await page.getByRole('button', { name: 'Pay €25.00' }).click()
  await page.getByText('Enter a valid card number.').waitFor()
  assert.equal(await page.locator(':focus').getAttribute('name'), 'number')

  await typeCard(page, '4242424242424242')
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
  assert.deepEqual(await stateOf(bill.id), paid)

  await page.reload()
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
  assert.deepEqual(troubles, [])
})

test('a card is declined, the reason is told, and another one pays', async () => {
  const bill = await aBill(dealer, account.id, {
    prices: [{ quantity: 3, unit_amount: 1500, currency: 'kwd', name: 'Tracking' }],
  })
  const { page } = await browser.visitor()
  await page.goto(bill.url)
  // Three decimals: 4500 of the smallest unit.
  await page.getByRole('heading', { name: /KWD\s4\.500/ }).waitFor()
  await typeCard(page, '4000000000009995')
  const alert = page.getByRole('alert')
  await alert.getByText('The card has insufficient funds.').waitFor()
  assert.equal((await stateOf(bill.id)).status, 'open')
  await page.getByText('Test cards').click()
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
  assert.deepEqual(await stateOf(bill.id), paid)
})

test('a bank that asks is answered no, then yes', async () => {
  const bill = await aBill(dealer, account.id)
  const { page } = await browser.visitor(phone)
  await page.goto(bill.url)
  await typeCard(page, '4000002500003155')
  await page.getByText('Do you want to pay €25.00 to Dealer provider?').waitFor()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alert').getByText('The payment was not confirmed.').waitFor()
  assert.equal((await stateOf(bill.id)).status, 'open')
  await typeCard(page, '4000002500003155')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
  assert.deepEqual(await stateOf(bill.id), paid)
})

test('a dealer sees its invoices by a link of its own, and pays one', async () => {
  const acting = { ...site.ctx, actor: operator('test') }
  await aUnit(dealer, account.id)
  await countMonth(acting, dealer.dealer, monthOf(clock.now()))
  const portalUrl = async () => (await dealer.ask('GET', '/billing/customer-portal')).body.url
  const { page, troubles } = await browser.visitor()
  await page.goto(await portalUrl())
  await page.getByRole('heading', { name: 'Invoices for Dealer provider' }).waitFor()
  // The secret of the link does not stay in the address bar.
  assert.equal(page.url(), `${site.url}/portal`)
  await page.getByText('Open', { exact: true }).waitFor()
  await page.getByText('Details').click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByLabel('Card number').waitFor()
  await typeCard(page, '4242424242424242')
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()

  await page.goto(await portalUrl())
  await page.getByText('Paid', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  assert.deepEqual(troubles, [])
})

test('a link that nobody has, and one whose time is over, say so', async () => {
  const bill = await aBill(dealer, account.id)
  const { page } = await browser.visitor()
  await page.goto(`${site.url}/pay/cs_test_nothing`)
  await page.getByRole('heading', { name: 'Payment not found' }).waitFor()

  await page.goto(bill.url)
  await page.getByLabel('Card number').waitFor()
  clock.advance(86_400)
  // Filled in before, sent after: the page finds out and says so.
  await typeCard(page, '4242424242424242')
  await page.getByRole('heading', { name: 'This payment link has expired' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'This payment link has expired' }).waitFor()
})
