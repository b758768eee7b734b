/** Invoices and the portal, as a dealer's program and browser see them. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { revokeToken } from '#identity/dealers/actions.ts'
import { mayDo, teamRoles } from '#identity/staff/right.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Processor, Session } from '#kernel/card-processor.ts'
import { ProcessorDown } from '#kernel/card-processor.ts'
import { writeCheckout } from '#kernel/cards/checkout.ts'
import { sign } from '#kernel/cards/webhook.ts'
import type { ActorContext } from '#kernel/context.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { type Caller, openApi, type TestApi } from '#testing/api.ts'
import { anActivatedAccount, aUnit } from '#testing/builders.ts'
import { breakAt } from '#testing/faults/breaking.ts'
import { aPerson, type StaffMember } from '#testing/people/staff.ts'
import { countMonth, listInvoices } from './actions.ts'
import { receivePlatformEvent } from './events.ts'
import { monthOf } from './invoice.ts'
import { nextPaymentCheck, payInvoice, reconcilePayments } from './payments.ts'
import { readPass } from './portal.ts'

const api = await openApi()
const { clock } = api.ctx
const acting: ActorContext = { ...api.ctx, actor: operator('test') }

/** A dealer with one unit on Starter whose month was counted: 19.00 EUR. */
async function anInvoiced(dialect: Caller['dialect'] = 'provider', from: TestApi = api) {
  const dealer = await from.dealer(dialect)
  await aUnit(dealer, (await anActivatedAccount(from, dealer)).id)
  await countMonth({ ...acting, ...from.ctx }, dealer.dealer, monthOf(from.ctx.clock.now()))
  const [invoice] = await listInvoices(from.ctx, dealer.dealer)
  return { dealer, invoice: invoice ?? assert.fail('There should be an invoice.') }
}
const portalPath = (caller: Caller) =>
  caller.dialect === 'provider' ? '/billing/customer-portal' : `/billing/customer-portal/${fleetApp}`
async function aPortal(caller: Caller, asker: Pick<StaffMember, 'ask'> = caller): Promise<Record<string, string>> {
  const { body } = await asker.ask('GET', portalPath(caller))
  const secret = new URL((body.data ?? body).url).hash.replace('#key=', '')
  return { authorization: `Bearer ${secret}` }
}
const card = { number: '4242424242424242', month: 12, year: 2035, cvc: '123', holder: 'A. Dealer' }
const payAt = (url: string) => {
  const id = new URL(url).pathname.split('/').at(-1)
  return api.ask('POST', `/sandbox/sessions/${id}/pay`, card)
}
const pay = (id: string, headers: Record<string, string>) =>
  api.ask('POST', `/portal/api/invoices/${id}/pay`, {}, headers)
const statusOf = async (id: string) =>
  await api.ctx.db.selectFrom('invoices').select(['status', 'paidAt']).where('id', '=', id).executeTakeFirstOrThrow()

suite('the latest invoice', () => {
  test('is a 404 before there is one, in both dialects', async () => {
    const [provider, partner] = [await api.dealer('provider'), await api.dealer('partner')]
    const answers = [
      await provider.ask('GET', '/billing/cardpay-invoice'),
      await partner.ask('GET', `/billing/cardpay-invoice/${fleetApp}`),
    ]
    for (const { status, body } of answers) assert.deepEqual([status, body.errors[0].code], [404, 'NOT_FOUND'])
  })

  test('is bare for a provider and wrapped for a partner, with only id and status', async () => {
    const { dealer, invoice } = await anInvoiced('provider')
    const partner = await api.tokenOf(dealer.dealer, 'partner')
    const expected = { id: invoice.id, status: 'open' }
    assert.deepEqual((await dealer.ask('GET', '/billing/cardpay-invoice')).body, expected)
    for (const app of [fleetApp, consumerApp, petApp]) {
      assert.deepEqual((await partner.ask('GET', `/billing/cardpay-invoice/${app}`)).body, { data: expected })
    }
  })

  test('does not exist for an application unknown to partners, or at the path of the other dialect', async () => {
    const { dealer } = await anInvoiced('partner')
    const provider = await api.tokenOf(dealer.dealer, 'provider')
    for (const name of ['cardpay-invoice', 'customer-portal']) {
      for (const app of [tagsApp, 'nothing', '0']) {
        assert.equal((await dealer.ask('GET', `/billing/${name}/${app}`)).status, 404)
      }
      assert.equal((await dealer.ask('GET', `/billing/${name}`)).status, 404)
      assert.equal((await provider.ask('GET', `/billing/${name}/${fleetApp}`)).status, 404)
    }
  })

  test('is the newest', async () => {
    const { dealer, invoice } = await anInvoiced()
    const before = clock.now()
    clock.set(new Date('2026-05-02T00:00:00Z'))
    await countMonth(acting, dealer.dealer, '2026-05-01')
    const { body } = await dealer.ask('GET', '/billing/cardpay-invoice')
    clock.set(before)
    assert.notEqual(body.id, invoice.id)
  })
})

