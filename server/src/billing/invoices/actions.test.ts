import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { jobs } from '#entry/timetable.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anActivatedAccount, anOwnedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { breakEach } from '#testing/faults/breaking.ts'
import { createServiceOffer, endServiceOffer } from '../plans/actions.ts'
import { countDueMonths, listInvoices, nextMonthDue } from './actions.ts'
import { type Invoice, monthAfter, monthOf, startOf } from './invoice.ts'

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
const anAccountOn = async (dealer: Caller, name: PlanName) =>
  anActivatedAccount(api, dealer, await aPlanOn(dealer, name))

const turnOfMonth = () => clock.set(startOf(monthAfter(monthOf(clock.now()))))
const changePlan = async (dealer: Caller, account: number, plan: string) => {
  const answer = await dealer.ask('PUT', `/accounts/${account}/client-plan`, { tariff_plan_id: plan, app_id: fleetApp })
  assert.equal(answer.status, 200, answer.text)
}
const remove = async (dealer: Caller, path: string) => {
  const answer = await dealer.ask('DELETE', path)
  assert.equal(answer.status, 200, answer.text)
}
/** Lines by their purpose, without the month. */
const linesOf = ({ lines }: Invoice) =>
  Object.fromEntries(
    lines.map(({ description, quantity }) => [description.replace(/^Activated units on |, .*$/g, ''), quantity]),
  )
const monthsOf = async (dealer: Caller) => (await listInvoices(acting, dealer.dealer)).map(({ month }) => month)
const latest = async (dealer: Caller) => (await listInvoices(acting, dealer.dealer))[0]

suite('a unit counts once in every month in which it was in an activated account', () => {
  const cases: readonly [what: string, use: (dealer: Caller) => Promise<unknown>, lines: object | undefined][] = [
    [
      'it exists',
      async (dealer) => aUnit(dealer, (await anAccountOn(dealer, 'Starter')).id),
      { Starter: 1, 'Service fee': 1 },
    ],
    [
      'it was deleted',
      async (dealer) => {
        const unit = await aUnit(dealer, (await anAccountOn(dealer, 'Starter')).id)
        await remove(dealer, `/units/${unit.id}`)
      },
      { Starter: 1, 'Service fee': 1 },
    ],
    [
      'its account was deleted',
      async (dealer) => {
        const account = await anAccountOn(dealer, 'Starter')
        await aUnit(dealer, account.id)
        await aUnit(dealer, account.id)
        await remove(dealer, `/accounts/${account.id}`)
      },
      { Starter: 2, 'Service fee': 1 },
    ],
    [
      'its account was not activated',
      async (dealer) => {
        const account = await aManagedAccount(dealer)
        await aUnit(dealer, account.id)
        await remove(dealer, `/units/${(await aUnit(dealer, account.id)).id}`)
      },
      undefined,
    ],
    ['an activated account without units', (dealer) => anAccountOn(dealer, 'Starter'), undefined],
    ['it is on trial', async (dealer) => aUnit(dealer, (await anAccountOn(dealer, 'Trial')).id), undefined],
    [
      'it belongs to its client',
      async (dealer) => aUnit(dealer, (await anOwnedAccount(api, dealer)).id, { app_id: consumerApp }),
      undefined,
    ],
    [
      'its plan was changed: the dearest counts',
      async (dealer) => {
        const account = await anAccountOn(dealer, 'Starter')
        await aUnit(dealer, account.id)
        await changePlan(dealer, account.id, await aPlanOn(dealer, 'Advanced'))
        await changePlan(dealer, account.id, await aPlanOn(dealer, 'Trial'))
      },
      { Advanced: 1, 'Service fee': 1 },
    ],
    [
      'its plan was changed to and fro, and then it was deleted',
      async (dealer) => {
        const account = await anAccountOn(dealer, 'Starter')
        const unit = await aUnit(dealer, account.id)
        const [lite, starter] = [await aPlanOn(dealer, 'Lite'), await aPlanOn(dealer, 'Starter')]
        for (const plan of [lite, starter, lite, starter]) await changePlan(dealer, account.id, plan)
        await remove(dealer, `/units/${unit.id}`)
      },
      { Lite: 1, 'Service fee': 1 },
    ],
  ]
  for (const [what, use, lines] of cases) {
    test(what, async () => {
      const dealer = await api.dealer()
      await use(dealer)
      turnOfMonth()
      await countDueMonths(acting)
      const invoice = await latest(dealer)
      assert.deepEqual(invoice && linesOf(invoice), lines)
    })
  }
})

