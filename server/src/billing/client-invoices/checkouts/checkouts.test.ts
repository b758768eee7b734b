import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { ActorContext } from '#kernel/context.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { anActivatedAccount, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { connectFaulty, faults } from '#testing/faults/faults.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { applyWaiting, receiveEvent } from '../../card-events/actions.ts'
import { reconcileCheckouts } from './checkouts.ts'

const api = await openApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
const { ctx } = api
const { db, clock } = ctx
const worker: ActorContext = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }

async function right(dealer: Caller, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const answer = await api.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const settings = { time_zone: 'UTC', prefix: '', terms_days: 14, note: null }

async function aDebtor(amounts: readonly (readonly [number, string])[] = [[4900, 'eur']]) {
  const dealer = await api.dealer('provider')
  const { id: account } = await anActivatedAccount(api, dealer)
  const email = `${fresh('payer')}@example.com`
  const address = { line1: null, line2: null, postal_code: null, city: null, state: null, country: null }
  const nobody = { company: 'Baltic Freight', contact: null, phone: null, tax_number: null, notes: null, tags: [] }
  const profile = { email, lang: 'de', is_reverse_charge: false, address, ...nobody }
  await right(dealer, 'PUT', `/accounts/${account}/profile`, profile)
  const ids: string[] = []
  for (const [unit_amount, currency] of amounts) {
    const line = { description: 'Tracker', quantity: 1, unit_amount, discount_rate: 0, tax_rate: 0 }
    const invoice = { account_id: account, is_draft: false, currency, due_on: null, note: null, lines: [line] }
    ids.push((await right(dealer, 'POST', '/client-invoices', invoice)).id)
  }
  const [first = ''] = ids
  const linkOf = async (path: string) => (await right(dealer, 'POST', path)).url.split('/pay/')[1] as string
  return {
    ...{ dealer, account, email, ids, first },
    link: await linkOf(`/client-invoices/${first}/payment-link`),
    all: await linkOf(`/accounts/${account}/payment-link`),
    read: (id = first) => right(dealer, 'GET', `/client-invoices/${id}`),
    mails: async () => (await listMails(ctx)).filter(({ to }) => to === email),
  }
}

const view = (link: string, query = '') => api.ask('GET', `/payment-links/${link}${query}`)
const checkout = (link: string, invoices: readonly object[]) =>
  api.ask('POST', `/payment-links/${link}/checkout`, { invoices })
const pageOf = async (link: string, invoices: readonly object[]) => {
  const answer = await checkout(link, invoices)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.url.split('/').at(-1) as string
}

test('a link opens a new page whenever the old one has ended, and shows the receipt', async () => {
  const { link, first, read, mails } = await aDebtor()
  const shown = (await view(link)).body
  assert.deepEqual(
    [shown.client, shown.lang, shown.invoices[0].open_amount, shown.is_all],
    ['Baltic Freight', 'de', 4900, false],
  )
  const page = await pageOf(link, [{ id: first }])
  assert.equal(await pageOf(link, [{ id: first }]), page)
  clock.advance(21 * 86_400)
  await reconcileCheckouts(worker)
  const fresh = await pageOf(link, [{ id: first }])
  assert.notEqual(fresh, page)
  await payAtSandbox(ctx, fresh)
  const { state, payments } = await read()
  assert.deepEqual([state, payments.length, payments[0].way, payments[0].amount], ['paid', 1, 'card', 4900])
  assert.equal((await view(link)).body.invoices[0].state, 'paid')
  assert.deepEqual(
    (await mails()).map(({ subject }) => subject.startsWith('Quittung:')),
    [true],
  )
  assertRefused(await checkout(link, [{ id: first }]), 409, 'CONFLICT')
})

test('many invoices are paid at once, each once, whichever message arrives first', async () => {
  const { all, ids, read, mails } = await aDebtor([
    [4900, 'eur'],
    [1050, 'eur'],
    [777, 'jpy'],
  ])
  const [one, two, yen] = ids
  assertRefused(await checkout(all, [{ id: one }, { id: yen }]), 400, 'FAILED_VALIDATION invoices.1.id')
  assertRefused(await checkout(all, [{ id: one }, { id: one }]), 400, 'FAILED_VALIDATION invoices.1.id')
  const page = await pageOf(all, [{ id: one }, { id: two }])
  // The event is lost; several checks find the payment at the same moment.
  await payAtSandbox({ ...ctx, cards: { ...ctx.cards, receive: async () => 'refused' } } as typeof ctx, page)
  clock.advance(3600)
  await Promise.all([
    reconcileCheckouts(worker),
    ...Array.from({ length: 4 }, () => view(all, '?returned=true')),
    reconcileCheckouts(worker),
  ])
  const found = await Promise.all([read(one), read(two), read(yen)])
  assert.deepEqual(
    found.map(({ state, payments }) => [state, payments.length]),
    [
      ['paid', 1],
      ['paid', 1],
      ['open', 0],
    ],
  )
  assert.equal((await mails()).length, 1)
})

test('a part can be paid if the dealer allows it', async () => {
  const { dealer, link, first, read } = await aDebtor()
  assertRefused(await checkout(link, [{ id: first, amount: 900 }]), 400, 'FAILED_VALIDATION invoices.0.amount')
  await right(dealer, 'PUT', '/company/invoice-settings', { ...settings, allows_part_payments: true })
  assertRefused(await checkout(link, [{ id: first, amount: 4901 }]), 400, 'FAILED_VALIDATION invoices.0.amount')
  const whole = await pageOf(link, [{ id: first }])
  await payAtSandbox(ctx, await pageOf(link, [{ id: first, amount: 900 }]))
  assert.deepEqual([(await read()).state, (await read()).open_amount], ['part_paid', 4000])
  // The page for the whole amount was closed when the other was opened.
  await assert.rejects(payAtSandbox(ctx, whole))
  await payAtSandbox(ctx, await pageOf(link, [{ id: first }]))
  assert.deepEqual([(await read()).state, (await read()).payments.length], ['paid', 2])
})

test('settling an invoice by hand closes its page; an earlier payment is not lost', async () => {
  const [one, two] = [await aDebtor(), await aDebtor()]
  const payment = { paid_on: clock.now().toISOString().slice(0, 10), way: 'transfer', comment: null }
  const page = await pageOf(one.link, [{ id: one.first }])
  await right(one.dealer, 'POST', `/client-invoices/${one.first}/payments`, payment)
  await reconcileCheckouts(worker)
  await assert.rejects(payAtSandbox(ctx, page))
  assert.equal((await one.read()).open_amount, 0)

  const office = `${fresh('office')}@example.com`
  await db.updateTable('paymentInfos').set({ email: office }).where('dealerId', '=', two.dealer.dealer).execute()
  const late = await pageOf(two.link, [{ id: two.first }])
  await payAtSandbox({ ...ctx, cards: { ...ctx.cards, receive: async () => 'refused' } } as typeof ctx, late)
  await right(two.dealer, 'POST', `/client-invoices/${two.first}/payments`, payment)
  await reconcileCheckouts(worker)
  const { open_amount, payments } = await two.read()
  assert.deepEqual([open_amount, payments.length], [-4900, 2])
  assert.equal((await listMails(ctx)).filter(({ to }) => to === office).length, 1)
})

suite('statements that go wrong while the money comes in', () => {
  const faulty = connectFaulty(api.databaseUrl)
  after(() => faulty.close())
  for (const fault of faults) {
    test(`${fault}: both invoices are settled, once`, async () => {
      const debtor = await aDebtor([
        [500, 'eur'],
        [700, 'eur'],
      ])
      const [one, two] = debtor.ids
      const cards = {
        ...ctx.cards,
        receive: (_: unknown, ...event: [string, Buffer, string | undefined]) =>
          receiveEvent({ ...ctx, db: faulty.db }, ...event),
      }
      let statements = 0
      for (let n = 1, isOver = false; !isOver; n++) {
        const again = await aDebtorAgain(debtor)
        const page = await pageOf(debtor.all, [{ id: again[0] }, { id: again[1] }])
        faulty.arm(n, fault)
        await payAtSandbox({ ...ctx, cards } as typeof ctx, page)
        isOver = !(await faulty.disarm())
        clock.advance(3600)
        await applyWaiting(ctx)
        await reconcileCheckouts(worker)
        for (const id of again) {
          const { state, payments } = await debtor.read(id)
          assert.deepEqual([state, payments.length], ['paid', 1])
        }
        statements = n
      }
      assert.ok(statements > 10, `Only ${statements} statements were seen.`)
      assert.deepEqual([(await debtor.read(one)).state, (await debtor.read(two)).state], ['open', 'open'])
    })
  }
})

/** Two more invoices of the same client. */
async function aDebtorAgain({ dealer, account }: Awaited<ReturnType<typeof aDebtor>>): Promise<string[]> {
  const line = { description: 'Tracker', quantity: 1, unit_amount: 600, discount_rate: 0, tax_rate: 0 }
  const invoice = { account_id: account, is_draft: false, currency: 'eur', due_on: null, note: null, lines: [line] }
  const made = [
    await right(dealer, 'POST', '/client-invoices', invoice),
    await right(dealer, 'POST', '/client-invoices', invoice),
  ]
  return made.map(({ id }) => id)
}

test('an unknown link can be tried sixty times an hour from one address, and shows nothing of others', async () => {
  const [one, other] = [await aDebtor(), await aDebtor()]
  assertRefused(await checkout(one.link, [{ id: other.first }]), 400, 'FAILED_VALIDATION invoices.0.id')
  const guess = () => api.ask('GET', `/payment-links/${'x'.repeat(43)}`, undefined, { 'x-forwarded-for': '10.3.0.1' })
  for (let time = 0; time < 60; time++) assertRefused(await guess(), 404, 'NOT_FOUND')
  assertRefused(await guess(), 429, 'REQUESTS_EXCEEDED')
  const known = await api.ask('GET', `/payment-links/${one.link}`, undefined, { 'x-forwarded-for': '10.3.0.1' })
  assert.equal(known.status, 200)
})
