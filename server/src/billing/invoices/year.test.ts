/** A random year of a dealer compared with a model of the rules, with failures at the turn of the months. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '#entry/simulation/random.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { breakAt } from '#testing/faults/breaking.ts'
import { countDueMonths, listInvoices } from './actions.ts'
import { monthAfter, monthOf, startOf } from './invoice.ts'

const api = await openApi()
const { clock } = api.ctx
const acting: ActorContext = { ...api.ctx, actor: operator('test') }
// The plans were seeded when the tests began; here the fee must be older.
await api.ctx.db
  .updateTable('servicePlans')
  .set({ timeBegin: new Date('2026-01-01') })
  .execute()

const planOf = { Starter: '101', Lite: '102', Advanced: '104', Trial: '105' }
type PlanName = keyof typeof planOf
const aPlanOn = async (dealer: Caller, name: PlanName): Promise<string> =>
  (await aPlan(dealer, { managed_plan_id: `019a0000-0000-7000-8000-000000000${planOf[name]}`, modules: [] })).id

const changePlan = async (dealer: Caller, account: number, plan: string) => {
  const answer = await dealer.ask('PUT', `/accounts/${account}/client-plan`, { tariff_plan_id: plan, app_id: fleetApp })
  assert.equal(answer.status, 200, answer.text)
}
const remove = async (dealer: Caller, path: string) => {
  const answer = await dealer.ask('DELETE', path)
  assert.equal(answer.status, 200, answer.text)
}

const price = { Starter: 1900, Lite: 4900, Advanced: 19900, Trial: 0 }

interface ModelAccount {
  readonly id: number
  ack: number | undefined
  /** Plans with the time each began. */
  readonly plans: [from: number, plan: PlanName][]
}
interface ModelUnit {
  readonly id: number
  readonly account: ModelAccount
  readonly from: number
  until: number
}

/** What a month costs by the rules alone: each unit at the most expensive plan it had while it was active. */
function modelTotal(units: readonly ModelUnit[], start: number, end: number): number {
  let total = 0
  let isUsed = false
  for (const { account, from, until } of units) {
    if (account.ack === undefined) continue
    const [begin, stop] = [Math.max(from, account.ack, start), Math.min(until, end)]
    const had = account.plans.filter(([since], at) => since < stop && (account.plans[at + 1]?.[0] ?? Infinity) > begin)
    if (begin >= stop || had.length === 0) continue
    const dearest = had.map(([, plan]) => plan).toSorted((a, b) => price[b] - price[a])[0] as PlanName
    total += price[dearest]
    isUsed ||= dearest !== 'Trial'
  }
  return total + (isUsed ? 2500 : 0)
}

for (const seed of [1, 2]) {
  test(`a year of changes and failures gives twelve invoices as in the model (seed ${seed})`, async () => {
    const fraction = randomFrom(`year ${seed}`)
    const random = (below: number) => Math.floor(fraction() * below)
    clock.set(startOf(monthAfter(monthOf(clock.now()))))
    const dealer = await api.dealer()
    const plans = new Map<PlanName, string>()
    for (const name of Object.keys(planOf) as PlanName[]) plans.set(name, await aPlanOn(dealer, name))
    const names = [...plans.keys()]
    const accounts: ModelAccount[] = []
    const units: ModelUnit[] = []
    const alive = (account: ModelAccount) => units.filter((unit) => unit.account === account && unit.until === Infinity)
    const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)]

    // One unit stays all year, so that every month has an invoice.
    const kept: ModelAccount = {
      id: (await anActivatedAccount(api, dealer, plans.get('Starter'))).id,
      ack: clock.now().getTime(),
      plans: [[clock.now().getTime(), 'Starter']],
    }
    units.push({ id: (await aUnit(dealer, kept.id)).id, account: kept, from: clock.now().getTime(), until: Infinity })

    const moves: readonly (() => Promise<void>)[] = [
      async () => {
        const plan = pick(names) as PlanName
        const { id } = await aManagedAccount(dealer, plans.get(plan))
        accounts.push({ id, ack: undefined, plans: [[clock.now().getTime(), plan]] })
      },
      async () => {
        const account = pick(accounts.filter(({ ack }) => ack === undefined))
        if (!account) return
        account.ack = clock.now().getTime()
        assert.equal((await dealer.ask('PUT', `/accounts/${account.id}/activate`)).status, 200)
      },
      async () => {
        const account = pick(accounts.filter((one) => alive(one).length < 5))
        if (!account) return
        const { id } = await aUnit(dealer, account.id)
        units.push({ id, account, from: clock.now().getTime(), until: Infinity })
      },
      async () => {
        const unit = pick(units.filter(({ account, until }) => account !== kept && until === Infinity))
        if (!unit) return
        await remove(dealer, `/units/${unit.id}`)
        unit.until = clock.now().getTime()
      },
      async () => {
        const [account, plan] = [pick(accounts), pick(names) as PlanName]
        if (!account) return
        await changePlan(dealer, account.id, plans.get(plan) as string)
        account.plans.push([clock.now().getTime(), plan])
      },
      async () => {
        const account = random(4) === 0 ? pick(accounts) : undefined
        if (!account) return
        await remove(dealer, `/accounts/${account.id}`)
        for (const unit of alive(account)) unit.until = clock.now().getTime()
        accounts.splice(accounts.indexOf(account), 1)
      },
    ]
    let failures = 0
    for (let month = 0; month < 12; month++) {
      const end = startOf(monthAfter(monthOf(clock.now())))
      for (let move = 0; move < 15; move++) {
        clock.advance(3600 + random(100_000))
        await pick(moves)?.()
      }
      clock.set(end)
      // Sometimes the job does not run at the turn of the month and catches up later.
      if (month < 11 && random(3) === 0) continue
      for (
        let at = random(4);
        await breakAt(api.ctx.db, at, (db) => countDueMonths({ ...acting, db }));
        at += 1 + random(3)
      ) {
        failures++
      }
      await Promise.all([countDueMonths(acting), countDueMonths(acting)])
    }
    const invoices = (await listInvoices(acting, dealer.dealer)).toReversed()
    assert.equal(invoices.length, 12)
    assert.equal(new Set(invoices.map(({ month }) => month)).size, 12)
    assert.deepEqual(
      invoices.map(({ amountTotal }) => amountTotal),
      invoices.map(({ month }) => modelTotal(units, startOf(month).getTime(), startOf(monthAfter(month)).getTime())),
    )
    assert.ok(failures > 20, `Only ${failures} statements failed on the way.`)
  })
}
