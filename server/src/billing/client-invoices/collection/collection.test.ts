/** Invoices are charged to a client's kept card: with its consent, once, whatever is cut off in between. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fleetApp } from '#kernel/applications.ts'
import { confirm, pay } from '#kernel/cards/sandbox-pay.ts'
import { merchantKey } from '#kernel/cards/sandbox-session.ts'
import type { ActorContext } from '#kernel/context.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { openApi } from '#testing/api.ts'
import { anUnclaimedAccount, newUser } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { connectFaulty, faults } from '#testing/faults/faults.ts'
import { aClient } from '#testing/people/client.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { reconcileCheckouts } from '../checkouts/checkouts.ts'
import { chargeCards, collectDue } from './collection.ts'
import { warnOfEndingCards } from './mandates.ts'

const api = await openApi()
const { ctx } = api
const { db, clock } = ctx
const worker: ActorContext = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
const day = 86_400

type Later = 'declines' | 'asks' | undefined
type End = 'sandbox' | 'stripe'

async function payPage(end: End, url: string, later: Later): Promise<void> {
  const id = url.split('/').at(-1) as string
  if (end === 'stripe') {
    assert.ok(await api.stripe.pay(id, later === 'asks' ? 'asks' : later === 'declines'))
    return
  }
  const payer = {
    ...ctx,
    actor: { kind: 'visitor', id: 'link', address: null, requestId: null },
    validate() {},
  } as const
  const number = later === 'asks' ? '4000002760003184' : later ? '4000000000000341' : '4242424242424242'
  const card = { number, month: 12, year: 2035, cvc: '123', holder: 'A. Payer' }
  const outcome = await pay(payer, id, card)
  if (outcome.status === 'confirmation') await confirm(payer, id, outcome.confirmation, true)
}

/** Does everything that is due now, as one worker would. */
async function work(acting = worker): Promise<void> {
  await reconcileCheckouts(acting)
  await collectDue(acting)
  await chargeCards(acting)
}

async function aPayer(end: End, later?: Later, settings = { is_on: true, days_before: 0 }) {
  const dealer = await api.dealer('provider')
  const console = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await api.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  if (end === 'stripe') {
    const body = { app_id: fleetApp, secretKey: api.stripe.account('live') }
    assert.equal((await dealer.ask('POST', '/billing/secret-key', body)).status, 200)
  }
  await console('PUT', '/collection', settings)
  const client = await aClient(api, dealer, await anUnclaimedAccount(dealer, undefined, newUser()))
  const account = client.account.id
  const issue = async (unit_amount = 1000, due_on: string | null = null): Promise<string> => {
    const line = { description: 'Tracker', quantity: 1, unit_amount, discount_rate: 0, tax_rate: 0 }
    const body = { account_id: account, is_draft: false, currency: 'eur', due_on, note: null, lines: [line] }
    return (await console('POST', '/client-invoices', body)).id
  }
  const own = async () => (await client.ask('GET', '/collection')).body
  const first = await issue()
  const { body: link } = await client.ask('POST', '/collection/payment-link', { invoice_id: first })
  const [path = '', ticket = ''] = link.url.split('/pay/')[1].split('#payer=')
  const checkout = (id: string, consent?: object) =>
    api.ask('POST', `/payment-links/${path}/checkout`, { invoices: [{ id }], ...(consent && { consent }) })
  const { body: view } = await api.ask('GET', `/payment-links/${path}`)
  return {
    ...{ dealer, client, account, issue, own, console, first, path, ticket, checkout },
    text: view.consent_texts?.en as string,
    read: (id: string) => console('GET', `/client-invoices/${id}`),
    attempts: async (id: string) => console('GET', `/client-invoices/${id}/collection`),
    mails: async () => (await listMails(ctx)).filter(({ to }) => to === client.email).map(({ subject }) => subject),
    async agree() {
      const opened = await checkout(first, { ticket, text: view.consent_texts.en })
      assert.equal(opened.status, 200, opened.text)
      await payPage(end, opened.body.url, later)
      await work()
    },
  }
}
type Payer = Awaited<ReturnType<typeof aPayer>>

