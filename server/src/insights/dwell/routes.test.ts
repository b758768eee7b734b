/** How long assets were where, from reports of gateways in any order. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { randomFrom } from '#entry/simulation/random.ts'
import { tagsApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { aSensor, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aTagsClient, type HeardNow, hear, type TagsClient } from '#testing/people/tags.ts'
import { computeVisits } from '../geofences/compute.ts'
import { computeStays } from './compute.ts'

const api = await openApi()
const dealer = await api.dealer()
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const daySeconds = 86_400
/** A midnight in UTC. */
const day = Math.floor(api.ctx.clock.now().getTime() / 1000 / daySeconds) * daySeconds
const hour = 3600
const setClock = (t: number) => api.ctx.clock.set(new Date(t * 1000))
/** After everything that is reported: data from the future is not accepted. */
const now = day + 3 * daySeconds
setClock(now)

const aGateway = ({ account }: TagsClient, name: string) => aUnit(dealer, account, { app_id: tagsApp, name })
let counter = 0
async function anAsset(client: TagsClient, name: string, category: string | null = null) {
  const ident = `feed${String(++counter).padStart(4, '0')}`
  const sensor = await aSensor(dealer, client.account, { ident })
  // From then on it carries the sensor.
  setClock(day - 3 * daySeconds)
  const asset = (await client.ask('POST', '/assets', { name, category, sensor_id: sensor.id })).body
  setClock(now)
  return { ident, sensor: sensor.id as number, id: asset.id as number }
}

/** Detected every minute, both ends included. */
const minutes = (from: number, to: number, tags: Record<string, number>, more: object = {}): HeardNow[] =>
  Array.from({ length: Math.floor((to - from) / 60) + 1 }, (_, index) => ({ at: from + index * 60, tags, ...more }))

