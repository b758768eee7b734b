/** The dealer's webhooks get each step of a bill once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fleetApp } from '#kernel/applications.ts'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, anAddress } from '#testing/builders.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { reconcileBills } from './reconcile.ts'

const api = await openApi()
const { clock } = api.ctx
const path = '/billing/cardpay-payments'
const acting = { ...api.ctx, actor: { kind: 'job', id: 'bills.look', address: null, requestId: null } } as const

async function aPayingAccount() {
  const dealer = await api.dealer('provider')
  const { id: account } = await anActivatedAccount(api, dealer)
  await anAddress(api, account)
  const sent = async () => {
    await countEvents(api.ctx, dealer.dealer)
    const { body } = await dealer.ask('GET', `/events?account_ids=${account}`)
    const events = (body as { type: string; data: object }[]).filter(({ type }) => type.startsWith('bill.'))
    return events.map(({ type, data }) => [type, data])
  }
  return { dealer, account, sent }
}

test('issued, sent and paid are sent once, however often the payment is checked', async () => {
  const { dealer, account, sent } = await aPayingAccount()
  const bill = await aBill(dealer, account)
  assert.equal((await dealer.ask('POST', `${path}/${bill.id}/send?app_id=${fleetApp}`)).status, 200)
  await payAtSandbox(api.ctx, bill.id)
  clock.advance(3600)
  await reconcileBills(acting)
  const ids = { account_id: account, bill_id: bill.id }
  const money = { amount_total: 2500, currency: 'eur' }
  assert.deepEqual(await sent(), [
    ['bill.created', { ...ids, ...money, expires_at: bill.expires_at }],
    ['bill.sent', ids],
    ['bill.paid', { ...ids, ...money, late: false }],
  ])
})

const ends: readonly [what: string, end: (world: Awaited<ReturnType<typeof aPayingAccount>>, id: string) => unknown][] =
  [
    [
      'by the dealer',
      ({ dealer, account }, id) =>
        dealer.ask('POST', `${path}/${id}/expire`, { app_id: fleetApp, account_id: account }),
    ],
    ['by time', () => clock.advance(86_400)],
    ['with its account', ({ dealer, account }) => dealer.ask('DELETE', `/accounts/${account}`)],
  ]
for (const [what, end] of ends) {
  test(`expired ${what}`, async () => {
    const world = await aPayingAccount()
    const bill = await aBill(world.dealer, world.account)
    await end(world, bill.id)
    await reconcileBills(acting)
    clock.advance(3600)
    await reconcileBills(acting)
    const types = (await world.sent()).map(([type]) => type)
    assert.deepEqual(types, ['bill.created', 'bill.expired'])
  })
}
