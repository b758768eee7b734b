/** A client buys premium by card: offers, paying once, the immediate effect, and the end. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createServer } from '#entry/http/server.ts'
import { consumerApp, fleetApp, petApp } from '#kernel/applications.ts'
import type { Session } from '#kernel/card-processor.ts'
import { writeCheckout } from '#kernel/cards/checkout.ts'
import { sign } from '#kernel/cards/webhook.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { addMonths, seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aPlan, aUnit, newUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { deaf } from '#testing/faults/deaf.ts'
import { connectFaulty, type Fault, faults } from '#testing/faults/faults.ts'
import { aClient, askAs, askFor, type Client, logIn, serviceKey } from '#testing/people/client.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { reconcilePayments } from '../invoices/payments.ts'
import { endExpired, giveSubscription, nextReminder, remindEnding } from './actions.ts'
import { settlePurchases } from './purchases.ts'

const api = await openApi()
const { clock, db } = api.ctx
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } } as const
const dealer = await api.dealer('provider')
const partner = await api.dealer('partner')

const body = { app_id: consumerApp, plan: 'premium' }
const orders = '/subscription-orders'
const order = async (client: Client, change: object = {}) => {
  const answer = await client.ask('POST', orders, { ...body, ...change })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const sessionOf = (url: string) => new URL(url).pathname.split('/').at(-1) as string
const pay = (url: string) => payAtSandbox(api.ctx, sessionOf(url))
const ordersOf = async (client: Client) => (await client.ask('GET', orders)).body
const active = async (client: Client) =>
  (await client.ask('GET', '/subscriptions')).body.filter((one: { active: boolean }) => one.active)
const audited = async (action: string, subject: string | number) =>
  (
    await db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', action)
      .where('subjectId', '=', String(subject))
      .execute()
  ).length
const mailsTo = async (client: Client, word: RegExp) =>
  (await listMails(api.ctx)).filter(({ to, subject }) => to === client.email && word.test(subject))

/** The payer has paid at the processor, but no event comes. */
async function payInSilence(url: string): Promise<string> {
  const id = sessionOf(url)
  await db
    .updateTable('sandboxSessions')
    .set({ status: 'complete', payment: `pi_${id}` })
    .where('id', '=', id)
    .execute()
  return id
}

suite('offers', () => {
  test('are the free plan and the plans for sale, with what each gives and costs', async () => {
    const client = await aClient(api, dealer)
    const { body: offers } = await client.ask('GET', '/subscription-offers')
    assert.deepEqual(
      offers.map((offer: { plan: string; amount: number; currency: string; limits: { unit: number } }) => [
        offer.plan,
        offer.amount,
        offer.currency,
        offer.limits.unit,
      ]),
      [
        ['free', null, null, 5],
        ['basic', 200, 'eur', 10],
        ['premium', 500, 'eur', 50],
      ],
    )
    assert.ok(!offers[0].modules.includes('statistics') && offers[2].modules.includes('statistics'))
  })

  test('do not include a plan that the operator does not sell on the website', async () => {
    const client = await aClient(api, partner, await anUnclaimedAccount(partner, [petApp]))
    const names = async () =>
      (await client.ask('GET', '/subscription-offers')).body.map(({ plan }: { plan: string }) => plan)
    assert.deepEqual(await names(), ['free', 'basic', 'premium'])
    const basic = db.updateTable('subscriptionPlans').where('appId', '=', petApp).where('name', '=', 'basic')
    await basic.set({ subscrTypes: ['td-cardpay'] }).execute()
    assert.deepEqual(await names(), ['free', 'premium'])
    const refused = await client.ask('POST', orders, { app_id: petApp, plan: 'basic' })
    assertRefused(refused, 400, 'FAILED_VALIDATION plan')
  })

  test('are empty for a managed account', async () => {
    const client = await aManagedClient()
    assert.deepEqual((await client('GET', '/subscription-offers')).body, [])
    assertRefused(await client('POST', orders, { ...body, app_id: fleetApp }), 403, 'FORBIDDEN')
  })
})

async function aManagedClient(): Promise<Client['ask']> {
  const managed = await anActivatedAccount(api, dealer, (await aPlan(dealer)).id)
  return await askFor(api, dealer, managed.user)
}

