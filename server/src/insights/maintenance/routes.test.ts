import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { drive, routeStart } from '#testing/routes.ts'
import { computeTrips } from '../trips/compute.ts'
import { tasksMax } from './maintenance.ts'

const api = await openApi()
const { ctx } = api
const dealer = await api.dealer('provider')
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const plan = await aPlan(dealer, {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  modules: modulesOf(fleetApp).map(({ name }) => name),
})
const now = () => Math.floor(ctx.clock.now().getTime() / 1000)

async function aFleet() {
  const account = await anActivatedAccount(api, dealer, plan.id)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const unit = await aUnit(dealer, account.id)
  const more = async () => aUnit(dealer, account.id)
  return { account, unit, more, ask: askAs(api, await logIn(api, account.user.name)) }
}

/** An hour at 60 km/h between two stops. */
const anHour = drive([
  { seconds: 600, kmh: 0 },
  { seconds: 3600, kmh: 60 },
  { seconds: 600, kmh: 0 },
])

test('a unit’s reports are its counter; a value entered by hand continues with them', async () => {
  const { ask, unit } = await aFleet()
  const tell = (km: number, hours: number, t: number) =>
    received(api, unit, [{ timestamp: t, 'vehicle.mileage': km, 'engine.motorhours': hours }])
  const read = async () => {
    const { mileage, engine_hours: hours } = (await ask('GET', `/units/${unit.id}/counters`)).body
    return [mileage.value, mileage.source, hours.value, hours.source]
  }
  const correctedAt = async () => {
    const { mileage, engine_hours: hours } = (await ask('GET', `/units/${unit.id}/counters`)).body
    return [mileage.corrected_at, hours.corrected_at]
  }
  await tell(1000, 50, now() - 100)
  assert.deepEqual(await read(), [1000, 'reported', 50, 'reported'])
  assert.deepEqual(await correctedAt(), [null, null])
  const set = await ask('PATCH', `/units/${unit.id}/counters`, { mileage: 81_000 })
  assert.equal(set.body.mileage.value, 81_000, set.text)
  const first = now()
  assert.deepEqual(await correctedAt(), [first, null])
  ctx.clock.advance(60)
  await tell(1010, 51, now() - 90)
  assert.deepEqual(await read(), [81_010, 'reported', 51, 'reported'])
  // A late message does not turn it back.
  await tell(990, 49, now() - 200)
  assert.deepEqual(await read(), [81_010, 'reported', 51, 'reported'])
  await ask('PATCH', `/units/${unit.id}/counters`, { mileage: 500, engine_hours: 7 })
  await tell(1020, 52, now() - 80)
  assert.deepEqual(await read(), [510, 'reported', 8, 'reported'])
  assert.deepEqual(await correctedAt(), [first + 60, first + 60])
  const rows = await ctx.db.selectFrom('audit').select('action').where('subjectId', '=', String(unit.id)).execute()
  assert.equal(rows.filter(({ action }) => action === 'maintenance.set-counters').length, 2)
})

test('otherwise trips are counted, the same in any order of messages', async () => {
  const { ask, unit, more } = await aFleet()
  const other = await more()
  await received(api, unit, anHour)
  await computeTrips(acting)
  const late = anHour.slice(100, 200)
  await received(
    api,
    other,
    anHour.filter((message) => !late.includes(message)),
  )
  await computeTrips(acting)
  await received(api, other, late.toReversed())
  await computeTrips(acting)
  const [one, same] = await Promise.all(
    [unit, other].map(async ({ id }) => (await ask('GET', `/units/${id}/counters`)).body),
  )
  assert.equal(one.mileage.source, 'trips')
  assert.ok(Math.abs(one.mileage.value - 60) < 1, String(one.mileage.value))
  assert.ok(Math.abs(one.engine_hours.value - 1) < 0.1, String(one.engine_hours.value))
  assert.deepEqual([one.mileage, one.engine_hours], [same.mileage, same.engine_hours])
})

test('a value entered during a trip continues with the rest of it, even if that arrives late', async () => {
  const { ask, unit } = await aFleet()
  ctx.clock.set(new Date((routeStart + 600 + 1800) * 1000))
  assert.equal((await ask('PATCH', `/units/${unit.id}/counters`, { mileage: 1000 })).status, 200)
  ctx.clock.set(new Date((routeStart + 5000) * 1000))
  await received(api, unit, anHour)
  await computeTrips(acting)
  const { value } = (await ask('GET', `/units/${unit.id}/counters`)).body.mileage
  assert.ok(Math.abs(value - 1030) < 1, String(value))
})

