/** A report for a person with other habits: miles, gallons, Fahrenheit, 12 hours, month first, weeks from Sunday. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { extractText } from 'unpdf'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, fresh, received } from '#testing/builders.ts'
import { readSheet } from '#testing/files/spreadsheet.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { day, routeStart } from '#testing/routes.ts'
import { computeSensors } from '../sensors/compute.ts'
import { computeTrips } from '../trips/compute.ts'
import { makeDueReports } from './runs.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const zone = 'America/Chicago'
/** From Tuesday evening in Chicago; the fifth day is a Sunday. */
const span = `from=${routeStart - 3600}&to=${routeStart + 6 * 86_400}`
const habits = {
  ...{ measure: 'imperial', volume: 'us_gallons', temperature: 'fahrenheit' },
  ...{ clock: '12h', date_order: 'mdy', week_start: 'sunday', zone },
}
let usual: Client['ask']
let ask: Client['ask']

/** A litre in 5 km, 40 litres at the second stop, and a cold store at −18 °C. */
const told = (index: number): Message[] =>
  day(index)
    .filter((_, at) => at % 6 === 0)
    .map((message) => {
      const after = (message.timestamp as number) - routeStart - index * 86_400
      const driven = Math.min(20, Math.max(0, (after - 600) / 60)) + Math.min(15, Math.max(0, (after - 3600) / 80))
      return { ...message, 'fuel.volume': 30 - driven / 5 + (after > 2400 ? 40 : 0), 'ain.1': -18 } as Message
    })

before(async () => {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 20, geofence: 5, unit_storage: 10240 },
    modules: modulesOf(fleetApp).map(({ name }) => name),
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  usual = await askFor(api, dealer, account.user)
  const unit = await aUnit(dealer, account.id, { hw_id: 101, name: 'Van' })
  const sensor = { name: 'Cold store', formula: 'ain.1', measure: '°C', decimals: 1 }
  const made = await usual('POST', `/units/${unit.id}/sensors`, sensor)
  assert.equal(made.status, 201, made.text)
  for (const index of [0, 4]) await received(api, unit, told(index))
  await computeTrips(acting)
  await computeSensors(acting)
  ask = (await aPersonOf(api, usual, 'owner')).ask
  const chosen = await ask('PATCH', '/me', habits)
  assert.equal(chosen.status, 200, chosen.text)
})

interface Page {
  readonly tz: string
  readonly columns: readonly { key: string; type: string; name: string; measure: string | null }[]
  readonly lines: readonly Line[]
  readonly total: Line
}
interface Line {
  readonly level: string
  readonly group: string | null
  readonly label: string
  readonly cells: readonly (string | number | null)[]
}

