import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { sql } from 'kysely'
import { modulesOf } from '#billing/plans/modules.ts'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, askAs, type Client, goodPassword, logIn, serviceKey } from '#testing/people/client.ts'
import { day, routeStart } from '#testing/routes.ts'
import { computeVisits } from './compute.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const quota = 5
const plan = await aPlan(dealer, {
  managed_plan_id: '019a0000-0000-7000-8000-000000000104',
  quotas: { unit: 10, geofence: quota, unit_storage: 204800 },
  modules: modulesOf(fleetApp).map(({ name }) => name),
})

async function aFleet() {
  const account = await anActivatedAccount(api, dealer, plan.id)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const unit = await aUnit(dealer, account.id)
  return { account, unit, ask: askAs(api, await logIn(api, account.user.name)) }
}

const nobody = '019a0000-0000-7000-8000-0000000000ff'
const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
const span = `from=${routeStart}&to=${routeStart + 86_400}`
const everyTenth = day().filter((_, index) => index % 10 === 0)

let ask: Client['ask']
let unit: { id: number; ident: string; name: string }
let outsider: Awaited<ReturnType<typeof aFleet>>
let home: { id: string }
before(async () => {
  ;({ ask, unit } = await aFleet())
  outsider = await aFleet()
  const made = await ask('POST', '/geofences', { name: 'Home', shape, since: routeStart })
  assert.equal(made.status, 201, made.text)
  home = made.body
  const second = { type: 'circle', center: { latitude: 50, longitude: 10.28 }, radius: 500 }
  await ask('POST', '/geofences', { name: 'Client', shape: second, since: routeStart })
  const told = everyTenth.map(
    (message, index): Message =>
      index === 30 || index === 31 ? { ...message, 'alarm.event': true, 'alarm.type': 'sos' } : message,
  )
  await received(api, unit, told)
  await received(api, unit, told.slice(20, 40))
  await computeVisits(acting)
})

test('a dealer with support access draws geofences, and learns nothing of where the owner was', async () => {
  const account = await anUnclaimedAccount(dealer)
  const own = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  await giveSubscription(api.ctx, account.id, 'premium', new Date(api.ctx.clock.now().getTime() + 86_400_000))
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  await received(api, own, [{ ...everyTenth[0]!, 'alarm.event': true, 'alarm.type': 'sos' }, ...everyTenth.slice(1)])
  const visitor = askAs(api, await serviceKey(dealer, client.user.id, consumerApp))
  const drawn = await visitor('POST', '/geofences', { name: 'Theirs', shape, since: routeStart })
  assert.equal(drawn.status, 201, drawn.text)
  await computeVisits(acting)
  const { body: events } = await client.ask('GET', '/events')
  const [event] = events
  const path = `/geofences/${drawn.body.id}`
  assert.ok((await client.ask('GET', `${path}/effect`)).body.visits > 0)
  assert.equal((await client.ask('GET', '/geofences/inside')).status, 200)
  for (const asked of [
    '/geofences/inside',
    `${path}/inside`,
    `${path}/effect`,
    `/geofence-visits?${span}`,
    '/events',
  ]) {
    assertRefused(await visitor('GET', asked), 403, 'FORBIDDEN')
  }
  assertRefused(await visitor('PUT', `/events/${event.id}/acknowledged`), 403, 'FORBIDDEN')
  assertRefused(await visitor('PUT', '/events/acknowledged', { event_ids: [event.id] }), 403, 'FORBIDDEN')
  assert.equal((await visitor('DELETE', path)).status, 204)
})

test('visits are all listed, in order of time, however many there are', async () => {
  const fleet = await aFleet()
  const { id } = (await fleet.ask('POST', '/geofences', { name: 'Gate', shape })).body
  // Many begin at the same moment, including where one page ends and the next begins.
  await sql`
    insert into unit_spans (id, unit_id, geofence_id, t0, t1, after0, count, settled, created_at)
    select gen_random_uuid(), ${fleet.unit.id}, ${id}, ${routeStart} + n / 7, ${routeStart} + n / 7 + 1, ${routeStart}, 1, ${routeStart}, now()
    from generate_series(1, 20100) n`.execute(api.ctx.db)
  const { body } = await fleet.ask('GET', `/geofence-visits?${span}`)
  const times = body.map(({ from }: { from: number }) => from)
  assert.equal(new Set(body.map((visit: { id: string }) => visit.id)).size, 20_100)
  assert.deepEqual(
    times,
    times.toSorted((a: number, b: number) => a - b),
  )
})