for (const [dialect, caller] of [
  ['provider', dealer],
  ['partner', partner],
] as const) {
  const read = async (who: Caller, path: string) => {
    const { body: answer } = await who.ask('GET', path)
    return dialect === 'partner' ? answer.data : answer
  }

  test(`a paid plan starts at once, for the client and for its dealer in ${dialect}; its end deletes nothing`, async () => {
    const client = await aClient(api, caller)
    const { id } = client.account
    assertRefused(await client.ask('GET', '/statistics?from=1772000000&to=1772086400&by=day'), 403, 'FORBIDDEN')
    const placed = await order(client, { months: 2 })
    assert.deepEqual(
      [placed.status, placed.amount_total, placed.currency, placed.begun, placed.paid_at],
      ['open', 1000, 'eur', false, null],
    )
    await pay(placed.url)
    const until = seconds(addMonths(clock.now(), 2))
    const [own] = await active(client)
    assert.deepEqual([own.plan, own.type, own.expires_at, own.auto_renew], ['premium', 'cardpay', until, false])
    const [paid] = await ordersOf(client)
    assert.deepEqual([paid.id, paid.status, paid.begun], [placed.id, 'paid', true])
    const { plan, modules } = (await client.ask('GET', '/me')).body
    assert.deepEqual([plan.name, plan.quotas.unit], ['premium', 50])
    assert.ok(modules.includes('statistics') && modules.includes('extended_notification'))
    assert.equal((await client.ask('GET', '/statistics?from=1772000000&to=1772086400&by=day')).status, 200)
    const account = await read(caller, `/accounts/${id}`)
    assert.deepEqual([account.is_premium, account.subscriptions], [true, { [consumerApp]: own.id }])
    assert.deepEqual(await read(caller, `/accounts/${id}/subscriptions`), [
      {
        account_id: id,
        app_id: consumerApp,
        active: true,
        type: 'cardpay',
        subscription_id: own.id,
        expiry: until,
        purchase_data: { order_id: placed.number, auto_renew: false },
        data: { months: 2 },
      },
    ])
    assert.equal((await read(caller, `/accounts/${id}/limits?app_id=${consumerApp}`)).unit, 50)
    // More than the free plan allows.
    for (let count = 0; count < 6; count++) await aUnit(caller, id, { app_id: consumerApp })
    clock.advance(until - seconds(clock.now()))
    await endExpired(acting)
    assert.equal((await read(caller, `/accounts/${id}`)).is_premium, false)
    assert.equal((await read(caller, `/accounts/${id}/limits?app_id=${consumerApp}`)).unit, 5)
    const again = askAs(api, await logIn(api, client.email))
    assert.equal((await again('GET', '/me')).body.plan.name, 'free')
    assert.equal((await again('GET', '/units')).body.length, 6)
    const seventh = await caller.ask('POST', '/units', newUnit(id, { app_id: consumerApp }))
    assertRefused(seventh, 409, 'QUOTA_EXCEEDED')
  })
}

