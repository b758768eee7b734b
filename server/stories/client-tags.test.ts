/** A client of tags_app: assets and labels, a building with a plan, assets that move on it, and how long they stay. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { computeStays } from '#insights/dwell/compute.ts'
import { tagsApp } from '#kernel/applications.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { letIn, openBrowser, openSite, phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { aUnit } from '#testing/builders.ts'
import { goodPassword } from '#testing/people/client.ts'
import { aPng, aTagsClient, type TagsClient } from '#testing/people/tags.ts'
import { acceptedCount, type Heard, hearingFrame, loginFrame, tagOf } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { freePorts } from '#testing/ports.ts'
import { startGateway } from '#tracking/gateway/gateway.ts'

const site = await openSite({ WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const notifications = listen(site.databaseUrl)
const gateway = await startGateway(site.ctx, notifications)
const browser = await openBrowser()
after(async () => {
  await gateway.close()
  await notifications.close()
})
const dealer = await site.dealer('provider')
const acting = { ...site.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const wide = { viewport: { width: 1280, height: 800 } } as const
const now = () => Math.floor(Date.now() / 1000)

let imei = 356307042990000
const aGateway = (client: TagsClient, name: string) =>
  aUnit(dealer, client.account, { ident: String(++imei), app_id: tagsApp, name })

/** Sends what a gateway reports, over its own connection; it is answered when it is stored. */
async function say(unit: { ident: string }, at: number, heard: Heard): Promise<void> {
  const line = await openLine(site.ctx.config.gatewayPort + 27)
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '01')
  line.send(hearingFrame([{ at, latitude: 54.5, longitude: 25.5, heard: [heard] }]))
  assert.equal(await line.receive(4), acceptedCount(1))
  line.socket.destroy()
}

async function enter(client: TagsClient, options: Parameters<typeof browser.visitor>[0]) {
  const visitor = await browser.visitor(options)
  const { page } = visitor
  await letIn(page, site, 'session', client.token)
  await page.goto(`${site.url}/client`)
  await page.getByRole('navigation', { name: 'Main menu' }).first().waitFor({ state: 'attached' })
  return visitor
}

const plan = (name: string, bytes: Buffer) => ({ name, mimeType: 'image/png', buffer: bytes })
const marker = (page: Page, name: string, assets: number) =>
  page.getByRole('button', { name: `${name} ${assets} ${assets === 1 ? 'asset' : 'assets'}`, exact: true })

const client = await aTagsClient(site, dealer)
const north = await aGateway(client, 'North')
const south = await aGateway(client, 'South')