suite('geofences', () => {
  test('are created with their required fields, by default for all units', async () => {
    const { body } = await ask('GET', `/geofences/${home.id}`)
    const { id, created_at, updated_at, ...rest } = body
    assert.deepEqual(rest, {
      ...{ name: 'Home', colour: '#2563eb', shape, min_seconds: 30, since: routeStart },
      ...{ for_all: true, unit_ids: [], group_ids: [] },
    })
    assert.equal(id, home.id)
    assert.ok(Number.isInteger(created_at) && Number.isInteger(updated_at))
    const { body: list } = await ask('GET', '/geofences')
    assert.deepEqual(
      list.map(({ name }: { name: string }) => name),
      ['Client', 'Home'],
    )
  })

  const points = [
    { latitude: 0, longitude: 0 },
    { latitude: 1, longitude: 1 },
    { latitude: 0, longitude: 1 },
    { latitude: 1, longitude: 0 },
  ]
  const wrong: readonly [object, ...string[]][] = [
    [{ shape: { type: 'circle', radius: 50 } }, 'shape.center'],
    [{ shape: { ...shape, width: 50 } }, 'shape.width'],
    [{ shape: { ...shape, radius: 1 } }, 'shape.radius'],
    [{ shape: { type: 'star' } }, 'shape.type'],
    [{ shape: { type: 'polygon', points } }, 'shape.points'],
    [{ shape: { type: 'corridor', points: points.slice(0, 2) } }, 'shape.width'],
    [{ shape: { ...shape, center: { latitude: 91, longitude: 0 } } }, 'shape.center.latitude'],
    [{ colour: 'red' }, 'colour'],
    [{ min_seconds: -1 }, 'min_seconds'],
    [{ since: 99_000_000_000 }, 'since'],
    [{ name: ' ' }, 'name'],
    [{ for_all: true, unit_ids: 'own' }, 'for_all'],
  ]
  for (const [change, ...fields] of wrong) {
    test(`refuses ${JSON.stringify(change)}`, async () => {
      const own = 'unit_ids' in change ? { ...change, unit_ids: [unit.id] } : change
      const codes = fields.map((field) => `FAILED_VALIDATION ${field}`)
      assertRefused(await ask('POST', '/geofences', { name: 'Depot', shape, ...own }), 400, ...codes)
      assertRefused(await ask('PATCH', `/geofences/${home.id}`, own), 400, ...codes)
    })
  }

  test('with invalid points are not examined further', async () => {
    for (const points of ['x', [1], [{ latitude: 'x', longitude: 1 }]]) {
      const answer = await ask('POST', '/geofences', { name: 'Depot', shape: { type: 'polygon', points } })
      assert.equal(answer.status, 400, answer.text)
    }
  })

  test('are for the caller’s own units and groups only, and other clients do not see them', async () => {
    const others = [{ unit_ids: [outsider.unit.id] }, { group_ids: [nobody] }]
    for (const more of others) {
      assertRefused(await ask('POST', '/geofences', { name: 'Depot', shape, ...more }), 404, 'NOT_FOUND')
      assertRefused(await ask('PATCH', `/geofences/${home.id}`, more), 404, 'NOT_FOUND')
    }
    for (const [method, path] of [
      ['GET', `/geofences/${home.id}`],
      ['PATCH', `/geofences/${home.id}`],
      ['DELETE', `/geofences/${home.id}`],
      ['GET', `/geofences/${home.id}/inside`],
      ['GET', `/geofences/${home.id}/effect`],
      ['GET', `/events?geofence_id=${home.id}`],
      ['GET', `/geofence-visits?${span}&geofence_id=${home.id}`],
      ['GET', `/geofence-visits?${span}&unit_ids=${unit.id}`],
      ['GET', `/events?unit_ids=${unit.id}`],
    ] as const) {
      assertRefused(await outsider.ask(method, path, method === 'PATCH' ? {} : undefined), 404, 'NOT_FOUND')
    }
    assert.deepEqual((await outsider.ask('GET', '/geofences')).body, [])
  })

  test('are as many as the plan allows, even with concurrent requests; the account shows how many', async () => {
    const { ask: own } = await aFleet()
    const draw = () => own('POST', '/geofences', { name: 'Depot', shape })
    const answers = await Promise.all(Array.from({ length: quota + 3 }, draw))
    assert.equal(answers.filter(({ status }) => status === 201).length, quota)
    for (const answer of answers.filter(({ status }) => status !== 201)) assertRefused(answer, 409, 'QUOTA_EXCEEDED')
    const {
      usage,
      plan: { quotas },
    } = (await own('GET', '/me')).body
    assert.deepEqual([usage.geofence, quotas.geofence], [quota, quota])
    const [first] = (await own('GET', '/geofences')).body
    assert.equal((await own('DELETE', `/geofences/${first.id}`)).status, 204)
    assert.equal((await draw()).status, 201)
  })

  test('are renamed without being recomputed', async () => {
    await computeVisits(acting)
    const before = (await ask('GET', `/geofence-visits?${span}`)).body
    const { body } = await ask('PATCH', `/geofences/${home.id}`, { name: 'Home', colour: '#ff0000' })
    assert.equal(body.colour, '#ff0000')
    assert.equal(await computeVisits(acting), 0)
    assert.deepEqual((await ask('GET', `/geofence-visits?${span}`)).body, before)
  })
})

