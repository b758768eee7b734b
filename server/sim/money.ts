/**
 * Years of client invoices, with random changes of units, plans and prices, several workers and broken connections, against
 * a second formulation: it walks from day to day and counts what it remembers having done. It asks the product only when
 * periods begin and end.
 */
import { chargeEndedPeriods, creditInvoice, payInvoice } from '#billing/client-invoices/actions.ts'
import { createPlan, setLifecycle } from '#billing/plans/actions.ts'
import { setClientPrice, setPlanPrice } from '#billing/prices/actions.ts'
import type { PriceItem, PriceList } from '#billing/prices/price.ts'
import { activateAccount, changePlan, createManagedAccount } from '#customers/accounts/actions.ts'
import { runDunning } from '#customers/accounts/dunning-run.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import { setInvoiceSettings } from '#identity/company/actions.ts'
import { createDealer } from '#identity/dealers/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext, Call } from '#kernel/context.ts'
import type { TestApi } from '#testing/api.ts'
import { breakAt } from '#testing/breaking.ts'
import { createUnit, removeUnit } from '#tracking/units/actions.ts'
import { hireCrew } from './money-crew.ts'
import { judge } from './money-judge.ts'
import { dayOf, daysFrom, type Memory, type Remembered, type Terms, zone } from './money-model.ts'
import { patiently } from './patience.ts'

export interface MoneyOptions {
  readonly accounts: number
  readonly days: number
  readonly seed: number
  /** Of an account in a year. */
  readonly changes: number
  /** Of workers in processes of their own. */
  readonly kills: number
  /** If it takes longer, fewer days are lived and judged. */
  readonly minutes?: number
  say(sentence: string): void
}

export interface MoneyResult {
  readonly accounts: number
  readonly days: number
  readonly acts: number
  readonly broken: number
  /** Workers that were killed while they worked. */
  readonly killed: number
  readonly periods: number
  readonly invoices: number
  readonly creditNotes: number
  readonly payments: number
  readonly violations: readonly string[]
}

const dayMs = 86_400_000
const workers = 3
const atOnce = 5

interface World extends Remembered {
  readonly call: Call
}

type Whole = (max: number) => number

export async function liveOnMoney(api: TestApi, options: MoneyOptions): Promise<MoneyResult> {
  const { accounts, days, seed, say } = options
  const random = randomFrom(String(seed))
  const whole: Whole = (max) => Math.floor(random() * max)
  const start = api.ctx.clock.now().getTime()
  const world = await build(api, accounts, whole)
  const crew = options.kills > 0 ? hireCrew(api.databaseUrl, workers) : undefined
  let [acts, broken, killed, lived] = [0, 0, 0, 0]
  const deadline = performance.now() + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  try {
    for (let day = 0; day < days && performance.now() < deadline; day++) {
      const begin = start + day * dayMs
      acts += await liveADay(api, world, whole, begin, Math.ceil((accounts * options.changes) / 365))
      const end = begin + dayMs - 1
      api.ctx.clock.set(new Date(end))
      const isKilling = Math.floor((day * options.kills) / days) < Math.floor(((day + 1) * options.kills) / days)
      const killAfterMs = isKilling ? whole(400) : undefined
      const places = Array.from({ length: workers }, () => whole(60))
      // Who comes first has most of the work: on one day connections that break, on the next processes, on every core.
      if (crew === undefined || day % 2 === 0) broken += await breakSome(api, places)
      if (await crew?.work(end, killAfterMs)) killed += 1
      if (crew && day % 2 === 1) broken += await breakSome(api, places)
      await workOff(api)
      await settleSome(api, world, whole)
      lived += 1
      if (day % 30 === 29)
        say(`day ${day + 1} of ${days}: ${acts} acts, ${broken} broken transactions, ${killed} kills`)
    }
  } finally {
    crew?.dismiss()
  }
  say('Everything is done. Now it is compared.')
  return { accounts, days: lived, acts, broken, killed, ...(await judge(api, world)) }
}

