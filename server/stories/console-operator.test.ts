/** The platform's staff in their console: a new dealer is approved, and the installation is maintained. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import { jobs } from '#entry/timetable.ts'
import { makeSetUpLink } from '#identity/staff/set-up.ts'
import { wantLatestAddresses } from '#insights/addresses/actions.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { keepDay } from '#portals/operator/figures/figures-actions.ts'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { aManagedAccount, aQuarantinedFrame, aUnit } from '#testing/builders.ts'
import { RangeServer } from '#testing/fakes/range-server.ts'
import { aPlanet } from '#testing/files/planet.ts'
import { goodPassword } from '#testing/people/client.ts'
import { until } from '#testing/until.ts'
import { recordUnknownDevice } from '#tracking/unclaimed-devices/actions.ts'
import { jobs as words } from '../../web/src/shared/texts/en/console-operator-jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-operator-'))
after(() => rmSync(folder, { recursive: true }))
// A mail server that is configured but unreachable.
const consoles = await openConsoles('provider', { WAYMARK_SMTP_URL: 'smtp://127.0.0.1:9', WAYMARK_DATA: folder })
const { site, dealer } = consoles
const dialogButton = (name: string) => ({ name, exact: true })

test('an empty installation is set up with the link in the log', async () => {
  const link = await makeSetUpLink(site.ctx)
  assert.ok(link)
  const { page, troubles } = await consoles.signedOut()
  await page.goto(site.url)
  await page.getByText('This installation is not set up yet').waitFor()
  await noSeriousFindings(page)
  await page.goto(`${site.url}/operator`)
  await page.getByText('This installation is not set up yet').waitFor()
  await noSeriousFindings(page)

  await page.goto(link)
  await page.getByRole('heading', { name: 'Set up this installation' }).waitFor()
  assert.equal(page.url(), `${site.url}/operator`, 'the secret has left the address')
  await page.getByLabel('Your name').fill('Olga')
  await page.getByLabel('Email').fill('olga@example.com')
  await page.getByLabel('New password', { exact: true }).fill(goodPassword)
  await page.getByLabel('Repeat password').fill(goodPassword)
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Create login and continue' }).click()

  // Each step can be filled in, tried or skipped.
  await page.getByText('Step 1 of 5').waitFor()
  await page.getByLabel('Name of the installation').fill('North Tracking')
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('leads to Waymark').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Step 2 of 5').waitFor()
  await page.getByText('Set in the server’s environment').waitFor()
  await page.getByLabel('Sender').fill('nobody')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('It must be one email address.').waitFor()
  await noSeriousFindings(page)
  for (const step of [3, 4, 5]) {
    await page.getByRole('link', { name: 'Skip' }).click()
    await page.getByText(`Step ${step} of 5`).waitFor()
  }
  await page.getByLabel('Company name').fill('First Dealer')
  await page.getByLabel('Verify now').check()
  await page.getByRole('button', { name: 'Create dealer' }).click()
  await page.getByRole('figure', { name: 'Access token' }).waitFor()
  await noSeriousFindings(page)
  await page.getByRole('link', { name: 'Finish' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await openPlace(page, '/settings/payments')
  await page.getByLabel('Stripe secret key').fill('nonsense')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('secret key at Stripe').waitFor()
  await noSeriousFindings(page)
  assert.deepEqual(troubles, [])
  assert.equal(site.ctx.config.name, 'North Tracking')

  // The link is used up, and no page offers the set-up any more.
  const late = await consoles.signedOut()
  await late.page.goto(link)
  await late.page.getByLabel('Email').fill('otto@example.com')
  await late.page.getByLabel('New password', { exact: true }).fill(goodPassword)
  await late.page.getByLabel('Repeat password').fill(goodPassword)
  await late.page.getByRole('button', { name: 'Create login and continue' }).click()
  await late.page.getByText('already has an operator').waitFor()
  await late.page.goto(site.url)
  await late.page.getByText('Ready').first().waitFor()
  assert.equal(await late.page.getByText('not set up yet').count(), 0)
})

test('a new dealer is created, verified and approved, and can then create a plan', async () => {
  const { page, troubles } = await consoles.visit('operator')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.getByRole('heading', { name: 'Largest tables' }).waitFor()
  await noSeriousFindings(page)

  await page.getByRole('link', { name: 'Dealers' }).first().click()
  await page.getByRole('link', { name: 'New dealer' }).click()
  await page.getByLabel('Company name').fill('South Tracking')
  await page.getByLabel('Owner’s email').fill('nobody')
  await page.getByRole('button', { name: 'Create dealer' }).click()
  await page.getByText('Enter a valid email address.').waitFor()
  await page.getByLabel('Owner’s email').fill('owner@south.example')
  await page.getByRole('button', { name: 'Create dealer' }).click()
  await page.getByRole('heading', { name: 'South Tracking created' }).waitFor()
  const token = await page.getByRole('figure', { name: 'Access token' }).innerText()
  const invitation = await page.getByRole('figure', { name: 'Owner’s invitation' }).innerText()
  await noSeriousFindings(page)

  const owner = await consoles.signedOut()
  await owner.page.goto(invitation.trim())
  await owner.page.getByLabel('New password', { exact: true }).fill(goodPassword)
  await owner.page.getByLabel('Repeat password').fill(goodPassword)
  await owner.page.getByRole('button', { name: 'Set password and sign in' }).click()
  await owner.page.getByRole('navigation', { name: 'Main menu' }).first().waitFor({ state: 'attached' })

  const header = { 'x-accesstoken': token.trim() }
  const change = { name: 'South Tracking and Service', marketing_info: { phones: ['+370 600 00000'] } }
  await site.ask('PATCH', '/provider/company', change, header)
  await site.ask('PATCH', '/provider/payment-information', { name: 'South UAB', vat: 'LT123' }, header)

  await page.getByRole('link', { name: 'Open dealer' }).click()
  await page.getByRole('heading', { name: 'South Tracking' }).waitFor()
  await page.getByText('Not verified').first().waitFor()
  await page.getByText('South UAB').waitFor()
  await noSeriousFindings(page)

  await openPlace(page, '/reviews/payments')
  await page.getByText('LT123').waitFor()
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('dialog').getByRole('button', dialogButton('Verify')).click()
  await page.getByText('South Tracking verified.').waitFor()
  await page.getByText('No billing details to verify').waitFor()

  await page.getByRole('link', { name: /^Company profiles/ }).click()
  const row = page.getByRole('row', { name: /^Name/ })
  await row.getByText('South Tracking and Service').waitFor()
  await page
    .getByRole('row', { name: /^Phones/ })
    .getByText('+370 600 00000')
    .waitFor()
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('No profiles to review').waitFor()

  await openPlace(owner.page, '/plans/new')
  await owner.page.reload()
  await owner.page.getByLabel('Name').fill('South standard')
  await owner.page.getByRole('button', { name: 'Create plan' }).click()
  await owner.page.getByRole('heading', { name: 'South standard' }).waitFor()
  assert.deepEqual(troubles, [])
})

test('a change of a profile is rejected, and the profile stays as it was', async () => {
  await dealer.ask('PATCH', '/company', { marketing_info: { about: 'The best of all.' } })
  const { page } = await consoles.visit('operator')
  await openPlace(page, '/reviews')
  await page.getByText('The best of all.').waitFor()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByText('change discarded').waitFor()
  await page.getByRole('dialog').getByRole('button', dialogButton('Reject')).click()
  await page.getByText('Change rejected.').waitFor()
  const { text } = await dealer.ask('GET', '/company/review')
  assert.doesNotMatch(text, /The best of all/)
})

test('a dealer is suspended with the effect in numbers, and reactivated', async () => {
  const { page } = await consoles.visit('operator')
  const account = await aManagedAccount(dealer)
  await aUnit(dealer, account.id)
  await aUnit(dealer, account.id)
  await openPlace(page, '/dealers?verified=true')
  await page.getByRole('link', { name: 'Dealer provider' }).click()
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('units not affected').waitFor()
  assert.match(await dialog.innerText(), /1\s+clients not affected\s+2\s+units not affected/)
  await noSeriousFindings(page)
  await dialog.getByRole('button', dialogButton('Suspend')).click()
  await page.getByText('Dealer provider suspended.').waitFor()
  await until('the suspension', async () => (await dealer.ask('GET', '/accounts')).status !== 200)
  assert.equal((await dealer.ask('GET', '/accounts')).status, 403)
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('Dealer provider reactivated.').waitFor()
  await until('the resumption', async () => (await dealer.ask('GET', '/accounts')).status !== 403)
  await openPlace(page, '/dealers')
  await page.getByRole('row', { name: /Dealer provider/ }).waitFor()
  await noSeriousFindings(page)
})

test('figures of the installation are drawn and listed, with a forecast', async () => {
  // As if the job had counted for a month: thirty days, each with a megabyte more.
  const to = site.ctx.clock.now()
  for (let day = 30; day >= 0; day--) {
    const clock = { ...site.ctx.clock, now: () => new Date(to.getTime() - day * 86_400_000) }
    await keepDay({ ...site.ctx, clock })
    await site.ctx.db
      .updateTable('dealerDays')
      .set({ bytes: (31 - day) * 1_000_000, messages: (31 - day) * 20_000 })
      .where('dealerId', '=', dealer.dealer)
      .where('day', '=', clock.now().toISOString().slice(0, 10) as never)
      .execute()
  }
  const { page, troubles } = await consoles.visit('operator')
  await openPlace(page, '/figures')
  await page.getByRole('heading', { name: 'Figures' }).waitFor()
  await page.getByRole('img', { name: /^Storage of messages by day, from 1 MB to 31 MB$/ }).waitFor()
  await page.getByText('121 MB').first().waitFor()
  await page.getByRole('img', { name: /^Stored messages by day, from 20,000 to 620,000$/ }).waitFor()
  await page.getByRole('row', { name: /^Dealer provider .* 31 MB \+1 MB 121 MB$/ }).waitFor()
  await page.getByText('Show as a table').nth(2).click()
  await page.getByRole('region', { name: 'Days' }).getByRole('row').nth(31).waitFor()
  await noSeriousFindings(page)
  assert.deepEqual(troubles, [])
})

test('a plan is offered and archived, a fee introduced and ended', async () => {
  const { page, troubles } = await consoles.visit('operator')
  await openPlace(page, '/plans/new')
  await page.getByLabel('Name').fill('Harbour')
  await page.getByLabel('Price per month').fill('12.5')
  await page.getByLabel('Units, Maximum').fill('5')
  await page.getByLabel('Units, Default').fill('9')
  await page.getByLabel('More notifications').check()
  assert.equal(await page.getByLabel('Notifications', { exact: true }).isChecked(), true, 'it needs the other')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('The default must be between').waitFor()
  await page.getByLabel('Units, Default').fill('5')
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Create plan' }).click()
  const card = page.getByRole('article', { name: 'Harbour' })
  await card.getByText('€12.50 per month').waitFor()
  await card.getByText('0 – 5').waitFor()
  await noSeriousFindings(page)
  await card.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', dialogButton('Archive')).click()
  await card.getByText('Archived').waitFor()
  await card.getByRole('button', { name: 'Offer again' }).click()
  await card.getByText('Active').waitFor()

  await page.getByRole('link', { name: 'Platform fees' }).click()
  await page.getByRole('button', { name: 'New fee' }).click()
  await page.getByLabel('Name').fill('Harbour fee')
  await page.getByLabel('Price per month').fill('7')
  await page.getByRole('button', { name: 'Create fee' }).click()
  const fee = page.getByRole('row', { name: /Harbour fee/ })
  await fee.getByRole('button', { name: 'End' }).click()
  await page.getByRole('dialog').getByRole('button', dialogButton('End')).click()
  await fee.getByText('Ended').waitFor()
  await noSeriousFindings(page)
  await page.getByRole('link', { name: 'Subscriptions' }).click()
  await page.getByText('Storage per unit: 50 MB').first().waitFor()
  await noSeriousFindings(page)
  assert.deepEqual(troubles, [])
})

test('the installation: catalogue, unclaimed devices, jobs, email, map and backups', async () => {
  const protocol = protocolByName('teltonika')
  const frame = Buffer.from('000f', 'hex')
  const preview = [{ timestamp: 1_790_000_000, 'position.latitude': 54.7 }]
  await recordUnknownDevice(site.ctx, { ident: '356307042441013', protocol, address: '192.0.2.7', frame, preview })
  const mail = { to: 'nobody@example.com', subject: 'A notice', text: 'Hello', key: 'story' }
  await postMail(site.ctx, mail)
  await site.ctx.db
    .updateTable('mails')
    .set({ state: 'failed', failure: 'No such mailbox.', nextTryAt: null })
    .where('key', '=', mail.key)
    .execute()
  const { page, troubles } = await consoles.visit('operator')

  await page.getByText('1 email failed').click()
  await page.getByText('No such mailbox.').waitFor()
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Email queued.').waitFor()

  await openPlace(page, '/catalogue?q=fmb920')
  await page.getByRole('row', { name: /FMB920/ }).waitFor()
  await noSeriousFindings(page)
  await page.getByRole('link', { name: /^Protocols/ }).click()
  await page.getByLabel('Search protocols').fill('teltonika')
  await page.getByRole('row', { name: /teltonika/ }).waitFor()
  await noSeriousFindings(page)

  await openPlace(page, '/lobby')
  await noSeriousFindings(page)
  await page.getByRole('link', { name: '356307042441013' }).click()
  await page.getByText('position.latitude').waitFor()
  await page.getByText('000f').waitFor()
  await noSeriousFindings(page)

  assert.deepEqual(Object.keys(words.what).sort(), jobs.map(({ name }) => name).sort(), 'what each of them does')
  await openPlace(page, '/jobs?q=queued')
  await page.getByRole('row', { name: /mail\.send On time/ }).waitFor()
  await noSeriousFindings(page)

  const unit = await aUnit(dealer, (await aManagedAccount(dealer)).id)
  const spot = { unitId: unit.id, t: 1_790_000_000, lat: 54.687, lon: 25.28, isStanding: true }
  await wantLatestAddresses(site.ctx.db, [spot])
  await openPlace(page, '/map')
  await page.getByText('Maps show coasts, borders and names of countries.').waitFor()
  await page.getByText('Lithuania (1)').waitFor()
  await page.getByText('map extract --from URL --bbox 25.23,54.63,25.33,54.74 --to').first().waitFor()
  await noSeriousFindings(page)
  await openPlace(page, '/overview')
  await page.getByText('Streets are missing for 1 unit').waitFor()
  await noSeriousFindings(page)

  await openPlace(page, '/backups')
  await page.getByRole('heading', { name: 'Backups', level: 1 }).waitFor()
  await noSeriousFindings(page)
  assert.deepEqual(troubles, [])
})

test('checks name what is wrong, a job runs now, and frames leave quarantine', async () => {
  const [stored, discarded] = [await aQuarantinedFrame(site, dealer), await aQuarantinedFrame(site, dealer)]
  const { page, troubles } = await consoles.visit('operator')
  await openPlace(page, '/checks')
  const finding = page.getByRole('listitem').filter({ hasText: 'quarantine' })
  await finding.getByText('Problem', { exact: true }).waitFor()
  await finding.getByText(/2 acknowledged frames could not be stored/).waitFor()
  await noSeriousFindings(page)

  await openPlace(page, '/jobs?q=sessions.forget')
  await page.getByRole('button', { name: 'Run now', exact: true }).first().click()
  await page.getByText(/sessions\.forget ran\. Nothing was due\./).waitFor()

  await openPlace(page, '/overview')
  await page.getByRole('link', { name: /2 frames are in quarantine/ }).click()
  await page.getByRole('heading', { name: 'Quarantine', exact: true }).waitFor()
  await noSeriousFindings(page)
  await page.getByLabel(`Select Frame ${stored}`).check()
  await page.getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByText('1 item done.', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('1 frame', { exact: true }).waitFor()
  await page.getByLabel(`Select Frame ${discarded}`).check()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByText('1 item done.', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('No frames in quarantine').waitFor()
  assert.deepEqual(troubles, [])
})

test('a map is measured, copied and shown', async () => {
  const planet = await RangeServer.open(aPlanet())
  after(() => planet.stop())
  const { page, troubles } = await consoles.visit('operator')
  await openPlace(page, '/map')
  const panel = page.getByRole('region', { name: 'Get a map' })
  await panel.getByRole('button', { name: 'Check size', exact: true }).click()
  await panel.getByText('Enter a web address or a path.').waitFor()
  await panel.getByText('Choose a country, or enter four degrees.').waitFor()
  await panel.getByLabel('Source').fill(planet.url)
  await panel.getByText('Enter a web address or a path.').waitFor({ state: 'detached' })
  await panel.getByLabel('Country').selectOption('Austria')
  await panel.getByRole('button', { name: 'Check size' }).click()
  await panel.getByText(/^This map takes \d/).waitFor()
  await panel.getByRole('button', { name: 'Copy map' }).click()
  await panel.getByText('Austria: copied. All maps show it now.').waitFor()
  await page.getByText('Maps show streets from these files.').waitFor()
  await noSeriousFindings(page)
  assert.deepEqual(troubles, [])
})

test('on a phone', async () => {
  const { page } = await consoles.visit('operator', { viewport: { width: 390, height: 844 } })
  const places = [
    'overview',
    'figures',
    'dealers',
    'dealers/new',
    'reviews',
    'plans',
    'plans/new',
    'catalogue',
    'jobs',
    'mails',
  ]
  for (const place of [...places, 'plans/subscriptions', 'lobby', 'map', 'backups']) {
    await openPlace(page, `/${place}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await noSeriousFindings(page)
    const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    assert.equal(over, 0, place)
  }
})

everyRequestIsDocumented(consoles)
