/** A dealer's card is kept with its consent and charged for the next invoices: once, whatever is cut off in between. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operator } from '#kernel/audit/actions.ts'
import { ProcessorDown, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { type Caller, openApi, type TestApi } from '#testing/api.ts'
import { anActivatedAccount, aUnit } from '#testing/builders.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { countDueMonths, invoiceOrder, listInvoices } from './actions.ts'
import { monthAfter, monthOf, startOf } from './invoice.ts'
import { payInvoice, reconcilePayments } from './payments.ts'

const sandbox = await openApi()
const live = 'sk_live_platform'
const stripe = await openApi({ WAYMARK_STRIPE_KEY: live })
const badLater = '4000000000000341'

interface End {
  readonly name: string
  readonly api: TestApi
  pay(url: string, isBadLater: boolean): Promise<unknown>
}
const ends: readonly End[] = [
  {
    name: 'the sandbox',
    api: sandbox,
    pay: (url, isBadLater) => payAtSandbox(sandbox.ctx, url.split('/').at(-1)!, isBadLater ? badLater : undefined),
  },
  { name: 'Stripe', api: stripe, pay: (url, isBadLater) => stripe.stripe.pay(url.split('/').at(-1)!, isBadLater) },
]
stripe.stripe.account('live', live)

for (const { name, api, pay } of ends) {
  const { ctx } = api
  const acting: ActorContext = { ...ctx, actor: operator('test') }
  const latest = async ({ dealer }: Caller) => (await listInvoices(acting, dealer))[0]!
  const nextMonth = async () => {
    ctx.clock.set(startOf(monthAfter(monthOf(ctx.clock.now()))))
    await countDueMonths(acting)
  }
  const paymentsOf = (invoice: string) =>
    ctx.db.selectFrom('invoicePayments').selectAll().where('invoiceId', '=', invoice).execute()
  const subjectsTo = async (to: string) => (await listMails(ctx)).filter((mail) => mail.to === to).map((m) => m.subject)

  /** It has paid the first invoice on the page, with the card that is then kept. */
  async function aDealer(isBadLater = false) {
    const dealer = await api.dealer('provider')
    const email = `pay-${dealer.dealer}@example.com`
    await dealer.ask('PATCH', '/payment-information', { email, auto_charge: true })
    await ctx.db.updateTable('paymentInfos').set({ verified: true }).where('dealerId', '=', dealer.dealer).execute()
    await aUnit(dealer, (await anActivatedAccount(api, dealer)).id)
    await nextMonth()
    assert.equal((await dealer.ask('GET', '/kept-card')).status, 404)
    const first = await latest(dealer)
    assert.equal((await paymentsOf(first.id)).length, 0)
    await pay(await payInvoice({ ...acting, dealer: dealer.dealer, mayPay: true }, first.id), isBadLater)
    await reconcilePayments(acting)
    return { dealer, email }
  }

  test(`${name}: the next invoice is charged once, even if a process dies between charge and write`, async () => {
    const { dealer, email } = await aDealer()
    const { body: card } = await dealer.ask('GET', '/kept-card')
    assert.deepEqual([card.brand, card.last4, Object.keys(card).length], ['visa', '4242', 5])
    await nextMonth()
    const invoice = await latest(dealer)
    const [begun] = await paymentsOf(invoice.id)
    assert.deepEqual([invoice.status, begun?.status, begun?.isCharge], ['open', 'open', true])
    // The state that a process leaves if it dies right after the charge.
    const kept = await ctx.db
      .selectFrom('keptCards')
      .selectAll()
      .where('dealerId', '=', dealer.dealer)
      .executeTakeFirst()
    const token = ctx.vault.open(kept!.tokenSealed, `kept_cards.token:${dealer.dealer}`)
    const processor = api === stripe ? ctx.cards.stripe(live) : ctx.cards.sandbox('platform')
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    const charged = await processor.charge({
      ...{ reference: begun!.id, token, amount: invoice.amountTotal, currency: invoice.currency },
      name: `Invoice ${invoice.number}, ${month.format(startOf(invoice.month))}`,
    })
    await reconcilePayments(acting)
    await reconcilePayments(acting)
    const [done, ...others] = await paymentsOf(invoice.id)
    assert.deepEqual([done?.status, done?.paymentId, others], ['complete', charged, []])
    assert.equal((await latest(dealer)).status, 'paid')
    assert.equal((await subjectsTo(email)).filter((subject) => subject.includes('paid by card')).length, 1)
    const audit = await ctx.db.selectFrom('audit').select('action').where('subjectId', '=', invoice.id).execute()
    assert.deepEqual(audit.map(({ action }) => action).sort(), ['invoices.charge', 'invoices.make', 'invoices.pay'])
  })

  test(`${name}: a charge that was cut off more than a day ago is found, and not made again`, async () => {
    const { dealer } = await aDealer()
    await nextMonth()
    const invoice = await latest(dealer)
    const [begun] = await paymentsOf(invoice.id)
    const processor = api === stripe ? ctx.cards.stripe(live) : ctx.cards.sandbox('platform')
    const charged: string[] = []
    // The state that a process leaves if it dies right after the charge, and a processor that has forgotten the key.
    const dying: typeof processor = {
      ...processor,
      charge: async (order) => {
        if (order.reference !== begun?.id) return processor.charge(order)
        const reference = charged.length === 0 ? order.reference : `${order.reference} again`
        charged.push(await processor.charge({ ...order, reference }))
        throw new ProcessorDown('The connection was cut off.')
      },
    }
    const cards = { ...ctx.cards, stripe: () => dying, sandbox: () => dying }
    await reconcilePayments({ ...acting, cards })
    ctx.clock.advance(25 * 3600)
    await reconcilePayments({ ...acting, cards })
    assert.deepEqual([charged.length, (await latest(dealer)).status], [1, 'paid'])
    assert.deepEqual(
      (await paymentsOf(invoice.id)).map(({ status, paymentId }) => [status, paymentId]),
      [['complete', charged[0]]],
    )
  })

  test(`${name}: a charge whose answer was lost counts as made, even if repeating it is refused`, async () => {
    const { dealer } = await aDealer()
    await nextMonth()
    const invoice = await latest(dealer)
    const [begun] = await paymentsOf(invoice.id)
    const processor = api === stripe ? ctx.cards.stripe(live) : ctx.cards.sandbox('platform')
    let made: string | undefined
    const forgetful: typeof processor = {
      ...processor,
      charge: async (order) => {
        if (order.reference !== begun?.id) return processor.charge(order)
        if (made) throw new ProcessorRefusal('The secret key lacks the required rights.')
        made = await processor.charge(order)
        throw new ProcessorDown('The connection was cut off.')
      },
    }
    const cards = { ...ctx.cards, stripe: () => forgetful, sandbox: () => forgetful }
    await reconcilePayments({ ...acting, cards })
    assert.equal((await dealer.ask('DELETE', '/kept-card')).status, 409, 'the charge is looked up with this card')
    ctx.clock.advance(5 * 60)
    await reconcilePayments({ ...acting, cards })
    assert.equal((await latest(dealer)).status, 'paid')
    assert.deepEqual(
      (await paymentsOf(invoice.id)).map(({ status, paymentId }) => [status, paymentId]),
      [['complete', made]],
    )
    assert.equal((await dealer.ask('DELETE', '/kept-card')).status, 200)
  })

  test(`${name}: a charge that was not begun for most of a day is made`, async () => {
    const { dealer } = await aDealer()
    await nextMonth()
    ctx.clock.advance(21 * 3600)
    await reconcilePayments(acting)
    assert.equal((await latest(dealer)).status, 'paid')
  })

  test(`${name}: a new card is kept once the charge to the old one has its answer`, async () => {
    const { dealer } = await aDealer()
    await nextMonth()
    const invoice = await latest(dealer)
    const processor = api === stripe ? ctx.cards.stripe(live) : ctx.cards.sandbox('platform')
    const cutOff: typeof processor = {
      ...processor,
      charge: async (order) => {
        await processor.charge(order)
        throw new ProcessorDown('The connection was cut off.')
      },
    }
    const cards = { ...ctx.cards, stripe: () => cutOff, sandbox: () => cutOff }
    await reconcilePayments({ ...acting, cards })
    const item = { currency: 'eur', description: 'One order', quantity: 1, unitAmount: 500 }
    const order = await inTransaction(acting, (call) => invoiceOrder(call, dealer.dealer, item))
    await pay(await payInvoice({ ...acting, dealer: dealer.dealer, mayPay: true }, order.id), true)
    const keptAt = async () =>
      (await ctx.db.selectFrom('keptCards').select('keptAt').where('dealerId', '=', dealer.dealer).execute())[0]?.keptAt
    const before = await keptAt()
    await reconcilePayments(acting)
    assert.deepEqual(await keptAt(), before)
    ctx.clock.advance(5 * 60)
    await reconcilePayments(acting)
    assert.deepEqual(
      (await paymentsOf(invoice.id)).map(({ status }) => status),
      ['complete'],
    )
    ctx.clock.advance(5 * 60)
    await reconcilePayments(acting)
    assert.deepEqual(await keptAt(), ctx.clock.now())
  })

  test(`${name}: a declined card leaves the usual invoice, with an email that says why`, async () => {
    const { dealer, email } = await aDealer(true)
    await nextMonth()
    await reconcilePayments(acting)
    const invoice = await latest(dealer)
    assert.deepEqual([invoice.status, (await paymentsOf(invoice.id))[0]?.status], ['open', 'expired'])
    const subjects = await subjectsTo(email)
    assert.ok(subjects.includes(`Invoice ${invoice.number}: your card was not charged`), subjects.join('\n'))
    assert.ok(subjects.some((subject) => subject.startsWith(`Invoice ${invoice.number}: `) && /\d/.test(subject)))
    assert.match(await payInvoice({ ...acting, dealer: dealer.dealer, mayPay: true }, invoice.id), /^http/)
  })

  test(`${name}: a card that was removed, or lost its consent, is not charged`, async () => {
    const { dealer } = await aDealer()
    const { dealer: other } = await aDealer()
    assert.equal((await dealer.ask('DELETE', '/kept-card')).status, 200)
    assert.equal((await dealer.ask('DELETE', '/kept-card')).status, 404)
    await other.ask('PATCH', '/payment-information', { auto_charge: false })
    await nextMonth()
    for (const one of [dealer, other]) assert.deepEqual(await paymentsOf((await latest(one)).id), [])
  })
}