test('a service becomes due, is done, and is counted from there; the history shows it', async () => {
  const { ask, unit } = await aFleet()
  const made = await ask('POST', `/units/${unit.id}/services`, { name: 'Oil change', every_km: 100, every_days: 30 })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  assert.deepEqual(
    [made.body.state, made.body.km_left, made.body.hours_left, made.body.days_left],
    ['ok', 100, null, 30],
  )
  await ask('PATCH', `/units/${unit.id}/counters`, { mileage: 150 })
  assert.equal((await ask('GET', `/services/${id}`)).body.state, 'overdue')
  const quiet = await ask('POST', `/units/${unit.id}/services`, { name: 'Tyres', every_days: 1000 })
  assert.deepEqual(
    (await ask('GET', '/maintenance')).body.map((one: { name: string }) => one.name),
    ['Oil change', 'Tyres'],
  )
  assert.deepEqual(
    (await ask('GET', '/maintenance?state=overdue')).body.map((one: { id: string }) => one.id),
    [id],
  )
  const done = await ask('POST', `/services/${id}/done`, { note: 'New filter', cost: 18_900, currency: 'eur' })
  assert.equal(done.status, 201, done.text)
  assert.deepEqual([done.body.mileage, done.body.cost, done.body.done_at], [150, 18_900, now()])
  const after = (await ask('GET', `/services/${id}`)).body
  assert.deepEqual([after.state, after.km_left, after.since_mileage], ['ok', 100, 150])
  // A completion in the past is history, and nothing is counted from it.
  const before = await ask('POST', `/services/${id}/done`, { done_at: now() - 86_400, mileage: 40 })
  assert.equal(before.status, 201, before.text)
  assert.equal((await ask('GET', `/services/${id}`)).body.since_mileage, 150)
  assert.deepEqual((await ask('GET', `/services/${id}/history`)).body, [done.body, before.body])
  const changed = await ask('PATCH', `/services/${id}`, { name: 'Oil', every_km: null })
  assert.deepEqual([changed.body.name, changed.body.every_km, changed.body.every_days], ['Oil', null, 30])
  assertRefused(await ask('PATCH', `/services/${id}`, { every_days: null }), 400, 'FAILED_VALIDATION every_km')
  assert.equal((await ask('DELETE', `/services/${id}`)).status, 204)
  assertRefused(await ask('GET', `/services/${id}/history`), 404, 'NOT_FOUND')
  assert.deepEqual((await ask('GET', `/units/${unit.id}/services`)).body, [quiet.body])
  const rows = await ctx.db.selectFrom('audit').select('action').where('subjectId', '=', id).orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ action }) => action.split('.')[1]),
    ['create', 'done', 'done', 'change', 'remove'],
  )
})

test('a completion recorded while a service is changed counts', async () => {
  const { ask, unit } = await aFleet()
  const { id } = (await ask('POST', `/units/${unit.id}/services`, { name: 'Oil', every_km: 100 })).body
  const { body } = await behind(
    ctx.db,
    async (db) => {
      await db.selectFrom('units').select('id').where('id', '=', unit.id).forNoKeyUpdate().execute()
      await db.updateTable('services').set({ sinceKm: 40 }).where('id', '=', id).execute()
    },
    () => ask('PATCH', `/services/${id}`, { name: 'Oil change' }),
  )
  assert.deepEqual([body.name, body.since_mileage], ['Oil change', 40])
})

test('a foreign unit or service and a missing one get the same answer', async () => {
  const [one, other] = [await aFleet(), await aFleet()]
  const { id } = (await other.ask('POST', `/units/${other.unit.id}/services`, { name: 'Oil', every_km: 10 })).body
  for (const unit of [other.unit.id, 999_999_999_999]) {
    for (const path of ['counters', 'services']) {
      assertRefused(await one.ask('GET', `/units/${unit}/${path}`), 404, 'NOT_FOUND')
    }
    assertRefused(await one.ask('PATCH', `/units/${unit}/counters`, { mileage: 1 }), 404, 'NOT_FOUND')
    const made = await one.ask('POST', `/units/${unit}/services`, { name: 'Oil', every_km: 10 })
    assertRefused(made, 404, 'NOT_FOUND')
  }
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/done', {}],
    ['GET', '/history', undefined],
  ] as const) {
    assertRefused(await one.ask(method, `/services/${id}${path}`, body), 404, 'NOT_FOUND')
  }
  assert.deepEqual((await one.ask('GET', '/maintenance')).body, [])
})

test('invalid values are refused, and the number of services is limited', async () => {
  const { ask, unit } = await aFleet()
  const path = `/units/${unit.id}/services`
  assertRefused(await ask('POST', path, { name: 'Oil' }), 400, 'FAILED_VALIDATION every_km')
  assertRefused(await ask('POST', path, { name: 'Oil', every_days: 0 }), 400, 'FAILED_VALIDATION every_days')
  const { id } = (await ask('POST', path, { name: 'Oil', every_days: 10 })).body
  const done = `/services/${id}/done`
  assertRefused(await ask('POST', done, { done_at: now() + 60 }), 400, 'FAILED_VALIDATION done_at')
  assertRefused(await ask('POST', done, { cost: 5 }), 400, 'FAILED_VALIDATION cost')
  for (let count = 3; count <= tasksMax; count++) await ask('POST', path, { name: 'Oil', every_days: 10 })
  const last = await Promise.all([1, 2, 3].map(() => ask('POST', path, { name: 'Oil', every_days: 10 })))
  assert.deepEqual(last.map(({ status }) => status).sort(), [201, 409, 409])
})