suite('the link to the portal', () => {
  test('has every field of a portal session', async () => {
    const dealer = await api.dealer()
    const { status, body, headers } = await dealer.ask('GET', '/billing/customer-portal')
    assert.equal(status, 200)
    const { id, url, ...rest } = body
    assert.deepEqual(rest, {
      object: 'billing_portal.session',
      configuration: 'bpc_waymark',
      created: clock.now().getTime() / 1000,
      customer: String(dealer.dealer),
      flow: null,
      livemode: false,
      locale: null,
      return_url: 'http://127.0.0.1:8080',
    })
    assert.match(id, /^bps_[0-9a-f]{24}$/)
    // The secret is in the fragment, which no server sees.
    assert.match(url, /^http:\/\/127\.0\.0\.1:8080\/portal#key=[\w-]{60,}$/)
    assert.equal(headers['cache-control'], 'no-store')
    const partner = await api.tokenOf(dealer.dealer, 'partner')
    assert.deepEqual(
      Object.keys((await partner.ask('GET', `/billing/customer-portal/${fleetApp}`)).body.data),
      Object.keys(body),
    )
  })

  test('is a different one each time', async () => {
    const dealer = await api.dealer()
    assert.notDeepEqual(await aPortal(dealer), await aPortal(dealer))
  })

  test('shows only the invoices of its dealer', async () => {
    const { dealer, invoice } = await anInvoiced()
    await anInvoiced()
    const { status, body } = await api.ask('GET', '/portal/api/invoices', undefined, await aPortal(dealer))
    assert.equal(status, 200)
    assert.deepEqual(body, {
      dealer: { name: 'Dealer provider' },
      return_url: 'http://127.0.0.1:8080',
      expires_at: clock.now().getTime() / 1000 + 900,
      invoices: [
        {
          id: invoice.id,
          number: invoice.number,
          status: 'open',
          period_start: Date.UTC(2026, 2) / 1000,
          period_end: Date.UTC(2026, 3) / 1000,
          currency: 'eur',
          amount_total: 1900,
          created: clock.now().getTime() / 1000,
          paid_at: null,
          lines: [
            {
              description: 'Activated units on Starter, March 2026',
              quantity: 1,
              unit_amount: 1900,
              amount_total: 1900,
            },
          ],
        },
      ],
    })
  })

  test('ends after 15 minutes', async () => {
    const portal = await aPortal(await api.dealer())
    clock.advance(899)
    assert.equal((await api.ask('GET', '/portal/api/invoices', undefined, portal)).status, 200)
    clock.advance(1)
    const { status, body } = await api.ask('GET', '/portal/api/invoices', undefined, portal)
    assert.deepEqual([status, body.errors[0].code], [401, 'TOKEN_EXPIRED'])
  })

  test('ends with the access token that requested it', async () => {
    const dealer = await api.dealer()
    const portal = await aPortal(dealer)
    const { askedBy } = await readPass(api.ctx, portal.authorization?.replace('Bearer ', '') ?? '')
    await revokeToken(api.ctx, askedBy)
    const { status, body } = await api.ask('GET', '/portal/api/invoices', undefined, portal)
    assert.deepEqual([status, body.errors[0].code], [401, 'INVALID_TOKEN'])
  })

  test('of a read-only token shows invoices, and does not pay', async () => {
    const { dealer, invoice } = await anInvoiced()
    const portal = await aPortal(await api.tokenOf(dealer.dealer, 'provider', 'read'))
    assert.equal((await api.ask('GET', '/portal/api/invoices', undefined, portal)).status, 200)
    const { status, body } = await pay(invoice.id, portal)
    assert.deepEqual([status, body.errors[0].code], [403, 'FORBIDDEN'])
  })

  for (const dialect of dialectNames) {
    for (const role of teamRoles) {
      const mayPay = mayDo(role, 'bills')
      test(`of a member of staff shows invoices, and ${mayPay ? 'pays' : 'does not pay'}: ${role} in ${dialect}`, async () => {
        const { dealer, invoice } = await anInvoiced(dialect)
        const portal = await aPortal(dealer, await aPerson(api, dealer.dealer, role))
        const { status, body } = await api.ask('GET', '/portal/api/invoices', undefined, portal)
        assert.deepEqual([status, body.invoices?.[0].id], [200, invoice.id])
        assert.equal((await pay(invoice.id, portal)).status, mayPay ? 200 : 403)
      })
    }
  }

  test('of a person ends when the person is disabled or removed', async () => {
    const dealer = await api.dealer()
    const owner = await aPerson(api, dealer.dealer, 'owner')
    for (const [method, change] of [['PATCH', { enabled: false }] as const, ['DELETE', undefined] as const]) {
      const person = await aPerson(api, dealer.dealer, 'manager')
      const portal = await aPortal(dealer, person)
      assert.equal((await owner.ask(method, `/provider/staff/${person.id}`, change)).status, 200)
      const { status, body } = await api.ask('GET', '/portal/api/invoices', undefined, portal)
      assert.deepEqual([status, body.errors?.[0].code], [401, 'INVALID_TOKEN'])
    }
  })

  const otherLetter = (secret: string) => (secret.at(-9) === 'x' ? 'y' : 'x')
  const wrong: readonly [what: string, change: (secret: string) => Record<string, string>][] = [
    ['none', () => ({})],
    ['another scheme', (secret) => ({ authorization: `Basic ${secret}` })],
    [
      'one letter changed',
      (secret) => ({ authorization: `Bearer ${secret.slice(0, -9)}${otherLetter(secret)}${secret.slice(-8)}` }),
    ],
    ['cut short', (secret) => ({ authorization: `Bearer ${secret.slice(0, 20)}` })],
    ['nothing but dots', () => ({ authorization: 'Bearer ...' })],
    ['a megabyte', () => ({ authorization: `Bearer ${'a'.repeat(1_000_000)}` })],
  ]
  for (const [what, change] of wrong) {
    test(`does not work if ${what}`, async () => {
      const { authorization = '' } = await aPortal(await api.dealer())
      const headers = change(authorization.replace('Bearer ', ''))
      const { status, body } = await api.ask('GET', '/portal/api/invoices', undefined, headers)
      assert.deepEqual([status, body.errors[0].code], [401, 'INVALID_TOKEN'])
    })
  }

  test('an access token does not work for the portal, nor the portal’s secret for the API', async () => {
    const dealer = await api.dealer()
    const asked = await api.ask('GET', '/portal/api/invoices', undefined, { authorization: `Bearer ${dealer.token}` })
    assert.equal(asked.status, 401)
    assert.equal((await api.ask('GET', '/provider/accounts', undefined, await aPortal(dealer))).status, 401)
  })
})

suite('paying an invoice', () => {
  test('opens one payment page for any number of requests and callers, and ends in paid', async () => {
    const { dealer, invoice } = await anInvoiced()
    const portal = await aPortal(dealer)
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(invoice.id, portal)))
    const urls = new Set(answers.map(({ body }) => body.url))
    assert.deepEqual([urls.size, answers.map(({ status }) => status)], [1, [200, 200, 200, 200, 200]])
    assert.equal((await payAt([...urls][0] as string)).status, 200)
    assert.deepEqual(await statusOf(invoice.id), { status: 'paid', paidAt: clock.now() })
    assert.deepEqual((await dealer.ask('GET', '/billing/cardpay-invoice')).body, { id: invoice.id, status: 'paid' })
    const again = await pay(invoice.id, portal)
    assert.deepEqual([again.status, again.body.errors[0].code], [409, 'CONFLICT'])
    const entries = await api.ctx.db
      .selectFrom('audit')
      .select(['action', 'actorKind'])
      .where('subjectId', '=', invoice.id)
      .where('action', '=', 'invoices.pay')
      .execute()
    assert.deepEqual(entries, [{ action: 'invoices.pay', actorKind: 'processor' }])
  })

  test('is not possible for an invoice of another dealer or an unknown one', async () => {
    const [own, other] = [await anInvoiced(), await anInvoiced()]
    const portal = await aPortal(own.dealer)
    for (const id of [other.invoice.id, '019a0000-0000-7000-8000-00000000ffff', 'x']) {
      assert.equal((await pay(id, portal)).status, 404)
    }
    const pages = api.ctx.db.selectFrom('invoicePayments').select('id').where('invoiceId', '=', other.invoice.id)
    assert.deepEqual(await pages.execute(), [])
  })

  test('continues on a new page when the old one has expired', async () => {
    const { dealer, invoice } = await anInvoiced()
    const first = (await pay(invoice.id, await aPortal(dealer))).body.url
    clock.advance(86_400)
    const second = (await pay(invoice.id, await aPortal(dealer))).body.url
    assert.notEqual(first, second)
    assert.equal((await payAt(first)).status, 409)
    assert.equal((await payAt(second)).status, 200)
    assert.equal((await statusOf(invoice.id)).status, 'paid')
  })

  test('is refused for a void invoice', async () => {
    const { dealer, invoice } = await anInvoiced()
    await api.ctx.db.updateTable('invoices').set({ status: 'void' }).where('id', '=', invoice.id).execute()
    assert.equal((await pay(invoice.id, await aPortal(dealer))).status, 409)
  })

  test('leaves no second page behind when a statement fails', async () => {
    const { dealer, invoice } = await anInvoiced()
    const call = { ...acting, dealer: dealer.dealer, mayPay: true, expiresAt: clock.now() }
    const urls = new Set<string>()
    let at = 0
    while (
      await breakAt(api.ctx.db, at++, async (db) => {
        const parts = { ...call, db }
        urls.add(await payInvoice({ ...parts, cards: api.ctx.cards }, invoice.id))
      })
    );
    assert.ok(at > 5, `Only ${at} statements.`)
    assert.equal(urls.size, 1)
    const pages = await api.ctx.db
      .selectFrom('invoicePayments')
      .select('id')
      .where('invoiceId', '=', invoice.id)
      .execute()
    assert.equal(pages.length, 1)
  })

  test('is a 503 while the processor does not answer, and the next request finishes it', async () => {
    const { dealer, invoice } = await anInvoiced()
    const call = { ...acting, dealer: dealer.dealer, mayPay: true, expiresAt: clock.now() }
    const sandbox = api.ctx.cards.sandbox('platform')
    const orders: string[] = []
    const silent: Processor = {
      ...sandbox,
      async createSession(order) {
        orders.push(order.reference)
        await sandbox.createSession(order)
        throw new ProcessorDown('The answer was lost.')
      },
    }
    const down = { ...call, cards: { ...api.ctx.cards, sandbox: () => silent } }
    await assert.rejects(payInvoice(down, invoice.id), { code: 'SERVICE_UNAVAILABLE' })
    const url = await payInvoice(call, invoice.id)
    const { sessionId, id } = await api.ctx.db
      .selectFrom('invoicePayments')
      .selectAll()
      .where('invoiceId', '=', invoice.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([orders, url.includes(sessionId ?? '?')], [[id], true])
  })
})

