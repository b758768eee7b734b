import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { day, drive, routeStart } from '#testing/routes.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { computeTrips } from './compute.ts'

const api = await openApi()
const { ctx } = api
const dealer = await api.dealer('provider')
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const plan = await aPlan(dealer, {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  quotas: { unit: 20, geofence: 5, unit_storage: 10240 },
  modules: modulesOf(fleetApp).map(({ name }) => name),
})

async function aFleet() {
  const account = await anActivatedAccount(api, dealer, plan.id)
  return { account, ask: await askFor(api, dealer, account.user) }
}

async function aUnitOnItsWay(accountId: number, days = 1, tell: (message: Message) => Message = (one) => one) {
  const unit = await aUnit(dealer, accountId, { name: 'Van & Co' })
  const writer = startWriter(ctx)
  const { id, ident, name } = unit
  for (let index = 0; index < days; index++) {
    await writer.append({
      unit: { id, ident, name, deviceTypeId: 101, protocolId: 1 },
      messages: day(index).map(tell),
      frame: Buffer.from('frame'),
      peer: '192.0.2.1:4000',
    })
  }
  await writer.close()
  return unit.id as number
}

interface Shown {
  readonly kind: 'trip' | 'stop' | 'gap'
  readonly from: number
  readonly to: number
  readonly open: boolean
  readonly idle_seconds: number
}

let ask: Client['ask']
let units: number[]
/** The one that reported for a day only. */
let single: number
let outsider: { ask: Client['ask']; unit: number }
const span = `from=${routeStart}&to=${routeStart + 86_400}`
before(async () => {
  const fleet = await aFleet()
  ask = fleet.ask
  single = await aUnitOnItsWay(fleet.account.id)
  units = [await aUnitOnItsWay(fleet.account.id, 3), single].sort((a, b) => a - b)
  const other = await aFleet()
  outsider = { ask: other.ask, unit: await aUnitOnItsWay(other.account.id) }
  await computeTrips(acting)
})

suite('the timeline of a unit', () => {
  test('has trips and stops with their reasons, a line and a graph', async () => {
    const { status, body, text } = await ask('GET', `/units/${single}/timeline?${span}&points=50`)
    assert.equal(status, 200, text)
    assert.deepEqual(
      body.trips.map(({ kind }: { kind: string }) => kind),
      ['stop', 'trip', 'stop', 'trip', 'stop'],
    )
    const trip = body.trips[1]
    assert.deepEqual(trip.began, {
      rule: 'ignition_on',
      seconds: null,
      message_at: routeStart + 630,
      why: 'The ignition was switched on, and the unit left its place.',
    })
    assert.equal(trip.ended.rule, 'ignition_off')
    assert.deepEqual([trip.from, trip.to, trip.duration], [routeStart + 600, routeStart + 1800, 1200])
    assert.ok(Math.abs(trip.distance - 20_000) < 100, trip.distance)
    assert.deepEqual([trip.max_speed, Math.round(trip.average_speed), trip.quality], [60, 61, 100])
    assert.deepEqual([trip.open, trip.revised_at], [false, null])
    assert.ok(body.track.length >= 2 && body.track.length <= 50)
    assert.equal(body.track[0][0], routeStart)
    assert.equal(Math.max(...body.series['position.speed'].map(([, value]: number[]) => value)), 60)
  })

  test('shows only the requested parts and parameters', async () => {
    const { body } = await ask(
      'GET',
      `/units/${single}/timeline?from=${routeStart + 700}&to=${routeStart + 900}&series=engine.ignition.status,fuel.level`,
    )
    assert.equal(body.trips.length, 1)
    assert.deepEqual(Object.keys(body.series), ['engine.ignition.status', 'fuel.level'])
    assert.deepEqual(body.series['engine.ignition.status'][0], [routeStart + 700, 1])
    assert.deepEqual(body.series['fuel.level'], [])
  })

  const wrong = [
    ['', 'from', 'to'],
    [`from=${routeStart}&to=${routeStart}`, 'from'],
    [`from=${routeStart}&to=${routeStart + 32 * 86_400}`, 'to'],
    [`from=${routeStart * 1000}&to=${routeStart * 1000 + 1}`, 'from', 'to'],
    [`${span}&points=1`, 'points'],
    [`${span}&series=Drop Table`, 'series'],
    [`${span}&series=a,b,c,d,e,f,g,h,i`, 'series'],
    [`${span}&more=1`, 'more'],
  ] as const
  for (const [query, ...fields] of wrong) {
    test(`refuses ${query || 'no time'}`, async () => {
      const answer = await ask('GET', `/units/${single}/timeline?${query}`)
      assertRefused(answer, 400, ...fields.map((field) => `INVALID_QUERY ${field}`))
    })
  }
})

