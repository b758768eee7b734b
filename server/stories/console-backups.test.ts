/** An operator sets up automatic backups, makes one, and tests it, all in the browser; and sees why one failed. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { s3Key, startS3 } from '#testing/fakes/s3-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-story-'))
const storage = await startS3()
after(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})
const consoles = await openConsoles('provider', { WAYMARK_DATA: folder })

test('from nothing to a restored backup', async () => {
  const { page, troubles } = await consoles.visit('operator')
  await openPlace(page, '/backups')
  await page.getByText('Automatic backups are off').waitFor()
  await noSeriousFindings(page)
  await page.getByRole('link', { name: 'Set up automatic backups' }).click()

  await page.getByLabel('Time of day (UTC)').fill('03:15')
  await page.getByLabel('Stored in').fill('s3://backups/north')
  await page.getByLabel('Address of the storage').fill(storage.url)
  await page.getByLabel('Region').fill(s3Key.region)
  await page.getByLabel('Key ID').fill(s3Key.keyId)
  await page.getByLabel('Secret key').fill('wrong')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('Check the secret key and the region.').waitFor()
  await page.getByLabel('Secret key').fill(s3Key.secret)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('s3://backups/north works').waitFor()
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()

  await openPlace(page, '/backups')
  await page.getByText('every day at 03:15 UTC').waitFor()
  await page.getByRole('button', { name: 'Create backup' }).click()
  await page.getByText('Done and checked').waitFor()
  assert.equal(storage.objects.size, 1)
  await page.getByText('No test restore yet').waitFor()
  await page.getByRole('button', { name: 'Test restore' }).click()
  await page.getByText('Every row matched.').waitFor({ timeout: 120_000 })
  await noSeriousFindings(page)

  storage.fault = () => 'denied'
  await page.getByRole('button', { name: 'Create backup' }).click()
  await page.getByText('AccessDenied').first().waitFor()
  await noSeriousFindings(page)
  storage.fault = () => undefined
  // Requests that are refused on purpose do not count as errors of the page.
  assert.deepEqual(troubles, [])
})

test('on a phone', async () => {
  const { page } = await consoles.visit('operator', { viewport: { width: 390, height: 844 } })
  for (const place of ['/backups', '/settings/backups']) {
    await openPlace(page, place)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await noSeriousFindings(page)
  }
})

everyRequestIsDocumented(consoles)
