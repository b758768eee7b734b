import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { chargeEndedPeriods } from '#billing/client-invoices/actions.ts'
import { carryOutTerms } from '#billing/usage/terms.ts'
import { runDunning } from '#customers/accounts/dunning/dunning-run.ts'
import { consumerApp } from '#kernel/applications.ts'
import type { ActorContext } from '#kernel/context.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anOwnedAccount, aPlan, aUnit, newUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askAs as askAsClient, goodPassword, logIn } from '#testing/people/client.ts'

const api = await openApi()
const { db, clock } = api.ctx
const dealer = await api.dealer('provider')
const other = await api.dealer('provider')
const worker: ActorContext = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
beforeEach(() => clock.set(new Date('2026-03-10T08:00:00Z')))
const at = (text: string) => clock.set(new Date(`${text}Z`))

const askAs = (token: string) => (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  api.ask(method, `/console${path}`, body, { 'x-accesstoken': token })
const ask = askAs(dealer.token)
const right = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const list = (extends_on = 'payment', by_client = false) => ({
  ...{ valid_from: '2026-03-10', currency: 'eur', tax_rate: 1900, discount_rate: 1000, free_days: 0 },
  items: [
    { kind: 'unit', name: 'Tracking', amount: 1000, tiers: [{ from: 3, amount: 800 }] },
    { kind: 'account', name: 'Base', amount: 500, tiers: [] },
  ],
  unit_terms: { due_days: 7, extends_on, by_client },
})

async function aFleet(units: number, prices: object | null = list()) {
  const plan = await aPlan(dealer)
  await dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, {
    ...{ payment_period: 1, payment_notify_offset: 3, block_offset: 5 },
  })
  if (prices) await right('PUT', `/client-plans/${plan.id}/prices`, prices)
  const account = await anActivatedAccount(api, dealer, plan.id)
  const email = `${account.user.name}@example.com`
  await db.updateTable('users').set({ email }).where('id', '=', account.user.id).execute()
  const ids: number[] = []
  for (let count = 0; count < units; count++) ids.push((await aUnit(dealer, account.id)).id)
  const terms = async () =>
    (await right('GET', `/unit-terms?ids=${ids}`)).map((one: { paid_until: string; state: string }) => [
      one.paid_until,
      one.state,
    ])
  const events = async () =>
    (
      await db
        .selectFrom('events')
        .select('type')
        .where('accountId', '=', account.id)
        .where('type', 'like', 'unit.term%')
        .orderBy('seq')
        .execute()
    ).map(({ type }) => type.replace('unit.term_', ''))
  const mails = async () =>
    (await db.selectFrom('mails').select('subject').where('to', '=', email).orderBy('id').execute()).map(
      ({ subject }) => subject,
    )
  const signIn = async () => {
    const body = { new_password: goodPassword, repeat_password: goodPassword }
    await dealer.ask('PUT', `/users/${account.user.id}/password`, body)
    return askAsClient(api, await logIn(api, email))
  }
  return { account: account.id as number, ids, terms, events, mails, signIn }
}

const renewal = (unit_ids: readonly number[], change: object = {}) => ({
  ...{ unit_ids, months: 1, paid_until: null, invoice: 'none', ...change },
})
const renew = (unit_ids: readonly number[], change: object = {}) =>
  right('POST', '/unit-terms/renewals', renewal(unit_ids, change))
const pay = (id: string) =>
  right('POST', `/client-invoices/${id}/payments`, { paid_on: '2026-03-10', way: 'transfer', comment: null })

suite('renewing without an invoice', () => {
  test('extends at once, from the old end or from today', async () => {
    const { ids, terms, events } = await aFleet(1)
    const first = await renew(ids)
    assert.deepEqual(first.invoices, [])
    assert.deepEqual(
      first.units.map((one: Record<string, unknown>) => [one.previous_paid_until, one.paid_until, one.applied]),
      [[null, '2026-04-09', true]],
    )
    at('2026-03-10T08:01')
    await renew(ids, { months: 3 })
    assert.deepEqual(await terms(), [['2026-07-09', 'active']])
    at('2026-09-01T08:00')
    await carryOutTerms(worker)
    assert.deepEqual(await terms(), [['2026-07-09', 'expired']])
    await renew(ids)
    assert.deepEqual(await terms(), [['2026-09-30', 'active']])
    assert.deepEqual(await events(), ['renewed', 'renewed', 'expired', 'renewed'])
    const { renewals } = await right('GET', `/unit-terms/${ids[0]}`)
    assert.deepEqual(
      renewals.map((one: Record<string, unknown>) => [one.months, one.paid_from, one.paid_until]),
      [
        [1, '2026-09-01', '2026-09-30'],
        [3, '2026-04-10', '2026-07-09'],
        [1, '2026-03-10', '2026-04-09'],
      ],
    )
  })

  test('with an Idempotency-Key extends once', async () => {
    const { ids, terms } = await aFleet(1)
    const headers = { 'x-accesstoken': dealer.token, 'idempotency-key': `renew-${ids[0]}` }
    const once = () => api.ask('POST', '/console/unit-terms/renewals', renewal(ids), headers)
    const answers = [await once(), await once()]
    assert.equal(answers[0]?.text, answers[1]?.text)
    assert.deepEqual(await terms(), [['2026-04-09', 'active']])
  })
})