async function got(query: string, as = ask) {
  const answer = await as('GET', `/report?${span}&${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const pageOf = async (query: string, as?: Client['ask']): Promise<Page> => (await got(`${query}&limit=1000`, as)).body
const cellsOf = (page: Page, key: string) =>
  [...page.lines, page.total].map(({ cells }) => cells[page.columns.findIndex((column) => column.key === key)])

const clock = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit' },
})
/** With an independent reader. */
const timeOf = (t: number) =>
  clock
    .format(t * 1000)
    .replace(',', '')
    .replace('\u202f', ' ')

suite('a report says the same in all four forms', () => {
  for (const query of ['kind=trips&by=week', 'kind=fuel', 'kind=consumption', 'kind=sensors', 'kind=sensor_values']) {
    test(query, async () => {
      const page = await pageOf(query)
      assert.equal(page.tz, zone)
      const all = [...page.lines, page.total]
      const first = query.includes('by=week') ? 2 : 1
      const csv = (await got(`${query}&format=csv`)).text.replace('\ufeff', '').trimEnd().split('\r\n')
      const book = (await got(`${query}&format=xlsx`)).bytes
      const sheet = readSheet(book).rows
      const pdf = new Uint8Array((await got(`${query}&format=pdf`)).bytes)
      const paper = (await extractText(pdf)).text.join(' ').replace(/\s+/g, ' ')
      const heads = page.columns.map(({ name, measure }) => (measure ? `${name} (${measure})` : name))
      assert.deepEqual([csv[0]!.split(',').slice(first), sheet[0]!.slice(first)], [heads, heads])
      assert.deepEqual([csv.length - 1, sheet.length - 1], [all.length, all.length])
      for (const [index, { cells }] of all.entries()) {
        const [inCsv, inSheet] = [csv[index + 1]!.split(',').slice(first), sheet[index + 1]!.slice(first)]
        for (const [at, { type, key }] of page.columns.entries()) {
          const cell = cells[at]
          // Places contain commas, and are not figures.
          if (cell == null || type === 'place' || query.includes('sensor_values')) continue
          if (type === 'time') {
            assert.equal(Date.parse(inCsv[at]!) / 1000, cell)
            assert.ok(paper.includes(timeOf(Number(cell))), `${timeOf(Number(cell))} is not in ${paper}`)
          } else if (type === 'number' || type === 'distance' || type === 'speed') {
            assert.deepEqual([Number(inCsv[at]), inSheet[at]], [cell, cell], key)
            const digits = type === 'speed' ? 1 : 2
            assert.ok(paper.includes(Number(cell).toFixed(digits)), `${key} ${cell} is not in ${paper}`)
          }
        }
      }
      const styles = readSheet(book, 'xl/styles.xml').text
      assert.ok(styles.includes('formatCode="mm\\/dd\\/yyyy h:mm:ss AM/PM"'), styles)
    })
  }
})

test('it equals what others read in kilometres, litres and degrees Celsius', async () => {
  const close = (one: unknown, other: number, most = 0.01) =>
    assert.ok(Math.abs(Number(one) - other) <= most, `${one} is not ${other}`)
  const [used, litres] = [await pageOf('kind=consumption'), await pageOf('kind=consumption', usual)]
  const column = (page: Page) => page.columns.slice(-3).map(({ measure }) => measure)
  assert.deepEqual(
    [column(used), column(litres)],
    [
      ['mi', 'gal', 'mpg'],
      ['km', 'l', 'l/100 km'],
    ],
  )
  for (const [at, consumed] of cellsOf(litres, 'consumed').entries()) {
    close(cellsOf(used, 'consumed')[at], Number(consumed) / 3.785411784)
    close(cellsOf(used, 'distance')[at], Number(cellsOf(litres, 'distance')[at]) / 1.609344)
    close(cellsOf(used, 'per_100_km')[at], 235.214583 / Number(cellsOf(litres, 'per_100_km')[at]), 0.05)
  }
  const fuel = await pageOf('kind=fuel')
  assert.equal(cellsOf(fuel, 'measure')[0], 'gal')
  close(cellsOf(fuel, 'amount')[0], Number(cellsOf(await pageOf('kind=fuel', usual), 'amount')[0]) / 3.785411784)
  const cold = await pageOf('kind=sensors')
  assert.deepEqual([cellsOf(cold, 'average')[0], cellsOf(cold, 'measure')[0]], [-0.4, '°F'])
  const values = await pageOf('kind=sensor_values')
  assert.deepEqual([cellsOf(values, 'value')[0], cellsOf(values, 'measure')[0]], [-0.4, '°F'])
})

test('its weeks begin on Sunday, and their names have the month first', async () => {
  const groups = ({ lines }: Page) =>
    lines.filter(({ level }) => level === 'subtotal').map(({ group, label }) => `${group} ${label}`)
  assert.deepEqual(groups(await pageOf('kind=trips&by=week')), [
    '2026-02-22 Week of 02/22/2026',
    '2026-03-01 Week of 03/01/2026',
  ])
  assert.deepEqual(groups(await pageOf('kind=trips&by=week', usual)), ['2026-02-23 Week of 2026-02-23'])
  const { body } = await ask('GET', `/statistics?${span}&by=week`)
  assert.deepEqual(
    body.periods.map(({ date }: { date: string }) => date),
    ['2026-02-22', '2026-03-01'],
  )
})

test('saved and sent by schedule, it has the habits of the person who saved it', async () => {
  // A Thursday: the next week of this person begins on Sunday.
  api.ctx.clock.set(new Date('2026-02-26T18:00:00Z'))
  const to = `${fresh('office')}@example.com`
  const wish = { name: 'Fuel', kind: 'fuel', every: 'week', hour: 7, format: 'csv', emails: [to] }
  const { status, body, text } = await ask('POST', '/saved-reports', wish)
  assert.equal(status, 201, text)
  assert.deepEqual([body.tz, body.measure, body.next_at], [zone, 'imperial', Date.parse('2026-03-01T13:00:00Z') / 1000])
  api.ctx.clock.set(fromSeconds(body.next_at))
  await makeDueReports(acting)
  const mail = (await listMails(api.ctx)).findLast((one) => one.to === to)
  assert.equal(mail?.subject, 'Fuel: 02/22/2026 – 02/28/2026')
  const [, key] = /report-file\?key=([\w-]+)/.exec(mail?.text ?? '') ?? []
  const file = await api.ask('GET', `/client/report-file?key=${key}`)
  assert.match(file.text, /^.?row,.*,10\.\d+,gal,/m)
})
