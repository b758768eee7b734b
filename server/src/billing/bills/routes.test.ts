import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Answer, type Caller, openApi } from '#testing/api.ts'
import {
  aBill,
  aManagedAccount,
  anActivatedAccount,
  anAddress,
  anApprovedDealer,
  anOwnedAccount,
  newBill,
} from '#testing/builders.ts'
import { assertKeys, assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { whileHolding } from '#testing/races.ts'
import { reconcileBills } from './reconcile.ts'

const api = await openApi()
const { clock, db } = api.ctx
const path = '/billing/cardpay-payments'
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } } as const

interface Cast {
  readonly dealer: Caller
  readonly account: number
  readonly inactive: number
  readonly owned: number
  readonly outsider: number
}
const casts = {} as Record<DialectName, Cast>

before(async () => {
  for (const dialect of dialectNames) {
    const dealer = await api.dealer(dialect)
    casts[dialect] = {
      dealer,
      account: (await anActivatedAccount(api, dealer)).id,
      inactive: (await aManagedAccount(dealer)).id,
      owned: (await anOwnedAccount(api, dealer)).id,
      outsider: (await anActivatedAccount(api, await api.dealer(dialect))).id,
    }
  }
})

const listQuery = (from: number, to: number, more = '') => `${path}?app_id=${fleetApp}&from=${from}&to=${to}${more}`
const expireBody = (account: number) => ({ app_id: fleetApp, account_id: account })

/** The whole bill, so that an extra or missing field is noticed. */
const expected = ({ dealer, account }: Cast, { id, url }: { id: string; url: string }, change: object = {}) => ({
  id,
  status: 'open',
  payment_status: 'unpaid',
  created: seconds(clock.now()),
  expires_at: seconds(clock.now()) + 86_400,
  account_id: account,
  url,
  amount_total: 2500,
  metadata: {
    app_id: fleetApp,
    cid: String(account),
    email: '',
    lang: 'en',
    name: 'March',
    td_cid: String(dealer.dealer),
  },
  ...change,
})

