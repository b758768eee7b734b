import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { sql } from 'kysely'
import { runDunning } from '#customers/accounts/dunning/dunning-run.ts'
import { eraseNow } from '#customers/erasure/actions.ts'
import { consumerApp } from '#kernel/applications.ts'
import type { ActorContext } from '#kernel/context.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anOwnedAccount, anUnclaimedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { chargeEndedPeriods } from './actions.ts'

const api = await openApi()
const { db, clock } = api.ctx
const dealer = await api.dealer('provider')
const worker: ActorContext = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
const start = new Date('2026-03-01T08:00:00Z')
beforeEach(() => clock.set(start))
const at = (text: string) => clock.set(new Date(`${text}Z`))
const run = async () => {
  await runDunning(worker)
  await chargeEndedPeriods(worker)
}

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await api.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
  return answer
}
const right = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const prices = (items: readonly object[], change: object = {}) => ({
  ...{ valid_from: '2026-03-01', currency: 'eur', tax_rate: 1900, discount_rate: 0, free_days: 0, items, ...change },
})
const perUnit = [{ kind: 'unit', name: 'Tracking', amount: 1000, tiers: [] }]

async function aPricedClient(list: object = prices(perUnit), lifecycle: object = {}) {
  const plan = await aPlan(dealer)
  const automation = { payment_period: 1, payment_notify_offset: 3, block_offset: 5, ...lifecycle }
  await dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, automation)
  await right('PUT', `/client-plans/${plan.id}/prices`, list)
  const account = await anActivatedAccount(api, dealer, plan.id)
  const invoices = () => right('GET', `/client-invoices?account_ids=${account.id}&sort=id`)
  const due = async () =>
    (await dealer.ask('GET', `/accounts/${account.id}`)).body.client_payment_lifecycle.payment_expected_at
  return { id: account.id as number, plan: plan.id as string, invoices, due }
}

type Client = Awaited<ReturnType<typeof aPricedClient>>