suite('an order', () => {
  test('that is repeated is the same order on the same page, even at the same moment', async () => {
    const client = await aClient(api, dealer)
    const [first, second] = await Promise.all([order(client), order(client)])
    const third = await order(client)
    assert.deepEqual([second.url, third.url, third.id], [first.url, first.url, first.id])
    assert.equal((await ordersOf(client)).length, 1)
    const other = await order(client, { months: 12 })
    assert.notEqual(other.id, first.id)
    await pay(first.url)
    // Once paid, the same request buys another month.
    assert.notEqual((await order(client)).id, first.id)
  })

  test('adds its months to what is left, bought or granted', async () => {
    const client = await aClient(api, dealer)
    const given = addMonths(clock.now(), 1)
    await giveSubscription(api.ctx, client.account.id, 'premium', given)
    await pay((await order(client)).url)
    assert.deepEqual(
      (await active(client)).map((one: { expires_at: number }) => one.expires_at),
      [seconds(addMonths(given, 1))],
    )
  })

  test('is private: no dealer sees, pays or counts its invoice', async () => {
    const seller = await api.dealer('provider')
    const client = await aClient(api, seller)
    const placed = await order(client)
    const { url } = (await seller.ask('GET', '/billing/customer-portal')).body
    const authorization = `Bearer ${new URL(url).hash.slice('#key='.length)}`
    const portal = await api.ask('GET', '/portal/api/invoices', undefined, { authorization })
    assert.deepEqual(portal.body.invoices, [])
    const paying = await api.ask('POST', `/portal/api/invoices/${placed.id}/pay`, undefined, { authorization })
    assertRefused(paying, 404, 'NOT_FOUND')
    await pay(placed.url)
    assertRefused(await seller.ask('GET', '/billing/cardpay-invoice'), 404, 'NOT_FOUND')
    const { body: audit } = await seller.ask('GET', '/audit?action=subscriptions')
    assert.deepEqual(
      audit.map(({ action }: { action: string }) => action),
      ['subscriptions.buy'],
    )
    assert.ok(!JSON.stringify(audit).includes(client.email))
    assert.deepEqual((await seller.ask('GET', '/audit?action=invoices')).body, [])
  })

  test('is not possible for a dealer in a support session, but it sees the offers', async () => {
    const client = await aClient(api, dealer)
    await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
    const visitor = askAs(api, await serviceKey(dealer, client.user.id, consumerApp))
    assert.equal((await visitor('GET', '/subscription-offers')).status, 200)
    assertRefused(await visitor('POST', orders, body), 403, 'FORBIDDEN')
    const placed = await order(client)
    assertRefused(await visitor('POST', `${orders}/${placed.id}/look`), 403, 'FORBIDDEN')
  })

  test('of another account is not found', async () => {
    const [one, other] = [await aClient(api, dealer), await aClient(api, dealer)]
    const placed = await order(one)
    assertRefused(await other.ask('POST', `${orders}/${placed.id}/look`), 404, 'NOT_FOUND')
    assert.deepEqual(await ordersOf(other), [])
  })

  test('of a blocked client is refused with its session', async () => {
    const client = await aClient(api, dealer)
    await db.updateTable('accounts').set({ blocked: true }).where('id', '=', client.account.id).execute()
    assert.ok([401, 403].includes((await client.ask('POST', orders, body)).status))
    assert.equal(await audited('subscriptions.order', client.account.id), 0)
  })

  for (const [what, change, fault] of [
    ['an application it has not', { app_id: petApp }, 'FAILED_VALIDATION app_id'],
    ['the free plan', { plan: 'free' }, 'FAILED_VALIDATION plan'],
    ['no month', { months: 0 }, 'FAILED_VALIDATION months'],
    ['more than a year', { months: 13 }, 'FAILED_VALIDATION months'],
  ] as const)
    test(`for ${what} is refused`, async () => {
      const client = await aClient(api, dealer)
      assertRefused(await client.ask('POST', orders, { ...body, ...change }), 400, fault)
    })

  test('that is not paid is given up after a day, but begins if the money still comes', async () => {
    const client = await aClient(api, dealer)
    const { id } = await order(client)
    clock.advance(25 * 3600)
    await settlePurchases(acting)
    const again = { ...client, ask: askAs(api, await logIn(api, client.email)) }
    assert.deepEqual(
      (await ordersOf(again)).map(({ status }: { status: string }) => status),
      ['void'],
    )
    await db.updateTable('invoices').set({ status: 'paid', paidAt: clock.now() }).where('id', '=', id).execute()
    assert.equal(await settlePurchases(acting), 1)
    assert.equal((await active(again)).length, 1)
  })
})

suite('a payment', () => {
  test('is found by polling, without any event, and counts once', async () => {
    const client = await aClient(api, dealer)
    const { id, url } = await order(client)
    const look = async () => (await client.ask('POST', `${orders}/${id}/look`)).body
    assert.deepEqual([(await look()).status, (await look()).begun], ['open', false])
    await payInSilence(url)
    const [one, two] = await Promise.all([look(), look()])
    assert.ok(one.begun || two.begun)
    assert.deepEqual([(await look()).status, (await look()).begun], ['paid', true])
    assert.equal((await active(client)).length, 1)
    assert.deepEqual([await audited('subscriptions.buy', client.account.id), await audited('invoices.pay', id)], [1, 1])
  })

  const endpoint = async () => {
    const row = await db.selectFrom('platformEndpoints').selectAll().executeTakeFirstOrThrow()
    return api.ctx.vault.open(row.secretSealed, `platform_endpoints.secret:${row.webhookId}`)
  }
  const send = async (sessionId: string, change: object = {}) => {
    const session = (await api.ctx.cards.sandbox('platform').readSession(sessionId)) as Session
    const object = { ...writeCheckout(session, {}), ...change }
    const created = clock.now().getTime() / 1000
    const type = 'checkout.session.completed'
    const raw = Buffer.from(
      JSON.stringify({ id: 'evt_1', object: 'event', type, created, livemode: false, data: { object } }),
    )
    const headers = { 'stripe-signature': sign(raw, await endpoint(), clock.now()) }
    const answer = await api.app.inject({ method: 'POST', url: '/webhooks/platform', payload: raw, headers })
    assert.equal(answer.statusCode, 200)
  }

  test('reported three times begins one subscription and sends one receipt', async () => {
    const client = await aClient(api, dealer)
    const session = await payInSilence((await order(client)).url)
    await Promise.all([send(session), send(session), send(session)])
    assert.equal((await active(client)).length, 1)
    assert.equal(await audited('subscriptions.buy', client.account.id), 1)
    assert.equal((await mailsTo(client, /^Receipt/)).length, 1)
  })

  for (const [what, change] of [
    ['another amount', { amount_total: 1 }],
    ['another currency', { currency: 'usd' }],
    ['no money', { payment_status: 'unpaid' }],
  ] as const)
    test(`of ${what} begins nothing`, async () => {
      const client = await aClient(api, dealer)
      await send(await payInSilence((await order(client)).url), change)
      assert.deepEqual([await active(client), (await ordersOf(client))[0].status], [[], 'open'])
    })
})

