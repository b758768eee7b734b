/** Deleted units: gone for everyone, and restored as they were. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { readUsages } from '#billing/usage/actions.ts'
import { eraseNow } from '#customers/erasure/actions.ts'
import { follow } from '#insights/projections/follow.ts'
import { computeSensors, sensorProjection } from '#insights/sensors/compute.ts'
import { sensorJobs } from '#insights/sensors/jobs.ts'
import { tagsApp } from '#kernel/applications.ts'
import { listBelongings } from '#kernel/db/belongings.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import {
  aFleetPlan,
  aManagedAccount,
  anActivatedAccount,
  aPlan,
  aSensor,
  aTagsPlan,
  aUnit,
  fresh,
  newUnit,
  received,
} from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { tablesWith } from '#testing/checks/everywhere.ts'
import { aPlainWorld, plainRows } from '#testing/checks/plain-rows.ts'
import { urlOf } from '#testing/checks/rows.ts'
import { askFor } from '#testing/people/client.ts'
import { sweepOrphans, trimUnits } from '../messages/upkeep/upkeep.ts'
import { emptyBin } from './actions.ts'

const api = await openApi()
const { db, clock } = api.ctx
const dealer = await api.dealer('provider')
const month = 30 * 86_400
const job = { ...api.ctx, actor: { kind: 'job', id: 'units.empty-bin', address: null, requestId: null } } as const
const roomy = {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  quotas: { unit: 1000, geofence: 5, unit_storage: 10240 },
}
const account = await aManagedAccount(dealer, (await aPlan(dealer, roomy)).id)

const bin = async (query: string) => (await dealer.ask('GET', `/console/deleted-units${query}`)).body as object[]
const restore = (id: number, by = dealer) => by.ask('POST', `/console/deleted-units/${id}/restore`)
const remove = async (id: number) => assert.equal((await dealer.ask('DELETE', `/units/${id}`)).status, 200)

/** A unit with messages. */
async function aVan(accountId = account.id) {
  const unit = await aUnit(dealer, accountId)
  await received(api, unit, [
    { timestamp: seconds(clock.now()) - 60, 'position.latitude': 50, 'position.longitude': 10 },
    { timestamp: seconds(clock.now()) - 30, 'position.latitude': 50.1, 'position.longitude': 10 },
  ])
  return unit
}
const countOf = async () => (await dealer.ask('GET', '/units/count')).body.data
const messagesOf = async (id: number) => (await dealer.ask('GET', `/units/${id}/messages`)).body.data

/** Every row that goes with it, by table. */
async function rowsOf(id: number): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { table, which } of await listBelongings(db, 'units', id)) {
    const { rows } = await sql<{ row: string }>`
      select to_json(t)::text as row from ${sql.table(table)} t where ${which} order by 1`.execute(db)
    if (rows.length > 0) found[table] = rows.map(({ row }) => row)
  }
  return found
}

test('a deleted unit is gone for the API, and is restored with its id and its messages', async () => {
  const unit = await aVan()
  const before = await messagesOf(unit.id)
  assert.equal(before.length, 2)
  const counted = await countOf()
  await remove(unit.id)
  assertRefused(await dealer.ask('GET', `/units/${unit.id}`), 404, 'NOT_FOUND')
  assertRefused(await dealer.ask('GET', `/units/${unit.id}/messages`), 404, 'NOT_FOUND')
  assertRefused(await dealer.ask('DELETE', `/units/${unit.id}`), 404, 'NOT_FOUND')
  assert.deepEqual(await countOf(), { all: counted.all - 1, active: counted.active - 1 })
  await sweepOrphans(job)
  const [shown] = await bin(`?ids=${unit.id}`)
  const { deleted_by, ...rest } = shown as unknown as Record<string, unknown>
  assert.deepEqual(rest, {
    ...{ id: unit.id, account_id: account.id, app_id: unit.app_id, name: unit.name, ident: unit.ident, hw_id: 101 },
    ...{ type: null, deleted_at: seconds(clock.now()), ends_at: seconds(clock.now()) + month },
  })
  assert.equal((deleted_by as { kind: string }).kind, 'token')
  clock.advance(month - 1)
  const answer = await restore(unit.id)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(
    { ...answer.body, updated_at: 0 },
    { ...unit, last_active: answer.body.last_active, updated_at: 0 },
    'as it was',
  )
  assert.deepEqual(await messagesOf(unit.id), before)
  assert.deepEqual(await countOf(), counted)
  assert.deepEqual(await bin(`?ids=${unit.id}`), [])
  assertRefused(await restore(unit.id), 404, 'NOT_FOUND')
})