suite('an automatic invoice', () => {
  test('is issued for everyone else when one client cannot be charged, and for that one later, once', async () => {
    const clients = [await aPricedClient(), await aPricedClient(), await aPricedClient()]
    for (const { id } of clients) await aUnit(dealer, id)
    const [first, poisoned, last] = clients as [Client, Client, Client]
    await sql
      .raw(
        `create function refuse_invoice() returns trigger language plpgsql as $$ begin
          if new.account_id = ${poisoned.id} then raise exception 'unfit' using errcode = '22P05'; end if;
          return new; end $$;
        create trigger refusing before insert on client_invoices for each row execute function refuse_invoice()`,
      )
      .execute(db)
    at('2026-03-29T08:00')
    await assert.rejects(run(), /unfit/)
    const counts = async () => [
      (await first.invoices()).length,
      (await poisoned.invoices()).length,
      (await last.invoices()).length,
    ]
    assert.deepEqual(await counts(), [1, 0, 1])
    await sql.raw('drop function refuse_invoice() cascade').execute(db)
    await run()
    assert.deepEqual(await counts(), [1, 1, 1])
    await run()
    assert.deepEqual(await counts(), [1, 1, 1])
  })

  test('is issued with the payment reminder, from the units of each day, with tax, number and due date', async () => {
    const client = await aPricedClient()
    await aUnit(dealer, client.id)
    at('2026-03-15T10:00')
    const second = await aUnit(dealer, client.id)
    at('2026-03-25T10:00')
    await dealer.ask('DELETE', `/units/${second.id}`)
    at('2026-03-29T07:59')
    await run()
    assert.deepEqual(await client.invoices(), [])
    at('2026-03-29T08:00')
    await Promise.all([run(), run(), run()])
    await run()
    const [{ id, ...head }, ...more] = await client.invoices()
    assert.deepEqual(more, [])
    // 28 days of one unit and 10 of the other; 1 March to 1 April is 31 days.
    const net = Math.round((1000 * 38) / 31)
    assert.deepEqual(
      [head.kind, head.state, head.starts, head.ends, head.issued_on, head.due_on, head.net_total, head.open_amount],
      ['period', 'open', '2026-03-01', '2026-03-29', '2026-03-29', '2026-04-01', net, net + Math.round(net * 0.19)],
    )
    const [line] = (await right('GET', `/client-invoices/${id}`)).lines
    assert.deepEqual([line.quantity, line.days, line.net], [38, 31, net])
    assert.match(head.number, /^2026-\d{5}$/)
  })

  test('has the same days if it is late', async () => {
    const client = await aPricedClient()
    await aUnit(dealer, client.id)
    at('2026-04-20T08:00')
    await run()
    const [invoice] = await client.invoices()
    assert.deepEqual(
      [invoice.ends, invoice.net_total, invoice.due_on],
      ['2026-03-29', Math.round(28_000 / 31), '2026-04-20'],
    )
  })

  test('moves the due date on when paid, once, as a paid bill does', async () => {
    const client = await aPricedClient()
    await aUnit(dealer, client.id)
    at('2026-03-29T08:00')
    await run()
    at('2026-04-07T08:00')
    await run()
    const due = await client.due()
    const read = async () => (await dealer.ask('GET', `/accounts/${client.id}`)).body
    assert.equal((await read()).blocked, true)
    const [{ id, ...invoice }] = await client.invoices()
    const part = { paid_on: '2026-04-05', way: 'transfer', amount: 190, comment: 'Statement 12' }
    assert.deepEqual((await right('POST', `/client-invoices/${id}/payments`, part)).state, 'overdue')
    await run()
    assert.equal(await client.due(), due)
    const paid = await right('POST', `/client-invoices/${id}/payments`, {
      paid_on: '2026-04-07',
      way: 'cash',
      comment: null,
    })
    assert.deepEqual([paid.state, paid.open_amount, paid.payments.length], ['paid', 0, 2])
    await run()
    assert.deepEqual([await client.due(), (await read()).blocked], [due + 30 * 86_400, false])
    // A payment entered by mistake is undone, and paying again does not move the date again.
    const undone = await right('DELETE', `/client-invoices/${id}/payments/${paid.payments[1].id}`)
    assert.deepEqual([undone.state, undone.open_amount], ['overdue', invoice.total - 190])
    await right('POST', `/client-invoices/${id}/payments`, { paid_on: '2026-04-07', way: 'cash', comment: null })
    await run()
    assert.equal(await client.due(), due + 30 * 86_400)
    at('2026-04-28T08:00')
    await run()
    const [, next] = await client.invoices()
    assert.deepEqual([next.starts, next.ends, next.net_total], ['2026-03-29', '2026-04-28', 1000])
  })

  test('is not needed for a period that costs nothing, and no one is blocked for it', async () => {
    const client = await aPricedClient(prices(perUnit, { free_days: 60 }))
    const due = await client.due()
    await aUnit(dealer, client.id)
    at('2026-04-20T08:00')
    await run()
    await run()
    assert.deepEqual(await client.invoices(), [])
    assert.equal(await client.due(), due + 30 * 86_400)
  })

  test('is not needed for a period with a full discount either', async () => {
    const client = await aPricedClient(prices(perUnit, { discount_rate: 10_000 }))
    const due = await client.due()
    await aUnit(dealer, client.id)
    at('2026-03-29T08:00')
    await run()
    await run()
    const [invoice] = await client.invoices()
    assert.deepEqual([invoice.total, invoice.state], [0, 'paid'])
    assert.equal(await client.due(), due + 30 * 86_400)
  })

  test('also charges the last days when the account is deleted', async () => {
    const client = await aPricedClient()
    await aUnit(dealer, client.id)
    at('2026-03-11T08:00')
    await dealer.ask('DELETE', `/accounts/${client.id}`)
    const [invoice] = await right('GET', `/client-invoices?account_ids=${client.id}`)
    assert.deepEqual(
      [invoice.ends, invoice.net_total, invoice.account_title],
      ['2026-03-11', Math.round(10_000 / 28), null],
    )
  })

  test('follows the agreement, without tax if the client owes it', async () => {
    const client = await aPricedClient()
    await aUnit(dealer, client.id)
    const add = { name: 'SMS package', amount: 500, quantity: 1 }
    const agreed = { valid_from: '2026-03-01', list: null, discount_rate: 5000, add_ons: [add] }
    await right('PUT', `/accounts/${client.id}/prices`, agreed)
    await right('PUT', `/accounts/${client.id}/profile`, profile({ is_reverse_charge: true }))
    at('2026-03-29T08:00')
    await run()
    const [{ id }] = await client.invoices()
    const invoice = await right('GET', `/client-invoices/${id}`)
    assert.deepEqual([invoice.net_total, invoice.tax_total, invoice.is_reverse_charge], [451 + 226, 0, true])
    assert.deepEqual([invoice.buyer.name, invoice.buyer.address.city], ['Baltic Freight', 'Klaipeda'])
  })
})

