/** A plan that already has clients gets a payment period. */
import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { chargeEndedPeriods } from '#billing/client-invoices/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { runDunning } from './dunning-run.ts'

const api = await openApi()
const { db, clock } = api.ctx
const worker: ActorContext = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
const at = (text: string) => clock.set(new Date(`${text}Z`))
beforeEach(() => at('2027-12-31T10:00'))
// A token is valid for a year, and the tests span several.
at('2029-12-01T10:00')
const dealer = await api.dealer('provider')

const monthly = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }
const set = (plan: string, body: object) => dealer.ask('PATCH', `/client-plans/${plan}/payment-lifecycle`, body)
const ask = (method: string, path: string, body?: object) =>
  api.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
const preview = async (plan: string, months: number, start: string) =>
  (await ask('GET', `/client-plans/${plan}/due-dates?payment_period=${months}&due_dates=${start}`)).body
const iso = (seconds: number | null) => seconds && new Date(seconds * 1000).toISOString().slice(0, 16)
const read = async (id: number) => (await dealer.ask('GET', `/accounts/${id}`)).body
const dueOf = async (id: number) => iso((await read(id)).client_payment_lifecycle.payment_expected_at)

/** Without a period no one has a due date. */
async function aClientOf(plan: string, activated: string) {
  const account = await anActivatedAccount(api, dealer, plan)
  const ack = new Date(`${activated}Z`)
  await db.updateTable('accounts').set({ ack }).where('id', '=', account.id).execute()
  return account.id as number
}

suite('the first due date of existing clients', () => {
  const table: readonly [what: string, activated: string, now: string, months: number, start: string, due: string][] = [
    ['a month from now', '2027-03-05T09:00', '2027-12-31T10:00', 1, 'from_today', '2028-01-31T10:00'],
    ['a month from a 31st', '2027-03-05T09:00', '2028-01-31T10:00', 1, 'from_today', '2028-02-29T10:00'],
    [
      'the same in a year without a leap day',
      '2027-03-05T09:00',
      '2027-01-31T10:00',
      1,
      'from_today',
      '2027-02-28T10:00',
    ],
    ['a year from a leap day', '2027-03-05T09:00', '2028-02-29T10:00', 12, 'from_today', '2029-02-28T10:00'],
    ['the next day of activation', '2027-03-05T09:00', '2027-12-31T10:00', 1, 'from_activation', '2028-01-05T09:00'],
    [
      'on the day itself, before the hour',
      '2027-03-05T09:00',
      '2027-12-05T08:59',
      1,
      'from_activation',
      '2027-12-05T09:00',
    ],
    [
      'on the day itself, at the hour',
      '2027-03-05T09:00',
      '2027-12-05T09:00',
      1,
      'from_activation',
      '2028-01-05T09:00',
    ],
    ['a 31st in a short month', '2027-01-31T09:00', '2027-06-10T10:00', 1, 'from_activation', '2027-06-30T09:00'],
    ['a 31st after a short month', '2027-01-31T09:00', '2027-06-30T10:00', 1, 'from_activation', '2027-07-31T09:00'],
    ['a 31st in a leap February', '2027-01-31T09:00', '2028-02-10T10:00', 1, 'from_activation', '2028-02-29T09:00'],
    ['a leap day each year', '2024-02-29T09:00', '2027-06-10T10:00', 12, 'from_activation', '2028-02-29T09:00'],
    ['a leap day in a common year', '2024-02-29T09:00', '2026-06-10T10:00', 12, 'from_activation', '2027-02-28T09:00'],
    ['quarters from activation', '2027-01-15T09:00', '2027-12-31T10:00', 3, 'from_activation', '2028-01-15T09:00'],
    [
      'a period longer than the client exists',
      '2027-12-01T09:00',
      '2027-12-31T10:00',
      24,
      'from_activation',
      '2029-12-01T09:00',
    ],
  ]
  for (const [what, activated, now, months, start, due] of table) {
    test(`${what}: ${due}`, async () => {
      const plan = await aPlan(dealer)
      const id = await aClientOf(plan.id, activated)
      at(now)
      const shown = await preview(plan.id, months, start)
      assert.deepEqual(
        [
          shown.clients,
          shown.first.map((one: { account_id: number; due_at: number }) => [one.account_id, iso(one.due_at)]),
        ],
        [1, [[id, due]]],
      )
      assert.equal((await set(plan.id, { ...monthly, payment_period: months, due_dates: start })).status, 201)
      assert.equal(await dueOf(id), due)
    })
  }
})

