import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, suite, test } from 'node:test'

import { recordPayment } from '#billing/dunning/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, aPlan } from '#testing/builders.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { runDunning } from './dunning-run.ts'

const api = await openApi()
const { db, clock } = api.ctx
const dealer = await api.dealer('provider')
const worker: ActorContext = {
  ...api.ctx,
  actor: { kind: 'job', id: 'accounts.carry-out-dues', address: null, requestId: null },
}
const day = 86_400
const start = clock.now()
// Each test spans months, and the dealer's token is valid for only a year.
beforeEach(() => clock.set(start))

/** On a plan of one month with a payment reminder 3 days before and a block 5 days after; its client has an address. */
async function aPayer(lifecycle: object = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }) {
  const plan = await aPlan(dealer)
  const set = await dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, lifecycle)
  assert.equal(set.status, 201, set.text)
  const account = await anActivatedAccount(api, dealer, plan.id)
  const email = `${account.user.name}@example.com`
  await db.updateTable('users').set({ email }).where('id', '=', account.user.id).execute()
  const read = async () => (await dealer.ask('GET', `/accounts/${account.id}`)).body
  const due = async () => (await read()).client_payment_lifecycle.payment_expected_at as number
  const mails = async () =>
    (await db.selectFrom('mails').select('subject').where('to', '=', email).orderBy('id').execute()).map(
      ({ subject }) => subject.replace(/ on .*/, ''),
    )
  return { id: account.id as number, plan: plan.id as string, email, read, due, mails }
}

/** Advances to this many seconds after the due date, running the jobs that fall due. */
async function goTo(time: number) {
  clock.set(new Date(time * 1000))
  await runDunning(worker)
}

/** A bill of this account was paid, and the job has processed it. */
async function paid(id: number) {
  await recordPayment(api.ctx, randomUUID(), id)
  await runDunning(worker)
  await runDunning(worker)
}

const setLifecycle = (id: number, body: object) => dealer.ask('PATCH', `/accounts/${id}/set-payment-lifecycle`, body)
const setBlocked = (id: number, blocked: boolean) => dealer.ask('PATCH', `/accounts/${id}/set-blocked`, { blocked })
const notice = 'Your payment is due'
const blocked = 'Your account is blocked until you pay'
const open = 'Your account is unblocked'

suite('a client who does not pay', () => {
  test('gets a payment reminder, then is blocked, each on time and once', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    await goTo(due - 3 * day - 1)
    assert.deepEqual(await payer.mails(), [])
    await goTo(due - 3 * day)
    await runDunning(worker)
    assert.deepEqual(await payer.mails(), [notice])
    await goTo(due + 5 * day - 1)
    assert.equal((await payer.read()).blocked, false)
    await goTo(due + 5 * day)
    await runDunning(worker)
    assert.equal((await payer.read()).blocked, true)
    assert.deepEqual(await payer.mails(), [notice, blocked])
    await goTo(due + 90 * day)
    assert.deepEqual(await payer.mails(), [notice, blocked])
    assert.equal(await payer.due(), due)
  })

  test('is processed in order after downtime', async () => {
    const payer = await aPayer()
    await goTo((await payer.due()) + 30 * day)
    assert.equal((await payer.read()).blocked, true)
    assert.deepEqual(await payer.mails(), [notice, blocked])
  })

  test('is unblocked by the payment, with a new due date', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    await goTo(due + 6 * day)
    await paid(payer.id)
    await runDunning(worker)
    assert.equal((await payer.read()).blocked, false)
    assert.ok((await payer.due()) > due + 27 * day)
    assert.deepEqual(await payer.mails(), [notice, blocked, open])
    await goTo((await payer.due()) - 3 * day)
    assert.deepEqual(await payer.mails(), [notice, blocked, open, notice])
  })

  test('is unblocked as soon as the processor reports the payment, before any job runs', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    await goTo(due + 5 * day)
    assert.equal((await payer.read()).blocked, true)
    const bill = await aBill(dealer, payer.id)
    await payAtSandbox(api.ctx, bill.id)
    assert.equal((await payer.read()).blocked, false)
    assert.ok((await payer.due()) > due)
  })

  test('stays unblocked by hand until the next due date', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    await goTo(due + 5 * day)
    await setBlocked(payer.id, false)
    assert.deepEqual(await payer.mails(), [notice, blocked, open])
    await goTo(due + 20 * day)
    assert.equal((await payer.read()).blocked, false)
    await setLifecycle(payer.id, { payment_expected_at: due + 21 * day })
    await goTo(due + 26 * day)
    assert.equal((await payer.read()).blocked, true)
  })

  test('is blocked without an email if there is no address', async () => {
    const payer = await aPayer()
    await db.updateTable('users').set({ email: null }).where('accountId', '=', payer.id).execute()
    await goTo((await payer.due()) + 5 * day)
    assert.equal((await payer.read()).blocked, true)
    assert.deepEqual(await payer.mails(), [])
    const outcomes = await db.selectFrom('milestones').select('outcome').where('accountId', '=', payer.id).execute()
    assert.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), ['blocked, no address', 'due', 'no address'])
  })
})

