/** Promo accounts, subscriptions that a dealer buys, and how they end. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { addMonths, seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anOwnedAccount, anUnclaimedAccount, newUser } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { aClient } from '#testing/people/client.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { endExpired, giveSubscription, nextEnd } from './actions.ts'
import { nextPurchase, settlePurchases } from './purchases.ts'

const api = await openApi()
const { clock, db } = api.ctx
const acting: ActorContext = { ...api.ctx, actor: operator('test') }

const created = async (dealer: Caller, body: object) =>
  payloadIn(
    dealer.dialect,
    await dealer.ask('POST', '/accounts', { reg_apps: [consumerApp], user: newUser(), ...body }),
    dealer.dialect === 'provider' ? 201 : 200,
  )
const read = async (dealer: Caller, path: string) => payloadIn(dealer.dialect, await dealer.ask('GET', path))
const subscriptions = (dealer: Caller, id: number): Promise<{ type: string; active: boolean; expiry: number }[]> =>
  read(dealer, `/accounts/${id}/subscriptions`)
const order = (dealer: Caller, id: number, change: object = {}, headers: Record<string, string> = {}) =>
  dealer.ask('POST', `/accounts/${id}/subscriptions`, { app_id: consumerApp, plan: 'basic', ...change }, headers)
const ordered = async (dealer: Caller, id: number, change: object = {}, headers: Record<string, string> = {}) =>
  payloadIn(dealer.dialect, await order(dealer, id, change, headers), dealer.dialect === 'provider' ? 200 : 201)
const paid = (url: string) => payAtSandbox(api.ctx, new URL(url).pathname.split('/').at(-1) as string)

for (const dialect of dialectNames) {
  suite(`a promo account in ${dialect}`, () => {
    test('is premium for one calendar month from its activation on', async () => {
      const dealer = await api.dealer(dialect)
      const account = await created(dealer, { promo: true })
      assert.deepEqual([account.is_premium, account.subscriptions], [false, {}])
      const [waiting, ...more] = await subscriptions(dealer, account.id)
      assert.deepEqual([waiting?.type, waiting?.active, waiting?.expiry, more.length], ['space', false, 0, 0])
      clock.advance(86_400)
      await aClient(api, dealer, account)
      const until = addMonths(clock.now(), 1)
      const [begun] = await subscriptions(dealer, account.id)
      assert.deepEqual([begun?.active, begun?.expiry], [true, seconds(until)])
      assert.equal((await read(dealer, `/accounts/${account.id}`)).is_premium, true)
      assert.equal((await read(dealer, `/accounts/${account.id}/limits?app_id=${consumerApp}`)).unit, 50)
      clock.advance(seconds(until) - seconds(clock.now()))
      assert.equal((await read(dealer, `/accounts/${account.id}`)).is_premium, false)
      assert.equal((await read(dealer, `/accounts/${account.id}/limits?app_id=${consumerApp}`)).unit, 5)
    })

    test('needs an approved company profile', async () => {
      const dealer = await api.dealer(dialect, false)
      const body = { reg_apps: [consumerApp], user: newUser(), promo: true }
      assertRefused(await dealer.ask('POST', '/accounts', body), 403, 'FORBIDDEN')
      assert.equal((await created(dealer, { promo: false })).is_premium, false)
    })

    test('is never a managed one, and promo is true or false', async () => {
      const dealer = await api.dealer(dialect)
      const { id: _, ...managed } = { id: 0, reg_apps: [fleetApp], tariff_plans: {}, user: newUser(), promo: true }
      assertRefused(await dealer.ask('POST', '/accounts/managed', managed), 400, 'INVALID_PAYLOAD promo')
      const odd = { reg_apps: [consumerApp], user: newUser(), promo: 'yes' }
      assertRefused(await dealer.ask('POST', '/accounts', odd), 400, 'INVALID_PAYLOAD promo')
    })
  })

  suite(`a subscription that a dealer buys in ${dialect}`, () => {
    test('is offered with its price', async () => {
      const offers: { app_id: string; plan: string; amount: number }[] = await read(
        await api.dealer(dialect),
        '/subscription-offers',
      )
      assert.deepEqual(
        offers.filter(({ app_id }) => app_id === consumerApp),
        [
          { app_id: consumerApp, plan: 'basic', period: 'month', amount: 200, currency: 'eur' },
          { app_id: consumerApp, plan: 'premium', period: 'month', amount: 500, currency: 'eur' },
        ],
      )
      assert.equal(
        offers.some(({ app_id }) => app_id === petApp),
        dialect === 'partner',
      )
    })

    test('begins when it is paid, and not before', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await anOwnedAccount(api, dealer)
      const bought = await ordered(dealer, id, { months: 3 })
      assert.deepEqual(
        [
          bought.account_id,
          bought.plan,
          bought.months,
          bought.type,
          bought.status,
          bought.amount_total,
          bought.currency,
        ],
        [id, 'basic', 3, 'td-cardpay', 'open', 600, 'eur'],
      )
      assert.deepEqual(await subscriptions(dealer, id), [])
      await paid(bought.url)
      const expiry = seconds(addMonths(clock.now(), 3))
      const [begun, ...more] = await subscriptions(dealer, id)
      assert.deepEqual(begun, {
        account_id: id,
        app_id: consumerApp,
        active: true,
        type: 'td-cardpay',
        subscription_id: (begun as unknown as { subscription_id: string }).subscription_id,
        expiry,
        purchase_data: { order_id: bought.number, auto_renew: false },
        data: { months: 3 },
      })
      assert.equal(more.length, 0)
      assert.equal((await read(dealer, `/accounts/${id}`)).is_premium, true)
      // A second event, or the job, has nothing more to do.
      assert.equal(await settlePurchases(acting), 0)
    })

    test('is only for accounts that their client has activated', async () => {
      const dealer = await api.dealer(dialect)
      for (const { id } of [await anUnclaimedAccount(dealer), await aManagedAccount(dealer)]) {
        assertRefused(await order(dealer, id), 403, 'FORBIDDEN')
      }
    })

    for (const [what, change, ...problems] of [
      ['an application it has not', { app_id: petApp }, 'FAILED_VALIDATION app_id'],
      ['a managed application', { app_id: fleetApp }, 'FAILED_VALIDATION app_id'],
      ['a plan that is not sold', { plan: 'free' }, 'FAILED_VALIDATION plan'],
      ['no month', { months: 0 }, 'FAILED_VALIDATION months'],
      ['more than a year', { months: 13 }, 'FAILED_VALIDATION months'],
      ['half a month', { months: 0.5 }, 'FAILED_VALIDATION months'],
    ] as const) {
      test(`is refused for ${what}`, async () => {
        const dealer = await api.dealer(dialect)
        const { id } = await anOwnedAccount(api, dealer)
        assertRefused(await order(dealer, id, change), 400, ...problems)
      })
    }
  })
}

suite('a purchase', () => {
  test('extends the same plan, and replaces another', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await anOwnedAccount(api, dealer)
    const until = addMonths(clock.now(), 1)
    await giveSubscription(api.ctx, id, 'basic', until)
    await paid((await ordered(dealer, id)).url)
    const active = async () => (await subscriptions(dealer, id)).filter((one) => one.active).map(({ expiry }) => expiry)
    assert.deepEqual(await active(), [seconds(addMonths(until, 1))])
    await paid((await ordered(dealer, id, { plan: 'premium', months: 2 })).url)
    assert.deepEqual(await active(), [seconds(addMonths(clock.now(), 2))])
  })

  test('is made once by requests with the same key', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await anOwnedAccount(api, dealer)
    const key = { 'idempotency-key': 'order-1' }
    const [first, second] = [await ordered(dealer, id, {}, key), await ordered(dealer, id, {}, key)]
    assert.deepEqual(second, first)
    const made = await db.selectFrom('purchases').select('invoiceId').where('accountId', '=', id).execute()
    assert.deepEqual(made, [{ invoiceId: first.id }])
  })

  test('is not a monthly invoice', async () => {
    const dealer = await api.dealer('provider')
    await ordered(dealer, (await anOwnedAccount(api, dealer)).id)
    assertRefused(await dealer.ask('GET', '/billing/cardpay-invoice'), 404, 'NOT_FOUND')
  })

  test('that is not paid is given up after a day, but begins if someone still pays', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await anOwnedAccount(api, dealer)
    const { id: invoice } = await ordered(dealer, id)
    clock.advance(25 * 3600)
    assert.ok(((await nextPurchase(api.ctx)) as Date) <= clock.now())
    await settlePurchases(acting)
    const status = async () =>
      (await db.selectFrom('invoices').select('status').where('id', '=', invoice).executeTakeFirstOrThrow()).status
    assert.equal(await status(), 'void')
    assert.deepEqual(await subscriptions(dealer, id), [])
    // As after a payment at the last moment.
    await db.updateTable('invoices').set({ status: 'paid', paidAt: clock.now() }).where('id', '=', invoice).execute()
    assert.equal(await settlePurchases(acting), 1)
    assert.deepEqual(
      (await subscriptions(dealer, id)).map(({ type, active }) => [type, active]),
      [['td-cardpay', true]],
    )
  })

  test('ends on time: recorded once, by two workers at the same time', async () => {
    const dealer = await api.dealer('provider')
    const { id } = await anOwnedAccount(api, dealer)
    await paid((await ordered(dealer, id)).url)
    const end = (await dueFrom(nextEnd).nextDue(api.ctx)) as Date
    await endExpired(acting)
    clock.advance(32 * 86_400)
    assert.ok(end < clock.now())
    await Promise.all([endExpired(acting), endExpired(acting)])
    const ended = await db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'subscriptions.end')
      .where('subjectId', '=', String(id))
      .execute()
    assert.equal(ended.length, 1)
    assert.equal((await read(dealer, `/accounts/${id}`)).is_premium, false)
  })
})
