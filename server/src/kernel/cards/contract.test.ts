/** The contract of a card processor, tested on both: the sandbox, and Stripe's double. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { startStripe } from '#testing/fakes/stripe.ts'
import { type CardEvent, type Order, type Processor, ProcessorRefusal, type Session } from '../card-processor.ts'
import { createCards } from './processors.ts'
import { expireOverdue } from './sandbox.ts'
import { sendDueEvents } from './sandbox-events.ts'
import { confirm, pay } from './sandbox-pay.ts'
import { stripeDoor } from './stripe.ts'
import { readEvent } from './webhook.ts'

const api = await openApi()
const { clock } = api.ctx
const inbox: { endpoint: string; raw: Buffer; signature: string | undefined }[] = []

interface End {
  readonly processor: Processor
  /** Another merchant at the same processor. */
  readonly outsider: Processor
  readonly livemode: boolean
  readonly linkAt: RegExp
  pay(session: Session, later?: 'declines' | 'asks'): Promise<void>
  /** What the processor does on its own as time passes. */
  settle(): Promise<void>
}

async function sandboxEnd(): Promise<End> {
  const cards = createCards(api.ctx, async (_ctx, endpoint, raw, signature) => {
    inbox.push({ endpoint, raw, signature })
    return 'taken'
  })
  const ctx = { ...api.ctx, cards }
  const actor = { kind: 'visitor' as const, id: 'link', address: null, requestId: null }
  const card = { number: '4242424242424242', month: 12, year: 2030, cvc: '123', holder: 'A. Payer' }
  return {
    processor: cards.sandbox({ dealer: 1 }),
    outsider: cards.sandbox('platform'),
    livemode: false,
    linkAt: /^http:\/\/127\.0\.0\.1:8080\/pay\/cs_test_[A-Za-z0-9]{58}$/,
    async pay({ id }, later) {
      const payer = { ...ctx, actor, validate: () => {} }
      const number = later === 'asks' ? '4000002760003184' : later ? '4000000000000341' : card.number
      const outcome = await pay(payer, id, { ...card, number })
      if (outcome.status === 'confirmation') await confirm(payer, id, outcome.confirmation, true)
    },
    async settle() {
      await expireOverdue(ctx)
      await sendDueEvents(ctx)
    },
  }
}

async function stripeEnd(): Promise<End> {
  const double = await startStripe({
    now: () => clock.now(),
    send: async (url, raw, signature) =>
      void inbox.push({ endpoint: url.slice(url.lastIndexOf('/') + 1), raw, signature }),
  })
  after(() => double.close())
  const door = stripeDoor(double.url)
  return {
    processor: door(double.account('live')),
    outsider: door(double.account('live')),
    livemode: true,
    linkAt: /^https:\/\/checkout\.stripe\.example\//,
    pay: async ({ id }, later) => void (await double.pay(id, later === 'asks' ? 'asks' : later === 'declines')),
    settle: () => double.lapse(),
  }
}

let references = 0
const anOrder = (change: Partial<Order> = {}): Order => ({
  reference: `bill-${++references}`,
  name: 'March',
  currency: 'eur',
  lines: [
    { name: 'Tracking', quantity: 3, unitAmount: 450 },
    { name: 'Fitting', quantity: 1, unitAmount: 1999 },
  ],
  email: 'client@example.com',
  lang: 'en',
  metadata: { account_id: '7' },
  expiresAt: new Date(clock.now().getTime() + 24 * 3600 * 1000),
  returnUrl: 'https://tracking.example/paid',
  ...change,
})

