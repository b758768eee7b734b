/** Logbooks as clients keep them: entries, kinds, changes, closed months, and the effect of late data. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, receivedAtOnce } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askAs, type Client, goodPassword, logIn } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { day, drive, type Leg, routeStart } from '#testing/routes.ts'
import { follow } from '../projections/follow.ts'
import { computeTrips, tripProjection } from '../trips/compute.ts'

const api = await openApi()
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer()
const quotas = { unit: 1000, geofence: 5, unit_storage: 204800 }
const plan = await aPlan(dealer, {
  ...{
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas,
    modules: ['timeline', 'statistics', 'maintenance'],
  },
})
const account = await anActivatedAccount(api, dealer, plan.id)
await dealer.ask('PUT', `/users/${account.user.id}/password`, {
  ...{ new_password: goodPassword, repeat_password: goodPassword },
})
const owner = askAs(api, await logIn(api, account.user.name))
const made = async (asked: ReturnType<Client['ask']>) => {
  const answer = await asked
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

// The route starts on Wednesday, 25 February 2026, at 06:13:20 UTC.
const month = '2026-02'
const usual = { on: true, tz: 'UTC', other_kind: 'business', from: routeStart - 86_400 } as const

interface Entry {
  readonly trip_id: string
  readonly from: number
  readonly km: number
  readonly kind: string
  readonly usual: boolean
  readonly purpose: string | null
  readonly partner: string | null
  readonly hidden: boolean
  readonly may_change: boolean
  readonly odometer_from: number | null
  readonly odometer_to: number | null
}

const take = async (unit: Awaited<ReturnType<typeof aUnit>>, messages: readonly Message[]) => {
  if (messages.length > 0) await receivedAtOnce(api, unit, messages)
  await follow(acting, [tripProjection])
  await computeTrips(acting)
}

async function aBook(settings: object = {}, messages: readonly Message[] = day()) {
  const unit = await aUnit(dealer, account.id)
  await made(owner('PUT', `/units/${unit.id}/logbook`, { ...usual, ...settings }))
  await take(unit, messages)
  return unit
}

const bookOf = (unit: { id: number }, ask = owner) => made(ask('GET', `/units/${unit.id}/logbook?month=${month}`))
const entriesOf = async (unit: { id: number }, ask = owner): Promise<Entry[]> => (await bookOf(unit, ask)).entries
const mark = (unit: { id: number }, entries: readonly Entry[], said: object, ask = owner) =>
  ask('PUT', `/units/${unit.id}/logbook/entries`, { trip_ids: entries.map(({ trip_id }) => trip_id), ...said })

test('each trip is an entry, with distance, odometer and the usual kind', async () => {
  const unit = await aBook()
  const { entries, totals, closed_at, from, to } = await bookOf(unit)
  assert.deepEqual(
    entries.map(({ from: at, kind, usual: isUsual }: Entry) => [at - routeStart, kind, isUsual]),
    [
      [600, 'business', true],
      [3600, 'business', true],
    ],
  )
  assert.deepEqual([from, to], [Date.UTC(2026, 1, 1) / 1000, Date.UTC(2026, 2, 1) / 1000])
  assert.equal(closed_at, null)
  const [one, two] = entries as [Entry, Entry]
  assert.ok(Math.abs(one.km - 20) < 0.2 && Math.abs(two.km - 15) < 0.2)
  assert.equal(totals.all, Math.round((one.km + two.km) * 100) / 100)
  assert.deepEqual([totals.business, totals.private, totals.commute], [totals.all, 0, 0])
  assert.ok(Math.abs(two.odometer_to! - two.odometer_from! - two.km) < 0.11)
  assert.ok(Math.abs(two.odometer_from! - one.odometer_to!) < 0.11)
})

test('the odometer of a trip stays while the vehicle drives on and its trips are not computed yet', async () => {
  const messages = drive([
    { seconds: 600, kmh: 0, ignition: false },
    { seconds: 1200, kmh: 60, ignition: true },
    { seconds: 1800, kmh: 0, ignition: false },
    { seconds: 1200, kmh: 45, ignition: true },
  ])
  const start = Number(messages[0]!['position.longitude'])
  const kmPerDegree = 20 / (Number(messages.at(181)!['position.longitude']) - start)
  const counting = messages.map((message) => ({
    ...message,
    'vehicle.mileage': 1000 + (Number(message['position.longitude']) - start) * kmPerDegree,
  }))
  const at = (seconds: number) => messages.findIndex(({ timestamp }) => Number(timestamp) - routeStart >= seconds)
  const unit = await aBook({}, counting.slice(0, at(4200)))
  const said = async () =>
    (await entriesOf(unit)).map(({ odometer_from, odometer_to }) => [odometer_from!, odometer_to!] as const)
  const before = await said()
  assert.equal(before.length, 2)
  assert.ok(Math.abs(before[0]![0] - 1000) < 0.2 && Math.abs(before[0]![1] - 1020) < 0.2, JSON.stringify(before))
  // Received and stored, and seven kilometres more on the counter, but not in any trip yet.
  await receivedAtOnce(api, unit, counting.slice(at(4200)))
  assert.deepEqual(await said(), before)
  await take(unit, [])
  const after = await said()
  assert.deepEqual([after[0], after[1]![0]], [before[0], before[1]![0]])
  assert.ok(after[1]![1] - before[1]![1] > 7, JSON.stringify(after))
  // Set by hand, it is ahead of the tracker's by a constant.
  await made(owner('PATCH', `/units/${unit.id}/counters`, { mileage: 51_035 }))
  assert.ok(Math.abs((await said())[0]![0] - 51_000) < 0.3, JSON.stringify(await said()))
})

test('weekly working hours decide the usual kind, even over midnight', async () => {
  const hours = { kind: 'business', weekdays: [3], start: '06:00', end: '07:00' }
  const unit = await aBook({ other_kind: 'private', hours })
  assert.deepEqual(
    (await entriesOf(unit)).map(({ kind }) => kind),
    ['business', 'private'],
  )
  const night = { kind: 'commute', weekdays: [2], start: '22:00', end: '07:00' }
  const other = await aBook({ other_kind: 'business', hours: night })
  assert.deepEqual(
    (await entriesOf(other)).map(({ kind }) => kind),
    ['commute', 'business'],
  )
})

test('kind and purpose are set for one or many trips, and every change is recorded', async () => {
  const unit = await aBook()
  const entries = await entriesOf(unit)
  const answer = await made(mark(unit, entries, { kind: 'commute' }))
  assert.deepEqual(
    answer.map(({ kind, usual: isUsual }: Entry) => [kind, isUsual]),
    [
      ['commute', false],
      ['commute', false],
    ],
  )
  await made(mark(unit, entries.slice(0, 1), { kind: 'business', purpose: 'Repair', partner: 'Example Ltd' }))
  await made(mark(unit, entries.slice(0, 1), { purpose: null }))
  const [first] = await entriesOf(unit)
  assert.deepEqual([first?.kind, first?.purpose, first?.partner], ['business', null, 'Example Ltd'])
  const changes = (await made(owner('GET', `/units/${unit.id}/logbook/changes?month=${month}`))) as {
    field: string
    before: string | null
    after: string | null
    by: string
  }[]
  assert.ok(changes.every(({ by }) => by === account.user.name))
  assert.deepEqual(
    changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).sort(),
    [
      ...['kind: business → commute', 'kind: business → commute', 'kind: commute → business'],
      ...['partner: null → Example Ltd', 'purpose: Repair → null', 'purpose: null → Repair'],
    ].sort(),
  )
  const foreign = await entriesOf(await aBook())
  assertRefused(await mark(unit, foreign, { kind: 'private' }), 404, 'NOT_FOUND')
})

test('a private trip is for its driver: others see distance and time, and cannot change it', async () => {
  const unit = await aBook()
  const driver = await aPersonOf(api, owner, 'driver', { unit_ids: [unit.id] })
  const dispatcher = await aPersonOf(api, owner, 'dispatcher')
  const anna = await made(owner('POST', '/drivers', { name: 'Anna', user_id: driver.id }))
  await made(owner('POST', '/driver-assignments', { driver_id: anna.id, unit_id: unit.id, from: routeStart }))
  const [, second] = await entriesOf(unit)
  const said = { kind: 'private', purpose: 'Doctor', partner: 'Dr. Example' }
  await made(mark(unit, [second!], said, driver.ask))
  for (const ask of [owner, dispatcher.ask]) {
    const [seen, hidden] = await entriesOf(unit, ask)
    assert.deepEqual([seen?.hidden, hidden?.hidden, hidden?.purpose, hidden?.partner], [false, true, null, null])
    assert.deepEqual([hidden?.km, hidden?.from, hidden?.may_change], [second?.km, second?.from, false])
    assertRefused(await mark(unit, [second!], { kind: 'business' }, ask), 403, 'FORBIDDEN')
    const changes = await made(ask('GET', `/units/${unit.id}/logbook/changes?month=${month}`))
    assert.ok(!JSON.stringify(changes).includes('Doctor'), JSON.stringify(changes))
    const report = await ask(
      'GET',
      `/report?kind=logbook&unit_ids=${unit.id}&from=${routeStart}&to=${routeStart + 86_400}`,
    )
    assert.ok(!report.text.includes('Doctor') && report.text.includes('Private'), report.text)
  }
  const audit = await owner('GET', '/audit')
  assert.ok(audit.text.includes('logbook.mark') && !audit.text.includes('Doctor'), audit.text)
  const [, own] = await entriesOf(unit, driver.ask)
  assert.deepEqual([own?.hidden, own?.purpose, own?.may_change], [false, 'Doctor', true])
  // The kind at that time stays: nobody opens the past by changing the settings.
  await made(owner('PUT', `/units/${unit.id}/logbook`, { on: true, tz: 'UTC', other_kind: 'business' }))
  assert.equal((await entriesOf(unit))[1]?.hidden, true)
  assertRefused(await owner('PUT', `/units/${unit.id}/logbook`, usual), 400, 'FAILED_VALIDATION from')
  // A driver changes no trip of somebody else.
  const other = await aPersonOf(api, owner, 'driver', { unit_ids: [unit.id] })
  const [first] = await entriesOf(unit)
  assertRefused(await mark(unit, [first!], { kind: 'private' }, other.ask), 403, 'FORBIDDEN')
  await made(mark(unit, [second!], { kind: 'business' }, driver.ask))
  assert.equal((await entriesOf(unit))[1]?.hidden, false)
})

test('a private trip that belongs to nobody can only be changed by an owner; a keeper owns it', async () => {
  const unit = await aBook({ other_kind: 'private' })
  const dispatcher = await aPersonOf(api, owner, 'dispatcher')
  const [one, two] = await entriesOf(unit)
  assert.deepEqual([one?.hidden, one?.may_change], [true, true])
  assertRefused(await mark(unit, [one!], { kind: 'business' }, dispatcher.ask), 403, 'FORBIDDEN')
  await made(mark(unit, [one!], { kind: 'business' }))
  assert.deepEqual(
    (await entriesOf(unit)).map(({ hidden }) => hidden),
    [false, true],
  )
  const kept = await aBook({ other_kind: 'private', keeper_id: dispatcher.id })
  assert.ok((await entriesOf(kept)).every(({ hidden, may_change }) => hidden && !may_change))
  assert.ok((await entriesOf(kept, dispatcher.ask)).every(({ hidden, may_change }) => !hidden && may_change))
  assertRefused(await mark(kept, [two!], { kind: 'business' }), 404, 'NOT_FOUND')
})

test('neither edits nor late data change a closed month; late data is noted separately', async () => {
  const messages = day()
  const late = messages.filter(({ timestamp }) => Number(timestamp) - routeStart >= 3_000)
  const unit = await aBook({}, messages.slice(0, messages.length - late.length))
  const close = () => owner('POST', `/units/${unit.id}/logbook/closed-months`, { month })
  const closed = await made(close())
  assert.equal(closed.entries.length, 1)
  assert.equal(closed.closed_by, account.user.name)
  assertRefused(await close(), 409, 'CONFLICT')
  assertRefused(await mark(unit, closed.entries, { kind: 'private' }), 409, 'CONFLICT')
  await take(unit, late)
  const again = await bookOf(unit)
  assert.deepEqual([again.entries, again.totals, again.closed_at], [closed.entries, closed.totals, closed.closed_at])
  assert.deepEqual(
    again.notes.map(({ kind, from }: { kind: string; from: number }) => [kind, from - routeStart]),
    [['added', 3600]],
  )
  const current = (await made(owner('GET', `/units/${unit.id}/logbook`))).month
  assertRefused(await owner('POST', `/units/${unit.id}/logbook/closed-months`, { month: current }), 409, 'CONFLICT')
  // The file has what was closed.
  const report = await made(
    owner('GET', `/report?kind=logbook&unit_ids=${unit.id}&from=${closed.from}&to=${closed.to}&tz=UTC`),
  )
  assert.equal(report.total.rows, 1)
  // The PDF shows that it is closed, and by whom.
  const paper = async (path: string, lang = 'en') => {
    const { bytes } = await owner('GET', `${path}&tz=UTC&format=pdf&lang=${lang}`)
    return (await extractText(new Uint8Array(bytes), { mergePages: true })).text
  }
  const asked = `/report?kind=logbook&unit_ids=${unit.id}&from=${closed.from}&to=${closed.to}`
  const text = await paper(asked)
  assert.ok(text.includes(`${month} closed on `) && text.includes(` by ${account.user.name}`), text)
  assert.ok(text.includes(closed.entries[0].km.toFixed(2)), text)
  assert.match(await paper(asked, 'de'), /2026-02 abgeschlossen am \d\d\.\d\d\.\d{4}/)
  const open = await aBook()
  const opened = await bookOf(open)
  const other = `/report?kind=logbook&unit_ids=${open.id}&from=${opened.from}&to=${opened.to}`
  assert.match(await paper(other), /No month of this logbook is closed yet/)
})

test('page and files have the same numbers', async () => {
  const unit = await aBook()
  const [one] = await entriesOf(unit)
  await made(mark(unit, [one!], { kind: 'private' }))
  const { entries, totals, from, to } = await bookOf(unit)
  const asked = `/report?kind=logbook&unit_ids=${unit.id}&from=${from}&to=${to}&tz=UTC`
  const { columns, lines, total } = await made(owner('GET', asked))
  const at = (key: string) => columns.findIndex((column: { key: string }) => column.key === key)
  assert.deepEqual(
    lines.map(({ cells }: { cells: unknown[] }) => cells[at('distance')]),
    entries.map(({ km }: Entry) => km),
  )
  assert.deepEqual(
    ['distance', 'business', 'private'].map((key) => total.cells[at(key)]),
    [totals.all, totals.business, totals.private],
  )
  const csv = (await owner('GET', `${asked}&format=csv`)).text
  for (const { km } of entries as Entry[]) assert.ok(csv.includes(String(km)), csv)
  for (const format of ['pdf', 'xlsx']) assert.equal((await owner('GET', `${asked}&format=${format}`)).status, 200)
})

const book = async (unit: { id: number }) => {
  const { entries, totals } = await bookOf(unit)
  const stretches = await api.ctx.db
    .selectFrom('privateStretches')
    .select(['t0', 't1', 'keeperId'])
    .where('unitId', '=', unit.id)
    .orderBy('t0')
    .execute()
  return { totals, stretches, entries: entries.map(({ trip_id: _, ...entry }: Entry) => entry) }
}

test('a report by driver has closed trips of drivers who were deleted or have lost the unit since', async () => {
  const [unit, other] = [await aBook(), await aBook()]
  const [anna, bert] = [
    await made(owner('POST', '/drivers', { name: 'Anna' })),
    await made(owner('POST', '/drivers', { name: 'Bert' })),
  ]
  const assign = (driver: { id: string }, to: { id: number }) =>
    made(owner('POST', '/driver-assignments', { driver_id: driver.id, unit_id: to.id, from: routeStart }))
  await assign(anna, unit)
  const { id: assignment } = await assign(bert, other)
  for (const { id } of [unit, other]) await made(owner('POST', `/units/${id}/logbook/closed-months`, { month }))
  await owner('DELETE', `/drivers/${anna.id}`)
  await owner('DELETE', `/driver-assignments/${assignment}`)
  const span = `from=${routeStart}&to=${routeStart + 86_400}&tz=UTC`
  const report = async (by: string) =>
    made(owner('GET', `/report?kind=logbook&by=${by}&unit_ids=${unit.id},${other.id}&${span}`))
  const [byDriver, whole] = [await report('driver'), await report('none')]
  assert.deepEqual(byDriver.total.cells, whole.total.cells)
  assert.deepEqual(
    byDriver.lines.flatMap(({ level, label, rows }: { level: string; label: string; rows: number }) =>
      level === 'subtotal' ? [[label, rows]] : [],
    ),
    [
      ['Bert', 2],
      ['Anna', 2],
    ],
  )
  // Of a driver who had another name in an earlier month, the last one counts.
  await sql`
    insert into logbook_months (id, account_id, unit_id, month, zone, t0, t1, closed_at, closed_by_name, entries)
    select gen_random_uuid(), account_id, unit_id, '2026-01', zone, t0 - 1, t0, closed_at, closed_by_name,
      replace(entries::text, 'Anna', 'Ann B.')::jsonb
    from logbook_months where unit_id = ${unit.id}`.execute(api.ctx.db)
  const { text } = await owner(
    'GET',
    `/report?kind=logbook&by=driver&unit_ids=${unit.id}&from=${routeStart - 40 * 86_400}&to=${routeStart + 86_400}&tz=UTC`,
  )
  assert.match(text, /"label":"Anna"/)
  assert.doesNotMatch(text, /"label":"Ann B\."/)
})

test('in any order of messages an open month ends as in the ordered run, and a closed one stays', async () => {
  const leg: fc.Arbitrary<Leg> = fc.record({
    seconds: fc.integer({ min: 1, max: 40 }).map((n) => n * 60),
    kmh: fc.constantFrom(0, 0, 40, 90),
    ignition: fc.constantFrom(true, true, false, undefined),
    silent: fc.constantFrom(false, false, true),
  })
  const hours = { kind: 'business', weekdays: [3], start: '06:00', end: '08:00' }
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 4, maxLength: 12 }),
      fc.infiniteStream(fc.nat({ max: 1_000_000 })),
      fc.integer({ min: 1, max: 5 }),
      async (legs, keys, parts) => {
        const key = () => keys.next().value as number
        const messages = drive(legs, { every: 30 })
        if (messages.length === 0) return
        const shuffled = messages.map((message) => ({ message, key: key() })).sort((a, b) => a.key - b.key)
        const pieces = Array.from({ length: parts }, (_, at) =>
          shuffled.filter((_one, index) => index % parts === at).map(({ message }) => message),
        )
        const settings = { other_kind: 'private', hours }
        const ordered = await aBook(settings, messages)
        const other = await aBook(settings, [])
        const locked = await aBook(settings, [])
        let then: { closed_at: number | null; entries: Entry[]; totals: object } | undefined
        for (const [index, piece] of pieces.entries()) {
          if (piece.length === 0) continue
          await take(other, piece)
          await take(locked, piece)
          if (index === 0) await owner('POST', `/units/${locked.id}/logbook/closed-months`, { month })
          if (index === 0) then = await bookOf(locked)
        }
        assert.deepEqual(await book(other), await book(ordered))
        if (!then || then.closed_at === null) return
        const now = await bookOf(locked)
        assert.deepEqual([now.entries, now.totals], [then.entries, then.totals])
        // Everything is in the notes, and nothing else.
        const open = await bookOf(ordered)
        const changed = now.notes.length > 0
        const kms = (all: Entry[]) => all.map(({ from, km }) => `${from} ${km}`).join()
        if (kms(open.entries) !== kms(now.entries)) assert.ok(changed)
      },
    ),
    { numRuns: 6 },
  )
})

test('a month is closed with all of its trips, even if the next one was closed by the clock of another zone', async () => {
  const unit = await aBook({ tz: 'Europe/Berlin' })
  api.ctx.clock.set(new Date('2026-04-02T12:00:00Z'))
  const later = askAs(api, await logIn(api, account.user.name))
  const close = (which: string) => later('POST', `/units/${unit.id}/logbook/closed-months`, { month: which })
  const next = await made(close('2026-03'))
  await made(later('PUT', `/units/${unit.id}/logbook`, { on: true, tz: 'America/New_York', other_kind: 'business' }))
  const open = await bookOf(unit, later)
  const closed = await made(close(month))
  assert.deepEqual([open.entries.length, closed.entries.length], [2, 2])
  assert.deepEqual([closed.from, closed.to], [open.from, next.from])
})

test('a trip between a month and the next one in another zone is in the next one', async () => {
  const start = Date.UTC(2026, 1, 28, 23, 10) / 1000
  const legs = [0, 60, 0].map((kmh) => ({ seconds: 1200, kmh, ignition: kmh > 0 }))
  const later = askAs(api, await logIn(api, account.user.name))
  const unit = await aUnit(dealer, account.id)
  await made(later('PUT', `/units/${unit.id}/logbook`, { ...usual, tz: 'Europe/Berlin' }))
  await take(unit, drive(legs, { start }))
  const close = (which: string) => later('POST', `/units/${unit.id}/logbook/closed-months`, { month: which })
  const closed = await made(close(month))
  await made(later('PUT', `/units/${unit.id}/logbook`, { on: true, tz: 'America/New_York', other_kind: 'business' }))
  const open = await made(later('GET', `/units/${unit.id}/logbook?month=2026-03`))
  const next = await made(close('2026-03'))
  assert.deepEqual([closed.entries.length, open.entries.length, next.entries.length], [0, 1, 1])
  assert.deepEqual([open.from, next.from], [closed.to, closed.to])
})
