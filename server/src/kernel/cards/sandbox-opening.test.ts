/** An installation that sells service: real time, no demo, no Stripe key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { payAtSandbox } from '#testing/people/payer.ts'

const api = await openApi({ WAYMARK_CARD_SANDBOX: 'off', WAYMARK_DEMO: 'off' })
const dealer = await api.dealer()
const card = { number: '4242424242424242', month: 12, year: 2030, cvc: '123', holder: 'A. Payer' }

const account = (await anActivatedAccount(api, dealer)).id
const sessionOf = ({ url }: { url: string }) => new URL(url).pathname.split('/').at(-1) as string

test('bills are issued, and test cards pay none of them', async () => {
  const bill = await aBill(dealer, account)
  const session = sessionOf(bill)
  assertRefused(await api.ask('GET', `/sandbox/sessions/${session}`), 409, 'CONFLICT')
  assertRefused(await api.ask('POST', `/sandbox/sessions/${session}/pay`, card), 409, 'CONFLICT')
  const confirmation = { confirmation: 'x'.repeat(32), approved: true }
  assertRefused(await api.ask('POST', `/sandbox/sessions/${session}/confirm`, confirmation), 409, 'CONFLICT')
  const { status } = (await api.ctx.cards.sandbox({ dealer: dealer.dealer }).readSession(session)) ?? {}
  assert.deepEqual([bill.status, status], ['open', 'open'])
})

test('earlier payments stay visible', async () => {
  const session = sessionOf(await aBill(dealer, account))
  await payAtSandbox({ ...api.ctx, config: { ...api.ctx.config, cardSandbox: true } }, session)
  assert.equal((await api.ask('GET', `/sandbox/sessions/${session}`)).body.status, 'complete')
})