suite('the dealer’s choice applies', () => {
  test('with leave, or left out: as the contract says, no one gets a due date', async () => {
    for (const answer of [{}, { due_dates: 'leave' }]) {
      const plan = await aPlan(dealer)
      const id = await aClientOf(plan.id, '2027-03-05T09:00')
      const { status, body } = await set(plan.id, { ...monthly, ...answer })
      assert.deepEqual([status, body.client_payment_lifecycle], [201, monthly])
      assert.equal(await dueOf(id), null)
      assert.equal((await preview(plan.id, 1, 'leave')).clients, 0)
    }
  })

  test('only to the clients concerned, and once', async () => {
    const [plan, other] = [await aPlan(dealer), await aPlan(dealer)]
    const [soon, late] = [await aClientOf(plan.id, '2027-03-02T09:00'), await aClientOf(plan.id, '2027-03-20T09:00')]
    const dated = await aClientOf(plan.id, '2027-03-05T09:00')
    const own = await aClientOf(plan.id, '2027-03-05T09:00')
    const elsewhere = await aClientOf(other.id, '2027-03-05T09:00')
    const { id: waiting } = await aManagedAccount(dealer, plan.id)
    const due = Date.parse('2028-05-01T00:00:00Z') / 1000
    await dealer.ask('PATCH', `/accounts/${dated}/set-payment-lifecycle`, { payment_expected_at: due })
    await dealer.ask('PATCH', `/accounts/${own}/set-payment-lifecycle`, { use_fleet_lifecycle: true, block_offset: 1 })
    const { first, ...counts } = await preview(plan.id, 1, 'from_activation')
    assert.deepEqual(counts, { clients: 2, with_due_date: 1, own_settings: 1, not_activated: 1 })
    assert.deepEqual(
      first.map((one: { account_id: number }) => one.account_id),
      [soon, late],
    )
    assert.equal(await dueOf(soon), null, 'looking changes nothing')
    await set(plan.id, { ...monthly, due_dates: 'from_activation' })
    assert.deepEqual(await Promise.all([soon, late, dated, own, elsewhere, waiting].map(dueOf)), [
      '2028-01-02T09:00',
      '2028-01-20T09:00',
      '2028-05-01T00:00',
      null,
      null,
      null,
    ])
    await set(plan.id, { ...monthly, due_dates: 'from_today' })
    assert.equal(await dueOf(soon), '2028-01-02T09:00', 'who has a due date keeps it')
    const entries = (await dealer.ask('GET', `/audit?account_id=${soon}`)).body
    assert.equal(entries.filter((one: { action: string }) => one.action === 'accounts.set-lifecycle').length, 1)
  })

  test('and automation begins: the payment reminder comes on time', async () => {
    const plan = await aPlan(dealer)
    const id = await aClientOf(plan.id, '2027-03-05T09:00')
    await set(plan.id, { ...monthly, due_dates: 'from_today' })
    at('2028-01-28T09:59')
    await runDunning(worker)
    const kinds = async () =>
      (await db.selectFrom('milestones').select('kind').where('accountId', '=', id).execute()).map(({ kind }) => kind)
    assert.deepEqual(await kinds(), [])
    at('2028-01-28T10:00')
    await runDunning(worker)
    assert.deepEqual(await kinds(), ['notice'])
  })

  test('and the simulation shows it before anything is saved', async () => {
    const plan = await aPlan(dealer)
    await aClientOf(plan.id, '2027-03-05T09:00')
    const question = { tariff_plan_id: plan.id, months: 1, settings: monthly }
    const totals = async (change: object) =>
      (await dealer.ask('POST', '/lifecycle/simulate', { ...question, ...change })).body.totals
    assert.equal((await totals({})).due, 0)
    assert.deepEqual(await totals({ due_dates: 'from_activation' }), { notice: 1, due: 1, block: 1, unblock: 0 })
  })

  test('but not without a period, for another dealer’s plan or with another word', async () => {
    const plan = await aPlan(dealer)
    const none = { ...monthly, payment_period: null, due_dates: 'from_today' }
    assertRefused(await set(plan.id, none), 400, 'FAILED_VALIDATION due_dates')
    assert.equal((await dealer.ask('GET', `/client-plans/${plan.id}`)).body.client_payment_lifecycle, null)
    const foreign = await aPlan(await api.dealer('provider'))
    assertRefused(await set(foreign.id, { ...monthly, due_dates: 'from_today' }), 404, 'NOT_FOUND')
    const path = `/client-plans/${foreign.id}/due-dates?payment_period=1&due_dates=leave`
    assertRefused(await ask('GET', path), 404, 'NOT_FOUND')
    assertRefused(await set(plan.id, { ...monthly, due_dates: 'tomorrow' }), 400, 'FAILED_VALIDATION due_dates')
  })
})