test('its client pays for the days on which it existed, and once for setting it up', async () => {
  const unit = await aVan()
  const [created, day] = [clock.now(), 86_400]
  const spans = async () =>
    [...(await readUsages(api.ctx, [{ accountId: account.id, since: '2020-01-01' }])).values()]
      .flatMap(({ units }) => units)
      .filter(({ unitId }) => unitId === unit.id)
      .map(({ joinedAt, removedAt, isNew }) => [joinedAt, removedAt, isNew])
  clock.advance(5 * day)
  const first = clock.now()
  await remove(unit.id)
  clock.advance(10 * day)
  const restored = clock.now()
  assert.equal((await restore(unit.id)).status, 200)
  assert.deepEqual(await spans(), [
    [created, first, true],
    [restored, null, false],
  ])
  clock.advance(2 * day)
  const second = clock.now()
  await remove(unit.id)
  clock.advance(day)
  assert.equal((await restore(unit.id)).status, 200)
  assert.deepEqual(await spans(), [
    [created, first, true],
    [restored, second, false],
    [clock.now(), null, false],
  ])
})

test('after thirty days nothing is left of it', async () => {
  const ident = fresh('8675309')
  const unit = await aUnit(dealer, account.id, { ident, name: fresh('Palombia') })
  await received(api, unit, [{ timestamp: 1_772_000_000, 'position.latitude': 50, 'position.longitude': 10 }])
  await remove(unit.id)
  clock.advance(month)
  assert.deepEqual(await bin(`?ids=${unit.id}`), [])
  assertRefused(await restore(unit.id), 404, 'NOT_FOUND')
  await emptyBin(job, 100)
  await sweepOrphans(job)
  const left = await tablesWith(db, [String(unit.id)])
  assert.deepEqual(
    left.filter(
      (table) =>
        !/^(audit|events|api_requests|former_units|departed_units|message_changes|message_flushes)\b/.test(table),
    ),
    [],
  )
})

test('in the bin it keeps its messages no longer than before', async () => {
  const unit = await aVan()
  assert.equal((await dealer.ask('PATCH', `/console/units/${unit.id}`, { messages_ttl: 864_000 })).status, 200)
  await remove(unit.id)
  const kept = async () => {
    await trimUnits(job, unit.id - 1)
    return (await sql`select from message_chunks where unit_id = ${unit.id}`.execute(db)).rows.length
  }
  clock.advance(863_000)
  assert.ok((await kept()) > 0)
  clock.advance(2_000)
  assert.equal(await kept(), 0)
})