suite('a client with tags', () => {
  const tag = { uuid: '00112233445566778899aabbccddeeff', major: 7, minor: 1, rssi: -60 }

  test('creates an asset from a detected tag, labels it, and finds it on a phone', async () => {
    await say(north, now() - 600, tag)
    const { page, troubles } = await enter(client, phone)
    await page.getByRole('heading', { name: 'Assets' }).waitFor()
    await page.getByText('No assets yet').waitFor()
    await noSeriousFindings(page)
    // The list arrives after the name was typed; the name stays.
    const typed = Promise.withResolvers<void>()
    await page.route('**/client/labels*', async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Edit labels' }).click()
    await page.getByLabel('Label name').fill('Rented')
    typed.resolve()
    await page.getByText('No labels yet').waitFor()
    await page.getByRole('button', { name: 'Create label' }).click()
    await page.getByRole('form', { name: 'Edit Rented' }).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('link', { name: 'Back to assets' }).click()

    await page.getByRole('button', { name: 'New asset' }).click()
    const form = page.getByRole('region', { name: 'New asset' })
    await form.getByLabel('Name', { exact: true }).fill('Pallet jack')
    await form.getByLabel('Category').fill('equipment')
    await form.getByLabel('Attached sensor').selectOption({ label: tagOf(tag) })
    await form.getByLabel('Rented').check()
    await noSeriousFindings(page)
    await form.getByRole('button', { name: 'Save' }).click()
    const list = page.getByRole('list', { name: '1 asset' })
    assert.match((await list.innerText()).replaceAll('\n', ' '), /^Pallet jack equipment Rented North · 10 minutes ago/)
    // It has its own page, with a photo. The form scrolls into view, even from further down.
    await page.setViewportSize({ width: 390, height: 420 })
    await list.getByRole('link').click()
    await page.getByRole('heading', { name: 'Pallet jack' }).waitFor()
    await page.getByRole('link', { name: tagOf(tag), exact: true }).waitFor()
    await page.locator('input[type="file"]').setInputFiles(plan('photo.png', aPng(60, 40)))
    await page.getByRole('img', { name: 'Photo of Pallet jack' }).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const opened = page.getByRole('region', { name: 'Edit', exact: true })
    await opened.getByLabel('Category').waitFor()
    const top = (await opened.boundingBox())?.y ?? -1
    assert.ok(top >= 0 && top < 420, `its upper edge is at ${top}`)
    await opened.getByRole('button', { name: 'Cancel' }).click()
    await page.setViewportSize(phone.viewport)
    await page.getByRole('link', { name: 'Back to assets' }).click()
    await page.locator('a img').waitFor()
    await page.getByLabel('Label', { exact: true }).selectOption({ label: 'Rented' })
    await list.waitFor()
    await page.getByLabel('Name, ident or location').fill('south')
    await page.getByText('No results match these filters.').waitFor()
    await page.getByLabel('Name, ident or location').fill('')
    await page.getByLabel('Show').selectOption('sensor')
    await page.getByText('No results match these filters.').waitFor()
    await page.getByLabel('Label', { exact: true }).selectOption({ label: 'All' })
    const sensors = page.getByRole('list', { name: '1 sensor' })
    await sensors.getByText(tagOf(tag)).waitFor()
    // The address is kept: the sensor is there even after reloading; the new item is not a sensor.
    await sensors.getByRole('link').click()
    await page.reload()
    await page.getByRole('heading', { name: tagOf(tag) }).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByText('Your provider manages it. You can add labels.').waitFor()
    await noSeriousFindings(page)
    await page.getByRole('link', { name: 'Pallet jack', exact: true }).click()
    await page.getByRole('heading', { name: 'Pallet jack' }).waitFor()
    await page.getByRole('link', { name: 'Back to assets' }).click()
    await page.getByRole('button', { name: 'New asset' }).click()
    await page.getByRole('region', { name: 'New asset' }).waitFor()
    await list.getByRole('link').click()
    await page.getByRole('heading', { name: 'Pallet jack' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'New asset' }).count(), 0)
    assert.deepEqual(troubles, [])
  })

  test('adds a building, uploads its plan, places gateways on it, and sees the asset there and moving', async () => {
    const { page, troubles } = await enter(client, wide)
    const menu = page.getByRole('navigation').first()
    await menu.getByRole('link', { name: 'Buildings' }).click()
    await page.getByText('No buildings yet.').waitFor()
    await page.getByRole('button', { name: 'Add building' }).click()
    await page.getByRole('region', { name: 'Add building' }).getByLabel('Name').fill('Hall 2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Hall 2, Ground floor' }).waitFor()

    // A file that is not a picture is refused with a sentence; then a plan is accepted.
    const upload = page.locator('input[type="file"]')
    await upload.setInputFiles(plan('plan.png', Buffer.from('<svg onload="alert(1)"/>')))
    await page.getByRole('alert').getByText('This is not a picture in PNG, JPEG or WebP.').waitFor()
    await upload.setInputFiles(plan('plan.png', aPng(800, 500)))
    const picture = page.locator('section img')
    await picture.waitFor()
    const width = "(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector('section img'))"
    assert.equal(await page.evaluate(width), 800)

    for (const name of ['North', 'South']) {
      await page.getByLabel('Gateway', { exact: true }).selectOption({ label: name })
      await page.getByRole('button', { name: 'Place on this floor' }).click()
      await page.getByRole('form', { name: `Position of ${name}` }).waitFor()
    }
    const form = page.getByRole('form', { name: 'Position of North' })
    await form.getByLabel('Left, %').fill('25')
    await form.getByLabel('Top, %').fill('30')
    await form.getByLabel('Room').fill('Packing')
    await form.getByRole('button', { name: 'Save: North' }).click()
    await page
      .getByRole('form', { name: 'Position of North' })
      .getByLabel('Room')
      .and(page.locator('[value="Packing"]'))
      .waitFor()
    await noSeriousFindings(page)

    // The other one is moved to its place with the mouse, and then with the keyboard.
    const frame = page.getByRole('region', { name: 'Floor plan of Ground floor' })
    await frame.scrollIntoViewIfNeeded()
    const handle = await marker(page, 'South', 0).boundingBox()
    const box = await picture.boundingBox()
    assert.ok(handle && box)
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.5, { steps: 5 })
    const moved = page.waitForResponse(
      (answer) => answer.url().endsWith('/spot') && answer.request().method() === 'PUT',
    )
    await page.mouse.up()
    await moved
    const spotOf = async () =>
      (await client.ask('GET', '/buildings')).body[0].floors[0].gateways.find(
        ({ unit_id }: { unit_id: number }) => unit_id === south.id,
      )
    const dropped = await spotOf()
    assert.ok(Math.abs(dropped.x - 0.75) < 0.01 && Math.abs(dropped.y - 0.5) < 0.01, JSON.stringify(dropped))
    await marker(page, 'South', 0).focus()
    const nudged = page.waitForResponse((answer) => answer.url().endsWith('/spot') && answer.ok())
    await page.keyboard.press('ArrowDown')
    await nudged
    assert.ok(Math.abs((await spotOf()).y - dropped.y - 0.01) < 0.0011)

    // Values entered in the fields afterwards count.
    const place = page.getByRole('form', { name: 'Position of South' })
    await place.getByLabel('Left, %').fill('60')
    await place.getByRole('button', { name: 'Save: South' }).click()
    await page
      .locator('[style*="left: 60%"]')
      .getByRole('button', { name: /^South/ })
      .waitFor()

    await page.getByRole('link', { name: 'Done' }).click()
    await marker(page, 'North', 1).waitFor()
    const here = page.getByRole('region', { name: 'North, Packing' })
    await here.getByRole('link', { name: 'Pallet jack' }).waitFor()
    await noSeriousFindings(page)
    // The plan is enlarged and moved with keys.
    const before = await picture.boundingBox()
    await frame.focus()
    await page.keyboard.press('+')
    await page.keyboard.press('ArrowLeft')
    const enlarged = await picture.boundingBox()
    assert.ok(enlarged && before && enlarged.width > before.width * 1.3)
    await page.keyboard.press('0')

    // The other gateway detects it much better, and it moves there automatically.
    await say(south, now(), { ...tag, rssi: -40 })
    await marker(page, 'South', 1).waitFor()
    await marker(page, 'North', 0).waitFor()
    await page.getByRole('region', { name: 'South' }).getByRole('link', { name: 'Pallet jack' }).click()
    // On its page the plan shows it at that gateway.
    await page.getByRole('heading', { name: 'Pallet jack' }).waitFor()
    const shown = page.getByRole('region', { name: 'Hall 2, Ground floor, South' })
    await shown.locator('[style*="left: 60%"]').getByText('Pallet jack').waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('reads how long the asset was where, as a table, as a file and on paper', async () => {
    await computeStays(acting)
    const { page, troubles } = await enter(client, wide)
    await page.getByRole('navigation').first().getByRole('link', { name: 'Reports' }).click()
    const table = page.getByRole('region', { name: 'Dwell time' })
    // It has carried the sensor since its creation, and was there until the other gateway detected it.
    await table.getByRole('row', { name: /^Pallet jack North \d+ (s|min) 1 / }).waitFor()
    // The newest day is first, and all days of a week are visible.
    const heads = await table.getByRole('columnheader').allInnerTexts()
    assert.match(heads[4]!, new RegExp(`\\b${new Date().getUTCDate()}\\b`))
    const hidden = await table.evaluate((box) => {
      const { scrollWidth, clientWidth } = box as unknown as { scrollWidth: number; clientWidth: number }
      return scrollWidth - clientWidth
    })
    assert.equal(hidden, 0)
    await page.setViewportSize(phone.viewport)
    const time = await table
      .getByRole('row', { name: /^Pallet jack/ })
      .getByRole('cell')
      .nth(1)
      .boundingBox()
    assert.ok(time && time.x + time.width <= phone.viewport.width, 'the time is in sight on a phone')
    await page.setViewportSize(wide.viewport)
    await page.getByLabel('Location', { exact: true }).selectOption('room')
    await table.getByRole('row', { name: /^Pallet jack Packing, Ground floor, Hall 2 / }).waitFor()
    await page.getByLabel('Group by', { exact: true }).selectOption('category')
    await table.getByRole('row', { name: /^equipment / }).waitFor()
    await noSeriousFindings(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const text = await readFile(await (await saving).path(), 'utf8')
    assert.match(text, /^date,time_zone,category,room,seconds,hours\r\n\d{4}-\d\d-\d\d,UTC,equipment,"Packing, /)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('link', { name: 'Download CSV' }).isVisible(), false)
    assert.ok(await table.isVisible())
    await page.emulateMedia({ media: null })

    // Nothing is said of trips and stops of things that drive nowhere.
    await page.getByRole('link', { name: 'All reports' }).click()
    await page.getByRole('heading', { name: 'Reports' }).waitFor()
    const offered = await page.getByLabel('Report', { exact: true }).getByRole('option').allInnerTexts()
    assert.deepEqual(offered, ['Dwell times', 'Geofence visits', 'Events'])

    await page.getByRole('navigation').first().getByRole('link', { name: 'Assets' }).click()
    await page.getByRole('link', { name: /^Pallet jack/ }).click()
    const was = page.getByRole('region', { name: 'Location history' })
    await was.getByText('Hall 2, Ground floor, Packing, North').waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('has the same pages in German', async () => {
    const { page, troubles } = await browser.visitor({ ...phone, locale: 'de-DE' })
    await page.goto(`${site.url}/login`)
    await page.getByLabel('E-Mail-Adresse oder Benutzername').fill(client.login)
    await page.getByLabel('Passwort', { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('heading', { name: 'Objekte' }).waitFor()
    await page.getByRole('link', { name: /^Pallet jack/ }).click()
    await page.getByText('Zuletzt erkannt').waitFor()
    await page.getByRole('region', { name: 'Hall 2, Ground floor, South' }).waitFor()
    await noSeriousFindings(page)
    await page.goto(`${site.url}/client#/buildings`)
    await page.getByRole('heading', { name: 'Gebäude' }).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })
})

test('without the modules for buildings and reports their pages are absent, and the API refuses', async () => {
  const poorer = await aTagsClient(site, dealer, [])
  const { page } = await enter(poorer, wide)
  await page.getByRole('heading', { name: 'Assets' }).waitFor()
  const menu = await page.getByRole('navigation').first().getByRole('link').allInnerTexts()
  for (const word of ['Buildings', 'Reports', 'Timeline', 'Units', 'Geofences']) assert.ok(!menu.includes(word), word)
  for (const place of ['buildings', 'dwell']) {
    await page.goto(`${site.url}/client#/${place}`)
    await page.getByRole('heading', { name: 'Assets' }).waitFor()
  }
  for (const path of ['/buildings', `/dwell-report?from=1&to=2`]) {
    assert.equal((await page.request.get(`${site.url}/client${path}`)).status(), 403)
  }
})