async function anAgreed(end: End, later?: Later, settings?: { is_on: boolean; days_before: number }): Promise<Payer> {
  const payer = await aPayer(end, later, settings)
  await payer.agree()
  return payer
}

const today = () => clock.now().toISOString().slice(0, 10)
const inDays = (days: number) => new Date(clock.now().getTime() + days * day * 1000).toISOString().slice(0, 10)
/** The morning of that day, when cards are charged. */
const goTo = (date: string) => clock.set(new Date(`${date}T10:00:00Z`))

for (const end of ['sandbox', 'stripe'] as const) {
  suite(end, () => {
    test('with consent the next invoice is charged on its due date, once, with a receipt', async () => {
      const payer = await anAgreed(end)
      const { card, agreed, agreed_text } = await payer.own()
      assert.deepEqual([card.brand, card.last4, card.month, card.year], ['visa', '4242', 12, 2035])
      assert.ok(agreed > 0)
      assert.equal(agreed_text, payer.text)
      assert.equal((await payer.read(payer.first)).payments.length, 1)
      const due = inDays(14)
      const id = await payer.issue(1000)
      await work()
      const { next } = await payer.own()
      assert.deepEqual([next.invoice_id, next.amount], [id, 1000])
      assert.equal((await payer.attempts(id)).state, 'planned')
      clock.advance(12 * day)
      await work()
      assert.deepEqual((await payer.attempts(id)).charges, [])
      goTo(due)
      await Promise.all([work(), work(), work()])
      await work()
      const { state, payments } = await payer.read(id)
      assert.deepEqual([state, payments.length, payments[0].way, payments[0].amount], ['paid', 1, 'card', 1000])
      const { charges } = await payer.attempts(id)
      assert.deepEqual(
        charges.map((one: { status: string; last4: string }) => [one.status, one.last4]),
        [['paid', '4242']],
      )
      const subjects = await payer.mails()
      assert.equal(subjects.filter((subject) => subject.startsWith('Receipt:')).length, 2)
      assert.equal(subjects.filter((subject) => subject.includes('are paid automatically')).length, 1)
    })

    for (const [later, what] of [
      ['declines', 'Reason: '],
      ['asks', 'confirm'],
    ] as const) {
      test(`a card that ${later} is tried again after 1, 3 and 7 days, and then no more`, async () => {
        const payer = await anAgreed(end, later)
        const id = await payer.issue(1000, today())
        const counts: number[] = []
        for (let passed = 0; passed <= 9; passed++) {
          await work()
          counts.push((await payer.attempts(id)).charges.length)
          clock.advance(day)
        }
        assert.deepEqual(counts, [1, 2, 2, 3, 3, 3, 3, 4, 4, 4])
        const { state, charges } = await payer.attempts(id)
        assert.equal(state, 'given_up')
        assert.deepEqual([charges[0].status, charges[0].needs_holder], ['failed', later === 'asks'])
        assert.equal((await payer.read(id)).payments.length, 0)
        const failed = (await listMails(ctx)).filter(
          ({ to, subject }) => to === payer.client.email && subject.includes('was not charged'),
        )
        assert.equal(failed.length, 4)
        assert.ok(failed.every(({ text }) => text.includes(what) && text.includes('/pay/')))
        assert.ok(failed.at(-1)?.text.includes('We won’t try again'))
      })
    }

    test('a lost answer is fetched again, and charges nothing twice', async () => {
      const payer = await anAgreed(end)
      const id = await payer.issue(1000, today())
      await losingAnswers(end, 1, () => work())
      assert.equal((await payer.attempts(id)).state, 'charging')
      clock.advance(120)
      await Promise.all([work(), work()])
      assert.deepEqual([(await payer.read(id)).payments.length, await chargedAt(end, payer)], [1, 1])
    })

    test('an invoice paid in another way while the answer was lost is not charged again; a charge that was made is reported', async () => {
      for (const reached of [false, true]) {
        const payer = await anAgreed(end)
        const id = await payer.issue(1000, today())
        await losingAnswers(end, 1, () => work(), reached)
        assertRefused(await payer.checkout(id), 400, 'FAILED_VALIDATION invoices.0.id')
        const transfer = { paid_on: today(), way: 'transfer', comment: null }
        await payer.console('POST', `/client-invoices/${id}/payments`, transfer)
        clock.advance(3600)
        await work()
        const { open_amount, payments } = await payer.read(id)
        assert.deepEqual([open_amount, payments.length], reached ? [-1000, 2] : [0, 1])
        assert.equal((await payer.attempts(id)).charges[0].status, reached ? 'paid' : 'cancelled')
      }
    })

    test('a card that is removed during a charge is not charged again, and a charge that was made is recorded', async () => {
      for (const reached of [false, true]) {
        const payer = await anAgreed(end)
        const id = await payer.issue(1000, today())
        await losingAnswers(end, 1, () => work(), reached)
        assert.equal((await payer.client.ask('DELETE', '/collection/card')).status, 204)
        clock.advance(3600)
        await work()
        assert.equal((await payer.read(id)).payments.length, reached ? 1 : 0)
        assert.equal((await payer.attempts(id)).charges[0].status, reached ? 'paid' : 'cancelled')
        assert.deepEqual([(await payer.own()).card, (await payer.own()).agreed], [null, null])
        assert.equal((await payer.client.ask('DELETE', '/collection/card')).status, 404)
      }
    })
  })
}