suite('visits', () => {
  test('have the positions before and after the crossing', async () => {
    const { status, body, text } = await ask('GET', `/geofence-visits?${span}`)
    assert.equal(status, 200, text)
    const [first, second] = body
    assert.deepEqual([first.geofence_id, first.unit_id, first.from], [home.id, unit.id, routeStart])
    assert.match(first.came.why, /^It was inside when it was first checked/)
    assert.equal(first.duration, first.to - first.from)
    assert.deepEqual([first.left.seen_before, first.left.seen_after], [routeStart + 600, routeStart + 700])
    assert.match(first.left.why, /^The position of 2026-02-25 06:23:20 UTC was inside, that of .* UTC outside\.$/)
    assert.ok(first.to > routeStart + 610 && first.to < routeStart + 630, String(first.to))
    assert.equal(second.came.seen_after - second.came.seen_before, 100)
    const { body: none } = await ask('GET', `/geofence-visits?from=${routeStart + 5_000}&to=${routeStart + 6_000}`)
    assert.deepEqual(none, [])
  })

  test('that are still open show who is inside', async () => {
    const end = { type: 'circle', center: everyTenth.at(-1) && lastPlace(), radius: 200 }
    const { body: yard, text } = await ask('POST', '/geofences', { name: 'Yard', shape: end, since: routeStart })
    await computeVisits(acting)
    const { body } = await ask('GET', `/geofences/${yard.id}/inside`)
    assert.equal(body.length, 1, text)
    assert.deepEqual([body[0].unit_id, body[0].to, body[0].left], [unit.id, null, null])
    assert.deepEqual((await ask('GET', `/geofences/${home.id}/inside`)).body, [])
    assert.deepEqual((await ask('GET', '/geofences/inside')).body, body)
    assert.deepEqual((await outsider.ask('GET', '/geofences/inside')).body, [])
    assert.deepEqual((await ask('GET', `/geofences/${yard.id}/effect`)).body, { visits: 1, events: 1 })
    await ask('DELETE', `/geofences/${yard.id}`)
  })

  const lastPlace = () => {
    const last = everyTenth.at(-1)!
    return { latitude: last['position.latitude'], longitude: last['position.longitude'] }
  }
})