suite('renewing with an invoice', () => {
  test('charges a line per unit, and extends once it is paid, once', async () => {
    const { ids, terms, events } = await aFleet(3)
    const looked = await renew(ids, { months: 3, invoice: 'open', dry_run: true })
    const { invoices, units } = await renew(ids, { months: 3, invoice: 'open' })
    // The third unit has the price of its tier; 10 % discount, 19 % tax.
    assert.deepEqual([looked.invoices[0].net_total, looked.invoices[0].id], [(3000 + 3000 + 2400) * 0.9, null])
    assert.deepEqual([invoices[0].net_total, invoices[0].tax_total], [7560, 513 + 513 + 410])
    assert.ok(units.every(({ applied }: { applied: boolean }) => !applied))
    const invoice = await right('GET', `/client-invoices/${invoices[0].id}`)
    assert.equal(invoice.lines.length, 3)
    assert.deepEqual(await terms(), [])
    assertRefused(await ask('POST', '/unit-terms/renewals', renewal(ids, { invoice: 'open' })), 409, 'CONFLICT')
    await pay(invoice.id)
    assert.deepEqual(await terms(), Array(3).fill(['2026-06-09', 'active']))
    // Undoing the payment keeps the extension; paying again extends nothing.
    const [payment] = (await right('GET', `/client-invoices/${invoice.id}`)).payments
    await right('DELETE', `/client-invoices/${invoice.id}/payments/${payment.id}`)
    await pay(invoice.id)
    assert.deepEqual(await terms(), Array(3).fill(['2026-06-09', 'active']))
    assert.deepEqual(await events(), Array(3).fill('renewed'))
  })

  test('extends when it is issued if the prices say so', async () => {
    const { ids, terms } = await aFleet(1, list('issue'))
    const { invoices } = await renew(ids, { invoice: 'draft' })
    assert.deepEqual(await terms(), [])
    await right('POST', `/client-invoices/${invoices[0].id}/open`)
    assert.deepEqual(await terms(), [['2026-04-09', 'active']])
    await pay(invoices[0].id)
    assert.deepEqual(await terms(), [['2026-04-09', 'active']])
  })

  test('does nothing when its draft is deleted, or when it is credited before it was paid', async () => {
    const { ids, terms } = await aFleet(1)
    const draft = (await renew(ids, { invoice: 'draft' })).invoices[0]
    await right('DELETE', `/client-invoices/${draft.id}`)
    const open = (await renew(ids, { invoice: 'open' })).invoices[0]
    await right('POST', `/client-invoices/${open.id}/credit`, { note: null })
    assert.deepEqual(await terms(), [])
    await renew(ids)
    assert.deepEqual(await terms(), [['2026-04-09', 'active']])
  })

  test('until the day that a month would reach costs that month, also for a term of the 31st after a short one', async () => {
    const { ids } = await aFleet(1)
    await right('PUT', '/unit-terms', { terms: [{ unit_id: ids[0], paid_until: '2026-05-30' }] })
    await renew(ids)
    const month = await renew(ids, { invoice: 'open', dry_run: true })
    const { paid_until } = month.units[0]
    const day = await renew(ids, { months: null, paid_until, invoice: 'open', dry_run: true })
    assert.deepEqual([paid_until, month.invoices[0].net_total, day.invoices[0].net_total], ['2026-07-30', 900, 900])
  })

  test('until a day costs the days of the month that has begun', async () => {
    const { ids } = await aFleet(1)
    const { invoices } = await renew(ids, { months: null, paid_until: '2026-04-14', invoice: 'open' })
    // A month, and 5 of the 30 days from 10 April on.
    assert.equal(invoices[0].net_total, Math.round(Math.round(1000 * (1 + 5 / 30)) * 0.9))
  })

  test('leaves the price per unit out of the period', async () => {
    const { account } = await aFleet(2)
    at('2026-04-07T08:00')
    await runDunning(worker)
    await chargeEndedPeriods(worker)
    const [period] = await right('GET', `/client-invoices?account_ids=${account}`)
    const { lines } = await right('GET', `/client-invoices/${period.id}`)
    assert.deepEqual(
      lines.map(({ description }: { description: string }) => description.replace(/.*: /, '')),
      ['Base'],
    )
  })

  const refusals: readonly [string, () => Promise<[object, number]>][] = [
    ['of prices without terms', async () => [renewal((await aFleet(1, null)).ids, { invoice: 'open' }), 409]],
    ['by months and until a day', async () => [renewal((await aFleet(1)).ids, { paid_until: '2026-04-14' }), 400]],
    [
      'until a day that is over',
      async () => [renewal((await aFleet(1)).ids, { months: null, paid_until: '2026-03-09' }), 400],
    ],
    ['of a unit that is not there', async () => [renewal([...(await aFleet(1)).ids, 7]), 404]],
    [
      'of a unit that belongs to its client',
      async () => [
        renewal([(await aUnit(dealer, (await anOwnedAccount(api, dealer)).id, { app_id: consumerApp })).id]),
        409,
      ],
    ],
  ]
  for (const [title, make] of refusals) {
    test(`is refused ${title}, and nothing is created`, async () => {
      const [body, status] = await make()
      const answer = await ask('POST', '/unit-terms/renewals', body)
      assert.equal(answer.status, status, answer.text)
      const { unit_ids } = body as { unit_ids: number[] }
      assert.deepEqual(await right('GET', `/unit-terms?ids=${unit_ids}`), [])
    })
  }

  test('is not for units of another dealer', async () => {
    const { ids } = await aFleet(1)
    const foreign = askAs(other.token)
    assert.equal((await foreign('POST', '/unit-terms/renewals', renewal(ids))).status, 404)
    await renew(ids)
    assert.equal((await foreign('GET', `/unit-terms/${ids[0]}`)).status, 404)
    assert.deepEqual((await foreign('GET', `/unit-terms?ids=${ids}`)).body, [])
  })
})

