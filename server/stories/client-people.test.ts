/** An owner invites people to the account; each sees what the access list allows and is offered what the role does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letIn, phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, openFleets, wide } from '#testing/browser/fleet.ts'
import { askAs, goodPassword, logIn, mailTo } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'

const { site, browser, aFleet, enter, open } = await openFleets()

test('an owner invites a person who sees one unit, and reads what was done', async () => {
  const fleet = await aFleet(chosenModules)
  const { page, troubles } = await enter(fleet, wide)
  await open(page, '/people')
  const form = page.getByRole('form', { name: 'Invite someone' })
  await form.getByLabel('Email').fill('lee@example.com')
  await form.getByLabel('Only some').check()
  await form.getByRole('button', { name: 'Send invitation' }).click()
  // To the server, empty lists mean everything, so the page does not send them.
  await form.getByText('Choose something, or Everything.').waitFor()
  await form.getByLabel('Van 1').check()
  await noSeriousFindings(page)
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent to lee@example.com.').waitFor()

  const guest = await browser.visitor(phone)
  const mail = await mailTo(site, 'lee@example.com')
  await guest.page.goto(mail?.text.match(/https?:\/\/\S+/)?.[0] ?? assert.fail(mail?.text))
  await guest.page.getByText('You will sign in with lee@example.com.').waitFor()
  await noSeriousFindings(guest.page)
  await guest.page.getByLabel('Username').fill('lee.the.dispatcher')
  await guest.page.getByLabel('New password').fill(goodPassword)
  await guest.page.getByRole('button', { name: 'Accept and continue' }).click()
  await guest.page.getByRole('button', { name: 'Sign in' }).waitFor()
  await letIn(guest.page, site, 'session', await logIn(site, 'lee@example.com'))
  await guest.page.goto(`${site.url}/client#/units`)
  await guest.page.getByRole('link', { name: /Van 1/ }).waitFor()
  assert.equal(await guest.page.getByRole('link', { name: /Van 2/ }).count(), 0)

  const owner = askAs(site, await logIn(site, fleet.account.user.name))
  await owner('PATCH', '/vehicles', { unit_ids: [fleet.units[0]], make: 'Ford' })
  await page.reload()
  await page.getByText('lee@example.com · Dispatcher · Sees 1 unit').waitFor()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByText('lee.the.dispatcher').first().waitFor()
  const changed = page.getByRole('listitem').filter({ hasText: 'Vehicle: changed' })
  await changed.getByText('Van 1 · ').waitFor()
  await noSeriousFindings(page)
  assert.deepEqual([...troubles, ...guest.troubles], [])
})

test('a read-only person is offered nothing to change', async () => {
  const fleet = await aFleet(chosenModules)
  const owner = askAs(site, await logIn(site, fleet.account.user.name))
  const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  const { id } = (await owner('POST', '/geofences', { name: 'Yard', shape })).body
  const { token } = await aPersonOf(site, owner, 'read_only')
  /** What everyone sees there, and what only an owner is offered. */
  const places: readonly (readonly [place: string, seen: string | RegExp, role: 'button' | 'link', offered: string])[] =
    [
      ['/geofences', 'Yard', 'link', 'Draw geofence'],
      [`/geofences/${id}`, 'Shape', 'button', 'Delete'],
      [`/maintenance/${fleet.units[0]}`, /Mileage: 0/, 'button', 'Add service'],
      ['/inbox/rules', 'No rules yet', 'button', 'New rule'],
      ['/units', 'Van 1', 'link', 'Edit groups'],
      ['/account', 'Leave the account', 'link', 'Manage people'],
    ]
  const first = await enter(fleet, wide)
  for (const [place, , role, name] of places) {
    await open(first.page, place)
    await first.page.getByRole(role, { name }).waitFor()
  }
  const { page, troubles } = await browser.visitor(wide)
  await letIn(page, site, 'session', token)
  await page.goto(`${site.url}/client#/units`)
  await page.getByRole('link', { name: /Van 1/ }).waitFor()
  for (const [place, seen, role, name] of places) {
    await open(page, place)
    await page.getByText(seen).first().waitFor()
    assert.equal(await page.getByRole(role, { name }).count(), 0, `${place}: ${name}`)
  }
  assert.deepEqual(troubles, [])
})