const address = { line1: 'Harbour 1', line2: null, postal_code: '91001', city: 'Klaipeda', state: null, country: 'LT' }
const profile = (change: object = {}) => ({
  ...{
    email: 'accounts@example.com',
    company: 'Baltic Freight',
    contact: null,
    phone: null,
    address,
    tax_number: 'LT1',
  },
  ...{ is_reverse_charge: false, lang: 'en', notes: null, tags: ['freight', ' freight '], ...change },
})

const line = (change: object = {}) => ({
  ...{ description: 'Tracker', quantity: 3, unit_amount: 4999, discount_rate: 1000, tax_rate: 1900, ...change },
})
const byHand = (account_id: number, change: object = {}) => ({
  ...{ account_id, is_draft: false, currency: 'eur', due_on: null, note: null, lines: [line()], ...change },
})

suite('an invoice by hand', () => {
  test('works for any application, can change while it is a draft, and never after', async () => {
    const family = await anUnclaimedAccount(dealer, [consumerApp])
    const draft = await right('POST', '/client-invoices', byHand(family.id, { is_draft: true }))
    assert.deepEqual([draft.state, draft.number, draft.total], ['draft', null, Math.round(13_497 * 1.19)])
    const { account_id: _, is_draft: __, ...input } = byHand(family.id, { lines: [line({ quantity: 1 })] })
    const changed = await right('PUT', `/client-invoices/${draft.id}`, input)
    assert.equal(changed.net_total, 4999 - 500)
    const opened = await right('POST', `/client-invoices/${draft.id}/open`)
    assert.deepEqual([opened.state, opened.due_on], ['open', '2026-03-15'])
    assert.ok(opened.number && opened.seller.name && opened.buyer.name)
    assertRefused(await ask('PUT', `/client-invoices/${draft.id}`, input), 409, 'CONFLICT')
    assertRefused(await ask('DELETE', `/client-invoices/${draft.id}`), 409, 'CONFLICT')
    assertRefused(await ask('POST', `/client-invoices/${draft.id}/open`), 409, 'CONFLICT')
    const other = await right('POST', '/client-invoices', byHand(family.id, { is_draft: true }))
    assert.equal(await right('DELETE', `/client-invoices/${other.id}`), other.id)
  })

  test('can be credited by lines to the last cent, and is void when nothing is left', async () => {
    const { id: account } = await anUnclaimedAccount(dealer)
    const lines = [line({ quantity: 1, unit_amount: 333 }), line({ quantity: 1, unit_amount: 1 })]
    const { id, total, lines: charged } = await right('POST', '/client-invoices', byHand(account, { lines }))
    const credit = (body: object) => ask('POST', `/client-invoices/${id}/credit`, body)
    const over = await credit({ lines: [{ position: 0, net: charged[0].net + 1 }], note: null })
    assertRefused(over, 400, 'FAILED_VALIDATION lines.0.net')
    const first = (await credit({ lines: [{ position: 0, net: 101 }], note: 'Too many' })).body
    assert.deepEqual([first.state, first.credited_total], ['open', 101 + 19])
    const rest = (await credit({ note: null })).body
    assert.deepEqual([rest.state, rest.credited_total, rest.open_amount], ['void', total, 0])
    assert.equal(
      rest.credit_notes.reduce((sum: number, note: { total: number }) => sum + note.total, total),
      0,
    )
    assertRefused(await credit({ note: null }), 409, 'CONFLICT')
    assertRefused(
      await ask('POST', `/client-invoices/${id}/payments`, { paid_on: '2026-03-01', way: 'cash', comment: null }),
      409,
      'CONFLICT',
    )
  })

  test('accepts no more money than is open, and none from the future', async () => {
    const { id: account } = await anUnclaimedAccount(dealer)
    const { id, total } = await right('POST', '/client-invoices', byHand(account))
    const pay = (body: object) =>
      ask('POST', `/client-invoices/${id}/payments`, { way: 'transfer', comment: null, ...body })
    assertRefused(await pay({ paid_on: '2026-03-01', amount: total + 1 }), 400, 'FAILED_VALIDATION amount')
    assertRefused(await pay({ paid_on: '2026-03-02' }), 400, 'FAILED_VALIDATION paid_on')
    assertRefused(await pay({ paid_on: '2026-02-29' }), 400, 'FAILED_VALIDATION paid_on')
    assert.equal((await pay({ paid_on: '2026-03-01', amount: 1 })).body.state, 'part_paid')
  })
})

