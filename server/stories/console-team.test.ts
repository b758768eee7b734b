/** An owner manages the staff: who has access, with which role, and what the audit log shows. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { listMails } from '#kernel/mail/outbox.ts'
import { phone } from '#testing/browser/browser.ts'
import {
  everyRequestIsDocumented,
  noSeriousFindings,
  openConsoles,
  openPlace,
  signInAt,
} from '#testing/browser/console.ts'
import { aManagedAccount, aPlan } from '#testing/builders.ts'
import { goodPassword } from '#testing/people/client.ts'
import { aPerson } from '#testing/people/staff.ts'

const consoles = await openConsoles()
const { site, dealer } = consoles
const plan = await aPlan(dealer)
const account = await aManagedAccount(dealer, plan.id)
await dealer.ask('PATCH', `/accounts/${account.id}`, { title: 'North depot' })

suite('people', () => {
  test('a person is invited, signs in, gets another role, is disabled, and is removed', async () => {
    const { page, troubles } = await consoles.visit()
    await openPlace(page, '/team')
    await page.getByRole('button', { name: 'Invite someone' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('nobody')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.getByText('Enter a valid email address.').waitFor()
    const email = 'sam@example.com'
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Name').fill('Sam')
    await dialog.getByLabel('Role').selectOption('Support')
    await noSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    const row = page.getByRole('row', { name: /Sam/ })
    await row.getByText('Invited').waitFor()

    const mail = (await listMails(site.ctx)).findLast(({ to }) => to === email)
    const link = mail?.text.match(/https?:\/\/\S+/)?.[0] ?? assert.fail(mail?.text)
    const invited = await consoles.signedOut()
    await invited.page.goto(link)
    await invited.page.getByLabel('New password').fill(goodPassword)
    await invited.page.getByLabel('Repeat password').fill(goodPassword)
    await invited.page.getByRole('button', { name: 'Set password and sign in' }).click()
    await invited.page.getByRole('button', { name: /^Sam: profile/ }).waitFor()
    await openPlace(invited.page, '/team')
    await invited.page.getByRole('row', { name: /Sam/ }).getByText('Support (you)').waitFor()
    assert.equal(await invited.page.getByRole('button', { name: 'Invite someone' }).count(), 0)
    assert.equal(await invited.page.getByRole('button', { name: 'Actions for Sam' }).count(), 0)

    await page.reload()
    await row.getByText('Active').waitFor()
    await noSeriousFindings(page)
    await row.getByRole('button', { name: 'Actions for Sam' }).click()
    await page.getByRole('menuitem', { name: 'Edit name or role' }).click()
    await dialog.getByLabel('Role').selectOption('Billing')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Billing').waitFor()

    await row.getByRole('button', { name: 'Actions for Sam' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await dialog.getByText('person signed out at once').waitFor()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await row.getByText('Disabled').waitFor()
    site.ctx.clock.advance(60)
    await openPlace(invited.page, '/clients')
    await invited.page.getByText('Your session has ended.').waitFor()

    await row.getByRole('button', { name: 'Actions for Sam' }).click()
    await page.getByRole('menuitem', { name: 'Enable' }).click()
    await row.getByText('Active').waitFor()
    await row.getByRole('button', { name: 'Actions for Sam' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog.getByText('You can’t undo this.').waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Sam removed from the team.').waitFor()
    assert.equal(await row.count(), 0)
    assert.deepEqual([...troubles, ...invited.troubles], [])
  })

  test('the last owner can be neither disabled nor removed', async () => {
    const alone = await site.dealer('provider')
    const { email } = await aPerson(site, alone.dealer, 'owner')
    const { page } = await consoles.signedOut()
    await page.goto(`${site.url}/console#/team`)
    await signInAt(page, email)
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByText('A team needs an owner. Make someone else an owner first.').waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Remove' }).count(), 0)
    assert.equal(await page.getByRole('menuitem', { name: 'Disable' }).count(), 0)
    await noSeriousFindings(page)
  })
})

suite('the audit log', () => {
  test('is filtered by person, action, client and time, at an address that shows the same', async () => {
    const { page, troubles } = await consoles.visit('read_only')
    await openPlace(page, '/team/audit')
    await page.getByRole('link', { name: 'Team: deleted' }).first().waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Action', { exact: true }).selectOption('Clients')
    await page.getByLabel('By', { exact: true }).selectOption('Programs')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Client' }).fill('north')
    await page.getByRole('option', { name: 'North depot' }).click()
    await page.getByRole('link', { name: 'Changed the client' }).first().waitFor()
    assert.equal(await page.getByRole('link', { name: /^Staff/ }).count(), 0)
    assert.match(page.url(), new RegExp(`action=accounts&actor=token&account_id=${account.id}`))
    await page.getByLabel('To').fill('2020-01-01T00:00')
    await page.getByText('No results match these filters').first().waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByRole('link', { name: 'Changed the client' }).first().click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('row', { name: /Title.*North depot/ }).waitFor()
    await noSeriousFindings(page)
    await panel.getByText('(accounts.change)').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('is exported with the values before and after', async () => {
    const { page } = await consoles.visit('manager')
    await openPlace(page, '/team/audit?action=accounts')
    await page.getByRole('link', { name: 'Changed the client' }).first().waitFor()
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export CSV' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    assert.match(text, /^\ufeffAction,When,Who,Object,From,Request ID,Before,After\r\n/)
    assert.match(text, /accounts\.change,.*North depot/)
  })

  test('both pages are readable on a phone in dark mode', async () => {
    const { page } = await consoles.visit('owner', { ...phone, colorScheme: 'dark' })
    await openPlace(page, '/team')
    await page.getByText('Two-factor authentication').first().waitFor()
    await noSeriousFindings(page)
    await openPlace(page, '/team/audit')
    await page.getByRole('link', { name: 'Team: deleted' }).first().waitFor()
    await noSeriousFindings(page)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'))
  })
})

everyRequestIsDocumented(consoles)
