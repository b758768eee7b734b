/** A dealer manages its company: the reviewed profile, billing details, brand, keys and the platform's invoices. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { approveCompany, rejectCompany, verifyPaymentInfo } from '#identity/company/actions.ts'
import { operator } from '#kernel/audit/actions.ts'
import { phone } from '#testing/browser/browser.ts'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { aLogo } from '#testing/recipes/business.ts'

const consoles = await openConsoles('provider', { WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { site, dealer } = consoles
const acting = { ...site.ctx, actor: operator('test') }
const read = async (path: string) => (await dealer.ask('GET', path)).body

suite('the profile', () => {
  test('a change is shown next to the profile, waits for review, and is distinguished from what clients see', async () => {
    await site.ctx.db
      .updateTable('companies')
      .set({ address: 'Harbour 1, Klaipeda', latitude: 55.7033, longitude: 21.1443 })
      .where('dealerId', '=', dealer.dealer)
      .execute()
    const { page, troubles } = await consoles.visit('manager', { maps: true })
    await openPlace(page, '/company')
    await page.getByRole('region', { name: 'Current profile' }).getByText('Approved').waitFor()
    await page.getByRole('region', { name: /^Map with the location of/ }).waitFor()
    await page.getByLabel('About', { exact: true }).fill('We install and maintain.')
    await page.getByRole('textbox', { name: 'Phones' }).fill('+370 600 00000\n+370 600 00001')
    await page.getByRole('checkbox', { name: 'Mon', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Installation' }).check()
    await page
      .getByRole('region', { name: 'Profile after review' })
      .getByRole('link', { name: '+370 600 00001' })
      .waitFor()
    await page.getByLabel('Website', { exact: true }).fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await page.getByText('Enter an address that starts with').waitFor()
    await page.getByLabel('Website', { exact: true }).fill('https://example.com')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await page.getByText(/^Submitted\./).waitFor()
    const waiting = page.getByRole('region', { name: 'In review', exact: true }).last()
    await waiting.getByRole('row', { name: /About.*We install and maintain\./ }).waitFor()
    await waiting.getByRole('row', { name: /Working days.*Mon/ }).waitFor()
    await noSeriousFindings(page)
    const card = (await read('/company')).data
    assert.deepEqual([card.approved, card.marketing_info.about], [false, ''])
    assert.equal((await read('/company/review')).changes.length, 5)

    await approveCompany(acting, dealer.dealer)
    await page.reload()
    await page.getByRole('region', { name: 'Current profile' }).getByText('We install and maintain.').waitFor()
    assert.equal(await waiting.count(), 0)
    assert.deepEqual(troubles, [])
  })

  test('a rejected change is gone, and the dealer sees so', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, '/company')
    await page.getByLabel('Name', { exact: true }).fill('Somebody else')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await page.getByRole('row', { name: /Name.*Somebody else/ }).waitFor()
    await rejectCompany(acting, dealer.dealer)
    await page.reload()
    await page.getByText('Rejected').waitFor()
    assert.notEqual(await page.getByLabel('Name', { exact: true }).inputValue(), 'Somebody else')
  })

  test('a read-only person has no form and no keys', async () => {
    const { page } = await consoles.visit('read_only')
    await openPlace(page, '/company')
    await page.getByText('Current profile').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Submit for review' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Payment keys' }).count(), 0)
    await page.getByRole('link', { name: 'Billing details' }).click()
    await page.getByText('Verified', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0)
  })
})

test('a company that wants to be found is on the public map once it is approved, for anyone', async () => {
  const { page, troubles } = await consoles.visit()
  await openPlace(page, '/company')
  await page.getByLabel('Latitude').fill('91')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Enter both: latitude from').waitFor()
  await page.getByLabel('Latitude').fill('54.6872')
  await page.getByLabel('Longitude').fill('25.2797')
  await page.getByLabel('Address', { exact: true }).fill('Market 5, Vilnius')
  await page.getByLabel('Country').fill('LT')
  await page.getByRole('switch', { name: 'Show the company on the public map' }).check()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('row', { name: /Position.*54\.6872, 25\.2797/ }).waitFor()
  await noSeriousFindings(page)
  await approveCompany(acting, dealer.dealer)
  for (const view of [{ viewport: { width: 1280, height: 800 } }, { ...phone, colorScheme: 'dark' as const }]) {
    const visitor = await consoles.signedOut({ ...view, maps: true })
    await visitor.page.goto(`${site.url}/dealers`)
    await visitor.page.getByRole('button', { name: /Market 5, Vilnius/ }).click()
    await visitor.page.getByRole('link', { name: '+370 600 00001' }).waitFor()
    await visitor.page.locator('section[data-drawn="1"]').waitFor()
    await noSeriousFindings(visitor.page)
    await visitor.page.getByRole('searchbox').fill('nobody')
    await visitor.page.getByText('No dealer matches your search.').waitFor()
    assert.deepEqual(visitor.troubles, [])
  }
  assert.deepEqual(troubles, [])
})

suite('billing details', () => {
  test('are entered; changing verified ones asks first and removes the verification', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/company/payment')
    await page.getByText('Verified', { exact: true }).waitFor()
    await page.getByLabel('Legal name').fill('North Tracking UAB')
    await page.getByLabel('City').fill('Klaipeda')
    await page.getByLabel('Country').fill('lt')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter two capital letters, such as LT.').waitFor()
    await page.getByLabel('Country').fill('LT')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Change verified details?').waitFor()
    await noSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Change details' }).click()
    await page.getByText('Billing details saved.').waitFor()
    await page.getByText('Waiting for verification').waitFor()
    await noSeriousFindings(page)
    const info = await read('/payment-information')
    assert.deepEqual([info.verified, info.name, info.address.country], [false, 'North Tracking UAB', 'LT'])
    await verifyPaymentInfo(acting, dealer.dealer)
    await page.reload()
    await page.getByText('Verified', { exact: true }).waitFor()
    assert.deepEqual(troubles, [])
  })
})

test('a dealer has invoices charged to its card, sees the saved card, and removes it', async () => {
  const { page, troubles } = await consoles.visit()
  await openPlace(page, '/company/payment')
  await page.getByText('No saved card.').waitFor()
  await page.getByRole('switch', { name: 'Pay invoices by card automatically' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Billing details saved.').waitFor()
  assert.equal((await read('/payment-information')).auto_charge, true)
  const { ctx } = site
  const shown = { brand: 'visa', last4: '4242', month: 12, year: 2035, keptAt: ctx.clock.now() }
  const tokenSealed = ctx.vault.seal('pm_none', `kept_cards.token:${dealer.dealer}`)
  await ctx.db
    .insertInto('keptCards')
    .values({ dealerId: dealer.dealer, processor: 'sandbox', livemode: false, tokenSealed, ...shown })
    .execute()
  await page.reload()
  await page.getByText('Visa •••• 4242').waitFor()
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Remove card' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove card' }).click()
  await page.getByText('Card removed.').waitFor()
  await page.getByText('No saved card.').waitFor()
  assert.deepEqual(troubles, [])
})

suite('the brand', () => {
  test('is previewed on the page, a picture that is too large is refused, and clients get what is saved', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/company/brand')
    await page.getByRole('button', { name: 'Choose image' }).waitFor()
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(60_000) })
    await page.getByText(/This image is 59 KB\. The limit is 48 KB/).waitFor()
    await file.setInputFiles({ name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('nothing of a picture') })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/logo must be a base64 data URL/).waitFor()
    await file.setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(aLogo.slice(aLogo.indexOf(',') + 1), 'base64'),
    })
    await page.getByLabel('Colour', { exact: true }).fill('#1d4ed8')
    await page.getByLabel('Sender name').fill('North Tracking')
    await page.getByLabel('Imprint').fill('example.com/imprint')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter an address that starts with').waitFor()
    await page.getByLabel('Imprint').fill('https://example.com/imprint')
    await page.getByText('From: North Tracking').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Brand saved/).waitFor()
    await noSeriousFindings(page)
    const { logo, colour, sender_name, icon, imprint_url } = await read('/brand')
    assert.deepEqual(
      [logo, colour, sender_name, imprint_url],
      [aLogo, '#1d4ed8', 'North Tracking', 'https://example.com/imprint'],
    )
    // The browser has drawn it from the logo.
    assert.match(icon, /^data:image\/png;base64,/)
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('No logo').waitFor()
    assert.deepEqual(troubles, [])
  })
})

test('a domain is set with its DNS records, checked and removed', async () => {
  const { page, troubles } = await consoles.visit()
  await openPlace(page, '/company/brand')
  const panel = page.getByRole('region', { name: 'Your own domain' })
  await panel.getByLabel('Domain').fill('127.0.0.1')
  await panel.getByRole('button', { name: 'Set domain' }).click()
  await panel.getByText(/must be a name such as/).waitFor()
  await panel.getByLabel('Domain').fill('track.example.com')
  await panel.getByRole('button', { name: 'Set domain' }).click()
  await panel.getByText('Waiting for records').waitFor()
  await panel
    .getByRole('figure', { name: 'Value of the TXT record' })
    .getByText(/^waymark-/)
    .waitFor()
  await noSeriousFindings(page)
  await panel.getByRole('button', { name: 'Check now' }).click()
  await panel.getByText(/^Last check/).waitFor()
  await panel.getByRole('button', { name: 'Remove domain' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
  await panel.getByLabel('Domain').waitFor()
  assert.equal((await read('/brand/domain')).state, 'none')
  assert.deepEqual(troubles, [])
})

test('a mail server is set, tried and removed', async () => {
  const server = await startMailServer({ isOnMailPort: true })
  after(() => server.close())
  const { hostname, port } = new URL(server.url)
  const { page, troubles } = await consoles.visit()
  await openPlace(page, '/company/brand')
  const panel = page.getByRole('region', { name: 'Your own mail server' })
  await panel.getByRole('button', { name: 'Set mail server' }).click()
  await panel.getByLabel('Server').fill(hostname)
  await panel.getByLabel('Port').fill('no port')
  await panel.getByLabel('Encryption').selectOption('none')
  await panel.getByLabel('Sender address').fill('tracking@dealer.example.com')
  await panel.getByRole('button', { name: 'Save mail server' }).click()
  await panel.getByText('Enter a port, such as 587 or 465.').waitFor()
  await panel.getByLabel('Port').fill(port)
  await panel.getByRole('button', { name: 'Save mail server' }).click()
  await panel.getByText('Not used yet').waitFor()
  await panel.getByLabel('Test email to').fill('anna@example.com')
  await panel.getByRole('button', { name: 'Send test email' }).click()
  await panel.getByText('Works', { exact: true }).waitFor()
  assert.deepEqual(server.delivered[0]?.recipients, ['anna@example.com'])
  await panel
    .getByRole('figure', { name: 'Value of the DKIM TXT record' })
    .getByText(/v=DKIM1/)
    .waitFor()
  await noSeriousFindings(page)
  await panel.getByRole('button', { name: 'Remove mail server' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove mail server' }).click()
  await panel.getByRole('button', { name: 'Set mail server' }).waitFor()
  assert.equal((await read('/brand/mail-server')).state, 'none')
  assert.deepEqual(troubles, [])
})

suite('keys and invoices', () => {
  test('an invalid key is refused at its field, and only an owner sees the tab', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, '/company/keys')
    await page.getByText(/^No key yet/).waitFor()
    await page.getByLabel('Live secret key').fill('pk_live_public')
    await page.getByRole('button', { name: 'Set key' }).click()
    await page.getByText(/must be the live secret key/).waitFor()
    await noSeriousFindings(page)
    const manager = await consoles.visit('manager')
    await openPlace(manager.page, '/company/keys')
    await manager.page.getByText('Current profile').waitFor()
    assert.equal(await manager.page.getByLabel('Live secret key').count(), 0)
  })

  test('the portal of the platform’s invoices opens', async () => {
    const { page } = await consoles.visit()
    await openPlace(page, '/company/invoices')
    await page.getByText(/^No invoices yet/).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Open portal' }).click()
    await page.getByRole('heading', { name: 'Invoices for Dealer provider' }).waitFor()
    await page.getByText(/^No invoices yet/).waitFor()
  })

  test('every tab is readable on a phone and in dark mode', async () => {
    const { page } = await consoles.visit('owner', { ...phone, colorScheme: 'dark' })
    for (const [tab, text] of [
      ['', 'Edit profile'],
      ['/payment', 'Billing details'],
      ['/brand', 'Preview'],
      ['/keys', 'Card processor key'],
      ['/invoices', 'Open portal'],
    ] as const) {
      await openPlace(page, `/company${tab}`)
      await page.getByText(text, { exact: true }).first().waitFor()
      await noSeriousFindings(page)
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), tab)
    }
  })
})

everyRequestIsDocumented(consoles)