interface Row {
  readonly of: { readonly name: string | null }
  readonly at: { readonly name: string | null }
  readonly seconds: number
  readonly stays: number
  readonly by_day: readonly number[]
}
async function report(client: TagsClient, query = '', from = day - daySeconds, to = day + daySeconds) {
  await computeStays(acting)
  const answer = await client.ask('GET', `/dwell-report?from=${from}&to=${to}${query && `&${query}`}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const rowsOf = ({ rows }: { rows: readonly Row[] }) => rows.map(({ of, at, by_day }) => [of.name, at.name, ...by_day])

const client = await aTagsClient(api, dealer)
const bare = await aTagsClient(api, dealer, ['report'])
const other = await aTagsClient(api, dealer)
const { id: label } = (await other.ask('POST', '/labels', { name: 'Theirs' })).body
const foreign = await anAsset(other, 'Theirs')

test('time at gateways is split by day, even over midnight, and by category, label, room, floor and building', async () => {
  const client = await aTagsClient(api, dealer)
  const [north, south] = [await aGateway(client, 'North'), await aGateway(client, 'South')]
  const [jack, guard] = [await anAsset(client, 'Jack', 'equipment'), await anAsset(client, 'Guard', 'person')]
  await hear(api, dealer, north, ...minutes(day - hour, day + 2 * hour, { [jack.ident]: -60 }))
  await hear(api, dealer, south, ...minutes(day + hour, day + 3 * hour, { [guard.ident]: -60 }))
  // From here on the other gateway has a much stronger signal.
  await hear(api, dealer, south, ...minutes(day + 2 * hour + 60, day + 4 * hour, { [jack.ident]: -40 }))
  const byAsset = await report(client)
  assert.deepEqual(byAsset.days, [
    { date: new Date((day - daySeconds) * 1000).toISOString().slice(0, 10), from: day - daySeconds, to: day },
    { date: new Date(day * 1000).toISOString().slice(0, 10), from: day, to: day + daySeconds },
  ])
  assert.deepEqual(rowsOf(byAsset), [
    ['Guard', 'South', 0, 2 * hour],
    ['Jack', 'North', hour, 2 * hour + 60],
    ['Jack', 'South', 0, 2 * hour - 60],
  ])
  assert.deepEqual(
    byAsset.rows.map(({ stays }: Row) => stays),
    [1, 1, 1],
  )
  const { id: label } = (await client.ask('POST', '/labels', { name: 'Rented', unit_ids: [jack.id] })).body
  assert.deepEqual(rowsOf(await report(client, 'of=label')), [
    ['Rented', 'North', hour, 2 * hour + 60],
    ['Rented', 'South', 0, 2 * hour - 60],
    [null, 'South', 0, 2 * hour],
  ])
  const onlyRented = await report(client, `of=category&label_id=${label}`)
  assert.deepEqual(
    rowsOf(onlyRented).map(([name]) => name),
    ['equipment', 'equipment'],
  )
  assert.deepEqual(rowsOf(await report(client, 'category=person')), [['Guard', 'South', 0, 2 * hour]])

  const building = (await client.ask('POST', '/buildings', { name: 'Hall 2' })).body
  const floor = (await client.ask('POST', `/buildings/${building.id}/floors`, { name: 'Ground' })).body
  await client.ask('PUT', `/gateways/${north.id}/spot`, { floor_id: floor.id, x: 0, y: 0, room: 'Packing' })
  assert.deepEqual(rowsOf(await report(client, 'at=room')), [['Jack', 'Packing, Ground, Hall 2', hour, 2 * hour + 60]])
  await client.ask('PUT', `/gateways/${south.id}/spot`, { floor_id: floor.id, x: 1, y: 1 })
  assert.deepEqual(rowsOf(await report(client, 'at=floor&of=category')), [
    ['equipment', 'Ground, Hall 2', hour, 4 * hour],
    ['person', 'Ground, Hall 2', 0, 2 * hour],
  ])
  assert.deepEqual(rowsOf(await report(client, 'at=building')).at(-1), ['Jack', 'Hall 2', hour, 4 * hour])
  // Another zone has other midnights.
  const there = await report(client, 'tz=Etc/GMT-1', day - hour, day + 5 * hour)
  assert.deepEqual(rowsOf(there).slice(1, 2), [['Jack', 'North', 3 * hour + 60]])
})

test('late, shuffled and duplicate detections give the report of the ordered run', async () => {
  const clients = [await aTagsClient(api, dealer), await aTagsClient(api, dealer)]
  const random = randomFrom('late')
  const told: { gateway: number; heard: HeardNow }[] = []
  for (let at = day; at < day + 30 * hour; at += 20 + Math.floor(random() * 60)) {
    if (random() < 0.01) at += 2 * hour
    const here = Math.floor(at / (hour / 3)) % 3
    for (const gateway of [0, 1, 2]) {
      if (random() < 0.4) continue
      // If two detect it at once the id decides, and ids are random.
      told.push({
        gateway,
        heard: { at: at + gateway, tags: { x: (gateway === here ? -50 : -75) - Math.floor(random() * 12) } },
      })
    }
  }
  const shuffled = [...told, ...told.slice(50, 120)]
    .map((one) => ({ one, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one)
  const results: unknown[] = []
  for (const [index, client] of clients.entries()) {
    const gateways = [await aGateway(client, 'One'), await aGateway(client, 'Two'), await aGateway(client, 'Three')]
    const { ident, id } = await anAsset(client, 'Jack')
    const all = index === 0 ? told : shuffled
    // Computed in between, so that late data has something to correct.
    for (let first = 0; first < all.length; first += 400) {
      const part = Map.groupBy(all.slice(first, first + 400), ({ gateway }) => gateway)
      for (const [gateway, own] of part) {
        const heard = own.map(({ heard: one }) => ({ ...one, tags: { [ident]: one.tags.x! } }))
        await hear(api, dealer, gateways[gateway]!, ...heard)
      }
      await computeStays(acting)
    }
    const stays = (await client.ask('GET', `/assets/${id}/stays?from=${day}&to=${day + 2 * daySeconds}`)).body
    results.push([
      rowsOf(await report(client, '', day, day + 2 * daySeconds)),
      stays.map(({ gateway, from, to, open }: Record<string, unknown>) => [gateway, from, to, open]),
    ])
    assert.ok(stays.length > 20, String(stays.length))
    assert.deepEqual(
      stays.map(({ open }: { open: boolean }) => open),
      stays.map((_: unknown, at: number) => at === stays.length - 1),
    )
  }
  assert.deepEqual(results[1], results[0])
})

test('an asset has the time of the sensor that it carried, while it carried it', async () => {
  const client = await aTagsClient(api, dealer)
  const north = await aGateway(client, 'North')
  const [jack, lift] = [await anAsset(client, 'Jack'), await anAsset(client, 'Lift')]
  await hear(api, dealer, north, ...minutes(day, day + 2 * hour, { [jack.ident]: -60 }))
  setClock(day + hour)
  await client.ask('PATCH', `/assets/${jack.id}`, { sensor_id: null })
  setClock(day + hour + 1800)
  await client.ask('PATCH', `/assets/${lift.id}`, { sensor_id: jack.sensor })
  setClock(now)
  assert.deepEqual(rowsOf(await report(client, '', day, day + daySeconds)), [
    ['Jack', 'North', hour],
    ['Lift', 'North', 1800],
  ])
  const stays = (await client.ask('GET', `/assets/${jack.id}/stays?from=${day}&to=${day + daySeconds}`)).body
  assert.deepEqual(stays, [
    {
      ...{ sensor_id: jack.sensor, gateway_id: north.id, gateway: 'North' },
      ...{ from: day, to: day + hour, duration: hour, open: false },
    },
  ])
  // A deleted gateway is still where it was, without a name.
  await dealer.ask('DELETE', `/units/${north.id}`)
  assert.deepEqual(rowsOf(await report(client, '', day, day + daySeconds))[0], ['Jack', null, hour])
})

test('an asset is in a geofence while its gateway is: by a fixed position, or by visits', async () => {
  const client = await aTagsClient(api, dealer)
  const [fixed, van] = [await aGateway(client, 'Fixed'), await aGateway(client, 'Van')]
  await dealer.ask('PUT', `/units/${fixed.id}/place`, { latitude: 50, longitude: 10 })
  const circle = (latitude: number) => ({ type: 'circle', center: { latitude, longitude: 10 }, radius: 300 })
  for (const [name, latitude] of [
    ['Yard', 50],
    ['Site', 51],
  ] as const) {
    const made = await client.ask('POST', '/geofences', { name, shape: circle(latitude), since: day - daySeconds })
    assert.equal(made.status, 201, made.text)
  }
  const [jack, drill] = [await anAsset(client, 'Jack'), await anAsset(client, 'Drill')]
  await hear(api, dealer, fixed, ...minutes(day, day + hour, { [jack.ident]: -60 }))
  const drive = [
    ...minutes(day, day + hour, { [drill.ident]: -60 }, { position: [51, 10] }),
    ...minutes(day + hour + 60, day + 2 * hour, { [drill.ident]: -60 }, { position: [52, 10] }),
  ]
  await hear(api, dealer, van, ...drive)
  await computeVisits(acting)
  const rows = rowsOf(await report(client, 'at=geofence', day, day + daySeconds))
  assert.deepEqual(rows[1], ['Jack', 'Yard', hour])
  const [name, place, seconds] = rows[0] as [string, string, number]
  assert.deepEqual([name, place, rows.length], ['Drill', 'Site', 2])
  assert.ok(Math.abs(seconds - hour) <= 60, String(seconds))
})

test('as a file it has a line for each day, and no name becomes a formula', async () => {
  const client = await aTagsClient(api, dealer)
  const north = await aGateway(client, 'North, upstairs')
  const jack = await anAsset(client, '=1+1')
  await hear(api, dealer, north, ...minutes(day - hour, day + hour, { [jack.ident]: -60 }))
  await computeStays(acting)
  const query = `from=${day - daySeconds}&to=${day + daySeconds}&format=csv`
  const answer = await client.ask('GET', `/dwell-report?${query}`)
  const dates = [day - daySeconds, day].map((t) => new Date(t * 1000).toISOString().slice(0, 10))
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(answer.headers['content-disposition'], `attachment; filename="dwell-${dates[0]}-${dates[1]}.csv"`)
  assert.equal(
    answer.text,
    [
      'date,time_zone,asset,gateway,seconds,hours',
      `${dates[0]},UTC,'=1+1,"North, upstairs",3600,1.00`,
      `${dates[1]},UTC,'=1+1,"North, upstairs",3600,1.00`,
      '',
    ].join('\r\n'),
  )
})