test('numbers have no gap, although several issue at once and some are refused', async () => {
  const own = await api.dealer('provider')
  const { id: account } = await anUnclaimedAccount(own)
  const send = (body: object) => api.ask('POST', '/console/client-invoices', body, { 'x-accesstoken': own.token })
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) => send(byHand(account, index % 4 === 0 ? { currency: 'xxx' } : {}))),
  )
  const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.number)
  assert.deepEqual(
    numbers.toSorted(),
    Array.from({ length: 18 }, (_, index) => `2026-${String(index + 1).padStart(5, '0')}`),
  )
})

test('lists find invoices by number, client and state, and add them up', async () => {
  const { id: account } = await anUnclaimedAccount(dealer)
  const paid = await right('POST', '/client-invoices', byHand(account))
  const late = await right('POST', '/client-invoices', byHand(account, { due_on: '2026-03-02', currency: 'jpy' }))
  await right('POST', `/client-invoices/${paid.id}/payments`, { paid_on: '2026-03-01', way: 'card', comment: null })
  at('2026-03-03T08:00')
  const found = async (query: string) =>
    (await right('GET', `/client-invoices?account_ids=${account}&${query}`)).map(({ id }: { id: string }) => id)
  assert.deepEqual(await found('state=overdue'), [late.id])
  assert.deepEqual(await found('state=paid'), [paid.id])
  assert.deepEqual(await found(`q=${late.number}`), [late.id])
  assert.deepEqual(await found('issued_from=2026-03-02'), [])
  const { total } = paid
  assert.deepEqual(await right('GET', `/client-invoices/totals?account_ids=${account}`), [
    { currency: 'eur', count: 1, total, paid: total, open: 0, overdue: 0 },
    { currency: 'jpy', count: 1, total, paid: 0, open: total, overdue: total },
  ])
})

test('of an erased client only amounts and numbers stay', async () => {
  const { id: account } = await anUnclaimedAccount(dealer)
  await right('PUT', `/accounts/${account}/profile`, profile())
  const { id, number, total } = await right('POST', '/client-invoices', byHand(account, { note: 'For Ona' }))
  await eraseNow(worker, account)
  const kept = await right('GET', `/client-invoices/${id}`)
  assert.deepEqual([kept.number, kept.total, kept.account_id, kept.buyer, kept.note], [number, total, 0, null, null])
  assert.equal(
    (await db.selectFrom('clientProfiles').select('accountId').where('accountId', '=', account).execute()).length,
    0,
  )
})

