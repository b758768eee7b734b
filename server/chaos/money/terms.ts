/** The terms of many units end in one minute, while workers are killed and trackers send: each once, and who waits? */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openForCommand } from '#entry/installation.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Check, Say } from '../check.ts'
import { register } from '../machinery/registration.ts'
import { aSite, configOf, type Site } from '../machinery/site.ts'
import { type ChaosTracker, startTracker, teltonikaOffset } from '../machinery/tracker.ts'

export const terms: Check = {
  name: 'terms',
  about:
    'The terms of thousands of units end at the same moment, while an installation receives data and ends terms together with ' +
    'workers of which some are killed. Each must end exactly once, within a minute, and ingest must not lose more than 10 %.',
  numbers: { units: 100_000, workers: 4, kills: 6, trackers: 100, seconds: 30 },
  async run({ seed, number }, say) {
    const site = await aSite()
    try {
      await site.start()
      const options = {
        ...{ units: number('units'), workers: number('workers'), kills: number('kills') },
        ...{ trackers: number('trackers'), seconds: number('seconds') },
      }
      return await measure(site, options, randomFrom(String(seed)), say)
    } finally {
      await site.stop()
      site.remove()
    }
  },
}

interface Options {
  readonly units: number
  readonly workers: number
  readonly kills: number
  readonly trackers: number
  readonly seconds: number
}

const pauseMs = 500

async function measure(site: Site, options: Options, random: () => number, say: Say) {
  const registered = await register(site, options.trackers)
  const { ctx, close } = await openForCommand(configOf(site))
  const firstTime = Math.floor(Date.now() / 1000) - 80_000
  const port = site.gatewayPort + teltonikaOffset
  const trackers = registered.map(({ ident }) => startTracker(ident, port, firstTime, { pauseMs }))
  // The installation itself is one of them.
  const crew = Array.from({ length: options.workers - 1 }, () => hire(site))
  try {
    const ends = await fill(ctx.db, registered[0]!.id, options)
    await Promise.all(crew.map((worker) => once(worker.stdout as NodeJS.ReadableStream, 'data')))
    say(`${options.units} terms end at ${ends.toISOString()}.`)
    await wait(3_000)
    const before = await rateOf(trackers, wait(options.seconds * 1000))
    say(`Before: ${before} messages a second`)
    await wait(Math.max(0, ends.getTime() - Date.now()))
    const begun = performance.now()
    const during = await rateOf(trackers, workOff(ctx.db, crew, site, options.kills, random, say))
    const seconds = Math.round((performance.now() - begun) / 100) / 10
    say(`Meanwhile: ${during} messages a second`)
    const after = await rateOf(trackers, wait(options.seconds * 1000))
    say(`After: ${after} messages a second`)
    const found = await count(ctx.db)
    const { units } = options
    const isOnce =
      JSON.stringify(found) === JSON.stringify({ expired: units, events: units, told: units, audit: units })
    const share = Math.round((during / ((before + after) / 2)) * 1000) / 1000
    const figures = { workers: options.workers, kills: options.kills, seconds, ...found, before, during, after, share }
    return { ...figures, pass: isOnce && seconds <= 60 && share >= 0.9 }
  } finally {
    for (const worker of crew) worker.kill('SIGKILL')
    await Promise.all(trackers.map((tracker) => tracker.finish()))
    await close()
  }
}

/** Acknowledged messages per second, until something is over. */
async function rateOf(trackers: readonly ChaosTracker[], until: Promise<unknown>): Promise<number> {
  const sum = () => trackers.reduce((all, { acknowledged }) => all + acknowledged.size, 0)
  const [first, begun] = [sum(), performance.now()]
  await until
  return Math.round(((sum() - first) * 1000) / (performance.now() - begun))
}

const filledAtOnce = 5000

/**
 * Copies one unit that was created as usual into a thousand accounts. Terms end some time after the first measurement.
 */
async function fill(db: Db, unitId: number, { units, seconds }: Options): Promise<Date> {
  const accounts = Math.min(1000, units)
  await sql`
    insert into accounts select (jsonb_populate_record(accounts, jsonb_build_object('id', n, 'title', 'Account ' || n))).*
    from accounts, generate_series(1, ${accounts}::integer) as n
    where accounts.id = (select account_id from units where id = ${unitId})`.execute(db)
  await sql`
    insert into users (id, dealer_id, account_id, name, email, enabled, created_at, updated_at)
    select gen_random_uuid(), dealer_id, id, 'payer-' || id, 'payer-' || id || '@example.com', true, now(), now()
    from accounts where id <= ${accounts}`.execute(db)
  const firstId = 9_000_000_000
  for (let from = 1; from <= units; from += filledAtOnce) {
    await sql`
      insert into units select (jsonb_populate_record(units, jsonb_build_object(
        'id', ${firstId}::bigint + n, 'account_id', 1 + n % ${accounts}::integer, 'name', 'Unit ' || n, 'ident', 'term-' || n))).*
      from units, generate_series(${from}::integer, ${Math.min(units, from + filledAtOnce - 1)}::integer) as n
      where units.id = ${unitId}`.execute(db)
  }
  const ends = new Date(Date.now() + (seconds + 60) * 1000)
  for (let from = 1; from <= units; from += filledAtOnce) {
    await sql`
      insert into unit_terms (unit_id, account_id, dealer_id, paid_until, anchor, due_at, expires_at, state, check_at, updated_at)
      select id, account_id, dealer_id, current_date - 1, 1, now() - interval '1 day', ${ends}::timestamptz, 'due',
        ${ends}::timestamptz, now()
      from units where ident like 'term-%' and id between ${firstId + from} and ${firstId + from + filledAtOnce - 1}`.execute(
      db,
    )
  }
  return ends
}

async function workOff(
  db: Db,
  crew: ChildProcess[],
  site: Site,
  kills: number,
  random: () => number,
  say: Say,
): Promise<void> {
  for (let killed = 0; ; ) {
    await wait(200 + random() * 1300)
    const { rows } = await sql<{ left: number }>`
      select count(*)::integer as left from unit_terms where state <> 'expired'`.execute(db)
    say(`${rows[0]?.left} left`)
    if (rows[0]?.left === 0) return
    if (killed >= kills || crew.length === 0) continue
    const index = Math.floor(random() * crew.length)
    crew[index]?.kill('SIGKILL')
    crew[index] = hire(site)
    killed += 1
  }
}

/** A worker that ends on its own is a failure too, and would make us wait for ever. */
function hire(site: Site): ChildProcess {
  const program = join(import.meta.dirname, 'terms-worker.ts')
  const env = { ...process.env, ...site.environment }
  const worker = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  worker.on('exit', (code) => {
    if (code !== null) throw new Error(`A worker ended with ${code}.`)
  })
  return worker
}

async function count(db: Db) {
  const { rows } = await sql<Record<'expired' | 'events' | 'told' | 'audit', number>>`
    select (select count(*)::integer from unit_terms where state = 'expired') as expired,
      (select count(*)::integer from events where type = 'unit.term_expired') as events,
      (select count(distinct data ->> 'unit_id')::integer from events where type = 'unit.term_expired') as told,
      (select count(*)::integer from audit where action = 'unit-terms.expire') as audit`.execute(db)
  return rows[0]
}
