/** A dealer sends links of a unit: its live position to anyone, a toolbox and the set-up to an installer. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser, phone } from '#testing/browser/browser.ts'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { connectionLog } from '#tracking/connections/connections.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'

const consoles = await openConsoles('provider')
const { site, dealer } = consoles
const browser = await openBrowser()
const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules: ['sharing'] })
const account = await anActivatedAccount(site, dealer, plan.id)
const van = await aUnit(dealer, account.id, { name: 'Van 7', hw_id: 110 })
after(() => everyRequestIsDocumented(consoles))

async function tell(): Promise<void> {
  const writer = startWriter(site.ctx)
  const timestamp = site.ctx.clock.now().getTime() / 1000 - 5
  await writer.append({
    unit: { id: van.id, ident: van.ident, name: van.name, deviceTypeId: 110, protocolId: 1 },
    messages: [
      { timestamp, 'position.latitude': 54.69, 'position.longitude': 25.28, 'external.powersource.voltage': 12.6 },
    ],
    frame: Buffer.from('frame'),
    peer: '192.0.2.1:4000',
  })
  await writer.close()
}

test('a dealer creates both links of a unit, sends them, and revokes one while someone is looking', async () => {
  await tell()
  const log = connectionLog(site.ctx)
  log.refused({ unitId: van.id, peer: '192.0.2.7:4711', protocol: 'gt06', reason: 'The unit speaks teltonika.' })
  await log.close()
  const { page, troubles } = await consoles.visit('support')
  await openPlace(page, `/units/${van.id}/settings`)
  const panel = page.getByRole('region', { name: 'Public links' })
  const linkOf = async (name: string, place: RegExp) => {
    await panel.getByRole('button', { name: `Create link: ${name}` }).click()
    await panel.getByRole('button', { name: `Copy link: ${name}` }).waitFor()
    return panel.getByText(place).innerText()
  }
  const locator = await linkOf('Live position', /\/l#/)
  const toolbox = await linkOf('Toolbox for installers', /\/toolbox#/)
  await noSeriousFindings(page)

  const outsider = await browser.visitor({ ...phone, maps: true })
  await outsider.page.goto(locator)
  const row = outsider.page.getByRole('list', { name: 'Units' }).getByRole('button')
  assert.match(await row.innerText(), /Van 7/)
  await outsider.page.locator('[data-drawn="1"]').waitFor()

  const installer = await browser.visitor(phone)
  await installer.page.goto(toolbox)
  await installer.page.getByRole('heading', { name: 'Van 7' }).waitFor()
  await installer.page.getByText('54.69000, 25.28000').waitFor()
  await installer.page.getByText('The unit speaks teltonika.').waitFor()
  await installer.page.getByLabel('Access point (APN) of the SIM card').fill('internet')
  await installer.page.getByText('setparam 2001:internet').waitFor()
  await noSeriousFindings(installer.page)

  await panel.getByRole('button', { name: 'Revoke: Live position' }).click()
  await panel.getByRole('button', { name: 'Revoke link' }).click()
  await outsider.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await installer.page.reload()
  await installer.page.getByRole('heading', { name: 'Van 7' }).waitFor()
  assert.deepEqual([troubles, installer.troubles], [[], []])
})

test('the short link of the channel opens the set-up, and nothing that the unit has sent', async () => {
  const { page, troubles } = await consoles.visit('support')
  await openPlace(page, `/units/${van.id}/setup`)
  await page.getByRole('img', { name: 'QR code for the set-up page' }).waitFor()
  const link = await page.getByRole('figure', { name: 'link to the set-up page' }).getByRole('code').innerText()
  await noSeriousFindings(page)
  const installer = await browser.visitor(phone)
  await installer.page.goto(link)
  await installer.page.getByRole('heading', { name: 'Teltonika FMB920' }).waitFor()
  await installer.page.getByText(`Ident ${van.ident}`).waitFor()
  await installer.page.getByRole('img', { name: 'QR code for the address' }).waitFor()
  assert.equal(await installer.page.getByText('54.69').count(), 0)
  await noSeriousFindings(installer.page)
  assert.deepEqual([troubles, installer.troubles], [[], []])
})
