/** What the operator reads about the installation over time, and what is stored for it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '#kernel/time/clock.ts'
import { dayAfter, dayIn } from '#kernel/time/day.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aUnit, received } from '#testing/builders.ts'
import { aPerson } from '#testing/people/staff.ts'
import { operatorJobs } from '../jobs.ts'
import { forgetDays } from './figures-actions.ts'

const api = await openApi()
const { db, clock } = api.ctx
const [one, other] = [await api.dealer(), await api.dealer()]
const today = () => dayIn('UTC', clock.now())
/** By a new person each time: sessions end long before the last test. */
const figures = async () => {
  const answer = await (await aPerson(api, null, 'operator')).ask('GET', '/operator/figures')
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const count = () =>
  operatorJobs[0]!.run({ ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } })

test('each day keeps its last count, and dealers are sorted by storage', async () => {
  const [account, second] = [await aManagedAccount(one), await aManagedAccount(other)]
  await aUnit(one, account.id)
  const unit = await aUnit(other, second.id)
  await count()
  const now = seconds(clock.now())
  await received(api, unit, [
    { timestamp: now - 1, 'position.speed': 1 },
    { timestamp: now, 'position.speed': 2 },
  ])
  await count()

  const { days, dealers, dealers_total: total, forecast, units } = await figures()
  const stored = await db.selectFrom('telemetry').select(['storedBytes', 'storedCount']).execute()
  const bytes = stored.reduce((sum, own) => sum + Number(own.storedBytes), 0)
  assert.ok(bytes > 0)
  assert.deepEqual(days, [{ day: today(), accounts: 2, units: 2, active_units: 1, messages: 2, bytes }])
  const use = { accounts: 1, units: 1, forecast: null }
  const names = await db.selectFrom('dealers').select(['id', 'name']).execute()
  const nameOf = (id: number) => names.find((own) => own.id === id)?.name
  assert.deepEqual(dealers, [
    { id: other.dealer, name: nameOf(other.dealer), ...use, active_units: 1, messages: 2, bytes },
    { id: one.dealer, name: nameOf(one.dealer), ...use, active_units: 0, messages: 0, bytes: 0 },
  ])
  assert.deepEqual([total, forecast], [2, null])
  assert.deepEqual([units.length, units.at(-1).count, units.at(-1).joined, units.at(-2).count], [12, 2, 2, 0])
})

test('the next day is another row, and a week of days has a forecast', async () => {
  for (let day = 0; day < 7; day++) {
    clock.advance(86_400)
    await count()
    await db
      .updateTable('dealerDays')
      .set({ bytes: 1_000 * (day + 1) })
      .where('dealerId', '=', other.dealer)
      .where('day', '=', today() as never)
      .execute()
  }
  const { days, dealers } = await figures()
  assert.equal(days.length, 8)
  assert.deepEqual(
    days.map(({ day }: { day: string }) => day),
    Array.from({ length: 8 }, (_, index) => dayAfter(today(), index - 7)),
  )
  assert.equal(days.at(-1).active_units, 0)
  const [largest] = dealers
  assert.equal(largest.id, other.dealer)
  assert.equal(largest.forecast.days, 90)
  assert.ok(largest.forecast.bytes_a_day > 900)
  assert.equal(largest.forecast.bytes_later, 7_000 + 90 * largest.forecast.bytes_a_day)
})

test('a deleted unit still counts in earlier months', async () => {
  const { body } = await one.ask('GET', '/units')
  const [unit] = body.data ?? body
  clock.advance(40 * 86_400)
  await one.ask('DELETE', `/units/${unit.id}`)
  const { units } = await figures()
  assert.deepEqual([units.at(-1).count, units.at(-1).left, units.at(-2).count], [1, 1, 2])
})

test('days are kept for years, but not forever', async () => {
  const count = async () => (await db.selectFrom('dealerDays').select('day').execute()).length
  const before = await count()
  assert.equal(await forgetDays(api.ctx, 100), 0)
  clock.advance(801 * 86_400)
  assert.equal(await forgetDays(api.ctx, 100), before)
  assert.equal(await count(), 0)
})
