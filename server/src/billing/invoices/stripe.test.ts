/** Invoices paid at Stripe with the platform's own key, against a double of its API. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { receiveCardEvent } from '#entry/card-events.ts'
import { operator } from '#kernel/audit/actions.ts'
import { createCards } from '#kernel/cards/processors.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aUnit } from '#testing/builders.ts'
import { startStripe } from '#testing/fakes/stripe.ts'
import { countMonth, listInvoices } from './actions.ts'
import { monthOf } from './invoice.ts'
import { payInvoice, reconcilePayments } from './payments.ts'

const api = await openApi({ WAYMARK_PUBLIC_URL: 'https://tracking.example' })
const { clock } = api.ctx
const sent: { url: string; raw: Buffer; signature: string }[] = []
const double = await startStripe({
  now: () => clock.now(),
  send: async (url, raw, signature) => void sent.push({ url, raw, signature }),
})
after(() => double.close())
const config = { ...api.ctx.config, stripeKey: double.account('live'), stripeUrl: double.url }
const ctx = {
  ...api.ctx,
  config,
  cards: createCards({ ...api.ctx, config }, receiveCardEvent),
  actor: operator('test'),
}

async function anInvoice() {
  const dealer = await api.dealer()
  await aUnit(dealer, (await anActivatedAccount(api, dealer)).id)
  await countMonth(ctx, dealer.dealer, monthOf(clock.now()))
  const [invoice] = await listInvoices(ctx, dealer.dealer)
  const call = { ...ctx, dealer: dealer.dealer, mayPay: true, expiresAt: clock.now() }
  return { id: invoice?.id as string, call }
}
const statusOf = async (id: string) => (await listInvoices(ctx)).find((invoice) => invoice.id === id)?.status
const sessionOf = async (invoice: string) =>
  (
    await ctx.db
      .selectFrom('invoicePayments')
      .selectAll()
      .where('invoiceId', '=', invoice)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
  ).sessionId as string

test('the page is created at Stripe once, and its event at the platform’s URL marks the invoice paid', async () => {
  const { id, call } = await anInvoice()
  const urls = [await payInvoice(call, id), await payInvoice(call, id)]
  assert.equal(new Set(urls).size, 1)
  await double.pay(await sessionOf(id))
  const { url, raw, signature } = sent.at(-1) ?? assert.fail('There should be an event.')
  assert.equal(url, 'https://tracking.example/webhooks/platform')
  assert.equal(await receiveCardEvent(ctx, 'platform', raw, signature), 'taken')
  assert.equal(await statusOf(id), 'paid')
})

test('a payment whose event is lost is found', async () => {
  const { id, call } = await anInvoice()
  await payInvoice(call, id)
  await double.pay(await sessionOf(id))
  clock.advance(900)
  await reconcilePayments(ctx)
  assert.equal(await statusOf(id), 'paid')
})

test('a page of the sandbox is closed when the platform has moved to Stripe', async () => {
  const { id, call } = await anInvoice()
  const old = await payInvoice({ ...call, config: api.ctx.config }, id)
  assert.match(old, /^https:\/\/tracking\.example\/pay\/cs_test_/)
  const oldSession = await sessionOf(id)
  const url = await payInvoice(call, id)
  assert.notEqual(url, old)
  assert.equal((await ctx.cards.sandbox('platform').readSession(oldSession))?.status, 'expired')
  assert.equal(await statusOf(id), 'open')
})

test('test money paid before the move settles nothing, and a live page is created', async () => {
  const { id, call } = await anInvoice()
  await payInvoice({ ...call, config: api.ctx.config }, id)
  await ctx.db
    .updateTable('sandboxSessions')
    .set({ status: 'complete', payment: `pi_${id}` })
    .where('id', '=', await sessionOf(id))
    .execute()
  await payInvoice(call, id)
  assert.equal(await statusOf(id), 'open')
  await double.pay(await sessionOf(id))
  clock.advance(900)
  await reconcilePayments(ctx)
  assert.equal(await statusOf(id), 'paid')
})

test('a paid page stays paid while there is no key to fetch its card, and is not looked at forever', async () => {
  const { id, call } = await anInvoice()
  await ctx.db.updateTable('paymentInfos').set({ autoCharge: true }).where('dealerId', '=', call.dealer).execute()
  await payInvoice(call, id)
  await double.pay(await sessionOf(id))
  const { raw, signature } = sent.at(-1) ?? assert.fail('There should be an event.')
  await receiveCardEvent(ctx, 'platform', raw, signature)
  const payment = () =>
    ctx.db.selectFrom('invoicePayments').selectAll().where('invoiceId', '=', id).executeTakeFirstOrThrow()
  const keyless = { ...ctx, config: api.ctx.config }
  clock.advance(25 * 3600)
  await reconcilePayments(keyless)
  const between = await payment()
  assert.equal(between.status, 'complete')
  assert.ok(between.nextLookAt && between.nextLookAt > clock.now())
  clock.advance(25 * 3600)
  await reconcilePayments(keyless)
  const { status, nextLookAt } = await payment()
  assert.deepEqual([status, nextLookAt], ['complete', null])
})
