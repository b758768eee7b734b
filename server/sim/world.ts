/** A year of many accounts, with random actions and crashes, on a real database compared with the model. */
import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { recordPayment } from '#billing/dunning/actions.ts'
import { createPlan, setLifecycle } from '#billing/plans/actions.ts'
import {
  activateAccount,
  blockAccount,
  blockAccountAt,
  changePlan,
  createManagedAccount,
  setAccountLifecycle,
} from '#customers/accounts/actions.ts'
import { runDunning } from '#customers/accounts/dunning/dunning-run.ts'
import { blockDueAccounts } from '#customers/accounts/dunning/scheduled-blocks.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import { createDealer } from '#identity/dealers/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext, Call } from '#kernel/context.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import type { TestApi } from '#testing/api.ts'
import { type ModelAccount, type ModelPlan, newAccount, passHour, unblock } from './model.ts'

export interface YearOptions {
  /** Each account has its own random sequence. */
  readonly accounts: number
  readonly days: number
  readonly seed: number
  say(sentence: string): void
}

export interface YearResult {
  readonly accounts: number
  readonly days: number
  readonly acts: number
  readonly crashes: number
  readonly notices: number
  readonly blocks: number
  readonly violations: readonly string[]
}

const hour = 3600
const day = 24 * hour

export async function liveThrough(api: TestApi, { accounts, days, seed, say }: YearOptions): Promise<YearResult> {
  const random = randomFrom(String(seed))
  const whole = (max: number) => Math.floor(random() * max)
  const world = await build(api, accounts, whole)
  const { clock } = api.ctx
  const start = seconds(clock.now())
  const violations: string[] = []
  let acts = 0
  let crashes = 0
  for (let hours = 1; hours <= days * 24; hours++) {
    clock.set(fromSeconds(start + hours * hour))
    const now = start + hours * hour
    // About two actions a month per account.
    for (let count = accounts / 360; count > 0; count--) {
      if (random() < count) {
        await act(api, world, whole, now)
        acts += 1
      }
    }
    crashes += await runJobs(api, random)
    for (const account of world.accounts) passHour(account, world.plans, now)
    if (hours % 24 === 0) {
      violations.push(...(await differences(api, world)).map((sentence) => `day ${hours / 24}: ${sentence}`))
      if (violations.length > 0) break
      if (hours % (24 * 15) === 0)
        say(`day ${hours / 24} of ${days}: ${acts} acts, ${crashes} crashes, all as it must be`)
    }
  }
  const mails = world.accounts.flatMap((account) => account.mails)
  return {
    accounts,
    days,
    acts,
    crashes,
    notices: mails.filter((mail) => mail === 'notice').length,
    blocks: mails.filter((mail) => mail === 'block').length,
    violations: violations.slice(0, 20),
  }
}

interface World {
  readonly call: Call
  readonly plans: ModelPlan[]
  readonly planIds: readonly string[]
  readonly accounts: readonly ModelAccount[]
}

async function build(api: TestApi, count: number, whole: (max: number) => number): Promise<World> {
  const { dealerId } = await createDealer(api.ctx, { name: 'A year', dialect: 'provider', isVerified: true })
  const call: Call = {
    ...api.ctx,
    dealer: dealerId,
    apps: dialects.provider.apps,
    actor: operator('sim'),
    validate: (problems = []) => {
      if (problems[0]) throw new Error(problems[0].message)
    },
  }
  const plans: ModelPlan[] = [
    { months: 1, notifyDays: 3, blockDays: 5 },
    { months: 1, notifyDays: 0, blockDays: 0 },
    { months: 3, notifyDays: 10, blockDays: 10 },
    { months: null, notifyDays: 3, blockDays: 5 },
  ]
  const planIds: string[] = []
  for (const plan of plans) {
    const { id } = await createPlan(call, {
      managedPlanId: '019a0000-0000-7000-8000-000000000104',
      appId: fleetApp,
      name: `Every ${plan.months} months`,
      quotas: { unit: 10, geofence: 0, unit_storage: 10_240 },
      modules: [],
      description: null,
    })
    await setLifecycle(call, id, lifecycleOf(plan))
    planIds.push(id)
  }
  const accounts: ModelAccount[] = []
  for (let index = 0; index < count; index++) {
    const plan = whole(plans.length)
    const account = await createManagedAccount(call, {
      regApps: [fleetApp],
      title: undefined,
      description: undefined,
      user: { name: `payer-${index}`, loginKey: 'payer', description: null },
      tariffPlans: { [fleetApp]: planIds[plan] as string },
    })
    await api.ctx.db
      .updateTable('users')
      .set({ email: `payer-${index}@example.com` })
      .where('accountId', '=', account.id)
      .execute()
    accounts.push(newAccount(account.id, plan))
  }
  return { call, plans, planIds, accounts }
}

