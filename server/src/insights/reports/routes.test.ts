/** Reports as pages and files: the same numbers in all of them, checked with independent readers. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { readSheet } from '#testing/files/spreadsheet.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { day, routeStart } from '#testing/routes.ts'
import { computeVisits } from '../geofences/compute.ts'
import { computeTrips } from '../trips/compute.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const zone = 'Europe/Berlin'
const span = `from=${routeStart - 86_400}&to=${routeStart + 5 * 86_400}`
const hostile = '=HYPERLINK("http://x.example","<b>&") ü,é'

async function aFleet(modules: readonly string[]) {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 20, geofence: 5, unit_storage: 10240 },
    modules,
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  return { account, ask: await askFor(api, dealer, account.user) }
}

const told = (index: number) => day(index).filter((_, at) => at % 6 === 0)
const everything = modulesOf(fleetApp).map(({ name }) => name)
let ask: Client['ask']
let units: number[]
let limited: Client['ask']
let foreign: number
before(async () => {
  const fleet = await aFleet(everything)
  ask = fleet.ask
  const [one, two] = [
    await aUnit(dealer, fleet.account.id, { hw_id: 101, name: hostile }),
    await aUnit(dealer, fleet.account.id, { hw_id: 101, name: 'Zoe’s van' }),
  ]
  units = [one.id, two.id]
  for (const index of [0, 1, 3]) await received(api, one, told(index))
  for (const index of [0, 2]) await received(api, two, told(index))
  const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  await ask('POST', '/geofences', { name: 'Yard', shape, since: routeStart - 86_400 })
  await ask('POST', `/units/${one.id}/services`, { name: 'Oil', every_days: 30 })
  await computeTrips(acting)
  await computeVisits(acting)
  limited = (await aPersonOf(api, ask, 'dispatcher', { unit_ids: [two.id] })).ask
  const other = await aFleet(['timeline'])
  foreign = (await aUnit(dealer, other.account.id)).id
})

type Cell = string | number | null
interface Line {
  readonly level: string
  readonly group: string | null
  readonly label: string
  readonly rows: number
  readonly cells: readonly Cell[]
}
interface Page {
  readonly columns: readonly { readonly key: string; readonly type: string; readonly total: string }[]
  readonly lines: readonly Line[]
  readonly total: Line
  readonly next_offset: number | null
}

async function got(query: string, as: Client['ask'] = ask) {
  const answer = await as('GET', `/report?${span}&tz=${zone}&${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const pageOf = async (query: string, as?: Client['ask']): Promise<Page> => (await got(`${query}&limit=1000`, as)).body
const linesOf = ({ lines, total }: Page): readonly Line[] => [...lines, total]

/** Of text without line breaks. */
function csvRows(text: string): string[][] {
  return text
    .replace('\ufeff', '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, -1)
        .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
    )
}

const secondsOf = (text: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}
/** In the time zone of Berlin, which is an hour ahead of UTC in these weeks. */
const serialOf = (t: number) => (t + 3600) / 86_400 + 25_569

