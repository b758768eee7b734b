/**
 * Years of client invoices, with random changes of units, plans and prices, several workers and broken connections, against
 * a second formulation: it walks from day to day and counts what it remembers having done. It asks the product only when
 * periods begin and end.
 */
import { sql } from 'kysely'
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
import {
  dayOf,
  daysBefore,
  expected,
  type Memory,
  nextDay,
  type PeriodRow,
  type Remembered,
  type Terms,
  zone,
} from './money-model.ts'

export interface MoneyOptions {
  readonly accounts: number
  readonly days: number
  readonly seed: number
  say(sentence: string): void
}

export interface MoneyResult {
  readonly accounts: number
  readonly days: number
  readonly acts: number
  readonly broken: number
  readonly periods: number
  readonly invoices: number
  readonly creditNotes: number
  readonly violations: readonly string[]
}

const dayMs = 86_400_000
const workers = 3

interface World extends Remembered {
  readonly call: Call
}

type Whole = (max: number) => number

export async function liveOnMoney(api: TestApi, { accounts, days, seed, say }: MoneyOptions): Promise<MoneyResult> {
  const random = randomFrom(String(seed))
  const whole: Whole = (max) => Math.floor(random() * max)
  const start = api.ctx.clock.now().getTime()
  const world = await build(api, accounts, whole)
  let [acts, broken] = [0, 0]
  for (let day = 0; day < days; day++) {
    const begin = start + day * dayMs
    // A third of the accounts does something on a day; each at a later moment than the one before.
    const count = Math.ceil(accounts / 3)
    for (let index = 0; index < count; index++) {
      api.ctx.clock.set(new Date(begin + Math.floor((index * (dayMs - 1000)) / count)))
      acts += await act(api, world, whole)
    }
    api.ctx.clock.set(new Date(begin + dayMs - 1))
    broken += await work(api, whole)
    await settleSome(api, world, whole)
    if (day % 30 === 29) say(`day ${day + 1} of ${days}: ${acts} acts, ${broken} broken transactions`)
  }
  return { accounts, days, acts, broken, ...(await judge(api, world)) }
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

/** Somebody does something, in the product and in memory. */
async function act(api: TestApi, world: World, whole: Whole): Promise<number> {
  const { call } = world
  const today = dayOf(api.ctx.clock.now().getTime())
  const later = () => {
    let day = today
    for (let left = whole(20); left > 0; left--) day = nextDay(day)
    return day
  }
  const account = world.accounts[whole(world.accounts.length)] as Memory
  const there = account.units.filter(({ until }) => until === undefined)
  const kind = whole(40)
  if (account.activated === undefined) {
    await activateAccount(call, account.id)
    account.activated = today
    account.activatedAt = api.ctx.clock.now().getTime()
  } else if (kind < 14) {
    const ident = `sim-${process.pid}-${++units}`
    const { id } = await createUnit(call, {
      ...{ accountId: account.id, appId: fleetApp, name: ident, ident, hwId: 110, description: undefined },
    })
    account.units.push({ id, from: today, until: undefined })
  } else if (kind < 22 && there[0]) {
    const unit = there[whole(there.length)] as (typeof there)[number]
    await removeUnit(call, unit.id)
    unit.until = today
  } else if (kind < 26) {
    const plan = whole(world.planIds.length)
    await changePlan(call, account.id, fleetApp, world.planIds[plan] as string)
    account.plans.push({ day: today, plan })
  } else if (kind < 28) {
    const terms: Terms = {
      list: whole(2) === 0 ? null : someList(whole),
      discountRate: whole(2) === 0 ? null : whole(5000),
      addOns: whole(2) === 0 ? [] : [{ name: 'Add-on', amount: whole(1000), quantity: 1 + whole(3) }],
    }
    const day = later()
    await setClientPrice(call, account.id, { validFrom: day, ...terms })
    account.agreed.push({ day, terms })
  } else if (kind < 29) await changePrice(world, whole(world.planIds.length), later(), whole)
  else return 0
  return 1
}

/** Several workers at once. Each may lose its connection in the middle of some statement; then somebody runs again. */
async function work(api: TestApi, whole: Whole): Promise<number> {
  const worker: ActorContext = { ...api.ctx, actor: { kind: 'job', id: 'sim', address: null, requestId: null } }
  const run = async (ctx: ActorContext) => {
    await runDunning(ctx)
    await chargeEndedPeriods(ctx)
  }
  const places = Array.from({ length: workers }, () => whole(60))
  const broken = await Promise.all(places.map((at) => breakAt(api.ctx.db, at, (db) => run({ ...worker, db }))))
  await Promise.all(Array.from({ length: workers }, () => run(worker)))
  return broken.filter(Boolean).length
}

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
  for (const { id, total, netTotal } of open) {
    const kind = whole(12)
    const pay = { paidOn, way: 'transfer', comment: null } as const
    if (kind === 0 && netTotal > 1) await creditInvoice(call, id, undefined, null)
    else if (kind === 1 && total > 1) await payInvoice(call, id, { ...pay, amount: 1 })
    else if (kind < 9) await payInvoice(call, id, { ...pay, amount: undefined })
  }
}

