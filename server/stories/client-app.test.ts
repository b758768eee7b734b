/** The client's application installed on a phone: without a network, and after an update. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { buildPagesIfNeeded } from '#entry/http/pages.ts'
import { builtPages, openBrowser, openSite, phone } from '#testing/browser.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { askAs, goodPassword, logIn } from '#testing/client.ts'
import { noSeriousFindings } from '#testing/console.ts'
import { openLine } from '#testing/line.ts'
import { freePort } from '#testing/ports.ts'
import { until } from '#testing/until.ts'

// A copy, because a newer version replaces it.
await buildPagesIfNeeded(join(import.meta.dirname, '../..'), () => {})
const dist = await mkdtemp(join(tmpdir(), 'waymark-story-'))
await cp(builtPages, dist, { recursive: true })
const linePort = await freePort()
const site = await openSite({ WAYMARK_PUBLIC_URL: `http://127.0.0.1:${linePort}` }, dist)
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
  await aUnit(dealer, account.id, { name: 'Van 1' })
  const visitor = await browser.visitor({ ...phone, serviceWorkers: 'allow' })
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
  return { ...visitor, ask: askAs(site, await logIn(site, account.user.name)) }
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