suite('a client', () => {
  test('renews its units itself if its prices allow it, sees the price first, and pays', async () => {
    const { ids, terms, signIn } = await aFleet(2, list('payment', true))
    await renew(ids)
    const client = await signIn()
    const [own] = (await client('GET', '/unit-terms')).body
    assert.equal(own.can_renew, true)
    const body = { unit_ids: ids, months: 2 }
    const looked = (await client('POST', '/unit-terms/renewals', { ...body, dry_run: true })).body
    assert.deepEqual([looked.invoices[0].net_total, looked.invoices[0].id], [3600, null])
    const made = (await client('POST', '/unit-terms/renewals', body)).body
    assert.deepEqual([made.invoices[0].total, made.units[0].applied], [looked.invoices[0].total, false])
    assert.equal((await client('GET', '/unit-terms')).body[0].can_renew, false)
    assertRefused(await client('POST', '/unit-terms/renewals', body), 409, 'CONFLICT')
    await pay(made.invoices[0].id)
    assert.deepEqual(await terms(), Array(2).fill(['2026-06-09', 'active']))
  })

  test('renews neither what its provider renews nor what belongs to others', async () => {
    const own = await aFleet(1)
    const client = await own.signIn()
    const wanted = (unit_ids: readonly number[]) => client('POST', '/unit-terms/renewals', { unit_ids, months: 1 })
    assertRefused(await wanted(own.ids), 409, 'CONFLICT')
    assertRefused(await wanted((await aFleet(1)).ids), 404, 'NOT_FOUND')
  })
})

