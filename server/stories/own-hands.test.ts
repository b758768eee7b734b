/** A person signs up with a dealer's link, has a phone on the map, and deletes the account without a trace. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eraseDue } from '#customers/erasure/actions.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { tablesWith } from '#testing/checks/everywhere.ts'
import { aClient, goodPassword } from '#testing/people/client.ts'
import { freePorts } from '#testing/ports.ts'
import { startGateway } from '#tracking/gateway/gateway.ts'

const consoles = await openConsoles('provider', {
  WAYMARK_SIGN_UP: 'consumer_app',
  WAYMARK_GATEWAY_PORT: String(await freePorts()),
})
const { site, dealer } = consoles
const notifications = listen(site.databaseUrl)
const gateway = await startGateway(site.ctx, notifications)
after(async () => {
  await gateway.close()
  await notifications.close()
})

const osmandPort = site.ctx.config.gatewayPort + 55
const traccarClient = 5001
const week = 7 * 86_400
const job = { ...site.ctx, actor: { kind: 'job', id: 'accounts.erase', address: null, requestId: null } } as const

async function linkTo(address: string, path: string): Promise<string> {
  const mail = (await listMails(site.ctx)).findLast(({ to }) => to === address)
  const link = mail?.text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path)
  return link ?? assert.fail(mail?.text ?? `There is no mail to ${address}.`)
}

/** As a phone app sends it; the speed is in knots. */
async function send(ident: string, latitude: number, knots: number): Promise<void> {
  site.ctx.clock.set(new Date())
  const timestamp = String(Math.floor(Date.now() / 1000))
  const place = { lat: String(latitude), lon: '25.28', speed: String(knots) }
  const form = new URLSearchParams({ id: ident, timestamp, ...place, accuracy: '5', batt: '80' })
  await (await fetch(`http://127.0.0.1:${osmandPort}/?${form}`, { method: 'POST' })).arrayBuffer()
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The dealer turns on sign-up in the console and reads the link. */
async function signUpLink(): Promise<string> {
  const { page, troubles } = await consoles.visit('manager')
  await openPlace(page, '/company/sign-up')
  await page.getByRole('switch', { name: 'Let people sign up' }).click()
  const link = page.getByRole('figure', { name: 'sign-up link for Tracking for everyone' })
  await page.getByRole('img', { name: 'QR code: Tracking for everyone' }).waitFor()
  await noSeriousFindings(page)
  assert.deepEqual(troubles, [])
  return (await link.locator('code').textContent()) ?? ''
}

test('from a sign-up link to a phone on the map, and to the certificate of its erasure', async () => {
  const [email, ident] = ['mara@example.com', 'maras-phone-7']
  const names = ['Maras Telefon', 'Mara unterwegs'] as const
  const link = await signUpLink()
  const { page, troubles } = await consoles.signedOut()

  await page.goto(link)
  await page.getByText('Tracking for everyone from Dealer provider.').waitFor()
  assert.equal(page.url(), `${site.url}/registration/sign-up`)
  await noSeriousFindings(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await page.goto(await linkTo(email, '/registration/confirm'))
  await page.getByRole('button', { name: 'Confirm and activate' }).click()
  await page.getByRole('heading', { name: 'Your account is active' }).waitFor()
  await signIn(page, email)

  // The phone already sends; the code on its screen identifies it, and it is found.
  await send(ident, 54.687, 0)
  await page.getByRole('link', { name: 'Add unit' }).click()
  const adding = page.getByRole('region', { name: 'Add unit' })
  await adding.getByLabel('QR code text').fill('two words')
  await adding.getByText('No ident found in this text.').waitFor()
  await adding.getByLabel('QR code text').fill(`${site.url}/client#/add?ident=${ident}&model=${traccarClient}`)
  assert.equal(await adding.getByLabel('Ident', { exact: true }).inputValue(), ident)
  assert.equal(await adding.getByLabel('Model').inputValue(), String(traccarClient))
  await adding.getByRole('button', { name: 'Find connected device' }).click()
  await adding.getByText(/^Found: last connected .*, protocol osmand\.$/).waitFor()
  await noSeriousFindings(page)
  await adding.getByLabel('Name').fill(names[0])
  await adding.getByRole('button', { name: 'Add unit' }).click()
  const card = page.getByRole('article', { name: names[0] })
  await card.getByText('This unit has not sent a position yet.').waitFor()

  await card.getByRole('button', { name: 'Details' }).click()
  await card.getByRole('button', { name: 'Edit unit' }).click()
  const form = card.getByRole('form', { name: 'Unit settings' })
  await form.getByLabel('Name').fill(names[1])
  await noSeriousFindings(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('article', { name: names[1] })
  await renamed.getByRole('heading', { name: names[1] }).waitFor()

  await send(ident, 54.687, 20)
  await renamed.getByText('54.68700, 25.28000').waitFor()
  await renamed.getByText('37 km/h').first().waitFor()
  await send(ident, 54.6885, 30)
  await renamed.getByText('54.68850, 25.28000').waitFor()
  await renamed.getByText('56 km/h').first().waitFor()

  await renamed.getByRole('button', { name: 'Delete unit' }).click()
  await renamed.getByRole('button', { name: 'Yes, delete it' }).click()
  await page.getByText('No units yet').waitFor()

  await openPlace(page, '/account')
  const panel = page.getByRole('region', { name: 'Delete account' })
  await panel.getByRole('button', { name: 'Delete account' }).click()
  await panel.getByLabel('Your password').fill('not this one')
  await panel.getByRole('button', { name: 'Delete account' }).click()
  await panel.getByText('Wrong password.').waitFor()
  await panel.getByLabel('Your password').fill(goodPassword)
  await panel.getByRole('button', { name: 'Delete account' }).click()
  await panel.getByText(/^Your account and everything in it will be deleted on /).waitFor()
  await panel.getByRole('button', { name: 'Keep my account' }).waitFor()
  await noSeriousFindings(page)

  const { account, user } = await page.request.get(`${site.url}/client/me`).then((answer) => answer.json())
  const words = [String(account.id), user.id, email, ident, ...names]
  assert.ok((await tablesWith(site.ctx.db, words)).length > 4)
  const certificate = await linkTo(email, '/erasure')
  // The page must not request anything while its account is deleted.
  await page.goto('about:blank')
  site.ctx.clock.advance(week)
  assert.equal(await eraseDue(job), 1)
  assert.deepEqual(await tablesWith(site.ctx.db, words), [])

  await page.goto(certificate)
  await page.getByRole('heading', { name: 'Your account was deleted' }).waitFor()
  assert.equal(page.url(), `${site.url}/erasure`)
  await noSeriousFindings(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download JSON' }).click()
  const kept = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  assert.deepEqual([kept.state, kept.erased.people, kept.erased.units], ['erased', 1, 0])
  const text = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download text' }).click()
  assert.match(await readFile(await (await text).path(), 'utf8'), /^Certificate of erasure /)
  await signIn(page, email)
  await page.getByText('Wrong email, username or password.').waitFor()
  assert.deepEqual(troubles, [])
  assert.deepEqual(site.failures, [])
})

suite('on a phone', () => {
  test('a disabled sign-up link says so, and what to do', async () => {
    const link = (await dealer.ask('PUT', '/sign-up-links', { enabled: true })).body.links[0].url
    await dealer.ask('PUT', '/sign-up-links', { enabled: false })
    const { page, troubles } = await consoles.signedOut(phone)
    await page.goto(link)
    await page.getByRole('alert').getByText('Ask your provider for a new link.').waitFor()
    assert.equal(await page.getByLabel('Email').count(), 0)
    await page.goto(`${site.url}/registration/sign-up`)
    await page.getByRole('alert').getByText('This sign-up link doesn’t work.').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a deletion can be undone with the link in the email', async () => {
    const client = await aClient(site, dealer)
    await client.ask('DELETE', '/me', { password: goodPassword })
    const { page, troubles } = await consoles.signedOut(phone)
    const link = await linkTo(client.email, '/erasure')
    await page.goto(link)
    await page.getByText(/^Your account and everything in it will be deleted on /).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await page.getByText('Your account stays. Nothing was deleted.').waitFor()
    assert.equal((await client.ask('GET', '/me')).body.erase_at, null)
    await page.goto(link)
    await page.getByText('This link doesn’t work.').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a full plan says so instead of showing the form', async () => {
    const client = await aClient(site, dealer)
    const { quotas, app_id } = (await client.ask('GET', '/me')).body.plans[0]
    for (let at = 0; at < quotas.unit; at++) {
      const unit = { name: `Bike ${at}`, ident: `full-${at}-${client.account.id}`, hw_id: traccarClient, app_id }
      assert.equal((await client.ask('POST', '/units', unit)).status, 201)
    }
    const { page, troubles } = await consoles.signedOut(phone)
    await signIn(page, client.email)
    await page.getByRole('link', { name: 'Add unit' }).click()
    await page.getByText('and all are in use.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add unit' }).count(), 0)
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })
})