suite('trips', () => {
  test('of all units come unit by unit, in order of time', async () => {
    const { body } = await ask('GET', `/trips?${span}`)
    const order = body.map(({ unit_id, from }: { unit_id: number; from: number }) => [unit_id, from])
    assert.deepEqual(
      order,
      order.toSorted(([a, s]: number[], [b, t]: number[]) => a! - b! || s! - t!),
    )
    assert.deepEqual([...new Set(order.map(([id]: number[]) => id))], units)
    const one = await ask('GET', `/trips/${body[0].id}`)
    assert.deepEqual(one.body, body[0])
  })

  test('can be filtered by kind, unit and group', async () => {
    const { body: group } = await ask('POST', '/groups', { name: 'One', unit_ids: [single] })
    const asked = async (query: string) => (await ask('GET', `/trips?${span}&${query}`)).body
    assert.deepEqual(
      (await asked('kind=trip')).map(({ kind }: { kind: string }) => kind),
      ['trip', 'trip', 'trip', 'trip'],
    )
    for (const query of [`unit_ids=${single}`, `group_id=${group.id}`]) {
      const ids = (await asked(query)).map(({ unit_id }: { unit_id: number }) => unit_id)
      assert.deepEqual([...new Set(ids)], [single])
    }
  })

  test('of other clients are absent', async () => {
    assertRefused(await ask('GET', `/trips?${span}&unit_ids=${outsider.unit}`), 404, 'NOT_FOUND')
    assertRefused(await ask('GET', `/units/${outsider.unit}/timeline?${span}`), 404, 'NOT_FOUND')
    assertRefused(await ask('GET', `/units/${outsider.unit}/track?${span}&format=gpx`), 404, 'NOT_FOUND')
    const [foreign] = (await outsider.ask('GET', `/trips?${span}`)).body
    const nobody = '019a0000-0000-7000-8000-0000000000ff'
    const answers = [await ask('GET', `/trips/${foreign.id}`), await ask('GET', `/trips/${nobody}`)]
    for (const answer of answers) assertRefused(answer, 404, 'NOT_FOUND')
    assertRefused(await ask('GET', `/trips?${span}&group_id=${nobody}`), 404, 'NOT_FOUND')
    assertRefused(await ask('GET', `/statistics?${span}&unit_ids=${outsider.unit}`), 404, 'NOT_FOUND')
  })
})

suite('a day of many units', () => {
  const midnight = routeStart - (routeStart % 86_400)
  const span = `from=${midnight}&to=${midnight + 86_400}`

  test('has the figures of the statistics, and the trips in one word each', async () => {
    const days = (await ask('GET', `/days?${span}`)).body
    assert.deepEqual(
      days.map(({ unit_id }: { unit_id: number }) => unit_id),
      units,
    )
    const figures = (await ask('GET', `/statistics?${span}`)).body.units
    const words = { trip: 'driving', gap: 'silent', stop: 'stopped' } as const
    for (const [index, { unit_id, parts, ...sums }] of days.entries()) {
      assert.deepEqual(sums, figures[index].total)
      const trips = (await ask('GET', `/trips?${span}&unit_ids=${unit_id}`)).body
      const shown = trips.map(({ kind, from, to, open, idle_seconds }: Shown) => ({
        activity: kind === 'stop' && idle_seconds > (to - from) / 2 ? 'idling' : words[kind],
        ...{ from, to, open },
      }))
      assert.ok(shown.length > 1)
      assert.deepEqual(parts, shown)
    }
  })

  test('is refused for a unit of another client, and for more days than two', async () => {
    assertRefused(await ask('GET', `/days?${span}&unit_ids=${outsider.unit}`), 404, 'NOT_FOUND')
    const week = `from=${routeStart}&to=${routeStart + 7 * 86_400}`
    assertRefused(await ask('GET', `/days?${week}`), 400, 'INVALID_QUERY to')
  })
})