suite('a dealer’s changes apply at once', () => {
  test('a due date is moved', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    await goTo(due - 2 * day)
    await setLifecycle(payer.id, { payment_expected_at: due + 10 * day })
    await goTo(due + 6 * day)
    assert.equal((await payer.read()).blocked, false)
    assert.deepEqual(await payer.mails(), [notice])
    await goTo(due + 7 * day)
    assert.deepEqual(await payer.mails(), [notice, notice])
    await goTo(due + 15 * day)
    assert.equal((await payer.read()).blocked, true)
  })

  test('a due date is removed', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    await setLifecycle(payer.id, { payment_expected_at: null })
    await goTo(due + 30 * day)
    assert.deepEqual([(await payer.read()).blocked, await payer.mails()], [false, []])
  })

  test('own offsets, and never to block', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    await setLifecycle(payer.id, { use_fleet_lifecycle: true, payment_notify_offset: 10, block_offset: null })
    await goTo(due - 10 * day)
    assert.deepEqual(await payer.mails(), [notice])
    await goTo(due + 30 * day)
    assert.equal((await payer.read()).blocked, false)
  })

  test('the offsets of a plan, for every account on it', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    await goTo(due + 2 * day)
    await dealer.ask('PATCH', `/client-plans/${payer.plan}/payment-lifecycle`, {
      payment_period: 1,
      payment_notify_offset: 3,
      block_offset: 1,
    })
    await runDunning(worker)
    assert.equal((await payer.read()).blocked, true)
  })

  test('a plan without automation', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    const other = await aPlan(dealer)
    await dealer.ask('PUT', `/accounts/${payer.id}/client-plan`, { tariff_plan_id: other.id, app_id: other.app_id })
    await goTo(due + 30 * day)
    assert.deepEqual([(await payer.read()).blocked, await payer.mails()], [false, []])
  })

  test('a block by hand, which a payment does not lift', async () => {
    const payer = await aPayer()
    const due = await payer.due()
    await setBlocked(payer.id, true)
    await goTo(due + 5 * day)
    await paid(payer.id)
    assert.equal((await payer.read()).blocked, true)
    // The payment reminder was due; the block was not automation's, so it sends no email.
    assert.deepEqual(await payer.mails(), [notice])
  })
})

test('eight concurrent workers do everything once', async () => {
  const payers = await Promise.all(Array.from({ length: 20 }, () => aPayer()))
  clock.set(new Date(((await payers[0]?.due()) as number) * 1000 + 6 * day * 1000))
  await Promise.all(Array.from({ length: 8 }, () => runDunning(worker)))
  await runDunning(worker)
  for (const payer of payers) {
    assert.equal((await payer.read()).blocked, true)
    assert.deepEqual(await payer.mails(), [notice, blocked])
    const audit = db.selectFrom('audit').select('action').where('subjectId', '=', String(payer.id))
    const done = (await audit.where('actorKind', '=', 'job').execute()).map(({ action }) => action)
    assert.deepEqual(done.sort(), ['accounts.block', 'accounts.due', 'accounts.notice'])
  }
})

test('a payment for a deleted account changes nothing', async () => {
  const payer = await aPayer()
  await dealer.ask('DELETE', `/accounts/${payer.id}`)
  await paid(payer.id)
})