/** The processor does what it is asked, or is not reached, and its answer does not come. */
async function losingAnswers(end: End, most: number, work: () => Promise<void>, isReached = true): Promise<void> {
  if (end === 'stripe') {
    let left = most * 2
    api.stripe.misbehave((request, response, answer) => {
      const isCharge = request.method === 'POST' && request.url === '/v1/payment_intents' && left-- > 0
      if (!isCharge) {
        const { status, body } = answer()
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        return
      }
      if (isReached) answer()
      response.destroy()
    })
    await work()
    api.stripe.misbehave(undefined)
    return
  }
  const original = ctx.cards.sandbox
  const cards = ctx.cards as { sandbox: typeof original }
  cards.sandbox = (merchant) => {
    const real = original(merchant)
    return {
      ...real,
      async charge(order) {
        if (isReached) await real.charge(order)
        throw new Error('The answer is lost.')
      },
    }
  }
  await work()
  cards.sandbox = original
}

async function chargedAt(end: End, { dealer }: Payer): Promise<number> {
  if (end === 'stripe') {
    const keys = api.stripe.requests
      .filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents')
      .map(({ headers }) => headers['idempotency-key'])
    const mine = await db.selectFrom('collectionCharges').select('id').where('dealerId', '=', dealer.dealer).execute()
    return new Set(keys.filter((key) => mine.some(({ id }) => key === `waymark-charge-${id}`))).size
  }
  const rows = await db
    .selectFrom('sandboxCharges')
    .select('reference')
    .where('merchant', '=', merchantKey({ dealer: dealer.dealer }))
    .execute()
  return rows.length
}

