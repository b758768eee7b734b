/** A client's pages with a fleet plan: a day, its statistics, groups, fuel and commands. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { computeTrips } from '#insights/trips/compute.ts'
import { phone } from '#testing/browser/browser.ts'
import { noSeriousFindings } from '#testing/browser/console.ts'
import { chosenModules, type Fleet, looking, openFleets, wide } from '#testing/browser/fleet.ts'
import { readSheet } from '#testing/files/spreadsheet.ts'
import { drive } from '#testing/routes.ts'

const { site, browser, dealer, acting, aFleet, tell, enter, open } = await openFleets()

/** Yesterday at eight, in the browser's time zone, which is UTC: a complete day at any hour of the test. */
const dayStart = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400
const yesterday = new Date(dayStart * 1000).toISOString().slice(0, 10)
const dayBefore = new Date((dayStart - 86_400) * 1000).toISOString().slice(0, 10)

/** Twenty kilometres, half an hour in one place with a full tank afterwards, twelve more, a tunnel, and back. */
const aDay = (): Message[] => {
  const messages = drive(
    [
      { seconds: 600, kmh: 0, ignition: false },
      { seconds: 1200, kmh: 60, ignition: true },
      { seconds: 1800, kmh: 0, ignition: false },
      { seconds: 900, kmh: 48, ignition: true },
      { seconds: 3600, kmh: 80, silent: true },
      { seconds: 900, kmh: 30, ignition: true },
      { seconds: 7200, kmh: 0, ignition: false },
    ],
    { start: dayStart + 8 * 3600, every: 10 },
  )
  return messages.map((message, index) => ({
    ...message,
    'sensor.temperature.1': 21.5,
    'can.fuel.volume': (Number(message.timestamp) < dayStart + 8 * 3600 + 2700 ? 30 : 70) - index * 0.005,
  }))
}

let fleet: Fleet
before(async () => {
  fleet = await aFleet(chosenModules)
  await tell(fleet.units[0]!, aDay())
  await tell(fleet.units[1]!, drive([{ seconds: 1800, kmh: 36, ignition: true }], { start: dayStart + 12 * 3600 }))
  await computeTrips(acting)
})

