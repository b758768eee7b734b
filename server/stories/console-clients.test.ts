/** A dealer's staff in the console: signing in, finding and creating clients, and everything done with one. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { listMails } from '#kernel/mail/outbox.ts'
import { phone } from '#testing/browser/browser.ts'
import {
  everyRequestIsDocumented,
  noSeriousFindings,
  openConsoles,
  openPlace,
  signInAt,
} from '#testing/browser/console.ts'
import { aBill, aManagedAccount, anActivatedAccount, anOwnedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { goodPassword, mailTo } from '#testing/people/client.ts'

const consoles = await openConsoles()
const { site, dealer } = consoles
const plan = await aPlan(dealer, { name: 'Standard' })
const large = await aPlan(dealer, { name: 'Large' })
await dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, {
  payment_period: 1,
  payment_notify_offset: 3,
  block_offset: 5,
})
const depot = await anActivatedAccount(site, dealer, plan.id)
await dealer.ask('PATCH', `/accounts/${depot.id}`, { title: 'North depot' })
await aUnit(dealer, depot.id, { name: 'Van 7' })
await aBill(dealer, depot.id)
const waiting = await aManagedAccount(dealer, plan.id)
await dealer.ask('PATCH', `/accounts/${waiting.id}`, { title: 'Waiting bakery' })
const owned = await anOwnedAccount(site, dealer)
await dealer.ask('PATCH', `/accounts/${owned.id}`, { title: 'A family' })

const accountOf = async (id: number) => (await dealer.ask('GET', `/accounts/${id}`)).body

suite('signing in', () => {
  test('a wrong password is reported, and the correct one leads to the requested page', async () => {
    const { email } = await consoles.visit('manager')
    const { page, troubles } = await consoles.signedOut()
    await page.goto(`${site.url}/console#/clients?state=inactive`)
    await noSeriousFindings(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Wrong email or password.').waitFor()
    await signInAt(page, email)
    await page.getByRole('link', { name: 'Waiting bakery' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'North depot' }).count(), 0)
    assert.deepEqual(troubles, [])
  })

  test('an invitation leads to a password and into the console', async () => {
    const owner = await consoles.visit('owner')
    const email = 'invited@example.com'
    const asked = await dealer.ask('POST', '/staff', { email, role: 'support', name: 'Sam' })
    assert.equal(asked.status, 201, asked.text)
    const mail = (await listMails(site.ctx)).findLast(({ to }) => to === email)
    const link = mail?.text.match(/https?:\/\/\S+/)?.[0] ?? assert.fail(mail?.text)
    const { page } = await consoles.signedOut()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Join the team' }).waitFor()
    assert.ok(!page.url().includes('='), 'the secret leaves the address bar')
    await noSeriousFindings(page)
    await page.getByLabel('New password').fill(goodPassword)
    await page.getByLabel('Repeat password').fill(goodPassword)
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await page.getByRole('button', { name: /^Sam: profile/ }).waitFor()
    await owner.page.close()
  })

  test('signing out ends the session, and signing in again leads back to the same page', async () => {
    const { page, email } = await consoles.visit()
    await openPlace(page, '/clients?q=depot')
    await page.getByRole('link', { name: 'North depot' }).waitFor()
    // Nothing else may notice the end of the session first.
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await page.getByLabel('Search clients').fill('north')
    await page.getByText('Your session has ended.').waitFor()
    await signInAt(page, email)
    await page.getByRole('link', { name: 'North depot' }).waitFor()
    await page.getByRole('button', { name: /profile and sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You’ve signed out.').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

suite('the list of clients', () => {
  test('search, filters and order are in the address, which shows everyone the same', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/clients')
    await page.getByRole('link', { name: 'North depot' }).waitFor()
    await noSeriousFindings(page)
    await page.getByLabel('Search clients').fill('bakery')
    await page.getByText('1 client', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('State').selectOption('Not activated')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sort by Payment due' }).click()
    await page.getByRole('button', { name: 'Remove filter: State: Not activated' }).waitFor()
    const address = page.url()
    assert.match(address, /#\/clients\?q=bakery&state=inactive&sort=payment_expected_at$/)
    const other = await consoles.visit('read_only')
    await other.page.goto(address)
    await other.page.getByRole('link', { name: 'Waiting bakery' }).waitFor()
    await other.page.getByText('1 client', { exact: true }).waitFor()
    assert.equal(
      await other.page.getByRole('link', { name: 'New client' }).count(),
      0,
      'who may only read makes nothing',
    )
    assert.deepEqual([...troubles, ...other.troubles], [])
  })

  test('a view is saved under a name and the rows are exported', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, '/clients?state=active')
    await page.getByRole('link', { name: 'North depot' }).waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByLabel('View name').fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await openPlace(page, '/clients')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Mine' }).click()
    await page.getByRole('button', { name: 'Remove filter: State: Active' }).waitFor()
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export CSV' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    assert.match(text, /^\ufeffClient,State,Application,Plan,Payment due,Created,ID\r\n/)
    assert.match(text, /North depot,Active,Fleet,Standard,/)
  })

  test('many are blocked at once after their number was shown, unsuitable ones are skipped, and it can be undone', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, '/clients')
    await page.getByRole('link', { name: 'North depot' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Block 1 client?').waitFor()
    await noSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await dialog.getByText('1 item done.').waitFor()
    assert.equal((await accountOf(depot.id)).blocked, true)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page
      .getByRole('row', { name: /North depot/ })
      .getByText('Active')
      .waitFor()
    assert.equal((await accountOf(depot.id)).blocked, false)
  })

  test('the plan of several can be changed', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, '/clients')
    await page.getByRole('checkbox', { name: 'Select Waiting bakery' }).click()
    await page.getByRole('checkbox', { name: 'Select A family' }).click()
    await page.getByRole('button', { name: 'Change plan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/1 selected client; 1 client is skipped: not activated or not managed/).waitFor()
    await dialog.getByLabel('New plan').selectOption('Large')
    await dialog.getByRole('button', { name: 'Change plan' }).click()
    await dialog.getByText('1 item done.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page
      .getByRole('row', { name: /Waiting bakery/ })
      .getByText('Large')
      .waitFor()
    assert.deepEqual(Object.values((await accountOf(waiting.id)).tariff_plans), [large.id])
  })

  test('clients can be found from everywhere by keyboard', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, '/login')
    await page.getByRole('heading', { name: 'My profile' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everywhere', exact: true }).fill('north')
    await page.getByRole('option', { name: /North depot/ }).waitFor()
    await noSeriousFindings(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'North depot' }).waitFor()
  })
})

suite('one client', () => {
  test('is created, and its link activates it', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/clients/new')
    await page.getByLabel('Username').fill('ab')
    await page.getByLabel('Title').fill('Harbour taxis')
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Create client' }).click()
    await page.getByText('Enter 4 to 50 characters.').waitFor()
    await page.getByLabel('Username').fill('harbour-taxis')
    await page.getByRole('button', { name: 'Create client' }).click()
    await page.getByRole('heading', { name: 'Harbour taxis created' }).waitFor()
    const link = await page.getByRole('figure', { name: 'activation link' }).locator('code').textContent()
    const client = await consoles.signedOut(phone)
    await client.page.goto(link ?? '')
    await client.page.getByText('You are activating the account harbour-taxis.').waitFor()
    await page.getByRole('link', { name: 'Open client' }).click()
    await page.getByRole('heading', { name: 'Harbour taxis' }).waitFor()
    await page.getByText('Not activated').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('is created with its address and invited, and the email leads to a page that knows the address', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/clients/new')
    await page.getByLabel('Username').fill('baltic-freight')
    await page.getByLabel('Company').fill('Baltic Freight')
    await page.getByLabel('Email', { exact: true }).fill('nobody')
    await page.getByRole('button', { name: 'Create client' }).click()
    await page.getByText('Enter a valid email address.').waitFor()
    await page.getByLabel('Email', { exact: true }).fill('ona@baltic.example.com')
    await page.getByLabel('Language').selectOption('German')
    await page.getByText('Address, tax number, tags and notes').click()
    await page.getByLabel('City').fill('Klaipeda')
    await page.getByLabel('Country').fill('lt')
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Create client' }).click()
    await page.getByRole('heading', { name: 'Baltic Freight created' }).waitFor()
    await page.getByText('We emailed the activation link to ona@baltic.example.com.').waitFor()
    const mail = await mailTo(site, 'ona@baltic.example.com')
    assert.match(mail?.subject ?? '', /^Aktivieren Sie Ihr Konto bei /)
    const client = await consoles.signedOut(phone)
    await client.page.goto(/https?:\S+acknowledgment\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    await client.page.getByText('You are activating the account baltic-freight.').waitFor()
    assert.equal(await client.page.getByLabel('Email').inputValue(), 'ona@baltic.example.com')
    await page.getByRole('link', { name: 'Open client' }).click()
    await page.getByRole('heading', { name: 'Baltic Freight', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Activation link', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Activation link' })
    assert.equal(await dialog.getByLabel('Email').inputValue(), 'ona@baltic.example.com')
    await noSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText('Invitation sent to ona@baltic.example.com.').waitFor()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByLabel('City').waitFor()
    assert.deepEqual(
      [await page.getByLabel('City').inputValue(), await page.getByLabel('Country').inputValue()],
      ['Klaipeda', 'LT'],
    )
    assert.deepEqual(troubles, [])
  })

  test('is activated with a password, and its payments appear on the timeline', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, `/clients/${waiting.id}`)
    await dealer.ask('PUT', `/accounts/${waiting.id}/client-plan`, {
      tariff_plan_id: plan.id,
      app_id: waiting.reg_apps[0],
    })
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('dialog').waitFor()
    // A dialog of this page does not stay open over another.
    await page.goBack()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goForward()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Client activated.').waitFor()
    await page.getByRole('dialog').getByLabel('New password').fill(goodPassword)
    await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Password set.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Payment due' }).waitFor()
    assert.ok((await accountOf(waiting.id)).ack > 0)
  })

  test('is blocked after the effect was shown, and unblocked with one click', async () => {
    const { page } = await consoles.visit('billing')
    await openPlace(page, `/clients/${depot.id}`)
    await page.getByRole('button', { name: 'More' }).click()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete' }).count(), 0, 'billing does not delete clients')
    await page.getByRole('menuitem', { name: 'Block now' }).click()
    await page.getByRole('dialog').getByText('units stay connected').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Block now' }).click()
    await page.getByText('Client blocked.').waitFor()
    await page.getByText('Blocked', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    assert.equal((await accountOf(depot.id)).blocked, false)
  })

  test('is scheduled for a block, extended and moved to another plan', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, `/clients/${depot.id}`)
    const more = async (item: string) => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await more('Schedule block')
    await page.getByLabel('Block at', { exact: true }).fill('2099-05-01T12:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule block' }).click()
    await page.getByText('Block scheduled.').waitFor()
    assert.equal((await accountOf(depot.id)).blocked_at, Date.parse('2099-05-01T12:00Z') / 1000)
    await more('Cancel scheduled block')
    await page.getByText('Scheduled block cancelled.').waitFor()

    await more('Extend')
    await page.getByLabel('Payment due').fill('2098-01-31T10:00')
    await noSeriousFindings(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Extend' }).click()
    await page.getByText('Payment date moved.').waitFor()
    const { client_payment_lifecycle } = await accountOf(depot.id)
    assert.equal(client_payment_lifecycle.payment_expected_at, Date.parse('2098-01-31T10:00Z') / 1000)

    await more('Change plan')
    await page.getByLabel('New plan').selectOption('Large')
    await page.getByRole('dialog').getByRole('button', { name: 'Change plan' }).click()
    await page.getByText('Plan changed.').waitFor()
    assert.deepEqual(Object.values((await accountOf(depot.id)).tariff_plans), [large.id])
  })

  test('is opened with a support link, in a separate window', async () => {
    const { page } = await consoles.visit('support')
    await openPlace(page, `/clients/${depot.id}`)
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open with support access' }).click(),
    ])
    await opened.getByText(/is viewing this account/).waitFor()
    await openPlace(page, `/clients/${depot.id}/visits`)
    await page
      .getByText(/with support access/)
      .first()
      .waitFor()
  })

  test('gets a password', async () => {
    const { page } = await consoles.visit('support')
    await openPlace(page, `/clients/${depot.id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Set password' }).click()
    await page.getByLabel('New password').fill('short')
    await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Use 8 to 128 characters.').waitFor()
    await page.getByLabel('New password').fill('a sentence to remember')
    await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Password set.').waitFor()
    const login = { login: depot.user.name, password: 'a sentence to remember' }
    assert.equal((await site.ask('POST', '/client/sessions', login)).status, 201)
  })

  for (const [tab, shows] of [
    ['units', /Van 7/],
    ['users', /^user-\d+/],
    ['plan', /Storage per unit, MB/],
    ['bills', /Payment page/],
    ['visits', /with support access/],
    ['history', /Activated the client/],
    ['explain', /Past changes/],
  ] as const) {
    test(`shows its ${tab} under their own address`, async () => {
      const { page, troubles } = await consoles.visit('read_only')
      await openPlace(page, `/clients/${depot.id}/${tab}`)
      await page.getByText(shows).first().waitFor()
      await noSeriousFindings(page)
      assert.deepEqual(troubles, [])
    })
  }

  test('on a phone everything works too', async () => {
    const { page, troubles } = await consoles.visit('owner', phone)
    await openPlace(page, '/clients')
    await page.getByRole('link', { name: 'North depot' }).click()
    await page.getByRole('heading', { name: 'North depot' }).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Clients' }).click()
    await page.getByRole('link', { name: 'Waiting bakery' }).waitFor()
    await noSeriousFindings(page)
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
    assert.equal(isTooWide, false, 'nothing is wider than the screen')
    assert.deepEqual(troubles, [])
  })

  test('an owned account cannot be changed by the dealer, only detached', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, `/clients/${owned.id}`)
    await page.getByText('This account belongs to the client').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    assert.equal(await page.getByRole('menuitem', { name: 'Set password' }).count(), 0)
    await page.getByRole('menuitem', { name: 'Release' }).waitFor()
  })

  test('is deleted only after typing its title', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, `/clients/${depot.id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('units with all messages').waitFor()
    await dialog.getByText('You can’t undo this.').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Delete' }).isDisabled())
    await dialog.getByLabel(/to confirm/).fill('North depot')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('North depot deleted.').waitFor()
    assert.equal((await dealer.ask('GET', `/accounts/${depot.id}`)).status, 404)
  })
})

suite('the console', () => {
  test('shows the page’s API calls as a program would make them', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, `/clients/${waiting.id}/explain`)
    await page.getByText('Current status').waitFor()
    await page.getByRole('button', { name: 'API calls' }).click()
    const call = page.getByRole('figure', { name: 'call getAccountsByIdExplain' })
    await call.waitFor()
    const text = (await call.locator('code').textContent()) ?? ''
    assert.ok(text.startsWith(`curl '${site.url}/provider/accounts/${waiting.id}/explain'`), text)
    assert.ok(text.includes('-H "X-AccessToken: $TOKEN"'), text)
    await noSeriousFindings(page)
  })

  test('says that a page is on its way', async () => {
    const { page } = await consoles.visit()
    const arriving = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arriving.promise
      await route.continue()
    })
    await openPlace(page, '/bank')
    await page.getByRole('status', { name: 'Loading …' }).waitFor()
    await noSeriousFindings(page)
    arriving.resolve()
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test('reports an unknown address, and lets people change their own login', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, '/elsewhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await noSeriousFindings(page)
    await openPlace(page, '/login')
    await page.getByRole('button', { name: 'Password: Change' }).click()
    await page.getByLabel('Current password').fill('wrong')
    await page.getByLabel('New password').fill('another good sentence')
    await page.getByLabel('Repeat password').fill('another good sentence')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Wrong password.').waitFor()
    await page.getByLabel('Current password').fill(goodPassword)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Password changed.').waitFor()
    await noSeriousFindings(page)
  })

  test('has a dark mode in which every text is readable', async () => {
    const { page } = await consoles.visit('owner', { colorScheme: 'dark' })
    await openPlace(page, `/clients/${waiting.id}`)
    await page.getByRole('heading', { name: 'Waiting bakery' }).waitFor()
    await noSeriousFindings(page)
    await openPlace(page, '/clients')
    await page.getByRole('link', { name: 'Waiting bakery' }).waitFor()
    await noSeriousFindings(page)
  })
})

everyRequestIsDocumented(consoles)
