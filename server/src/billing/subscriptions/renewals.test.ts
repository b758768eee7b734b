/** Premium that renews automatically: charged once before each end, tried again, and over without a card. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp } from '#kernel/applications.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { addMonths, seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { aClient, type Client } from '#testing/people/client.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { reconcilePayments } from '../invoices/payments.ts'
import { endExpired, giveSubscription, remindEnding } from './actions.ts'
import { settlePurchases } from './purchases.ts'
import { nextRenewalDue, renewSubscriptions } from './renewals.ts'

const api = await openApi()
const { ctx } = api
const { clock, db } = ctx
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } } as const
const dealer = await api.dealer('provider')
const badLater = '4000000000000341'
const day = 86_400

interface Own {
  readonly id: string
  readonly active: boolean
  readonly expires_at: number
  readonly auto_renew: boolean
}
const active = async (client: Client): Promise<Own[]> =>
  (await client.ask('GET', '/subscriptions')).body.filter((one: Own) => one.active)
const charges = (client: Client) =>
  db
    .selectFrom('invoicePayments')
    .innerJoin('purchases', 'purchases.invoiceId', 'invoicePayments.invoiceId')
    .selectAll('invoicePayments')
    .where('purchases.accountId', '=', client.account.id)
    .where('isCharge', '=', true)
    .execute()
const subjects = async (client: Client, word: RegExp) =>
  (await listMails(ctx)).filter(({ to, subject }) => to === client.email && word.test(subject))

async function order(client: Client, change: object = {}) {
  const body = { app_id: consumerApp, plan: 'premium', auto_renew: true, ...change }
  const answer = await client.ask('POST', '/subscription-orders', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** Everything that a running installation does in the background. */
async function work(): Promise<void> {
  await renewSubscriptions(acting)
  await reconcilePayments(acting)
  await settlePurchases(acting)
  await endExpired(acting)
}

/** Has bought a month with a card that is then kept. */
async function aBuyer(card?: string, caller = dealer): Promise<Client> {
  const client = await aClient(api, caller)
  const { url } = await order(client)
  await payAtSandbox(ctx, new URL(url).pathname.split('/').at(-1)!, card)
  await work()
  return client
}
const setRenewal = (client: Client, id: string, auto_renew: boolean) =>
  client.ask('PUT', `/subscriptions/${id}/auto-renew`, { auto_renew })

for (const dialect of dialectNames) {
  test(`a renewing subscription is charged three days before its end, and shown so in ${dialect}`, async () => {
    const caller = await api.dealer(dialect)
    const client = await aBuyer(undefined, caller)
    const bought = clock.now()
    const shown = async () =>
      payloadIn(dialect, await caller.ask('GET', `/accounts/${client.account.id}/subscriptions`)).map(
        (one: { active: boolean; type: string; expiry: number; purchase_data: { auto_renew: boolean } }) => [
          ...[one.active, one.type, one.expiry, one.purchase_data.auto_renew],
        ],
      )
    const end = seconds(addMonths(bought, 1))
    assert.deepEqual(await shown(), [[true, 'cardpay', end, true]])
    const { body: card } = await client.ask('GET', '/kept-card')
    assert.deepEqual([card.brand, card.last4], ['visa', '4242'])
    clock.advance(end - seconds(bought) - 7 * day)
    await remindEnding(acting)
    const [announced] = await subjects(client, /^Premium renews soon$/)
    assert.match(announced!.text, /charge 5\.00 EUR to your card ending in 4242/)
    clock.advance(4 * day - 1)
    await work()
    assert.deepEqual(await charges(client), [])
    clock.advance(1)
    await work()
    const next = seconds(addMonths(new Date(end * 1000), 1))
    assert.deepEqual(await shown(), [
      [false, 'cardpay', end, false],
      [true, 'cardpay', next, true],
    ])
    await work()
    assert.equal((await charges(client)).length, 1)
    assert.equal((await subjects(client, /^Receipt/)).length, 2)
    const orders: { renewal: boolean; status: string }[] = (await client.ask('GET', '/subscription-orders')).body
    assert.deepEqual(
      orders.map(({ renewal, status }) => [renewal, status]),
      [
        [true, 'paid'],
        [false, 'paid'],
      ],
    )
  })
}