suite('standing units', () => {
  test('are listed with the beginning of their last stop, for their own client', async () => {
    const { body } = await ask('GET', '/standing')
    const known = (await ask('GET', `/trips?from=${routeStart}&to=${routeStart + 5 * 86_400}`)).body
    const lastStops = units.map((unit) => {
      const last = known.findLast(({ unit_id }: { unit_id: number }) => unit_id === unit)
      assert.deepEqual([last.kind, last.open], ['stop', true])
      return { unit_id: unit, since: last.from }
    })
    assert.deepEqual(body, lastStops)
    const others = (await outsider.ask('GET', '/standing')).body
    assert.deepEqual(
      others.map(({ unit_id }: { unit_id: number }) => unit_id),
      [outsider.unit],
    )
  })

  test('are left out once they drive', async () => {
    const fleet = await aFleet()
    const unit = await aUnitOnItsWay(fleet.account.id)
    await computeTrips(acting)
    assert.equal((await fleet.ask('GET', '/standing')).body.length, 1)
    const writer = startWriter(ctx)
    await writer.append({
      unit: { id: unit, ident: String(unit), name: 'Van', deviceTypeId: 101, protocolId: 1 },
      messages: drive([{ seconds: 900, kmh: 60, ignition: true }], { start: routeStart + 86_400 }),
      frame: Buffer.from('frame'),
      peer: '192.0.2.1:4000',
    })
    await writer.close()
    await computeTrips(acting)
    assert.deepEqual((await fleet.ask('GET', '/standing')).body, [])
  })
})

suite('statistics', () => {
  test('add up by day and month, unit and all', async () => {
    const query = `from=${routeStart}&to=${routeStart + 3 * 86_400}&tz=Europe/Berlin`
    const { body, status, text } = await ask('GET', `/statistics?${query}`)
    assert.equal(status, 200, text)
    assert.deepEqual([body.tz, body.by, body.periods[0].date], ['Europe/Berlin', 'day', '2026-02-25'])
    assert.equal(body.total.trips, 8)
    assert.ok(Math.abs(body.total.distance - 4 * 35_000) < 500, body.total.distance)
    const one = body.units.find(({ unit_id }: { unit_id: number }) => unit_id === single)
    assert.equal(one.periods.length, body.periods.length)
    const month = (await ask('GET', `/statistics?${query}&by=month`)).body
    assert.equal(month.periods.length, 1)
    assert.deepEqual([month.total.trips, month.total.max_speed], [8, 60])
    assert.ok(Math.abs(month.total.distance - body.total.distance) < 1)
    const week = (await ask('GET', `/statistics?${query}&by=week&unit_ids=${single}`)).body
    assert.equal(week.periods[0].date, '2026-02-23')
  })

  test('of more units than are read at once include all, each once', async () => {
    const fleet = await aFleet()
    const none = await fleet.ask('GET', `/statistics?${span}`)
    assert.deepEqual([none.body.units, none.body.total.trips], [[], 0])
    const ids = [await aUnitOnItsWay(fleet.account.id)]
    for (let count = 0; count < 11; count++) ids.push((await aUnit(dealer, fleet.account.id)).id)
    ids.push(await aUnitOnItsWay(fleet.account.id))
    await computeTrips(acting)
    const { body } = await fleet.ask('GET', `/statistics?${span}`)
    type Unit = { unit_id: number; total: { trips: number } }
    assert.deepEqual(
      body.units.map(({ unit_id, total }: Unit) => [unit_id, total.trips]),
      ids.sort((a, b) => a - b).map((id) => [id, body.units.find((unit: Unit) => unit.unit_id === id).total.trips]),
    )
    const [one] = body.units.filter(({ total }: Unit) => total.trips > 0)
    assert.deepEqual([body.total.trips, body.periods[0].trips], [2 * one.total.trips, 2 * one.periods[0].trips])
    assert.equal(body.total.distance, 2 * one.total.distance)
  })

  test('refuse an unknown zone', async () => {
    assertRefused(await ask('GET', `/statistics?${span}&tz=Mars/Olympus`), 400, 'INVALID_QUERY tz')
  })
})

