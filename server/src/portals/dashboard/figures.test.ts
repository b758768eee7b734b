import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { emitFirstMessages, emitSilentUnits } from '#kernel/outgoing-events/watch.ts'
import { seconds } from '#kernel/time/clock.ts'
import { dayAfter, daysBetween } from '#kernel/time/day.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, anUnclaimedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { growthOf, incomeOf } from './figures.ts'

const api = await openApi()
const { clock } = api.ctx
const start = new Date('2026-03-14T23:30:00Z')
const today = '2026-03-15'

const asker = (dealer: Caller) => async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await api.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

/** In a time zone where it is already the 15th while it is the 14th in UTC. */
async function aDealer() {
  clock.set(start)
  const dealer = await api.dealer('provider')
  const ask = asker(dealer)
  await ask('PUT', '/company/invoice-settings', { time_zone: 'Europe/Vilnius', prefix: '', terms_days: 14, note: null })
  return { dealer, ask }
}
type Ask = ReturnType<typeof asker>

const newInvoice = async (ask: Ask, account_id: number, net: number, due_on: string | null = null, currency = 'eur') =>
  ask('POST', '/client-invoices', {
    ...{ account_id, is_draft: false, currency, due_on, note: null },
    lines: [{ description: 'Tracker', quantity: 1, unit_amount: net, discount_rate: 0, tax_rate: 0 }],
  })
const pay = (ask: Ask, id: string, paid_on: string, amount: number, way = 'transfer') =>
  ask('POST', `/client-invoices/${id}/payments`, { paid_on, way, comment: null, amount })