suite('events', () => {
  test('are listed newest first, each once, with their evidence', async () => {
    const { status, body, text } = await ask('GET', '/events')
    assert.equal(status, 200, text)
    const kinds = body.map(({ kind }: { kind: string }) => kind)
    assert.deepEqual(kinds.toSorted(), ['enter', 'leave', 'leave', 'sos'])
    const times = body.map(({ at }: { at: number }) => at)
    assert.deepEqual(
      times,
      times.toSorted((a: number, b: number) => b - a),
    )
    const sos = body.find(({ kind }: { kind: string }) => kind === 'sos')
    assert.deepEqual([sos.at, sos.until, sos.count], [routeStart + 3_000, routeStart + 3_100, 2])
    assert.deepEqual([sos.geofence_id, sos.visit_id, sos.unit_id], [null, null, unit.id])
    assert.deepEqual([sos.seen_before, sos.seen_after], [null, null])
    assert.match(sos.why, /reported sos with its message of .* and 2 times in all/)
    const left = body.find(({ kind }: { kind: string }) => kind === 'leave')
    assert.ok(left.place.latitude > 49 && left.geofence_id && left.visit_id)
    assert.ok(left.seen_before <= left.at && left.at <= left.seen_after, JSON.stringify(left))
  })

  test('come in pages, and by kind, unit and time', async () => {
    const all = (await ask('GET', '/events')).body
    const paged = []
    for (let cursor: string | undefined; ; ) {
      const more: string = cursor === undefined ? '' : `&cursor=${cursor}`
      const { body, headers } = await ask('GET', `/events?limit=1${more}`)
      paged.push(...body)
      cursor = headers['x-next-cursor']
      if (cursor === undefined) break
    }
    assert.deepEqual(paged, all)
    const count = async (query: string) => (await ask('GET', `/events?${query}`)).body.length
    assert.equal(await count('kind=sos'), 1)
    assert.equal(await count('kind=enter,leave'), 3)
    assert.equal(await count(`geofence_id=${home.id}`), 1)
    assert.equal(await count(`geofence_id=${home.id}&kind=enter`), 0)
    assert.equal(await count(`unit_ids=${unit.id}`), 4)
    assert.equal(await count(`from=${routeStart + 3_000}&to=${routeStart + 3_001}`), 1)
    assertRefused(await ask('GET', '/events?kind=party'), 400, 'INVALID_QUERY kind')
    assertRefused(await ask('GET', '/events?cursor=x'), 400, 'INVALID_QUERY cursor')
  })

  test('are acknowledged once, by their own client', async () => {
    const [event] = (await ask('GET', '/events?kind=sos')).body
    assert.equal(event.acknowledged_at, null)
    assertRefused(await outsider.ask('PUT', `/events/${event.id}/acknowledged`), 404, 'NOT_FOUND')
    const first = await ask('PUT', `/events/${event.id}/acknowledged`)
    assert.equal(first.status, 200, first.text)
    assert.ok(first.body.acknowledged_at > 0)
    api.ctx.clock.advance(60)
    assert.deepEqual((await ask('PUT', `/events/${event.id}/acknowledged`)).body, first.body)
    const ids = async (query: string) => (await ask('GET', `/events?${query}`)).body.map(({ id }: { id: string }) => id)
    assert.deepEqual(await ids('acknowledged=true'), [event.id])
    assert.equal((await ids('acknowledged=false')).length, 3)
  })

  test('are acknowledged many at once; only the caller’s own and new ones count', async () => {
    const unseen = (await ask('GET', '/events?acknowledged=false')).body.map(({ id }: { id: string }) => id)
    const many = [...unseen, nobody]
    const say = (asking: typeof ask) => asking('PUT', '/events/acknowledged', { event_ids: many })
    assert.deepEqual((await say(outsider.ask)).body, { acknowledged: 0 })
    assert.deepEqual((await say(ask)).body, { acknowledged: 3 })
    assert.deepEqual((await say(ask)).body, { acknowledged: 0 })
    assert.deepEqual((await ask('GET', '/events?acknowledged=false')).body, [])
    const { count } = await api.ctx.db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('action', '=', 'unit-events.acknowledge')
      .where('subjectId', 'in', unseen)
      .executeTakeFirstOrThrow()
    assert.equal(count, 3)
  })
})
