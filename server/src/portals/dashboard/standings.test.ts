/** The stored counts of the dashboard match a fresh count, whatever happens concurrently and is killed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import type { Scope } from '#kernel/context.ts'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { emitFirstMessages, emitSilentUnits } from '#kernel/outgoing-events/watch.ts'
import { openApi } from '#testing/api.ts'
import { chanceOf, changeAtRandom, openConnections, sumOf } from '#testing/at-once.ts'
import { aManagedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { readAccounts } from './accounts-store.ts'
import { sumBills } from './bills-store.ts'
import { countQuiet } from './quiet-store.ts'
import { keepStandings } from './standings.ts'

const api = await openApi()
const { db, clock } = api.ctx
const dayMs = 86_400_000

const momentsAt = (now: Date) => {
  const after = (days: number) => new Date(now.getTime() + days * dayMs)
  return { now, weekAhead: after(7), waitingSince: after(-3), silentBefore: after(-1), dayAgo: after(-1) }
}

/** Both in one transaction, so that they see one state. Which ids are listed may differ; the number may not. */
function sidesOf(dealer: number, now: Date) {
  const scope = { dealer, apps: [fleetApp, consumerApp, petApp, tagsApp] } as unknown as Scope
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const side = async (way: 'kept' | 'counted') => {
        const { blockedSoonIds, waitingLong, ...accounts } = await readAccounts(trx, scope, momentsAt(now), way)
        const named = [new Set(blockedSoonIds).size, waitingLong.count, new Set(waitingLong.ids).size]
        const bills = await sumBills(trx, scope, new Date(now.getTime() - 20 * dayMs), way)
        return { ...accounts, named, bills, ...(await countQuiet(trx, scope, momentsAt(now), way)) }
      }
      return { kept: await side('kept'), counted: await side('counted') }
    })
}

test('despite concurrent changes and kills, the figures of accounts match a fresh count', async () => {
  const [one, two] = [await api.dealer(), await api.dealer()]
  const plans = await Promise.all(
    [one, two].map(async (dealer) => {
      const plan = (await aPlan(dealer)).id
      const lifecycle = JSON.stringify({ payment_period: 'month', payment_notify_offset: 3, block_offset: 2 })
      await sql`update client_plans set lifecycle = ${lifecycle}::jsonb where id = ${plan}`.execute(db)
      return plan as string
    }),
  )
  await keepStandings(api.ctx)
  const clients = await openConnections(api, 5)
  const chance = chanceOf(7)
  const { random, pick } = chance
  const now = clock.now()
  /** Some of them are in the same hours as the queries. */
  const moment = () => {
    const days = pick([-40, -10, -3, -2, 0, 2, 3, 4, 5, 7, 9, 20])
    return `'${new Date(now.getTime() + days * dayMs + Math.floor((random() - 0.5) * 2 * 3_600_000)).toISOString()}'::timestamptz`
  }
  let made = 0
  const account = () => 7_000_000 + Math.floor(random() * made)
  const statements = [
    () => {
      const at = pick([0, 1])
      const first = 7_000_001 + made
      made += 4
      return `insert into accounts (id, dealer_id, client_plan_id, title, description, type, reg_apps, ack, added_at,
          payment_expected_at, created_at, updated_at)
        select id, ${[one, two][at]!.dealer}, '${plans[at]}', 'Client', '', 10, array['${fleetApp}'::uuid],
          case when id % 3 > 0 then now() end, now(), ${moment()}, ${moment()}, now()
        from generate_series(${first}, ${first + 3}) as id`
    },
    () => `delete from accounts where id = ${account()}`,
    () => `update accounts set payment_expected_at = ${moment()} where id between ${account()} and ${account()}`,
    () => `update accounts set ack = now() where id = ${account()}`,
    () => `update accounts set blocked = not blocked, blocked_by = case when blocked then null else 'person' end
      where id = ${account()}`,
    () => `update accounts set blocked_at = ${pick(['null', moment()])} where id = ${account()} and not blocked`,
    () => `update accounts set use_fleet_lifecycle = true, payment_notify_offset = ${pick([0, 4])}, block_offset = ${pick([1, 5])}
      where id = ${account()}`,
    () => `update accounts set reg_apps = array['${pick([fleetApp, petApp])}'::uuid] where id = ${account()}`,
    () => `insert into milestones (account_id, due_at, kind, at, outcome)
      select id, payment_expected_at, 'block', now(), 'done' from accounts
      where id = ${account()} and payment_expected_at is not null on conflict do nothing`,
    () => `insert into bills (id, dealer_id, account_id, app_id, processor, session_id, status, amount_total, currency,
        livemode, lines, metadata, entry, created_at, expires_at, paid_at, payment_id)
      select gen_random_uuid(), dealer_id, id, reg_apps[1], 'sandbox', 's' || gen_random_uuid(), 'complete',
        ${1 + Math.floor(random() * 1000)}, '${pick(['eur', 'usd'])}', false, '[]', '{}', 'test', now(), now(), now(),
        gen_random_uuid() from accounts where id = ${account()}`,
    () => `update bills set amount_total = amount_total + 1 where account_id = ${account()}`,
    () => `update bills set paid_at = ${moment()} where account_id = ${account()} and status = 'complete'`,
    () => `delete from bills where account_id = ${account()}`,
  ]
  // A deadlock, an account that was just deleted, or a kill.
  const allowed = /deadlock|foreign key|terminat|not queryable|closed/i
  let isOver = false
  const keeping = (async () => {
    while (!isOver) await keepStandings(api.ctx)
  })()
  let checks = 0
  const check = async () => {
    for (const { dealer } of [one, two]) {
      const { kept, counted } = await sidesOf(dealer, now)
      assert.deepEqual(kept, counted)
      checks += 1
    }
  }
  const checking = (async () => {
    while (!isOver) await check()
  })()
  const working = Promise.all(clients.map((client) => changeAtRandom(client, 60, statements, chance, allowed)))
  for (const { processID } of clients.slice(0, 2) as unknown as { processID: number }[]) {
    await new Promise((resolve) => setTimeout(resolve, 80))
    // Citus has another function of this name, for a bigint.
    await sql`select pg_terminate_backend(${processID}::integer)`.execute(db)
  }
  const done = await working.finally(() => {
    isOver = true
  })
  await Promise.all([keeping, checking])
  await check()
  await keepStandings(api.ctx)
  await check()
  const [changed, refused] = [sumOf(done, 'changed'), sumOf(done, 'refused')]
  assert.ok(changed > 100 && refused > 0 && checks > 4, `${changed} changed, ${refused} refused, ${checks} checks`)
  const { rows } = await sql<{ lines: number; sum: number; standings: number; accounts: number }>`
    select (select count(*)::integer from account_count_changes) as lines,
      (select sum(accounts)::integer from account_counts)
        + (select count(*)::integer from account_standings where block_at is not null) as sum,
      (select count(*)::integer from account_standings) as standings,
      (select count(*)::integer from accounts) as accounts`.execute(db)
  const [{ lines, sum, standings, accounts }] = rows as [(typeof rows)[number]]
  assert.deepEqual([lines, sum, standings], [0, accounts, accounts])
})

