/** Money in a dealer's console: the dashboard, plans, bills that are paid, and the calendar of automation. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { phone } from '#testing/browser/browser.ts'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { anActivatedAccount, aPlan } from '#testing/builders.ts'

const consoles = await openConsoles()
const { site, dealer } = consoles
const plan = await aPlan(dealer, { name: 'Standard' })
await dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, {
  payment_period: 1,
  payment_notify_offset: 3,
  block_offset: 5,
})
const depot = await anActivatedAccount(site, dealer, plan.id)
await dealer.ask('PATCH', `/accounts/${depot.id}`, { title: 'North depot' })
const dueInDays = async (days: number) =>
  dealer.ask('PATCH', `/accounts/${depot.id}/set-payment-lifecycle`, {
    payment_expected_at: Math.floor(site.ctx.clock.now().getTime() / 1000) + days * 86_400,
  })

/** The pages offer the browser's day, but here the server has another. */
const today = site.ctx.clock.now().toISOString().slice(0, 10)

suite('today', () => {
  test('shows what needs attention, and each item leads to what it counts', async () => {
    await dueInDays(1)
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/today')
    await noSeriousFindings(page)
    await page.getByRole('link', { name: /1 client will be blocked within a week/ }).click()
    await page.getByRole('button', { name: /^Remove filter: State: Blocked within/ }).waitFor()
    await page.getByRole('link', { name: 'North depot' }).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('on a phone', async () => {
    const { page } = await consoles.visit('owner', phone)
    await openPlace(page, '/today')
    await page.getByText('Needs attention').waitFor()
    await noSeriousFindings(page)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= phone.viewport.width, `nothing sticks out: ${width}`)
  })
})

suite('invoices', () => {
  test('a plan gets its prices, and a client what was agreed with it', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, `/plans/${plan.id}`)
    await page.getByRole('button', { name: 'Set prices' }).click()
    const form = page.getByRole('dialog', { name: 'Prices' })
    await form.getByLabel('Valid from').fill(today)
    await form.getByLabel('Tax %').fill('19')
    await form.getByRole('button', { name: 'Add a price' }).click()
    await form.getByLabel('For').selectOption('unit')
    await form.getByLabel('Price, net').fill('12.50')
    await form.getByRole('button', { name: 'Add a tier' }).click()
    await form.getByLabel('From unit').fill('11')
    await form.getByLabel('Price per unit').fill('9.90')
    await noSeriousFindings(page)
    await form.getByRole('button', { name: 'Save prices' }).click()
    await page.getByText('Tracking per unit: €12.50').waitFor()
    await openPlace(page, `/clients/${depot.id}/invoices`)
    await page.getByRole('button', { name: 'Agree prices' }).click()
    const agreement = page.getByRole('dialog', { name: 'Agreed prices' })
    await agreement.getByLabel('Valid from').fill(today)
    await agreement.getByRole('button', { name: 'Add an add-on' }).click()
    await agreement.getByRole('textbox', { name: 'Add-on', exact: true }).fill('SMS package')
    await agreement.getByLabel('Price, net').fill('5')
    await agreement.getByLabel('Extra units per add-on').fill('10')
    await noSeriousFindings(page)
    await agreement.getByRole('button', { name: 'Save prices' }).click()
    await page.getByText('1 × SMS package: €5.00 (10 more units)').waitFor()
    await noSeriousFindings(page)
    const limits = (await dealer.ask('GET', `/accounts/${depot.id}/limits?app_id=${plan.app_id}`)).body
    assert.equal(limits.unit, plan.quotas.unit + 10)
    assert.deepEqual(troubles, [])
  })

  test('a client gets a name and an address for its invoices', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, `/clients/${depot.id}/profile`)
    await page.getByLabel('Company').fill('North Depot Ltd')
    await page.getByLabel('Street and number').fill('Harbour 1')
    await page.getByLabel('Tags').fill('freight, north')
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Profile saved.').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('an invoice is created, partly paid, and credited', async () => {
    const { page, troubles } = await consoles.visit('owner', { viewport: { width: 1280, height: 800 } })
    await openPlace(page, `/invoices/new?account_id=${depot.id}`)
    await page.getByLabel('Description').fill('Installation')
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Unit price, net').fill('49.99')
    await page.getByLabel('Tax %').fill('19')
    await page.getByText('€118.98').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Create invoice' }).click()
    await page.getByRole('heading', { name: /^Invoice 2026-\d{5}$/ }).waitFor()
    await page.getByText('Harbour 1').waitFor()
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByLabel('Paid on').fill(today)
    await page.getByLabel('Amount').fill('18.98')
    await page.getByRole('button', { name: 'Save payment' }).click()
    await page.getByText('Part paid').waitFor()
    await page.getByRole('button', { name: 'Credit', exact: true }).click()
    await page.getByLabel(/^Installation/).fill('10')
    await page.getByRole('button', { name: 'Create credit note' }).click()
    await page.getByRole('heading', { name: 'Credit notes' }).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Copy payment link' }).click()
    const link = await page.getByRole('dialog').getByRole('link').getAttribute('href')
    await openPlace(page, '/invoices')
    await page.getByText('€88.10').first().waitFor()
    await noSeriousFindings(page)
    const payer = await consoles.signedOut(phone)
    await payer.page.goto(link ?? '')
    await payer.page.getByRole('heading', { name: /^Invoice 2026-/ }).waitFor()
    await noSeriousFindings(payer.page)
    await payer.page.getByRole('button', { name: 'Pay €88.10' }).click()
    await payer.page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await payer.page.getByLabel('Expiry').fill('12 / 35')
    await payer.page.getByLabel('Security code').fill('123')
    await payer.page.getByLabel('Name on the card').fill('A. Payer')
    await payer.page.getByRole('button', { name: 'Pay €88.10' }).click()
    await payer.page.getByRole('link', { name: 'Done' }).click()
    await payer.page.getByText('Nothing is left to pay.').waitFor()
    await noSeriousFindings(payer.page)
    await openPlace(page, '/figures')
    await page.getByRole('list', { name: 'Income by month in EUR' }).getByText('€107.08').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('link', { name: /^This month so far/ }).click()
    await page.getByRole('row', { name: /North depot.*€18\.98/ }).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual([...troubles, ...payer.troubles], [])
  })

  test('reminders are previewed on a real invoice and turned on; one client gets a pause', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/reminders')
    await page.getByLabel('Send reminders').click({ force: true })
    await page.getByLabel('Fee (EUR)').nth(2).fill('5')
    await page.getByRole('button', { name: 'Text' }).first().click()
    await page.getByRole('button', { name: 'Start from the standard text' }).click()
    await page.getByLabel('Subject').fill('Soon due: {invoice}')
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Preview' }).first().click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.getByText(/^Soon due: 2026-/).waitFor()
    await noSeriousFindings(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save reminders' }).click()
    await page.getByText('Reminders saved.').waitFor()
    await openPlace(page, `/clients/${depot.id}/invoices`)
    await page.getByRole('button', { name: 'Change reminders' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reminders' })
    await dialog.getByLabel('Reminders for this client').selectOption('own')
    await dialog.getByLabel('Pause reminders until').fill('2090-01-01')
    await noSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This client has its own steps. Paused until').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a bank statement pays an invoice, and the statement of account shows it', async () => {
    const { page, troubles } = await consoles.visit()
    const body = {
      ...{ account_id: depot.id, is_draft: false, currency: 'eur', due_on: null, note: null },
      lines: [{ description: 'Tracker', quantity: 1, unit_amount: 4200, discount_rate: 0, tax_rate: 0 }],
    }
    const { body: invoice } = await site.ask('POST', '/console/client-invoices', body, {
      'x-accesstoken': dealer.token,
    })
    await openPlace(page, '/bank/new')
    const content = `Date;Amount;Payer;Purpose\n${today};50.00;North Depot;Invoice ${invoice.number}\n${today};1.00;Bank;Interest\n`
    const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('2 payments received, all new.').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Import 2 lines' }).click()
    await page.getByRole('link', { name: 'North Depot' }).click()
    await page.getByText('More than the open amount').waitFor()
    await noSeriousFindings(page)
    // Another invoice is open too; the likelier one comes first.
    await page.getByRole('button', { name: 'Accept' }).first().click()
    await page.getByRole('button', { name: 'Undo match' }).waitFor()
    await openPlace(page, `/clients/${depot.id}/statement`)
    await page.getByText('Overpayment').waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('a bank statement with unknown columns needs an explanation once', async () => {
    const { page, troubles } = await consoles.visit()
    const statement = (row: string) => ({
      ...{ name: 'vypis.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`Den;Kolik;Kdo;Proč\n${row}\n`),
    })
    await openPlace(page, '/bank/new')
    await page.locator('input[type=file]').setInputFiles(statement('05.03.2027;12,50;Harbour taxis;One'))
    await page.getByText('We didn’t recognise the columns of this file.').waitFor()
    await page.getByRole('cell', { name: '12,50' }).waitFor()
    await noSeriousFindings(page)
    const choose = (name: string, column: string) =>
      page.getByRole('combobox', { name, exact: true }).selectOption(column)
    await choose('Date', 'Den')
    await choose('Amount', 'Kolik')
    await page.getByText('1 payment received, all new.').waitFor()
    await choose('Payer', 'Kdo')
    await page.getByRole('cell', { name: 'Harbour taxis' }).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Import 1 line' }).click()
    await page.getByText('1 line imported.').waitFor()
    // The page leads to the open lines.
    await page.getByRole('link', { name: 'Harbour taxis' }).waitFor()
    await openPlace(page, '/bank/new')
    await page.locator('input[type=file]').setInputFiles(statement('06.03.2027;13,50;Night guard;Two'))
    await page.getByText('1 payment received, all new.').waitFor()
    await page.getByRole('cell', { name: 'Night guard' }).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('and fit on a phone', async () => {
    const { page } = await consoles.visit('owner', phone)
    for (const place of [
      '/invoices',
      '/invoices/new',
      '/clients/new',
      `/clients/${depot.id}/invoices`,
      `/plans/${plan.id}`,
    ]) {
      await openPlace(page, place)
      await noSeriousFindings(page)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= phone.viewport.width, `nothing sticks out of ${place}: ${width}`)
    }
  })
})

suite('plans', () => {
  test('a plan is created within the limits of the provider plan', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/plans/new')
    await page.getByLabel('Provider plan').selectOption({ label: 'Advanced · €199.00 per month' })
    await page.getByLabel('Name').fill('Large fleets')
    await page.getByRole('slider', { name: 'Units' }).press('End')
    await page.getByRole('checkbox', { name: /^More notifications/ }).check()
    assert.ok(await page.getByRole('checkbox', { name: /^Notifications/ }).isChecked(), 'what it needs comes with it')
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Create plan' }).click()
    await page.getByRole('heading', { name: 'Large fleets' }).waitFor()
    const plans = (await dealer.ask('GET', '/client-plans')).body as { name: string; quotas: { unit: number } }[]
    assert.equal(plans.find(({ name }) => name === 'Large fleets')?.quotas.unit, 10_000)
    assert.deepEqual(troubles, [])
  })

  test('automation can be simulated before it is saved', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, '/plans')
    await noSeriousFindings(page)
    await page.getByRole('link', { name: /Standard/ }).click()
    await page.getByLabel('Block, days after').fill('9')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('With these settings, the next 12 months').waitFor()
    await noSeriousFindings(page)
    assert.equal((await planOf(plan.id)).client_payment_lifecycle.block_offset, 5, 'nothing is saved by looking')
    await page.getByRole('button', { name: 'Save automation' }).click()
    await page.getByText('Automation saved.').waitFor()
    assert.equal((await planOf(plan.id)).client_payment_lifecycle.block_offset, 9)
  })

  test('a plan gets a period, and its clients a due date if confirmed', async () => {
    const late = await aPlan(dealer, { name: 'Sold before it had a period' })
    const account = await anActivatedAccount(site, dealer, late.id)
    await dealer.ask('PATCH', `/accounts/${account.id}`, { title: 'Early bird' })
    const due = async () =>
      (await dealer.ask('GET', `/accounts/${account.id}`)).body.client_payment_lifecycle.payment_expected_at
    const { page, troubles } = await consoles.visit()
    await openPlace(page, `/plans/${late.id}`)
    await page.getByLabel('Months between payments (empty for none)').fill('1')
    await page.getByText('1 client on this plan has no due date. When does it first pay?').waitFor()
    await page.getByRole('button', { name: 'Save automation' }).click()
    await page.getByText('Choose when these clients first pay.').waitFor()
    await page.getByRole('radio', { name: 'From today' }).check()
    await page.getByRole('list', { name: 'First due dates' }).getByText('Early bird').waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('With these settings, the next 12 months').waitFor()
    await noSeriousFindings(page)
    assert.equal(await due(), null)
    await page.getByRole('button', { name: 'Save automation' }).click()
    await page.getByText('Automation saved.').waitFor()
    assert.ok((await due()) > site.ctx.clock.now().getTime() / 1000 + 27 * 86_400)
    assert.equal(await page.getByRole('radio', { name: 'From today' }).count(), 0, 'nobody is left to ask about')
    assert.deepEqual(troubles, [])
  })

  test('a plan in use stays, an unused one is deleted after a confirmation', async () => {
    const spare = await aPlan(dealer, { name: 'Spare' })
    const { page } = await consoles.visit()
    const remove = async (id: string) => {
      await openPlace(page, `/plans/${id}`)
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByText('You can’t undo this.').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    }
    await remove(plan.id)
    await page.getByText('This plan is in use.').waitFor()
    await remove(spare.id)
    await page.getByText('Plan deleted.').waitFor()
    assert.equal((await dealer.ask('GET', `/client-plans/${spare.id}`)).status, 404)
  })
})

const planOf = async (id: string) => (await dealer.ask('GET', `/client-plans/${id}`)).body

suite('bills', () => {
  test('a bill is created, paid on its page, and shown as paid', async () => {
    const { page, troubles } = await consoles.visit('billing')
    await openPlace(page, '/bills')
    await page.getByRole('link', { name: 'New bill' }).first().click()
    await page.getByPlaceholder('Search clients').fill('north')
    await page.getByRole('option', { name: 'North depot' }).click()
    await page.getByLabel('Title', { exact: true }).fill('November')
    await page.getByLabel('Item').fill('Tracking of a van')
    await page.getByLabel('Quantity').fill('3')
    await page.getByLabel('Unit price').fill('12.505')
    await page.getByText('Enter a price with no more decimals than the currency has.').waitFor()
    await page.getByLabel('Unit price').fill('12.50')
    await page.getByText('€37.50').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Create bill' }).click()
    await page.getByRole('heading', { name: 'November' }).waitFor()
    await noSeriousFindings(page)
    const link = await page.getByRole('link', { name: 'Payment page' }).getAttribute('href')
    const payer = await consoles.signedOut()
    await payer.page.goto(link ?? '')
    await payer.page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await payer.page.getByLabel('Expiry').pressSequentially('1133')
    await payer.page.getByLabel('Security code').fill('123')
    await payer.page.getByLabel('Name on the card').fill('A. Payer')
    await payer.page.getByRole('button', { name: /^Pay / }).click()
    await payer.page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
    await openPlace(page, '/bills?state=complete')
    await page
      .getByRole('row', { name: /November/ })
      .getByText('Paid')
      .waitFor()
    await page.getByRole('row', { name: /North depot/ }).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('an open bill expires after a confirmation; a read-only person has no such actions', async () => {
    const made = await dealer.ask('POST', '/billing/cardpay-payments', {
      app_id: depot.reg_apps[0],
      account_id: depot.id,
      name: 'December',
      prices: [{ name: 'A', quantity: 1, unit_amount: 900, currency: 'eur' }],
    })
    assert.ok(made.status < 300, made.text)
    const place = `/bills/${made.body.id}?account_id=${depot.id}`
    const reader = await consoles.visit('read_only')
    await openPlace(reader.page, place)
    await reader.page.getByRole('heading', { name: 'December' }).waitFor()
    assert.equal(await reader.page.getByRole('button', { name: 'Expire' }).count(), 0)
    const { page } = await consoles.visit()
    await openPlace(page, place)
    await page.getByRole('button', { name: 'Expire' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Expire' }).click()
    await page.getByText('Bill expired.').waitFor()
    await page.getByText('Expired', { exact: true }).waitFor()
  })
})

suite('automation', () => {
  test('the calendar shows who is blocked when, and a simulation has its own address', async () => {
    await dueInDays(2)
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/automation')
    await page
      .getByRole('button', { name: /: 1 step/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'North depot' }).waitFor()
    await noSeriousFindings(page)
    await page.getByLabel('Plan').selectOption('Standard')
    await page.getByLabel('Block, days after').fill('0')
    await page.getByRole('button', { name: 'Try' }).click()
    await page.waitForURL(/block=0/)
    const other = await consoles.visit('read_only')
    await other.page.goto(page.url())
    await other.page.getByLabel('Block, days after').waitFor()
    assert.equal(await other.page.getByLabel('Block, days after').inputValue(), '0')
    assert.deepEqual([...troubles, ...other.troubles], [])
  })
})

everyRequestIsDocumented(consoles)