test('what its sensors measured is computed from its messages again', async () => {
  const fleet = await anActivatedAccount(api, dealer, (await aFleetPlan(dealer)).id)
  const ask = await askFor(api, dealer, fleet.user)
  const unit = await aUnit(dealer, fleet.id)
  const settings = { name: 'Tank', formula: 'ain.1', smoothing: 'median', smoothing_count: 3 }
  assert.equal((await ask('POST', `/units/${unit.id}/sensors`, settings)).status, 201)
  const since = seconds(clock.now()) - 3 * 86_400
  const hours = Array.from({ length: 70 }, (_, hour) => ({ timestamp: since + hour * 3600, 'ain.1': hour % 7 }))
  await received(api, unit, hours)
  const measured = async () => {
    await follow(job, [sensorProjection])
    await computeSensors(job)
    const { rows } = await sql<{ row: string }>`
      select to_json(q)::text as row from sensor_quarters q join unit_sensors s on s.id = q.sensor_id
      where s.unit_id = ${unit.id} order by 1`.execute(db)
    return rows
  }
  const before = await measured()
  assert.equal(before.length, 70)
  await remove(unit.id)
  const { rows } = await sql`
    select from binned_rows where unit_id = ${unit.id} and origin = 'sensor_quarters'`.execute(db)
  assert.equal(rows.length, 0)
  clock.advance(86_400)
  const left = async () => (await sql`select from removed_sensors`.execute(db)).rows.length
  assert.equal((await restore(unit.id)).status, 200)
  const forget = sensorJobs.find(({ name }) => name === 'sensors.forget-removed')!
  await forget.run(job)
  assert.equal(await left(), 0)
  assert.deepEqual(await measured(), before)
  await remove(unit.id)
  await forget.run(job)
  assert.deepEqual([(await sql`select from sensor_quarters`.execute(db)).rows.length, await left()], [0, 0])
  assert.equal((await restore(unit.id)).status, 200)
  assert.deepEqual(await measured(), before)
})

test('deleted for good it is gone at once', async () => {
  const unit = await aVan()
  await remove(unit.id)
  const gone = await dealer.ask('DELETE', `/console/deleted-units/${unit.id}`)
  assert.deepEqual([gone.status, gone.body], [200, unit.id])
  assertRefused(await restore(unit.id), 404, 'NOT_FOUND')
  for (const table of ['message_chunks', 'telemetry', 'binned_rows']) {
    const { rows } = await sql`select from ${sql.table(table)} where unit_id = ${unit.id}`.execute(db)
    assert.equal(rows.length, 0, table)
  }
})

suite('it is not restored', () => {
  test('while another unit has its ident', async () => {
    const unit = await aVan()
    await remove(unit.id)
    const other = await aUnit(dealer, account.id, { ident: unit.ident })
    assert.deepEqual(await messagesOf(other.id), [], 'the next unit with this ident starts empty')
    const before = await digestOf(db)
    const refused = await restore(unit.id)
    assertRefused(refused, 409, 'CONFLICT')
    assert.match(refused.body.errors[0].message, /Another unit has this ident now/)
    assert.equal(await digestOf(db), before)
    await remove(other.id)
    assert.equal((await restore(unit.id)).status, 200)
  })

  test('while the plan has no room', async () => {
    const small = await aManagedAccount(
      dealer,
      (await aPlan(dealer, { quotas: { unit: 1, geofence: 1, unit_storage: 10240 } })).id,
    )
    const unit = await aVan(small.id)
    await remove(unit.id)
    const other = await aUnit(dealer, small.id)
    assertRefused(await restore(unit.id), 409, 'QUOTA_EXCEEDED')
    await remove(other.id)
    assert.equal((await restore(unit.id)).status, 200)
    assertRefused(await dealer.ask('POST', '/units', newUnit(small.id)), 409, 'QUOTA_EXCEEDED')
  })

  test('by another dealer, who does not see it either', async () => {
    const unit = await aVan()
    await remove(unit.id)
    const other = await api.dealer()
    assert.deepEqual((await other.ask('GET', '/console/deleted-units')).body, [])
    assertRefused(await restore(unit.id, other), 404, 'NOT_FOUND')
    assertRefused(await other.ask('DELETE', `/console/deleted-units/${unit.id}`), 404, 'NOT_FOUND')
    assert.equal((await restore(unit.id)).status, 200)
  })

  test('after its account was deleted, or erased by law', async () => {
    for (const isByLaw of [false, true]) {
      const own = await aManagedAccount(dealer)
      const unit = await aVan(own.id)
      await remove(unit.id)
      if (isByLaw) await eraseNow({ ...job, actor: { ...job.actor, kind: 'operator' } }, own.id)
      else assert.equal((await dealer.ask('DELETE', `/accounts/${own.id}`)).status, 200)
      assertRefused(await restore(unit.id), 404, 'NOT_FOUND')
      if (isByLaw) assert.deepEqual(await tablesWith(db, [unit.ident]), [])
      const { rows } = await sql`select from message_chunks where unit_id = ${unit.id}`.execute(db)
      assert.equal(rows.length, 0)
    }
  })
})

