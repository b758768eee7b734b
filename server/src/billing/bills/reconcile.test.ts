/** Bills while the processor is down, slow or silent, and bills that were never announced. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, suite, test } from 'node:test'
import { fleetApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, fresh, newBill } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import type { Misbehaviour } from '#testing/fakes/stripe.ts'
import { reconcileBills } from './reconcile.ts'

const api = await openApi()
const { db, clock } = api.ctx
const acting = { ...api.ctx, actor: { kind: 'job', id: 'bills.look', address: null, requestId: null } } as const
const path = '/billing/cardpay-payments'

afterEach(() => api.stripe.misbehave(undefined))

/** A dealer with its own key: its bills are at Stripe. */
async function aMerchant() {
  const dealer = await api.dealer('provider')
  const { id: account } = await anActivatedAccount(api, dealer)
  const secretKey = api.stripe.account('live')
  const saved = await dealer.ask('POST', '/billing/secret-key', { app_id: fleetApp, secretKey })
  assert.equal(saved.status, 200, saved.text)
  return { dealer, account }
}

const listOf = async (dealer: Caller) => {
  const now = Math.floor(clock.now().getTime() / 1000)
  const answer = await dealer.ask('GET', `${path}?app_id=${fleetApp}&from=${now - 30 * 86_400}&to=${now}`)
  return Object.values(answer.body) as { id: string; status: string; url: string | null }[]
}
const rowsOf = ({ dealer }: Caller) =>
  db.selectFrom('bills').select(['id', 'status', 'sessionId', 'nextLookAt']).where('dealerId', '=', dealer).execute()

const hangUp = (response: ServerResponse) => void response.destroy()
/** The request never reaches the processor. */
const unreachable: Misbehaviour = (_request, response) => hangUp(response)
/** It does what was requested, but its answer is lost. */
const losingAnswer: Misbehaviour = (_request, response, answer) => {
  answer()
  hangUp(response)
}

/** Sessions that can be paid. */
const openAt = async (dealer: number): Promise<number> => {
  const { cards, vault } = api.ctx
  const key = await db
    .selectFrom('processorKeys')
    .select(['secretKeySealed', 'dealerId'])
    .where('dealerId', '=', dealer)
    .where('processor', '=', 'stripe')
    .executeTakeFirstOrThrow()
  const stripe = cards.stripe(vault.open(key.secretKeySealed as Buffer, `processor_keys.secret_key:${dealer}`))
  const rows = await db.selectFrom('bills').select('sessionId').where('dealerId', '=', dealer).execute()
  const sessions = await Promise.all(
    rows.map(({ sessionId }) => (sessionId ? stripe.readSession(sessionId) : undefined)),
  )
  return sessions.filter((session) => session?.status === 'open').length
}

/** A processor that was down is not called for a while. */
const laterSeconds = 360

suite('a processor that does not answer when a bill is issued', () => {
  for (const [what, how] of [
    ['and never got the request', unreachable],
    ['although it did it', losingAnswer],
  ] as const) {
    test(`${what}: the dealer is asked to try again, and no one can see or pay anything`, async () => {
      const { dealer, account } = await aMerchant()
      api.stripe.misbehave(how)
      assertRefused(await dealer.ask('POST', path, newBill(account)), 503, 'SERVICE_UNAVAILABLE')
      assert.deepEqual(await listOf(dealer), [])
      api.stripe.misbehave(undefined)
      clock.advance(laterSeconds)
      await reconcileBills(acting)
      assert.deepEqual(await listOf(dealer), [])
      const [row, ...others] = await rowsOf(dealer)
      assert.deepEqual(others, [])
      assert.deepEqual([row?.status, row?.nextLookAt], ['abandoned', null])
      assert.equal(await openAt(dealer.dealer), 0)
    })

    test(`${what}: the same request with its key continues where it stopped, and creates one bill`, async () => {
      const { dealer, account } = await aMerchant()
      const key = { 'idempotency-key': fresh('key') }
      api.stripe.misbehave(how)
      assertRefused(await dealer.ask('POST', path, newBill(account), key), 503, 'SERVICE_UNAVAILABLE')
      api.stripe.misbehave(undefined)
      clock.advance(60)
      const second = await dealer.ask('POST', path, newBill(account), key)
      assert.equal(second.status, 201, second.text)
      const third = await dealer.ask('POST', path, newBill(account), key)
      assert.equal(third.text, second.text)
      assert.equal((await rowsOf(dealer)).length, 1)
      assert.equal(await openAt(dealer.dealer), 1)
      assert.equal((await listOf(dealer)).length, 1)
    })
  }

  test('longer than the job waits: the same request with its key creates a new bill', async () => {
    const { dealer, account } = await aMerchant()
    const key = { 'idempotency-key': fresh('key') }
    api.stripe.misbehave(losingAnswer)
    assertRefused(await dealer.ask('POST', path, newBill(account), key), 503, 'SERVICE_UNAVAILABLE')
    api.stripe.misbehave(undefined)
    clock.advance(laterSeconds)
    await reconcileBills(acting)
    const second = await dealer.ask('POST', path, newBill(account), key)
    assert.equal(second.status, 201, second.text)
    assert.deepEqual((await rowsOf(dealer)).map(({ status }) => status).toSorted(), ['abandoned', 'open'])
    assert.equal(await openAt(dealer.dealer), 1)
  })
})

