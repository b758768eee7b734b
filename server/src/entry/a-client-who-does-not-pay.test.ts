/** From activation through reminder, due date, block and late payment to the next period, for dealer and client. */
import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { fleetApp } from '#kernel/applications.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit, newBill, received } from '#testing/builders.ts'
import { activate, askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { passTime } from '#testing/time.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const start = api.ctx.clock.now()
// Each story takes months, and the dealer's token is valid for a year.
beforeEach(() => api.ctx.clock.set(start))

const day = 86_400
const now = () => seconds(api.ctx.clock.now())

/** A client on a monthly plan with a reminder 3 days before and a block 5 days after, activated by the client. */
async function aClientOnAPlan() {
  const plan = await aPlan(dealer)
  const lifecycle = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }
  assert.equal((await dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, lifecycle)).status, 201)
  const account = await aManagedAccount(dealer, plan.id)
  const email = await activate(api, account)
  const read = async () => (await dealer.ask('GET', `/accounts/${account.id}`)).body
  const due = async () => (await read()).client_payment_lifecycle.payment_expected_at as number
  const subjects = async () =>
    (await listMails(api.ctx)).filter(({ to }) => to === email).map(({ subject }) => subject.replace(/ on .*/, ''))
  const untilDue = async (days: number) => passTime(api, (await due()) + days * day - now())
  return { id: account.id as number, email, read, due, subjects, untilDue }
}

/** A bill, and its payment on the processor's page. */
async function payBill(accountId: number): Promise<string> {
  const bill = await dealer.ask('POST', '/billing/cardpay-payments', newBill(accountId))
  assert.equal(bill.status, 201, bill.text)
  const card = { number: '4242424242424242', month: 12, year: 2030, cvc: '123', holder: 'Client' }
  const paid = await api.ask('POST', `/sandbox/sessions/${bill.body.id}/pay`, card)
  assert.equal(paid.body?.status, 'complete', paid.text)
  return bill.body.id
}

const notice = 'Your payment is due'
const blocked = 'Your account is blocked until you pay'
const open = 'Your account is unblocked'
const billing = (subjects: readonly string[]) => subjects.filter((subject) => [notice, blocked, open].includes(subject))

suite('a client who does not pay', () => {
  test('is reminded, blocked, pays late, and continues with the next period', async () => {
    const client = await aClientOnAPlan()
    const first = await client.due()
    const session = askAs(api, await logIn(api, client.email))
    const unit = await aUnit(dealer, client.id)
    await client.untilDue(-4)
    assert.deepEqual(billing(await client.subjects()), [])
    await client.untilDue(-3)
    assert.deepEqual(billing(await client.subjects()), [notice])
    await client.untilDue(4)
    assert.equal((await client.read()).blocked, false)
    await client.untilDue(5)
    assert.equal((await client.read()).blocked, true)
    assert.deepEqual(billing(await client.subjects()), [notice, blocked])

    // Signed out at once, and the sign-in page says why.
    assert.equal((await session('GET', '/me')).status, 401)
    const door = await api.ask('POST', '/client/sessions', { login: client.email, password: goodPassword })
    assert.equal(door.status, 403)
    assert.equal(door.body.errors[0].code, 'BLOCKED')
    assert.equal(door.body.blocked.reason, 'automation')
    const explained = (await dealer.ask('GET', `/accounts/${client.id}/explain`)).body
    assert.match(explained.why, /A payment or a person can lift the block/)

    // What the tracker sends meanwhile is stored.
    await received(api, unit, [{ timestamp: now(), 'position.latitude': 54.7, 'position.longitude': 25.3 }])

    const bill = await payBill(client.id)
    await passTime(api, 5)
    assert.equal((await client.read()).blocked, false)
    assert.deepEqual(billing(await client.subjects()), [notice, blocked, open])
    const bills = await dealer.ask(
      'GET',
      `/billing/cardpay-payments?app_id=${fleetApp}&from=${now() - day}&to=${now()}`,
    )
    assert.deepEqual([bills.body[bill].status, bills.body[bill].payment_status], ['complete', 'paid'])
    const messages = await askAs(api, await logIn(api, client.email))('GET', `/units/${unit.id}/messages`)
    assert.equal(messages.body.length, 1)

    // The next due date is a month after the old one, and the cycle starts over.
    const second = await client.due()
    assert.ok(second > first + 27 * day && second < first + 32 * day)
    await client.untilDue(5)
    assert.equal((await client.read()).blocked, true)
    assert.deepEqual(billing(await client.subjects()), [notice, blocked, open, notice, blocked])
  })

  test('is unblocked by hand, which lasts until the next due date', async () => {
    const client = await aClientOnAPlan()
    await client.untilDue(5)
    assert.equal((await dealer.ask('PATCH', `/accounts/${client.id}/set-blocked`, { blocked: false })).status, 200)
    await passTime(api, 20 * day)
    assert.equal((await client.read()).blocked, false)
    const next = { payment_expected_at: now() + 3 * day }
    await dealer.ask('PATCH', `/accounts/${client.id}/set-payment-lifecycle`, next)
    await client.untilDue(5)
    assert.equal((await client.read()).blocked, true)
  })

  test('changes to a plan without automation and is not blocked', async () => {
    const client = await aClientOnAPlan()
    await client.untilDue(-1)
    const plan = await aPlan(dealer)
    await dealer.ask('PUT', `/accounts/${client.id}/client-plan`, { tariff_plan_id: plan.id, app_id: fleetApp })
    await passTime(api, 60 * day)
    assert.equal((await client.read()).blocked, false)
    assert.deepEqual(billing(await client.subjects()), [notice])
  })

  test('was blocked by hand, which no payment lifts', async () => {
    const client = await aClientOnAPlan()
    await dealer.ask('PATCH', `/accounts/${client.id}/set-blocked`, { blocked: true })
    const before = await client.due()
    await payBill(client.id)
    await passTime(api, 5)
    assert.equal((await client.read()).blocked, true)
    assert.ok((await client.due()) > before)
  })
})
