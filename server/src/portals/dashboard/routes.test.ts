import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import { listReached } from '#billing/dunning/actions.ts'
import { milestonesAhead, milestonesOf, rulesOf } from '#billing/dunning/dunning.ts'
import { runDunning } from '#customers/accounts/dunning/dunning-run.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp } from '#kernel/applications.ts'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { emitFirstMessages, emitSilentUnits } from '#kernel/outgoing-events/watch.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aBill,
  aManagedAccount,
  anActivatedAccount,
  anUnclaimedAccount,
  aPlan,
  aUnit,
  received,
} from '#testing/builders.ts'
import { payloadIn } from '#testing/checks/answers.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { recordUnknownDevice } from '#tracking/unclaimed-devices/actions.ts'

const api = await openApi()
const { db, clock } = api.ctx
const day = 86_400
const now = () => seconds(clock.now())
const today = async (dealer: Caller) => payloadIn(dealer.dialect, await dealer.ask('GET', '/today'))
const kindsOf = ({ needs }: { needs: { kind: string }[] }) => needs.map(({ kind }) => kind)
const worker = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } } as const

for (const dialect of dialectNames) {
  suite(`today in ${dialect}`, () => {
    test('is empty for a new dealer, and says what is needed first', async () => {
      const dealer = await api.dealer(dialect, false)
      const none = { accounts: 0, amounts: [], without_amount: 0 }
      assert.deepEqual(await today(dealer), {
        at: now(),
        money: {
          due_this_week: none,
          overdue: none,
          paid_this_month: { bills: 0, amounts: [] },
          open: { bills: 0, amounts: [] },
        },
        clients: { total: 0, waiting: 0, notice: 0, overdue: 0, blocked: 0, blocked_soon: 0 },
        units: { all: 0, connected: 0, silent: 0, never: 0 },
        failed: { webhook_deliveries: 0, mails: 0 },
        needs: [
          { kind: 'company.approve', count: 1, ids: [], amounts: [] },
          { kind: 'payment-information.verify', count: 1, ids: [], amounts: [] },
        ],
      })
    })

    test('counts the same as the lists, and nothing of others', async () => {
      const [dealer, outsider] = [await api.dealer(dialect), await api.dealer(dialect)]
      await aUnit(outsider, (await anActivatedAccount(api, outsider)).id)
      const [first, second] = [await anActivatedAccount(api, dealer), await aManagedAccount(dealer)]
      const owned = await anUnclaimedAccount(dealer)
      const heard = await aUnit(dealer, first.id)
      await aUnit(dealer, second.id)
      await aUnit(dealer, owned.id, { app_id: consumerApp })
      await received(api, heard, [{ timestamp: now(), 'position.speed': 1 }])
      await dealer.ask('PATCH', `/accounts/${first.id}/set-blocked`, { blocked: true })
      const seen = await today(dealer)
      const count = async (path: string) => payloadIn(dialect, await dealer.ask('GET', path))
      const { total, waiting, blocked } = seen.clients
      assert.deepEqual(
        [total, waiting, blocked],
        [
          await count('/accounts/count'),
          await count('/accounts/count?ack_active=false'),
          await count('/accounts/count?blocked=true'),
        ],
      )
      assert.deepEqual([total, waiting, blocked], [3, 2, 1])
      const { all, active } = payloadIn('partner', await dealer.ask('GET', '/units/count'))
      assert.deepEqual(seen.units, { all, connected: active, silent: 0, never: all - active })
      assert.deepEqual([all, active], [3, 1])
    })

    test('money: what was paid this month, what is open, and what is expected, by currency', async () => {
      const dealer = await api.dealer(dialect)
      const provider = dialect === 'provider' ? dealer : await api.tokenOf(dealer.dealer, 'provider')
      const dueIn = async (days: number, amount?: number, currency = 'eur') => {
        const { id } = await anActivatedAccount(api, dealer)
        if (amount !== undefined) {
          const bill = await aBill(dealer, id, { prices: [{ quantity: 1, unit_amount: amount, currency, name: 'A' }] })
          await payAtSandbox(api.ctx, bill.id)
        }
        await provider.ask('PATCH', `/accounts/${id}/set-payment-lifecycle`, {
          payment_expected_at: now() + days * day,
        })
        return id
      }
      const late = await dueIn(1, 1500)
      await dueIn(1)
      await dueIn(9, 700)
      await dueIn(10, 900, 'usd')
      await dueIn(20, 5000)
      await aBill(dealer, late)
      clock.advance(4 * day)
      await runDunning(worker)
      const { money, clients, needs } = await today(dealer)
      assert.deepEqual(money.overdue, {
        accounts: 2,
        amounts: [{ currency: 'eur', amount: 1500 }],
        without_amount: 1,
      })
      assert.deepEqual(money.due_this_week, {
        accounts: 2,
        amounts: [
          { currency: 'eur', amount: 700 },
          { currency: 'usd', amount: 900 },
        ],
        without_amount: 0,
      })
      const isSameMonth = new Date((now() - 4 * day) * 1000).getUTCMonth() === clock.now().getUTCMonth()
      assert.deepEqual(
        money.paid_this_month,
        isSameMonth
          ? {
              bills: 4,
              amounts: [
                { currency: 'eur', amount: 7200 },
                { currency: 'usd', amount: 900 },
              ],
            }
          : { bills: 0, amounts: [] },
      )
      assert.deepEqual(money.open, { bills: 1, amounts: [{ currency: 'eur', amount: 2500 }] })
      assert.equal(clients.overdue, 2)
      const need = needs.find(({ kind }: { kind: string }) => kind === 'accounts.overdue')
      assert.deepEqual([need.count, need.ids.includes(late), need.amounts], [2, true, money.overdue.amounts])
    })

    test('silent units, and units whose tracker is rejected', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await anActivatedAccount(api, dealer)
      const [silent, back, steady] = [await aUnit(dealer, id), await aUnit(dealer, id), await aUnit(dealer, id)]
      await countEvents(api.ctx, dealer.dealer)
      const sends = (unit: typeof silent) => received(api, unit, [{ timestamp: now(), 'position.speed': 1 }])
      for (const unit of [silent, back]) await sends(unit)
      await emitFirstMessages(api.ctx)
      clock.advance(25 * 3600)
      await sends(steady)
      await emitFirstMessages(api.ctx)
      await emitSilentUnits(api.ctx)
      await sends(back)
      await recordUnknownDevice(api.ctx, {
        ident: steady.ident,
        protocol: protocolByName('gt06'),
        address: '192.0.2.7',
        frame: Buffer.from('hello'),
        preview: [],
      })
      const { units, needs } = await today(dealer)
      assert.deepEqual(units, { all: 3, connected: 3, silent: 1, never: 0 })
      assert.deepEqual(
        needs.map(({ kind, count, ids }: { kind: string; count: number; ids: number[] }) => [kind, count, ids]),
        [
          ['units.silent', 1, [silent.id]],
          ['units.turned-away', 1, [steady.id]],
        ],
      )
    })

    test('failed deliveries and emails, and clients who have not activated for three days', async () => {
      const dealer = await api.dealer(dialect)
      const { id: waiting } = await aManagedAccount(dealer)
      const made = payloadIn(
        'provider',
        await dealer.ask('POST', '/webhooks', { url: 'https://hook.example/' }),
        dialect === 'partner' ? 201 : 200,
      )
      const webhookId = (made.data ?? made).id
      const at = clock.now()
      await db
        .insertInto('webhookDeliveries')
        .values({ webhookId, eventNumber: 1, state: 'failed', tries: 9, durationMs: 1, firstTryAt: at, lastTryAt: at })
        .execute()
      await db
        .insertInto('mails')
        .values({ to: 'x', subject: 'y', at, state: 'failed', dealerId: dealer.dealer, key: `failed-${dealer.dealer}` })
        .execute()
      assert.deepEqual(kindsOf(await today(dealer)), ['webhooks.failed', 'mails.failed'])
      clock.advance(3 * day)
      const seen = await today(dealer)
      assert.deepEqual(seen.failed, { webhook_deliveries: 1, mails: 1 })
      assert.deepEqual(kindsOf(seen), ['webhooks.failed', 'mails.failed', 'accounts.waiting'])
      assert.deepEqual(seen.needs.at(-1).ids, [waiting])
      assert.deepEqual(seen.needs[0].ids, [webhookId])
      clock.advance(8 * day)
      assert.deepEqual(kindsOf(await today(dealer)), ['accounts.waiting'])
    })
  })
}