test('a unit that was deleted last month is not counted in this one', async () => {
  const dealer = await api.dealer()
  const account = await anAccountOn(dealer, 'Starter')
  const unit = await aUnit(dealer, account.id)
  turnOfMonth()
  await countDueMonths(acting)
  turnOfMonth()
  await remove(dealer, `/units/${unit.id}`)
  await countDueMonths(acting)
  turnOfMonth()
  await countDueMonths(acting)
  turnOfMonth()
  await countDueMonths(acting)
  assert.equal((await monthsOf(dealer)).length, 3)
  assert.deepEqual(
    await api.ctx.db.selectFrom('departedUnits').selectAll().where('dealerId', '=', dealer.dealer).execute(),
    [],
  )
})

test('a service fee that ends is charged for the months before, even if they are counted afterwards', async () => {
  const dealer = await api.dealer()
  await aUnit(dealer, (await anAccountOn(dealer, 'Starter')).id)
  const offered = { appId: fleetApp, name: 'Extra fee', description: null, price: 3, currency: 'eur' }
  const fee = await createServiceOffer({ ...acting, validate: () => {} } as never, offered)
  turnOfMonth()
  await endServiceOffer(acting, fee.id)
  await countDueMonths(acting)
  assert.deepEqual(linesOf((await latest(dealer)) as Invoice), { Starter: 1, 'Service fee': 1, 'Extra fee': 1 })
  turnOfMonth()
  await countDueMonths(acting)
  assert.deepEqual(linesOf((await latest(dealer)) as Invoice), { Starter: 1, 'Service fee': 1 })
})

test('the billing details say when usage was counted and an invoice issued', async () => {
  const [payer, idle] = [await api.dealer(), await api.dealer()]
  await aUnit(payer, (await anAccountOn(payer, 'Starter')).id)
  turnOfMonth()
  await countDueMonths(acting)
  const now = clock.now().getTime() / 1000
  const infoOf = async (dealer: Caller) => (await dealer.ask('GET', '/company/payment-info')).body
  const [first, second] = [await infoOf(payer), await infoOf(idle)]
  assert.deepEqual([first.calculated_at, first.invoiced_at], [now, now])
  assert.deepEqual([second.calculated_at, second.invoiced_at], [now, null])
})

test('an invoice is emailed to the billing address once, if requested', async () => {
  const [wanting, without] = [await api.dealer(), await api.dealer()]
  for (const [dealer, email] of [
    [wanting, 'books@example.com'],
    [without, null],
  ] as const) {
    await aUnit(dealer, (await anAccountOn(dealer, 'Starter')).id)
    await api.ctx.db
      .updateTable('paymentInfos')
      .set({ autoSendInvoice: true, email })
      .where('dealerId', '=', dealer.dealer)
      .execute()
  }
  turnOfMonth()
  await countDueMonths(acting)
  await countDueMonths(acting)
  const { number } = (await latest(wanting)) as Invoice
  const mails = (await listMails(api.ctx)).filter(({ subject }) => subject.startsWith('Invoice '))
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [['books@example.com', `Invoice ${number}: 44.00 EUR`]],
  )
})

test('numbers have no gap, despite failures and concurrent writers', async () => {
  const dealers = await Promise.all(Array.from({ length: 4 }, () => api.dealer()))
  for (const dealer of dealers) await aUnit(dealer, (await anAccountOn(dealer, 'Starter')).id)
  turnOfMonth()
  assert.ok((await breakEach(api.ctx.db, (db) => countDueMonths({ ...acting, db }))) > 10)
  await Promise.all([countDueMonths(acting), countDueMonths(acting), countDueMonths(acting)])
  const numbers = (await listInvoices(acting)).map(({ number }) => number)
  for (const year of new Set(numbers.map((number) => number.slice(0, 4)))) {
    const own = numbers.filter((number) => number.startsWith(year)).sort()
    assert.deepEqual(
      own,
      own.map((_, at) => `${year}-${String(at + 1).padStart(6, '0')}`),
    )
  }
})

test('the job is due at the turn of the month, in UTC', async () => {
  await countDueMonths(acting)
  assert.deepEqual(await nextMonthDue(acting), startOf(monthAfter(monthOf(clock.now()))))
  assert.ok(jobs.some(({ name }) => name === 'invoices.make'))
})