test('a client who moves to another dealer leaves its invoices and its profile behind', async () => {
  const { id: account } = await anOwnedAccount(api, dealer)
  await right('PUT', `/accounts/${account}/profile`, profile())
  const agreed = { valid_from: '2026-03-01', list: null, discount_rate: 500, add_ons: [] }
  await right('PUT', `/accounts/${account}/prices`, agreed)
  const draft = await right('POST', '/client-invoices', byHand(account, { is_draft: true }))
  const { id } = await right('POST', '/client-invoices', byHand(account))
  assert.equal((await dealer.ask('POST', `/accounts/${account}/detach`)).status, 200)
  const [kept] = await right('GET', `/client-invoices?account_ids=${account}&state=open`)
  assert.deepEqual([kept.id, kept.buyer_name, kept.account_title], [id, 'Baltic Freight', null])
  for (const table of ['clientProfiles', 'clientPrices'] as const) {
    const rows = await db.selectFrom(table).select('accountId').where('accountId', '=', account).execute()
    assert.deepEqual(rows, [], table)
  }
  // The next dealer's profile is not visible to this one.
  const theirs = { accountId: account, company: 'Secret', address: '{}', isReverseCharge: true, tags: [] }
  await db
    .insertInto('clientProfiles')
    .values({ ...theirs, updatedAt: start })
    .execute()
  const opened = await right('POST', `/client-invoices/${draft.id}/open`)
  assert.deepEqual([opened.buyer.name, opened.is_reverse_charge], [String(account), false])
})

suite('prices apply from a day on', () => {
  test('and cannot change once they apply', async () => {
    const plan = await aPlan(dealer)
    const set = (change: object) => ask('PUT', `/client-plans/${plan.id}/prices`, prices(perUnit, change))
    assert.equal((await set({ valid_from: '2026-03-01' })).status, 200)
    const [coming, current] = (await set({ valid_from: '2026-06-01', tax_rate: 2100 })).body
    assert.deepEqual([coming.standing, coming.tax_rate, current.standing], ['coming', 2100, 'current'])
    assertRefused(await set({ valid_from: '2026-02-28' }), 400, 'FAILED_VALIDATION valid_from')
    assertRefused(await set({ valid_from: '2026-02-30' }), 400, 'FAILED_VALIDATION valid_from')
    assertRefused(await ask('DELETE', `/client-plans/${plan.id}/prices/${current.id}`), 409, 'CONFLICT')
    assert.equal((await right('DELETE', `/client-plans/${plan.id}/prices/${coming.id}`)).length, 1)
    const [kept] = await right('GET', `/client-plans/${plan.id}/prices`)
    assert.deepEqual(kept, current)
  })

  test('and a refusal says what is wrong with them', async () => {
    const plan = await aPlan(dealer)
    const set = (items: readonly object[], change: object = {}) =>
      ask('PUT', `/client-plans/${plan.id}/prices`, prices(items, change))
    const tiers = [
      { from: 5, amount: 1 },
      { from: 5, amount: 2 },
    ]
    assertRefused(await set([{ ...perUnit[0], tiers }]), 400, 'FAILED_VALIDATION items.0.tiers')
    assertRefused(
      await set([{ ...perUnit[0], kind: 'account', tiers: [tiers[0]] }]),
      400,
      'FAILED_VALIDATION items.0.tiers',
    )
    assertRefused(await set(perUnit, { currency: 'xyz' }), 400, 'FAILED_VALIDATION currency')
    assert.deepEqual(await right('GET', `/client-plans/${plan.id}/prices`), [])
  })
})

test('the first day of a client is in the dealer’s time zone', async () => {
  const own = await api.dealer('provider')
  const send = (method: 'PUT' | 'GET', path: string, body?: object) =>
    api.ask(method, `/console${path}`, body, { 'x-accesstoken': own.token })
  const settings = {
    time_zone: 'Pacific/Auckland',
    prefix: 'NT-',
    terms_days: 30,
    note: 'Thank you.',
    allows_part_payments: true,
  }
  const noBank = { iban: null, bic: null, account_holder: null }
  assert.deepEqual((await send('PUT', '/company/invoice-settings', settings)).body, { ...settings, ...noBank })
  assertRefused(
    await send('PUT', '/company/invoice-settings', { ...settings, time_zone: 'Mars' }),
    400,
    'FAILED_VALIDATION time_zone',
  )
  at('2026-12-31T11:00')
  const { id: account } = await anUnclaimedAccount(own)
  const { body } = await api.ask('POST', '/console/client-invoices', byHand(account), { 'x-accesstoken': own.token })
  assert.deepEqual(
    [body.number, body.issued_on, body.due_on, body.note],
    ['NT-2027-00001', '2027-01-01', '2027-01-31', 'Thank you.'],
  )
})