for (const dialect of dialectNames) {
  suite(`bills in the ${dialect} dialect`, () => {
    test('a bill is issued, listed, read and expired', async () => {
      const cast = casts[dialect]
      const { dealer, account } = cast
      const bill = payloadIn(dialect, await dealer.ask('POST', path, newBill(account)), 201)
      assert.deepEqual(bill, expected(cast, bill))
      assert.match(bill.url, /^http:\/\/127\.0\.0\.1:8080\/pay\/cs_test_/)
      const now = bill.created
      const list = payloadIn(dialect, await dealer.ask('GET', listQuery(now, now, `&account_id=${account}`)))
      assert.deepEqual(list[bill.id], bill)
      const itemsUrl = `${path}/${bill.id}/items?app_id=${fleetApp}&account_id=${account}`
      const [item, ...others] = payloadIn(dialect, await dealer.ask('GET', itemsUrl))
      assert.deepEqual(others, [])
      assert.deepEqual(
        [item.description, item.quantity, item.currency, item.amount_total, item.price.unit_amount, item.price.type],
        ['Tracking', 2, 'eur', 2500, 1250, 'one_time'],
      )
      const ended = payloadIn(dialect, await dealer.ask('POST', `${path}/${bill.id}/expire`, expireBody(account)))
      assert.deepEqual(ended, { ...bill, status: 'expired', url: null })
      const again = payloadIn(dialect, await dealer.ask('GET', listQuery(now, now)))
      assert.deepEqual(again[bill.id], ended)
      assert.equal((await api.ctx.cards.sandbox({ dealer: dealer.dealer }).readSession(bill.id))?.status, 'expired')
    })

    test('a paid bill is complete, has no link, and its payer gets a receipt', async () => {
      const { dealer } = casts[dialect]
      const { id: account } = await anActivatedAccount(api, dealer)
      const email = await anAddress(api, account)
      const bill = await aBill(dealer, account)
      await payAtSandbox(api.ctx, bill.id)
      const list = payloadIn(dialect, await dealer.ask('GET', listQuery(bill.created, bill.created)))
      assert.deepEqual(list[bill.id], {
        ...bill,
        status: 'complete',
        payment_status: 'paid',
        url: null,
        metadata: { ...bill.metadata, email },
      })
      const mails = (await listMails(api.ctx)).filter(({ to }) => to === email)
      assert.deepEqual(
        mails.map(({ subject }) => subject),
        [`Receipt: 25.00 EUR paid to Dealer ${dialect}`],
      )
      assertRefused(await dealer.ask('POST', `${path}/${bill.id}/expire`, expireBody(account)), 409, 'CONFLICT')
      assertRefused(await dealer.ask('POST', `${path}/${bill.id}/send?app_id=${fleetApp}`), 409, 'CONFLICT')
    })

    test('sending emails the link to the client, if it has an address, up to ten times an hour', async () => {
      const { dealer } = casts[dialect]
      const { id: account } = await anActivatedAccount(api, dealer)
      const bill = await aBill(dealer, account)
      const send = () => dealer.ask('POST', `${path}/${bill.id}/send?app_id=${fleetApp}`)
      assertRefused(await send(), 409, 'CONFLICT')
      const email = await anAddress(api, account)
      assert.deepEqual(payloadIn(dialect, await send()), { result: true })
      const [mail, ...others] = (await listMails(api.ctx)).filter(({ to }) => to === email)
      assert.deepEqual(others, [])
      assert.ok(mail?.text.includes(bill.url))
      for (let mails = 2; mails <= 10; mails++) assert.equal((await send()).status, 200)
      const tooMany = await send()
      assertRefused(tooMany, 429, 'REQUESTS_EXCEEDED')
      assert.equal(tooMany.headers['retry-after'], '3600')
      clock.advance(3600)
      assert.equal((await send()).status, 200)
    })

    test('a bill without a name has none, and one in yen is in whole yen', async () => {
      const { dealer, account } = casts[dialect]
      const { name: _, ...body } = newBill(account, {
        prices: [{ quantity: 3, unit_amount: 100, currency: 'jpy', name: 'A' }],
      })
      const bill = payloadIn(dialect, await dealer.ask('POST', path, body), 201)
      assert.deepEqual([bill.metadata.name, bill.amount_total], ['', 300])
    })
  })

  suite(`what is refused in the ${dialect} dialect, and in which order`, () => {
    type Row = [what: string, ask: (cast: Cast) => Promise<Answer>, status: number, ...problems: [string, ...string[]]]
    const issue = (of: keyof Omit<Cast, 'dealer'>, change: object) => (cast: Cast) =>
      cast.dealer.ask('POST', path, newBill(cast[of], change))
    const priced = (change: object) => ({
      prices: [{ quantity: 1, unit_amount: 100, currency: 'usd', name: 'A', ...change }],
    })
    const table: readonly Row[] = [
      ['a foreign account, before its values', issue('outsider', priced({ quantity: 0 })), 404, 'NOT_FOUND'],
      ['an account of another application', issue('owned', {}), 400, 'FAILED_VALIDATION account_id'],
      [
        'values before the state',
        issue('inactive', priced({ quantity: -1 })),
        400,
        'FAILED_VALIDATION prices.0.quantity',
      ],
      ['an account that is not activated', issue('inactive', {}), 409, 'CONFLICT'],
      ['another application', issue('account', { app_id: consumerApp }), 400, 'FAILED_VALIDATION app_id'],
      ['an unknown application', issue('account', { app_id: 'x' }), 400, 'FAILED_VALIDATION app_id'],
      ['tags_app', issue('account', { app_id: tagsApp }), 400, 'FAILED_VALIDATION app_id'],
      ['no prices', issue('account', { prices: [] }), 400, 'FAILED_VALIDATION prices'],
      [
        'a fraction of a cent',
        issue('account', priced({ unit_amount: 100.5 })),
        400,
        'FAILED_VALIDATION prices.0.unit_amount',
      ],
      ['a quantity of nothing', issue('account', priced({ quantity: 0 })), 400, 'FAILED_VALIDATION prices.0.quantity'],
      ['a text for a quantity', issue('account', priced({ quantity: '1' })), 400, 'INVALID_PAYLOAD prices.0.quantity'],
      ['49 cents', issue('account', priced({ unit_amount: 49 })), 400, 'FAILED_VALIDATION prices'],
      [
        'an upper-case currency',
        issue('account', priced({ currency: 'USD' })),
        400,
        'FAILED_VALIDATION prices.0.currency',
      ],
      [
        'an unknown currency',
        issue('account', priced({ currency: 'zzz' })),
        400,
        'FAILED_VALIDATION prices.0.currency',
      ],
      ['an empty name of an item', issue('account', priced({ name: '' })), 400, 'FAILED_VALIDATION prices.0.name'],
      ['a status in the body', issue('account', { status: 'complete' }), 400, 'INVALID_PAYLOAD status'],
      ['a total in the body', issue('account', { amount_total: 1 }), 400, 'INVALID_PAYLOAD amount_total'],
      [
        'two currencies',
        issue('account', {
          prices: ['usd', 'eur'].map((currency) => ({ quantity: 1, unit_amount: 100, currency, name: 'A' })),
        }),
        400,
        'FAILED_VALIDATION prices.1.currency',
      ],
      [
        '101 items',
        issue('account', { prices: Array(101).fill(priced({}).prices[0]) }),
        400,
        'FAILED_VALIDATION prices',
      ],
      [
        'a window that ends before it begins',
        ({ dealer }) => dealer.ask('GET', listQuery(2, 1)),
        400,
        'INVALID_QUERY from',
      ],
      ['milliseconds', ({ dealer }) => dealer.ask('GET', listQuery(1, 1_772_366_400_000)), 400, 'INVALID_QUERY to'],
      [
        'no window',
        ({ dealer }) => dealer.ask('GET', `${path}?app_id=${fleetApp}`),
        400,
        'INVALID_QUERY from',
        'INVALID_QUERY to',
      ],
      [
        'a list of another application',
        ({ dealer }) => dealer.ask('GET', `${path}?app_id=${consumerApp}&from=1&to=2`),
        400,
        'INVALID_QUERY app_id',
      ],
      [
        'a field that no bill has',
        ({ dealer }) => dealer.ask('GET', listQuery(1, 2, '&fields=id,nothing')),
        400,
        'INVALID_QUERY fields',
      ],
      [
        'a list of a foreign account',
        ({ dealer, outsider }) => dealer.ask('GET', listQuery(1, 2, `&account_id=${outsider}`)),
        404,
        'NOT_FOUND',
      ],
    ]
    for (const [what, ask, status, ...problems] of table) {
      test(what, async () => {
        const sessions = () => db.selectFrom('sandboxSessions').select('id').execute()
        const before = await sessions()
        assertRefused(await ask(casts[dialect]), status, ...problems)
        assert.deepEqual(await sessions(), before, 'The processor was asked.')
      })
    }

    test('an unverified dealer, before anything else', async () => {
      for (const dealer of [await api.dealer(dialect, false), await anApprovedDealer(api, dialect)]) {
        const { outsider } = casts[dialect]
        assertRefused(await dealer.ask('POST', path, newBill(outsider, priced({ quantity: 0 }))), 403, 'FORBIDDEN')
        assertRefused(await dealer.ask('POST', `${path}/cs_x/expire`, expireBody(1)), 403, 'FORBIDDEN')
        assertRefused(await dealer.ask('POST', `${path}/cs_x/send?app_id=${fleetApp}`), 403, 'FORBIDDEN')
      }
    })

    test('expiring: first the bill is checked, then the application, then the state', async () => {
      const { dealer, account, inactive } = casts[dialect]
      const { id } = await aBill(dealer, account)
      const expire = (body: object) => dealer.ask('POST', `${path}/${id}/expire`, body)
      assertRefused(await expire({ app_id: 'x', account_id: inactive }), 404, 'NOT_FOUND')
      assertRefused(await expire({ app_id: 'x', account_id: account }), 400, 'FAILED_VALIDATION app_id')
      assert.equal((await expire(expireBody(account))).status, 200)
      assertRefused(await expire({ app_id: 'x', account_id: account }), 400, 'FAILED_VALIDATION app_id')
      assertRefused(await expire(expireBody(account)), 409, 'CONFLICT')
    })

    test('expiring: of two at the same time one succeeds, and for the other the bill is not open', async () => {
      const { dealer, account } = casts[dialect]
      const bill = await aBill(dealer, account)
      const lock = sql`select from bills where session_id = ${bill.id} for update`
      const answers = await whileHolding(api, lock, async ({ waiting }) => {
        const requests = [1, 2].map(() => dealer.ask('POST', `${path}/${bill.id}/expire`, expireBody(account)))
        await waiting(2)
        return requests
      })
      const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
      assert.deepEqual(payloadIn(dialect, won!), { ...bill, status: 'expired', url: null })
      assertRefused(lost!, 409, 'CONFLICT')
      assert.match(lost!.text, /Only an open bill can be expired/)
    })
  })
}