suite('income', () => {
  test('is what came in by the dealer’s days, once, by currency, without undone payments', async () => {
    const { dealer, ask } = await aDealer()
    const { id: account } = await anActivatedAccount(api, dealer)
    const invoice = await newInvoice(ask, account, 10_000)
    await pay(ask, invoice.id, '2026-02-10', 1000)
    await pay(ask, invoice.id, '2026-02-20', 500, 'cash')
    await pay(ask, invoice.id, today, 700)
    const whole = await pay(ask, invoice.id, today, 900)
    const undone = whole.payments.find(({ amount }: { amount: number }) => amount === 900)
    await ask('DELETE', `/client-invoices/${invoice.id}/payments/${undone.id}`)
    const dollars = await newInvoice(ask, account, 300, null, 'usd')
    await pay(ask, dollars.id, '2026-01-31', 300)
    await ask('POST', `/accounts/${account}/credit`, {
      ...{ kind: 'deposit', currency: 'eur', amount: 250, booked_on: today, way: 'cash', comment: null },
    })
    // What the credit pays came in with the credit.
    await newInvoice(ask, account, 100)
    // Paid on the 14th in UTC, on the 15th here.
    const bill = await aBill(dealer, account, {
      prices: [{ quantity: 1, unit_amount: 4000, currency: 'eur', name: 'A' }],
    })
    await payAtSandbox(api.ctx, bill.id)
    const { day, time_zone, income } = await ask('GET', '/figures')
    assert.deepEqual([day, time_zone], [today, 'Europe/Vilnius'])
    const [eur, usd] = income
    const { months, ...sums } = eur
    assert.deepEqual(sums, {
      ...{ currency: 'eur', this_month: 4950, last_month: 1500, last_month_to_date: 1000 },
    })
    assert.deepEqual(
      [months.length, months[0].month, months.at(-1)],
      [12, '2025-04', { month: '2026-03', amount: 4950 }],
    )
    assert.deepEqual([usd.currency, usd.this_month, usd.last_month], ['usd', 0, 0])
    assert.equal(usd.months.find(({ month }: { month: string }) => month === '2026-01').amount, 300)
    const listed = await ask('GET', '/figures/payments?month=2026-03')
    assert.equal(
      listed.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0),
      4950,
    )
    assert.deepEqual(listed.map(({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`).sort(), [
      ...['bill 4000', 'credit 250', 'invoice 700'],
    ])
    assert.equal((await ask('GET', '/figures/payments?count=2')).length, 2)
    const wrong = await api.ask('GET', '/console/figures/payments?month=2026-13', undefined, {
      'x-accesstoken': dealer.token,
    })
    assertRefused(wrong, 400, 'INVALID_QUERY month')
  })

  test('of last month counts until the same day, and in a shorter month to its end', () => {
    const days = ['2026-02-01', '2026-02-28', '2026-03-31'].map((day) => ({ day, currency: 'eur', amount: 10 }))
    assert.equal(incomeOf(days, '2026-03-27')[0]?.lastMonthToDate, 10)
    assert.equal(incomeOf(days, '2026-03-31')[0]?.lastMonthToDate, 20)
  })
})

test('overdue amounts by age match the listed invoices, counted day by day', async () => {
  const { dealer, ask } = await aDealer()
  const { id: account } = await anUnclaimedAccount(dealer)
  const dues = [1, 2, 30, 31, 45, 60, 61, 90, 91, 200]
  for (const [place, days] of dues.entries()) {
    // An invoice cannot be due before its issue.
    clock.set(new Date(start.getTime() - days * 86_400_000))
    const invoice = await newInvoice(
      ask,
      account,
      1000 + place,
      dayAfter(today, -days),
      place % 3 === 0 ? 'usd' : 'eur',
    )
    if (place === 4) await pay(ask, invoice.id, dayAfter(today, -days), 999)
  }
  clock.set(start)
  await newInvoice(ask, account, 5000, today)
  await newInvoice(ask, account, 5000, dayAfter(today, 10))
  const { overdue } = await ask('GET', '/figures')
  // The other way: the age of every listed invoice in calendar days.
  const invoices = (await ask('GET', '/client-invoices?limit=100')) as {
    due_on: string
    open_amount: number
    currency: string
  }[]
  const nameOf = (days: number) => (days <= 30 ? '30' : days <= 60 ? '60' : days <= 90 ? '90' : 'older')
  const expected = ['eur', 'usd'].map((currency) => {
    const late = invoices.filter((one) => one.currency === currency && daysBetween(one.due_on, today) >= 1)
    const sum = (some: typeof late) => some.reduce((all, { open_amount }) => all + open_amount, 0)
    const ages = ['30', '60', '90', 'older'].map((age) => {
      const own = late.filter(({ due_on }) => nameOf(daysBetween(due_on, today)) === age)
      return { age, amount: sum(own), invoices: own.length }
    })
    return { currency, amount: sum(late), invoices: late.length, ages }
  })
  assert.deepEqual(overdue, expected)
  assert.equal(
    expected.reduce((all, { invoices: count }) => all + count, 0),
    dues.length,
  )
  for (const { age } of expected[0]?.ages ?? []) {
    const listed = await ask('GET', `/client-invoices?overdue=${age}&limit=100`)
    const counted = expected.reduce((all, { ages }) => all + (ages.find((one) => one.age === age)?.invoices ?? 0), 0)
    assert.equal(listed.length, counted, age)
  }
})

const prices = (amount: number, change: object = {}) => ({
  ...{ valid_from: today, currency: 'eur', tax_rate: 1900, discount_rate: 0, free_days: 0 },
  ...{ items: [{ kind: 'unit', name: 'Tracking', amount, tiers: [] }], ...change },
})

suite('recurring revenue', () => {
  test('counts clients that are charged; a client is below cost if it brings less than the platform charges', async () => {
    const { dealer, ask } = await aDealer()
    const planned = async (list: object | null, isAutomatic = true) => {
      const { id } = await aPlan(dealer)
      const lifecycle = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }
      if (isAutomatic) await dealer.ask('PATCH', `/client-plans/${id}/payment-lifecycle`, lifecycle)
      if (list) await ask('PUT', `/client-plans/${id}/prices`, list)
      return id as string
    }
    const client = async (plan: string, units: number) => {
      const { id } = await anActivatedAccount(api, dealer, plan)
      for (let unit = 0; unit < units; unit++) await aUnit(dealer, id)
      return id as number
    }
    const [dear, cheap, uncharged, free] = [
      await planned(prices(9900)),
      await planned(prices(100, { discount_rate: 5000 })),
      await planned(prices(9900), false),
      await planned(prices(9900, { free_days: 30 })),
    ]
    const [one, two] = [await client(dear, 2), await client(dear, 1)]
    const low = await client(cheap, 3)
    const agreed = await client(cheap, 1)
    await ask('PUT', `/accounts/${agreed}/prices`, {
      ...{ valid_from: today, list: null, discount_rate: 0 },
      add_ons: [{ name: 'SMS', amount: 70_000, quantity: 1 }],
    })
    const idle = await client(uncharged, 1)
    await client(free, 1)
    await dealer.ask('PATCH', `/accounts/${two}/set-blocked`, { blocked: true })
    const { recurring } = await ask('GET', '/figures')
    assert.deepEqual(recurring.amounts, [{ currency: 'eur', amount: 2 * 9900 + 150 + 100 + 70_000 }])
    assert.deepEqual(
      [recurring.clients, recurring.free_clients, recurring.not_charged],
      [3, 1, { clients: 1, amounts: [{ currency: 'eur', amount: 9900 }] }],
    )
    const lists = async (query: string) => (await ask('GET', `/figures/clients?list=${query}`)).clients
    const ids = (some: { account_id: number }[]) => some.map(({ account_id }) => account_id)
    assert.deepEqual(ids(await lists('recurring')), [agreed, one, low])
    assert.deepEqual(ids(await lists('not_charged')), [idle])
    const below = await lists('below_cost')
    const costOf = (id: number) => below.find(({ account_id }: { account_id: number }) => account_id === id)?.cost
    assert.ok(costOf(low) > 150 && ids(below).includes(two) && !ids(below).includes(one), JSON.stringify(below))
    assert.equal(recurring.clients_below_cost, below.length)
    // The sums of the plans are the sums of their clients.
    for (const plan of recurring.plans) {
      const all = [...(await lists(`recurring&plan=${plan.plan_id}`))]
      assert.equal(
        plan.revenue,
        all.reduce((sum: number, { revenue }: { revenue: number }) => sum + revenue, 0),
      )
    }
    const mine = await asker(await api.dealer('provider'))('GET', '/figures')
    assert.deepEqual([mine.recurring.plans, mine.income, mine.overdue], [[], [], []])
  })
})

suite('over time', () => {
  test('clients and units are counted back from now, with those who left', async () => {
    const { dealer, ask } = await aDealer()
    clock.set(new Date('2025-12-10T12:00:00Z'))
    const { id: stays } = await anActivatedAccount(api, dealer)
    const { id: goes } = await anActivatedAccount(api, dealer)
    for (const account of [stays, stays, goes]) await aUnit(dealer, account)
    clock.set(new Date('2026-01-31T22:30:00Z'))
    // It is already February here.
    const short = await aUnit(dealer, stays)
    clock.set(new Date('2026-02-20T12:00:00Z'))
    await dealer.ask('DELETE', `/units/${short.id}`)
    await dealer.ask('DELETE', `/accounts/${goes}`)
    await anUnclaimedAccount(dealer)
    clock.set(start)
    const { clients, units } = await ask('GET', '/figures')
    const course = (months: { month: string; count: number; joined: number; left: number }[]) =>
      months.slice(7).map(({ month, joined, left, count }) => `${month} +${joined} -${left} = ${count}`)
    assert.deepEqual(course(clients), [
      ...['2025-11 +0 -0 = 0', '2025-12 +2 -0 = 2', '2026-01 +0 -0 = 2', '2026-02 +0 -1 = 1', '2026-03 +0 -0 = 1'],
    ])
    assert.deepEqual(course(units), [
      ...['2025-11 +0 -0 = 0', '2025-12 +3 -0 = 3', '2026-01 +0 -0 = 3', '2026-02 +1 -2 = 2', '2026-03 +0 -0 = 2'],
    ])
  })

  test('a month without changes keeps its count', () => {
    const months = growthOf(7, [{ month: '2026-03', joined: 2, left: 1 }], today)
    assert.deepEqual([months.at(-1)?.count, months.at(-2)?.count, months[0]?.count], [7, 6, 6])
  })
})

test('paid but silent: units of unblocked clients with prices', async () => {
  const { dealer, ask } = await aDealer()
  const plan = await aPlan(dealer)
  await ask('PUT', `/client-plans/${plan.id}/prices`, prices(1000))
  const [{ id: paying }, { id: other }] = [
    await anActivatedAccount(api, dealer, plan.id),
    await anActivatedAccount(api, dealer),
  ]
  const [silent, steady, unpaid] = [
    await aUnit(dealer, paying),
    await aUnit(dealer, paying),
    await aUnit(dealer, other),
  ]
  await countEvents(api.ctx, dealer.dealer)
  const sends = (unit: typeof silent) => received(api, unit, [{ timestamp: seconds(clock.now()), 'position.speed': 1 }])
  for (const unit of [silent, steady, unpaid]) await sends(unit)
  await emitFirstMessages(api.ctx)
  clock.advance(25 * 3600)
  await sends(steady)
  await emitSilentUnits(api.ctx)
  const listed = await ask('GET', '/figures/silent-units')
  assert.deepEqual(
    listed.map(({ id }: { id: number }) => id),
    [silent.id],
  )
  assert.equal((await ask('GET', '/figures')).paid_silent_units, 1)
  await dealer.ask('PATCH', `/accounts/${paying}/set-blocked`, { blocked: true })
  assert.equal((await ask('GET', '/figures')).paid_silent_units, 0)
})

test('a client’s figures: its usage, invoices and payments by month, and its units', async () => {
  const { dealer, ask } = await aDealer()
  const plan = await aPlan(dealer)
  const { id } = await anActivatedAccount(api, dealer, plan.id)
  await aUnit(dealer, id)
  const gone = await aUnit(dealer, id)
  await dealer.ask('DELETE', `/units/${gone.id}`)
  const invoice = await newInvoice(ask, id, 5000, dayAfter(today, 3))
  await pay(ask, invoice.id, '2026-02-01', 1200)
  clock.advance(5 * 86_400)
  const { usage, amounts, units } = await ask('GET', `/accounts/${id}/figures`)
  assert.deepEqual([usage.units, usage.geofences, usage.rules], [1, 0, 0])
  const [{ months, ...sums }] = amounts
  assert.deepEqual(sums, { currency: 'eur', open: 3800, overdue: 3800 })
  assert.deepEqual(months.slice(-2), [
    { month: '2026-02', invoiced: 0, paid: 1200 },
    { month: '2026-03', invoiced: 5000, paid: 0 },
  ])
  assert.deepEqual(units.slice(-2), [
    { month: '2026-02', count: 0, joined: 0, left: 0 },
    { month: '2026-03', count: 1, joined: 2, left: 1 },
  ])
})
