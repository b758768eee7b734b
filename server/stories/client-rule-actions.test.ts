/** A client's rule does something besides notifying, and its notification shows the outcome. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { computeConditions } from '#insights/notifications/conditions/compute.ts'
import { notifyNew } from '#insights/notifications/notify.ts'
import { actDue } from '#insights/notifications/rule-actions/acting.ts'
import { shareByRule } from '#portals/shares/actions.ts'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, type Fleet, openFleets, wide } from '#testing/browser/fleet.ts'
import { startReceiver } from '#testing/fakes/receiver.ts'

const { aFleet, acting, tell, enter } = await openFleets({ WAYMARK_OUTBOUND_ALLOW_CLIENTS: '127.0.0.0/8' })
const hook = await startReceiver()
after(() => hook.close())

let fleet: Fleet
before(async () => {
  fleet = await aFleet(chosenModules)
})

const now = () => Math.floor(Date.now() / 1000)
const at = (t: number, kmh: number): Message => ({ timestamp: t, 'position.speed': kmh })

suite('a client', () => {
  test('lets a rule send a command and add a link, and reads what was done', async () => {
    const { page, troubles } = await enter(fleet, wide)
    await page.getByRole('link', { name: 'Inbox', exact: true }).first().click()
    await page.getByText('No notifications yet').waitFor()
    const parts = page.getByRole('navigation', { name: 'Sections of this page' })
    await parts.getByRole('link', { name: 'Rules' }).click()
    await page.getByText('No rules yet.').waitFor()
    await parts.getByRole('link', { name: 'Channels' }).click()
    await page.getByRole('button', { name: 'New channel' }).click()
    await page.getByLabel('Type').selectOption('webhook')
    await page.getByLabel('URL').fill(hook.url)
    await page.getByLabel('Name', { exact: true }).fill('Boss')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await parts.getByRole('link', { name: 'Rules' }).click()
    await page.getByText('No rules yet.').waitFor()
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByText('Not possible here: no message of the tracker shows this condition.').waitFor()
    assert.ok(await page.getByRole('switch', { name: 'Send a command to the tracker' }).isDisabled())
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('group', { name: 'Then notify' }).getByRole('checkbox', { name: 'Boss' }).check()
    await page.getByLabel('Name', { exact: true }).fill('Too fast')
    await page.getByLabel('Notify me', { exact: true }).selectOption('parameter')
    await page.getByLabel('Limit').fill('110')
    await page.getByRole('switch', { name: 'Send a command to the tracker' }).check()
    await page.getByLabel('Command', { exact: true }).selectOption('engine.stop')
    await page.getByRole('switch', { name: 'Add a link to the live position' }).check()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByText('Confirm that the rule may send this command.').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('checkbox', { name: 'Send “Block engine” without confirmation' }).check()
    await page.getByRole('button', { name: 'Save rule' }).click()
    const card = page.getByRole('listitem', { name: 'Too fast' })
    await card.getByText('If nobody has seen it: after 15 min via Boss.').waitFor()
    await card.getByText(/^Actions: command “Block engine”, share link for 2/).waitFor()
    await card.getByRole('button', { name: 'Edit: Too fast' }).click()
    await page.getByRole('checkbox', { name: 'Send “Block engine” without confirmation' }).waitFor()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await card.getByText('Actions: command “Block engine”').waitFor()

    const unit = fleet.units[0]!
    await tell(unit, [at(now() + 5, 130), at(now() + 40, 130)])
    await computeConditions(acting)
    await notifyNew(acting)
    await actDue(acting, shareByRule)
    await parts.getByRole('link', { name: 'Notifications' }).click()
    await page.getByText(/^Share link: works until /).waitFor()
    await page.getByText(/^If nobody marks it as seen, it is escalated at /).waitFor()
    await page.getByText(/^Command “Block engine”(: | failed: )/).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('reads it on a phone in German', async () => {
    const { page, troubles } = await enter(fleet, { ...phone, locale: 'de-DE' })
    await page.goto(`${page.url().split('#')[0]}#/notifications`)
    await page.getByText(/^Freigabelink: gilt bis /).waitFor()
    await page.getByText(/^Bleibt sie ungesehen, wird sie um .* eskaliert\.$/).waitFor()
    assert.deepEqual(troubles, [])
  })
})