suite('a renewal', () => {
  test('is charged once, even if a process dies between charge and write', async () => {
    const client = await aBuyer()
    clock.advance(28 * day)
    await Promise.all([renewSubscriptions(acting), renewSubscriptions(acting)])
    const [begun, ...more] = await charges(client)
    assert.deepEqual([begun?.status, more], ['open', []])
    const kept = await db.selectFrom('clientCards').selectAll().where('accountId', '=', client.account.id).execute()
    const token = ctx.vault.open(kept[0]!.tokenSealed, `client_cards.token:${client.account.id}`)
    const name = 'Premium (tracking for everyone), by the month'
    const what = { reference: begun!.id, token, amount: 500, currency: 'eur', name }
    const charged = await ctx.cards.sandbox('platform').charge(what)
    await work()
    await work()
    const after = await charges(client)
    assert.deepEqual(
      after.map(({ status, paymentId }) => [status, paymentId]),
      [['complete', charged]],
    )
    assert.equal((await active(client)).length, 1)
  })

  test('that fails is tried once a day with an email each, and then the subscription ends', async () => {
    const client = await aBuyer(badLater)
    const [{ expires_at: end } = { expires_at: 0 }] = await active(client)
    clock.advance(end - seconds(clock.now()) - 3 * day)
    for (let attempt = 1; attempt <= 3; attempt++) {
      await work()
      assert.equal((await charges(client)).length, attempt)
      assert.equal((await subjects(client, /could not be renewed/)).length, attempt)
      assert.equal((await active(client)).length, 1)
      clock.advance(day)
    }
    const mails = await subjects(client, /could not be renewed/)
    assert.deepEqual(mails.map(({ text }) => /try again tomorrow/.test(text)).sort(), [false, true, true])
    await work()
    assert.deepEqual(await active(client), [])
    assert.equal((await charges(client)).length, 3)
    const statuses = (await client.ask('GET', '/subscription-orders')).body.map(
      ({ status }: { status: string }) => status,
    )
    assert.deepEqual(statuses, ['void', 'void', 'void', 'paid'])
  })

  test('can be turned off at any time, and on again while there is a card', async () => {
    const client = await aBuyer()
    const [{ id } = { id: '' }] = await active(client)
    assert.deepEqual([(await setRenewal(client, id, false)).body.auto_renew, await charges(client)], [false, []])
    clock.advance(29 * day)
    await work()
    assert.deepEqual(await charges(client), [])
    assert.equal((await setRenewal(client, id, true)).body.auto_renew, true)
    await work()
    assert.equal((await charges(client)).length, 1)
    const [renewed] = await active(client)
    assert.equal(renewed?.auto_renew, true)
    assert.equal((await client.ask('DELETE', '/kept-card')).status, 204)
    assert.equal((await active(client))[0]?.auto_renew, false)
    assertRefused(await setRenewal(client, renewed!.id, true), 409, 'CONFLICT')
    assertRefused(await client.ask('GET', '/kept-card'), 404, 'NOT_FOUND')
    assertRefused(await setRenewal(await aBuyer(), renewed!.id, false), 404, 'NOT_FOUND')
  })

  test('whose charge has begun is finished, and is the last if it was turned off meanwhile', async () => {
    const client = await aBuyer()
    const [{ id, expires_at } = { id: '', expires_at: 0 }] = await active(client)
    clock.advance(28 * day)
    await renewSubscriptions(acting)
    assertRefused(await client.ask('DELETE', '/kept-card'), 409, 'CONFLICT')
    assert.equal((await active(client))[0]?.auto_renew, true, 'a refusal changes nothing')
    await setRenewal(client, id, false)
    await work()
    const [renewed] = await active(client)
    assert.ok(renewed!.expires_at > expires_at)
    assert.equal(renewed!.auto_renew, false)
    assert.notEqual((await dueFrom(nextRenewalDue).nextDue(ctx))?.getTime(), (renewed!.expires_at - 3 * day) * 1000)
  })

  test('that is charged after its client has bought another plan does not replace that plan', async () => {
    const client = await aBuyer()
    clock.advance(28 * day)
    await renewSubscriptions(acting)
    const { url } = await order(client, { plan: 'basic', auto_renew: false })
    await payAtSandbox(ctx, new URL(url).pathname.split('/').at(-1)!)
    await settlePurchases(acting)
    const chosen = await active(client)
    assert.equal((await charges(client))[0]?.status, 'open')
    await work()
    assert.equal((await charges(client))[0]?.status, 'complete')
    assert.deepEqual(await active(client), chosen)
    assert.deepEqual([chosen.length, await settlePurchases(acting)], [1, 0])
    const receipt = (await subjects(client, /^Receipt: .* for Premium$/)).at(-1)!
    assert.match(receipt.text, /another plan now, which stays as it is, so Premium was not renewed/)
    assert.match(receipt.text, /we will refund this payment/)
    assert.doesNotMatch(receipt.text, /You have Premium until/)
  })

  test('is not made once the dealer has bought more time, which the client could not turn off', async () => {
    const client = await aBuyer()
    const body = { app_id: consumerApp, plan: 'premium', months: 1 }
    const bought = await dealer.ask('POST', `/accounts/${client.account.id}/subscriptions`, body)
    assert.equal(bought.status, 200, bought.text)
    await payAtSandbox(ctx, new URL(bought.body.url).pathname.split('/').at(-1)!)
    await work()
    const [own] = await active(client)
    assert.deepEqual([own?.auto_renew, own?.expires_at], [false, seconds(addMonths(clock.now(), 2))])
    clock.advance(own!.expires_at - seconds(clock.now()) - day)
    await work()
    assert.deepEqual(await charges(client), [])
  })

  test('is only for what was bought by card', async () => {
    const client = await aClient(api, dealer)
    const [given] = await giveSubscription(ctx, client.account.id, 'premium', addMonths(clock.now(), 1))
    assertRefused(await setRenewal(client, given!, true), 409, 'CONFLICT')
    const plain = await aClient(api, dealer)
    const { url } = await order(plain, { auto_renew: false })
    await payAtSandbox(ctx, new URL(url).pathname.split('/').at(-1)!)
    await work()
    assertRefused(await plain.ask('GET', '/kept-card'), 404, 'NOT_FOUND')
    assert.deepEqual(
      (await active(plain)).map(({ auto_renew }) => auto_renew),
      [false],
    )
  })
})