const lifecycleOf = ({ months, notifyDays, blockDays }: ModelPlan) => ({
  payment_period: months,
  payment_notify_offset: notifyDays,
  block_offset: blockDays,
})

/** Someone does something with some account, in the product and in the model. */
async function act(api: TestApi, world: World, whole: (max: number) => number, now: number): Promise<void> {
  const { call, plans, planIds } = world
  const account = world.accounts[whole(world.accounts.length)] as ModelAccount
  if (!account.isActive) {
    const { paymentExpectedAt } = await activateAccount(call, account.id)
    account.isActive = true
    account.due = paymentExpectedAt && seconds(paymentExpectedAt)
    return
  }
  const kind = whole(20)
  if (kind < 9) {
    await recordPayment(api.ctx, randomUUID(), account.id)
    account.unpaid.push(now)
  } else if (kind < 11) {
    await blockAccount(call, account.id, true)
    account.blocked = 'person'
  } else if (kind < 14) {
    await blockAccount(call, account.id, false)
    unblock(account)
  } else if (kind < 15) {
    const at = now + whole(20) * day
    await blockAccountAt(call, account.id, fromSeconds(at))
    account.blockAt = at
  } else if (kind < 17) {
    account.due = whole(8) === 0 ? null : now + whole(60) * day + whole(24) * hour
    await setAccountLifecycle(call, account.id, {
      paymentExpectedAt: account.due === null ? null : fromSeconds(account.due),
    })
  } else if (kind < 18) {
    account.own = { use: whole(2) === 0, notifyDays: whole(11), blockDays: whole(3) === 0 ? null : whole(11) }
    await setAccountLifecycle(call, account.id, {
      useFleetLifecycle: account.own.use,
      paymentNotifyOffset: account.own.notifyDays as number,
      blockOffset: account.own.blockDays,
    })
  } else if (kind < 19) {
    account.plan = whole(plans.length)
    await changePlan(call, account.id, fleetApp, planIds[account.plan] as string)
  } else if (whole(10) === 0) {
    const index = whole(plans.length)
    const plan = { months: whole(5) === 0 ? null : 1 + whole(6), notifyDays: whole(11), blockDays: whole(11) }
    plans[index] = plan
    await setLifecycle(call, planIds[index] as string, lifecycleOf(plan))
  }
}

/** The jobs of an hour. One in ten is cut off during some statement, and then runs again. */
async function runJobs(api: TestApi, random: () => number): Promise<number> {
  const worker: ActorContext = { ...api.ctx, actor: { kind: 'job', id: 'sim', address: null, requestId: null } }
  let crashes = 0
  for (const run of [blockDueAccounts, runDunning]) {
    while (random() < 0.1) {
      const cut = worker.db.withPlugin(crashAfter(Math.floor(random() * 12)))
      await run({ ...worker, db: cut }).catch((error: Error) => {
        if (error.message !== crash) throw error
        crashes += 1
      })
    }
    await run(worker)
    // A payment moves the due date; steps of the new one are left to the next check.
    await run(worker)
  }
  return crashes
}

const crash = 'The simulation ends here.'

function crashAfter(statements: number): KyselyPlugin {
  let left = statements
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (left-- <= 0) throw new Error(crash)
      return result
    },
  }
}

async function differences(api: TestApi, { accounts }: World): Promise<readonly string[]> {
  const { db } = api.ctx
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'paymentExpectedAt', 'blocked', 'blockedBy', 'blockedAt'])
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const reached = countBy(
    await db.selectFrom('milestones').select(['accountId', 'kind', 'dueAt']).execute(),
    (row) => row.accountId,
  )
  const told = countBy(
    await db.selectFrom('mails').innerJoin('users', 'users.email', 'mails.to').select('accountId').execute(),
    (row) => row.accountId,
  )
  return accounts.flatMap((account) => {
    const row = known.get(account.id)
    const is = {
      due: row?.paymentExpectedAt ? seconds(row.paymentExpectedAt) : null,
      blocked: row?.blocked ? row.blockedBy : false,
      blockAt: row?.blockedAt ? seconds(row.blockedAt) : null,
      milestones: reached.get(account.id) ?? 0,
      mails: told.get(account.id) ?? 0,
    }
    const must = {
      due: account.due,
      blocked: account.blocked,
      blockAt: account.blockAt,
      milestones: account.happened.length,
      mails: account.mails.length,
    }
    const [one, other] = [JSON.stringify(is), JSON.stringify(must)]
    return one === other ? [] : [`account ${account.id} is ${one} and must be ${other}`]
  })
}

function countBy<T>(rows: readonly T[], key: (row: T) => number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1)
  return counts
}