async function judge(api: TestApi, world: World) {
  const { db } = api.ctx
  const violations: string[] = []
  const { dealer } = world.call
  const invoices = await db.selectFrom('clientInvoices').selectAll().where('dealerId', '=', dealer).execute()
  const periods = await db.selectFrom('clientPeriods').selectAll().orderBy('accountId').orderBy('starts').execute()
  const byAccount = Map.groupBy(periods, ({ accountId }) => accountId)
  let charged = 0
  for (const account of world.accounts) {
    let begins = account.activated
    let due = account.activatedAt
    for (const row of (byAccount.get(account.id) ?? []) as unknown as (PeriodRow & { chargedAt: Date | null })[]) {
      charged += 1
      if (row.starts !== begins) violations.push(`${account.id}: ${row.starts} does not follow ${begins}`)
      if (row.chargedAt === null) violations.push(`${account.id}: ${row.starts} was never charged`)
      begins = row.ends
      const days = daysBefore(row.dueAt.getTime(), due, row.months)
      if (row.days !== days) violations.push(`${account.id}: ${row.starts} is of ${row.days} days instead of ${days}`)
      due = row.dueAt.getTime()
      const own = invoices.filter(({ accountId, starts }) => accountId === account.id && String(starts) === row.starts)
      const totals = [...expected(world, account, row)].filter(
        ([currency, total]) => total > 0 || own.some((one) => one.currency === currency),
      )
      const said = own.map(({ currency, total }) => `${total} ${currency}`).toSorted()
      const wanted = totals.map(([currency, total]) => `${total} ${currency}`).toSorted()
      if (String(said) !== String(wanted)) violations.push(`${account.id} ${row.starts}: ${said} instead of ${wanted}`)
    }
  }
  for (const [year, own] of Map.groupBy(invoices, ({ year }) => year)) {
    const numbers = own.map(({ sequence }) => sequence as number).toSorted((one, other) => one - other)
    if (numbers.some((number, index) => number !== index + 1)) violations.push(`The numbers of ${year} have a gap.`)
  }
  const { rows } = await sumsThatDiffer(db, dealer)
  violations.push(...rows.map(({ id, what }) => `${id}: ${what}`))
  const creditNotes = invoices.filter(({ kind }) => kind === 'credit').length
  return { periods: charged, invoices: invoices.length, creditNotes, violations: violations.slice(0, 20) }
}

/** What stands on an invoice against its lines, its payments and its credit notes. */
const sumsThatDiffer = (db: TestApi['ctx']['db'], dealer: number) =>
  sql<{ id: string; what: string }>`
    select id, what from client_invoices
    left join lateral (select sum(net) as net, sum(tax) as tax from client_invoice_lines where invoice_id = client_invoices.id) lines on true
    left join lateral (
      select coalesce(sum(amount), 0) as paid from client_invoice_payments where invoice_id = client_invoices.id) payments on true
    left join lateral (
      select coalesce(-sum(notes.total), 0) as credited from client_invoices notes where notes.credits = client_invoices.id
    ) credit on true
    cross join lateral (values
      ('its lines', lines.net is distinct from net_total or lines.tax is distinct from tax_total),
      ('its payments', payments.paid <> paid_total),
      ('its credit notes', credit.credited <> credited_total),
      ('its state', kind <> 'credit' and (status = 'open') <> (total - paid_total - credited_total > 0))
    ) as checks (what, is_wrong)
    where dealer_id = ${dealer} and is_wrong`.execute(db)