suite('the list of units', () => {
  test('is narrowed by the state of the term', async () => {
    const { account, ids } = await aFleet(4)
    const days = ['2026-03-01', '2026-03-12', '2026-06-01']
    await right('PUT', '/unit-terms', { terms: days.map((paid_until, index) => ({ unit_id: ids[index], paid_until })) })
    await carryOutTerms(worker)
    for (const [index, state] of ['expired', 'due', 'active', 'none'].entries()) {
      const query = `account_ids=${account}&term_state=${state}`
      const found = (await dealer.ask('GET', `/units?${query}`)).body
      assert.deepEqual(
        found.map(({ id }: { id: number }) => id),
        [ids[index]],
        state,
      )
      assert.equal((await dealer.ask('GET', `/units/count?${query}`)).body.data.all, 1)
    }
  })

  test('is imported with terms', async () => {
    const { account } = await aFleet(0)
    const owned = await anOwnedAccount(api, dealer)
    const rows = [
      newUnit(account, { paid_until: '2026-12-31' }),
      newUnit(account),
      newUnit(account, { paid_until: '31.12.2026' }),
      newUnit(owned.id, { app_id: consumerApp, paid_until: '2026-12-31' }),
    ]
    const send = async (dry_run: boolean) => (await dealer.ask('POST', '/units/import', { dry_run, rows })).body
    const [dry, made] = [await send(true), await send(false)]
    const wrong = (one: { errors?: { field: string }[] }) => one.errors?.map(({ field }) => field)
    assert.deepEqual(dry.rows.map(wrong), [undefined, undefined, ['paid_until'], ['paid_until']])
    assert.deepEqual(made.rows.map(wrong), dry.rows.map(wrong))
    const terms = await right('GET', `/unit-terms?account_ids=${account}`)
    assert.deepEqual(
      terms.map((term: Record<string, unknown>) => [term.unit_id, term.paid_until]),
      [[made.rows[0].id, '2026-12-31']],
    )
  })
})

suite('the forecast', () => {
  test('shows what ends if nobody renews, and what renewals cost if everybody does', async () => {
    const { account, ids } = await aFleet(2)
    const [first, second] = ids
    await renew([first as number], { months: 3 })
    await right('PUT', '/unit-terms', { terms: [{ unit_id: second, paid_until: '2026-04-30' }] })
    const forecast = (payments: string) =>
      right('GET', `/unit-terms/forecast?months=6&payments=${payments}&account_ids=${account}`)
    const none = await forecast('none')
    assert.deepEqual([none.units, none.totals], [2, { due: 2, expired: 2, renewed: 0 }])
    assert.deepEqual(
      none.steps.map((step: Record<string, unknown>) => [step.unit_id, step.on, step.what]),
      [
        [second, '2026-04-24', 'due'],
        [second, '2026-05-01', 'expired'],
        [first, '2026-06-03', 'due'],
        [first, '2026-06-10', 'expired'],
      ],
    )
    // The first for 3 months on 9 June and 9 September; the second by the month, on 30 April, 31 May, 30 June, …
    const all = await forecast('on_time')
    const month = 900 + 171
    assert.deepEqual([all.totals.renewed, all.expected], [2 + 5, [{ currency: 'eur', amount: 2 * 3213 + 5 * month }]])
  })
})

suite('time', () => {
  test('makes a term due and ends it, each reported once, with any number of workers', async () => {
    const { ids, terms, events, mails } = await aFleet(3)
    await right('PUT', '/unit-terms', { terms: ids.map((unit_id) => ({ unit_id, paid_until: '2026-03-31' })) })
    const all = () => Promise.all([1, 2, 3, 4].map(() => carryOutTerms(worker)))
    at('2026-03-24T23:59')
    await all()
    assert.deepEqual(await terms(), Array(3).fill(['2026-03-31', 'active']))
    at('2026-03-25T00:00')
    await all()
    assert.deepEqual(await terms(), Array(3).fill(['2026-03-31', 'due']))
    at('2026-04-01T00:00')
    await all()
    await all()
    assert.deepEqual(await terms(), Array(3).fill(['2026-03-31', 'expired']))
    const three = <T>(value: T) => Array(3).fill(value)
    assert.deepEqual(await events(), [...three('renewed'), ...three('due'), ...three('expired')])
    assert.deepEqual(await mails(), ['The terms of 3 units end soon', 'The terms of 3 units have ended'])
    const audited = db.selectFrom('audit').select('action').where('subjectId', '=', String(ids[0]))
    const actions = await audited.orderBy('id').execute()
    assert.deepEqual(
      actions.map(({ action }) => action).filter((action) => action.startsWith('unit-terms')),
      ['unit-terms.set', 'unit-terms.due', 'unit-terms.expire'],
    )
    // A late renewal undoes it.
    await right('PUT', '/unit-terms', { terms: [{ unit_id: ids[0], paid_until: null }] })
    await renew(ids.slice(1))
    await all()
    assert.deepEqual(await terms(), Array(2).fill(['2026-04-30', 'active']))
  })
})
