import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fleetApp, petApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { chanceOf, changeAtRandom, openConnections, sumOf } from '#testing/at-once.ts'
import { aManagedAccount, aUnit, received } from '#testing/builders.ts'
import { keepCounts } from './counts.ts'

const api = await openApi()

/** Kept and counted in one statement, so both see one state. */
const differences = `
  select dealer_id, app_id, sum(units) as units, sum(heard) as heard from (
    select dealer_id, app_id, units, heard from unit_counts
    union all
    select dealer_id, app_id, units, heard from unit_count_changes
    union all
    select dealer_id, app_id, -1, -(select count(*) from unit_heard where unit_id = units.id) from units) as parts
  where dealer_id in (select id from dealers)
  group by dealer_id, app_id having sum(units) <> 0 or sum(heard) <> 0`

test('a count is kept from the first unit on: created, first report, moved and deleted', async () => {
  const dealer = await api.dealer()
  const count = async (query = '') => (await dealer.ask('GET', `/units/count${query}`)).body.data
  await keepCounts(api.ctx)
  const account = await aManagedAccount(dealer)
  assert.deepEqual(await count(), { all: 0, active: 0 })
  const [van, car] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  assert.deepEqual(await count(), { all: 2, active: 0 })
  await received(api, van, [{ timestamp: 1_772_000_000 }])
  await received(api, van, [{ timestamp: 1_772_000_001 }])
  assert.deepEqual(await count(), { all: 2, active: 1 })
  assert.deepEqual(await count(`?app_id=${fleetApp}`), { all: 2, active: 1 })
  assert.ok((await keepCounts(api.ctx)) > 0)
  assert.equal(await keepCounts(api.ctx), 0)
  assert.deepEqual(await count(), { all: 2, active: 1 })
  await dealer.ask('DELETE', `/units/${van.id}`)
  assert.deepEqual(await count(), { all: 1, active: 0 })
  await dealer.ask('DELETE', `/units/${car.id}`)
  await keepCounts(api.ctx)
  assert.deepEqual(await count(), { all: 0, active: 0 })
})

test('units from before counts were kept are counted once, while others are added', async () => {
  const dealer = await api.dealer()
  const account = await aManagedAccount(dealer)
  const van = await aUnit(dealer, account.id)
  await received(api, van, [{ timestamp: 1_772_000_000 }])
  // As after a migration or a restore: some rows, and nothing counted.
  await sql`truncate unit_counts, units_counted`.execute(api.ctx.db)
  const counted = async () => (await dealer.ask('GET', '/units/count')).body.data
  assert.deepEqual(await counted(), { all: 1, active: 1 })
  await Promise.all([keepCounts(api.ctx), aUnit(dealer, account.id)])
  assert.deepEqual((await sql.raw(differences).execute(api.ctx.db)).rows, [])
  assert.deepEqual(await counted(), { all: 2, active: 1 })
})

test('whatever happens concurrently and is killed, the kept count is the true count', async () => {
  const [one, two] = [await api.dealer(), await api.dealer()]
  const accounts = [(await aManagedAccount(one)).id, (await aManagedAccount(two)).id]
  await keepCounts(api.ctx)
  const clients = await openConnections(api, 6)
  const chance = chanceOf(11)
  const { random, pick } = chance
  // Ids are never reused.
  let made = 0
  const unit = () => 5_000_000 + Math.floor(random() * made)
  const dealers = [one.dealer, two.dealer]
  const statements = [
    () => {
      const at = pick([0, 1])
      const first = 5_000_001 + made
      made += 3
      return `insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, created_at, updated_at)
        select id, ${dealers[at]}, ${accounts[at]}, '${fleetApp}', 'Van', 'kept-' || id, '', 101, now(), now()
        from generate_series(${first}, ${first + 2}) as id`
    },
    () => `delete from units where id between ${unit()} and ${unit()}`,
    () => `update units set dealer_id = ${pick(dealers)}, app_id = '${pick([fleetApp, petApp])}' where id = ${unit()}`,
    () => `insert into telemetry (unit_id, parameters, t_max, last_active, stored_count, stored_bytes, small_chunks)
        select id, '{}', 0, now(), 0, 0, 0 from units where id between 5000000 and 6000000 and random() < 0.2
        on conflict (unit_id) do update set last_active = excluded.last_active`,
    () => `delete from telemetry where unit_id = ${unit()}`,
  ]
  // A deadlock, or it was killed.
  const allowed = /deadlock|terminat|not queryable|closed/i
  let isOver = false
  const adding = (async () => {
    while (!isOver) await keepCounts(api.ctx)
  })()
  const found: unknown[] = []
  const looking = (async () => {
    while (!isOver) found.push(...(await sql.raw(differences).execute(api.ctx.db)).rows)
  })()
  const working = Promise.all(clients.map((client) => changeAtRandom(client, 60, statements, chance, allowed)))
  for (const { processID } of clients.slice(0, 3) as unknown as { processID: number }[]) {
    await new Promise((resolve) => setTimeout(resolve, 60))
    // Citus has another function of this name, for a bigint.
    await sql`select pg_terminate_backend(${processID}::integer)`.execute(api.ctx.db)
  }
  const done = await working
  isOver = true
  await Promise.all([adding, looking])
  found.push(...(await sql.raw(differences).execute(api.ctx.db)).rows)
  assert.deepEqual(found, [])
  const [changed, refused] = [sumOf(done, 'changed'), sumOf(done, 'refused')]
  assert.ok(changed > 100 && refused > 0, `${changed} changed, ${refused} refused`)
})
