/** A client chooses its notifications, gets one, and finds out why; without the module there is no page for it. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { computeConditions } from '#insights/notifications/conditions/compute.ts'
import { deliverDue } from '#insights/notifications/delivery/delivery.ts'
import { notifyNew } from '#insights/notifications/notify.ts'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, type Fleet, openFleets, wide } from '#testing/browser/fleet.ts'
import { fails, startReceiver } from '#testing/fakes/receiver.ts'

const { aFleet, acting, tell, enter, open } = await openFleets({ WAYMARK_OUTBOUND_ALLOW_CLIENTS: '127.0.0.0/8' })
const [hook, chat] = [await startReceiver(), await startReceiver(fails)]
after(() => Promise.all([hook.close(), chat.close()]))

let fleet: Fleet
before(async () => {
  fleet = await aFleet(chosenModules)
})

const now = () => Math.floor(Date.now() / 1000)
const at = (t: number, kmh: number): Message => ({ timestamp: t, 'position.speed': kmh })
async function drives(unit: number, kmh: number): Promise<void> {
  // Nothing before the creation of the rule counts, so its clock runs ahead.
  await tell(unit, [at(now() + 5, kmh), at(now() + 40, kmh)])
  await computeConditions(acting)
  await notifyNew(acting)
}

/** In the format of a field for day and time. */
function localMinute(seconds: number): string {
  const date = new Date(seconds * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

suite('a client', () => {
  test('sets up channels, a rule in plain words, tries it out, and is notified at once with the reason', async () => {
    const { page, troubles } = await enter(fleet, wide)
    await page.getByRole('link', { name: 'Inbox', exact: true }).first().click()
    await page.getByText('No notifications yet').waitFor()
    const parts = page.getByRole('navigation', { name: 'Sections of this page' })

    await parts.getByRole('link', { name: 'Channels' }).click()
    await page.getByRole('button', { name: 'New channel' }).click()
    await page.getByLabel('Type').selectOption('webhook')
    await page.getByLabel('URL').fill('https://10.0.0.1/inside')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await page.getByText(/url cannot be called/).waitFor()
    await page.getByLabel('URL').fill(hook.url)
    await page.getByLabel('Name', { exact: true }).fill('Dispatch')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'New channel' }).click()
    await page.getByLabel('Type').selectOption('messenger')
    await page.getByLabel('URL').fill(`${chat.url}/services/T0/secret-part`)
    await page.getByLabel('Name', { exact: true }).fill('Chat')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await page.getByRole('listitem', { name: 'Chat' }).waitFor()
    assert.ok(!(await page.content()).includes('secret-part'))
    await noSeriousFindings(page)

    await parts.getByRole('link', { name: 'Rules' }).click()
    await page.getByText('No rules yet.').waitFor()
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Too fast')
    await page.getByLabel('Notify me', { exact: true }).selectOption('parameter')
    await page.getByLabel('Limit').fill('110')
    await page.getByRole('checkbox', { name: 'Dispatch' }).check()
    await page.getByRole('checkbox', { name: 'Chat' }).check()
    await page
      .getByText('Notify me when speed is above 110 km/h for 30 s, for any unit; also via Dispatch, Chat.')
      .waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Save rule' }).click()
    const card = page.getByRole('listitem', { name: 'Too fast' })
    await card.getByText('Notify me when speed is above 110 km/h').waitFor()

    await card.getByRole('button', { name: 'Send a test' }).click()
    const results = card.getByRole('status', { name: 'Test result' })
    await results.getByText('Dispatch: Accepted.').waitFor()
    await results.getByText('Chat: Rejected. The endpoint answered with status 500.').waitFor()
    assert.equal(hook.taken[0]?.event.kind, 'test')
    const bell = page.getByRole('banner').getByRole('link', { name: /^Inbox, / })
    await bell.waitFor()
    assert.equal(await bell.getAttribute('aria-label'), 'Inbox, 1 new')

    // It happens while the list is open.
    await bell.click()
    await page.getByText('Test of the rule Too fast').waitFor()
    await drives(fleet.units[0]!, 130)
    const item = page.getByRole('listitem').filter({ hasText: 'Van 1: Speed is above 110 km/h for 30 s' })
    await item.waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Inbox, 2 new' }).waitFor()
    await deliverDue(acting)
    await page.reload()
    await item.getByRole('button', { expanded: false }).click()
    await item.getByText('Why am I seeing this?').waitFor()
    await item.getByText('Triggered by the rule “Too fast”.').waitFor()
    await item
      .getByText(
        /reported 130 km\/h, the message at .* reported 130 km\/h, and every message in between met the condition/,
      )
      .waitFor()
    await item.getByText('Dispatch: delivered.').waitFor()
    await item.getByText(/Chat: waiting to be sent\. The endpoint answered with status 500\./).waitFor()
    await noSeriousFindings(page)
    await item.getByRole('button', { name: /^Mark as seen/ }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Inbox, 1 new' }).waitFor()
    await page.getByRole('button', { name: 'Mark all as seen' }).click()
    await page.getByLabel('Inbox', { exact: true }).waitFor()
    assert.deepEqual(troubles, [])
  })

  test('sees how often a rule would have notified before it is saved, and then why it did not', async () => {
    const past = Math.floor(now() / 60) * 60 - 3 * 86_400
    const [, van] = fleet.units
    await tell(van!, [...[0, 60, 120].map((passed) => at(past + passed, 140)), at(past + 600, 70)])
    const { page, troubles } = await enter(fleet, wide)
    await open(page, '/inbox/rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Racing')
    await page.getByLabel('Notify me', { exact: true }).selectOption('parameter')
    await page.getByLabel('Limit').fill('much')
    const trial = page.getByRole('region', { name: 'Try it' })
    await trial.getByText('Correct the fields above first.').waitFor()
    await page.getByLabel('Limit').fill('200')
    await trial.getByRole('button', { name: 'Try on the last 30 days' }).click()
    await trial.getByText('It would not have notified you in the last 30 days.').waitFor()
    await page.getByLabel('Limit').fill('135')
    await trial.getByText('You have changed the rule since then. Try it again.').waitFor()
    await trial.getByRole('button', { name: 'Try on the last 30 days' }).click()
    await trial.getByText('It would have notified you 1 time in the last 30 days.').waitFor()
    await trial.getByText('Van 2: Speed is above 135 km/h for 30 s').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Save rule' }).click()

    const card = page.getByRole('listitem', { name: 'Racing' })
    await card.getByRole('button', { name: 'Why no notification?: Racing' }).click()
    await card.getByLabel('Unit').selectOption('Van 2')
    await card.getByLabel('When').fill(localMinute(past + 600))
    await card.getByRole('button', { name: 'Explain' }).click()
    const answer = card.getByRole('status', { name: 'Explanation' })
    await answer.getByText('You were not notified.').waitFor()
    await answer
      .getByText(/^The rule has applied only since .*, when it was created, changed or switched on\.$/)
      .waitFor()
    await answer
      .getByText(/^The message at .* reported 70 km\/h\. The rule requires: Speed is above 135 km\/h for 30 s\.$/)
      .waitFor()
    await answer.getByText('The rule uses no channel, so its notifications appear in the inbox only.').waitFor()
    await noSeriousFindings(page)
    await card.getByRole('button', { name: 'Delete: Racing' }).click()
    await card.getByRole('button', { name: 'Yes, delete it' }).click()
    await card.waitFor({ state: 'detached' })
    assert.deepEqual(troubles, [])
  })

  test('has a rule with several conditions, which stays one rule', async () => {
    const { page, troubles } = await enter(fleet, wide)
    await open(page, '/inbox/rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Cold and fast')
    await page.getByLabel('Notify me', { exact: true }).selectOption('parameter')
    await page.getByLabel('Limit').fill('60')
    await page.getByRole('button', { name: 'Add condition' }).click()
    const second = page.getByRole('group', { name: 'Condition 2' })
    await second.getByLabel('Value').selectOption('sensor.temperature.1')
    await second.getByLabel('is', { exact: true }).selectOption('below')
    await second.getByLabel('Limit').fill('-5')
    await page
      .getByText('Notify me when speed is above 60 km/h and temperature is below -5 °C for 30 s, for any unit.')
      .waitFor()
    await page.getByLabel('Notify me when').selectOption('any')
    await page.getByText(/speed is above 60 km\/h or temperature is below -5 °C for 30 s/).waitFor()
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByRole('button', { name: 'Remove condition: Condition 3' }).click()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Save rule' }).click()
    const card = page.getByRole('listitem', { name: 'Cold and fast' })
    await card.getByText(/or temperature is below -5 °C for 30 s/).waitFor()
    await card.getByRole('button', { name: 'Edit: Cold and fast' }).click()
    await page.getByRole('button', { name: 'Remove condition: Condition 2' }).click()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await card.getByText('Notify me when speed is above 60 km/h for 30 s, for any unit.').waitFor()
    await card.getByRole('button', { name: 'Delete: Cold and fast' }).click()
    await card.getByRole('button', { name: 'Yes, delete it' }).click()
    await card.waitFor({ state: 'detached' })
    assert.deepEqual(troubles, [])
  })

  test('changes a rule on a phone, with quiet hours, switches it off and deletes it', async () => {
    const { page, troubles } = await enter(fleet, phone)
    await open(page, '/inbox/rules')
    const card = page.getByRole('listitem', { name: 'Too fast' })
    await card.getByRole('button', { name: 'Edit: Too fast' }).click()
    await page.getByLabel('Notify me', { exact: true }).selectOption('geofence')
    await page.getByRole('checkbox', { name: 'leaves' }).uncheck()
    await page.getByRole('switch', { name: 'Quiet hours' }).check({ force: true })
    await page.getByRole('switch', { name: 'Only at certain times' }).check({ force: true })
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Save rule' }).click()
    await card.getByText(/when it enters any geofence, for any unit, on workdays from 08:00 to 17:00/).waitFor()
    await card.getByText(/Held from 22:00 to 06:00\./).waitFor()
    await card.getByRole('button', { name: 'Switch off: Too fast' }).click()
    await card.getByText('Off', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Delete: Too fast' }).click()
    await card.getByText('Past notifications stay in the inbox.').waitFor()
    await card.getByRole('button', { name: 'Yes, delete it' }).click()
    await page.getByText('No rules yet.').waitFor()
    assert.deepEqual(troubles, [])
  })
})

suite('a client whose plan lacks', () => {
  test('more notifications has rules but no channels, and cannot use values', async () => {
    const { page } = await enter(await aFleet(['notification']), wide)
    await open(page, '/inbox/channels')
    await page.getByText('No notifications yet').waitFor()
    const parts = page.getByRole('navigation', { name: 'Sections of this page' })
    assert.deepEqual(await parts.getByRole('link').allInnerTexts(), ['Notifications', 'Rules'])
    await parts.getByRole('link', { name: 'Rules' }).click()
    await page.getByRole('button', { name: 'New rule' }).click()
    const choices = await page.getByLabel('Notify me', { exact: true }).locator('option').allInnerTexts()
    assert.deepEqual(choices, [
      'when a unit stops reporting',
      'when a unit idles',
      'when a unit is parked for a long time',
      'when another device uses the ident of a unit',
      'when a document of a vehicle expires',
    ])
  })

  test('notifications has no page and no bell', async () => {
    const { page } = await enter(await aFleet(['timeline']), wide)
    assert.equal(await page.getByRole('link', { name: /^Inbox/ }).count(), 0)
    await open(page, '/notifications')
    await page.getByRole('link', { name: /Van 1/ }).waitFor()
  })
})