/** A page that was created and paid without an event: the processor has no URL to send it to. */
async function paidInSilence() {
  const { dealer, invoice } = await anInvoiced()
  const { url } = (await pay(invoice.id, await aPortal(dealer))).body
  const { sessionId, id } = await api.ctx.db
    .selectFrom('invoicePayments')
    .selectAll()
    .where('invoiceId', '=', invoice.id)
    .executeTakeFirstOrThrow()
  await api.ctx.db
    .updateTable('sandboxSessions')
    .set({ status: 'complete', payment: `pi_${id}` })
    .where('id', '=', sessionId)
    .execute()
  return { invoice, url, reference: id, sessionId: sessionId as string }
}

suite('the outcome of a payment', () => {
  test('is polled if no event comes', async () => {
    const { invoice } = await paidInSilence()
    const due = await dueFrom(nextPaymentCheck).nextDue(acting)
    assert.ok(due && due.getTime() <= clock.now().getTime() + 900_000, String(due))
    clock.advance(900)
    assert.ok((await reconcilePayments(acting)) > 0)
    assert.equal((await statusOf(invoice.id)).status, 'paid')
    await reconcilePayments(acting)
    const entries = api.ctx.db
      .selectFrom('audit')
      .select('id')
      .where('subjectId', '=', invoice.id)
      .where('action', '=', 'invoices.pay')
    assert.equal((await entries.execute()).length, 1)
  })

  test('is polled later while the processor does not answer', async () => {
    const { invoice } = await paidInSilence()
    clock.advance(900)
    const silent = {
      ...api.ctx.cards.sandbox('platform'),
      readSession: () => Promise.reject(new ProcessorDown('Silence.')),
    }
    await reconcilePayments({ ...acting, cards: { ...api.ctx.cards, sandbox: () => silent } })
    assert.equal((await statusOf(invoice.id)).status, 'open')
    assert.equal(await reconcilePayments(acting), 0)
    clock.advance(300)
    await reconcilePayments(acting)
    assert.equal((await statusOf(invoice.id)).status, 'paid')
  })

  test('may be nothing: then the page expires and is no longer checked', async () => {
    const { dealer, invoice } = await anInvoiced()
    await pay(invoice.id, await aPortal(dealer))
    const page = () =>
      api.ctx.db.selectFrom('invoicePayments').selectAll().where('invoiceId', '=', invoice.id).executeTakeFirstOrThrow()
    for (let hour = 0; hour < 26; hour++) {
      clock.advance(3600)
      await reconcilePayments(acting)
    }
    const { status, nextLookAt, url } = await page()
    assert.deepEqual([status, nextLookAt, url], ['expired', null, null])
    assert.equal((await statusOf(invoice.id)).status, 'open')
  })
})

