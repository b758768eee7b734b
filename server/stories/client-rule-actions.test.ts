/** A client's rule does something besides notifying, and its notification says what became of it. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { actDue } from '#insights/notifications/acting.ts'
import { computeConditions } from '#insights/notifications/compute.ts'
import { notifyNew } from '#insights/notifications/notify.ts'
import { shareByRule } from '#portals/shares/actions.ts'
import { phone } from '#testing/browser.ts'
import { noSeriousFindings } from '#testing/console.ts'
import { chosenModules, type Fleet, openFleets, wide } from '#testing/fleet.ts'

const { aFleet, acting, tell, enter } = await openFleets()

let fleet: Fleet
before(async () => {
  fleet = await aFleet(chosenModules)
})

const now = () => Math.floor(Date.now() / 1000)
const at = (t: number, kmh: number): Message => ({ timestamp: t, 'position.speed': kmh })

suite('a client', () => {
  test('lets a rule send a command and add a link, and reads what was done', async () => {
    const { page, troubles } = await enter(fleet, wide)
    await page.getByRole('link', { name: 'Notifications', exact: true }).first().click()
    await page.getByText('No notifications yet').waitFor()
    const parts = page.getByRole('navigation', { name: 'Sections of this page' })
    await parts.getByRole('link', { name: 'Rules' }).click()
    await page.getByText('No rules yet.').waitFor()
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Too fast')
    await page.getByLabel('Notify me', { exact: true }).selectOption('parameter')
    await page.getByLabel('Limit').fill('110')
    await page.getByRole('switch', { name: 'Send a command to the tracker' }).check()
    await page.getByLabel('Command', { exact: true }).selectOption('engine.stop')
    await page.getByRole('switch', { name: 'Add a link to the live position' }).check()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByText('Confirm that the rule may send this command.').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('checkbox', { name: 'Send “Block engine” without asking anyone' }).check()
    await page.getByRole('button', { name: 'Save rule' }).click()
    const card = page.getByRole('listitem', { name: 'Too fast' })
    await card.getByText(/^Actions: command “Block engine”, share link for 2/).waitFor()
    await card.getByRole('button', { name: 'Edit: Too fast' }).click()
    await page.getByRole('checkbox', { name: 'Send “Block engine” without asking anyone' }).waitFor()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await card.getByText('Actions: command “Block engine”').waitFor()

    const unit = fleet.units[0]!
    await tell(unit, [at(now() + 5, 130), at(now() + 40, 130)])
    await computeConditions(acting)
    await notifyNew(acting)
    await actDue(acting, shareByRule)
    await parts.getByRole('link', { name: 'Inbox' }).click()
    await page.getByText(/^Share link: works until /).waitFor()
    await page.getByText(/^Command “Block engine”(: | failed: )/).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('reads it on a phone in German', async () => {
    const { page, troubles } = await enter(fleet, { ...phone, locale: 'de-DE' })
    await page.goto(`${page.url().split('#')[0]}#/notifications`)
    await page.getByText(/^Freigabelink: gilt bis /).waitFor()
    assert.deepEqual(troubles, [])
  })
})
