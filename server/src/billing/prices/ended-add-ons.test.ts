/** The end of an add-on is reported to webhooks and in the client's history, once, on its day in the dealer's zone. */
import assert from 'node:assert/strict'
import { after, beforeEach, suite, test } from 'node:test'
import { dueFrom } from '#kernel/jobs/due.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan } from '#testing/builders.ts'
import { startReceiver } from '#testing/fakes/receiver.ts'
import { breakEach } from '#testing/faults/breaking.ts'
import { passTime } from '#testing/time.ts'
import { endAddOns, endedOf, nextAddOnCheck } from './ended-add-ons.ts'

const api = await openApi({ WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { clock, db } = api.ctx
const at = (text: string) => clock.set(new Date(`${text}Z`))
beforeEach(() => at('2027-03-01T12:00'))
at('2027-03-01T12:00')
const dealer = await api.dealer('provider')
const plan = await aPlan(dealer)
const aClient = async (): Promise<number> => (await anActivatedAccount(api, dealer, plan.id)).id
const addOn = (name: string, quantity = 1) => ({ name, amount: 500, quantity })
const agree = async (id: number, valid_from: string, ...add_ons: object[]) => {
  const body = { valid_from, list: null, discount_rate: null, add_ons }
  const answer = await api.ask('PUT', `/console/accounts/${id}/prices`, body, { 'x-accesstoken': dealer.token })
  assert.equal(answer.status, 200, answer.text)
}
const worker = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } } as const
const check = () => Promise.all([1, 2, 3].map(() => endAddOns(worker)))
const reported = async (id: number) => {
  const rows = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'account.add_on_ended')
    .where('accountId', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(({ data }) => data)
}
const history = async (id: number) =>
  (
    await db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'prices.end-add-on')
      .where('subjectId', '=', String(id))
      .execute()
  ).length

suite('an add-on that ends', () => {
  test('is reported on the day on which the next agreement begins, and not before', async () => {
    const id = await aClient()
    await agree(id, '2027-03-01', addOn('SMS', 3), addOn('Timeline'))
    await check()
    await agree(id, '2027-04-01', addOn('SMS'))
    await check()
    assert.deepEqual(await reported(id), [])
    assert.deepEqual(await dueFrom(nextAddOnCheck).nextDue(api.ctx), new Date('2027-04-01T00:00Z'))
    at('2027-04-01T00:00')
    await check()
    assert.deepEqual(await reported(id), [
      { account_id: id, name: 'SMS', quantity: 2, remaining: 1 },
      { account_id: id, name: 'Timeline', quantity: 1, remaining: 0 },
    ])
    assert.equal(await history(id), 2)
    await check()
    assert.equal((await reported(id)).length, 2)
  })

  test('is reported once, although today’s agreement is saved again and again', async () => {
    const id = await aClient()
    await agree(id, '2027-03-01', addOn('SMS'))
    await check()
    for (const name of ['Timeline', 'Reports']) {
      await agree(id, '2027-03-01', addOn(name))
      await check()
    }
    assert.deepEqual(
      (await reported(id)).map((data) => (data as { name: string }).name),
      ['SMS', 'Timeline'],
    )
  })

  test('is reported once, whichever statement fails', async () => {
    const id = await aClient()
    await agree(id, '2027-03-01', addOn('SMS'))
    await check()
    await agree(id, '2027-03-02')
    at('2027-03-02T00:00')
    assert.ok((await breakEach(db, (failing) => endAddOns({ ...worker, db: failing }))) > 3)
    await check()
    assert.deepEqual([(await reported(id)).length, await history(id)], [1, 1])
  })

  test('is sent to the dealer’s webhook on its day, as documented in the list of events', async () => {
    const receiver = await startReceiver()
    after(() => receiver.close())
    await dealer.ask('POST', '/webhooks', { url: receiver.url, types: ['account.add_on_ended'] })
    const id = await aClient()
    await agree(id, '2027-03-01', addOn('SMS', 2))
    await agree(id, '2027-03-03')
    await passTime(api, 36 * 3600 - 1)
    const came = () => receiver.taken.map(({ event }) => event).filter((event) => event.account_id === id)
    assert.deepEqual(came(), [])
    await passTime(api, 60)
    const [one, ...more] = came()
    assert.deepEqual(more, [])
    const { type, data } = one
    assert.deepEqual([type, data], ['account.add_on_ended', { account_id: id, name: 'SMS', quantity: 2, remaining: 0 }])
    const events = (await dealer.ask('GET', `/events?account_ids=${id}&types=account.add_on_ended`)).body
    assert.deepEqual(events.at(-1), one)
  })

  test('has not ended when only its price changes', () => {
    assert.deepEqual(endedOf([addOn('SMS')], [{ ...addOn('SMS'), amount: 1 }]), [])
  })
})
