/** A client's first day: a link, an email, a sign-in, a vehicle on the map, and support access given and withdrawn. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { applications, consumerApp } from '#kernel/applications.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openBrowser, openSite, phone } from '#testing/browser/browser.ts'
import { anUnclaimedAccount, aUnit } from '#testing/builders.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { freePorts } from '#testing/ports.ts'
import { until } from '#testing/until.ts'
import { startGateway } from '#tracking/gateway/gateway.ts'

const site = await openSite({ WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const notifications = listen(site.databaseUrl)
const gateway = await startGateway(site.ctx, notifications)
after(async () => {
  await gateway.close()
  await notifications.close()
})
const browser = await openBrowser()
const dealer = await site.dealer('provider')
const imei = '352093081452251'
const user = { name: 'ann-at-home', login_key: 'k-4711-key' }
const [email, password] = ['ann@example.com', 'a sentence of her own']

const activationLink = () => {
  const { clientId } = applications.find(({ id }) => id === consumerApp)!
  const query = new URLSearchParams({ client_id: clientId, login: user.name, login_key: user.login_key })
  return `${site.url}/registration/acknowledgment?${query}`
}

test('from the activation link to support access given and withdrawn', async (t) => {
  const account = await anUnclaimedAccount(dealer, [consumerApp], user)
  await aUnit(dealer, account.id, { app_id: consumerApp, ident: imei, name: 'Ann’s car' })
  const ann = await browser.visitor({ maps: true })
  const { page } = ann

  // The key of the link stays neither in the address bar nor in the history.
  await page.goto(activationLink())
  await page.getByText('You are activating the account ann-at-home.').waitFor()
  assert.equal(page.url(), `${site.url}/registration/acknowledgment`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()

  const mail = (await listMails(site.ctx)).findLast(({ to }) => to === email)
  const link = /https?:\/\/\S+\/registration\/confirm\?token=\S+/.exec(mail?.text ?? '')?.[0]
  assert.ok(link, mail?.text)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm and activate' }).click()
  await page.getByRole('heading', { name: 'Your account is active' }).waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()

  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('Wrong email, username or password.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  // A unit that never reported, then a tracker that connects.
  const row = page.getByRole('link', { name: /Ann’s car/ })
  await row.getByText('No data yet').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const line = await openLine(site.ctx.config.gatewayPort + 27)
  line.send(loginFrame(imei))
  assert.equal(await line.receive(1), '01')
  const drive = async (latitude: number, speed: number) => {
    const at = seconds(new Date())
    site.ctx.clock.set(new Date())
    line.send(dataFrame([{ at, latitude, longitude: 25.28, speed }]))
    assert.equal(await line.receive(4), acceptedCount(1))
  }
  await drive(54.687, 43)
  await row.getByText('Moving').waitFor()
  await row.getByText('43 km/h').waitFor()

  // The map draws it; when selected, it is described in words, and it moves.
  await page.locator('[data-drawn="1"]').waitFor()
  await row.click()
  const details = page.getByRole('article', { name: 'Ann’s car' })
  await details.getByRole('button', { name: 'Details' }).click()
  await details.getByText('54.68700, 25.28000').waitFor()
  await details.getByText('Ignition').waitFor()
  await page.getByRole('button', { name: 'Follow on the map', pressed: true }).click()
  const map = page.locator('canvas')
  const before = await map.screenshot()
  await drive(54.6885, 61)
  await details.getByText('54.68850, 25.28000').waitFor()
  await details.getByText('61 km/h').first().waitFor()
  await assert.doesNotReject(
    untilDifferent(() => map.screenshot(), before),
    'the mark has moved',
  )
  line.socket.end()

  // The dealer has no access, gets it, and loses it again.
  const enter = () => dealer.ask('PUT', `/users/${account.user.id}/appToken/${consumerApp}`)
  assert.equal((await enter()).status, 403)
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  const mode = page.getByLabel('Allowed for Tracking for everyone')
  // With a key: a test's click requires a switch to turn at once, and this one turns when the server has answered.
  await mode.press('Space')
  await mode.and(page.locator(':enabled:checked')).waitFor()

  const service = await enter()
  assert.equal(service.status, 200, service.text)
  const visit = await browser.visitor(phone)
  await visit.page.goto((service.body.data ?? service.body).url)
  const banner = visit.page.getByText('Dealer provider is viewing this account')
  await banner.waitFor()
  assert.ok(!visit.page.url().includes('service_token'), visit.page.url())
  await visit.page.getByRole('link', { name: /Ann’s car/ }).waitFor()
  await visit.page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await visit.page.getByRole('heading', { name: 'Plan' }).waitFor()
  assert.equal(await visit.page.getByRole('heading', { name: 'Sign-in', exact: true }).count(), 0)
  assert.ok(await visit.page.getByLabel('Allowed for Tracking for everyone').isDisabled())

  const switchedOff = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await mode.press('Space')
  await switchedOff
  const offAtMs = performance.now()
  await visit.page.getByText('The support session is over.').waitFor()
  t.diagnostic(`The dealer was out ${Math.round(performance.now() - offAtMs)} ms after the switch.`)
  assert.equal((await visit.page.request.get(`${site.url}/client/me`)).status(), 401)

  await page.reload()
  await page.getByText('Dealer provider, with support access').waitFor()
  assert.deepEqual([...ann.troubles, ...visit.troubles], [])
  assert.deepEqual(site.failures, [])
})

test('without a session the application is closed, and a phone shows list and map in turn', async () => {
  const { page } = await browser.visitor({ ...phone, maps: true })
  await page.goto(`${site.url}/client#/account`)
  await page.getByLabel('Email or username').waitFor()
  // No one was signed in here before.
  assert.equal(await page.getByText('Your session has ended.').count(), 0)
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // After signing in, the requested page opens.
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'List' }).click()
  // On a phone the list and the map alternate.
  await page.getByRole('link', { name: /Ann’s car/ }).waitFor()
  assert.equal(await page.locator('canvas').count(), 0)
  await page.getByRole('navigation').getByRole('link', { name: 'Map' }).click()
  await page.locator('[data-drawn="1"]').waitFor()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You’ve signed out.').waitFor()
  assert.equal((await page.request.get(`${site.url}/client/me`)).status(), 401)
})

/** Polls until the picture has changed. */
async function untilDifferent(look: () => Promise<Buffer>, before: Buffer): Promise<void> {
  await until('a change', async () => !(await look()).equals(before))
}