/** Some accounts do something on a day: each group at a later moment than the one before, and all of a group at once. */
async function liveADay(api: TestApi, world: World, whole: Whole, begin: number, count: number): Promise<number> {
  let acts = 0
  const priceChanges = whole(4) === 0 ? 1 : 0
  if (priceChanges === 1)
    await changePrice(world, whole(world.planIds.length), daysFrom(dayOf(begin), whole(20)), whole)
  for (let done = 0; done < count; done += atOnce) {
    api.ctx.clock.set(new Date(begin + Math.floor((done * (dayMs - 1000)) / count)))
    const size = Math.min(atOnce, count - done)
    const group = new Set(Array.from({ length: size }, () => world.accounts[whole(world.accounts.length)] as Memory))
    acts += (await Promise.all([...group].map((account) => act(api, world, account, whole)))).reduce((a, b) => a + b, 0)
  }
  return acts + priceChanges
}

async function build(api: TestApi, count: number, whole: Whole): Promise<World> {
  const { dealerId } = await createDealer(api.ctx, { name: 'Money', dialect: 'provider', isVerified: true })
  const call: Call = {
    ...api.ctx,
    dealer: dealerId,
    apps: dialects.provider.apps,
    actor: operator('sim'),
    validate: (problems = []) => {
      if (problems[0]) throw new Error(problems[0].message)
    },
  }
  await setInvoiceSettings(call, { timeZone: zone, prefix: '', termsDays: 14, note: null, allowsPartPayments: false })
  const world: World = { call, planIds: [], prices: [], accounts: [] }
  for (const [months, notifyDays] of [
    [1, 3],
    [1, 0],
    [3, 10],
    [12, 14],
  ] as const) {
    const { id } = await createPlan(call, {
      managedPlanId: '019a0000-0000-7000-8000-000000000104',
      ...{ appId: fleetApp, name: `Every ${months} months`, modules: [], description: null },
      quotas: { unit: 10_000, geofence: 0, unit_storage: 10_240 },
    })
    await setLifecycle(call, id, { payment_period: months, payment_notify_offset: notifyDays, block_offset: 10 })
    ;(world.planIds as string[]).push(id)
    await changePrice(world, world.planIds.length - 1, dayOf(api.ctx.clock.now().getTime()), whole)
  }
  for (let index = 0; index < count; index++) {
    const plan = whole(world.planIds.length)
    const { id } = await createManagedAccount(call, {
      ...{ regApps: [fleetApp], title: undefined, description: undefined },
      user: { name: `client-${index}`, loginKey: 'client', description: null },
      tariffPlans: { [fleetApp]: world.planIds[plan] as string },
    })
    const day = dayOf(api.ctx.clock.now().getTime())
    ;(world.accounts as Memory[]).push({
      id,
      activated: undefined,
      activatedAt: 0,
      plans: [{ day, plan }],
      units: [],
      agreed: [],
    })
  }
  return world
}

function someList(whole: Whole): PriceList {
  const tiers = whole(2) === 0 ? [] : [{ from: 2 + whole(3), amount: whole(900) }]
  const item = (kind: PriceItem['kind'], amount: number): PriceItem => ({ kind, name: kind, amount, tiers: [] })
  const items = [
    item('account', whole(5000)),
    { ...item('unit', whole(2000)), tiers },
    item('account_setup', whole(9000)),
    item('unit_setup', whole(3000)),
  ].filter(() => whole(4) > 0)
  const currency = (['eur', 'eur', 'jpy', 'kwd'] as const)[whole(4)] as string
  return {
    currency,
    taxRate: whole(2500),
    discountRate: whole(3) === 0 ? whole(3000) : 0,
    freeDays: whole(3) * 10,
    items,
  }
}

async function changePrice(world: World, plan: number, validFrom: string, whole: Whole): Promise<void> {
  const list = someList(whole)
  await setPlanPrice(world.call, world.planIds[plan] as string, { validFrom, list })
  world.prices.push({ day: validFrom, plan, list })
}