suite('what clients are charged for the first period', () => {
  const perUnit = { kind: 'unit', name: 'Tracking', amount: 3100, tiers: [] }
  const prices = { currency: 'eur', tax_rate: 0, discount_rate: 0, free_days: 0, items: [perUnit] }

  /** A client that has used a priced plan since July, in the dealer's time zone. */
  async function aUser(zone: string) {
    at('2027-07-01T10:00')
    const settings = (await ask('GET', '/company/invoice-settings')).body
    assert.equal((await ask('PUT', '/company/invoice-settings', { ...settings, time_zone: zone })).status, 200)
    const plan = await aPlan(dealer)
    await ask('PUT', `/client-plans/${plan.id}/prices`, { valid_from: '2027-07-02', ...prices })
    const { id } = await anActivatedAccount(api, dealer, plan.id)
    await aUnit(dealer, id)
    const invoices = async () =>
      (await ask('GET', `/client-invoices?account_ids=${id}`)).body.map(
        (one: { starts: string; ends: string; net_total: number }) => [one.starts, one.ends, one.net_total],
      )
    return { id, plan: plan.id as string, invoices }
  }
  const run = async () => {
    await runDunning(worker)
    await chargeEndedPeriods(worker)
  }

  test('from today: the days from today on', async () => {
    const { plan, invoices } = await aUser('UTC')
    at('2027-12-01T10:00')
    await set(plan, { ...monthly, payment_notify_offset: 0, due_dates: 'from_today' })
    at('2028-01-01T10:00')
    await run()
    assert.deepEqual(await invoices(), [['2027-12-01', '2028-01-01', 3100]])
  })

  test('from today, in a time zone where it is already tomorrow', async () => {
    const { plan, invoices } = await aUser('Pacific/Auckland')
    at('2027-12-01T20:00')
    await set(plan, { ...monthly, payment_notify_offset: 0, due_dates: 'from_today' })
    at('2028-01-01T20:00')
    await run()
    assert.deepEqual(await invoices(), [['2027-12-02', '2028-01-02', 3100]])
  })

  test('from activation: the days of the current period', async () => {
    const { plan, invoices } = await aUser('America/New_York')
    at('2027-12-20T10:00')
    await set(plan, { ...monthly, payment_notify_offset: 0, due_dates: 'from_activation' })
    at('2028-01-01T10:00')
    await run()
    assert.deepEqual(await invoices(), [['2027-12-01', '2028-01-01', 3100]])
  })
})
