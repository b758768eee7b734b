/**
 * Years of client invoices, with random changes of units, plans and prices, several workers and broken connections,
 * compared with a second implementation: it goes from day to day and counts what it remembers. It asks the product only
 * when periods begin and end.
 */
import { chargeEndedPeriods, creditInvoice, payInvoice, takePayment } from '#billing/client-invoices/actions.ts'
import { createPlan, setLifecycle } from '#billing/plans/actions.ts'
import { setClientPrice, setPlanPrice } from '#billing/prices/actions.ts'
import type { PriceItem, PriceList } from '#billing/prices/price.ts'
import { activateAccount, changePlan, createManagedAccount } from '#customers/accounts/actions.ts'
import { runDunning } from '#customers/accounts/dunning/dunning-run.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import { setInvoiceSettings } from '#identity/company/actions.ts'
import { createDealer } from '#identity/dealers/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext, Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import type { TestApi } from '#testing/api.ts'
import { breakAt } from '#testing/faults/breaking.ts'
import { createUnit, removeUnit } from '#tracking/units/actions.ts'
import { hireCrew } from './money-crew.ts'
import { judge } from './money-judge.ts'
import { dayOf, daysFrom, type Memory, type Remembered, type Terms, zone } from './money-model.ts'
import { patiently } from './patience.ts'

export interface MoneyOptions {
  /** Of all dealers together. */
  readonly accounts: number
  readonly dealers: number
  readonly days: number
  readonly seed: number
  /** Per account and year. The prices of a plan change a quarter as often. */
  readonly changes: number
  /** Of workers in separate processes. */
  readonly kills: number
  /** After this time, fewer days are simulated and checked. */
  readonly minutes?: number
  say(sentence: string): void
}