for (const [name, end] of [
  ['the sandbox', await sandboxEnd()],
  ['Stripe', await stripeEnd()],
] as const) {
  describe(name, () => {
    const { processor } = end
    const refusal = (error: Error) => error instanceof ProcessorRefusal

    /** Events since, by the secret that must have signed them. */
    async function listening<T>(work: () => Promise<T>): Promise<{ result: T; events: (CardEvent | undefined)[] }> {
      const endpoint = `ep-${++references}`
      const { id, secret } = await processor.registerWebhook(`https://tracking.example/webhooks/cards/${endpoint}`)
      const result = await work()
      await processor.removeWebhook(id)
      const mine = inbox.filter((one) => one.endpoint === endpoint)
      return { result, events: mine.map((one) => readEvent(one.raw, one.signature, [secret], clock.now())) }
    }

    test('a card is kept if the payer agrees, charged once per reference, and gone once it is forgotten', async () => {
      const bare = await processor.createSession(anOrder())
      await end.pay(bare)
      assert.equal(await processor.readCard(bare.id), undefined)
      const session = await processor.createSession(anOrder({ keepsCard: true }))
      await end.pay(session)
      const card = (await processor.readCard(session.id))!
      assert.deepEqual([card.brand, card.last4], ['visa', '4242'])
      const wish = {
        reference: `charge-${++references}`,
        token: card.token,
        name: 'April',
        amount: 450,
        currency: 'eur',
      }
      const payment = await processor.charge(wish)
      assert.equal(await processor.charge(wish), payment)
      await assert.rejects(processor.charge({ ...wish, amount: 451 }), refusal)
      await assert.rejects(end.outsider.charge({ ...wish, reference: 'theirs' }), refusal)
      await processor.forgetCard(card.token)
      await processor.forgetCard(card.token)
      await assert.rejects(processor.charge({ ...wish, reference: `charge-${++references}` }), refusal)
    })

    async function aCharge(later?: 'declines' | 'asks') {
      const session = await processor.createSession(anOrder({ keepsCard: true }))
      await end.pay(session, later)
      const { token } = (await processor.readCard(session.id))!
      return { reference: `charge-${++references}`, token, name: 'May', amount: 450, currency: 'eur' }
    }

    test('a charge can be looked up without making it, even if its card is gone', async () => {
      const wish = await aCharge()
      assert.equal(await processor.findCharge(wish), undefined)
      const payment = await processor.charge(wish)
      assert.equal(await processor.findCharge(wish), payment)
      assert.equal(await processor.findCharge({ ...wish, reference: 'another' }), undefined)
      assert.equal(await end.outsider.findCharge(wish), undefined)
      await processor.forgetCard(wish.token)
      assert.equal(await processor.findCharge(wish), payment)
    })

    test('a declined card and one whose holder has to confirm are distinguished, and neither is charged', async () => {
      for (const [later, needsHolder] of [
        ['declines', false],
        ['asks', true],
      ] as const) {
        const wish = await aCharge(later)
        for (let turn = 0; turn < 2; turn++) {
          await assert.rejects(
            processor.charge(wish),
            (error) => refusal(error as Error) && (error as ProcessorRefusal).needsHolder === needsHolder,
          )
        }
        assert.equal(await processor.findCharge(wish), undefined)
      }
    })

    test('an order becomes an open session with a link to pay', async () => {
      const order = anOrder()
      const session = await processor.createSession(order)
      assert.match(session.url ?? '', end.linkAt)
      // Stripe's clock and ours differ, so there it ends up to a minute earlier.
      const early = order.expiresAt.getTime() - session.expiresAt.getTime()
      assert.ok(early >= 0 && early <= 60_000)
      const { id, url, expiresAt, ...rest } = session
      assert.deepEqual(rest, {
        reference: order.reference,
        status: 'open',
        paymentStatus: 'unpaid',
        amountTotal: 3349,
        currency: 'eur',
        createdAt: clock.now(),
        payment: null,
        livemode: end.livemode,
      })
      assert.deepEqual(await processor.readSession(id), session)
    })

    test('ordering twice with one reference creates one session', async () => {
      const order = anOrder()
      const first = await processor.createSession(order)
      assert.deepEqual(await processor.createSession(order), first)
      const many = await Promise.all(Array.from({ length: 5 }, () => processor.createSession(order)))
      assert.deepEqual(new Set(many.map(({ id }) => id)), new Set([first.id]))
    })

    test('one reference cannot become another order', async () => {
      const order = anOrder()
      await processor.createSession(order)
      const dearer = { ...order, lines: [{ name: 'Tracking', quantity: 3, unitAmount: 451 }] }
      await assert.rejects(processor.createSession(dearer), refusal)
    })

    test('another merchant’s session does not exist', async () => {
      const { id } = await processor.createSession(anOrder())
      assert.equal(await end.outsider.readSession(id), undefined)
      await assert.rejects(end.outsider.expireSession(id), refusal)
      await assert.rejects(end.outsider.listItems(id), refusal)
      assert.equal((await processor.readSession(id))?.status, 'open')
    })

    test('an unknown session is not found', async () => {
      assert.equal(await processor.readSession('cs_test_nobody'), undefined)
      await assert.rejects(processor.expireSession('cs_test_nobody'), refusal)
      await assert.rejects(processor.listItems('cs_test_nobody'), refusal)
    })

    test('its lines come back as they were ordered, each with its full price', async () => {
      const session = await processor.createSession(anOrder())
      const items = await processor.listItems(session.id)
      const created = session.createdAt.getTime() / 1000
      const expected = [
        ['Tracking', 3, 450],
        ['Fitting', 1, 1999],
      ].map(([description, quantity, amount], at) => ({
        id: items[at]?.id,
        object: 'item',
        amount_discount: 0,
        amount_subtotal: Number(quantity) * Number(amount),
        amount_tax: 0,
        amount_total: Number(quantity) * Number(amount),
        currency: 'eur',
        description,
        quantity,
        price: {
          id: items[at]?.price.id,
          object: 'price',
          active: false,
          billing_scheme: 'per_unit',
          created,
          currency: 'eur',
          custom_unit_amount: null,
          livemode: end.livemode,
          lookup_key: null,
          metadata: {},
          nickname: null,
          product: items[at]?.price.product,
          recurring: null,
          tax_behavior: 'unspecified',
          tiers_mode: null,
          transform_quantity: null,
          type: 'one_time',
          unit_amount: amount,
          unit_amount_decimal: String(amount),
        },
      }))
      const essence = items.map(({ metadata: _, ...item }: (typeof items)[number] & { metadata?: unknown }) => item)
      assert.deepEqual(essence, expected)
      for (const { id, price } of items) {
        assert.match(id, /^li_\w+$/)
        assert.match(price.id, /^price_\w+$/)
        assert.match(price.product, /^prod_\w+$/)
      }
    })

    test('a hundred lines are a hundred lines', async () => {
      const lines = Array.from({ length: 100 }, (_, at) => ({ name: `Unit ${at}`, quantity: 1, unitAmount: at + 1 }))
      const session = await processor.createSession(anOrder({ lines }))
      assert.equal(session.amountTotal, 5050)
      const items = await processor.listItems(session.id)
      assert.deepEqual(
        items.map((item) => item.description),
        lines.map((line) => line.name),
      )
    })

    test('amounts are counted in the smallest unit, whatever the currency', async () => {
      for (const currency of ['jpy', 'kwd', 'usd']) {
        const lines = [{ name: 'Tracking', quantity: 7, unitAmount: 1003 }]
        const session = await processor.createSession(anOrder({ currency, lines }))
        assert.deepEqual([session.amountTotal, session.currency], [7021, currency])
      }
    })

    test('a payer without an address, with an unknown language, can pay as well', async () => {
      const session = await processor.createSession(anOrder({ email: null, lang: 'tlh' }))
      assert.equal(session.status, 'open')
    })

    test('a paid session is complete for good, and its event says so', async () => {
      const { result, events } = await listening(async () => {
        const session = await processor.createSession(anOrder())
        await end.pay(session)
        return session
      })
      const paid = await processor.readSession(result.id)
      assert.match(paid?.payment ?? '', /^pi_\w+$/)
      const expected = { ...result, status: 'complete', paymentStatus: 'paid', url: null, payment: paid?.payment }
      assert.deepEqual(paid, expected)
      const { url: _, ...told } = expected
      assert.equal(events.length, 1)
      assert.equal(events[0]?.type, 'checkout.session.completed')
      assert.equal(events[0]?.livemode, end.livemode)
      assert.deepEqual(events[0]?.session, told)
      assert.deepEqual(await processor.expireSession(result.id), paid)
      assert.deepEqual(await processor.readSession(result.id), paid)
    })

    test('an expired session cannot be paid, and expiring it again changes nothing', async () => {
      const { result, events } = await listening(async () => {
        const session = await processor.createSession(anOrder())
        return processor.expireSession(session.id)
      })
      assert.deepEqual([result.status, result.paymentStatus, result.url], ['expired', 'unpaid', null])
      assert.deepEqual(
        events.map((event) => [event?.type, event?.session?.id, event?.session?.status]),
        [['checkout.session.expired', result.id, 'expired']],
      )
      await end.pay(result).catch(() => {})
      assert.deepEqual(await processor.expireSession(result.id), result)
    })

    test('a session ends when its time is over, and its event says so', async () => {
      const { result, events } = await listening(async () => {
        const session = await processor.createSession(anOrder())
        clock.set(session.expiresAt)
        await end.settle()
        return session
      })
      const ended = await processor.readSession(result.id)
      assert.deepEqual([ended?.status, ended?.url], ['expired', null])
      const own = events.filter((event) => event?.session?.id === result.id)
      assert.deepEqual(
        own.map((event) => event?.type),
        ['checkout.session.expired'],
      )
    })

    test('an endpoint that was removed receives nothing, and removing it again is not an error', async () => {
      const { id } = await processor.registerWebhook('https://tracking.example/webhooks/cards/ep-removed')
      await processor.removeWebhook(id)
      await processor.removeWebhook(id)
      await end.pay(await processor.createSession(anOrder()))
      assert.deepEqual(
        inbox.filter(({ endpoint }) => endpoint === 'ep-removed'),
        [],
      )
    })

    test('two endpoints both receive events, each signed with its own secret', async () => {
      const inner = await listening(() => listening(async () => end.pay(await processor.createSession(anOrder()))))
      assert.equal(inner.events[0]?.type, 'checkout.session.completed')
      assert.equal(inner.result.events[0]?.id, inner.events[0]?.id)
    })

    test('the key says whether money is real', async () => {
      assert.deepEqual(await processor.checkKey(), { livemode: end.livemode })
    })
  })
}
