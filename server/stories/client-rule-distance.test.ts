/** A client is notified when a unit leaves another one behind. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { computeConditions } from '#insights/notifications/conditions/compute.ts'
import { notifyNew } from '#insights/notifications/notify.ts'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, type Fleet, openFleets, wide } from '#testing/browser/fleet.ts'

const { aFleet, acting, tell, enter, open } = await openFleets()

let fleet: Fleet
before(async () => {
  fleet = await aFleet(chosenModules, ['Van 1', 'Trailer'])
})

const now = () => Math.floor(Date.now() / 1000)
const at = (t: number, metres: number): Message => ({
  ...{ timestamp: t, 'position.latitude': 52 + metres / 111_195, 'position.longitude': 13, 'position.satellites': 9 },
})

suite('a client', () => {
  test('tries, saves and reads a rule about the distance to another unit', async () => {
    const [van, trailer] = fleet.units as [number, number]
    const past = now() - 3 * 86_400
    await tell(trailer, [at(past, 0)])
    await tell(van, [at(past + 60, 0), at(past + 300, 2500)])
    const { page, troubles } = await enter(fleet, wide)
    await open(page, '/inbox/rules')
    await page.getByText('No rules yet.').waitFor()
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Left behind')
    await page.getByLabel('Notify me', { exact: true }).selectOption('distance')
    await page.getByLabel('The unit is').selectOption('beyond')
    await page.getByLabel('Distance (m)').fill('500')
    await page.getByLabel('For at least (seconds)').fill('0')
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByText('Choose at least one other unit or group.').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('group', { name: 'Other units' }).getByRole('checkbox', { name: 'Trailer' }).check()
    await page.getByText('Notify me when it is more than 500 m from Trailer, for any unit.').waitFor()
    await page.getByRole('button', { name: 'Try on the last 30 days' }).click()
    await page.getByText('It would have notified you 1 time in the last 30 days.').waitFor()
    await page.getByText('Van 1 is more than 500 m from Trailer', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save rule' }).click()
    const card = page.getByRole('listitem', { name: 'Left behind' })
    await card.getByText('Notify me when it is more than 500 m from Trailer, for any unit.').waitFor()

    const start = now() + 5
    await tell(trailer, [at(start, 0)])
    await tell(van, [at(start + 10, 100), at(start + 60, 800)])
    await computeConditions(acting)
    await notifyNew(acting)
    await card.getByRole('button', { name: 'Why no notification?: Left behind' }).click()
    await card.getByLabel('Unit').selectOption('Van 1')
    await card.getByLabel('When').fill(localMinute(past + 60))
    await card.getByRole('button', { name: 'Explain' }).click()
    await card.getByText(/the nearest of the other units, Trailer, was 0 m away\. The rule requires: /).waitFor()
    await noSeriousFindings(page)
    await open(page, '/inbox')
    await page.getByRole('button', { name: /Van 1 is more than 500 m from Trailer/, expanded: false }).click()
    await page.getByText(/: 800 m from Trailer\.$/).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('reads it on a phone in German', async () => {
    const { page, troubles } = await enter(fleet, { ...phone, locale: 'de-DE' })
    await open(page, '/inbox')
    await page.getByRole('button', { name: /Van 1: Abstand über 500 m zu Trailer/, expanded: false }).waitFor()
    assert.deepEqual(troubles, [])
  })
})

/** In the format of the browser's field for day and time. */
function localMinute(t: number): string {
  const local = new Date(t * 1000 - new Date(t * 1000).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