test('payment reminders and coming blocks are counted as dunning computes them', async () => {
  const dealer = await api.dealer('provider')
  const ask = (path: string, body: object) => dealer.ask('PATCH', path, body)
  const lifecycles = [
    { payment_period: 1, payment_notify_offset: 3, block_offset: 5 },
    { payment_period: 1, payment_notify_offset: 0, block_offset: 0 },
    { payment_period: null, payment_notify_offset: 3, block_offset: 5 },
  ]
  const plans: string[] = []
  for (const lifecycle of lifecycles) {
    const { id } = await aPlan(dealer)
    await ask(`/client-plans/${id}/payment-lifecycle`, lifecycle)
    plans.push(id)
  }
  plans.push((await aPlan(dealer)).id)
  for (const plan of plans) {
    for (const days of [1, 4, 9, 12]) {
      for (const own of [{}, { use_fleet_lifecycle: true, payment_notify_offset: 10, block_offset: 1 }]) {
        const { id } = await anActivatedAccount(api, dealer, plan)
        await ask(`/accounts/${id}/set-payment-lifecycle`, { payment_expected_at: now() + days * day, ...own })
        if (days === 9) await ask(`/accounts/${id}/set-blocked-at`, { blocked_at: now() + 11 * day })
      }
    }
  }
  const looked = { notice: 0, soon: 0 }
  for (let step = 0; step < 16; step++) {
    clock.advance(day - 3600)
    await runDunning(worker)
    // Someone is unblocked by hand, which lasts until the next due date.
    if (step === 8) {
      const blocked = await db
        .selectFrom('accounts')
        .select('id')
        .where('blocked', '=', true)
        .where('dealerId', '=', dealer.dealer)
        .limit(3)
        .execute()
      for (const { id } of blocked) await ask(`/accounts/${id}/set-blocked`, { blocked: false })
    }
    const { clients } = await today(dealer)
    const accounts = await db
      .selectFrom('accounts')
      .leftJoin('clientPlans', 'clientPlans.id', 'accounts.clientPlanId')
      .selectAll('accounts')
      .select('clientPlans.lifecycle')
      .where('accounts.dealerId', '=', dealer.dealer)
      .execute()
    const at = clock.now()
    const weekAhead = new Date(at.getTime() + 7 * day * 1000)
    let [notice, soon] = [0, 0]
    for (const account of accounts) {
      const payer = account as unknown as Parameters<typeof rulesOf>[0]
      const rules = rulesOf(payer, account.lifecycle as unknown as Parameters<typeof rulesOf>[1])
      const due = account.paymentExpectedAt
      const told = due && milestonesOf(due, rules).find(({ kind }) => kind === 'notice')
      if (told && due && told.at <= at && due > at && !account.blocked) notice += 1
      const reached = new Set((await listReached(api.ctx, [account.id])).map(({ kind }) => kind))
      const block = milestonesAhead(payer, rules, reached).find(({ kind }) => kind === 'block')
      const isComing = (moment: Date | null | undefined) => moment != null && moment <= weekAhead
      if (!account.blocked && (isComing(block?.at) || isComing(account.blockedAt))) soon += 1
    }
    assert.deepEqual([clients.notice, clients.blocked_soon], [notice, soon], `step ${step}`)
    looked.notice += notice
    looked.soon += soon
  }
  assert.ok(looked.notice > 20 && looked.soon > 20, JSON.stringify(looked))
})