suite('a client whose plan has everything', () => {
  test('sees a day in words, as bars, on the map and as a graph, with one cursor and its reasons', async () => {
    const { page, troubles } = await enter(fleet, looking)
    await page.getByRole('navigation').getByRole('link', { name: 'Timeline' }).click()
    await page.getByLabel('Day', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Previous day' }).click()
    assert.ok(page.url().includes(yesterday), page.url())

    const day = page.getByRole('region', { name: 'Van 1', exact: true })
    const rows = day.getByRole('list', { name: 'Trips and stops of Van 1' }).getByRole('listitem')
    await rows.first().waitFor()
    const kinds = await rows.allInnerTexts()
    assert.deepEqual(
      kinds.map((text) => /Trip|Stop|No data/.exec(text)?.[0]),
      ['Stop', 'Trip', 'Stop', 'Trip', 'No data', 'Trip', 'Stop'],
      kinds.join('\n'),
    )
    await page.locator('[data-drawn="1"]').waitFor()
    const trip = rows.nth(1).getByRole('button')
    assert.match(
      (await trip.innerText()).replaceAll('\n', ' '),
      /08:10 – 08:30 Trip 20 min · (19\.9|20\.\d) km · up to 60 km\/h/,
    )
    await trip.focus()
    await page.keyboard.press('Enter')
    await day.getByText('The ignition was switched off and the unit stood still.').waitFor()
    await day.getByText('The ignition was switched on and the unit started moving.').waitFor()

    // The slider is the cursor of everything; the keyboard moves it, and the replay does.
    const cursor = page.getByRole('slider', { name: 'Time on the map and graph' })
    await cursor.fill(String(dayStart + 8 * 3600 + 1200))
    assert.equal(await cursor.getAttribute('aria-valuetext'), '08:20:00, 60 km/h')
    const shown = await page.locator('canvas').screenshot()
    await page.getByLabel('Playback speed').selectOption('1800')
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('button', { name: 'Replay' }).waitFor()
    assert.match((await cursor.getAttribute('aria-valuetext')) ?? '', /^12:29:/)
    assert.ok(!(await page.locator('canvas').screenshot()).equals(shown), 'the mark has moved on the map')

    // A second unit, then a file of the first.
    await page.getByLabel('Compare with').selectOption({ label: 'Van 2' })
    await page.getByRole('region', { name: 'Van 2', exact: true }).getByText('up to 36 km/h').waitFor()
    await noSeriousFindings(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('region', { name: 'Van 1', exact: true }).getByRole('link', { name: 'GPX' }).click()
    const file = await saving
    assert.match(await readFile(await file.path(), 'utf8'), /<gpx [\s\S]*<trkpt lat="50/)
    for (const format of ['KML', 'GeoJSON', 'CSV']) await day.getByRole('link', { name: format }).waitFor()

    // The print shows the day as a table and the name of the unit, without buttons.
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('button', { name: 'Replay' }).isVisible(), false)
    assert.equal(await page.getByRole('link', { name: 'Account' }).first().isVisible(), false)
    assert.ok(await page.getByText('Timeline: Van 1, Van 2').isVisible())
    const printed = page.getByRole('table').first().getByRole('row')
    assert.match(await printed.nth(2).innerText(), /08:10\s+08:30\s+Trip\s+20 min\s+(19\.9|20\.\d) km\s+60 km\/h/)
    await page.emulateMedia({ media: null })

    await open(page, `/timeline/${dayBefore}/${fleet.units[0]}`)
    await page.getByText('No data from this unit on this day.').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('sees new trips appear automatically', async () => {
    const { page } = await enter(fleet, phone)
    await open(page, `/timeline/${dayBefore}/${fleet.units[1]}`)
    await page.getByText('No data from this unit on this day.').waitFor()
    await tell(fleet.units[1]!, drive([{ seconds: 1200, kmh: 50, ignition: true }], { start: dayStart - 40_000 }))
    await computeTrips(acting)
    await page.getByRole('button', { name: /up to 50 km\/h/ }).waitFor()
    await noSeriousFindings(page)
  })

  test('puts units into a group, and reads its statistics by week, in a table and a file', async () => {
    const { page, troubles } = await enter(fleet, phone)
    await page.getByRole('link', { name: 'Edit groups' }).click()
    await page.getByLabel('Group name').fill('North')
    await page.getByRole('button', { name: 'Create group' }).click()
    const form = page.getByRole('form', { name: 'Edit North' })
    await form.getByLabel('Group name').fill('The north')
    await form.getByLabel('Van 1').check()
    await noSeriousFindings(page)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit The north' }).getByText('1 unit').waitFor()

    await page.getByRole('link', { name: 'Back to units' }).click()
    const list = page.getByRole('list', { name: '2 units' })
    assert.deepEqual(await list.getByRole('button').allInnerTexts(), ['The north\n1', 'No group\n1'])
    await list.getByRole('button', { name: 'No group' }).click()
    await list.getByText('Van 2').waitFor({ state: 'detached' })
    await list.getByText('Van 1').waitFor()
    await page.getByLabel('Search units').fill('the north')
    await page.getByRole('list', { name: '1 unit' }).getByText('Van 1').waitFor()

    // On a phone the page is behind the last tab.
    await page.getByRole('navigation').getByRole('link', { name: 'More' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Statistics' }).click()
    await page.getByRole('region', { name: 'By unit' }).waitFor()
    await page.getByLabel('Units', { exact: true }).selectOption({ label: 'Group: The north' })
    await page.getByRole('region', { name: 'By unit' }).waitFor({ state: 'detached' })
    await page.getByLabel('Group by', { exact: true }).selectOption('week')
    const sum = page.getByRole('row', { name: /^Total/ })
    await page
      .getByRole('rowheader', { name: /^Week of/ })
      .first()
      .waitFor()
    assert.match(await sum.innerText(), /39\.\d km\s+3\s/)
    await noSeriousFindings(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const text = await readFile(await (await saving).path(), 'utf8')
    assert.match(text, /^\ufeffPeriod \(UTC\),Unit,distance_metres,/)
    assert.match(text, /,Van 1,39\d{3}(\.\d)?,3,/)
    assert.doesNotMatch(text, /Van 2/)

    await page.getByRole('navigation').getByRole('link', { name: 'More' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Reports' }).click()
    await page.getByLabel('Group by', { exact: true }).selectOption('unit')
    const [head, total] = [page.getByRole('columnheader'), page.getByRole('row', { name: /^Total/ })]
    await page.getByRole('row', { name: /^Subtotal Van 2/ }).waitFor()
    // The name of a sum takes the place of the columns before it, so it is counted from the end.
    const heads = await head.allInnerTexts()
    const sums = await total.getByRole('cell').allInnerTexts()
    const shown = Number(sums.at(heads.indexOf('Distance km') - heads.length))
    await page.getByRole('list', { name: 'Distance by group' }).getByText('Van 2').waitFor()
    await noSeriousFindings(page)
    const savingSheet = page.waitForEvent('download')
    await page.getByRole('link', { name: 'XLSX' }).click()
    const { rows } = readSheet(await readFile(await (await savingSheet).path()))
    assert.equal(rows.at(-1)?.[rows[0]!.indexOf('Distance (km)')], shown)
    await page.getByLabel('Report', { exact: true }).selectOption('Stops')
    await page.getByText('Columns', { exact: true }).click()
    await page.getByLabel('Idle time').uncheck()
    await page.getByRole('columnheader', { name: 'Idle time' }).waitFor({ state: 'detached' })
    assert.deepEqual(troubles, [])
  })

  test('sees the fuel of a unit, and sends its tracker a command, a dangerous one after confirming it', async () => {
    const { page, troubles } = await enter(fleet, wide)
    await page.getByRole('link', { name: /Van 1/ }).click()
    await page.getByRole('button', { name: 'Details' }).click()
    const fuel = page.getByRole('region', { name: 'Fuel' })
    await fuel.getByLabel('Period').selectOption('7')
    await fuel.getByText(/^Filled/).waitFor()
    const commands = page.getByRole('region', { name: 'Commands' })
    const choice = commands.getByLabel('Command', { exact: true })
    await choice.selectOption('engine.stop')
    await commands.getByRole('button', { name: 'Send' }).click()
    await commands.getByText('Block engine: are you sure?').waitFor()
    await noSeriousFindings(page)
    await commands.getByRole('button', { name: 'Cancel', exact: true }).click()
    const given = async () =>
      (await dealer.ask('GET', `/units/${fleet.units[0]}/commands`)).body.map(
        (one: { type: string; state: string }) => [one.type, one.state],
      )
    assert.deepEqual(await given(), [])
    await commands.getByRole('button', { name: 'Send' }).click()
    await commands.getByRole('button', { name: 'Yes, send it' }).click()
    await commands.getByText('Waiting for the tracker').waitFor()
    assert.deepEqual(await given(), [['engine.stop', 'queued']])
    await commands.getByRole('button', { name: 'Cancel command' }).click()
    await commands.getByText('Cancelled').waitFor()
    await choice.selectOption('interval')
    await commands.getByLabel('Seconds between positions').fill('30')
    await commands.getByRole('button', { name: 'Send' }).click()
    await commands.getByText('every 30 s').waitFor()
    assert.deepEqual(troubles, [])
  })

  test('reads miles, °F, a 12-hour clock, months first, weeks from Sunday and days of a distant time zone', async () => {
    const { page, troubles } = await enter(fleet, wide)
    await open(page, '/account')
    const panel = page.getByRole('region', { name: 'Dates, times and units of measure' })
    const example = panel.getByRole('status', { name: 'Example' })
    await example.waitFor()
    await noSeriousFindings(page)
    for (const [label, choice, shown] of [
      ['Distance and speed', 'Miles and mph', '62 mph'],
      ['Fuel', 'US gallons', '36.2 mpg'],
      ['Temperature', 'Degrees Fahrenheit', '71 °F'],
      ['Clock', '12 hours', /:\d\d\s[AP]M/i],
      ['Date', 'Month, day, year', /[A-Z][a-z]+ \d+, 20\d\d/],
    ] as const) {
      await panel.getByLabel(label, { exact: true }).selectOption(choice)
      await example.getByText(shown).waitFor()
    }
    await panel.getByLabel('First day of the week').selectOption('Sunday')
    await panel.getByLabel('Time zone').fill('Pacific/Nowhere')
    await panel.getByLabel('Clock', { exact: true }).focus()
    await panel.getByText('Choose a time zone from the list').waitFor()
    await panel.getByLabel('Time zone').fill('Pacific/Honolulu')
    await example.getByText(/GMT-10|HST/).waitFor()

    const plain = (text: string) => text.replace(/[\s\u202f]+/g, ' ')
    await open(page, `/timeline/${dayBefore}/${fleet.units[0]}`)
    const trip = page.getByRole('button', { name: /up to 37 mph/ })
    assert.match(plain(await trip.innerText()), /10:10 PM – 10:30 PM Trip 20 min · 12\.[345] mi · up to 37 mph/i)
    await page.getByText('Times in Pacific/Honolulu', { exact: true }).waitFor()

    await open(page, '/statistics')
    const [day] = new Date(`${dayBefore}T00:00Z`).toUTCString().match(/\d\d/)!
    await page.getByRole('rowheader', { name: new RegExp(`[a-z] ${Number(day)}$`) }).waitFor()
    await page.getByLabel('Units', { exact: true }).selectOption({ label: 'Van 1' })
    await page.getByLabel('Group by', { exact: true }).selectOption('week')
    const weeks = page.getByRole('rowheader', { name: /^Week of/ })
    await weeks.first().waitFor()
    for (const week of await weeks.allInnerTexts()) assert.equal(new Date(`${week.slice(8)} UTC`).getUTCDay(), 0, week)
    assert.match(plain(await page.getByRole('row', { name: /^Total/ }).innerText()), /24\.\d mi 3 /)

    await open(page, '/reports')
    await page.getByRole('columnheader', { name: 'Distance mi' }).waitFor()
    const [, month, date] = dayBefore.split('-')
    await page
      .getByText(new RegExp(`^0?${Number(month)}/${date}/20\\d\\d, 10:10:\\d\\d\\sPM$`, 'i'))
      .first()
      .waitFor()

    await open(page, `/units/${fleet.units[0]}`)
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByText('70.7 °F').first().waitFor()
    const fuel = page.getByRole('region', { name: 'Fuel' })
    await fuel.getByLabel('Period').selectOption('7')
    await fuel.getByText(/^10\.\d gal$/).waitFor()
    await noSeriousFindings(page)
    assert.deepEqual(troubles, [])
  })
})

test('the application can be installed: a manifest with existing icons', async () => {
  const { page } = await browser.visitor(phone)
  await page.goto(`${site.url}/login`)
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(`${site.url}${address}`)
  assert.equal(answer.headers()['content-type']?.split(';')[0], 'application/manifest+json')
  const manifest = await answer.json()
  assert.deepEqual([manifest.start_url, manifest.display], ['/client', 'standalone'])
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(`${site.url}${src}`)
    assert.deepEqual([icon.status(), icon.headers()['content-type']], [200, 'image/png'], src)
  }
})