test('a unit with something of everything gets all of it back, but nothing is done weeks late', async () => {
  const world = await aPlainWorld(api, dealer)
  const rows = plainRows.filter(({ who }) => who === 'fleet')
  const one = rows.find(({ name }) => name === 'GET /client/units/:id')!
  const id = Number((await world.sampleOf(one)).params?.id)
  for (const row of rows.filter(({ route }) => ['POST', 'PUT', 'PATCH'].includes(route.method))) {
    if (/password|logout|erasure|me\b|service-mode/.test(row.name)) continue
    const sample = await world.sampleOf(row)
    await api.ask(row.route.method, urlOf(row, sample), sample.body, world.headersOf(row))
  }
  const notification = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b31'
  const { accountId: holder } = await db.selectFrom('units').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const channels = await db.selectFrom('notificationChannels').select('id').where('accountId', '=', holder).execute()
  await sql`
    insert into trips (id, unit_id, kind, t0, t1, began_rule, began_seen, lat0, lon0, lat1, lon1, metres, moving_seconds,
      idle_seconds, silent_seconds, engine_seconds, top_kmh, points, dropped, settled, created_at)
    values (gen_random_uuid(), ${id}, 'trip', 1772000000.25, 1772000900, 'x', 1772000000, 50, 10, 50.123456789012345, 10, 1, 1,
      0, 0, 0, 1, 2, 0, 1, now())`.execute(db)
  await sql`insert into private_stretches (unit_id, t0, t1) values (${id}, 1772000000, 1772000900)`.execute(db)
  await sql`
    insert into unit_connections (unit_id, at, event, peer, protocol, tls)
    values (${id}, now(), 'login', '192.0.2.1:1', 'teltonika', false)`.execute(db)
  await sql`
    insert into notifications (id, account_id, unit_id, rule_name, kind, event_key, t, shown_at, facts, telling, created_at)
    values (${notification}, ${holder}, ${id}, 'Speed', 'speed', 'x', 1772000000, 1772000000, '{}', 'now', now())`.execute(
    db,
  )
  for (const [index, next] of [sql`null`, sql`now()`].entries()) {
    await sql`
      insert into notification_deliveries (notification_id, channel_id, state, next_try_at, created_at)
      values (${notification}, ${channels[index]!.id}, ${index ? 'waiting' : 'delivered'}, ${next}, now())`.execute(db)
  }
  const before = await rowsOf(id)
  assert.ok(Object.keys(before).length > 20, Object.keys(before).join())
  await remove(id)
  assert.deepEqual(await rowsOf(id), {})
  clock.advance(86_400)
  const answer = await restore(id)
  assert.equal(answer.status, 200, answer.text)
  const done = before.notification_deliveries?.filter((row) => !row.includes('waiting'))
  assert.deepEqual([before.notification_deliveries?.length, done?.length], [2, 1])
  const { quiet_units: since, ...after } = await rowsOf(id)
  const { quiet_units: _, commands, ...rest } = before
  assert.ok(commands && since, 'it has never connected, since it is there again')
  assert.deepEqual(after, { ...rest, notification_deliveries: done })
})

test('a tag that was deleted and restored is detected again', async () => {
  const tags = await aManagedAccount(dealer, (await aTagsPlan(dealer)).id, tagsApp)
  const sensor = await aSensor(dealer, tags.id)
  await remove(sensor.id)
  assert.equal((await restore(sensor.id)).status, 200)
  const { rows } = await sql`select from unwanted_tags where account_id = ${tags.id}`.execute(db)
  assert.equal(rows.length, 0)
  assert.equal((await dealer.ask('GET', `/units/${sensor.id}`)).body.ident, sensor.ident)
})
