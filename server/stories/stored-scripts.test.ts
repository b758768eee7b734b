/** Scripts that someone stored in a text: pages show every text as text, and no script in it runs. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { approveCompany } from '#identity/company/actions.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { openBrowser, openSite, phone, type Visitor } from '#testing/browser/browser.ts'
import { aBill, anActivatedAccount, aPlan, aUnit, fresh, received } from '#testing/builders.ts'
import { until } from '#testing/until.ts'

const site = await openSite()
const browser = await openBrowser()
const dealer = await site.dealer('provider')

/** Short enough for every field; each names where it was stored. */
const script = (where: string) => `<img src=x onerror=fired('${where}')>`
const password = 'a sentence of its own'

/** A text that is refused would prove nothing. */
async function store(method: string, path: string, body: object): Promise<void> {
  const { status, text } = await dealer.ask(method, path, body)
  assert.equal(status, 200, text)
}

await store('PATCH', '/company', {
  name: script('company'),
  marketing_info: {
    phones: [script('phone'), 'javascript:fired("phone")'],
    schedule: script('schedule'),
    about: `${script('about')}<script>fired('about')</script>`,
    working_days: [1, 5],
  },
})
await approveCompany({ ...site.ctx, actor: operator('company approve') }, dealer.dealer)
const plan = await aPlan(dealer, { name: script('plan'), description: script('plan text') })
const account = await anActivatedAccount(site, dealer, plan.id)
await store('PATCH', `/accounts/${account.id}`, { title: script('title'), description: script('about') })
const unit = await aUnit(dealer, account.id, { name: script('unit'), ident: fresh('<b>x</b>'), hw_id: 101 })
await store('PATCH', `/units/${unit.id}`, { description: script('unit text') })
const now = Math.floor(Date.now() / 1000)
await received(site, unit, [
  {
    timestamp: now,
    'position.latitude': 54.687,
    'position.longitude': 25.28,
    'driver.name': script('driver'),
    'custom.note': `"><script>fired('note')</script>`,
  },
])
const bill = await aBill(dealer, account.id, {
  name: script('bill'),
  prices: [{ quantity: 2, unit_amount: 1000, currency: 'eur', name: script('item') }],
})
await store('PUT', `/users/${account.user.id}/password`, { new_password: password, repeat_password: password })

/** The browser's user agent contains a script, too. */
async function aVisitor(screen = {}): Promise<Visitor & { readonly fired: readonly string[] }> {
  const visitor = await browser.visitor({ userAgent: script('agent'), ...screen })
  const fired: string[] = []
  await visitor.page.exposeFunction('fired', (where: string) => fired.push(where))
  visitor.page.on('dialog', (dialog) => {
    fired.push(dialog.message())
    void dialog.dismiss()
  })
  return { ...visitor, fired }
}

async function assertShownAsText(page: Page, ...wheres: readonly string[]): Promise<void> {
  for (const where of wheres) await page.getByText(script(where), { exact: false }).first().waitFor()
  assert.equal(await page.locator('img[src="x"]').count(), 0)
  assert.equal(await page.locator('[href^="javascript:" i]').count(), 0)
}

async function logIn(page: Page): Promise<void> {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email or username').fill(account.user.name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

suite('a script in a stored text is only a text', () => {
  test('on the payment page', async () => {
    const { page, fired, troubles } = await aVisitor()
    await page.goto(bill.url)
    await assertShownAsText(page, 'company', 'bill', 'item')
    assert.deepEqual([...fired, ...troubles], [])
  })

  test('in the units, the account, and in a support session', async () => {
    const { page, fired, troubles } = await aVisitor({ maps: true })
    await logIn(page)
    await assertShownAsText(page, 'title', 'unit')
    await page.locator('[data-drawn="1"]').waitFor()
    await page.getByRole('link', { name: /img src=x/ }).click()
    await page.getByRole('button', { name: 'Details' }).click()
    await assertShownAsText(page, 'unit', 'unit text', 'driver')
    await page.getByText(`"><script>fired('note')</script>`).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
    await assertShownAsText(page, 'plan', 'plan text', 'bill', 'company', 'phone', 'schedule', 'about', 'agent')

    const service = await dealer.ask('PUT', `/users/${account.user.id}/appToken/${fleetApp}`)
    const visit = await aVisitor(phone)
    await visit.page.goto((service.body.data ?? service.body).url)
    await visit.page.getByText('is viewing this account').waitFor()
    await assertShownAsText(visit.page, 'unit')
    await page.reload()
    await page.getByText(', with support access').waitFor()
    assert.deepEqual([...fired, ...troubles, ...visit.fired, ...visit.troubles], [])
  })

  test('on the page of a blocked client', async () => {
    const { page, fired, troubles } = await aVisitor()
    await store('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: true })
    await logIn(page)
    await page.getByRole('heading', { name: 'Your account is blocked' }).waitFor()
    await assertShownAsText(page, 'company', 'bill', 'phone')
    assert.equal(await page.getByText(script('unit')).count(), 0)
    assert.deepEqual([...fired, ...troubles], [])
  })
})

// Without this the tests above would also pass in a browser that cannot detect a script.
test('if a page ever inserts such a text as HTML, the content security policy stops its script', async () => {
  const { page, fired, troubles } = await aVisitor()
  await page.goto(bill.url)
  await page.getByLabel('Card number').waitFor()
  const refused = page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()))
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(script('html'))})`)
  await refused
  assert.deepEqual(fired, [])
  assert.ok(troubles.length > 0)
  // The same handler, set by our own script, does fire: the policy makes the difference.
  await page.evaluate(`document.querySelector('img[src="x"]').onerror = () => fired('own')`)
  await page.evaluate(`document.querySelector('img[src="x"]').src = 'y'`)
  await until('the own script', () => fired.length > 0)
  assert.deepEqual(fired, ['own'])
})