suite('emails', () => {
  test('are in the client’s language: the receipt, and one some days before the end', async () => {
    const client = await aClient(api, dealer)
    await client.ask('PATCH', '/me', { lang: 'de-AT' })
    await pay((await order(client)).url)
    const [receipt] = await mailsTo(client, /Quittung/)
    assert.equal(receipt?.subject, 'Quittung: 5,00 EUR für Premium')
    assert.match(receipt?.text ?? '', /Ihre Zahlung von 5,00 EUR für einen Monat Premium ist eingegangen/)
    const [own] = await active(client)
    const end = new Date(own.expires_at * 1000)
    clock.advance((end.getTime() - clock.now().getTime()) / 1000 - 8 * 86_400)
    await remindEnding(acting)
    assert.equal((await mailsTo(client, /endet/)).length, 0)
    assert.ok(((await nextReminder(api.ctx)) as Date) <= new Date(end.getTime() - 7 * 86_400_000))
    clock.advance(86_400)
    await Promise.all([remindEnding(acting), remindEnding(acting)])
    const mails = await mailsTo(client, /endet/)
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.text ?? '', /gelöscht wird nichts/)
  })
})

/** The same installation with failing statements; those of the processor work. */
const faulty = connectFaulty(api.databaseUrl)
const server = await createServer(
  { ...api.ctx, db: faulty.db },
  {
    notifications: deaf,
    readiness: { isReady: true },
    pagesFolder: '/nonexistent',
  },
)
after(async () => {
  await server.close()
  await faulty.close()
})

const withEach = async (fault: Fault, work: (disarm: () => Promise<void>) => Promise<void>): Promise<number> => {
  for (let n = 1; ; n++) {
    clock.advance(1)
    faulty.arm(n, fault)
    let wentWrong = false
    await work(async () => {
      wentWrong = await faulty.disarm()
    })
    if (!wentWrong) return n - 1
  }
}

for (const fault of faults)
  suite(`whichever statement fails (${fault})`, () => {
    test('ordering again ends in one order with one page', async () => {
      const client = await aClient(api, dealer)
      let months = 0
      const statements = await withEach(fault, async (disarm) => {
        months = (months % 12) + 1
        const payload = { ...body, months }
        const headers = { authorization: `Bearer ${client.token}` }
        const { statusCode, body: text } = await server.inject({
          ...{ method: 'POST' as const, url: `/client${orders}`, headers, payload },
        })
        assert.ok([201, 500, 503].includes(statusCode), text)
        await disarm()
        const last = await order(client, { months })
        const made = (await ordersOf(client)).filter((one: { months: number; status: string }) => one.months === months)
        assert.deepEqual(
          made.filter(({ status }: { status: string }) => status === 'open').map(({ id }: { id: string }) => id),
          [last.id],
        )
        const pages = await db.selectFrom('invoicePayments').select('id').where('invoiceId', '=', last.id).execute()
        assert.equal(pages.length, 1)
        await pay(last.url)
      })
      assert.ok(statements > 10, `Only ${statements} statements were seen.`)
    })

    test('a paid order begins once', async () => {
      await withEach(fault, async (disarm) => {
        const client = await aClient(api, dealer)
        const { id, url } = await order(client)
        await payInSilence(url)
        const headers = { authorization: `Bearer ${client.token}` }
        await server.inject({ method: 'POST', url: `/client${orders}/${id}/look`, headers })
        await disarm()
        clock.advance(3600)
        await reconcilePayments(acting)
        await settlePurchases(acting)
        assert.equal((await active(client)).length, 1)
        assert.deepEqual(
          [await audited('subscriptions.buy', client.account.id), await audited('invoices.pay', id)],
          [1, 1],
        )
        assert.equal((await mailsTo(client, /^Receipt/)).length, 1)
      })
    })
  })
