/** A clock that is moved far at once has the same results as the same days passing hour by hour. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { jobs } from '#entry/timetable.ts'
import { fleetApp } from '#kernel/applications.ts'
import { type Job, job, whenever } from '#kernel/jobs/job.ts'
import { advanceClock } from '#kernel/jobs/runner.ts'
import { seconds, testClock } from '#kernel/time/clock.ts'
import { openApi, type TestApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, anAddress, aPlan, aUnit, received } from '#testing/builders.ts'
import { aClient, askAs, goodPassword, logIn } from '#testing/people/client.ts'

const hourMs = 3_600_000
const hours = 27
const modules = ['notification', 'extended_notification', 'maintenance']

/** One of everything that falls due automatically. */
async function aWorld(api: TestApi): Promise<void> {
  const now = new Date()
  api.ctx.clock.set(now)
  const inHours = (count: number) => seconds(now) + count * 3600
  const dealer = await api.dealer('provider')
  const good = async (asked: ReturnType<typeof dealer.ask>) => {
    const { status, body, text } = await asked
    assert.ok(status < 300, text)
    return body
  }
  const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules })
  const lifecycle = { payment_period: 1, payment_notify_offset: 1, block_offset: 0 }
  await good(dealer.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, lifecycle))
  const debtor = await anActivatedAccount(api, dealer, plan.id)
  await anAddress(api, debtor.id)
  const due = { payment_expected_at: inHours(25) }
  await good(dealer.ask('PATCH', `/accounts/${debtor.id}/set-payment-lifecycle`, due))
  await aBill(dealer, debtor.id)
  const other = await anActivatedAccount(api, dealer)
  await good(dealer.ask('PATCH', `/accounts/${other.id}/set-blocked-at`, { blocked_at: inHours(7) }))
  const { account } = await aClient(api, dealer)
  await giveSubscription(api.ctx, account.id, 'premium', new Date(now.getTime() + 20.5 * hourMs))

  const watching = await anActivatedAccount(api, dealer, plan.id)
  const password = { new_password: goodPassword, repeat_password: goodPassword }
  await good(dealer.ask('PUT', `/users/${watching.user.id}/password`, password))
  const ask = askAs(api, await logIn(api, watching.user.name))
  const unit = await aUnit(dealer, watching.id, { app_id: fleetApp })
  await received(api, unit, [{ timestamp: seconds(now), 'position.latitude': 52, 'position.longitude': 13 }])
  for (const condition of [
    { type: 'silence', minutes: 120 },
    { type: 'service', state: 'soon' },
  ]) {
    await good(ask('POST', '/notification-rules', { name: condition.type, condition, for_all: true }))
  }
  await good(ask('POST', `/units/${unit.id}/services`, { name: 'Oil', every_days: 1 }))
}

/** What the days left behind: what, and how many hours after the start. Ids differ from world to world. */
async function effects({ ctx: { db } }: TestApi, start: number) {
  const hoursAt = (at: Date) => (at.getTime() - start) / hourMs
  const audit = await db
    .selectFrom('audit')
    .select(['action', 'actorId', 'at'])
    .where('actorKind', '=', 'job')
    .orderBy('id')
    .execute()
  const mails = await db.selectFrom('mails').select(['subject', 'at']).orderBy('id').execute()
  const events = await db.selectFrom('events').select(['type', 'at']).orderBy('seq').execute()
  const told = await db.selectFrom('notifications').select(['kind', 'createdAt as at']).orderBy('createdAt').execute()
  const bills = await db.selectFrom('bills').select(['status', 'expiresAt as at']).execute()
  const accounts = await db.selectFrom('accounts').select(['blocked']).orderBy('createdAt').execute()
  const later = (rows: readonly { at: Date }[]) =>
    rows.filter(({ at }) => at.getTime() > start).map(({ at, ...row }) => ({ ...row, hours: hoursAt(at) }))
  return {
    dated: { audit: later(audit), mails: later(mails), events: later(events), told: later(told), bills: later(bills) },
    blocked: accounts.map(({ blocked }) => blocked),
  }
}

async function pass(api: TestApi, timetable: readonly Job[], stepHours: number) {
  await aWorld(api)
  const start = Date.now()
  const clock = testClock()
  // While another process holds what is due, the clock stops at the same moment again.
  const moments = new Set<number>()
  const count = job({ name: 'test.count', nextDue: whenever, run: async () => moments.add(clock.now().getTime()).size })
  const counted = [...timetable, count]
  // What already waits is done first, as a server would within seconds.
  await advanceClock({ ...api.ctx, clock }, counted, new Date(start))
  for (let at = stepHours; at <= hours; at += stepHours) {
    await advanceClock({ ...api.ctx, clock }, counted, new Date(start + at * hourMs))
    await clock.refresh(api.ctx.db)
  }
  return { ...(await effects(api, start)), stops: moments.size }
}

test('the same accounts, bills, emails, events and audit, in the same order and at the same times', async () => {
  const everyLook = jobs.map(({ nextStop: _, ...one }) => one)
  const hourly = await pass(await openApi(), everyLook, 1)
  const atOnce = await pass(await openApi(), jobs, hours)
  assert.ok(atOnce.stops * 4 < hourly.stops, `${atOnce.stops} stops instead of ${hourly.stops}`)
  assert.deepEqual(atOnce.blocked, hourly.blocked)
  assert.equal(hourly.blocked.filter(Boolean).length, 2)
  for (const [what, rows] of Object.entries(hourly.dated)) {
    const moved = atOnce.dated[what as keyof typeof atOnce.dated]
    const said = (list: readonly { hours: number }[]) => list.map(({ hours: _, ...row }) => row)
    assert.ok(rows.length > 0, what)
    assert.deepEqual(said(moved), said(rows), what)
    // What is only checked every ten minutes may be found that much later; everything else is exact to the minute.
    const tolerance = what === 'told' ? 10 / 60 : 1 / 60
    for (const [index, row] of rows.entries()) {
      const apart = Math.abs(moved[index]!.hours - row.hours)
      assert.ok(apart < tolerance, `${JSON.stringify(row)}: ${apart} hours apart`)
    }
  }
})
