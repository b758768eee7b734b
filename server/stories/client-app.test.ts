/** The client's application installed on a phone: without a network, and while it is closed. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { buildPagesIfNeeded } from '#entry/http/pages/pages.ts'
import { computeConditions } from '#insights/notifications/conditions/compute.ts'
import { deliverDue } from '#insights/notifications/delivery/delivery.ts'
import { notifyNew } from '#insights/notifications/notify.ts'
import type { ActorContext } from '#kernel/context.ts'
import { createOutbound } from '#kernel/network/outbound.ts'
import { builtPages, openBrowser, openSite, phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { anActivatedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { startPushService } from '#testing/fakes/push-service.ts'
import { openLine } from '#testing/faults/line.ts'
import { askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { freePort } from '#testing/ports.ts'
import { until } from '#testing/until.ts'

// A copy, because a newer version replaces it.
await buildPagesIfNeeded(join(import.meta.dirname, '../..'), () => {})
const dist = await mkdtemp(join(tmpdir(), 'waymark-story-'))
await cp(builtPages, dist, { recursive: true })
const linePort = await freePort()
const site = await openSite(
  { WAYMARK_PUBLIC_URL: `http://127.0.0.1:${linePort}`, WAYMARK_OUTBOUND_ALLOW_CLIENTS: '127.0.0.0/8' },
  dist,
)
const line = await openLine(site.ctx.config.httpPort, linePort)
after(async () => {
  await line.close()
  await rm(dist, { recursive: true })
})
beforeEach(() => line.restore())
const browser = await openBrowser()
const dealer = await site.dealer('provider')

/** In the browser: the paths in all its caches. */
const keptFiles = `caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.open(name))))
  .then((stores) => Promise.all(stores.map((store) => store.keys())))
  .then((lists) => lists.flat().map(({ url }) => new URL(url).pathname))`

/** In the browser: the paths of all files that the page has loaded. */
const usedFiles = `performance.getEntriesByType('resource')
  .map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/assets/'))`

async function enter() {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    modules: ['timeline', 'notification', 'extended_notification'],
  })
  const account = await anActivatedAccount(site, dealer, plan.id)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const unit = await aUnit(dealer, account.id, { name: 'Van 1' })
  const visitor = await browser.visitor({ ...phone, serviceWorkers: 'allow', permissions: ['notifications'] })
  const { page } = visitor
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email or username').fill(account.user.name)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: /Van 1/ }).waitFor()
  // Some files were loaded before the worker started, and the page reports them to it.
  await until('the worker has every file', () =>
    page.evaluate<boolean>(
      `${keptFiles}.then((kept) => navigator.serviceWorker.controller !== null && ${usedFiles}.every((path) => kept.includes(path)))`,
    ),
  )
  return { ...visitor, unit, ask: askAs(site, await logIn(site, account.user.name)) }
}

test('without a network the application opens, says so, and shows nothing as live; with a network it continues', async () => {
  const { page } = await enter()
  line.cut()
  await page.getByText(/^You’re offline\. Last update: /).waitFor()
  await noSeriousFindings(page)
  // As a person would. Playwright's own reload mistakes the worker's failed request for the page's.
  await page.evaluate('location.reload()')
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await page.getByText(/^Last data: /).waitFor()
  await noSeriousFindings(page)
  assert.equal(await page.getByText('Van 1').count(), 0)
  line.restore()
  await page.getByRole('link', { name: /Van 1/ }).waitFor()
  // Only files are cached, and signing out leaves nothing of the person.
  const kept = await page.evaluate<string[]>(keptFiles)
  assert.deepEqual([...new Set(kept.filter((path) => !path.startsWith('/assets/')))], ['/client'])
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.equal(await page.evaluate("localStorage.getItem('waymark.last-data')"), null)
})

/** In the worker: what is shown. */
const shown = `registration.getNotifications()
  .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`

/** In the worker: a tap. A browser opens windows for real people only, so this returns what it would open. */
const tap = `registration.getNotifications().then(([notification]) => new Promise((opens) => {
  clients.openWindow = async (address) => opens(address)
  dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
}))`

/** The browser among our packages has no notifications; one that is installed on the machine has. */
test('an alarm is shown while the application is closed, once, and a tap opens it', async (t) => {
  const service = await startPushService()
  after(() => service.close())
  const acting: ActorContext = {
    ...site.ctx,
    actor: { kind: 'job', id: 'test', address: null, requestId: null },
    clientOutbound: createOutbound({
      ...{ allowed: ['127.0.0.0/8'], ca: service.ca, resolve: async () => ['127.0.0.1'], timeoutMs: 30_000 },
    }),
  }
  const { page, troubles, unit, ask } = await enter()
  if ((await page.evaluate('Notification.permission')) !== 'granted')
    return t.skip('This browser has no notifications.')
  const context = page.context()
  const device = { kind: 'push', name: 'Phone', subscription: service.subscribe() }
  const { id } = (await ask('POST', '/notification-channels', device)).body
  const condition = { type: 'parameter', parameter: 'battery.level', comparison: 'below', value: 20 }
  const rule = await ask('POST', '/notification-rules', { name: 'Low', condition, channel_ids: [id] })
  assert.equal(rule.status, 201, rule.text)

  const blank = await context.newPage()
  const cdp = await context.newCDPSession(blank)
  const registered = new Promise<string>((found) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && found(one.registrationId)),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  await page.close()

  const now = Math.floor(site.ctx.clock.now().getTime() / 1000)
  await received(site, unit, [
    { timestamp: now - 60, 'battery.level': 90 },
    { timestamp: now, 'battery.level': 10, 'position.latitude': 47.141, 'position.longitude': 9.521 },
  ])
  await computeConditions(acting)
  await notifyNew(acting)
  await deliverDue(acting)
  assert.equal(service.received.length, 1)
  const { message } = service.received[0]!
  const { title, text, tag, url } = message
  // Only the way from the push service to the browser is not the real one. It may deliver a message twice.
  for (const data of [JSON.stringify(message), JSON.stringify(message)]) {
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data })
  }
  const worker = context.serviceWorkers()[0]!
  await until('it is shown', async () => (await worker.evaluate<unknown[]>(shown)).length > 0)
  assert.match(title, /^Van 1: battery level below 20/)
  assert.deepEqual(await worker.evaluate(shown), [{ title, body: text, tag }])

  assert.equal(await worker.evaluate(tap), url)
  await until('it is gone', async () => (await worker.evaluate<unknown[]>(shown)).length === 0)
  await blank.goto(site.url + url)
  await blank.getByRole('button', { name: /Van 1.*below 20/, expanded: true }).waitFor()
  assert.deepEqual(troubles, [])
})