suite('consent', () => {
  test('is only for people of the account: a link is not enough, nor an old ticket or someone else’s', async () => {
    const [one, other] = [await aPayer('sandbox'), await aPayer('sandbox')]
    const wrong = 'FAILED_VALIDATION consent.ticket'
    for (const ticket of ['', 'x'.repeat(80), other.ticket])
      assertRefused(await one.checkout(one.first, { ticket, text: one.text }), 400, wrong)
    assertRefused(
      await one.checkout(one.first, { ticket: one.ticket, text: 'Yes' }),
      400,
      'FAILED_VALIDATION consent.text',
    )
    clock.advance(3601)
    assertRefused(await one.checkout(one.first, { ticket: one.ticket, text: one.text }), 400, wrong)
    const plain = await one.checkout(one.first)
    await payPage('sandbox', plain.body.url, undefined)
    await work()
    assert.deepEqual([(await one.own()).card, (await one.own()).agreed], [null, null])
  })

  test('counts and keeps the card even if the payment is found before its event comes', async () => {
    const [returning, silent] = [await aPayer('sandbox'), await aPayer('sandbox')]
    const { cards } = ctx
    const unheard = { ...ctx, cards: { ...cards, receive: async () => 'refused' } } as typeof ctx
    for (const { checkout, first, ticket, text } of [returning, silent]) {
      const opened = await checkout(first, { ticket, text })
      await payAtSandbox(unheard, opened.body.url.split('/').at(-1) as string)
    }
    // One payer comes back to its link, the other closes the window, and a check finds its payment.
    assert.equal(
      (await api.ask('GET', `/payment-links/${returning.path}?returned=true`)).body.invoices[0].state,
      'paid',
    )
    clock.advance(3600)
    await work()
    await work()
    for (const { own } of [returning, silent]) assert.equal((await own()).card?.last4, '4242')
  })

  test('is not offered if the dealer has turned it off, for all or for the client', async () => {
    const off = await aPayer('sandbox', undefined, { is_on: false, days_before: 0 })
    assert.equal(off.text, undefined)
    const one = await aPayer('sandbox')
    await one.console('PUT', `/accounts/${one.account}/collection`, { is_stopped: true })
    assertRefused(await one.checkout(one.first, { ticket: one.ticket, text: one.text }), 409, 'CONFLICT')
  })

  test('can be withdrawn and given again; invoices due in between are not charged', async () => {
    const payer = await anAgreed('sandbox')
    assert.equal((await payer.client.ask('DELETE', '/collection/consent')).status, 200)
    const id = await payer.issue(1000, today())
    await work()
    assert.deepEqual((await payer.attempts(id)).state, 'none')
    clock.advance(2 * day)
    assertRefused(await payer.client.ask('PUT', '/collection/consent', { text: 'Yes' }), 400, 'FAILED_VALIDATION text')
    const { body } = await payer.client.ask('PUT', '/collection/consent', { text: payer.text })
    assert.equal(body.agreed_text, payer.text)
    await work()
    assert.deepEqual((await payer.attempts(id)).charges, [])
    const later = await payer.issue(700, today())
    await work()
    assert.equal((await payer.read(later)).state, 'paid')
  })

  test('withdrawn between the payment and the keeping of the card does not come back', async () => {
    const payer = await anAgreed('sandbox')
    const id = await payer.issue(1000, inDays(3))
    const { body: link } = await payer.client.ask('POST', '/collection/payment-link', { invoice_id: id })
    const [path, ticket] = link.url.split('/pay/')[1].split('#payer=')
    const body = { invoices: [{ id }], consent: { ticket, text: payer.text } }
    const opened = await api.ask('POST', `/payment-links/${path}/checkout`, body)
    await payPage('sandbox', opened.body.url, undefined)
    assert.equal((await payer.client.ask('DELETE', '/collection/card')).status, 204)
    await work()
    assert.equal((await payer.read(id)).state, 'paid')
    assert.deepEqual([(await payer.own()).card, (await payer.own()).agreed], [null, null])
  })

  test('withdrawn while a payment on a closed page is not known yet does not come back', async () => {
    const payer = await anAgreed('sandbox')
    const id = await payer.issue(1000, inDays(3))
    const { body: link } = await payer.client.ask('POST', '/collection/payment-link', { invoice_id: id })
    const [path, ticket] = link.url.split('/pay/')[1].split('#payer=')
    const body = { invoices: [{ id }], consent: { ticket, text: payer.text } }
    const opened = await api.ask('POST', `/payment-links/${path}/checkout`, body)
    const unheard = { ...ctx, cards: { ...ctx.cards, receive: async () => 'refused' } } as typeof ctx
    await payAtSandbox(unheard, opened.body.url.split('/').at(-1))
    await payer.console('POST', `/client-invoices/${id}/payments`, { paid_on: today(), way: 'transfer', comment: null })
    assert.equal((await payer.client.ask('DELETE', '/collection/card')).status, 204)
    await work()
    await work()
    assert.equal((await payer.read(id)).payments.length, 2)
    assert.deepEqual([(await payer.own()).card, (await payer.own()).agreed], [null, null])
  })

  test('ends when the account leaves the dealer, even if it comes back', async () => {
    const payer = await anAgreed('sandbox')
    assert.equal((await payer.dealer.ask('POST', `/accounts/${payer.account}/detach`)).status, 200)
    for (const table of ['mandates', 'mandateCards'] as const) {
      const rows = await db.selectFrom(table).select('accountId').where('accountId', '=', payer.account).execute()
      assert.deepEqual(rows, [], table)
    }
  })

  test('can be turned off by staff for a client, and by the dealer for all', async () => {
    const payer = await anAgreed('sandbox')
    const state = async (id: string) => (await payer.read(id)).state
    await payer.console('PUT', `/accounts/${payer.account}/collection`, { is_stopped: true })
    const id = await payer.issue(1000, today())
    await work()
    assert.equal(await state(id), 'open')
    await payer.console('PUT', '/collection', { is_on: false, days_before: 0 })
    await payer.console('PUT', `/accounts/${payer.account}/collection`, { is_stopped: false })
    await work()
    assert.equal(await state(id), 'open')
    await payer.console('PUT', '/collection', { is_on: true, days_before: 0 })
    await work()
    assert.equal(await state(id), 'paid')
  })
})

