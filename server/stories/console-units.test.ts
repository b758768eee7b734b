/** Units in the console: a real tracker shown byte by byte, a command, unclaimed devices, and many units at once. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, suite, test } from 'node:test'
import { decoderByName } from '@waymark/devices'
import { city } from '#entry/simulation/city.ts'
import { encoderOf } from '#entry/simulation/encoders.ts'
import { vehicleIn } from '#entry/simulation/vehicle.ts'
import { tagsApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { seconds } from '#kernel/time/clock.ts'
import { phone } from '#testing/browser/browser.ts'
import { everyRequestIsDocumented, noSeriousFindings, openConsoles, openPlace } from '#testing/browser/console.ts'
import { aManagedAccount, anAsset, aPlan, aSensor, aTagsPlan, aUnit } from '#testing/builders.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { type Line, openLine } from '#testing/people/tracker.ts'
import { freePorts } from '#testing/ports.ts'
import { until } from '#testing/until.ts'
import { startGateway } from '#tracking/gateway/gateway.ts'
import { decodeSomeAgain } from '#tracking/messages/frames/decode-again.ts'

const consoles = await openConsoles('provider', { WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const { site, dealer } = consoles
const { ctx } = site
const notifications = listen(site.databaseUrl)
const gateway = await startGateway(ctx, notifications)
after(async () => {
  await gateway.close()
  await notifications.close()
})

const plan = await aPlan(dealer, {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  quotas: { unit: 100, geofence: 1, unit_storage: 10240 },
  modules: ['notification', 'command'],
})
const account = async (title: string, planId = plan.id, app?: string) => {
  const made = await aManagedAccount(dealer, planId, app)
  await dealer.ask('PATCH', `/accounts/${made.id}`, { title })
  return made.id as number
}
const depot = await account('North depot')
const bakery = await account('Corner bakery')
const van = await aUnit(dealer, depot, { name: 'Van 7', ident: '352093081452251', hw_id: 110 })
await aUnit(dealer, depot, { name: 'Never came', ident: '352093081400000', hw_id: 110 })

const unitOf = async (id: number) => (await dealer.ask('GET', `/units/${id}`)).body

/** A Teltonika that connects with this ident. */
async function calling(ident: string): Promise<Line> {
  const line = await openLine(ctx.config.gatewayPort)
  line.send(loginFrame(ident))
  return line
}