test('silent units and those that never connected are stored when it happens, and existing ones are inserted once', async () => {
  const [dealer, other] = [await api.dealer(), await api.dealer()]
  const account = await aManagedAccount(dealer)
  const [never, silent, back] = [
    await aUnit(dealer, account.id),
    await aUnit(dealer, account.id),
    await aUnit(dealer, account.id),
  ]
  const check = async (expected: { neverHeard: number; silent: number }) => {
    const { kept, counted } = await sidesOf(dealer.dealer, clock.now())
    assert.deepEqual(kept, counted)
    assert.deepEqual({ neverHeard: kept.neverHeard, silent: kept.silent }, expected)
    return kept
  }
  const sends = (unit: typeof never) => received(api, unit, [{ timestamp: clock.now().getTime() / 1000 }])
  await countEvents(api.ctx, dealer.dealer)
  await keepStandings(api.ctx)
  clock.advance(2 * 86_400)
  await check({ neverHeard: 3, silent: 0 })
  for (const unit of [silent, back]) await sends(unit)
  await emitFirstMessages(api.ctx)
  await check({ neverHeard: 1, silent: 0 })
  clock.advance(2 * 86_400)
  await emitSilentUnits(api.ctx)
  await check({ neverHeard: 1, silent: 2 })
  // It connects before anyone checks it again.
  await sends(back)
  const { silentIds } = await check({ neverHeard: 1, silent: 1 })
  assert.deepEqual(silentIds, [silent.id])
  clock.advance(3700)
  await emitSilentUnits(api.ctx)
  await check({ neverHeard: 1, silent: 1 })
  // As after a migration or a restore.
  await sql`truncate quiet_units`.execute(db)
  await sql`update quiet_units_entered set after_unit_id = 0`.execute(db)
  await check({ neverHeard: 1, silent: 1 })
  await keepStandings(api.ctx)
  await check({ neverHeard: 1, silent: 1 })
  const { rows } = await sql`select from quiet_units_entered where after_unit_id is null`.execute(db)
  assert.equal(rows.length, 1)
  await sql`update units set dealer_id = ${other.dealer} where id = ${silent.id}`.execute(db)
  await check({ neverHeard: 1, silent: 0 })
  await dealer.ask('DELETE', `/units/${never.id}`)
  await check({ neverHeard: 0, silent: 0 })
})