test('after a failure at the processor a bill can be expired again at once, and only then', async () => {
  const dealer = await api.dealer('provider')
  const { id: account } = await anActivatedAccount(api, dealer)
  await dealer.ask('POST', '/billing/secret-key', { app_id: fleetApp, secretKey: api.stripe.account('live') })
  const { id } = await aBill(dealer, account)
  const expire = () => dealer.ask('POST', `${path}/${id}/expire`, expireBody(account))
  const asked = Promise.withResolvers<() => void>()
  api.stripe.misbehave((_request, response) => {
    asked.resolve(() => {
      api.stripe.misbehave(undefined)
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"Not now."}}')
    })
  })
  const first = expire()
  const answerNow = await asked.promise
  assertRefused(await expire(), 409, 'CONFLICT')
  answerNow()
  assert.ok((await first).status >= 400)
  assert.equal((await expire()).status, 200)
})

suite('the list', () => {
  test('has everything from the first second to the last, and at most 31 days', async () => {
    const dealer = await api.dealer('provider')
    const { id: account } = await anActivatedAccount(api, dealer)
    const ids: string[] = []
    const times: number[] = []
    for (const days of [0, 30, 1, 10]) {
      clock.advance(days * 86_400)
      const { id, created } = await aBill(dealer, account)
      ids.push(id)
      times.push(created)
    }
    const keys = async (from: number, to: number) =>
      Object.keys((await dealer.ask('GET', listQuery(from, to))).body).map((id) => ids.indexOf(id))
    const [first, second, third, last] = times as [number, number, number, number]
    assert.deepEqual(await keys(first, last), [0, 1, 2])
    assert.deepEqual(await keys(first + 1, last), [1, 2])
    assert.deepEqual(await keys(second, last), [1, 2, 3])
    assert.deepEqual(await keys(second, second), [1])
    assert.deepEqual(await keys(second + 1, third), [2])
    assert.deepEqual(await keys(last + 1, last + 2), [])
  })

  test('is streamed in the order of creation at any length, and no bill is lost between pages', async () => {
    const dealer = await api.dealer('partner')
    const { id: account } = await anActivatedAccount(api, dealer)
    const { id, created } = await aBill(dealer, account, { name: 'Say "hello"\\\n\u2028 to the Žąsis 🦢' })
    const copies = 4500
    await sql`
      insert into bills (id, session_id, dealer_id, account_id, app_id, processor, status, amount_total, currency, livemode,
        lines, metadata, url, created_at, expires_at, entry)
      select gen_random_uuid(), 'cs_copy_' || n, dealer_id, account_id, app_id, processor, status, amount_total, currency,
        livemode, lines, metadata, url, created_at + make_interval(secs => n % 7), expires_at,
        replace(replace(entry, session_id, 'cs_copy_' || n), ${`"created":${created}`}, '"created":' || ${created} + n % 7)
      from bills, generate_series(1, ${copies}) as n where session_id = ${id}`.execute(db)
    const answer = await dealer.ask('GET', listQuery(created - 86_400, created + 86_400))
    const bills = Object.values(answer.body.data) as { id: string; created: number; metadata: { name: string } }[]
    assert.equal(bills.length, copies + 1)
    assert.deepEqual(
      bills.map((bill) => bill.created),
      bills.map((bill) => bill.created).toSorted((a, b) => a - b),
    )
    for (const bill of bills) assert.equal(bill.metadata.name, 'Say "hello"\\\n\u2028 to the Žąsis 🦢')
    const some = await dealer.ask('GET', listQuery(created, created, '&fields=url,status'))
    assertKeys(Object.values(some.body.data)[0] as object, ['id', 'status', 'url'])
  })
})