let units = 0

/** Somebody does something, in the product and in memory. Everything is chosen before the first wait, so a seed repeats. */
async function act(api: TestApi, world: World, account: Memory, whole: Whole): Promise<number> {
  const { call } = world
  const today = dayOf(api.ctx.clock.now().getTime())
  const there = account.units.filter(({ until }) => until === undefined)
  const kind = whole(38)
  if (account.activated === undefined) {
    account.activated = today
    account.activatedAt = api.ctx.clock.now().getTime()
    await patiently(() => activateAccount(call, account.id))
  } else if (kind < 14) {
    const ident = `sim-${process.pid}-${++units}`
    const unit = { accountId: account.id, appId: fleetApp, name: ident, ident, hwId: 110, description: undefined }
    const { id } = await patiently(() => createUnit(call, unit))
    account.units.push({ id, from: today, until: undefined })
  } else if (kind < 22 && there[0]) {
    const unit = there[whole(there.length)] as (typeof there)[number]
    unit.until = today
    await patiently(() => removeUnit(call, unit.id))
  } else if (kind < 26) {
    const plan = whole(world.planIds.length)
    account.plans.push({ day: today, plan })
    await patiently(() => changePlan(call, account.id, fleetApp, world.planIds[plan] as string))
  } else if (kind < 28) {
    const terms: Terms = {
      list: whole(2) === 0 ? null : someList(whole),
      discountRate: whole(2) === 0 ? null : whole(5000),
      addOns: whole(2) === 0 ? [] : [{ name: 'Add-on', amount: whole(1000), quantity: 1 + whole(3) }],
    }
    const day = daysFrom(today, whole(20))
    account.agreed.push({ day, terms })
    await patiently(() => setClientPrice(call, account.id, { validFrom: day, ...terms }))
  } else return 0
  return 1
}

const aWorker = (api: TestApi): ActorContext => ({
  ...api.ctx,
  actor: { kind: 'job', id: 'sim', address: null, requestId: null },
})

async function run(ctx: ActorContext): Promise<void> {
  await patiently(() => runDunning(ctx))
  await patiently(() => chargeEndedPeriods(ctx))
}

/** Several workers at once. Each may lose its connection in the middle of some statement. */
async function breakSome(api: TestApi, places: readonly number[]): Promise<number> {
  const broken = await Promise.all(places.map((at) => breakAt(api.ctx.db, at, (db) => run({ ...aWorker(api), db }))))
  return broken.filter(Boolean).length
}

/** Whatever broke, somebody runs again. */
const workOff = (api: TestApi) => Promise.all(Array.from({ length: workers }, () => run(aWorker(api))))

/** Most pay at once, some in two parts, a few have a line taken back first. */
async function settleSome(api: TestApi, { call }: World, whole: Whole): Promise<void> {
  const open = await api.ctx.db
    .selectFrom('clientInvoices')
    .select(['id', 'total', 'netTotal'])
    .where('dealerId', '=', call.dealer)
    .where('status', '=', 'open')
    .orderBy('sequence')
    .execute()
  const paidOn = dayOf(api.ctx.clock.now().getTime())
  const settle = async ({ id, total, netTotal }: (typeof open)[number], kind: number) => {
    const pay = { paidOn, way: 'transfer', comment: null } as const
    if (kind === 0 && netTotal > 1) await creditInvoice(call, id, undefined, null)
    else if (kind === 1 && total > 1) await payInvoice(call, id, { ...pay, amount: 1 })
    else if (kind < 9) await payInvoice(call, id, { ...pay, amount: undefined })
  }
  for (let at = 0; at < open.length; at += atOnce) {
    const group = open.slice(at, at + atOnce).map((one) => ({ one, kind: whole(12) }))
    await Promise.all(group.map(({ one, kind }) => patiently(() => settle(one, kind))))
  }
}