export interface MoneyResult {
  readonly accounts: number
  readonly dealers: number
  readonly days: number
  readonly acts: number
  readonly broken: number
  /** Workers that were killed while working. */
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

/** What one dealer and its clients have done. */
interface World extends Remembered {
  readonly call: Call
}

type Whole = (max: number) => number

export async function liveOnMoney(api: TestApi, options: MoneyOptions): Promise<MoneyResult> {
  const { accounts, days, seed, say } = options
  const random = randomFrom(String(seed))
  const whole: Whole = (max) => Math.floor(random() * max)
  const [start, began] = [api.ctx.clock.now().getTime(), performance.now()]
  const minutes = () => ((performance.now() - began) / 60_000).toFixed(1)
  const worlds: World[] = []
  for (let left = options.dealers, there = accounts; left > 0; left--) {
    const count = Math.ceil(there / left)
    worlds.push(await build(api, count, whole))
    there -= count
  }
  say(`${accounts} clients of ${worlds.length} dealers after ${minutes()} minutes`)
  const crew = options.kills > 0 ? hireCrew(api.databaseUrl, workers) : undefined
  let [acts, broken, killed, lived] = [0, 0, 0, 0]
  const deadline = began + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  try {
    for (let day = 0; day < days && performance.now() < deadline; day++) {
      const begin = start + day * dayMs
      acts += await liveADay(api, worlds, whole, begin, options)
      const end = begin + dayMs - 1
      api.ctx.clock.set(new Date(end))
      // The first one does most of the work: on one day connections break, on the next processes, on every core.
      const isCrewFirst = day % 2 === 1
      const killsUntil = (then: number) => Math.floor((then * options.kills) / days)
      const isKilling = isCrewFirst && killsUntil(day - 1) < killsUntil(day + 1)
      const killAt = isKilling ? random() : undefined
      const places = Array.from({ length: workers }, () => whole(60))
      if (crew === undefined || !isCrewFirst) broken += await breakSome(api, places)
      if (await crew?.work(end, killAt)) killed += 1
      if (crew && isCrewFirst) broken += await breakSome(api, places)
      await workOff(api)
      await settleSome(api, worlds, whole)
      lived += 1
      if (day % 10 === 9)
        say(
          `day ${day + 1} of ${days} after ${minutes()} minutes: ${acts} acts, ${broken} broken transactions, ${killed} kills`,
        )
    }
  } finally {
    crew?.dismiss()
  }
  say(`Everything is done after ${minutes()} minutes. Now it is compared.`)
  return { accounts, dealers: worlds.length, days: lived, acts, broken, killed, ...(await judge(api, worlds)) }
}

/** Some accounts act on a day: each group later than the previous one, and all of a group at once. */
async function liveADay(
  api: TestApi,
  worlds: readonly World[],
  whole: Whole,
  begin: number,
  { accounts, changes }: MoneyOptions,
): Promise<number> {
  let acts = 0
  for (const world of worlds) {
    if (whole(365) >= changes) continue
    await changePrice(world, whole(world.planIds.length), daysFrom(dayOf(begin), whole(20)), whole)
    acts += 1
  }
  const count = Math.ceil((accounts * changes) / 365)
  for (let done = 0; done < count; done += atOnce) {
    api.ctx.clock.set(new Date(begin + Math.floor((done * (dayMs - 1000)) / count)))
    const group = new Map<Memory, World>()
    for (let size = Math.min(atOnce, count - done); size > 0; size--) {
      const world = worlds[whole(worlds.length)] as World
      group.set(world.accounts[whole(world.accounts.length)] as Memory, world)
    }
    const counts = await Promise.all([...group].map(([account, world]) => act(api, world, account, whole)))
    acts += counts.reduce((one, other) => one + other, 0)
  }
  return acts
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
  for (let index = 0; index < count; index += atOnce) {
    const size = Math.min(atOnce, count - index)
    const plans = Array.from({ length: size }, () => whole(world.planIds.length))
    ;(world.accounts as Memory[]).push(
      ...(await Promise.all(plans.map((plan, place) => aClient(world, plan, `client-${dealerId}-${index + place}`)))),
    )
  }
  return world
}

async function aClient({ call, planIds }: World, plan: number, name: string): Promise<Memory> {
  const { id } = await createManagedAccount(call, {
    ...{ regApps: [fleetApp], title: undefined, description: undefined },
    user: { name, loginKey: 'client', description: null },
    tariffPlans: { [fleetApp]: planIds[plan] as string },
  })
  const plans = [{ day: dayOf(call.clock.now().getTime()), plan }]
  return { id, activated: undefined, activatedAt: 0, plans, units: [], agreed: [] }
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

/** Someone acts, in the product and in the model. All choices precede the first await, so that a seed repeats. */
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

/** Several concurrent workers. Each may lose its connection during some statement. */
async function breakSome(api: TestApi, places: readonly number[]): Promise<number> {
  const broken = await Promise.all(places.map((at) => breakAt(api.ctx.db, at, (db) => run({ ...aWorker(api), db }))))
  return broken.filter(Boolean).length
}

/** After a failure, someone runs it again. */
const workOff = (api: TestApi) => Promise.all(Array.from({ length: workers }, () => run(aWorker(api))))

/** Most pay at once, some in two parts, a few get a line credited first. A dealer records many payments in one go. */
async function settleSome(api: TestApi, worlds: readonly World[], whole: Whole): Promise<void> {
  const calls = new Map(worlds.map(({ call }) => [call.dealer, call]))
  const open = await api.ctx.db
    .selectFrom('clientInvoices')
    .select(['id', 'dealerId', 'currency', 'total', 'paidTotal', 'creditedTotal'])
    .where('dealerId', 'in', [...calls.keys()])
    .where('status', '=', 'open')
    .orderBy('dealerId')
    .orderBy('year')
    .orderBy('sequence')
    .execute()
  const chosen = open.map((one) => ({ ...one, kind: whole(12) }))
  const batches = [...Map.groupBy(chosen, ({ dealerId }) => dealerId)].flatMap(([dealer, own]) =>
    Array.from({ length: Math.ceil(own.length / bookedAtOnce) }, (_, at) => ({
      call: calls.get(dealer) as Call,
      own: own.slice(at * bookedAtOnce, (at + 1) * bookedAtOnce),
    })),
  )
  for (let at = 0; at < batches.length; at += atOnce)
    await Promise.all(
      batches
        .slice(at, at + atOnce)
        .map(({ call, own }) => patiently(() => inTransaction(call, (on) => book(on, own)))),
    )
}

const bookedAtOnce = 10

interface Open {
  readonly id: string
  readonly currency: string
  readonly total: number
  readonly paidTotal: number
  readonly creditedTotal: number
  readonly kind: number
}

async function book(call: Call, invoices: readonly Open[]): Promise<void> {
  const paidOn = dayOf(call.clock.now().getTime())
  for (const { id, currency, kind, total, paidTotal, creditedTotal } of invoices) {
    const left = total - paidTotal - creditedTotal
    const pay = { paidOn, currency, comment: null, bankLineId: null }
    if (kind === 0 && total > 1) await creditInvoice(call, id, undefined, null)
    else if (kind === 1 && total > 1) await takePayment(call, id, { ...pay, amount: 1 })
    else if (kind === 2) await payInvoice(call, id, { paidOn, way: 'cash', comment: null, amount: undefined })
    else if (kind < 9) await takePayment(call, id, { ...pay, amount: left })
  }
}
