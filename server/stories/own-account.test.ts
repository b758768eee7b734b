/** A client's account page: two-factor authentication, sessions, password, address, its data, its bills. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sendResets } from '#identity/credentials/actions.ts'
import { codeAt, stepOf } from '#identity/two-factor/totp.ts'
import { operator } from '#kernel/audit/actions.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { openBrowser, openSite, phone } from '#testing/browser/browser.ts'
import { aBill, anActivatedAccount, anAddress, aUnit } from '#testing/builders.ts'

const site = await openSite()
const browser = await openBrowser()
const dealer = await site.dealer('provider')
const account = await anActivatedAccount(site, dealer)
await aUnit(dealer, account.id)
let email = await anAddress(site, account.id)
const first = 'the first sentence'
const third = 'the third sentence'
const acting = { ...site.ctx, actor: operator('test') }

async function linkTo(address: string, path: string): Promise<string> {
  const mail = (await listMails(site.ctx)).findLast(({ to }) => to === address)
  const link = mail?.text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path)
  return link ?? assert.fail(mail?.text ?? `There is no mail to ${address}.`)
}
await dealer.ask('PUT', `/users/${account.user.id}/password`, { new_password: first, repeat_password: first })

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'More' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
  await page.getByRole('heading', { name: 'Active sessions' }).waitFor()
}

suite('a client on its account page', () => {
  test('sets up two-factor authentication, and needs it from then on', async () => {
    const { page, troubles } = await browser.visitor(phone)
    await logIn(page, first)
    await openAccount(page)
    await page.getByRole('button', { name: 'Two-factor authentication: Set up' }).click()
    const key = await page.getByLabel('Key').locator('code').textContent()
    const secret = fromBase32(key ?? '')
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await page.getByLabel('The six digits').fill('000000')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('This code is wrong').waitFor()
    await page.getByLabel('The six digits').fill(codeAt(secret, stepOf(site.ctx.clock.now())))
    await page.getByRole('button', { name: 'Switch on' }).click()
    const codes = await page.getByLabel('Your recovery codes').locator('code').textContent()
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('On: you enter a code from your authenticator app').waitFor()

    const other = await browser.visitor(phone)
    await logIn(other.page, first)
    await other.page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    await other.page.getByLabel('Code').fill(codes?.split('\n')[0] ?? '')
    await other.page.getByRole('button', { name: 'Continue' }).click()
    await other.page.getByRole('link', { name: /Van 1/ }).waitFor()

    // The other session is listed here, and can be ended.
    await page.reload()
    await page.getByRole('button', { name: /^End session/ }).click()
    await other.page.getByText('Your session has ended.').waitFor()

    await page.getByRole('button', { name: 'Two-factor authentication: Switch off' }).click()
    await page.getByLabel('Your password').fill('not this one')
    const form = page.locator('form')
    await form.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Wrong password.').waitFor()
    await page.getByLabel('Your password').fill(first)
    await form.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Off: you sign in with your password only.').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('changes its password, and exports its data', async () => {
    const second = 'the second sentence'
    const { page } = await browser.visitor(phone)
    await logIn(page, first)
    await openAccount(page)
    await page.getByRole('button', { name: 'Password: Change' }).click()
    await page.getByLabel('Current password').fill(first)
    await page.getByLabel('New password').fill(second)
    await page.getByLabel('Repeat password').fill('another')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The passwords don’t match.').waitFor()
    await page.getByLabel('Repeat password').fill(second)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Password changed.').waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const data = JSON.parse(await readFile(await (await download).path(), 'utf8'))
    assert.equal(data.account.id, account.id)
    assert.equal(data.units.length, 1)

    const { page: elsewhere } = await browser.visitor(phone)
    await logIn(elsewhere, first)
    await elsewhere.getByRole('alert').getByText('Wrong email, username or password.').waitFor()
    await logIn(elsewhere, second)
    await elsewhere.getByRole('link', { name: /Van 1/ }).waitFor()
  })

  test('resets a forgotten password by email, then changes its address', async () => {
    const { page } = await browser.visitor(phone)
    await page.goto(`${site.url}/login`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    await sendResets(acting)
    const link = await linkTo(email, '/reset')
    assert.equal(new URL(link).search, '')
    await page.goto(link)
    // The secret does not stay in the address.
    await page.waitForURL(`${site.url}/reset`)
    await page.getByLabel('New password').fill(third)
    await page.getByLabel('Repeat password').fill(third)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('Password changed. Sign in with your new password.').waitFor()

    await logIn(page, third)
    await openAccount(page)
    await page.getByRole('button', { name: 'Email address: Change' }).click()
    await page.getByLabel('New email address').fill('new@example.com')
    await page.getByLabel('Your password').fill(third)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('We sent a link to new@example.com.').waitFor()
    await page.goto(await linkTo('new@example.com', '/email/confirm'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'New email address confirmed' }).waitFor()
    email = 'new@example.com'

    // A link works once, even in the older form with its secret before the #.
    await page.goto(link.replace('#', '?'))
    await page.waitForURL(`${site.url}/reset`)
    await page.getByLabel('New password').fill('yet another one')
    await page.getByLabel('Repeat password').fill('yet another one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('This link has expired or was already used.').waitFor()
  })

  test('is blocked while signed in, and sees what to pay and nothing else', async () => {
    const bill = await aBill(dealer, account.id)
    const { page } = await browser.visitor(phone)
    await logIn(page, third)
    await openAccount(page)
    await page.getByRole('link', { name: 'Pay €25.00' }).waitFor()
    await dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: true })
    await page.getByText('Your session has ended.').waitFor()
    await logIn(page, third)
    await page.getByRole('heading', { name: 'Your account is blocked' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Pay €25.00' }).getAttribute('href'), bill.url)
    assert.equal(await page.getByRole('navigation').count(), 0)
    await dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: false })
    await page.getByRole('button', { name: 'I’ve paid. Check again' }).click()
    await page.getByRole('link', { name: /Van 1/ }).waitFor()
  })

  test('has a browser that cannot draw a map, and sees an explanation next to the list', async () => {
    const { page, troubles } = await browser.visitor()
    await page.addInitScript(`
      const original = HTMLCanvasElement.prototype.getContext
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === 'webgl2' ? null : original.call(this, kind, ...rest)
      }`)
    await logIn(page, third)
    await page.getByText('This browser can’t draw the map').waitFor()
    await page.getByRole('link', { name: /Van 1/ }).waitFor()
    assert.deepEqual(troubles, [])
  })
})
