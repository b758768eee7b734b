/** A bill, from the dealer's request to the payer's browser and back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { reconcileCheckouts } from '#billing/client-invoices/checkouts/checkouts.ts'
import { chargeCards, collectDue } from '#billing/client-invoices/collection/collection.ts'
import { countMonth } from '#billing/invoices/actions.ts'
import { monthOf } from '#billing/invoices/invoice.ts'
import { carryOutTerms } from '#billing/usage/terms.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openBrowser, openSite, phone } from '#testing/browser/browser.ts'
import { aBill, anActivatedAccount, anUnclaimedAccount, aPlan, aUnit, newUser } from '#testing/builders.ts'
import { aClient, askFor, goodPassword } from '#testing/people/client.ts'

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

test('a bill is paid with a card, and nothing is requested twice', async () => {
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

test('a card is declined with a reason, and another one pays', async () => {
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

test('a bank’s confirmation is refused, then given', async () => {
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

test('a dealer sees its invoices through its own link, and pays one', async () => {
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

test('a client saves its card when it pays, the next invoice is charged to it, and the card is removed', async () => {
  const console = async (method: string, path: string, body?: object) => {
    const answer = await site.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  await console('PUT', '/collection', { is_on: true, days_before: 0 })
  const client = await aClient(site, dealer, await anUnclaimedAccount(dealer, undefined, newUser()))
  const issue = async () => {
    const line = { description: 'Tracking', quantity: 1, unit_amount: 4900, discount_rate: 0, tax_rate: 0 }
    const due_on = clock.now().toISOString().slice(0, 10)
    const body = { account_id: client.account.id, is_draft: false, currency: 'eur', due_on, note: null, lines: [line] }
    return (await console('POST', '/client-invoices', body)).id as string
  }
  await issue()
  const { page, troubles } = await browser.visitor(phone)
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email or username').fill(client.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/client/)
  await page.goto(`${site.url}/client#/account`)
  await page.getByText('To pay automatically, pay an invoice from this page').waitFor()
  await page.getByRole('button', { name: 'Pay €49.00' }).click()
  const choice = page.getByRole('checkbox', { name: /Save this card and pay future invoices from Dealer provider/ })
  assert.equal(await choice.isChecked(), false)
  await choice.check()
  await page.getByRole('button', { name: 'Pay €49.00' }).click()
  await page.getByLabel('Card number').waitFor()
  await typeCard(page, '4242424242424242')
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()

  const worker = { ...site.ctx, actor: operator('test') }
  await reconcileCheckouts(worker)
  const next = await issue()
  // After nine in the morning, when cards are charged.
  clock.advance(43_200)
  await collectDue(worker)
  await chargeCards(worker)
  assert.equal((await console('GET', `/client-invoices/${next}`)).state, 'paid')
  await page.goto(`${site.url}/client#/account`)
  await page.getByText('Visa ending in 4242').waitFor()
  await page.getByText(/€49.00 for invoice/).waitFor()
  await page.getByRole('button', { name: 'Remove card' }).click()
  await page.getByText('To pay automatically, pay an invoice from this page').waitFor()
  assert.deepEqual(troubles, [])
})

test('a unit whose term has ended is renewed by its client, paid by card, and visible again', async () => {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await site.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const worker = { ...site.ctx, actor: operator('test') }
  const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const plan = await aPlan(dealer, { name: 'Paid by the unit' })
  await ask('PUT', `/client-plans/${plan.id}/prices`, {
    ...{ valid_from: day(0), currency: 'eur', tax_rate: 1900, discount_rate: 0, free_days: 0 },
    items: [{ kind: 'unit', name: 'Tracking', amount: 1000, tiers: [] }],
    unit_terms: { due_days: 7, extends_on: 'payment', by_client: true },
  })
  const renter = await anActivatedAccount(site, dealer, plan.id)
  const unit = await aUnit(dealer, renter.id, { name: 'Excavator' })
  const own = await askFor(site, dealer, renter.user)
  await ask('PUT', '/unit-terms', { terms: [{ unit_id: unit.id, paid_until: day(-1) }] })
  await carryOutTerms(worker)
  assert.equal((await own('GET', `/units/${unit.id}/telemetry`)).status, 403)

  const { page, troubles } = await browser.visitor(phone)
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email or username').fill(renter.user.name)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/client/)
  await page.goto(`${site.url}/client#/account`)
  await page.getByText('Expired', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Renew Excavator' }).click()
  await page.getByLabel('Renew for').selectOption('3 months')
  await page.getByRole('button', { name: 'Continue to payment of €35.70' }).click()
  // The previous page offers to pay the same invoice.
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Pay €35.70' }).click()
  await page.getByLabel('Card number').waitFor()
  await typeCard(page, '4242424242424242')
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
  await reconcileCheckouts(worker)
  await carryOutTerms(worker)
  await page.goto(`${site.url}/client#/account`)
  await page.getByRole('listitem').filter({ hasText: 'Excavator' }).getByText('Paid', { exact: true }).waitFor()
  assert.equal((await own('GET', `/units/${unit.id}/telemetry`)).status, 200)
  const [term] = await ask('GET', `/unit-terms?ids=${unit.id}`)
  assert.equal(term.state, 'active')
  assert.deepEqual(troubles, [])
})

test('an unknown link and an expired one say so', async () => {
  const bill = await aBill(dealer, account.id)
  const { page } = await browser.visitor()
  await page.goto(`${site.url}/pay/cs_test_nothing`)
  await page.getByRole('heading', { name: 'Payment not found' }).waitFor()

  await page.goto(bill.url)
  await page.getByLabel('Card number').waitFor()
  clock.advance(86_400)
  // Entered before it expires, sent after: the page finds out and says so.
  await typeCard(page, '4242424242424242')
  await page.getByRole('heading', { name: 'This payment link has expired' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'This payment link has expired' }).waitFor()
})