test('a charge that cannot be looked up does not count as failed: it may have been made', async () => {
  const payer = await anAgreed('stripe')
  const id = await payer.issue(1000, today())
  await losingAnswers('stripe', 1, () => work())
  assert.equal((await payer.client.ask('DELETE', '/collection/card')).status, 204)
  clock.advance(3600)
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' }
  api.stripe.misbehave((_, response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error })),
  )
  await work()
  api.stripe.misbehave(undefined)
  assert.equal((await payer.attempts(id)).state, 'charging')
  clock.advance(7200)
  await work()
  assert.deepEqual([(await payer.attempts(id)).charges[0].status, (await payer.read(id)).payments.length], ['paid', 1])
})

test('a client whose card cannot be decrypted does not stop other charges', async () => {
  const [bad, good] = [await anAgreed('sandbox'), await anAgreed('sandbox')]
  const whose = db.updateTable('mandateCards').set({ tokenSealed: Buffer.from('nothing') })
  await whose.where('accountId', '=', bad.account).execute()
  const [unpaid, id] = [await bad.issue(1000, today()), await good.issue(1000, today())]
  await work()
  assert.deepEqual([(await bad.read(unpaid)).state, (await good.read(id)).state], ['open', 'paid'])
  await db.deleteFrom('mandateCards').where('accountId', '=', bad.account).execute()
})