test('a refusal by the processor is a conflict, and leaves nothing behind', async () => {
  const { dealer, account } = await aMerchant()
  const prices = [{ quantity: 1, unit_amount: 100_000_000, currency: 'jpy', name: 'More than Stripe takes' }]
  assertRefused(await dealer.ask('POST', path, newBill(account, { prices })), 409, 'CONFLICT')
  assert.deepEqual(await listOf(dealer), [])
  assert.deepEqual((await rowsOf(dealer))[0]?.nextLookAt, null)
})

suite('a bill at Stripe', () => {
  test('is issued and paid, and sends its events', async () => {
    const { dealer, account } = await aMerchant()
    const bill = await aBill(dealer, account)
    assert.match(bill.id, /^cs_live_/)
    await api.stripe.pay(bill.id)
    assert.deepEqual(await listOf(dealer), [{ ...bill, status: 'complete', payment_status: 'paid', url: null }])
  })

  test('that was paid while events were lost is complete within the hour', async () => {
    const { dealer, account } = await aMerchant()
    const bill = await aBill(dealer, account)
    await db
      .updateTable('processorKeys')
      .set({ endpoint: fresh('gone') })
      .where('dealerId', '=', dealer.dealer)
      .execute()
    await api.stripe.pay(bill.id)
    assert.equal((await listOf(dealer))[0]?.status, 'open')
    clock.advance(15 * 60)
    await reconcileBills(acting)
    assert.equal((await listOf(dealer))[0]?.status, 'complete')
  })

  test('that is paid while it is being expired is complete, and the dealer learns so', async () => {
    const { dealer, account } = await aMerchant()
    const bill = await aBill(dealer, account)
    await db
      .updateTable('processorKeys')
      .set({ endpoint: fresh('gone') })
      .where('dealerId', '=', dealer.dealer)
      .execute()
    await api.stripe.pay(bill.id)
    const body = { app_id: fleetApp, account_id: account }
    assertRefused(await dealer.ask('POST', `${path}/${bill.id}/expire`, body), 409, 'CONFLICT')
    assert.equal((await listOf(dealer))[0]?.status, 'complete')
  })

  test('that could not be expired for lack of an answer is expired by the job', async () => {
    const { dealer, account } = await aMerchant()
    const bill = await aBill(dealer, account)
    const body = { app_id: fleetApp, account_id: account }
    const key = { 'idempotency-key': fresh('key') }
    api.stripe.misbehave(unreachable)
    assertRefused(await dealer.ask('POST', `${path}/${bill.id}/expire`, body, key), 503, 'SERVICE_UNAVAILABLE')
    assert.equal((await listOf(dealer))[0]?.status, 'open')
    api.stripe.misbehave(undefined)
    clock.advance(laterSeconds)
    await reconcileBills(acting)
    assert.deepEqual(await listOf(dealer), [{ ...bill, status: 'expired', url: null }])
    assert.equal(await openAt(dealer.dealer), 0)
    // This request had requested it.
    assert.equal((await dealer.ask('POST', `${path}/${bill.id}/expire`, body, key)).status, 200)
    assertRefused(await dealer.ask('POST', `${path}/${bill.id}/expire`, body), 409, 'CONFLICT')
  })

  test('expires on time even if its dealer wanted it to expire earlier and there was never an answer', async () => {
    const { dealer, account } = await aMerchant()
    const bill = await aBill(dealer, account)
    // Other bills are answered, so that the processor does not count as down.
    api.stripe.misbehave((request, response, answer) => {
      if (request.url?.includes(bill.id)) return hangUp(response)
      const { status, body } = answer()
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const body = { app_id: fleetApp, account_id: account }
    assertRefused(await dealer.ask('POST', `${path}/${bill.id}/expire`, body), 503, 'SERVICE_UNAVAILABLE')
    clock.advance(86_400)
    await reconcileBills(acting)
    assert.deepEqual(await listOf(dealer), [{ ...bill, status: 'expired', url: null }])
    const isExpiry = db.selectFrom('audit').select('id').where('action', '=', 'bills.expire')
    assert.equal((await isExpiry.where('dealerId', '=', dealer.dealer).execute()).length, 1)
  })

  test('expires on time even without an answer, and is complete if it was paid', async () => {
    const { dealer, account } = await aMerchant()
    const bill = await aBill(dealer, account)
    await db
      .updateTable('processorKeys')
      .set({ endpoint: fresh('gone') })
      .where('dealerId', '=', dealer.dealer)
      .execute()
    await api.stripe.pay(bill.id)
    clock.advance(86_400)
    api.stripe.misbehave(unreachable)
    await reconcileBills(acting)
    assert.deepEqual(await listOf(dealer), [{ ...bill, status: 'expired', url: null }])
    api.stripe.misbehave(undefined)
    clock.advance(3600)
    await reconcileBills(acting)
    assert.equal((await listOf(dealer))[0]?.status, 'complete')
    assert.equal((await rowsOf(dealer))[0]?.nextLookAt, null)
  })
})
