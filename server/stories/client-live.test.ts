/** A client watches a moving unit while the connection is cut, and sees its whole track without reloading. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser, openSite, phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { openLine } from '#testing/faults/line.ts'
import { goodPassword } from '#testing/people/client.ts'
import { freePort } from '#testing/ports.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'

const linePort = await freePort()
const site = await openSite({ WAYMARK_PUBLIC_URL: `http://127.0.0.1:${linePort}` })
const line = await openLine(site.ctx.config.httpPort, linePort)
after(() => line.close())
const browser = await openBrowser()
const dealer = await site.dealer('provider')
const now = Math.floor(Date.now() / 1000)

async function aClientWith(names: readonly string[]) {
  const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules: ['timeline'] })
  const account = await anActivatedAccount(site, dealer, plan.id)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const units: { id: number; ident: string; name: string }[] = []
  for (const name of names) units.push(await aUnit(dealer, account.id, { name }))
  return { name: account.user.name as string, units }
}

async function report(unit: { id: number; ident: string; name: string }, ...times: number[]): Promise<void> {
  const writer = startWriter(site.ctx)
  for (const time of times) {
    const position = {
      'position.latitude': 54.6 + time / 10_000,
      'position.longitude': 25.2,
      'position.speed': 40 + time,
    }
    const messages = [{ timestamp: now - 1000 + time, ...position }]
    const intake = { id: unit.id, ident: unit.ident, name: unit.name, deviceTypeId: 101, protocolId: 1 }
    await writer.append({ unit: intake, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  }
  await writer.close()
}

test('the track of a unit is complete after a cut, in the order of time, without reloading', async () => {
  const { name, units } = await aClientWith(['Van 1'])
  const van = units[0]!
  const { page, troubles } = await browser.visitor(phone)
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email or username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: /Van 1/ }).click()
  await page.getByRole('button', { name: 'Details' }).click()
  await page.evaluate('window.isTheSame = true')
  await page.locator('[data-trail="0"]').waitFor()
  await report(van, 1, 2, 3)
  await page.locator('[data-trail="3"]').waitFor()
  await page.getByText('43 km/h').waitFor()

  line.cut()
  await page.getByText('Connection lost. Reconnecting …').first().waitFor()
  await noSeriousFindings(page)
  // Some arrive late, and one arrives twice.
  await report(van, 5, 6, 8)
  await report(van, 4, 7, 6)
  line.restore()
  await page.locator('[data-trail="8"]').waitFor()
  // Late positions did not move it back.
  await page.getByText('48 km/h').waitFor()
  await page.getByText('Connection lost. Reconnecting …').first().waitFor({ state: 'detached' })
  await report(van, 9)
  await page.locator('[data-trail="9"]').waitFor()
  assert.equal(await page.evaluate('window.isTheSame'), true)
  assert.deepEqual(troubles, [])
})

test('a page whose file cannot be loaded says so, the menu stays, and it opens once the network is back', async () => {
  const { name } = await aClientWith(['Van 1'])
  const { page } = await browser.visitor(phone)
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email or username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: /Van 1/ }).waitFor()
  await page.context().setOffline(true)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Timeline' }).click()
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor()
  // What is already loaded can still be viewed.
  await menu.getByRole('link', { name: 'List' }).click()
  await page.getByRole('link', { name: /Van 1/ }).waitFor()
  await menu.getByRole('link', { name: 'Timeline' }).click()
  await page.getByRole('alert').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
})

test('hidden tabs leave the connections to the visible one, and catch up when shown', async () => {
  const { name, units } = await aClientWith(['Van 1'])
  const van = units[0]!
  const { page, troubles } = await browser.visitor(phone)
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email or username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: /Van 1/ }).click()
  await page.getByRole('button', { name: 'Details' }).click()
  await page.locator('[data-trail="0"]').waitFor()
  const see = (tab: typeof page, isSeen: boolean) =>
    tab.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${!isSeen}, configurable: true });` +
        `document.dispatchEvent(new Event('visibilitychange'))`,
    )
  // As many tabs as a browser has connections per server, and one more.
  for (let tabs = 0; tabs < 7; tabs++) {
    await see(page, false)
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await tab.locator('[data-trail="0"]').waitFor()
    if (tabs < 6) await see(tab, false)
    else await tab.close()
  }
  await report(van, 1, 2)
  await see(page, true)
  await page.locator('[data-trail="2"]').waitFor()
  assert.deepEqual(troubles, [])
})
