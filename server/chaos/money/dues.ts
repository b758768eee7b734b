/** Many accounts fall due in one minute while workers die and stall: is each processed exactly once? */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { randomFrom } from '#entry/simulation/random.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { realClock } from '#kernel/time/clock.ts'
import { startApi, type TestApi } from '#testing/api.ts'
import { aManagedAccount, aPlan } from '#testing/builders.ts'
import { globalTeardown } from '#testing/setup.ts'
import type { Check, Say } from '../check.ts'

export const dues: Check = {
  name: 'dues',
  about:
    'Thousands of accounts get their reminder, fall due and are blocked in the same minute, by several workers of which some ' +
    'are killed and one stalls. Every effect must happen exactly once.',
  numbers: { accounts: 100_000, workers: 2, kills: 1 },
  async run({ seed, number }, say) {
    const api = await startApi()
    try {
      const accounts = number('accounts')
      await fill(api, accounts)
      say(`${accounts} accounts are due.`)
      const seconds = await workOff(api, {
        workers: number('workers'),
        kills: number('kills'),
        random: randomFrom(String(seed)),
        say,
      })
      const found = await count(api.ctx.db)
      const expected = {
        blocked: accounts,
        milestones: 3 * accounts,
        audit: 3 * accounts,
        events: 3 * accounts,
        mails: 2 * accounts,
      }
      const isSound = JSON.stringify(found) === JSON.stringify(expected)
      return {
        accounts,
        workers: number('workers'),
        kills: number('kills'),
        seconds,
        ...found,
        pass: isSound && seconds <= 60,
      }
    } finally {
      await api.close()
      await globalTeardown()
    }
  },
}

/** Copies one account that was created through the API: a hundred thousand requests would prove nothing more. */
async function fill(api: TestApi, accounts: number): Promise<void> {
  api.ctx.clock.set(realClock.now())
  const dealer = await api.dealer('provider')
  const plan = await aPlan(dealer)
  const lifecycle = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }
  await dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, lifecycle)
  const first = await aManagedAccount(dealer, plan.id)
  const { db } = api.ctx
  await sql`
    insert into accounts (id, dealer_id, client_plan_id, title, description, type, reg_apps, ack, added_at, payment_expected_at, created_at, updated_at)
    select n, dealer_id, client_plan_id, 'Account ' || n, '', type, reg_apps, now(), added_at, now() - interval '6 days', created_at, updated_at
    from accounts, generate_series(1, ${accounts}) as n where id = ${first.id}`.execute(db)
  await sql`
    insert into users (id, dealer_id, account_id, name, email, enabled, created_at, updated_at)
    select gen_random_uuid(), dealer_id, id, 'payer-' || id, 'payer-' || id || '@example.com', true, now(), now()
    from accounts where id <= ${accounts}`.execute(db)
  await sql`insert into looks (account_id, at) select id, now() from accounts where id <= ${accounts}`.execute(db)
}

interface Shift {
  readonly workers: number
  readonly kills: number
  readonly random: () => number
  readonly say: Say
}

/** Runs until nothing is due. Returns how long it took. */
async function workOff(api: TestApi, { workers, kills, random, say }: Shift): Promise<number> {
  const crew = Array.from({ length: workers }, () => hire(api.databaseUrl))
  const left = async () =>
    (await sql<{ count: number }>`select count(*)::integer from looks where at <= now()`.execute(api.ctx.db)).rows[0]
      ?.count ?? 0
  await Promise.all(crew.map((worker) => once(worker.stdout as NodeJS.ReadableStream, 'data')))
  const started = performance.now()
  try {
    // The last worker stalls halfway, while it holds its accounts.
    const sleeper = workers > 2 ? crew.at(-1) : undefined
    for (let killed = 0; ; ) {
      await wait(200 + random() * 800)
      const count = await left()
      say(`${count} left`)
      if (count === 0) break
      if (killed < kills) {
        const index = Math.floor(random() * (workers > 2 ? workers - 1 : workers))
        crew[index]?.kill('SIGKILL')
        crew[index] = hire(api.databaseUrl)
        killed += 1
        if (killed === 1) sleeper?.kill('SIGSTOP')
      } else sleeper?.kill('SIGCONT')
    }
    return Math.round((performance.now() - started) / 100) / 10
  } finally {
    for (const worker of crew) worker.kill('SIGKILL')
  }
}

/** A worker that ends on its own is a failure too, and would make us wait for ever. */
const hire = (databaseUrl: string): ChildProcess => {
  const program = join(import.meta.dirname, 'dues-worker.ts')
  const worker = spawn(process.execPath, [program, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  worker.on('exit', (code) => {
    if (code !== null) throw new Error(`A worker ended by itself with ${code}.`)
  })
  return worker
}

async function count(db: Db) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from accounts where blocked and blocked_by = 'automation') as blocked,
      (select count(*)::integer from milestones) as milestones,
      (select count(*)::integer from audit where action in ('accounts.notice', 'accounts.due', 'accounts.block')) as audit,
      (select count(*)::integer from events where type in ('account.notice', 'account.due', 'account.blocked')) as events,
      (select count(*)::integer from mails) as mails`.execute(db)
  return rows[0] ?? {}
}