test('a bill expires after a day, and at the processor too', async () => {
  const dealer = await api.dealer('provider')
  const { id: account } = await anActivatedAccount(api, dealer)
  const bill = await aBill(dealer, account)
  clock.advance(86_399)
  await reconcileBills(acting)
  const read = async () => (await dealer.ask('GET', listQuery(bill.created, bill.created))).body[bill.id]
  assert.equal((await read()).status, 'open')
  clock.advance(1)
  await reconcileBills(acting)
  assert.deepEqual(await read(), { ...bill, status: 'expired', url: null })
})

test('deleting an account expires its open bills, here at once and at the processor by the job', async () => {
  const dealer = await api.dealer('partner')
  const { id: account } = await anActivatedAccount(api, dealer)
  const [open, paid] = [await aBill(dealer, account), await aBill(dealer, account)]
  await payAtSandbox(api.ctx, paid.id)
  assert.equal((await dealer.ask('DELETE', `/accounts/${account}`)).status, 200)
  const { data } = (await dealer.ask('GET', listQuery(open.created, open.created))).body
  assert.deepEqual([data[open.id].status, data[open.id].url, data[paid.id].status], ['expired', null, 'complete'])
  const sandbox = api.ctx.cards.sandbox({ dealer: dealer.dealer })
  assert.equal((await sandbox.readSession(open.id))?.status, 'open')
  await reconcileBills(acting)
  assert.equal((await sandbox.readSession(open.id))?.status, 'expired')
})

test('a bill whose account is deleted during the order is not found', async () => {
  const dealer = await api.dealer('provider')
  const { id: account } = await anActivatedAccount(api, dealer)
  await dealer.ask('POST', '/billing/secret-key', { app_id: fleetApp, secretKey: api.stripe.account('live') })
  const asked = Promise.withResolvers<() => void>()
  api.stripe.misbehave((_request, response, answer) => {
    api.stripe.misbehave(undefined)
    asked.resolve(() => void response.end(JSON.stringify(answer().body)))
  })
  const issuing = dealer.ask('POST', path, newBill(account))
  const answerNow = await asked.promise
  assert.equal((await dealer.ask('DELETE', `/accounts/${account}`)).status, 200)
  answerNow()
  assertRefused(await issuing, 404, 'NOT_FOUND')
})