suite('how much, and when', () => {
  test('some days before the due date, in the dealer’s morning', async () => {
    const payer = await anAgreed('sandbox', undefined, { is_on: true, days_before: 5 })
    const id = await payer.issue(1000, inDays(20))
    goTo(inDays(14))
    await work()
    assert.equal((await payer.read(id)).state, 'open')
    goTo(inDays(1))
    await work()
    assert.equal((await payer.read(id)).state, 'paid')
  })

  test('credit first, then the rest of the open amount; nothing of a paid invoice', async () => {
    const payer = await anAgreed('sandbox')
    const [id, paid] = [await payer.issue(1000, inDays(3)), await payer.issue(800, inDays(3))]
    const money = { paid_on: today(), way: 'transfer', comment: null }
    await payer.console('POST', `/client-invoices/${id}/payments`, { ...money, amount: 300 })
    await payer.console('POST', `/client-invoices/${paid}/payments`, money)
    const credit = { kind: 'deposit', amount: 150, currency: 'eur', booked_on: today(), way: 'cash', comment: null }
    await payer.console('POST', `/accounts/${payer.account}/credit`, credit)
    goTo(inDays(3))
    await work()
    const { state, payments } = await payer.read(id)
    assert.deepEqual(
      // The clock stands still, so two simultaneous payments may be listed in either order.
      [state, payments.map((one: { way: string; amount: number }) => [one.way, one.amount]).sort()],
      [
        'paid',
        [
          ['card', 550],
          ['credit', 150],
          ['transfer', 300],
        ],
      ],
    )
    assert.equal((await payer.read(paid)).payments.length, 1)
  })

  test('an open payment page gets some time; then it is closed before the card is charged', async () => {
    const payer = await anAgreed('sandbox')
    const id = await payer.issue(1000, today())
    const { body: link } = await payer.client.ask('POST', '/invoices/payment-link')
    const path = link.url.split('/pay/')[1]
    const page = await api.ask('POST', `/payment-links/${path}/checkout`, { invoices: [{ id }] })
    await work()
    assert.deepEqual((await payer.attempts(id)).charges, [])
    clock.advance(1900)
    for (let turn = 0; turn < 3; turn++) {
      await work()
      clock.advance(61)
    }
    assert.deepEqual([(await payer.read(id)).state, (await payer.read(id)).payments.length], ['paid', 1])
    await assert.rejects(payPage('sandbox', page.body.url, undefined))
  })

  test('a new card gets new attempts after all of the old ones have failed', async () => {
    const payer = await anAgreed('sandbox', 'declines')
    const id = await payer.issue(1000, today())
    for (let passed = 0; passed <= 8; passed++) {
      await work()
      clock.advance(day)
    }
    assert.equal((await payer.attempts(id)).state, 'given_up')
    const next = await payer.issue(500, inDays(30))
    const { body: link } = await payer.client.ask('POST', '/collection/payment-link', { invoice_id: next })
    const [path, ticket] = link.url.split('/pay/')[1].split('#payer=')
    const body = { invoices: [{ id: next }], consent: { ticket, text: payer.text } }
    const opened = await api.ask('POST', `/payment-links/${path}/checkout`, body)
    await payPage('sandbox', opened.body.url, undefined)
    await work()
    // It was due before the new consent.
    assert.equal((await payer.attempts(id)).state, 'none')
    assert.equal((await payer.own()).card.last4, '4242')
  })

  test('a month before the card expires its holder is notified, once', async () => {
    const payer = await anAgreed('sandbox')
    const ending = async () => (await payer.mails()).filter((subject) => subject.includes('expires soon')).length
    await warnOfEndingCards(worker)
    assert.equal(await ending(), 0)
    const before = clock.now()
    clock.set(new Date('2035-12-01T09:00:00Z'))
    await warnOfEndingCards(worker)
    await warnOfEndingCards(worker)
    assert.equal(await ending(), 1)
    clock.set(before)
  })
})

suite('statements that go wrong while a card is charged', () => {
  const faulty = connectFaulty(api.databaseUrl)
  after(() => faulty.close())
  for (const fault of faults) {
    test(`${fault}: every invoice is charged once`, async () => {
      const payer = await anAgreed('sandbox')
      const acting = { ...worker, db: faulty.db }
      let statements = 0
      // Each kind of fault hits every third statement; together they hit all.
      for (let n = 1 + faults.indexOf(fault), isOver = false; !isOver; n += faults.length) {
        const id = await payer.issue(600, today())
        faulty.arm(n, fault)
        await work(acting).catch(() => {})
        isOver = !(await faulty.disarm())
        for (let turn = 0; turn < 2; turn++) {
          clock.advance(120)
          await work()
        }
        const { state, payments } = await payer.read(id)
        assert.deepEqual([n, state, payments.length], [n, 'paid', 1])
        statements = n
      }
      assert.ok(statements > 10, `Only ${statements} statements were seen.`)
      const charges = await db
        .selectFrom('collectionCharges')
        .select('status')
        .where('dealerId', '=', payer.dealer.dealer)
        .execute()
      const paid = charges.filter(({ status }) => status === 'paid').length
      assert.equal(await chargedAt('sandbox', payer), paid)
      assert.equal((await payer.mails()).filter((subject) => subject.startsWith('Receipt:')).length, paid + 1)
    })
  }
})
