/** A dealer's developer: a working token, a webhook that reaches a program, and the logs of both. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { deliverDue } from '#kernel/outgoing-events/delivery.ts'
import { phone } from '#testing/browser/browser.ts'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { aManagedAccount, aPlan } from '#testing/builders.ts'
import { fails, publishedRecipe, startReceiver, takes } from '#testing/fakes/receiver.ts'

const consoles = await openConsoles('provider', { WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { site, dealer } = consoles
const receiver = await startReceiver()
after(() => receiver.close())
const plan = await aPlan(dealer)
const account = await aManagedAccount(dealer, plan.id)

/** What the installation's jobs do every second. */
async function eventsAreSent(): Promise<void> {
  await countEvents(site.ctx, dealer.dealer)
  await deliverDue({ ...site.ctx, actor: { kind: 'job', id: 'events.deliver', address: null, requestId: null } })
}

suite('access tokens', () => {
  test('one is created, shown once, works for a program, and stops working when it is revoked', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/developers')
    await page.getByRole('button', { name: 'New token' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Accounting')
    await dialog.getByLabel('Permissions').selectOption('Read-only')
    await noSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByText('Token Accounting').waitFor()
    await noSeriousFindings(page)
    const token = (await dialog.getByRole('figure', { name: 'secret' }).locator('code').textContent()) ?? ''
    const shell =
      (await dialog.getByRole('figure', { name: 'commands for a shell' }).locator('code').textContent()) ?? ''
    assert.ok(
      shell.includes(`TOKEN='${token}'`) && shell.includes(`curl '${site.url}/provider/accounts?limit=3'`),
      shell,
    )
    const ask = (method: string) =>
      fetch(`${site.url}/provider/accounts?limit=3`, { method, headers: { 'x-accesstoken': token } })
    const answer = await ask('GET')
    assert.equal(answer.status, 200)
    const { data } = (await answer.json()) as { data: { id: number }[] }
    assert.deepEqual(
      data.map(({ id }) => id),
      [account.id],
    )
    assert.equal((await ask('POST')).status, 403, 'it may only read')

    await dialog.getByRole('button', { name: 'I’ve copied it' }).click()
    const row = page.getByRole('row', { name: /Accounting/ })
    await row.getByText('Read-only').waitFor()
    assert.ok(!(await page.content()).includes(token), 'the secret is gone from the page')
    await row.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('You can’t undo this.').waitFor()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await row.getByText('Revoked').waitFor()
    site.ctx.clock.advance(60)
    assert.equal((await ask('GET')).status, 401)
    assert.deepEqual(troubles, [])
  })

  test('only an owner sees them', async () => {
    const { page } = await consoles.visit('manager')
    await openPlace(page, '/developers')
    await page.getByRole('link', { name: 'Request log' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Access tokens' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'New token' }).count(), 0)
  })
})

suite('intake tokens', () => {
  test('one is created with a command to try it, and deleted', async () => {
    const { page } = await consoles.visit('manager')
    await openPlace(page, '/developers/intake')
    await page.getByText('No intake tokens yet').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'New intake token' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Weather station')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const line = dialog.getByRole('figure', { name: 'commands for a shell' })
    await line.getByText(`${site.url}/intake/IDENT`).waitFor()
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click()
    await page
      .getByRole('row', { name: /Weather station/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Intake token deleted.').waitFor()
    assert.deepEqual((await dealer.ask('GET', '/intake-tokens')).body, [])
  })
})

suite('webhooks', () => {
  test('one is created with a secret, tested against a program, changed, replayed, rotated, switched off and deleted', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/developers/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill('http://10.0.0.1/hook')
    await dialog.getByRole('radio', { name: 'Only these' }).check()
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText('Choose at least one.').waitFor()
    await dialog.getByRole('checkbox', { name: 'account.created' }).check()
    await dialog.getByRole('checkbox', { name: 'webhook.test' }).check()
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByLabel('URL').and(page.locator('[aria-invalid=true]')).waitFor()
    await noSeriousFindings(page)
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const secret = (await dialog.getByRole('figure', { name: 'secret' }).locator('code').textContent()) ?? ''
    assert.match(secret, /^whsec_/)
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click()
    await page.getByRole('heading', { name: receiver.url }).waitFor()

    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Test event sent.').waitFor()
    await eventsAreSent()
    await page.getByRole('row', { name: /webhook\.test.*Delivered.*204/ }).waitFor()
    await noSeriousFindings(page)
    const [sent] = receiver.taken
    assert.equal(sent?.event.type, 'webhook.test')
    const verify = await publishedRecipe()
    verify(secret, sent!.headers, sent!.body, site.ctx.clock.now().getTime() / 1000)

    receiver.behave(fails)
    await aManagedAccount(dealer, plan.id)
    await eventsAreSent()
    await page.getByRole('row', { name: /account\.created.*Retrying.*500/ }).waitFor()
    await page.getByLabel('Delivery state').selectOption('Failed')
    await page.getByText('No deliveries in this state.').waitFor()
    await page.getByLabel('Delivery state').selectOption('All')
    receiver.behave(takes)

    await page.getByRole('button', { name: 'Replay' }).click()
    await dialog.getByLabel('Events to resend').selectOption('After an event')
    await dialog.getByLabel(/After the event/).fill('0')
    await dialog.getByRole('button', { name: 'Resend' }).click()
    await page.getByText(/Resending \d+ events?\./).waitFor()

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'New secret' }).click()
    await dialog.getByRole('button', { name: 'New secret' }).click()
    const next = dialog.getByRole('figure', { name: 'secret' }).locator('code')
    assert.notEqual(await next.textContent(), secret)
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click()
    await page.getByText('Old secret works until').waitFor()

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel('Description').fill('Accounting')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Accounting').waitFor()

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Switch off' }).click()
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    assert.ok(await page.getByRole('button', { name: 'Send a test' }).isDisabled())

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('a read-only person sees it without its actions', async () => {
    const { id } = (await dealer.ask('POST', '/webhooks', { url: receiver.url })).body
    const { page } = await consoles.visit('read_only', phone)
    await openPlace(page, `/developers/webhooks/${id}`)
    await page.getByRole('heading', { name: receiver.url }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send a test' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Replay' }).count(), 0)
    await noSeriousFindings(page)
    await openPlace(page, '/developers/webhooks/019a8f0e-8a41-7e53-a7d2-5c0f9b3e6d18')
    await page.getByText('This webhook doesn’t exist').waitFor()
  })
})

suite('logs', () => {
  test('events are listed, filtered and opened, at an address that shows the same', async () => {
    const { page, troubles } = await consoles.visit('support')
    await openPlace(page, '/developers/events')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Type').selectOption('account.created')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove filter: Type: account.created' }).waitFor()
    await page.getByText('2 events', { exact: true }).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('link', { name: 'account.created' }).last().click()
    await page.getByRole('figure', { name: 'event' }).getByText(`"account_id": ${account.id}`).first().waitFor()
    await noSeriousFindings(page)
    assert.match(page.url(), /types=account\.created&event=\d+$/)
    assert.deepEqual(troubles, [])
  })

  test('a refused request is found by its id', async () => {
    const refused = await dealer.ask('GET', '/accounts/1')
    assert.equal(refused.status, 404)
    const id = String(refused.headers['x-request-id'])
    const { page, troubles } = await consoles.visit('support')
    await openPlace(page, '/developers/requests?failed=true')
    await page.getByRole('button', { name: /^Remove filter: Response: Failed/ }).waitFor()
    await page.getByLabel('Search requests').fill(id)
    // The log is written about a second after the answer.
    const row = page.getByRole('row', { name: /GET \/provider\/accounts\/1 404/ })
    for (let tries = 0; tries < 20 && (await row.count()) === 0; tries++) {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await row.waitFor({ timeout: 1_000 }).catch(() => {})
    }
    await page.getByText('1 request', { exact: true }).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('the reference is one click away, and everything is readable on a phone in dark mode', async () => {
    const { page } = await consoles.visit('owner', { ...phone, colorScheme: 'dark' })
    for (const tab of ['tokens', 'webhooks', 'events', 'requests', 'intake']) {
      await openPlace(page, `/developers/${tab}`)
      await page.getByRole('link', { name: 'API reference' }).waitFor()
      await noSeriousFindings(page)
    }
    await page.getByRole('link', { name: 'API reference' }).click()
    await page.waitForURL(/\/docs#provider/)
  })
})

everyRequestIsDocumented(consoles)