suite('invalid queries are refused', () => {
  const span = `from=${day}&to=${day + daySeconds}`
  const cases: [string, TagsClient, string, number, string][] = [
    ['more than 62 days', client, `/dwell-report?from=${day}&to=${day + 63 * daySeconds}`, 400, 'INVALID_QUERY to'],
    ['an end before the beginning', client, `/dwell-report?from=${day}&to=${day}`, 400, 'INVALID_QUERY from'],
    ['a zone that there is not', client, `/dwell-report?${span}&tz=Mars/North`, 400, 'INVALID_QUERY tz'],
    ['a foreign label', client, `/dwell-report?${span}&label_id=${label}`, 404, 'NOT_FOUND'],
    ['a foreign asset', client, `/assets/${foreign.id}/stays?${span}`, 404, 'NOT_FOUND'],
    ['floors without the module', bare, `/dwell-report?${span}&at=floor`, 403, 'FORBIDDEN'],
    ['geofences without the module', bare, `/dwell-report?${span}&at=geofence`, 403, 'FORBIDDEN'],
  ]
  for (const [name, who, path, status, problem] of cases) {
    test(name, async () => assertRefused(await who.ask('GET', path), status, problem))
  }
})

test('stays live as long as the detections they were computed from', async () => {
  const { forgetSome } = await import('../projections/actions.ts')
  const { stayProjection } = await import('./compute.ts')
  const client = await aTagsClient(api, dealer)
  const north = await aGateway(client, 'North')
  const jack = await anAsset(client, 'Jack')
  await hear(api, dealer, north, ...minutes(day, day + hour, { [jack.ident]: -60 }))
  assert.equal((await report(client)).rows.length, 1)
  await api.ctx.db.deleteFrom('messageChunks').where('unitId', '=', jack.sensor).execute()
  await forgetSome(acting, stayProjection, 0)
  assert.equal((await report(client)).rows.length, 0)
})