suite('fuel', () => {
  test('of a unit that reports none is not invented', async () => {
    const { status, body, text } = await ask('GET', `/units/${single}/fuel?${span}`)
    assert.equal(status, 200, text)
    assert.deepEqual([body.parameter, body.level, body.events, body.consumed], [null, [], [], null])
    assert.ok(Math.abs(body.distance - 35_000) < 200)
  })

  test('is filled at a stop, and burnt on the way', async () => {
    const { account, ask: own } = await aFleet()
    // A litre in 5 km; 40 litres at the second stop.
    const unit = await aUnitOnItsWay(account.id, 1, ({ timestamp, ...rest }) => {
      const after = (timestamp as number) - routeStart
      const driven = Math.min(20, Math.max(0, (after - 600) / 60)) + Math.min(15, Math.max(0, (after - 3600) / 80))
      return { timestamp: timestamp as number, ...rest, 'fuel.volume': 30 - driven / 5 + (after > 2400 ? 40 : 0) }
    })
    await computeTrips(acting)
    const { body, text } = await own('GET', `/units/${unit}/fuel?${span}`)
    assert.deepEqual([body.parameter, body.unit, body.events.length], ['fuel.volume', 'l', 1], text)
    const [filling] = body.events
    assert.deepEqual([filling.kind, Math.round(filling.amount), filling.at], ['filling', 40, routeStart + 2410])
    assert.equal((await own('GET', `/trips/${filling.stop_id}`)).body.kind, 'stop')
    assert.ok(Math.abs(body.consumed.amount - 7) < 0.5, text)
    assert.ok(Math.abs(body.consumed.per_100_km - 20) < 1.5, text)
    assert.equal(body.consumed.counted, false)
  })
})

suite('files', () => {
  const types: Record<string, RegExp> = {
    gpx: /^application\/gpx\+xml/,
    kml: /^application\/vnd\.google-earth\.kml\+xml/,
    geojson: /^application\/geo\+json/,
    csv: /^text\/csv/,
  }
  for (const [format, type] of Object.entries(types)) {
    test(`${format} is downloaded, and names its zone`, async () => {
      const answer = await ask('GET', `/units/${single}/track?${span}&format=${format}&tz=America/New_York`)
      assert.equal(answer.status, 200, answer.text)
      assert.match(answer.headers['content-type'] ?? '', type)
      assert.match(
        answer.headers['content-disposition'] ?? '',
        new RegExp(`^attachment; filename="unit-${single}-2026-02-25\\.${format}"$`),
      )
      assert.match(answer.text, /America\/New_York/)
      assert.match(answer.text, /-05:00/)
      if (format === 'geojson') assert.equal(JSON.parse(answer.text).features.length, 5)
      if (format === 'csv') assert.equal(answer.text.trim().split('\r\n').length, day().length + 1)
      if (format === 'gpx') assert.equal(answer.text.match(/<trkpt /g)?.length, 2 * 121)
    })
  }

  test('its name has the day that begins in its zone', async () => {
    const from = Date.UTC(2026, 1, 24, 11) / 1000
    const query = `from=${from}&to=${from + 86_400}&format=csv&tz=Pacific/Auckland`
    const { headers } = await ask('GET', `/units/${single}/track?${query}`)
    assert.match(headers['content-disposition'] ?? '', /-2026-02-25\.csv"$/)
  })

  test('do not exist in other formats', async () => {
    assertRefused(await ask('GET', `/units/${single}/track?${span}&format=exe`), 400, 'INVALID_QUERY format')
  })
})

test('a parameter over time has every value in its pieces, and nothing of others', async () => {
  const { body } = await ask('GET', `/units/${single}/parameter?name=position.speed&${span}`)
  const sent = day(0).flatMap((message) => {
    const [t, value] = [message.timestamp as number, message['position.speed']]
    return typeof value === 'number' && t >= routeStart && t < routeStart + 86_400 ? [value] : []
  })
  const pieces = body.values as { at: number; min: number; max: number; average: number; count: number }[]
  assert.ok(pieces.length > 10 && pieces.length <= 300 && sent.length > pieces.length)
  assert.equal(
    pieces.reduce((sum, { count }) => sum + count, 0),
    sent.length,
  )
  assert.deepEqual(
    [Math.min(...pieces.map(({ min }) => min)), Math.max(...pieces.map(({ max }) => max))],
    [Math.min(...sent), Math.max(...sent)],
  )
  assert.ok(pieces.every(({ at, min, average, max }) => min <= average && average <= max && at >= routeStart))
  const none = await ask('GET', `/units/${single}/parameter?name=no.such&${span}`)
  assert.deepEqual(none.body.values, [])
  assertRefused(await outsider.ask('GET', `/units/${single}/parameter?name=position.speed&${span}`), 404, 'NOT_FOUND')
})