suite('a report has the same numbers everywhere', () => {
  for (const query of [
    'kind=trips&by=day',
    'kind=stops&by=unit',
    'kind=statistics&by=week',
    'kind=summary',
    'kind=idling',
  ]) {
    test(query, async () => {
      const page = await pageOf(query)
      assert.ok(page.total.rows > 0)
      const isByDate = /by=(day|week)/.test(query)
      const first = isByDate ? 2 : 1
      const csv = csvRows((await got(`${query}&format=csv`)).text)
      const sheet = readSheet((await got(`${query}&format=xlsx`)).bytes).rows
      const all = linesOf(page)
      assert.deepEqual([csv.length - 1, sheet.length - 1], [all.length, all.length])
      for (const [index, line] of all.entries()) {
        const [fromCsv, fromSheet] = [csv[index + 1]!, sheet[index + 1]!]
        assert.equal(fromCsv[0], line.level)
        if (isByDate && line.group) {
          assert.equal(fromCsv[1], line.group)
          assert.equal(fromSheet[1], Date.parse(line.group) / 86_400_000 + 25_569)
        }
        for (const [at, { type, key }] of page.columns.entries()) {
          const cell =
            line.level === 'subtotal' && key === 'unit' && query.includes('by=unit') ? line.label : line.cells[at]!
          const [inCsv, inSheet] = [fromCsv[first + at]!, fromSheet[first + at] ?? '']
          if (cell === null) assert.deepEqual([inCsv, inSheet], ['', ''])
          else if (typeof cell === 'string') {
            assert.equal(inCsv.replace(/^'/, ''), cell)
            assert.equal(inSheet, type === 'date' ? Date.parse(cell) / 86_400_000 + 25_569 : cell)
          } else if (type === 'time') {
            assert.equal(Date.parse(inCsv) / 1000, cell)
            assert.ok(Math.abs(Number(inSheet) - serialOf(cell)) < 1e-9)
          } else if (type === 'duration') {
            assert.equal(secondsOf(inCsv), cell)
            assert.ok(Math.abs(Number(inSheet) * 86_400 - cell) < 1e-6)
          } else assert.deepEqual([Number(inCsv), inSheet], [cell, cell])
        }
      }
    })
  }

  test('on paper, in German', async () => {
    const query = 'kind=trips&by=unit&lang=de'
    const page = await pageOf(query)
    const { bytes, headers } = await got(`${query}&format=pdf`)
    assert.equal(headers['content-type'], 'application/pdf')
    const text = (await extractText(new Uint8Array(bytes))).text.join(' ').replace(/\s+/g, ' ')
    for (const part of [
      'Fahrten',
      'Zeitzone: Europe/Berlin',
      '2 Einheiten',
      'Seite 1',
      'Zwischensumme',
      'Dealer provider',
    ]) {
      assert.ok(text.includes(part), `${part} is not in ${text}`)
    }
    for (const line of linesOf(page)) {
      const at = page.columns.findIndex(({ key }) => key === 'distance')
      const shown = Number(line.cells[at]).toLocaleString('de-DE', { minimumFractionDigits: 2 })
      assert.ok(text.includes(shown), `${shown} is not in ${text}`)
    }
  })
})

test('totals equal those of the database for the same trips', async () => {
  const page = await pageOf('kind=trips&by=unit')
  const { rows } = await sql<{ unitId: number; rows: number; km: number; moving: number; top: number }>`
    select unit_id, count(*)::integer as rows, sum(round((metres / 1000)::numeric, 2))::float8 as km,
      sum(round(moving_seconds::numeric))::float8 as moving, round(max(top_kmh)::numeric, 1)::float8 as top
    from trips where unit_id = any(${units}::bigint[]) and kind = 'trip' group by unit_id`.execute(api.ctx.db)
  const at = (key: string) => page.columns.findIndex((column) => column.key === key)
  const figures = ({ rows: count, cells }: Line) => [
    count,
    cells[at('distance')],
    cells[at('moving')],
    cells[at('top_speed')],
  ]
  for (const { unitId, rows: count, km, moving, top } of rows) {
    const subtotal = page.lines.find(({ level, group }) => level === 'subtotal' && group === String(unitId))!
    assert.deepEqual(figures(subtotal), [count, km, moving, top])
    assert.equal(subtotal.cells[at('average_speed')], Math.round((km / moving) * 36_000) / 10)
  }
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  assert.equal(
    page.total.rows,
    sum(({ rows: count }) => count),
  )
  assert.equal(Number(page.total.cells[at('distance')]).toFixed(2), sum(({ km }) => km).toFixed(2))
})

test('a trip is on the day on which it begins in the reader’s time zone', async () => {
  const groups = async (tz: string) => {
    const { body } = await ask('GET', `/report?${span}&kind=trips&by=day&tz=${tz}&unit_ids=${units[0]}`)
    return (body as Page).lines.filter(({ level }) => level === 'subtotal').map(({ group, rows }) => [group, rows])
  }
  // The trips of a day begin at 06:23 and 07:13 UTC: in Honolulu that is the evening before.
  assert.deepEqual(await groups('UTC'), [
    ['2026-02-25', 2],
    ['2026-02-26', 2],
    ['2026-02-28', 2],
  ])
  assert.deepEqual(await groups('Pacific/Honolulu'), [
    ['2026-02-24', 2],
    ['2026-02-25', 2],
    ['2026-02-27', 2],
  ])
})

test('the pages of a report add up to the report', async () => {
  const whole = await pageOf('kind=stops&by=day')
  const parts: Line[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Page = (await got(`kind=stops&by=day&limit=3&offset=${offset}`)).body
    parts.push(...page.lines)
    assert.deepEqual(page.total, whole.total)
    offset = page.next_offset
  }
  assert.deepEqual(parts, whole.lines)
})

test('filters and columns leave out what was not requested', async () => {
  const { columns, lines } = await pageOf('kind=trips&min_distance=16000&columns=distance')
  assert.deepEqual(
    columns.map(({ key }) => key),
    ['unit', 'distance'],
  )
  assert.ok(lines.length === 5 && lines.every(({ cells }) => Number(cells[1]) >= 16), JSON.stringify(lines))
  assert.equal((await pageOf('kind=stops&min_duration=999999')).total.rows, 0)
})

test('the plate is next to the name, and own fields if they are chosen, in every format', async () => {
  const { id } = (await ask('POST', '/vehicle-fields', { name: 'Leased', type: 'yes_no' })).body
  const said = { plate: 'B WM 1207', fields: [{ field_id: id, value: true }] }
  const path = `/units/${units[1]}/vehicle`
  assert.equal((await ask('PATCH', path, said)).status, 200)
  const usual = await pageOf('kind=summary')
  assert.deepEqual(
    usual.columns.slice(0, 3).map(({ key }) => key),
    ['unit', 'plate', 'trips'],
  )
  const chosen = `kind=summary&lang=de&columns=plate,trips,field:${id},field:019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30`
  const page = await pageOf(chosen)
  const trips = page.lines.map(({ cells }) => cells[2]!)
  const rows = [
    [hostile, null, trips[0], null],
    ['Zoe’s van', 'B WM 1207', trips[1], 'Ja'],
  ]
  assert.deepEqual(
    page.lines.map(({ cells }) => cells),
    rows,
  )
  const csv = csvRows((await got(`${chosen}&format=csv`)).text)
  assert.deepEqual(csv[0]?.slice(1), ['Einheit', 'Kennzeichen', 'Fahrten', 'Leased'])
  assert.deepEqual(csv[2]?.slice(1), ['Zoe’s van', 'B WM 1207', String(trips[1]), 'Ja'])
  const sheet = readSheet((await got(`${chosen}&format=xlsx`)).bytes).rows
  assert.deepEqual(sheet[2]?.slice(1), ['Zoe’s van', 'B WM 1207', trips[1], 'Ja'])
  assert.ok((await got(`${chosen}&format=pdf`)).bytes.length > 1000)
  const kinds = (await ask('GET', '/report-kinds')).body as {
    kind: string
    columns: { key: string; usual: boolean }[]
  }[]
  const found = kinds.find(({ kind }) => kind === 'summary')!.columns.filter(({ key }) => /plate|field/.test(key))
  assert.deepEqual(
    found.map((one) => one.usual),
    [true, false],
  )
  await ask('PATCH', path, { plate: null })
  await ask('DELETE', `/vehicle-fields/${id}`)
  assert.equal((await pageOf('kind=summary')).columns[1]?.key, 'trips')
})

test('in miles, if the reader wants them', async () => {
  const [km, miles] = [await pageOf('kind=trips&by=unit'), await pageOf('kind=trips&by=unit&measure=imperial')]
  const at = km.columns.findIndex(({ key }) => key === 'distance')
  assert.deepEqual([km.total.cells[at], miles.total.cells[at]], [175, 108.75])
  assert.equal(
    miles.lines
      .filter(({ level }) => level === 'row')
      .reduce((sum, { cells }) => sum + Math.round(Number(cells[at]) * 100), 0),
    10_875,
  )
  const { text } = await got('kind=trips&format=csv&measure=imperial')
  assert.ok(text.includes('Distance (mi)') && text.includes('Top speed (mph)'), text)
})

test('no name becomes a formula, and every name stays what it is', async () => {
  const { text } = await got('kind=trips&format=csv')
  assert.ok(text.includes(`"'=HYPERLINK(""http://x.example"",""<b>&"") ü,é"`), text)
  const { text: sheet, rows } = readSheet((await got('kind=trips&format=xlsx')).bytes)
  assert.ok(!sheet.includes('<f>') && rows.some((row) => row[1] === hostile))
})

suite('every kind', () => {
  for (const kind of [
    'trips',
    'stops',
    'idling',
    'speeding',
    'visits',
    'events',
    'statistics',
    'summary',
    'fuel',
    'consumption',
    'maintenance',
    'due',
  ]) {
    test(`${kind} exists in every format`, async () => {
      const { total } = await pageOf(`kind=${kind}`)
      const hasNone = ['speeding', 'fuel', 'consumption', 'maintenance']
      assert.equal(total.rows > 0, !hasNone.includes(kind), JSON.stringify(total))
      for (const format of ['csv', 'xlsx', 'pdf'])
        assert.ok((await got(`kind=${kind}&format=${format}`)).bytes.length > 50)
    })
  }
})

suite('a report is refused', () => {
  for (const [what, query, status, code] of [
    ['of a kind that there is not', 'kind=gossip', 400, 'INVALID_QUERY kind'],
    ['of a module that the plan lacks', 'kind=stays', 403, 'FORBIDDEN'],
    ['with a grouping it does not have', 'kind=summary&by=unit', 400, 'INVALID_QUERY by'],
    ['with a filter it does not have', 'kind=stops&min_distance=5', 400, 'INVALID_QUERY min_distance'],
    ['with a column it does not have', 'kind=stops&columns=secrets', 400, 'INVALID_QUERY columns'],
    ['of an unknown geofence', 'kind=visits&geofence_ids=019a0000-0000-7000-8000-0000000000ff', 404, 'NOT_FOUND'],
  ] as const) {
    test(what, async () => assertRefused(await ask('GET', `/report?${span}&${query}`), status, code))
  }
})

test('nobody reads another’s units, or units outside an access list', async () => {
  assertRefused(await ask('GET', `/report?${span}&kind=trips&unit_ids=${foreign}`), 404, 'NOT_FOUND')
  assertRefused(await limited('GET', `/report?${span}&kind=trips&unit_ids=${units[0]}`), 404, 'NOT_FOUND')
  for (const kind of ['trips', 'visits', 'events', 'summary', 'due']) {
    const { lines } = await pageOf(`kind=${kind}`, limited)
    assert.ok(
      lines.every(({ cells }) => cells[0] === 'Zoe’s van'),
      JSON.stringify(lines),
    )
  }
})

test('the kinds are those of the plan, in the reader’s language', async () => {
  const { body } = await ask('GET', '/report-kinds?lang=de')
  const names = body.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)
  assert.ok(names.includes('trips Fahrten') && !names.some((name: string) => name.startsWith('stays')), names)
})

test('a report by driver has a trip whose driver is known only after the period', async () => {
  const { body: driver } = await ask('POST', '/drivers', { name: 'Anna' })
  // The first trip of the day begins ten minutes after the start and lasts for twenty.
  const from = routeStart + 1_200
  const assigned = await ask('POST', '/driver-assignments', { driver_id: driver.id, unit_id: units[1], from })
  assert.equal(assigned.status, 201, assigned.text)
  const period = `unit_ids=${units[1]}&from=${routeStart}&to=${routeStart + 900}`
  const report = async (by: string): Promise<Page> => (await ask('GET', `/report?kind=trips&by=${by}&${period}`)).body
  const [byDriver, whole] = [await report('driver'), await report('none')]
  assert.equal(whole.total.rows, 1)
  assert.deepEqual(
    byDriver.lines.filter(({ level }) => level === 'subtotal').map(({ label, rows }) => [label, rows]),
    [['Anna', 1]],
  )
  assert.deepEqual(byDriver.total.cells, whole.total.cells)
})
