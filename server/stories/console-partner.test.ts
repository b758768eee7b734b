/** The same console for a dealer of the partner dialect: other applications and envelope, no billing automation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { petApp } from '#kernel/applications.ts'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { anActivatedAccount, anOwnedAccount, aUnit } from '#testing/builders.ts'

const consoles = await openConsoles('partner')
const { site, dealer } = consoles
const fleet = await anActivatedAccount(site, dealer)
await dealer.ask('PATCH', `/accounts/${fleet.id}`, { title: 'North depot' })
await aUnit(dealer, fleet.id, { name: 'Van 7' })
const family = await anOwnedAccount(site, dealer, [petApp])
await dealer.ask('PATCH', `/accounts/${family.id}`, { title: 'A family' })

test('clients are listed, opened, blocked and unblocked', async () => {
  const { page, troubles } = await consoles.visit()
  await openPlace(page, '/clients')
  await page.getByRole('link', { name: 'North depot' }).click()
  await page.getByRole('heading', { name: 'North depot' }).waitFor()
  await page.getByRole('link', { name: 'Van 7' }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  assert.equal(await page.getByRole('menuitem', { name: 'Extend' }).count(), 0, 'this dialect knows no payment dates')
  await page.getByRole('menuitem', { name: 'Block now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block now' }).click()
  await page.getByText('Client blocked.').waitFor()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await page.getByText('Client unblocked.').waitFor()
  for (const tab of ['plan', 'bills', 'history', 'explain']) {
    await openPlace(page, `/clients/${fleet.id}/${tab}`)
    await page.getByRole('heading', { level: 2 }).nth(1).waitFor()
    await noSeriousFindings(page)
  }
  assert.deepEqual(troubles, [])
})

test('a client with two applications is created, with a promotion', async () => {
  const { page } = await consoles.visit('manager')
  await openPlace(page, '/clients/new')
  await page.getByLabel('Application').selectOption('Tracking for everyone')
  await page.getByLabel('Username').fill('dog-owner')
  await page.getByLabel('Also for pets').check()
  await page.getByLabel(/Promotion/).check()
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByRole('link', { name: 'Open client' }).click()
  await page.getByText('Tracking for everyone, Pets').waitFor()
  await page.getByRole('link', { name: 'Plan and limits' }).click()
  await page.getByText('space').first().waitFor()
  await noSeriousFindings(page)
})

test('an owner is invited, and the invitation withdrawn', async () => {
  const { page, troubles } = await consoles.visit()
  await openPlace(page, '/clients/invitations')
  await page.getByText('No invitations').waitFor()
  await page.getByRole('button', { name: 'Invite client' }).first().click()
  await page.getByLabel('Owner’s email').fill('nobody')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Enter a valid email address.').waitFor()
  await page.getByLabel('Owner’s email').fill('owner@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent to owner@example.com.').waitFor()
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Invitation withdrawn.').waitFor()
  assert.deepEqual(troubles, [])
})

test('premium is ordered for an owned account', async () => {
  const { page } = await consoles.visit()
  await openPlace(page, `/clients/${family.id}/plan`)
  await page.getByRole('button', { name: 'Buy premium' }).click()
  await page.getByLabel('Months').fill('2')
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await page.getByText('Pay the invoice').waitFor()
  await page.getByRole('link', { name: 'Open payment page' }).waitFor()
})

everyRequestIsDocumented(consoles)