suite('an event of the processor about an invoice', () => {
  const endpoint = async () => {
    const row = await api.ctx.db.selectFrom('platformEndpoints').selectAll().executeTakeFirstOrThrow()
    return api.ctx.vault.open(row.secretSealed, `platform_endpoints.secret:${row.webhookId}`)
  }
  const eventOf = (session: Session, change: object = {}) =>
    Buffer.from(
      JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'checkout.session.completed',
        created: clock.now().getTime() / 1000,
        livemode: false,
        data: { object: { ...writeCheckout(session, {}), ...change } },
      }),
    )
  const send = (raw: Buffer, secret: string, path = '/webhooks/platform') =>
    api.app.inject({
      method: 'POST',
      url: path,
      payload: raw,
      headers: { 'stripe-signature': sign(raw, secret, clock.now()) },
    })

  test('marks it paid once, and gets the same answer however often it comes', async () => {
    const { invoice, sessionId } = await paidInSilence()
    const session = (await api.ctx.cards.sandbox('platform').readSession(sessionId)) as Session
    const raw = eventOf(session)
    for (let times = 0; times < 3; times++) assert.equal((await send(raw, await endpoint())).statusCode, 200)
    assert.equal((await statusOf(invoice.id)).status, 'paid')
  })

  const lies: readonly [what: string, change: object, reports: number][] = [
    ['another amount', { amount_total: 1 }, 1],
    ['another currency', { currency: 'usd' }, 1],
    ['another session', { id: 'cs_test_anotherone1234567890123' }, 1],
    ['no money yet', { payment_status: 'unpaid' }, 0],
    ['an unknown reference', { metadata: { waymark_reference: '019a0000-0000-7000-8000-00000000ffff' } }, 0],
  ]
  for (const [what, change, reports] of lies) {
    test(`with ${what} changes nothing`, async () => {
      const { invoice, sessionId } = await paidInSilence()
      const session = (await api.ctx.cards.sandbox('platform').readSession(sessionId)) as Session
      assert.equal((await send(eventOf(session, change), await endpoint())).statusCode, 200)
      assert.equal((await statusOf(invoice.id)).status, 'open')
      const reported = api.ctx.db
        .selectFrom('audit')
        .select('id')
        .where('subjectId', '=', invoice.id)
        .where('action', '=', 'invoices.mismatch')
      assert.equal((await reported.execute()).length, reports)
    })
  }

  test('is refused without a signature, with a dealer’s secret or an old one', async () => {
    const { invoice, sessionId } = await paidInSilence()
    const session = (await api.ctx.cards.sandbox('platform').readSession(sessionId)) as Session
    const raw = eventOf(session)
    assert.equal((await send(raw, 'whsec_of_a_dealer')).statusCode, 400)
    assert.equal(await receivePlatformEvent(api.ctx, raw, undefined), 'refused')
    const old = sign(raw, await endpoint(), new Date(clock.now().getTime() - 301_000))
    assert.equal(await receivePlatformEvent(api.ctx, raw, old), 'refused')
    assert.equal((await statusOf(invoice.id)).status, 'open')
  })

  test('is accepted by POST only', async () => {
    const { statusCode, headers } = await api.app.inject({ method: 'GET', url: '/webhooks/platform' })
    assert.deepEqual([statusCode, headers.allow], [405, 'POST'])
    assert.equal((await api.app.inject({ method: 'POST', url: '/webhooks/nobody' })).statusCode, 404)
  })

  test('about test money settles nothing in a live installation', async () => {
    const { invoice, sessionId } = await paidInSilence()
    const session = (await api.ctx.cards.sandbox('platform').readSession(sessionId)) as Session
    const raw = eventOf(session)
    const live = { ...api.ctx, config: { ...api.ctx.config, stripeKey: 'sk_live_x' } }
    assert.equal(await receivePlatformEvent(live, raw, sign(raw, await endpoint(), clock.now())), 'taken')
    assert.equal((await statusOf(invoice.id)).status, 'open')
  })
})