suite('one unit', () => {
  let line: Line
  after(() => line?.socket.end())

  test('is created, and its set-up is shown: channel, QR code, texts', async () => {
    const { page, troubles } = await consoles.visit('support')
    await openPlace(page, `/units/new?account_id=${bakery}`)
    await page.getByLabel('Name').fill('Bread van')
    await page.getByLabel('Ident').fill(van.ident)
    await page.getByRole('combobox', { name: 'Model' }).fill('FMB920')
    await page.getByRole('option', { name: 'Teltonika FMB920' }).click()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Create unit' }).click()
    await page.getByText(/ident is already in use|is taken|already/i).waitFor()
    await page.getByLabel('Ident').fill('352093081400001')
    await page.getByRole('button', { name: 'Create unit' }).click()
    await page.getByRole('heading', { name: 'Bread van' }).waitFor()
    await page.getByRole('img', { name: 'QR code for the channel address' }).waitFor()
    await page.getByLabel('Access point (APN) of the SIM card').fill('internet')
    await page.getByText('setparam 2001:internet').waitFor()
    await page.getByLabel('Port in the SMS').selectOption({ index: 1 })
    await page.getByText(`2005:${ctx.config.gatewayPort};`).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('its model is shown: connection, what it can report and do, and its set-up SMS', async () => {
    const { page, troubles } = await consoles.visit('read_only', phone)
    await openPlace(page, `/units/${van.id}/settings`)
    await page.getByRole('link', { name: 'Teltonika FMB920' }).click()
    await page.getByRole('heading', { name: 'Teltonika FMB920' }).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Ignition$/ })
      .waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Block engine$/ })
      .waitFor()
    await page.getByText(`2005:${ctx.config.gatewayPort + 27};`).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
    await openPlace(page, '/models/99999')
    await page.getByText('This model doesn’t exist').waitFor()
  })

  test('its tracker connects and appears at once, with telemetry and position', async () => {
    const { page, troubles } = await consoles.visit('read_only', { ...phone, maps: true })
    await openPlace(page, `/units/${van.id}`)
    await page.getByText('No data from this unit yet').waitFor()
    await noSeriousFindings(page)
    line = await calling(van.ident)
    assert.equal(await line.receive(1), '01')
    const at = seconds(new Date())
    line.send(
      dataFrame([
        { at: at - 30, speed: 41 },
        { at, speed: 43, latitude: 54.6872, longitude: 25.2797 },
      ]),
    )
    assert.equal(await line.receive(4), acceptedCount(2))
    await page.getByText('position.satellites').waitFor()
    await page.getByText('43 km/h', { exact: true }).first().waitFor()
    await page.getByText('54.68720, 25.27970').waitFor()
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByLabel('Filter parameters').fill('satell')
    await page.getByRole('row', { name: /position\.satellites/ }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('its bytes show their fields and its fields their bytes, by mouse and by keyboard', async () => {
    const { page, troubles } = await consoles.visit('read_only')
    await openPlace(page, `/units/${van.id}/traffic`)
    const frame = page.getByRole('article').first()
    const speed = frame.getByRole('button', { name: /^position\.speed 43/ })
    await speed.waitFor()
    await noSeriousFindings(page)
    await speed.hover()
    const marked = frame.locator('fieldset [data-marked]')
    assert.deepEqual(await marked.allTextContents(), ['00 2b'])
    const bytes = frame.getByRole('button', { name: /: position\.latitude$/ }).last()
    await bytes.hover()
    assert.deepEqual(await frame.locator('section [data-marked]').allTextContents(), [
      (await frame.getByRole('button', { name: /^position\.latitude 54\.6872/ }).textContent()) ?? '',
    ])
    // With the arrow keys from the first bytes to the next ones.
    await frame.locator('fieldset [data-stop="0"]').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.evaluate("document.activeElement?.getAttribute('data-stop')"), '2')
    assert.equal(await frame.locator('fieldset [data-marked]').first().getAttribute('data-stop'), '2')
    assert.deepEqual(troubles, [])
  })

  test('its messages have the chosen columns, in the address, and open as they are stored', async () => {
    const { page } = await consoles.visit('read_only')
    await openPlace(page, `/units/${van.id}/messages`)
    await page.getByText('2 messages').waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Altitude' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Altitude' }).waitFor()
    assert.match(page.url(), /columns=.*position\.altitude/)
    await noSeriousFindings(page)
    await page
      .getByRole('button', { name: /^Raw message at/ })
      .first()
      .click()
    const json = await page.getByRole('figure', { name: 'message as JSON' }).locator('code').textContent()
    const message = JSON.parse(json ?? '')
    assert.deepEqual([message.ident, message['position.speed']], [van.ident, 43])
    await noSeriousFindings(page)
  })

  test('its connections are listed', async () => {
    const { page } = await consoles.visit('read_only')
    await openPlace(page, `/units/${van.id}/connections`)
    await page.getByRole('row', { name: /Connected/ }).waitFor()
    await noSeriousFindings(page)
  })

  test('a command that can strand a vehicle needs confirmation, and its answer is shown', async () => {
    const { page } = await consoles.visit('support')
    await openPlace(page, `/units/${van.id}/commands`)
    await page.getByLabel('Command', { exact: true }).selectOption('text')
    await page.getByLabel('Command text', { exact: true }).fill('getinfo')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You can’t undo this.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).last().click()
    assert.deepEqual((await dealer.ask('GET', `/units/${van.id}/commands`)).body, [], 'nothing was given')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('button', { name: 'Raw command' }).click()
    const words = decoderByName('teltonika')!.encode!({ kind: 'text', text: 'getinfo' }, { link: 'tcp' })!
    assert.equal(await line.receive(words.length), Buffer.from(words).toString('hex'))
    line.send(encoderOf('teltonika')!.obey!('', Buffer.from(words), undefined)!.answer!)
    await page.getByRole('row', { name: /getinfo.*Done/ }).waitFor()
    await noSeriousFindings(page)
    const reader = await consoles.visit('billing')
    await openPlace(reader.page, `/units/${van.id}/commands`)
    await reader.page.getByRole('row', { name: /getinfo.*Done/ }).waitFor()
    assert.equal(await reader.page.getByRole('button', { name: 'Send', exact: true }).count(), 0)
  })

  test('a command for a disconnected tracker waits, and can be cancelled', async () => {
    const { page } = await consoles.visit('manager')
    const { id } = await aUnit(dealer, depot, { name: 'Away', hw_id: 110 })
    await openPlace(page, `/units/${id}/commands`)
    await page.getByLabel('Command', { exact: true }).selectOption('position')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page
      .getByRole('row', { name: /Waiting/ })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await page.getByRole('row', { name: /Cancelled/ }).waitFor()
  })

  test('a clone with a wrong time zone and a wrong checksum is fixed without a reconnect, and its history decoded again', async () => {
    const clone = await aUnit(dealer, depot, { name: 'Clone', ident: '352093081477774', hw_id: 305 })
    const { login, report } = encoderOf('gt06')!
    const line = await openLine(ctx.config.gatewayPort)
    line.send(login!(clone.ident).bytes)
    await line.receive(10)
    const start = Math.floor(seconds(ctx.clock.now())) - 60
    const say = (index: number) => {
      const fix = { ...vehicleIn(city(), clone.ident, start).advanceTo(start + index * 5), serial: index }
      const { bytes } = report(clone.ident, [{ ...fix, at: fix.at + 8 * 3600 }])
      // Without the heartbeat that follows, and with another checksum.
      const frame = Buffer.from(bytes.subarray(0, bytes[2]! + 5))
      frame[frame.length - 4]! ^= 0xff
      line.send(frame)
    }
    const messages = async () => (await dealer.ask('GET', `/units/${clone.id}/messages`)).body.data
    const traffic = async () => (await dealer.ask('GET', `/units/${clone.id}/traffic?count=50`)).body.data
    for (let index = 0; index < 6; index++) say(index)
    await until('The frames of the clone', async () => (await traffic()).length === 6)
    const { page } = await consoles.visit()
    await openPlace(page, `/units/${clone.id}/settings`)
    await page.getByText('Its times are 8:00 h ahead. Its clock probably runs in UTC+08:00.').waitFor()
    await noSeriousFindings(page)
    for (const name of ['Apply: Tracker clock', 'Apply: Checksum']) {
      await page.getByRole('button', { name }).click()
      await page.getByRole('button', { name }).waitFor({ state: 'detached' })
    }
    assert.equal(await page.getByLabel('Tracker clock').inputValue(), '480')
    await notifications.catchUp()
    say(6)
    const isRight = (one: Record<string, unknown>) =>
      (one.timestamp as number) < start + 60 && one['message.checksum.status'] === undefined
    await until('A right message', async () => (await messages()).filter(isRight).length === 1)
    await until('Its frame', async () => (await traffic()).length === 7)
    await page.getByRole('button', { name: 'Decode history again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decode history again' }).click()
    await page.getByText('Waiting to start.').waitFor()
    ctx.clock.advance(5)
    await until('The history', async () => {
      await decodeSomeAgain({ ...ctx, actor: operator('story') })
      return (await messages()).every(isRight)
    })
    await page.getByText('Done: 7 frames decoded, 6 messages changed.').waitFor()
    assert.equal((await messages()).length, 7)
    line.socket.destroy()
    // The lists below do not include it.
    assert.equal((await dealer.ask('DELETE', `/units/${clone.id}`)).status, 200)
  })

  test('can be changed, and is deleted only after typing its name', async () => {
    const { page } = await consoles.visit()
    const { id } = await aUnit(dealer, depot, { name: 'Old van', hw_id: 110 })
    await openPlace(page, `/units/${id}/settings`)
    await page.getByLabel('Description').fill('to be sold')
    await page.getByRole('region', { name: 'Settings', exact: true }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    assert.equal((await unitOf(id)).description, 'to be sold')
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Delete unit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('unit with all messages').waitFor()
    await dialog.getByLabel(/to confirm/).fill('Old van')
    await dialog.getByRole('button', { name: 'Delete unit' }).click()
    await page.getByText('Old van deleted.').waitFor()
    assert.equal((await dealer.ask('GET', `/units/${id}`)).status, 404)
    const reader = await consoles.visit('read_only')
    await openPlace(reader.page, `/units/${van.id}/settings`)
    await reader.page.getByText('Your role can’t edit units.').waitFor()
    assert.equal(await reader.page.getByRole('button', { name: 'Save' }).count(), 0)
  })

  test('an asset is linked to its tag, and has no tracker to set up', async () => {
    const { page, troubles } = await consoles.visit()
    const hall = await account('Warehouse', (await aTagsPlan(dealer)).id, tagsApp)
    const tag = await aSensor(dealer, hall, { name: 'Tag 12' })
    const jack = await anAsset(dealer, hall)
    await openPlace(page, `/units/${jack.id}/settings`)
    await page.getByLabel('Sensor').selectOption(String(tag.id))
    assert.equal(await page.getByRole('link', { name: 'Set-up' }).count(), 0)
    await noSeriousFindings(page)
    await page.getByRole('region', { name: 'Link' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    assert.equal((await unitOf(jack.id)).device_link, tag.id)
    assert.deepEqual(troubles, [])
  })
})

suite('unclaimed devices', () => {
  const unclaimed = '352093081452299'

  test('a device that has not connected is not found, and the ident of an own unit leads to it', async () => {
    const { page } = await consoles.visit('support')
    await openPlace(page, '/lobby')
    await page.getByText('Find a device by its ident').waitFor()
    await noSeriousFindings(page)
    await page.getByLabel('Ident').fill(van.ident)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByText(`No device has connected as ${van.ident}`).waitFor()
    await page.getByRole('link', { name: 'Van 7' }).waitFor()
    assert.match(page.url(), new RegExp(`ident=${van.ident}$`))
  })

  test('a device that has connected is inspected and claimed for a client', async () => {
    const line = await calling(unclaimed)
    const { page, troubles } = await consoles.visit('support')
    await openPlace(page, `/lobby?ident=${unclaimed}`)
    const claim = page.getByRole('button', { name: 'Claim', exact: true })
    await claim.waitFor()
    line.socket.destroy()
    await page.getByText('Did you mean one of your units?').waitFor()
    await page.getByRole('link', { name: van.ident }).waitFor()
    const hex = loginFrame(unclaimed).toString('hex')
    const shown = await page.getByRole('figure', { name: 'frame 1' }).locator('code').textContent()
    assert.equal(shown?.replaceAll(' ', ''), hex)
    await noSeriousFindings(page)
    await claim.click()
    await page.getByText('Fill in this field.').first().waitFor()
    await page.getByRole('combobox', { name: 'Client' }).fill('Corner')
    await page.getByRole('option', { name: 'Corner bakery' }).click()
    await page.getByLabel('Name').fill('Found van')
    await page.getByRole('combobox', { name: 'Model' }).fill('FMB920')
    await page.getByRole('option', { name: 'Teltonika FMB920' }).click()
    await claim.click()
    await page.getByRole('heading', { name: 'Found van' }).waitFor()
    const { body } = await dealer.ask('GET', `/units?q=${unclaimed}`)
    assert.deepEqual([body[0].ident, body[0].account_id], [unclaimed, bakery])
    const again = await calling(unclaimed)
    assert.equal(await again.receive(1), '01', 'now it is let in')
    again.socket.end()
    assert.deepEqual(troubles, [])
  })

  test('a read-only person cannot claim one', async () => {
    const line = await calling('352093081452300')
    const { page } = await consoles.visit('read_only')
    await openPlace(page, '/lobby?ident=352093081452300')
    await page.getByText('Your role can’t claim devices.').waitFor()
    line.socket.destroy()
    assert.equal(await page.getByRole('button', { name: 'Claim', exact: true }).count(), 0)
  })
})

suite('the list of units', () => {
  test('is filtered by state and client, searched and sorted in the address, and exported', async () => {
    const { page, troubles } = await consoles.visit('read_only')
    await openPlace(page, `/units?account_ids=${depot}`)
    await page.getByRole('link', { name: 'Van 7' }).waitFor()
    await page.getByRole('button', { name: 'Remove filter: Client: North depot' }).waitFor()
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByLabel('State', { exact: true }).selectOption('Connected')
    await page.keyboard.press('Escape')
    await page.getByText('1 unit', { exact: true }).waitFor()
    await noSeriousFindings(page)
    await page.getByRole('button', { name: 'Sort by Last message' }).click()
    assert.match(page.url(), new RegExp(`account_ids=${depot}&state=connected&sort=last_active$`))
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export CSV' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    assert.match(
      text,
      /^\ufeffUnit,State,Last message,Paid until,Ident,Client,Model,Protocol,Description,ID,Plate,Make\r\n/,
    )
    assert.match(text, new RegExp(`Van 7,Connected,.*,${van.ident},North depot,Teltonika FMB920,`))
    assert.equal(await page.getByRole('link', { name: 'New unit' }).count(), 0, 'who may only read makes nothing')
    assert.deepEqual(troubles, [])
  })

  test('the filtered units are shown on the map', async () => {
    const { page, troubles } = await consoles.visit('read_only', { maps: true })
    await openPlace(page, '/units?state=connected')
    await page.getByRole('link', { name: 'Map' }).click()
    await page.getByText(/^1 unit with a position/).waitFor()
    await page.getByRole('button', { name: 'Remove filter: State: Connected' }).waitFor()
    await page.locator('[data-drawn="1"]').waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })

  test('many get a new description after a preview, also from a busy server, and it can be undone', async () => {
    const { page } = await consoles.visit()
    const busy = { status: 503, headers: { 'retry-after': '1' }, json: { errors: [] } }
    let sent = 0
    await page.route(/\/units\/\d+$/, (route) =>
      route.request().method() === 'PATCH' && sent++ === 0 ? route.fulfill(busy) : route.fallback(),
    )
    await openPlace(page, `/units?account_ids=${depot}`)
    await page.getByRole('checkbox', { name: 'Select Van 7' }).click()
    await page.getByRole('checkbox', { name: 'Select Never came' }).click()
    await page.getByRole('button', { name: 'Edit descriptions' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New description').fill('winter tyres')
    await dialog.getByRole('row', { name: 'Van 7 empty winter tyres' }).waitFor()
    await noSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Change 2 units' }).click()
    await page.getByText('2 items done.').waitFor()
    assert.equal(sent, 3, 'the refused request was sent again')
    assert.equal((await unitOf(van.id)).description, 'winter tyres')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 items done.').waitFor()
    assert.equal((await unitOf(van.id)).description, '')
  })

  test('many are deleted after their number was shown', async () => {
    const { page } = await consoles.visit()
    const { id } = await aUnit(dealer, bakery, { name: 'Spare' })
    await openPlace(page, `/units?ids=${id}`)
    await page.getByRole('checkbox', { name: 'Select Spare' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByText('Delete 1 unit?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('1 item done.').waitFor()
    assert.equal((await dealer.ask('GET', `/units/${id}`)).status, 404)
  })
})

test('everything works on a phone and in dark mode too', async () => {
  const { page, troubles } = await consoles.visit('owner', { ...phone, colorScheme: 'dark', maps: true })
  for (const place of [
    '',
    'new',
    'import',
    `${van.id}`,
    `${van.id}/traffic`,
    `${van.id}/messages`,
    `${van.id}/setup`,
  ]) {
    await openPlace(page, `/units/${place}`.replace(/\/$/, ''))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('status', { name: 'Loading …' }).first().waitFor({ state: 'detached' })
    await noSeriousFindings(page)
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
    assert.equal(isTooWide, false, `${place}: nothing is wider than the screen`)
  }
  assert.deepEqual(troubles, [])
})

everyRequestIsDocumented(consoles)
